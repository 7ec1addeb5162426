"""The finished map.svg: layers, signs, names, frame and metadata.

What a map.svg consists of
--------------------------
Top-level groups, bottom up, each by its id: `sea`, `provinces`, `frontiers`, `borders`, `canals`,
`centres`, `labels`, `frame`, and last `title` (the words in the cartouche; a picture with its own
words there cuts the file at `<g id="title"`). A picture of a phase puts its lines between
`centres` and `labels` and its counters above `labels`.

`provinces` holds, in tenths of a unit (`transform="scale(.1)"`), one path for each province with
`id` = its code and `data-kind` = land, coast or sea (`closed` for impassable land); islands are in
the same path. Setting `fill` on it tints it; otherwise land has its group's fill and seas have
none. The last `data-islets` subpaths are islands that have the province's colour and count for no
adjacency. Other shapes there have no id: `data-kind` = outside, isle,
still (water in no game), closed (water barred to all), inner (water inside a province).
Neighbouring shapes share their segments digit for digit, and every segment lies between exactly
two shapes or on the frame. `borders` holds the straits as paths with `data-strait`: two seas do
not touch along them, and the provinces at both ends do. `frontiers` holds one group for each
homeland, `data-home` = the power, whose `stroke` colours the band along its frontier.

`<metadata id="chancery">` is JSON; all lengths are picture units (one decimal;
units, centres and builds are whole):
  variant, size [w, h], frame [x, y, w, h] (the map itself), pen (what counters, lines and other
  signs of fixed size are to be multiplied by), units {location: [x, y]}, dislodged {location: [x,
  y]}, centres and builds {code: [x, y]}, crossings [{joins, units, line}], straits [{joins,
  line}], canals [{name, joins, line}], boxes {code: {joins, box, ways: {sea: [[x, y], ..]}}},
  labels {code: {box: [[x0, y0, x1, y1], ..]}}, cartouche and legend [x, y, w, h] (rooms kept free
  for words), key [x, y, w, h] or null (the panel that explains the signs), signs {sign: words}
  (those of the key, each drawn there in a group with the id `sign-<sign>`), homes {power:
  [codes]}, spare {code: {at, centre, name}} (where a space or centre goes that a game may add).
"""

import cmath
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from builder.cartography import path_data
from builder.cartography.drawing import MARGIN, Point
from builder.cartography.names import CurvedName, Name, Style, letter_id
from builder.cartography.placement import Anchors
from builder.draw.board_sheet import Box
from builder.draw.geometry.curves import Rect

STRIP = 42  # the height of the room for a legend
ROW = 17.0  # the height of a line of the key
TITLE = Style("caps", 0.07)
TEXT = Style("italic", 0.015)
LINE_SIZE = 13.5  # of the lines below the title
KEY_SIZE = 12.5


class MapSheet:
    """A board as its map.svg shows it; each kind of board draws its own spaces.

    `frame` is the map itself, `cartouche` the room for the title: x, y, width, height. `pen` is
    the factor for signs of fixed size (1 on the standard board), `homes` are the homelands by
    power, `signs` the signs of the key with their meanings. `rooms` are the boxes of every name by
    its code, `words` all words but title and key, `ways` the metadata of what no border shows,
    `spare` the places of what a game may add. `template` is the file that draws the board.
    `heading` is the title's size, how far it lies below the middle of its room, and its distance
    from the next line.
    """

    template: str
    heading = 25.0, 10.0, 20.0
    pen: float
    homes: Mapping[str, Iterable[str]]
    signs: dict[str, str]
    anchors: Anchors
    rooms: Mapping[str, list[Rect]]
    words: Sequence[Name | CurvedName]
    ways: Mapping[str, object]
    spare: Mapping[str, Mapping[str, Point]] = {}

    def __init__(self, variant: str, raw: Mapping[str, Any], frame: Box, below: int = 0) -> None:
        self.variant = variant
        self.raw = raw
        self.frame = frame
        left, top, wide, high = frame
        self.size = round(left + wide) + MARGIN, round(top + high) + MARGIN + below + STRIP
        x, y, wide, high = raw["cartouche"]
        self.cartouche: Box = (left + x, top + y, wide, high)

    @property
    def key(self) -> Box | None:
        """The panel for the key to the board's signs, if the drawing has one."""
        if "key" not in self.raw:
            return None
        x, y, wide = self.raw["key"]
        return self.frame[0] + x, self.frame[1] + y, wide, ROW * len(self.signs) + 12

    def title(self) -> list[Name]:
        """The board's own words: a title as large as it fits, and the lines below it."""
        x, y, wide, high = self.cartouche
        size, down, gap = self.heading
        head, *rest = self.raw["title"]
        middle = x + wide / 2
        top = y + high / 2 + down - 8 * len(rest)
        width = TITLE.typeface.width(head, size, TITLE.tracking)
        fitting = min(1, (wide - 36) / width) * size
        lines = [Name(head, TITLE, middle, top, fitting, TITLE.tracking)]
        for i, text in enumerate(rest):
            baseline = top + gap + 16 * i
            lines.append(Name(text, TEXT, middle, baseline, LINE_SIZE, TEXT.tracking))
        return lines

    def key_lines(self) -> list[Name]:
        """The meanings of the signs as the lines of the key."""
        if self.key is None:
            return []
        x, y, _, _ = self.key
        lines = []
        for i, words in enumerate(self.signs.values()):
            middle = x + 52 + TEXT.typeface.width(words, KEY_SIZE, TEXT.tracking) / 2
            baseline = y + 10 + ROW * (i + 0.5)
            lines.append(Name(words, TEXT, middle, baseline, KEY_SIZE, TEXT.tracking))
        return lines

    def glyphs(self) -> list[tuple[str, str]]:
        """The letters of all words, each once: its id and its outline."""
        outlines: dict[tuple[str, str], str] = {}
        for line in (*self.words, *self.title(), *self.key_lines()):
            typeface = line.style.typeface
            for _, letter in typeface.letters(line.text):
                outlines[line.style.face, letter] = typeface.glyphs[letter].path()
        glyphs = []
        for (face, letter), outline in sorted(outlines.items()):
            if outline:
                glyphs.append((letter_id(face, letter), outline))
        return glyphs

    def metadata(self) -> str:
        """Where everything stands, as compact JSON; lengths to one decimal, `pen` in full."""
        width, height = self.size
        facts = {
            "variant": self.variant,
            "size": self.size,
            "frame": self.frame,
            "pen": self.pen,
            **self.anchors._asdict(),
            **self.ways,
            "labels": {code: {"box": boxes} for code, boxes in self.rooms.items()},
            "key": self.key,
            "signs": self.signs,
            "homes": self.homes,
            "cartouche": self.cartouche,
            "legend": (MARGIN, height - STRIP, width - 2 * MARGIN, STRIP - 6),
        }
        if self.spare:
            facts["spare"] = self.spare
        short = {**tenths(facts), "pen": self.pen}
        return json.dumps(short, ensure_ascii=False, separators=(",", ":"))

    def svg(self) -> str:
        """The whole map.svg."""
        return _templates.get_template(self.template).render(board=self)


def tenths(value: Any) -> Any:
    """Nested data with its numbers to one decimal, whole ones without it."""
    if isinstance(value, float):
        return int(value) if value == int(value) else round(value, 1)
    if isinstance(value, Mapping):
        return {key: tenths(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [tenths(item) for item in value]
    return value


def _template(name: str) -> str:
    """A template without its line ends: dropped before a tag, else replaced by a space."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8").strip()
    joined_before_tags = re.sub(r"\s*\n\s*(?=[<{])", "", text)
    return re.sub(r"\s*\n\s*", " ", joined_before_tags)


def arrow_head(tip: Point, tail: Point, size: float) -> str:
    """The head of a line that ends at `tip`, as path data."""
    turn = cmath.rect(1, math.atan2(tip[1] - tail[1], tip[0] - tail[0]))
    spots = []
    for corner in (0.5, -0.6 + 0.5j, -0.6 - 0.5j):
        spots.append(_spot(complex(*tip) + size * turn * corner))
    return "M{}L{}L{}z".format(*spots)


def crystal(x: float, y: float, size: float) -> str:
    """An ice crystal as path data."""
    data = ""
    middle = complex(x, y)
    for arm in range(6):
        angle = math.tau * arm / 6 + math.pi / 6
        data += f"M{_spot(middle)}L{_spot(middle + cmath.rect(size, angle))}"
        fork = middle + cmath.rect(0.55 * size, angle)
        for side in (angle - math.pi / 4, angle + math.pi / 4):
            data += f"M{_spot(fork)}L{_spot(fork + cmath.rect(0.36 * size, side))}"
    return data


def _spot(place: complex) -> str:
    return f"{place.real:.1f} {place.imag:.1f}"


_templates = Environment(loader=FunctionLoader(_template), undefined=StrictUndefined)
_templates.filters |= {
    "area": path_data.area,
    "chains": path_data.chains,
    "escaped": escape,
    "ring": lambda outline: path_data.line(outline, closed=True),
    "figure_id": lambda text: f"deg{text.rstrip('°')}",
    "hundredth": "{:.2f}".format,
    "fine": lambda scale: f"{scale:.4f}".rstrip("0").removeprefix("0"),
    "tenth": "{:.1f}".format,
    "whole": "{:.0f}".format,
    "short": "{:g}".format,
}
_templates.globals |= {
    "ROW": ROW, "arrow_head": arrow_head, "br": "\n", "crystal": crystal, "letter_id": letter_id,
}  # fmt: skip
