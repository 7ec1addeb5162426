"""A position as a worked case, as `chancery judge` and the trial pages read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from builder.formats.position_writing import PositionWriter
from builder.model.orders import Written
from builder.model.position import Position
from builder.notation.notation import OrderWriter
from builder.rules.editions import amend, edition, written_choices
from builder.source.writing import entry, scalar, table
from builder.variant import Variant


def write_case(variant: Variant, position: Position, orders: Sequence[Written] = ()) -> str:
    """A position with orders for its phase; read again, it is judged alike."""
    return "\n".join(_lines(variant, position, orders)) + "\n"


def _lines(variant: Variant, position: Position, orders: Sequence[Written]) -> Iterator[str]:
    setting = variant.setting
    writer, notation = PositionWriter(setting), OrderWriter(setting)
    yield f"variant: {variant.name}"
    yield f'edition: "{variant.edition}"'
    usual = amend(edition(variant.edition), variant.house)
    chosen = written_choices(setting.choices, usual)
    yield from table("options", {**chosen, **setting.options})
    yield f"phase: {setting.calendar.title(position.phase).replace(',', '')}"
    yield from writer.units("units", position.units)
    yield from writer.chart("owners", position.owners)
    yield from writer.fallen(position.dislodged)
    yield from entry("contested", ", ".join(sorted(position.contested)))
    yield from table("memory", position.memory)
    if orders:
        yield "orders:"
    for issuer, group in groupby(
        sorted(orders, key=lambda w: writer.order[w.issuer]), key=lambda w: w.issuer
    ):
        yield f"  {scalar(issuer)}:"
        yield from (f"  - {scalar(notation.written(w))}" for w in group)
