"""What reports of phases say: the units that they name, results in brackets (`(*cut, dislodged*)`),
the stretches without gaps; and the retreats, builds and removals that the next orders show where
none reports them. Each inferred phase has a note that says so, and a remark."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set

from builder.imports.foreign_game import ANY_POWER, ForeignGame, PhaseSheet
from builder.imports.importer import KINDS
from builder.model import orders
from builder.model.calendar import Calendar, Phase
from builder.model.orders import UnitRef, Written
from builder.model.outcomes import DRIVEN_OUT, Outcome
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power, Unit

NEXT_ORDERS = "The position after each phase is the one that the orders of the next phase name."
DONE: dict[type, list[Outcome]] = {
    orders.Move: [Outcome.MOVED], orders.Support: [Outcome.GIVEN], orders.Hold: [Outcome.HELD],
}  # fmt: skip
CARRIED_OUT: dict[type, list[Outcome]] = {
    orders.Retreat: [Outcome.RETREATED], orders.Disband: [Outcome.DISBANDED],
    orders.Build: [Outcome.BUILT], orders.Remove: [Outcome.REMOVED],
}  # fmt: skip
DONE_AS = DONE | CARRIED_OUT | {orders.Convoy: [Outcome.CARRIED]}
TAGS = re.compile(r"\(\*\s*+(?P<tags>[^*]*?)\s*\*\)")
FAILED = DRIVEN_OUT | {Outcome.DISBANDED, Outcome.BOUNCED, Outcome.FAILED}
UnitPlace = tuple[Power | None, Code]  # the power and the province of a unit


def named(sheet: PhaseSheet) -> list[Unit]:
    """The units that the report of a movement names: those on the board when it begins."""
    ordered = [(w.issuer, w.unit) for w in sheet.orders if w.unit]
    units = [Unit(p, u.kind, u.at) for p, u in ordered if u.kind]
    for p in sheet.results:
        if p.power and Outcome.NO_ORDER in p.outcomes:
            kind = KINDS[TAGS.sub("", p.text).split()[0].lower()]
            units.append(Unit(p.power, kind, p.at))
    return units


def name_position(sheet: PhaseSheet, later: PhaseSheet, unsure: Set[Power]) -> None:
    """Take the position after a phase from the orders of the movement that follows, which name
    every unit. Powers of which one of these orders was not read are left out."""
    if ANY_POWER not in unsure:
        sheet.after = [unit for unit in named(later) if unit.power not in unsure]
        sheet.whole = sheet.whole and not unsure


def stretches(sheets: Iterable[PhaseSheet], calendar: Calendar) -> list[list[PhaseSheet]]:
    """The phases in order, cut where the report of a movement is missing between two."""
    runs: list[list[PhaseSheet]] = []
    due: Phase | None = None
    for sheet in sorted(sheets, key=lambda s: calendar.rank(s.phase)):
        if due is None or calendar.rank(due) < calendar.rank(sheet.phase):
            runs.append([])
        runs[-1].append(sheet)
        due = calendar.movement_after(sheet.phase)
    return runs


def tags(text: str) -> list[str]:
    """The results in brackets after an order."""
    tags: list[str] = []
    for brackets in TAGS.finditer(text):
        tags += [tag.strip() for tag in brackets["tags"].lower().split(",")]
    return tags


class PhaseInference:
    """Infers the phases between those of one game. `absent` gives the units in the orders of a
    phase of which the source says that they do not exist."""

    def __init__(
        self,
        game: ForeignGame,
        absent: Callable[[PhaseSheet], Set[UnitPlace]] = lambda _: frozenset(),
    ) -> None:
        self.game = game
        self.setting = game.setting
        self.absent = absent

    def bridged(self, sheets: Sequence[PhaseSheet], winters: bool = False) -> Iterator[PhaseSheet]:
        """The phases, with inferred retreats, and with `winters` inferred adjustments, between
        them. A chart of centres printed after a movement belongs to the retreats after it."""
        moves: PhaseSheet | None = None
        retreated: PhaseSheet | None = None
        for index, sheet in enumerate(sheets):
            yield sheet
            later = sheets[index + 1 :]
            following = later[0] if later else None
            then = next((s for s in later if s.phase.step == "movement"), None)
            if sheet.phase.step == "movement":
                moves = sheet
                retreated = None
                winter = following if following and following.phase.step == "adjustments" else None
                reported = following is not None and following.phase.step == "retreats"
                if not reported and (retreated := self._retreats(sheet, winter, then)):
                    retreated.owners = sheet.owners
                    sheet.owners = None
                    retreated.counts = sheet.counts
                    sheet.counts = None
                    yield retreated
            elif sheet.phase.step == "retreats":
                retreated = sheet
            else:
                moves = None
            passed = following is then and then and then.phase.year > sheet.phase.year
            if winters and moves and passed and then:
                yield from self._adjustments(moves, retreated, then)

    def _retreats(
        self, moves: PhaseSheet, winter: PhaseSheet | None, then: PhaseSheet | None
    ) -> PhaseSheet | None:
        """The retreats after a movement whose dislodged units are marked; None if none can be seen.

        A unit retreated to the only place beside it (or of the printed ones) where the next orders,
        or a removal in Winter, name a unit of its power and kind that was neither there before nor
        built. A unit named nowhere has left the board.
        """
        dislodged = (p for p in moves.results if Outcome.DISLODGED in p.outcomes)
        lost = {(p.power, p.at.province): p for p in dislodged}
        fresh = self._fresh(moves, winter, then) if lost else []
        retreats: list[Written] = []
        taken: set[Code] = set()
        for key, printed in lost.items():
            w = next((w for w in moves.orders if (w.issuer, w.home) == key), None)
            if w is None or w.unit is None:
                continue
            near = printed.options if printed.options is not None else self._near(w.unit, moves)
            power_at = {unit.at: power for power, unit in fresh if _same_kind(unit, w.unit)}
            goals: set[Location] = set()
            for at, power in power_at.items():
                if power == w.issuer and at.province not in taken:
                    goals.update(_place(at, near))
            if len(goals) == 1:
                to = goals.pop()
                taken.add(to.province)
                retreats.append(Written(w.issuer, w.unit, orders.Retreat(to), "", moves.line))
        phase = self.setting.calendar.next(moves.phase)
        sheet = PhaseSheet(phase, orders=retreats, line=moves.line)
        return next(self._noted(sheet, "retreats", then or winter or moves), None)

    def _fresh(
        self, moves: PhaseSheet, winter: PhaseSheet | None, then: PhaseSheet | None
    ) -> list[tuple[Power, UnitRef]]:
        """The units in the next orders and removals that were neither there before nor built."""
        adjustments = winter.orders if winter else []
        following = then.orders if then else []
        explained: set[UnitPlace] = set(self.absent(then)) if then else set()
        for w in adjustments:
            if isinstance(w.order, orders.Build):
                explained.add((w.issuer, w.order.at.province))
        for stayed in moves.after or left(moves, None):
            explained.add((stayed.power, stayed.at.province))
        removals = [w for w in adjustments if isinstance(w.order, orders.Remove)]
        named = [(w.issuer, w.unit) for w in (*following, *removals) if w.unit]
        return [each for each in named if (each[0], each[1].at.province) not in explained]

    def _adjustments(
        self, moves: PhaseSheet, retreated: PhaseSheet | None, then: PhaseSheet
    ) -> Iterator[PhaseSheet]:
        """The builds and removals between a Fall and the next Spring, whose reports both name every
        unit; nothing if there are none, or if they do not explain all differences."""
        built: list[Written] = []
        removed: list[Written] = []
        for _, fresh, gone in changes(moves, retreated, then):
            if (fresh and gone) or not at_home(fresh, self.setting):
                return
            built += builds(fresh)
            removed += [Written(u.power, UnitRef(u.at, u.kind), orders.Remove(u.at)) for u in gone]
        winter = Phase(moves.phase.year, "winter", "adjustments")
        sheet = PhaseSheet(winter, orders=built + removed, line=then.line)
        yield from self._noted(sheet, "builds and removals", then)

    def _noted(self, sheet: PhaseSheet, what: str, then: PhaseSheet) -> Iterator[PhaseSheet]:
        """The sheet with a note and a remark that it was inferred; nothing without orders."""
        if sheet.orders:
            text = f"no report of the {what}; taken from the orders of {then.phase.season}"
            sheet.infer(text, then.line)
            self.game.remark(sheet.line, text)
            yield sheet

    def _near(self, unit: UnitRef, moves: PhaseSheet) -> Collection[Location]:
        """The places that a unit can reach; an unknown coast or kind may be any."""
        season = self.setting.calendar.next(moves.phase).season
        all_kinds = self.setting.kinds
        kinds = [all_kinds[unit.kind]] if unit.kind else all_kinds.values()
        near: set[Location] = set()
        for kind in kinds:
            for start, ends in self.setting.board.reach(kind, season).items():
                any_coast = not unit.at.coast and start.province == unit.at.province
                if any_coast or start == unit.at:
                    near.update(ends)
        return near


def _same_kind(one: UnitRef, other: UnitRef) -> bool:
    """May two references mean units of one kind? A kind that is not written may be any."""
    return one.kind is None or other.kind is None or one.kind == other.kind


def _place(at: Location, near: Collection[Location]) -> list[Location]:
    """The place in `near` that is meant, if any; a coast may be missing if only one fits."""
    if at in near:
        return [at]
    alike = [place for place in near if place.province == at.province]
    return alike if len(alike) == 1 and not (at.coast and alike[0].coast) else []


def changes(
    moves: PhaseSheet, retreated: PhaseSheet | None, then: PhaseSheet
) -> Iterator[tuple[Power, list[Unit], list[Unit]]]:
    """For each power its new units and its missing ones: the next orders name a new unit where the
    power had none after a movement and its retreats, and do not name a missing one."""
    stood = {(u.power, u.at.province): u for u in left(moves, retreated)}
    stands = {(u.power, u.at.province): u for u in named(then)}
    for power in dict.fromkeys(power for power, _ in (*stands, *stood)):
        fresh = [unit for key, unit in stands.items() if key not in stood and key[0] == power]
        gone = [unit for key, unit in stood.items() if key not in stands and key[0] == power]
        yield power, fresh, gone


def builds(units: Iterable[Unit], line: int = 0) -> list[Written]:
    """The orders that build units."""
    written = []
    for unit in units:
        build = orders.Build(unit.kind, unit.at)
        written.append(Written(unit.power, UnitRef(unit.at, unit.kind), build, "", line))
    return written


def at_home(units: Iterable[Unit], setting: Setting) -> bool:
    """Is each of the units in a home centre of its power?"""
    return all(unit.at.province in setting.homes.get(unit.power, ()) for unit in units)


def left(moves: PhaseSheet, retreated: PhaseSheet | None) -> Iterator[Unit]:
    """The units after a movement and its retreats, according to the printed results."""
    ordered = [(w, w.order.to) for w in moves.orders if isinstance(w.order, orders.Move)]
    goals = {(w.issuer, w.home): to for w, to in ordered if Outcome.MOVED in moves.said(w)}
    gone = {(p.power, p.at.province) for p in moves.results if p.outcomes & DRIVEN_OUT}
    for unit in named(moves):
        key = unit.power, unit.at.province
        if key not in gone:
            yield unit._replace(at=goals.get(key, unit.at))
    for w in retreated.orders if retreated else ():
        lost = retreated is not None and retreated.said(w) & FAILED
        if isinstance(w.order, orders.Retreat) and w.unit and w.unit.kind and not lost:
            yield Unit(w.issuer, w.unit.kind, w.order.to)
