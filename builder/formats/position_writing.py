"""Positions in YAML, power by power in the variant's order; `PositionReader` reads them again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from builder.model.board import Code
from builder.model.kinds import Power
from builder.model.setting import Setting
from builder.model.units import Dislodged, Unit
from builder.source.writing import scalar


class PositionWriter:
    """Writes what stands where under one setting, in lines of `key:` and `  power: things`."""

    def __init__(self, setting: Setting) -> None:
        self.order = {nation.name: number for number, nation in enumerate(setting.nations)}

    def units(self, key: str, units: Sequence[Unit] | None) -> Iterator[str]:
        """Units by power; nothing where nothing is known of them."""
        if units is not None:
            by_power = [(unit.power, str(unit)) for unit in units]
            yield from self.by_power(key, by_power)

    def fallen(self, dislodged: Sequence[Dislodged]) -> Iterator[str]:
        """Who must retreat, each with where its attacker came from."""
        rows = sorted(dislodged, key=lambda d: self.order[d.unit.power])
        if rows:
            yield "dislodged:"
        for power, group in groupby(rows, key=lambda d: d.unit.power):
            yield f"  {scalar(power)}: [{', '.join(map(_fled, group))}]"

    def chart(self, key: str, owners: Mapping[Code, Power] | None) -> Iterator[str]:
        """Centres by owner; nothing where no chart is known."""
        if owners is not None:
            yield from self.by_power(key, [(power, str(code)) for code, power in owners.items()])

    def by_power(self, key: str, things: Iterable[tuple[Power, str]]) -> Iterator[str]:
        """Anything by power."""
        rows = sorted(things, key=lambda thing: self.order[thing[0]])
        yield f"{key}:" if rows else f"{key}: {{}}"
        for power, group in groupby(rows, key=lambda row: row[0]):
            yield f"  {scalar(power)}: {', '.join(thing for _, thing in group)}"


def _fled(d: Dislodged) -> str:
    return f"{{unit: {d.unit}, from: {d.origin}}}" if d.origin else f"{{unit: {d.unit}}}"
