"""The words, letters and facts on the sheet of a ring board."""

from __future__ import annotations

from builder.cartography import path_data
from builder.cartography.geography.board_geometry import ROW
from builder.cartography.letters.curved_names import CurvedName
from builder.cartography.letters.names import Name, Rect, Style, letter_id
from builder.cartography.map_sheet import sealed
from builder.cartography.rings.ring_board import MARGIN, PEN, STRIP, RingBoard
from builder.cartography.sheet_words import KEY_SIZE, LINE_SIZE, TEXT, TITLE, line
from builder.draw.outlined_text import face

COUNTRY = Style("caps", 0.18)


def metadata(board: RingBoard) -> str:
    """What stands where, as JSON."""
    x, y, r = board.ball
    ball = (x - r, y - r, 2 * r, 2 * r)
    return sealed(
        {
            "variant": board.variant,
            "size": board.size,
            "frame": board.frame,
            "pen": PEN,
            "units": board.anchors.units,
            "dislodged": board.anchors.dislodged,
            "centres": board.anchors.centres,
            "builds": {},
            "crossings": [],
            "canals": [],
            "boxes": {board.code: {"joins": board.box["joins"], "box": ball, "ways": board.ways()}},
            "labels": {
                code: {"box": [box for one in lines for box in one.boxes()]}
                for code, lines in board.labels.items()
            },
            "key": key_room(board),
            "homes": board.homes,
            "cartouche": cartouche(board),
            "legend": (MARGIN, board.size[1] - STRIP, board.size[0] - 2 * MARGIN, STRIP - 6),
        }
    )


def cartouche(board: RingBoard) -> Rect:
    """The room for the title."""
    x, y, w, h = map(float, board.raw["cartouche"])
    return board.frame[0] + x, board.frame[1] + y, w, h


def key_room(board: RingBoard) -> Rect:
    """The room for the key."""
    x, y, w = map(float, board.raw["key"])
    return board.frame[0] + x, board.frame[1] + y, w, 2 * ROW + 12


def title_lines(board: RingBoard) -> list[Name]:
    """The board's own words."""
    x, y, w, h = cartouche(board)
    head, *rest = board.raw["title"]
    lines = [line(head, TITLE, x + w / 2, y + h / 2 + 12 - 8 * len(rest), 30)]
    return lines + [
        line(words, TEXT, x + w / 2, y + h / 2 + 33 - 8 * len(rest) + 16 * i, LINE_SIZE)
        for i, words in enumerate(rest)
    ]


def key_lines(board: RingBoard) -> list[Name]:
    """What the two signs of this board mean."""
    x, y, _, _ = key_room(board)
    words = (f"supply centre ({len(board.anchors.centres)})", f"way to {board.box['name']} by sea")
    lines = []
    for i, text in enumerate(words):
        wide = face(TEXT.face).width(text, KEY_SIZE, TEXT.tracking)
        lines.append(line(text, TEXT, x + 52 + wide / 2, y + 10 + ROW * (i + 0.5), KEY_SIZE))
    return lines


def countries(board: RingBoard) -> list[CurvedName]:
    """The names of the three countries on the beast's brow and cheeks."""
    wheel = board.wheel
    found = []
    for power, lands in board.homes.items():
        inland = [s for s in wheel.sectors if s.code in lands and s.outer == 8]
        angle = sum(s.middle for s in inland) / len(inland)
        found.append(CurvedName(power, COUNTRY, wheel.centre, 11.36 * wheel.unit, angle, 22.0))
    return found


def definitions(board: RingBoard) -> str:
    """The letters, the soil of the homelands, the line of the frontiers."""
    lines: list[Name | CurvedName] = [*title_lines(board), *key_lines(board), *countries(board)]
    lines += [one for names in board.labels.values() for one in names]
    used = {(one.style.face, letter): one.case for one in lines for letter in one.text}
    letters = "".join(
        f'<path id="{letter_id(name, letter)}" d="{d}"/>'
        for (name, letter), case in sorted(used.items(), key=lambda item: item[0])
        if (d := case.glyphs[letter].path())
    )
    soils = "".join(
        f'<clipPath id="soil-{n}">'
        + "".join(f'<use xlink:href="#{code}"/>' for code in lands)
        + "</clipPath>"
        for n, lands in enumerate(board.homes.values())
    )
    frontier = path_data.chains(board.lines("frontier"))
    x, y, w, h = board.frame
    window = f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"/>'
    return (
        f'<clipPath id="window">{window}</clipPath>{letters}{soils}'
        f'<path id="frontier" d="{frontier}"/>'
    )
