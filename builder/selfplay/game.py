"""Plays an exhibition game from its first phase to its end."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.formats.sentences import RuleSentence
from builder.model.calendar import Phase
from builder.model.findings import Turn
from builder.model.orders import Build, Remove, Retreat, UnitRef, Written
from builder.model.units import Code, KindCode, Location
from builder.record import PhaseRecord, Record, Result
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
SILENT = 0.3  # the chance to build nothing in a first Winter
RARE = 2.0  # how much a kind of unit that travels in several ways is worth


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
        found = appearances(variant.setting, turn, wanted)
        shown = {s: f"Sentence {s.number}, {s.says}: {order}." for s, order in found}
        wanted[:] = [s for s in wanted if s not in shown]
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
    last = position.phase.year + years
    last += variant.setting.calendar.year[0] != position.phase[1:]
    while position.phase.year < last:
        book, orders = variant.open(position), list[Written]()
        idle = book.idle()
        unshown = [s.seen for s in wanted if s.seen]
        phase = variant.setting.calendar.slug(position.phase)
        for power in () if idle else variant.setting.powers:
            chance = random.Random(f"{variant.name} {seed} {phase} {power}")
            known = book, power, chance, unshown
            if position.phase.step == "retreats":
                orders += _retreats(PowerView(*known))
            elif position.phase.step == "adjustments":
                orders += _adjustments(PowerView(*known))
            else:
                orders += MovementPlanner(*known).orders()
        turn = variant.open(position).play(orders)
        if not idle:
            yield turn, tuple(orders)
        position = turn.after


def _retreats(view: PowerView) -> Iterator[Written]:
    """Each dislodged unit retreats to the most attractive place."""
    taken: set[Code] = set()
    for d in view.book.driven_out():
        kind = d.unit.kind
        refuges = [(view.attraction(kind, p), p) for p in d.refuges if p.province not in taken]
        if refuges and d.unit.power == view.power and not d.unit.aboard:
            _, to = max(refuges)
            if view.book.holds_ground(d.unit):
                taken.add(to.province)
            ref = UnitRef(d.unit.at, kind, doubled=d.unit.size > 1)
            yield Written(view.power, ref, Retreat(to))


def _adjustments(view: PowerView) -> Iterator[Written]:
    """Builds, or removals in the least attractive places; armies before fleets that carry them."""
    if view.position.phase == view.setting.calendar.start and view.chance.random() < SILENT:
        return
    due = view.book.dues(view.position).get(view.power, 0)
    if due > 0:
        yield from _builds(view, due)
    carrying = {u.at.province for u in view.position.units if u.aboard}
    mine = [
        (not u.aboard and u.at.province in carrying, view.attraction(u.kind, u.at), str(u), u)
        for u in view.mine
        if view.book.needs_supply(u)
    ]
    for *_, unit in sorted(mine)[: max(-due, 0)]:
        yield Written(view.power, UnitRef(unit.at, unit.kind), Remove(unit.at))


def _builds(view: PowerView, due: int) -> Iterator[Written]:
    """New units in the most attractive sites; units that need no supply are placed first."""
    sites, kinds = view.book.sites(view.power), view.setting.kinds.values()
    if view.position.phase == view.setting.calendar.start:
        for kind in kinds:
            if kind.upkeep == 0 and sites:
                at = view.setting.board.locations[view.chance.choice(sites)]
                yield Written(view.power, UnitRef(at, kind.code), Build(kind.code, at))
    fed = [kind for kind in kinds if kind.upkeep]
    options = [(k, at) for site in sites for k in fed for at in _berths(view, k.code, site)]
    view.chance.shuffle(options)
    hopes = []
    for kind, at in options:
        hope = view.attraction(kind.code, at) * (RARE if len(kind.travels_as) > 1 else 1.0)
        hopes.append((hope * view.chance.uniform(0.5, 1.5), kind.code, at))
    for _, code, at in sorted(hopes, key=lambda hope: -hope[0]):
        if due and at.province in sites:
            sites.remove(at.province)
            due -= 1
            yield Written(view.power, UnitRef(at, code), Build(code, at))


def _berths(view: PowerView, kind: KindCode, code: Code) -> Iterator[Location]:
    """Where a unit of a kind can be built in a province: on one of its coasts, if it needs one."""
    places = (at for at in view.setting.board.locations.values() if at.province == code)
    berths = dict.fromkeys(view.book.berth(kind, at) for at in places)
    return (at for at in berths if isinstance(at, Location))
