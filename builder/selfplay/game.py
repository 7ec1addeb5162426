"""Plays an exhibition game from its first phase to its end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from builder.model.kinds import Power
from builder.model.orders import Written
from builder.model.turns import Turn
from builder.record import PhaseRecord, Record, Result
from builder.rules.standard import Standard
from builder.selfplay.convoys import ride, sail
from builder.selfplay.evaluation import Distances, PowerView
from builder.selfplay.movement import MovementPlanner
from builder.selfplay.retreats_and_builds import adjustments, retreats
from builder.selfplay.rule_appearances import moments
from builder.selfplay.special_orders import divide, lead, steward
from builder.variant import Variant

NOTE = (
    "Exhibition game, played by the program's own seeded player to show the rules of the variant;"
    " no people took part. `chancery exhibit {variant} --seed {seed} --years {years}` writes it"
    " again, letter for letter."
)


def exhibit(variant: Variant, seed: int, years: int = 10) -> Record:
    """Play a game for so many years or until somebody wins; the same seed, the same game."""
    phases: list[PhaseRecord] = []
    turns: list[Turn] = []
    result = Result("unfinished")
    for turn, orders in course(variant, seed, years):
        phases.append(PhaseRecord(turn.before.phase, orders))
        turns.append(turn)
        result = ending(turn)
        if result.kind == "won":
            break
    return Record(
        id=f"{variant.name}-exhibition",
        name=f"{variant.about.title}: an exhibition",
        variant=variant.name,
        phases=tuple(phases),
        status="exhibition",
        players=dict.fromkeys(variant.setting.powers, "the seeded player"),
        result=result,
        moments=moments(variant.setting, turns),
        tags=("exhibition",),
        note=NOTE.format(variant=variant.name, seed=seed, years=years),
    )


def course(variant: Variant, seed: int, years: int) -> Iterator[tuple[Turn, tuple[Written, ...]]]:
    """The turns of the game with the orders that led to them."""
    chart = Distances(variant.setting)
    position = variant.setting.start
    last = position.phase.year + years
    first = variant.setting.calendar.year[0]
    if (position.phase.season, position.phase.step) != first:
        last += 1
    while position.phase.year < last:
        book = variant.open(position)
        orders: list[Written] = []
        if not book.idle():
            orders = [
                w
                for p in variant.setting.powers
                for w in typed_orders(variant, chart, book, p, seed)
            ]
        turn = variant.open(position).play(orders)
        if not book.idle():
            yield turn, tuple(orders)
        position = turn.after


def typed_orders(
    variant: Variant, chart: Distances, book: Standard, power: Power, seed: int
) -> Iterator[Written]:
    """What one power orders in a phase."""
    phase = variant.setting.calendar.slug(book.position.phase)
    chance = random.Random(f"{variant.name} {seed} {phase} {power}")
    look = PowerView(chart, book, power, chance)
    match book.position.phase.step:
        case "movement":
            yield from movement(MovementPlanner(look), by_fleet=variant.boarding)
        case "retreats":
            yield from retreats(look)
        case "adjustments":
            yield from adjustments(look)


def movement(staff: MovementPlanner, *, by_fleet: bool) -> Iterator[Written]:
    """The orders of a movement phase: voyages first, then marches, then what is special."""
    if by_fleet:
        ride(staff)
    else:
        sail(staff)
    staff.plan()
    divide(staff)
    lead(staff)
    steward(staff)
    yield from staff.orders()


def ending(turn: Turn) -> Result:
    """How the game stands after a turn: won, or unfinished at the limit of years."""
    if turn.winners:
        return Result("won", turn.winners, turn.before.phase)
    return Result("unfinished", (), turn.before.phase)
