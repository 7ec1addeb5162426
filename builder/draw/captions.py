"""The words on a picture: the cartouche with game and phase, and the legend below the map."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from builder.draw.board_sheet import Box
from builder.draw.marks import (
    CASING,
    INK,
    DrawnMark,
    Lettering,
    Paint,
    PaintedPath,
    Shape,
    SymbolUse,
)
from builder.draw.outlined_text import face
from builder.draw.symbols import COLOURS, Row, circle, letter, letter_of, painted
from builder.model.setting import Nation, Setting
from builder.model.units import Power

DATA = json.loads(Path(__file__).with_name("legend.json").read_text(encoding="utf-8"))
Anchor = Literal["start", "middle", "end"]
SHARE: Mapping[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
MANY = 12  # a legend lists all of so many powers
SIZE = 14.5  # of the words in a legend
SQUEEZED = 0.8  # a legend is shrunk so far before it takes a second row


class LegendEntry(NamedTuple):
    """One sign of the legend: its width, its word, and what is drawn, from its left end."""

    width: float
    word: str
    shapes: tuple[Shape, ...]


def words(
    text: str,
    font: str,
    size: float,
    x: float,
    y: float,
    *,
    anchor: Anchor = "start",
    tracking: float = 0.0,
    ink: str = INK,
) -> PaintedPath:
    """A line of text as one painted outline; its baseline runs through (x, y)."""
    cut = face(font)
    left = x - cut.width(text, size, tracking) * SHARE[anchor]
    said = Lettering(text, font, tracking)
    return PaintedPath(cut.outline(text, tracking), Paint(fill=ink), left, y, size / cut.em, said)


def outlined(marks: Iterable[DrawnMark]) -> Iterator[DrawnMark]:
    """Marks with their words as outlines alone, which look the same without any font."""
    for mark in marks:
        drawn = mark.shape
        bare = drawn._replace(words=None) if isinstance(drawn, PaintedPath) else drawn
        yield mark._replace(shape=bare)


def fitted(text: str, font: str, size: float, room: float, tracking: float) -> float:
    """The size at which a line of text fits into a width, at most `size`."""
    width = face(font).width(text, size, tracking)
    return size if width <= room else size * room / width


def cartouche(box: Box, title: str, subtitle: str) -> list[Shape]:
    """The title in capitals and under it the subtitle in italics, in the room kept for them."""
    x, y, width, height = box
    middle, room = x + width / 2, width - 24
    size = fitted(title, "caps", height * 0.34, room, 0.06)
    small = fitted(subtitle, "italic", height * 0.21, room, 0.0)
    return [
        words(title, "caps", size, middle, y + height * 0.5, anchor="middle", tracking=0.06),
        words(subtitle, "italic", small, middle, y + height * 0.77, anchor="middle", ink="#5a5347"),
    ]


def legend(
    box: Box, signs: Sequence[LegendEntry], powers: Sequence[tuple[Nation, str]], pen: float
) -> list[Shape]:
    """The signs on the left and the powers on the right, each with its words.

    Takes two rows where one would be too narrow, and shrinks as far as it must.
    """
    x, y, width, height = box
    left = sum(e.width + word_width(e.word, pen) + 20 * pen for e in signs)
    right = sum(power_width(word, pen) for _, word in powers)
    rows = 1 if SQUEEZED * (left + right) <= width or not powers or not signs else 2
    need = left + right if rows == 1 else max(left, right)
    scale = min(1.0, width / max(need, 1.0), height / (rows * 24 * pen))
    first = y + height * (0.5 if rows == 1 else 0.27)
    second = y + height * (0.5 if rows == 1 else 0.77)
    at = x + width - right * scale if rows == 1 else x
    return [*signs_row(x, first, signs, pen, scale), *powers_row(at, second, powers, pen, scale)]


def word_width(text: str, pen: float) -> float:
    """The width of a word in the legend."""
    return face("sans").width(text, SIZE * pen)


def power_width(word: str, pen: float) -> float:
    """The width of a power's entry in the legend."""
    return (16 + 5 + 16) * pen + word_width(word, pen)


def signs_row(
    x: float, y: float, signs: Sequence[LegendEntry], pen: float, scale: float
) -> Iterator[Shape]:
    """The signs, each with its word."""
    for e in signs:
        for item in e.shapes:
            yield item.moved(x, y, scale)
        x += (e.width + 4) * scale
        yield words(e.word, "sans", SIZE * pen * scale, x, y + 4.6 * pen * scale)
        x += word_width(e.word, pen) * scale + 16 * pen * scale


def powers_row(
    x: float, y: float, powers: Sequence[tuple[Nation, str]], pen: float, scale: float
) -> Iterator[Shape]:
    """A disc with a letter and words for each power."""
    size = pen * scale
    for nation, word in powers:
        disc = Paint(fill=nation.ink if nation.playable else CASING, stroke=nation.ink, width=1.2)
        yield PaintedPath(circle(8.4), disc, x + 8 * size, y, size)
        initial = letter_of(nation)
        text = letter(initial, 12.0, CASING if nation.playable else nation.ink)
        if initial != "I":  # whose serifs no font of the pages has
            text = text._replace(words=Lettering(initial, "sans-bold"))
        yield text.moved(x + 8 * size, y, size)
        yield words(word, "sans", SIZE * size, x + 21 * size, y + 4.6 * size)
        x += power_width(word, pen) * scale


def power_entries(
    nations: Sequence[Nation], counts: Mapping[Power, int], present: Collection[Power], owner: str
) -> list[tuple[Nation, str]]:
    """What the legend says of each power.

    It has the number of the power's centres and whether the year is its own. Of more than twelve
    powers it lists only those left. Units that nobody plays are named if there are any.
    """
    playable = [n for n in nations if n.playable]
    if len(playable) > MANY:
        playable = [n for n in playable if n.name in present or counts.get(n.name)]
    played = [(n, f"{n.name} {counts.get(n.name, 0)}") for n in playable]
    others = [n for n in nations if not n.playable and n.name in present]
    return [
        *((n, f"{word}, its year" if n.name == owner else word) for n, word in played),
        *((n, f"{n.adjective or n.name} units") for n in others),
    ]


def sign_entries(
    signs: Collection[str], move: str, sample: str, setting: Setting
) -> Iterator[LegendEntry]:
    """The entries for the signs that a picture uses.

    `move` is the word for its arrows (empty if there are none), `sample` the initials of the
    power whose counters serve as samples.
    """
    names = {name.partition(".")[0]: name for name in sorted(signs)}
    for kind, word in setting.counter_words.items():
        if kind in names:
            yield LegendEntry(30, word, (SymbolUse(f"{kind}.{sample}", 15, 0, 0.78),))
    yield from (entry for sign, entry in amendment_entries(setting, sample) if sign in names)
    for row in DATA["of all"]:
        if not {*names, move}.isdisjoint(row["for"]):
            yield _entry(row, row.get("word", move), sample, names)


def amendment_entries(setting: Setting, sample: str) -> Iterator[tuple[str, LegendEntry]]:
    """The signs that amendments have added to the map, each with its entry."""
    for sign, row in sorted(DATA["of amendments"].items()):
        if sign in setting.signs:
            yield sign, _entry(row, setting.signs[sign], sample, {})


def _entry(row: Row, word: str, sample: str, names: Mapping[str, str]) -> LegendEntry:
    """An entry of `legend.json`; `names` are the full names of a picture's signs."""

    def shape(part: Row) -> Shape:
        if "sign" not in part:
            return painted(part, COLOURS)
        sign = names.get(part["sign"], part["sign"].replace("*", sample))
        return SymbolUse(sign, part["x"], part.get("y", 0), part.get("scale", 1.0))

    return LegendEntry(row["width"], word, tuple(map(shape, row["drawn"])))
