"""Doubts about a phase: lines that were not understood, and readings that are impossible.

What is printed is checked before it is compared: a province has one unit, no power loses all its
units at once, units are dislodged only where an order leads, charts add up, and results are of
units on the board.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from builder.model.findings import Turn
from builder.model.grouping import grouped
from builder.model.orders import Debark, Embark, Move
from builder.model.outcomes import Outcome
from builder.model.units import Position, Power, Unit
from builder.record import PhaseRecord, Printed

Why = Literal["line", "crowded", "lost", "unattacked", "chart", "absent", "gap"]
NO_UNIT = frozenset({Outcome.VOID, Outcome.ILLEGAL, Outcome.NO_ORDER})
SEVERAL, MANY = 2, 3  # missing units that are in doubt: if all are, and if some are left


class Doubt(NamedTuple):
    """A line that was not read, or a reading that is impossible.

    `text` is the line as the source has it, or the units, the place or the figures that are
    impossible. `source` names the line, and the file if there are several.
    """

    why: Why
    text: str
    source: str
    power: Power | None = None


def impossible(turn: Turn, recorded: PhaseRecord, crowds: bool, as_found: bool) -> Iterator[Doubt]:
    """The impossible readings of a phase; `crowds` says whether units may share a province,
    `as_found` that the printed position is ours."""
    where = f"line {recorded.line}" if recorded.line else ""
    if recorded.after is not None and not as_found:
        there = grouped((unit.at.province, unit) for unit in recorded.after)
        for province, units in there.items():
            if len(units) > 1 and not crowds:
                yield Doubt("crowded", f"{' and '.join(map(str, units))} in {province}", where)
        for power, missing in _lost(recorded, turn.after.units):
            yield Doubt("lost", ", ".join(map(str, missing)), where, power)
    for printed in _unattacked(recorded):
        place = f"line {printed.line}" if printed.line else where
        yield Doubt("unattacked", printed.text or str(printed.at), place, printed.power)
    owners = [*(recorded.owners or {}).values()]
    for power, count in (recorded.counts or {}).items():
        if (owned := owners.count(power)) not in (0, count):
            yield Doubt("chart", f"{count}, {owned}", where, power)


def _lost(recorded: PhaseRecord, ours: Iterable[Unit]) -> Iterator[tuple[Power, list[Unit]]]:
    """Powers with several units of which all are missing in a printed position, or so many that
    its list must have broken off."""
    printed = grouped((unit.power, unit.at.province) for unit in recorded.after or ())
    for power, units in grouped((unit.power, unit) for unit in sorted(ours)).items():
        places = {*printed.get(power, ())}
        missing = [unit for unit in units if unit.at.province not in places]
        cut_off = len(missing) == len(units) or len(missing) + len(places) == len(units)
        listed = recorded.whole or places
        if listed and cut_off and len(missing) >= (MANY if places else SEVERAL):
            yield power, missing


def _unattacked(recorded: PhaseRecord) -> Iterator[Printed]:
    """Units printed as dislodged where no order leads, if the position before was inferred from
    the orders: then orders are missing."""
    if recorded.phase.step != "movement" or all(n.kind != "inferred" for n in recorded.notes):
        return
    goals = (w.order.to for w in recorded.orders if isinstance(w.order, Move | Embark | Debark))
    reached = {to.province for to in goals if to}
    for printed in recorded.results:
        if Outcome.DISLODGED in printed.outcomes and printed.at.province not in reached:
            yield printed


def absent(before: Position, recorded: PhaseRecord) -> Iterator[Doubt]:
    """Units with a printed result that are not on the board."""
    if not recorded.results or recorded.phase.step == "adjustments":
        return
    moving = recorded.phase.step == "movement"
    units = before.units if moving else [lost.unit for lost in before.dislodged]
    known = {(power, u.at.province) for u in units for power in (u.power, None)}
    for printed in recorded.results:
        of_a_unit = printed.outcomes and not printed.outcomes & NO_UNIT
        if of_a_unit and (printed.power, printed.at.province) not in known:
            line = f"line {printed.line}" if printed.line else ""
            yield Doubt("absent", printed.text or str(printed.at), line, printed.power)
