"""Plays an exhibition game from its first phase to its end."""

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from builder.formats.sentences import RuleSentence
from builder.model.board import Code, Location
from builder.model.calendar import Phase
from builder.model.kinds import Kind, Power
from builder.model.orders import Build, Remove, Retreat, UnitRef, Written
from builder.model.turns import Turn
from builder.model.units import Unit
from builder.record import PhaseRecord, Record, Result
from builder.rules.standard import Standard
from builder.selfplay.convoys import ride, sail
from builder.selfplay.evaluation import Distances, PowerView
from builder.selfplay.movement import MovementPlanner
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


SILENT = 0.3
RARE = 2.0


def retreats(look: PowerView) -> Iterator[Written]:
    """Every dislodged unit goes where it hopes for most; now and then one forgets to."""
    taken: set[Code] = set()
    for d in look.book.driven_out():
        if d.unit.power != look.power or d.unit.aboard:
            continue
        open_to = [place for place in d.refuges if place.province not in taken]
        if open_to:
            kind = d.unit.kind
            to = max(open_to, key=lambda p, k=kind: (look.attraction(k, p), p))  # type: ignore[misc]
            if look.book.holds_ground(d.unit):
                taken.add(to.province)
            ref = UnitRef(d.unit.at, kind, doubled=d.unit.size > 1)
            yield Written(look.power, ref, Retreat(to))


def adjustments(look: PowerView) -> Iterator[Written]:
    """Builds and removals."""
    if look.position.phase == look.setting.calendar.start and look.chance.random() < SILENT:
        return
    due = look.book.dues(look.position).get(look.power, 0)
    if due > 0:
        yield from builds(look, due)
    elif due < 0:
        yield from removals(look, -due)


def builds(look: PowerView, due: int) -> Iterator[Written]:
    """New units where most is to be had; what needs no supply is placed first."""
    sites = look.book.sites(look.power)
    if look.position.phase == look.setting.calendar.start:
        for kind in look.setting.kinds.values():
            if kind.upkeep == 0 and sites:
                at = look.setting.board.locations[look.chance.choice(sites)]
                yield Written(look.power, UnitRef(at, kind.code), Build(kind.code, at))
    options = [(kind, at) for code in sites for kind, at in choices(look, code)]
    look.chance.shuffle(options)
    rare = {kind.code: RARE if len(kind.travels_as) > 1 else 1.0 for kind, _ in options}
    hopes = {o: rare[o[0].code] * look.attraction(o[0].code, o[1]) for o in options}
    options.sort(key=lambda o: -hopes[o] * look.chance.uniform(0.5, 1.5))
    for kind, at in options:
        if due and at.province in sites:
            sites.remove(at.province)
            due -= 1
            yield Written(look.power, UnitRef(at, kind.code), Build(kind.code, at))


def choices(look: PowerView, code: Code) -> Iterator[tuple[Kind, Location]]:
    """What could be built in a province."""
    province = look.setting.board.provinces[code]
    for kind in look.setting.kinds.values():
        if kind.upkeep:
            for coast in province.coasts or ("",):
                at = look.book.berth(kind.code, Location(f"{code}/{coast}" if coast else code))
                if isinstance(at, Location):
                    yield kind, at
                    if at.coast == "":
                        break


def removals(look: PowerView, due: int) -> Iterator[Written]:
    """The units from which least is to be hoped, armies before the fleets that bear them."""
    mine = [u for u in look.mine if look.book.needs_supply(u)]
    carrying = {u.at.province for u in look.position.units if u.aboard}

    def hope(unit: Unit) -> tuple[bool, float, str]:
        bears = not unit.aboard and unit.at.province in carrying
        return bears, look.attraction(unit.kind, unit.at), str(unit)

    for unit in sorted(mine, key=hope)[:due]:
        yield Written(look.power, UnitRef(unit.at, unit.kind), Remove(unit.at))
