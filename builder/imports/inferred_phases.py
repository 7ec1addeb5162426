"""Infers phases that a source leaves out from the next orders: retreats, builds and removals.

Each inferred phase has a note that says so, and a remark.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from builder.imports.importer import PhaseSheet, Remark
from builder.imports.phase_reports import named
from builder.model.board import Code, Location
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.orders import Build, Move, Remove, Retreat, UnitRef, Written
from builder.model.outcomes import DRIVEN_OUT, Outcome
from builder.model.setting import Setting
from builder.model.units import Unit

FAILED = DRIVEN_OUT | {Outcome.DISBANDED, Outcome.BOUNCED, Outcome.FAILED}
Stood = tuple[Power | None, Code]


class InferredPhase(NamedTuple):
    """A phase without a report, and the note on it."""

    sheet: PhaseSheet
    remark: Remark


def retreats(
    moves: PhaseSheet,
    winter: PhaseSheet | None,
    then: PhaseSheet | None,
    setting: Setting,
    absent: Set[Stood] = frozenset(),
) -> InferredPhase | None:
    """The retreats after a movement whose dislodged units are marked; None if none can be seen.

    A unit retreated to the only place beside it (or of the printed ones) where the next orders, or
    a removal in Winter, name a unit of its power and kind that was neither there before nor built.
    A unit named nowhere has left the board. `absent` are units that the next orders name, but of
    which the source says that they do not exist.
    """
    lost = {(p.power, p.at.province): p for p in moves.results if Outcome.DISLODGED in p.outcomes}
    if not lost:
        return None
    ordered = winter.orders if winter else []
    built = {(w.issuer, w.order.at.province) for w in ordered if isinstance(w.order, Build)}
    stood = moves.after or left(moves, None)
    gone = absent | built | {(unit.power, unit.at.province) for unit in stood}
    seen = [(w.issuer, w.unit.at, w.unit.kind) for w in (then.orders if then else ()) if w.unit]
    seen += [
        (w.issuer, w.order.at, w.unit.kind if w.unit else None)
        for w in ordered
        if isinstance(w.order, Remove)
    ]
    fresh = [one for one in seen if (one[0], one[1].province) not in gone]
    found: list[Written] = []
    taken: set[Code] = set()
    for (power, home), said in lost.items():
        w = next((w for w in moves.orders if w.issuer == power and w.home == home), None)
        if w is None or w.unit is None:
            continue
        near = said.options if said.options is not None else _near(w.unit, moves, setting)
        kinds = (None, w.unit.kind)
        beside = {at: p for p, at, kind in fresh if kind in kinds or w.unit.kind is None}
        goals = {
            place
            for at, p in beside.items()
            if p == power and at.province not in taken
            for place in _place(at, near)
        }
        if len(goals) == 1:
            to = goals.pop()
            taken.add(to.province)
            found.append(Written(w.issuer, w.unit, Retreat(to), "", moves.line))
    if not found:
        return None
    sheet = PhaseSheet(setting.calendar.next(moves.phase), orders=found, line=moves.line)
    return _inferred(sheet, "retreats", then or winter or moves)


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
    return [Written(u.power, UnitRef(u.at, u.kind), Build(u.kind, u.at), "", line) for u in units]


def at_home(units: Iterable[Unit], setting: Setting) -> bool:
    """Is each of the units in a home centre of its power?"""
    return all(unit.at.province in setting.homes.get(unit.power, ()) for unit in units)


def adjustments(
    moves: PhaseSheet, retreated: PhaseSheet | None, then: PhaseSheet, setting: Setting
) -> InferredPhase | None:
    """The builds and removals between a Fall and the next Spring, whose reports both name every
    unit; None if there are none, or if they do not explain all differences."""
    orders: list[Written] = []
    removals: list[Written] = []
    for _, fresh, gone in changes(moves, retreated, then):
        if (fresh and gone) or not at_home(fresh, setting):
            return None
        orders += builds(fresh)
        removals += [Written(u.power, UnitRef(u.at, u.kind), Remove(u.at)) for u in gone]
    sheet = PhaseSheet(Phase(moves.phase.year, "winter", "adjustments"), line=then.line)
    sheet.orders = orders + removals
    return _inferred(sheet, "builds and removals", then) if sheet.orders else None


def _inferred(sheet: PhaseSheet, what: str, then: PhaseSheet) -> InferredPhase:
    text = f"no report of the {what}; taken from the orders of {then.phase.season}"
    sheet.infer(text, then.line)
    return InferredPhase(sheet, Remark(sheet.line, text))


def left(moves: PhaseSheet, retreated: PhaseSheet | None) -> Iterator[Unit]:
    """The units after a movement and its retreats, according to the printed results."""
    orders = [(w, w.order.to) for w in moves.orders if isinstance(w.order, Move)]
    goals = {(w.issuer, w.home): to for w, to in orders if Outcome.MOVED in moves.said(w)}
    gone = {(p.power, p.at.province) for p in moves.results if p.outcomes & DRIVEN_OUT}
    for unit in named(moves):
        key = unit.power, unit.at.province
        if key not in gone:
            yield unit._replace(at=goals.get(key, unit.at))
    for w in retreated.orders if retreated else ():
        lost = retreated is not None and retreated.said(w) & FAILED
        if isinstance(w.order, Retreat) and w.unit and w.unit.kind and not lost:
            yield Unit(w.issuer, w.unit.kind, w.order.to)


def bridged(
    sheets: Sequence[PhaseSheet],
    setting: Setting,
    remarks: list[Remark],
    winters: bool = False,
    absent: Callable[[PhaseSheet], Set[Stood]] = lambda _: frozenset(),
) -> Iterator[PhaseSheet]:
    """The phases, with inferred retreats, and with `winters` inferred adjustments, between them. A
    chart of centres printed after a movement belongs to the retreats inferred after it. `absent`
    gives the units in the orders of a phase that do not exist."""
    moves = retreated = None
    for i, sheet in enumerate(sheets):
        yield sheet
        following = sheets[i + 1] if i + 1 < len(sheets) else None
        then = next((s for s in sheets[i + 1 :] if s.phase.step == "movement"), None)
        if sheet.phase.step == "movement":
            moves, retreated = sheet, None
            winter = following if following and following.phase.step == "adjustments" else None
            reported = following is not None and following.phase.step == "retreats"
            away = absent(then) if then else frozenset()
            if not reported and (supplied := retreats(sheet, winter, then, setting, away)):
                retreated = supplied.sheet
                retreated.owners, sheet.owners = sheet.owners, None
                retreated.counts, sheet.counts = sheet.counts, None
                remarks.append(supplied.remark)
                yield retreated
        elif sheet.phase.step == "retreats":
            retreated = sheet
        else:
            moves = None
        if winters and moves and following is then and then and then.phase.year > sheet.phase.year:
            supplied = adjustments(moves, retreated, then, setting)
            if supplied:
                remarks.append(supplied.remark)
                yield supplied.sheet


def _near(unit: UnitRef, moves: PhaseSheet, setting: Setting) -> Collection[Location]:
    """The places that a unit can reach, from any coast and as any kind if these are not known."""
    season = setting.calendar.next(moves.phase).season
    kinds = [setting.kinds[unit.kind]] if unit.kind else [*setting.kinds.values()]
    return {
        to
        for kind in kinds
        for start, ends in setting.board.reach(kind, season).items()
        if start == unit.at or (not unit.at.coast and start.province == unit.at.province)
        for to in ends
    }


def _place(at: Location, near: Collection[Location]) -> list[Location]:
    """The places in `near` that are meant, one at most; a coast may be missing if only one
    fits."""
    if at in near:
        return [at]
    alike = [place for place in near if place.province == at.province]
    return alike if len(alike) == 1 and not (at.coast and alike[0].coast) else []
