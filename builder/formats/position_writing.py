"""Positions in YAML, power by power in the variant's order, and positions as worked cases.

`PositionReader` reads positions again; `chancery judge` and the trial pages read worked cases."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from builder.model.orders import Written
from builder.model.position import Position
from builder.model.setting import Setting
from builder.model.units import Code, Dislodged, Power, Unit
from builder.notation.notation import OrderWriter
from builder.rules.editions import amend, edition, written_choices
from builder.source.writing import entry, scalar, table
from builder.variant import Variant


class PositionWriter:
    """Writes units and owners under one setting, in lines of `key:` and `  power: things`."""

    def __init__(self, setting: Setting) -> None:
        self.order = {nation.name: number for number, nation in enumerate(setting.nations)}

    def units(self, key: str, units: Sequence[Unit] | None) -> Iterator[str]:
        """Units by power; nothing if they are not known (None)."""
        if units is not None:
            yield from self.by_power(key, [(unit.power, str(unit)) for unit in units])

    def dislodged(self, dislodged: Sequence[Dislodged]) -> Iterator[str]:
        """The units that must retreat, each with the place that its attacker came from."""
        rows = sorted(dislodged, key=lambda d: self.order[d.unit.power])
        if rows:
            yield "dislodged:"
        for power, group in groupby(rows, key=lambda d: d.unit.power):
            lost = [f"unit: {d.unit}" + (f", from: {d.origin}" if d.origin else "") for d in group]
            yield f"  {scalar(power)}: [{', '.join(f'{{{one}}}' for one in lost)}]"

    def chart(self, key: str, owners: Mapping[Code, Power] | None) -> Iterator[str]:
        """Centres by owner; nothing if the owners are not known (None)."""
        if owners is not None:
            yield from self.by_power(key, [(power, str(code)) for code, power in owners.items()])

    def by_power(self, key: str, things: Iterable[tuple[Power, str]]) -> Iterator[str]:
        """Things of each power, given as pairs of a power and a text."""
        rows = sorted(things, key=lambda thing: self.order[thing[0]])
        yield f"{key}:" if rows else f"{key}: {{}}"
        for power, group in groupby(rows, key=lambda row: row[0]):
            yield f"  {scalar(power)}: {', '.join(thing for _, thing in group)}"


def write_case(variant: Variant, position: Position, orders: Sequence[Written] = ()) -> str:
    """A position and orders for its phase as a worked case."""
    return "\n".join(_lines(variant, position, orders)) + "\n"


def _lines(variant: Variant, position: Position, orders: Sequence[Written]) -> Iterator[str]:
    setting = variant.setting
    writer, notation = PositionWriter(setting), OrderWriter(setting)
    yield f"variant: {variant.name}"
    yield f'edition: "{variant.edition}"'
    usual = amend(edition(variant.edition), variant.house)
    yield from table("options", {**written_choices(setting.choices, usual), **setting.options})
    yield f"phase: {setting.calendar.title(position.phase).replace(',', '')}"
    yield from writer.units("units", position.units)
    yield from writer.chart("owners", position.owners)
    yield from writer.dislodged(position.dislodged)
    yield from entry("contested", ", ".join(sorted(position.contested)))
    yield from table("memory", position.memory)
    yield from ["orders:"] if orders else []
    ranked = sorted(orders, key=lambda w: writer.order[w.issuer])
    for issuer, group in groupby(ranked, key=lambda w: w.issuer):
        yield f"  {scalar(issuer)}:"
        yield from (f"  - {scalar(notation.written(w))}" for w in group)
