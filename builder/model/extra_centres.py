"""A board with centres added by a game's own choice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from builder.model.board import Board, Code, Location, Way
from builder.model.kinds import KindCode
from builder.model.names import Names

FLEETS = frozenset({KindCode("F")})


def widened(board: Board, names: Iterable[str]) -> Board:
    """The board with these of its spare spaces as centres, at first nobody's.

    A space that was closed land becomes an island, reached from the seas around it.
    Raises UnknownWordError for one that the board does not keep spare.
    """
    spellings = [
        (word, code)
        for code, spare in board.spare.items()
        for word in (code, spare.province.name, *spare.province.aliases)
    ]
    known = Names("centre to add", spellings, exact=board.spare)
    chosen = [Code(known.find(name)) for name in names]
    provinces = dict(board.provinces)
    for code in chosen:
        provinces[code] = board.spare[code].province._replace(centre=True)
    taken = {provinces[code].name for code in chosen}
    ways: dict[Location, dict[Location, tuple[Way, ...]]] = {}
    wide = replace(
        board,
        provinces=provinces,
        ways=ways,
        impassable={name: why for name, why in board.impassable.items() if name not in taken},
        _reach={},
        _seas={},
    )
    places = wide.locations
    ways.update({place: {} for place in places.values()})
    for start, ends in board.ways.items():
        ways[places[start]].update({places[end]: there for end, there in ends.items()})
    for code in chosen:
        way = Way(FLEETS, source=provinces[code].source)
        for sea in board.spare[code].seas:
            ways[places[code]][places[sea]] = ways[places[sea]][places[code]] = (way,)
    return wide
