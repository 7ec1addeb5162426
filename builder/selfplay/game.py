"""Plays an exhibition game from its first phase to its end."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from builder.formats.sentences import RuleSentence
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.orders import Written
from builder.model.turns import Turn
from builder.record import PhaseRecord, Record, Result
from builder.rules.standard import Standard
from builder.selfplay.convoys import ride, sail
from builder.selfplay.evaluation import Distances, PowerView
from builder.selfplay.movement import MovementPlanner
from builder.selfplay.retreats_and_builds import adjustments, retreats
from builder.selfplay.rule_appearances import appearances, blunders
from builder.selfplay.special_orders import divide, join, lead, order_neutral_units
from builder.variant import Variant

NOTE = (
    "Exhibition game, played by the program's own seeded player to show the rules of the variant;"
    " no people took part. `chancery exhibit {variant} --seed {seed} --years {years}{chosen}`"
    " writes it again, letter for letter."
)
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


class ExhibitionGame(NamedTuple):
    """A game played by the program, the sentences that it does not show, and its blunders."""

    record: Record
    unseen: tuple[RuleSentence, ...]
    blunders: int

    @property
    def rank(self) -> tuple[int, int]:
        """What to choose the best of several games by, the lowest first."""
        return len(self.unseen), self.blunders


def exhibit(
    variant: Variant,
    seed: int,
    years: int = 10,
    sentences: Sequence[RuleSentence] = (),
    options: Mapping[str, str] = NO_OPTIONS,
) -> ExhibitionGame:
    """Plays a game for that number of years or until a power wins; the same seed, the same game.

    `sentences` are those of the variant's rules that the game should show, `options` its own.
    """
    name = f"{variant.name}-exhibition"
    variant = variant.playing(options, name)
    phases: list[PhaseRecord] = []
    turns: list[Turn] = []
    moments: dict[Phase, str] = {}
    chart = Distances(variant.setting)
    wanted = [s for s in sentences if s.seen]
    for turn, orders in course(variant, chart, seed, years, wanted):
        phases.append(PhaseRecord(turn.before.phase, orders))
        turns.append(turn)
        said = []
        for sentence, order in appearances(variant.setting, turn, [*wanted]):
            wanted.remove(sentence)
            said.append(f"Sentence {sentence.number}, {sentence.says}: {order}.")
        if said:
            moments[turn.before.phase] = " ".join(said)
        if turn.winners:
            break
    last = turns[-1]
    chosen = "".join(f" --option {key}={value}" for key, value in options.items())
    record = Record(
        id=name,
        name=f"{variant.about.title}: an exhibition",
        variant=variant.name,
        phases=tuple(phases),
        options=options,
        status="exhibition",
        players=dict.fromkeys(variant.setting.powers, "the seeded player"),
        result=Result("won" if last.winners else "unfinished", last.winners, last.before.phase),
        moments=moments,
        tags=("exhibition",),
        note=NOTE.format(variant=variant.name, seed=seed, years=years, chosen=chosen),
    )
    return ExhibitionGame(record, tuple(wanted), blunders(turns))


def course(
    variant: Variant, chart: Distances, seed: int, years: int, wanted: Sequence[RuleSentence]
) -> Iterator[tuple[Turn, tuple[Written, ...]]]:
    """The turns of the game with the orders that led to them; `wanted` shrinks meanwhile."""
    position = variant.setting.start
    last = position.phase.year + years
    last += variant.setting.calendar.year[0] != position.phase[1:]
    while position.phase.year < last:
        book = variant.open(position)
        idle = book.idle()
        chart.sights = [s.seen for s in wanted if s.seen]
        powers = () if idle else variant.setting.powers
        orders = [w for p in powers for w in typed_orders(variant, chart, book, p, seed)]
        turn = variant.open(position).play(orders)
        if not idle:
            yield turn, tuple(orders)
        position = turn.after


def typed_orders(
    variant: Variant, chart: Distances, book: Standard, power: Power, seed: int
) -> Iterator[Written]:
    """What one power orders in a phase: voyages first, then marches, then what is special."""
    phase = variant.setting.calendar.slug(book.position.phase)
    chance = random.Random(f"{variant.name} {seed} {phase} {power}")
    look = PowerView(chart, book, power, chance)
    if book.position.phase.step == "retreats":
        yield from retreats(look)
    elif book.position.phase.step == "adjustments":
        yield from adjustments(look)
    else:
        planner = MovementPlanner(look)
        voyages = ride if variant.boarding else sail
        for step in (voyages, join, MovementPlanner.plan, divide, lead, order_neutral_units):
            step(planner)
        yield from planner.orders()
