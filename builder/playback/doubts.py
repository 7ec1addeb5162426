"""What was not read of a phase: lines not understood, and impossible readings.

A printed position is checked before it is compared: one unit in a province, no power that loses all
its units between two phases, nobody dislodged where no order leads, charts that add up, and units
that stand where their orders find them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from builder.model.board import Code
from builder.model.grouping import grouped
from builder.model.kinds import Power
from builder.model.orders import Debark, Embark, Move
from builder.model.outcomes import Outcome
from builder.model.position import Position
from builder.model.turns import Turn
from builder.model.units import Unit
from builder.record import PhaseRecord, Printed

Why = Literal["line", "crowded", "lost", "unattacked", "chart", "absent", "gap"]
NO_UNIT = frozenset({Outcome.VOID, Outcome.ILLEGAL, Outcome.NO_ORDER})
SEVERAL, MANY = 2, 3


class Doubt(NamedTuple):
    """One thing that was not read, or that cannot be as it was read.

    `text` is the line as the source has it, or what cannot be: the units, the place or the
    figures. `source` names the line, and the file if there are several.
    """

    why: Why
    text: str
    source: str
    power: Power | None = None


def unread(recorded: PhaseRecord) -> Iterator[Doubt]:
    """The lines of a phase that were not understood."""
    for note in recorded.notes:
        if note.kind == "not read":
            yield Doubt("line", note.text, note.source)


def impossible(turn: Turn, recorded: PhaseRecord, crowds: bool) -> Iterator[Doubt]:
    """What is printed of a phase and is impossible; `crowds`: units may share a province."""
    where = f"line {recorded.line}" if recorded.line else ""
    if recorded.after is not None:
        if not crowds:
            for province, units in _crowded(recorded.after):
                yield Doubt("crowded", f"{' and '.join(map(str, units))} in {province}", where)
        for power, missing in _lost(recorded, turn.after.units):
            yield Doubt("lost", ", ".join(map(str, missing)), where, power)
    for printed in _unattacked(recorded):
        place = f"line {printed.line}" if printed.line else where
        yield Doubt("unattacked", printed.text or str(printed.at), place, printed.power)
    for power, count, owned in _unequal(recorded):
        yield Doubt("chart", f"{count}, {owned}", where, power)


def _crowded(units: Iterable[Unit]) -> Iterator[tuple[Code, list[Unit]]]:
    there = grouped((unit.at.province, unit) for unit in units)
    return ((code, found) for code, found in there.items() if len(found) > 1)


def _lost(recorded: PhaseRecord, ours: Iterable[Unit]) -> Iterator[tuple[Power, list[Unit]]]:
    """Powers of which all of several units are missing in a printed position, or so many that the
    list breaks off."""
    printed = grouped((unit.power, unit.at.province) for unit in recorded.after or ())
    for power, units in grouped((unit.power, unit) for unit in sorted(ours)).items():
        there = {*printed.get(power, ())}
        missing = [unit for unit in units if unit.at.province not in there]
        full = len(units) in (len(there) + len(missing), len(missing))
        told = bool(recorded.whole or there) and full
        if told and len(missing) >= (MANY if there else SEVERAL):
            yield power, missing


def _unattacked(recorded: PhaseRecord) -> Iterator[Printed]:
    """Units printed as dislodged from places to which no order leads, where the position before is
    inferred from the orders: those that led there are missing."""
    if recorded.phase.step != "movement" or all(n.kind != "inferred" for n in recorded.notes):
        return
    goals = (w.order.to for w in recorded.orders if isinstance(w.order, Move | Embark | Debark))
    reached = {to.province for to in goals if to}
    for printed in recorded.results:
        if Outcome.DISLODGED in printed.outcomes and printed.at.province not in reached:
            yield printed


def _unequal(recorded: PhaseRecord) -> Iterator[tuple[Power, int, int]]:
    """Powers whose printed number of centres is not that of the centres printed."""
    owned = Counter((recorded.owners or {}).values())
    counts = recorded.counts or {}
    return ((p, n, owned[p]) for p, n in counts.items() if owned[p] and owned[p] != n)


def absent(before: Position, recorded: PhaseRecord) -> Iterator[Doubt]:
    """Units of which a result is printed and that are not on the board."""
    if recorded.phase.step == "adjustments":
        return
    moving = recorded.phase.step == "movement"
    there = before.units if moving else [lost.unit for lost in before.dislodged]
    known = {(power, u.at.province) for u in there for power in (u.power, None)}
    for printed in recorded.results:
        tells = printed.outcomes and not printed.outcomes & NO_UNIT
        if tells and (printed.power, printed.at.province) not in known:
            line = f"line {printed.line}" if printed.line else ""
            yield Doubt("absent", printed.text or str(printed.at), line, printed.power)
