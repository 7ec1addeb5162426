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
) -> Iterator[tuple[PowerEntry, set[str]]]:
    """The entries of a season, each with the places that it names and our board lacks; of a power
    that has several, of which one names known places, those without the orders of another board,
    in which several units stand in unknown places."""
    told = [(entry, _strange(entry, dialect)) for entry in entries]
    known = {e.power for e, odd in told if len(odd) <= MOST and not e.text.startswith("has ")}
    for entry, odd in told:
        if len(odd) > MOST and entry.power in known:
            remarks.append(Remark(entry.line, "orders of another board left out", entry.text))
        else:
            yield entry, odd


def _strange(entry: PowerEntry, dialect: ZineOrderReader) -> set[str]:
    """The places of units that are not on our board."""
    named = {*dialect.heads(TAG.sub("", entry.text), sure=True)}
    return {name for name in named if dialect.places.get(name) is None}
