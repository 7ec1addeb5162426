"""What a source leaves out and the next orders show: who retreated where, builds and removals.

Every phase that is inferred says so in a note, and in a remark.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from typing import NamedTuple

from builder.imports.importer import PhaseSheet, Remark
from builder.imports.phase_reports import named
from builder.model.board import Code, Location
from builder.model.calendar import Phase
from builder.model.kinds import KindCode, Power
from builder.model.orders import Build, Move, Remove, Retreat, UnitRef, Written
from builder.model.outcomes import DRIVEN_OUT, Outcome
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Note

FAILED = DRIVEN_OUT | {Outcome.DISBANDED, Outcome.BOUNCED, Outcome.FAILED}
Stood = tuple[Power | None, Code]
Named = tuple[Power, Location, KindCode | None]


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
    """The retreats after a movement whose dislodged units are marked: each to the one place next
    to it, or of those that are printed, at which the next orders, or a removal in Winter, name a
    unit of its power and kind that was neither there before nor built. Who is named nowhere has
    left the board; None where nobody is seen to retreat. `absent` are units of the next orders
    that are not there."""
    lost = {(p.power, p.at.province): p for p in moves.results if Outcome.DISLODGED in p.outcomes}
    if not lost:
        return None
    printed: set[Stood] = {(u.power, u.at.province) for u in moves.after or ()}
    gone = {*_built(winter)} | absent | (printed or {*_landed(moves, lost.keys())})
    fresh = [
        (power, at, kind)
        for power, at, kind in (*_named(then), *_removed(winter))
        if (power, at.province) not in gone
    ]
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


def adjustments(
    moves: PhaseSheet, retreated: PhaseSheet | None, then: PhaseSheet, setting: Setting
) -> InferredPhase | None:
    """The builds and removals between the reports of a Fall and of the next Spring that both name
    every unit; None where there are none, or where something else must have happened as well."""
    stood = {(u.power, u.at.province): u for u in left(moves, retreated)}
    stands = {(u.power, u.at.province): u for u in named(then)}
    fresh = [unit for key, unit in stands.items() if key not in stood]
    gone = [unit for key, unit in stood.items() if key not in stands]
    homes = {(power, code) for power, codes in setting.homes.items() for code in codes}
    built = all((u.power, u.at.province) in homes for u in fresh)
    if not built or {u.power for u in fresh} & {u.power for u in gone} or not (fresh or gone):
        return None
    orders = [Written(u.power, UnitRef(u.at, u.kind), Build(u.kind, u.at)) for u in fresh]
    orders += [Written(u.power, UnitRef(u.at, u.kind), Remove(u.at)) for u in gone]
    phase = Phase(moves.phase.year, "winter", "adjustments")
    return _inferred(PhaseSheet(phase, orders=orders, line=then.line), "builds and removals", then)


def _inferred(sheet: PhaseSheet, what: str, then: PhaseSheet) -> InferredPhase:
    told = f"no report of the {what}; taken from the orders of {then.phase.season}"
    sheet.notes.append(Note("inferred", told, source=f"line {then.line}" if then.line else ""))
    return InferredPhase(sheet, Remark(sheet.line, told))


def left(moves: PhaseSheet, retreated: PhaseSheet | None) -> Iterator[Unit]:
    """The units that stand after a movement and its retreats, as their results are printed."""
    said = {(p.power, p.at.province): p.outcomes for p in moves.results}
    goals = {(w.issuer, w.home): w.order.to for w in moves.orders if isinstance(w.order, Move)}
    for unit in named(moves):
        key = unit.power, unit.at.province
        outcomes = said.get(key, frozenset())
        if not outcomes & DRIVEN_OUT:
            yield unit._replace(at=goals[key]) if Outcome.MOVED in outcomes else unit
    ended = {(p.power, p.at.province): p.outcomes for p in retreated.results} if retreated else {}
    for w in retreated.orders if retreated else ():
        lost = w.home is not None and ended.get((w.issuer, w.home), frozenset()) & FAILED
        if isinstance(w.order, Retreat) and w.unit and w.unit.kind and not lost:
            yield Unit(w.issuer, w.unit.kind, w.order.to)


def bridged(
    sheets: Sequence[PhaseSheet], setting: Setting, remarks: list[Remark], winters: bool = False
) -> Iterator[PhaseSheet]:
    """The phases, and between them retreats, and with `winters` adjustments, of which only the next
    orders tell. A chart that is printed after such retreats is theirs."""
    moves = retreated = None
    for i, sheet in enumerate(sheets):
        yield sheet
        following = sheets[i + 1] if i + 1 < len(sheets) else None
        then = next((s for s in sheets[i + 1 :] if s.phase.step == "movement"), None)
        if sheet.phase.step == "movement":
            moves, retreated = sheet, None
            winter = following if following and following.phase.step == "adjustments" else None
            told = following is not None and following.phase.step == "retreats"
            if not told and (supplied := retreats(sheet, winter, then, setting)):
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
    """Where a unit can go, from any coast and as any kind where those are not told."""
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
    """Which of the places near is meant; a coast may be left out where only one fits."""
    if at in near:
        return [at]
    alike = [place for place in near if place.province == at.province]
    return alike if len(alike) == 1 and not (at.coast and alike[0].coast) else []


def _named(sheet: PhaseSheet | None) -> Iterator[Named]:
    for w in sheet.orders if sheet else ():
        if w.unit:
            yield w.issuer, w.unit.at, w.unit.kind


def _landed(sheet: PhaseSheet, lost: Set[Stood]) -> Iterator[Stood]:
    """Where the units stand that were not driven out."""
    went = {(p.power, p.at.province) for p in sheet.results if Outcome.MOVED in p.outcomes}
    for w in sheet.orders:
        if w.home and (w.issuer, w.home) not in lost:
            moved = isinstance(w.order, Move) and (w.issuer, w.home) in went
            yield w.issuer, w.order.to.province if isinstance(w.order, Move) and moved else w.home


def _built(winter: PhaseSheet | None) -> Iterator[Stood]:
    for w in winter.orders if winter else ():
        if isinstance(w.order, Build):
            yield w.issuer, w.order.at.province


def _removed(winter: PhaseSheet | None) -> Iterator[Named]:
    for w in winter.orders if winter else ():
        if isinstance(w.order, Remove):
            yield w.issuer, w.order.at, w.unit.kind if w.unit else None
