"""The borders of a board as a table, for readers and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.model.board import Board, Province, Way
from builder.model.units import ARMY, FLEET, KindCode, Location

Pair = tuple[str, str, str]
FIELDS = ("centre", "home", "builds", "ferries", "source")  # of a province, copied as they are


@dataclass(frozen=True, slots=True)
class BorderRow:
    """A province in the table of a board, with its neighbours by army and fleet.

    `centre` says whose home it is or who may build there. `fleets` has an entry for each coast,
    its name (empty if there is only one) and its neighbours.
    """

    province: Province
    kind: str
    centre: str
    armies: str
    fleets: tuple[tuple[str, str], ...]


def rows(board: Board) -> list[BorderRow]:
    """Every province of a board, sorted by name."""
    return [_row(board, p) for p in sorted(board.provinces.values(), key=lambda p: p.name)]


def _row(board: Board, province: Province) -> BorderRow:
    here = board.locations[province.code]
    places = [board.locations[f"{province.code}/{c}"] for c in province.coasts] or [here]
    fleets = ((place.coast, _reached(board, place, FLEET.code)) for place in places)
    builders = f"no; {province.builds} builds here" if province.builds else ""
    return BorderRow(
        province,
        {"land": "inland"}.get(province.terrain, province.terrain),
        province.home or "free" if province.centre else builders,
        _reached(board, here, ARMY.code),
        tuple((coast, near) for coast, near in fleets if near),
    )


def _reached(board: Board, start: Location, kind: KindCode) -> str:
    ends = board.ways.get(start, {})
    found = [(end, way) for end, ways in ends.items() for way in ways if kind in way.kinds]
    return ", ".join(sorted(f"{end}{sign(way)}" for end, way in found))


def sign(way: Way) -> str:
    """How a way differs from a plain border: ` (strait)`, ` (crossing)`, ` (spring only)`."""
    odd = [] if way.force is None else ["half strength" if way.force else "strait"]
    odd += ["crossing"] * bool(way.crosses)
    if way.seasons is not None:
        odd.append(f"{' and '.join(sorted(way.seasons))} only")
    return f" ({', '.join(odd)})" if odd else ""


def pairs(board: Board) -> Mapping[Pair, Way]:
    """Every way between two locations, one direction of it, by kind of unit and both ends."""
    return {
        (kind, min(start, end), max(start, end)): way
        for start, ends in board.ways.items()
        for end, ways in ends.items()
        for way in ways
        for kind in way.kinds
    }


def joined(found: Iterable[Pair]) -> list[str]:
    """Pairs of places as text, both kinds of units together: `AF Naf–Tun`."""
    kinds: dict[tuple[str, str], str] = {}
    for kind, one, other in sorted(found):
        kinds[one, other] = kinds.get((one, other), "") + kind
    return [f"{by} {one}–{other}" for (one, other), by in sorted(kinds.items())]


def as_table(board: Board) -> dict[str, Any]:
    """The board as plain data: its provinces, and the ways between them by kind of unit."""
    return {
        "board": board.name,
        "status": board.status,
        "provinces": {
            p.code: {"name": p.name, "kind": p.terrain}
            | {field: getattr(p, field) for field in FIELDS}
            | {"coasts": [*p.coasts], "aliases": [*p.aliases]}
            for p in board.provinces.values()
        },
        "ways": [
            {"from": str(start), "to": str(end), "by": sorted(way.kinds), **_oddities(way)}
            for start, ends in sorted(board.ways.items())
            for end, ways in sorted(ends.items())
            for way in ways
        ],
        "passages": [list(pair) for pair in board.passages],
    }


def _oddities(way: Way) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if way.seasons is not None:
        found["seasons"] = sorted(way.seasons)
    if way.force is not None:
        found["force"] = way.force
    if not way.support:
        found["support"] = False
    if way.crosses:
        found["crosses"] = sorted(f"{one}-{other}" for one, other in way.crosses)
    if way.source != "standard":
        found["source"] = way.source
    return found
