"""The words on a picture: the cartouche with game and phase, and the legend below the map."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from builder.draw import symbols
from builder.draw.board_sheet import BoardSheet, Box
from builder.draw.geometry.curves import Point
from builder.draw.marks import INK, DrawnMark, Lettering, Paint, PaintedPath, Shape, SymbolUse
from builder.draw.outlined_text import face
from builder.draw.symbols import circle, initials, letter
from builder.model.setting import Nation, Setting
from builder.model.units import Position

DATA = json.loads(Path(__file__).with_name("legend.json").read_text(encoding="utf-8"))
POWERS_LISTED = 12  # a legend lists all of so many powers
SIZE = 14.5  # of the words in a legend
SQUEEZED = 0.8  # a legend is shrunk so far before it takes a second row
ROW_HEIGHT = 24


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
    lettering = Lettering(text, font, tracking)
    return PaintedPath("", Paint(fill=INK), left, at.y, size / cut.em, lettering)


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
    x, y, width, height = sheet.legend
    pen = sheet.pen
    signs = list(_sign_entries(setting, drawn, now))
    powers = list(_power_entries(setting, now, pen))
    signs_width = _row_width(signs, pen)
    powers_width = _row_width(powers, pen)
    both = signs_width + powers_width
    one_row = SQUEEZED * both <= width or not signs or not powers
    if one_row:
        scale = min(1.0, width / max(both, 1.0), height / (ROW_HEIGHT * pen))
        middle = y + height * 0.5
        right = x + width - powers_width * scale
        shapes = _row(signs, Point(x, middle), pen, scale)
        return shapes + _row(powers, Point(right, middle), pen, scale)
    wider = max(signs_width, powers_width)
    scale = min(1.0, width / max(wider, 1.0), height / (2 * ROW_HEIGHT * pen))
    shapes = _row(signs, Point(x, y + height * 0.27), pen, scale)
    return shapes + _row(powers, Point(x, y + height * 0.77), pen, scale)


def _row(entries: Sequence[LegendEntry], start: Point, pen: float, scale: float) -> list[Shape]:
    """The entries of one row of a legend, from the middle of its left end."""
    at, middle = start
    shapes: list[Shape] = []
    for entry in entries:
        shapes += [shape.moved(at, middle, scale) for shape in entry.shapes]
        at += (entry.width + entry.gap) * scale
        baseline = Point(at, middle + 4.6 * pen * scale)
        shapes.append(words(entry.word, "sans", SIZE * pen * scale, baseline))
        at += (_width(entry.word, pen) + 16 * pen) * scale
    return shapes


def _row_width(entries: Sequence[LegendEntry], pen: float) -> float:
    """The width of a row of a legend before it is shrunk."""
    return sum(entry.width + 20 * pen + _width(entry.word, pen) for entry in entries)


def _width(text: str, pen: float) -> float:
    return face("sans").width(text, SIZE * pen)


def _power_entries(setting: Setting, now: Position, pen: float) -> Iterator[LegendEntry]:
    """A disc with the letter of each power, the number of its centres, and whether the year is its
    own. Only those left of more than twelve powers; units that nobody plays if there are any."""
    counts = Counter(power for code, power in now.owners.items() if code in setting.centres)
    present = {unit.power for unit in now.units}
    year_of = setting.calendar.owner(now.phase.year)
    playable = [nation for nation in setting.nations if nation.playable]
    if len(playable) > POWERS_LISTED:
        playable = [n for n in playable if n.name in present or counts[n.name]]
    for nation in playable:
        year = ", its year" if nation.name == year_of else ""
        yield _power_entry(nation, f"{nation.name} {counts[nation.name]}{year}", pen)
    for nation in setting.nations:
        if not nation.playable and nation.name in present:
            yield _power_entry(nation, f"{nation.adjective or nation.name} units", pen)


def _power_entry(nation: Nation, word: str, pen: float) -> LegendEntry:
    """A nation's disc with its letter, and a word."""
    body, rim = symbols.body_and_rim(nation)
    disc = PaintedPath(circle(8.4), Paint(fill=body, stroke=nation.ink, width=1.2))
    shapes = (disc, letter(nation, 12.0, rim))
    drawn = tuple(shape.moved(8 * pen, 0, pen) for shape in shapes)
    return LegendEntry(17 * pen, word, drawn, 4 * pen)


def _sign_entries(
    setting: Setting, drawn: Sequence[DrawnMark], now: Position
) -> Iterator[LegendEntry]:
    """The entries for the signs that a picture uses, counters as those of the first power."""
    signs = sorted({mark.shape.sign for mark in drawn if isinstance(mark.shape, SymbolUse)})
    names = {name.partition(".")[0]: name for name in signs}
    used = set(names)
    if any(mark.layer == "bands" for mark in drawn):
        used.add("convoy")
    if any(unit.aboard for unit in now.units):
        used.add("aboard")
    move = "retreat" if now.phase.step == "retreats" else "move"
    if any(map(_has_arrowhead, drawn)):
        used.add(move)
    sample = next((initials(n) for n in setting.nations if n.playable), "")
    for kind, word in setting.counter_words.items():
        if kind in used:
            yield LegendEntry(30, word, (SymbolUse(f"{kind}.{sample}", 15, 0, 0.78),))
    yield from (entry for sign, entry in amendment_entries(setting, sample) if sign in used)
    for row in DATA["of all"]:
        if not used.isdisjoint(row["for"]):
            yield _entry(row, row.get("word", move), sample, names)


def _has_arrowhead(mark: DrawnMark) -> bool:
    """Is a mark the line of a move? An arrowhead closes its path."""
    shape = mark.shape
    return mark.layer == "paths" and isinstance(shape, PaintedPath) and shape.d.endswith("z")


def amendment_entries(setting: Setting, sample: str) -> Iterator[tuple[str, LegendEntry]]:
    """The signs that amendments have added to the map, each with its entry. `sample` are the
    initials of the power whose counters serve as samples."""
    for sign, row in sorted(DATA["of amendments"].items()):
        if sign in setting.signs:
            yield sign, _entry(row, setting.signs[sign], sample, {})


def _entry(row: symbols.SymbolRow, word: str, sample: str, names: Mapping[str, str]) -> LegendEntry:
    """An entry of `legend.json`; `names` are the full names of a picture's signs."""

    def shape(part: symbols.SymbolRow) -> Shape:
        if "sign" not in part:
            return symbols.painted(part, symbols.COLOURS)
        sign = names.get(part["sign"], part["sign"].replace("*", sample))
        return SymbolUse(sign, part["x"], part.get("y", 0), part.get("scale", 1.0))

    return LegendEntry(row["width"], word, tuple(map(shape, row["drawn"])))
