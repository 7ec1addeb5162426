"""The borders of a board: as a table for readers, as data for programs, and how sure each is."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.model.board import Board, Province, Way
from builder.model.grouping import grouped
from builder.model.units import ARMY, FLEET, KindCode, Location

Pair = tuple[str, str, str]
FIELDS = ("centre", "home", "builds", "ferries", "source", "coasts", "aliases")  # of a province
GRADES = ("high", "medium", "low", "")
SOURCES = {
    "standard": "as on the standard board",
    "text": "the rule text says so",
    "lists": "the border lists of programs agree",
    "reconstructed": "reconstructed",
    "invented": "invented",
}


def rows(board: Board) -> Iterator[tuple[Province, str, list[tuple[str, str]]]]:
    """Every province of a board, sorted by name, with its neighbours by army, and by fleet from
    each coast: the coast's name (empty if there is only one) and its neighbours."""
    for p in sorted(board.provinces.values(), key=lambda p: p.name):
        here = board.locations[p.code]
        coasts = [board.locations[f"{p.code}/{coast}"] for coast in p.coasts] or [here]
        fleets = [(at.coast, near) for at in coasts if (near := _reached(board, at, FLEET.code))]
        yield p, _reached(board, here, ARMY.code), fleets


def _reached(board: Board, start: Location, kind: KindCode) -> str:
    ends = board.ways.get(start, {})
    found = [(end, way) for end, ways in ends.items() for way in ways if kind in way.kinds]
    return ", ".join(sorted(f"{end}{_sign(way)}" for end, way in found))


def _sign(way: Way) -> str:
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
    kinds = grouped(((one, other), kind) for kind, one, other in sorted(found))
    return [f"{''.join(by)} {one}–{other}" for (one, other), by in sorted(kinds.items())]


def as_table(board: Board) -> dict[str, Any]:
    """The board as plain data: its provinces, and the ways between them by kind of unit."""
    return {
        "board": board.name,
        "status": board.status,
        "provinces": {
            p.code: {"name": p.name, "kind": p.terrain}
            | {field: getattr(p, field) for field in FIELDS}
            for p in board.provinces.values()
        },
        "ways": [
            {"from": str(start), "to": str(end), "by": sorted(way.kinds), **_oddities(way)}
            for start, ends in sorted(board.ways.items())
            for end, ways in sorted(ends.items())
            for way in ways
        ],
        "passages": board.passages,
    }


def _oddities(way: Way) -> dict[str, Any]:
    found = {
        "seasons": None if way.seasons is None else sorted(way.seasons),
        "force": way.force,
        "support": None if way.support else False,
        "crosses": sorted(f"{one}-{other}" for one, other in way.crosses) or None,
        "source": None if way.source == "standard" else way.source,
    }
    return {key: value for key, value in found.items() if value is not None}


def evidence(board: Board) -> dict[str, Any]:
    """How sure a board is, fact by fact.
    `counts` are the numbers of spaces and borders by kind of source, `spaces` those that are not
    as on the standard board, each with its kind of source; `reasons` as in `_reasons`."""
    ways, spaces = pairs(board), board.provinces.values()
    borders = grouped((way.source, pair) for pair, way in ways.items())
    counts = (
        (words, sum(p.source == source for p in spaces), len(joined(borders.get(source, ()))))
        for source, words in SOURCES.items()
    )
    shown = sorted(spaces, key=lambda p: (p.source == "text", p.name))
    return {
        "counts": [row for row in counts if any(row[1:])],
        "spaces": [
            (p, SOURCES.get(p.source, p.source)) for p in shown if p.source != "standard" or p.note
        ],
        "reasons": list(_reasons(board, ways)),
    }


def _reasons(board: Board, ways: Mapping[Pair, Way]) -> Iterator[tuple[Any, ...]]:
    """The arguments about borders: the name of each, what it says, its kind of source, the borders
    that rest on it by grade, and those of the base board that this board lacks for this reason."""
    graded = grouped(((way.why, way.trust), pair) for pair, way in ways.items() if way.why)
    sources = {way.why: way.source for way in ways.values()}
    gone = ((way, sorted((str(way.start), str(way.end)))) for way in board.lost)
    lost = grouped((way.why, (str(way.kind), one, other)) for way, (one, other) in gone)
    for name, says in board.reasons.items():
        by_grade = [(g, joined(graded[name, g])) for g in GRADES if (name, g) in graded]
        if by_grade or name in lost:
            source = sources.get(name, "")
            words = SOURCES.get(source, source)
            yield name, says, words, by_grade, joined(set(lost.get(name, ())))
