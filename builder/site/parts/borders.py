"""The borders of a board: as a table for readers, as data for programs, and how sure each is."""

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from builder.model.board import Board, Province, Way
from builder.model.grouping import grouped
from builder.model.units import ARMY, FLEET, KindCode, Location

Border = tuple[str, str, str]
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
    neighbours = []
    for end, ways in board.ways.get(start, {}).items():
        neighbours += [f"{end}{_sign(way)}" for way in ways if kind in way.kinds]
    return ", ".join(sorted(neighbours))


def _sign(way: Way) -> str:
    """How a way differs from a plain border: ` (strait)`, ` (crossing)`, ` (spring only)`."""
    odd = []
    if way.force is not None:
        odd.append("half strength" if way.force else "strait")
    if way.crosses:
        odd.append("crossing")
    if way.seasons is not None:
        odd.append(f"{' and '.join(sorted(way.seasons))} only")
    return f" ({', '.join(odd)})" if odd else ""


def pairs(board: Board) -> Mapping[Border, Way]:
    """Every way between two locations, one direction of it, by kind of unit and both ends."""
    way_of: dict[Border, Way] = {}
    for start, end, way in _all_ways(board):
        for kind in way.kinds:
            way_of[kind, min(start, end), max(start, end)] = way
    return way_of


def _all_ways(board: Board) -> Iterator[tuple[Location, Location, Way]]:
    """Each way with both its ends."""
    for start, ends in board.ways.items():
        for end, ways in ends.items():
            for way in ways:
                yield start, end, way


def joined(borders: Iterable[Border]) -> list[str]:
    """Borders as text, both kinds of units together: `AF Naf–Tun`."""
    kinds = grouped(((one, other), kind) for kind, one, other in sorted(borders))
    return [f"{''.join(by)} {one}–{other}" for (one, other), by in sorted(kinds.items())]


def as_table(board: Board) -> dict[str, Any]:
    """The board as plain data: its provinces, and the ways between them by kind of unit."""
    provinces = {}
    for province in board.provinces.values():
        fields = {field: getattr(province, field) for field in FIELDS}
        provinces[province.code] = {"name": province.name, "kind": province.terrain, **fields}
    ways = []
    for start, end, way in sorted(_all_ways(board), key=itemgetter(0, 1)):
        row = {"from": str(start), "to": str(end), "by": sorted(way.kinds)}
        ways.append({**row, **_oddities(way)})
    return {
        "board": board.name,
        "status": board.status,
        "provinces": provinces,
        "ways": ways,
        "passages": board.passages,
    }


def _oddities(way: Way) -> dict[str, Any]:
    oddities = {
        "seasons": None if way.seasons is None else sorted(way.seasons),
        "force": way.force,
        "support": None if way.support else False,
        "crosses": sorted(f"{one}-{other}" for one, other in way.crosses) or None,
        "source": None if way.source == "standard" else way.source,
    }
    return {key: value for key, value in oddities.items() if value is not None}


def evidence(board: Board) -> dict[str, Any]:
    """How sure a board is, fact by fact.
    `counts` are the numbers of spaces and borders by kind of source, `spaces` those that are not
    as on the standard board, each with its kind of source; `reasons` as in `_reasons`."""
    ways = pairs(board)
    spaces = board.provinces.values()
    borders = grouped((way.source, pair) for pair, way in ways.items())
    counts = []
    for source, words in SOURCES.items():
        of_spaces = sum(space.source == source for space in spaces)
        of_borders = len(joined(borders.get(source, ())))
        if of_spaces or of_borders:
            counts.append((words, of_spaces, of_borders))
    special = [space for space in spaces if space.source != "standard" or space.note]
    special.sort(key=lambda space: (space.source == "text", space.name))
    return {
        "counts": counts,
        "spaces": [(space, SOURCES.get(space.source, space.source)) for space in special],
        "reasons": list(_reasons(board, ways)),
    }


def _reasons(board: Board, ways: Mapping[Border, Way]) -> Iterator[tuple[Any, ...]]:
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
