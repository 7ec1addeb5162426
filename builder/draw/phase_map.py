"""The picture of a phase, complete or as an overlay for a board that a page holds once."""

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Literal, NamedTuple

from builder.draw import captions, counters, movement, svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.marks import OVER, UNDER, DrawnMark, SymbolSet
from builder.draw.scene import Scene
from builder.model.board import Board
from builder.model.findings import Turn
from builder.model.setting import Setting
from builder.model.units import Code, Position, Power

When = Literal["before", "orders", "after"]
ICE = "#eef2f0"


class PhaseMap(NamedTuple):
    """What a phase adds to the board: marks, words, the provinces' tints, and the symbol set."""

    marks: tuple[DrawnMark, ...]
    cartouche: tuple[DrawnMark, ...]
    legend: tuple[DrawnMark, ...]
    tints: Mapping[Code, str]
    symbols: SymbolSet


def picture(
    sheet: BoardSheet,
    setting: Setting,
    turn: Turn,
    *,
    title: str = "",
    subtitle: str = "",
    when: When = "orders",
    legend: bool = True,
) -> PhaseMap:
    """The picture of a phase: its orders with their fates, or the position before or after it.
    Without a title it has no cartouche."""
    scene, now = Scene(sheet, setting, turn), turn.after if when == "after" else turn.before
    counters.draw_owners(scene, now.owners)
    if when == "orders" and now.phase.step == "movement":
        movement.draw_orders(scene)
        counters.draw_counters(scene, now.units, (d.unit for d in turn.dislodged))
    else:
        counters.draw_dislodged(scene, now.dislodged)
        counters.draw_counters(scene, now.units)
        if when == "before":
            counters.draw_refuges(scene)
        elif when == "orders" and now.phase.step == "retreats":
            counters.draw_retreats(scene)
        elif when == "orders":
            counters.draw_adjustments(scene)
    drawn = scene.finish()
    words = captions.cartouche(sheet.cartouche, title, subtitle)
    signs = captions.legend(sheet, setting, drawn, now) if legend else ()
    head, foot = (tuple(DrawnMark("signs", s) for s in shapes) for shapes in (words, signs))
    return PhaseMap(tuple(drawn), head, foot, tints(sheet, setting, now), scene.symbols)


def tints(sheet: BoardSheet, setting: Setting, position: Position) -> dict[Code, str]:
    """The fill of every province that is not left plain.

    A supply centre has its owner's colour. Land without one goes with its homeland: it is the
    power's own while that holds any home centre, then the conqueror's if one power has them
    all. Spaces that are closed in this season are iced over.
    """
    owners, board = position.owners, setting.board
    colour = {n.name: n.tint for n in setting.nations if n.tint}
    holders = dict(owners)
    for power, soil in sheet.homes.items():
        masters = {owners.get(c) for c in soil if board.provinces[c].centre}
        own = Power(power)
        master = own if own in masters else masters.pop() if len(masters) == 1 else None
        if master:
            holders |= {code: master for code in soil if not board.provinces[code].centre}
    found = {code: colour[power] for code, power in holders.items() if power in colour}
    found |= dict.fromkeys(closed(board, position.phase.season), ICE)
    return {code: fill for code, fill in found.items() if code in sheet.shapes}


@lru_cache(maxsize=64)
def closed(board: Board, season: str) -> frozenset[Code]:
    """The provinces that no unit can enter or leave in this season, but in others."""
    shut: set[Code] = set()
    for place in board.locations.values():
        ways = [w for sides in board.ways.get(place, {}).values() for w in sides]
        if ways and not any(w.open_in(season) for w in ways):
            shut.add(place.province)
    return frozenset(shut)


def whole(sheet: BoardSheet, setting: Setting, p: PhaseMap, *, title: str, description: str) -> str:
    """A picture with its board as one SVG file, its words as outlines, which need no font."""
    drawn, words = ([m.outlined() for m in ms] for ms in (p.marks, p.cartouche + p.legend))
    return "".join(
        (
            f'<svg {svg.HEAD} viewBox="0 0 {svg.points(sheet.width)} {svg.points(sheet.height)}"',
            ' role="img" aria-labelledby="title-words desc-words">',
            f'<title id="title-words">{escape(title)}</title>',
            f'<desc id="desc-words">{escape(description)}</desc>',
            f"<defs>{svg.symbols(p.symbols, (*drawn, *words))}</defs><defs>{sheet.defs}</defs>",
            sheet.layers["sea"] + sheet.tinted(p.tints) + sheet.above(setting),
            svg.layers(drawn, UNDER),
            sheet.over(),
            svg.layers(drawn, OVER),
            svg.layers(words, ("signs",)),
            "</svg>\n",
        )
    )
