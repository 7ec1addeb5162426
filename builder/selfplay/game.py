"""Plays an exhibition game from its first phase to its end."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from builder.formats.sentences import RuleAppearance, RuleSentence
from builder.model.calendar import Phase
from builder.model.orders import Build, Remove, Retreat, UnitRef, Written
from builder.model.results import Turn
from builder.model.units import Code, Kind, KindCode, Location, Power, Unit
from builder.record import PhaseRecord, Record, Result
from builder.rules.standard import Standard
from builder.selfplay.evaluation import PowerView
from builder.selfplay.movement import MovementPlanner
from builder.selfplay.rule_appearances import appearances, blunders
from builder.variant import Variant

NOTE = (
    "Exhibition game, played by the program's own seeded player to show the rules of the variant;"
    " no people took part. `chancery exhibit {variant} --seed {seed} --years {years}{chosen}`"
    " writes it again, letter for letter."
)
Sentences = Sequence[RuleSentence]
CHANCE_TO_BUILD_NOTHING = 0.3  # in a first Winter
SEVERAL_WAYS = 2.0  # how much a kind of unit that travels in several ways is worth


class ExhibitionGame(NamedTuple):
    """A game played by the program, the rule sentences that it does not show, and its blunders."""

    record: Record
    unseen: tuple[RuleSentence, ...]
    blunders: int


def exhibit(
    variant: Variant, seed: int, years: int, sentences: Sentences, options: Mapping[str, str]
) -> ExhibitionGame:
    """Play a game for that number of years or until a power wins; the seed determines the game.
    It should show the `sentences` of the variant's rules; `options` are the game's options."""
    name = f"{variant.name}-exhibition"
    variant = variant.playing(options, name)
    phases: list[PhaseRecord] = []
    turns: list[Turn] = []
    moments: dict[Phase, str] = {}
    wanted = [s for s in sentences if s.seen]
    for turn, orders in _course(variant, seed, years, wanted):
        phases.append(PhaseRecord(turn.before.phase, orders))
        turns.append(turn)
        shown: dict[RuleSentence, str] = {}
        for sentence, order in appearances(variant.setting, turn, wanted):
            shown[sentence] = f"Sentence {sentence.number}, {sentence.says}: {order}."
        wanted[:] = [sentence for sentence in wanted if sentence not in shown]
        if shown:
            moments[turn.before.phase] = " ".join(shown.values())
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


def _course(
    variant: Variant, seed: int, years: int, wanted: Sentences
) -> Iterator[tuple[Turn, tuple[Written, ...]]]:
    """The turns of the game with their orders; the caller removes sentences from `wanted`."""
    position = variant.setting.start
    end = position.phase.year + years
    begins_within_a_year = variant.setting.calendar.year[0] != position.phase[1:]
    if begins_within_a_year:
        end += 1
    while position.phase.year < end:
        book = variant.open(position)
        if book.idle():
            position = book.play(()).after
            continue
        unshown = [sentence.seen for sentence in wanted if sentence.seen]
        slug = variant.setting.calendar.slug(position.phase)
        orders: list[Written] = []
        for power in variant.setting.powers:
            chance = random.Random(f"{variant.name} {seed} {slug} {power}")
            orders += _orders(book, power, chance, unshown)
        turn = variant.open(position).play(orders)
        yield turn, tuple(orders)
        position = turn.after


def _orders(
    book: Standard, power: Power, chance: random.Random, unshown: Sequence[RuleAppearance]
) -> Iterable[Written]:
    """The orders of one power for the phase at which the rules are open."""
    step = book.position.phase.step
    if step == "retreats":
        return _retreats(PowerView(book, power, chance, unshown))
    if step == "adjustments":
        return _adjustments(PowerView(book, power, chance, unshown))
    return MovementPlanner(book, power, chance, unshown).orders()


def _retreats(view: PowerView) -> Iterator[Written]:
    """Each dislodged unit retreats to the most attractive place."""
    taken: set[Code] = set()
    for dislodged in view.book.driven_out():
        unit = dislodged.unit
        refuges: list[tuple[float, Location]] = []
        for place in dislodged.refuges:
            if place.province not in taken:
                refuges.append((view.attraction(unit.kind, place), place))
        if not refuges or unit.power != view.power or unit.aboard:
            continue
        _, to = max(refuges)
        if view.book.holds_ground(unit):
            taken.add(to.province)
        ref = UnitRef(unit.at, unit.kind, doubled=unit.size > 1)
        yield Written(view.power, ref, Retreat(to))


def _adjustments(view: PowerView) -> Iterator[Written]:
    """Builds, or removals in the least attractive places; armies before fleets that carry them."""
    first_phase = view.position.phase == view.setting.calendar.start
    if first_phase and view.chance.random() < CHANCE_TO_BUILD_NOTHING:
        return
    due = view.book.dues(view.position).get(view.power, 0)
    if due > 0:
        yield from _builds(view, due)
    if due < 0:
        yield from _removals(view, -due)


def _removals(view: PowerView, count: int) -> Iterator[Written]:
    """That many units are removed: where it is least attractive, but carried ones first."""
    carrying = {unit.at.province for unit in view.position.units if unit.aboard}

    def reluctance(unit: Unit) -> tuple[bool, float, str]:
        carries = not unit.aboard and unit.at.province in carrying
        return carries, view.attraction(unit.kind, unit.at), str(unit)

    fed = [unit for unit in view.mine if view.book.needs_supply(unit)]
    for unit in sorted(fed, key=reluctance)[:count]:
        yield Written(view.power, UnitRef(unit.at, unit.kind), Remove(unit.at))


def _builds(view: PowerView, due: int) -> Iterator[Written]:
    """New units in the most attractive sites; units that need no supply are placed first."""
    sites = view.book.sites(view.power)
    if view.position.phase == view.setting.calendar.start:
        for kind in view.setting.kinds.values():
            if kind.upkeep == 0 and sites:
                at = view.setting.board.locations[view.chance.choice(sites)]
                yield Written(view.power, UnitRef(at, kind.code), Build(kind.code, at))
    for code, at in _by_attraction(view, sites):
        if due and at.province in sites:
            sites.remove(at.province)
            due -= 1
            yield Written(view.power, UnitRef(at, code), Build(code, at))


def _by_attraction(view: PowerView, sites: Sequence[Code]) -> list[tuple[KindCode, Location]]:
    """The units that may be built in these sites, the best first, with some chance."""
    fed = [kind for kind in view.setting.kinds.values() if kind.upkeep]
    options: list[tuple[Kind, Location]] = []
    for site, kind in product(sites, fed):
        options += [(kind, at) for at in _berths(view, kind.code, site)]
    view.chance.shuffle(options)
    rated: list[tuple[float, KindCode, Location]] = []
    for kind, at in options:
        rating = view.attraction(kind.code, at)
        if len(kind.travels_as) > 1:
            rating *= SEVERAL_WAYS
        rated.append((rating * view.chance.uniform(0.5, 1.5), kind.code, at))
    rated.sort(key=lambda option: -option[0])
    return [(code, at) for _, code, at in rated]


def _berths(view: PowerView, kind: KindCode, code: Code) -> Iterator[Location]:
    """Where a unit of a kind can be built in a province: on one of its coasts, if it needs one."""
    places = (at for at in view.setting.board.locations.values() if at.province == code)
    berths = dict.fromkeys(view.book.berth(kind, at) for at in places)
    return (at for at in berths if isinstance(at, Location))
