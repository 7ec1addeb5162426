"""Plays an exhibition game from its first phase to its end."""

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from builder.formats.sentences import RuleAppearance, RuleSentence
from builder.model.calendar import Phase
from builder.model.findings import Turn
from builder.model.orders import Build, Remove, Retreat, UnitRef, Written
from builder.model.units import Code, Kind, Location, Power, Unit
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
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


class ExhibitionGame(NamedTuple):
    """A game played by the program, the rule sentences that it does not show, and its blunders."""

    record: Record
    unseen: tuple[RuleSentence, ...]
    blunders: int

    @property
    def rank(self) -> tuple[int, int]:
        """A key to choose the best of several games by; the lowest is best."""
        return len(self.unseen), self.blunders


def exhibit(
    variant: Variant,
    seed: int,
    years: int = 10,
    sentences: Sequence[RuleSentence] = (),
    options: Mapping[str, str] = NO_OPTIONS,
) -> ExhibitionGame:
    """Play a game for that number of years or until a power wins; the seed determines the game.

    `sentences` are those of the variant's rules that the game should show; `options` are the
    game's options.
    """
    name = f"{variant.name}-exhibition"
    variant = variant.playing(options, name)
    phases: list[PhaseRecord] = []
    turns: list[Turn] = []
    moments: dict[Phase, str] = {}
    wanted = [s for s in sentences if s.seen]
    for turn, orders in course(variant, seed, years, wanted):
        phases.append(PhaseRecord(turn.before.phase, orders))
        turns.append(turn)
        shown = [*appearances(variant.setting, turn, wanted)]
        for sentence, _ in shown:
            wanted.remove(sentence)
        if shown:
            texts = (f"Sentence {s.number}, {s.says}: {order}." for s, order in shown)
            moments[turn.before.phase] = " ".join(texts)
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
    variant: Variant, seed: int, years: int, wanted: Sequence[RuleSentence]
) -> Iterator[tuple[Turn, tuple[Written, ...]]]:
    """The turns of the game with their orders; the caller removes sentences from `wanted`."""
    position = variant.setting.start
    last = position.phase.year + years
    last += variant.setting.calendar.year[0] != position.phase[1:]
    while position.phase.year < last:
        book = variant.open(position)
        idle = book.idle()
        unshown = [s.seen for s in wanted if s.seen]
        powers = () if idle else variant.setting.powers
        orders = [w for p in powers for w in typed_orders(variant, book, p, seed, unshown)]
        turn = variant.open(position).play(orders)
        if not idle:
            yield turn, tuple(orders)
        position = turn.after


def typed_orders(
    variant: Variant, book: Standard, power: Power, seed: int, unshown: Sequence[RuleAppearance]
) -> Iterator[Written]:
    """The orders of one power in a phase."""
    phase = variant.setting.calendar.slug(book.position.phase)
    chance = random.Random(f"{variant.name} {seed} {phase} {power}")
    view = PowerView(book, power, chance, unshown)
    if book.position.phase.step == "retreats":
        yield from retreats(view)
    elif book.position.phase.step == "adjustments":
        yield from adjustments(view)
    else:
        yield from MovementPlanner(view).orders(boarding=variant.boarding)


SILENT = 0.3
RARE = 2.0


def retreats(view: PowerView) -> Iterator[Written]:
    """Each dislodged unit retreats to the most attractive place."""
    taken: set[Code] = set()
    for d in view.book.driven_out():
        if d.unit.power != view.power or d.unit.aboard:
            continue
        open_to = [place for place in d.refuges if place.province not in taken]
        if open_to:
            kind = d.unit.kind
            to = max(open_to, key=lambda p, k=kind: (view.attraction(k, p), p))  # type: ignore[misc]
            if view.book.holds_ground(d.unit):
                taken.add(to.province)
            ref = UnitRef(d.unit.at, kind, doubled=d.unit.size > 1)
            yield Written(view.power, ref, Retreat(to))


def adjustments(view: PowerView) -> Iterator[Written]:
    """Builds and removals."""
    if view.position.phase == view.setting.calendar.start and view.chance.random() < SILENT:
        return
    due = view.book.dues(view.position).get(view.power, 0)
    if due > 0:
        yield from builds(view, due)
    elif due < 0:
        yield from removals(view, -due)


def builds(view: PowerView, due: int) -> Iterator[Written]:
    """New units in the most attractive sites; units that need no supply are placed first."""
    sites = view.book.sites(view.power)
    if view.position.phase == view.setting.calendar.start:
        for kind in view.setting.kinds.values():
            if kind.upkeep == 0 and sites:
                at = view.setting.board.locations[view.chance.choice(sites)]
                yield Written(view.power, UnitRef(at, kind.code), Build(kind.code, at))
    options = [(kind, at) for code in sites for kind, at in choices(view, code)]
    view.chance.shuffle(options)
    rare = {kind.code: RARE if len(kind.travels_as) > 1 else 1.0 for kind, _ in options}
    hopes = {o: rare[o[0].code] * view.attraction(o[0].code, o[1]) for o in options}
    options.sort(key=lambda o: -hopes[o] * view.chance.uniform(0.5, 1.5))
    for kind, at in options:
        if due and at.province in sites:
            sites.remove(at.province)
            due -= 1
            yield Written(view.power, UnitRef(at, kind.code), Build(kind.code, at))


def choices(view: PowerView, code: Code) -> Iterator[tuple[Kind, Location]]:
    """What could be built in a province."""
    province = view.setting.board.provinces[code]
    for kind in view.setting.kinds.values():
        if kind.upkeep:
            for coast in province.coasts or ("",):
                at = view.book.berth(kind.code, Location(f"{code}/{coast}" if coast else code))
                if isinstance(at, Location):
                    yield kind, at
                    if at.coast == "":
                        break


def removals(view: PowerView, due: int) -> Iterator[Written]:
    """The units in the least attractive places, armies before the fleets that carry them."""
    mine = [u for u in view.mine if view.book.needs_supply(u)]
    carrying = {u.at.province for u in view.position.units if u.aboard}

    def hope(unit: Unit) -> tuple[bool, float, str]:
        bears = not unit.aboard and unit.at.province in carrying
        return bears, view.attraction(unit.kind, unit.at), str(unit)

    for unit in sorted(mine, key=hope)[:due]:
        yield Written(view.power, UnitRef(unit.at, unit.kind), Remove(unit.at))
