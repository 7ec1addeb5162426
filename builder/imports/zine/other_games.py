"""What a page prints of another game, on another board, between the lines of ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.imports.importer import Remark
from builder.imports.zine.order_items import TAG
from builder.imports.zine.orders import ZineOrderReader
from builder.imports.zine.power_lines import PowerEntry

MOST = 1


def ours(
    entries: Iterable[PowerEntry], dialect: ZineOrderReader, remarks: list[Remark]
) -> Iterator[PowerEntry]:
    """The entries of a season; of a power that has several, of which one names known places, those
    without the orders of another board, in which several units stand in unknown places."""
    told = [*entries]
    strange = [_strange(entry, dialect) > MOST for entry in told]
    known = {e.power for e, odd in zip(told, strange, strict=True) if not odd and _orders(e)}
    for entry, odd in zip(told, strange, strict=True):
        if odd and entry.power in known:
            remarks.append(Remark(entry.line, "orders of another board left out", entry.text))
        else:
            yield entry


def _orders(entry: PowerEntry) -> bool:
    return not entry.text.startswith("has ")


def _strange(entry: PowerEntry, dialect: ZineOrderReader) -> int:
    """How many units stand in places that are not on our board?"""
    named = {*dialect.heads(TAG.sub("", entry.text), sure=True)}
    return sum(dialect.places.get(name) is None for name in named)
