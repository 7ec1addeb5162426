"""What a zine prints under one heading, sorted: orders, retreats, adjustments, positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.imports.importer import Remark, unread_note
from builder.imports.zine.orders import ZineOrder
from builder.imports.zine.patterns import RE
from builder.imports.zine.seasons import ZineSeason
from builder.model.board import Location
from builder.model.kinds import Power
from builder.model.orders import Build, Move, Remove, Retreat, Written
from builder.model.outcomes import Outcome
from builder.model.units import Unit
from builder.record import Note


class PrintedOrder(NamedTuple):
    """One order or retreat as printed."""

    power: Power
    text: str
    heard: ZineOrder
    line: int


@dataclass
class ZineReport:
    """Everything under one heading; `earlier` and `built` are retreats and adjustments before its
    orders, `corrections` orders under the name of their own season, `gone` are powers that are
    said to have no unit, `partial` those of whose units some could not be read, `lost` texts that
    could not."""

    season: ZineSeason
    orders: list[PrintedOrder] = field(default_factory=list)
    retreats: list[PrintedOrder] = field(default_factory=list)
    driven: list[tuple[Power, Location, tuple[Location, ...]]] = field(default_factory=list)
    adjustments: list[Written] = field(default_factory=list)
    earlier: list[PrintedOrder] = field(default_factory=list)
    built: list[Written] = field(default_factory=list)
    corrections: list[tuple[str, PrintedOrder]] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    gone: set[Power] = field(default_factory=set)
    partial: set[Power] = field(default_factory=set)
    nmr: list[Power] = field(default_factory=list)
    standby: dict[Power, str] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    lost: list[tuple[int, str]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def counts(self) -> tuple[int, int, int]:
        """How many orders, retreats and adjustments there are."""
        return len(self.orders), len(self.retreats), len(self.adjustments)

    def put_off(self, before: tuple[int, int, int]) -> None:
        """Retreats and adjustments that stand in one entry with orders were made before these."""
        orders, retreats, adjustments = before
        if len(self.orders) > orders:
            self.earlier += self.retreats[retreats:]
            self.built += self.adjustments[adjustments:]
            del self.retreats[retreats:], self.adjustments[adjustments:]

    def told(self) -> list[Note]:
        """What the game master says, and what could not be read, as notes."""
        said = [Note("notice", text, source=f"#{self.season.issue}") for text in self.notices]
        return said + [unread_note(text, line) for line, text in self.lost]

    def position(self) -> list[Unit]:
        """Every printed unit and what was built; for powers that print orders again, where these
        leave them. A list that names even those who have no unit is all there is."""
        if not self.units or self.gone:
            return self.units
        shown = {unit.power for unit in self.units}
        gone = {(w.issuer, w.order.at) for w in self.adjustments if isinstance(w.order, Remove)}
        left = [_left_at(line) for line in self.orders if line.power not in shown]
        again = [unit for unit in left if unit and (unit.power, unit.at) not in gone]
        taken = {unit.at.province for unit in self.units} | {at.province for _, at in gone}
        come = (u for u in self._come() if u.power in shown and u.at.province not in taken)
        return [*self.units, *come, *again]

    def _come(self) -> Iterator[Unit]:
        """Units that were built or retreated beside a position, which may leave them out."""
        for w in self.adjustments:
            if isinstance(w.order, Build) and not RE.marked.search(w.text):
                yield Unit(w.issuer, w.order.kind, w.order.at)
        for power, _, heard, _ in self.retreats:
            if isinstance(heard.order, Retreat) and heard.unit.kind and not heard.failed:
                yield Unit(power, heard.unit.kind, heard.order.to)


def _left_at(line: PrintedOrder) -> Unit | None:
    ref, order = line.heard.unit, line.heard.order
    if ref.kind is None or Outcome.DISLODGED in line.heard.outcomes:
        return None
    moved = isinstance(order, Move) and Outcome.MOVED in line.heard.outcomes
    return Unit(line.power, ref.kind, order.to if moved and isinstance(order, Move) else ref.at)
