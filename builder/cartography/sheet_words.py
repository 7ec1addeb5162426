"""The words on a sheet that name no province: title, key, degrees."""

from __future__ import annotations

from collections.abc import Iterable

from builder.cartography.geography import graticule
from builder.cartography.geography.board_geometry import MARGIN, ROW, STRIP, BoardGeometry
from builder.cartography.letters.names import Name, Rect, Style
from builder.draw.outlined_text import face

TITLE, TEXT = Style("caps", 0.07), Style("italic", 0.015)
TITLE_SIZE, LINE_SIZE, KEY_SIZE = 25.0, 13.5, 12.5


def line(text: str, style: Style, x: float, y: float, size: float) -> Name:
    """A line about its middle."""
    return Name(text, style, x, y, size, 0.0, (x, y), style.tracking)


def cartouche(ground: BoardGeometry) -> Rect:
    """The room for the title, set off from the corner of the map: x, y, width, height."""
    return ground.panels[0]


def legend(ground: BoardGeometry) -> Rect:
    """The strip under the map that a picture of a phase fills with its legend."""
    width, height = ground.size
    return MARGIN, height - STRIP, width - 2 * MARGIN, STRIP - 6


def key(ground: BoardGeometry) -> Rect | None:
    """The panel that explains the board's own signs, if it has any."""
    return ground.panels[1] if len(ground.panels) > 1 else None


def title(ground: BoardGeometry) -> list[Name]:
    """The board's own words in the cartouche."""
    x, y, w, h = cartouche(ground)
    head, *rest = ground.plan.title
    top = y + h / 2 + 10 - 8 * len(rest)
    wide = face(TITLE.face).width(head, TITLE_SIZE, TITLE.tracking)
    size = min(TITLE_SIZE, TITLE_SIZE * (w - 36) / wide)
    return [line(head, TITLE, x + w / 2, top, size)] + [
        line(words, TEXT, x + w / 2, top + 20 + 16 * i, LINE_SIZE) for i, words in enumerate(rest)
    ]


def key_lines(ground: BoardGeometry) -> list[Name]:
    """What the signs of the board mean, a line for each."""
    room = key(ground)
    return sign_lines(room, ground.signs.values()) if room else []


def sign_lines(room: Rect, meanings: Iterable[str]) -> list[Name]:
    """The words of a key, one line below the other."""
    x, y, _, _ = room
    lines = []
    for i, words in enumerate(meanings):
        wide = face(TEXT.face).width(words, KEY_SIZE, TEXT.tracking)
        lines.append(line(words, TEXT, x + 52 + wide / 2, y + 10 + ROW * (i + 0.5), KEY_SIZE))
    return lines


def everything(ground: BoardGeometry) -> list[Name]:
    """All lines that need letters and are not names."""
    return [*title(ground), *key_lines(ground), *graticule.figures(ground.projection)]
