"""The tint of each province."""

from __future__ import annotations

from collections.abc import Mapping

from builder.draw.board_sheet import BoardSheet
from builder.model.board import Board, Code
from builder.model.kinds import Power
from builder.model.position import Position
from builder.model.setting import Setting

ICE = "#eef2f0"


def tints(sheet: BoardSheet, setting: Setting, position: Position) -> dict[Code, str]:
    """Colour of fill by province, for every province that is not left plain.

    A supply centre bears its owner's colour; land without one goes with its homeland: it is the
    power's own while that holds any home centre, then the conqueror's if one power has them
    all. Spaces that are closed in this season are iced over.
    """
    colour = {n.name: n.tint for n in setting.nations if n.tint}
    found: dict[Code, str] = {}
    for code, power in holders(sheet, setting.board, position.owners).items():
        if code in sheet.shapes and power in colour:
            found[code] = colour[power]
    for code in closed(setting.board, position.phase.season):
        if code in sheet.shapes:
            found[code] = ICE
    return found


def holders(sheet: BoardSheet, board: Board, owners: Mapping[Code, Power]) -> dict[Code, Power]:
    """The power whose colour each province bears."""
    found = dict(owners)
    for power, soil in sheet.homes.items():
        masters = {owners.get(c) for c in soil if board.provinces[c].centre}
        own = Power(power)
        master = own if own in masters else masters.pop() if len(masters) == 1 else None
        for code in soil:
            if master and not board.provinces[code].centre:
                found[code] = master
    return found


def closed(board: Board, season: str) -> set[Code]:
    """The provinces that no unit can enter or leave in a season, though it can in others."""
    shut: set[Code] = set()
    for place in board.locations.values():
        ways = [w for sides in board.ways.get(place, {}).values() for w in sides]
        if ways and not any(w.open_in(season) for w in ways):
            shut.add(place.province)
    return shut
