"""The picture of a phase, complete or as an overlay for a board that a page holds once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Literal, NamedTuple

from builder.draw import captions, counters, moves, retreats_and_builds, supports, svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.captions import entries
from builder.draw.marks import OVER, UNDER, Case, DrawnMark, PaintedPath, Shape
from builder.draw.scene import Scene
from builder.draw.symbols import initials
from builder.model.board import Board, Code
from builder.model.kinds import Power
from builder.model.position import Position
from builder.model.setting import Setting
from builder.model.turns import Turn

When = Literal["before", "orders", "after"]
ICE = "#eef2f0"


class PhaseMap(NamedTuple):
    """All that a phase adds to the board: marks, tints, words, and the signs they use."""

    marks: tuple[DrawnMark, ...]
    words: tuple[DrawnMark, ...]
    tints: Mapping[Code, str]
    case: Case


def position(turn: Turn, when: When) -> Position:
    """The position that a picture of that moment shows."""
    return turn.after if when == "after" else turn.before


def marks(
    sheet: BoardSheet,
    setting: Setting,
    turn: Turn,
    when: When = "orders",
) -> tuple[list[DrawnMark], Case]:
    """The marks of a phase: its orders with their fates, or the position before or after."""
    scene = Scene(sheet, setting)
    scene.obstacles = tuple(sheet.spot(u.at) for u in turn.before.units)
    counters.centres(scene, position(turn, when).owners)
    if when == "orders":
        draw_orders(scene, turn)
    else:
        now = position(turn, when)
        counters.draw_dislodged(scene, now.dislodged)
        counters.draw_counters(scene, now.units)
        if when == "before":
            retreats_and_builds.refuges(scene, turn)
    return scene.finish(), scene.signs


def draw_orders(scene: Scene, turn: Turn) -> None:
    """The units of a phase with what they were ordered to do and what became of it."""
    step = turn.before.phase.step
    if step == "movement":
        movement(scene, turn)
        counters.draw_counters(scene, turn.before.units, (d.unit for d in turn.dislodged))
    else:
        counters.draw_dislodged(scene, turn.before.dislodged)
        counters.draw_counters(scene, turn.before.units)
        (retreats_and_builds.retreats if step == "retreats" else retreats_and_builds.winter)(
            scene, turn
        )


def movement(scene: Scene, turn: Turn) -> None:
    """Every order of a movement phase."""
    drawn = moves.arrows(scene, turn)
    for arrow in drawn.values():
        moves.draw(scene, turn, arrow)
    supports.supports(scene, turn, drawn)
    supports.convoys(scene, turn)
    supports.refused(scene, turn)
    moves.verdicts(scene, turn, drawn)


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
    """Everything that one picture of a phase adds to its board."""
    drawn, case = marks(sheet, setting, turn, when)
    now = position(turn, when)
    inscribed: list[DrawnMark] = []
    if sheet.cartouche and title:
        inscribed += [
            DrawnMark("signs", t) for t in captions.cartouche(sheet.cartouche, title, subtitle)
        ]
    if sheet.legend and legend:
        inscribed += key(sheet, setting, drawn, now)
    return PhaseMap(tuple(drawn), tuple(inscribed), tints(sheet, setting, now), case)


def key(
    sheet: BoardSheet, setting: Setting, drawn: Sequence[DrawnMark], now: Position
) -> list[DrawnMark]:
    """The strip that explains the signs of a picture and counts the centres."""
    if sheet.legend is None:
        return []
    signs = svg.used(drawn)
    signs |= {"convoy" for m in drawn if m.layer == "bands"}
    arrows = any(m.layer == "paths" and headed(m.shape) for m in drawn)
    move = "retreat" if now.phase.step == "retreats" else "move"
    sample = next((initials(n) for n in setting.nations if n.playable), "")
    signs |= {"aboard" for u in now.units if u.aboard}
    listed = [*entries(signs, move if arrows else "", sample, setting)]
    counts = Counter(p for code, p in now.owners.items() if code in setting.centres)
    present, owner = {u.power for u in now.units}, setting.calendar.owner(now.phase.year)
    powers = captions.standing(setting.nations, counts, present, owner)
    return captions.strip(sheet.legend, listed, powers, sheet.pen)


def headed(shape: Shape) -> bool:
    """Does a line end in a head: is a figure closed in it?"""
    return isinstance(shape, PaintedPath) and shape.d.endswith("z")


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


def bands(setting: Setting) -> dict[str, str]:
    """The ink of each power's frontiers."""
    return {n.name: n.ink for n in setting.nations}


def whole(
    sheet: BoardSheet,
    setting: Setting,
    p: PhaseMap,
    *,
    title: str,
    description: str,
) -> str:
    """A picture put together as one SVG file."""
    used = svg.used([*p.marks, *p.words])
    return "".join(
        (
            f'<svg {svg.HEAD} viewBox="0 0 {svg.points(sheet.width)} {svg.points(sheet.height)}"',
            ' role="img" aria-labelledby="title-words desc-words">',
            f'<title id="title-words">{escape(title)}</title>',
            f'<desc id="desc-words">{escape(description)}</desc>',
            f"<defs>{svg.signs(p.case, used)}</defs>",
            sheet.under(p.tints, bands(setting)),
            svg.layers(p.marks, UNDER),
            sheet.over(),
            svg.layers(p.marks, OVER),
            svg.layers(captions.outlined(p.words), ("signs",)),
            "</svg>\n",
        )
    )
