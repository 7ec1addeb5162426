"""The words on a picture: the cartouche with game and phase, and the legend below the map."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from builder.draw import symbols
from builder.draw.board_sheet import BoardSheet, Box
from builder.draw.curves import Point
from builder.draw.marks import INK, DrawnMark, Lettering, Paint, PaintedPath, Shape, SymbolUse
from builder.draw.outlined_text import face
from builder.draw.symbols import circle, initials, letter
from builder.model.setting import Setting
from builder.model.units import Position

DATA = json.loads(Path(__file__).with_name("legend.json").read_text(encoding="utf-8"))
MANY = 12  # a legend lists all of so many powers
SIZE = 14.5  # of the words in a legend
SQUEEZED = 0.8  # a legend is shrunk so far before it takes a second row


class LegendEntry(NamedTuple):
    """What is drawn for a sign or power, from its left end; its width, its word, the gap between.
    All are lengths of the legend before it is shrunk."""

    width: float
    word: str
    shapes: tuple[Shape, ...]
    gap: float = 4.0


def words(
    text: str, font: str, size: float, at: Point, *, middle: bool = False, tracking: float = 0.0
) -> PaintedPath:
    """A line of text as one painted path; its baseline begins or has its middle at a point."""
    cut = face(font)
    left = at.x - cut.width(text, size, tracking) / 2 if middle else at.x
    paint, said = Paint(fill=INK), Lettering(text, font, tracking)
    return PaintedPath("", paint, left, at.y, size / cut.em, said)


def cartouche(box: Box, title: str, subtitle: str) -> Iterator[PaintedPath]:
    """The title, if there is one, in capitals and under it the subtitle in italics."""
    if not title:
        return
    x, y, width, height = box
    for text, font, share, down, tracking, ink in (
        (title, "caps", 0.34, 0.5, 0.06, INK),
        (subtitle, "italic", 0.21, 0.77, 0.0, "#5a5347"),
    ):
        wide = face(font).width(text, share * height, tracking)
        size = share * height * min(1.0, (width - 24) / max(wide, 1.0))
        at = Point(x + width / 2, y + height * down)
        line = words(text, font, size, at, middle=True, tracking=tracking)
        yield line._replace(paint=Paint(fill=ink))


def legend(
    sheet: BoardSheet, setting: Setting, drawn: Sequence[DrawnMark], now: Position
) -> list[Shape]:
    """The signs of a picture on the left and the powers on the right, each with its words. Takes
    two rows where one would be too narrow, and shrinks as far as it must."""
    (x, y, width, height), pen = sheet.legend, sheet.pen
    rows = [*_sign_entries(setting, drawn, now)], [*_power_entries(setting, now, pen)]
    left, right = (sum(e.width + 20 * pen + _width(e.word, pen) for e in row) for row in rows)
    one_row = SQUEEZED * (left + right) <= width or not all(rows)
    need, count = (left + right, 1) if one_row else (max(left, right), 2)
    scale = min(1.0, width / max(need, 1.0), height / (count * 24 * pen))
    ends = x, x + width - right * scale if one_row else x
    found: list[Shape] = []
    for row, at, part in zip(rows, ends, (0.5, 0.5) if one_row else (0.27, 0.77), strict=True):
        middle = y + height * part
        for e in row:
            found += (shape.moved(at, middle, scale) for shape in e.shapes)
            at += (e.width + e.gap) * scale
            below = Point(at, middle + 4.6 * pen * scale)
            found.append(words(e.word, "sans", SIZE * pen * scale, below))
            at += (_width(e.word, pen) + 16 * pen) * scale
    return found


def _width(text: str, pen: float) -> float:
    return face("sans").width(text, SIZE * pen)


def _power_entries(setting: Setting, now: Position, pen: float) -> Iterator[LegendEntry]:
    """A disc with the letter of each power, the number of its centres, and whether the year is its
    own. Only those left of more than twelve powers; units that nobody plays if there are any."""
    counts = Counter(p for code, p in now.owners.items() if code in setting.centres)
    present, owner = {u.power for u in now.units}, setting.calendar.owner(now.phase.year)
    playable = [n for n in setting.nations if n.playable]
    if len(playable) > MANY:
        playable = [n for n in playable if n.name in present or counts[n.name]]
    others = (n for n in setting.nations if not n.playable and n.name in present)
    said = {n: f"{n.name} {counts[n.name]}{', its year' * (n.name == owner)}" for n in playable}
    said |= {n: f"{n.adjective or n.name} units" for n in others}
    for nation, word in said.items():
        body, rim = symbols.body_and_rim(nation)
        disc = PaintedPath(circle(8.4), Paint(fill=body, stroke=nation.ink, width=1.2))
        drawn = (shape.moved(8 * pen, 0, pen) for shape in (disc, letter(nation, 12.0, rim)))
        yield LegendEntry(17 * pen, word, tuple(drawn), 4 * pen)


def _sign_entries(
    setting: Setting, drawn: Sequence[DrawnMark], now: Position
) -> Iterator[LegendEntry]:
    """The entries for the signs that a picture uses, counters as those of the first power."""
    shapes = [m.shape for m in drawn]
    signs = sorted({shape.sign for shape in shapes if isinstance(shape, SymbolUse)})
    names = {name.partition(".")[0]: name for name in signs}
    used = {*names, *("convoy" for m in drawn if m.layer == "bands")}
    used |= {"aboard" for u in now.units if u.aboard}
    move = "retreat" if now.phase.step == "retreats" else "move"
    lines = [m.shape.d for m in drawn if m.layer == "paths" and isinstance(m.shape, PaintedPath)]
    used |= {move for d in lines if d.endswith("z")}  # an arrowhead closes its path
    sample = next((initials(n) for n in setting.nations if n.playable), "")
    for kind, word in setting.counter_words.items():
        if kind in used:
            yield LegendEntry(30, word, (SymbolUse(f"{kind}.{sample}", 15, 0, 0.78),))
    yield from (entry for sign, entry in amendment_entries(setting, sample) if sign in used)
    for row in DATA["of all"]:
        if not used.isdisjoint(row["for"]):
            yield _entry(row, row.get("word", move), sample, names)


def amendment_entries(setting: Setting, sample: str) -> Iterator[tuple[str, LegendEntry]]:
    """The signs that amendments have added to the map, each with its entry. `sample` are the
    initials of the power whose counters serve as samples."""
    for sign, row in sorted(DATA["of amendments"].items()):
        if sign in setting.signs:
            yield sign, _entry(row, setting.signs[sign], sample, {})


def _entry(row: symbols.Row, word: str, sample: str, names: Mapping[str, str]) -> LegendEntry:
    """An entry of `legend.json`; `names` are the full names of a picture's signs."""

    def shape(part: symbols.Row) -> Shape:
        if "sign" not in part:
            return symbols.painted(part, symbols.COLOURS)
        sign = names.get(part["sign"], part["sign"].replace("*", sample))
        return SymbolUse(sign, part["x"], part.get("y", 0), part.get("scale", 1.0))

    return LegendEntry(row["width"], word, tuple(map(shape, row["drawn"])))
