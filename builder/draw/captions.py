"""The words on a picture: the cartouche with game and phase, and the key of signs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from builder.draw.board_sheet import Box
from builder.draw.marks import CASE, INK, DrawnMark, Lettering, Paint, PaintedPath, Shape, SymbolUse
from builder.draw.outlined_text import face
from builder.draw.symbols import COLOURS, Row, circle, letter, painted
from builder.model.kinds import Power
from builder.model.setting import Nation, Setting

DATA = json.loads(Path(__file__).with_name("legend.json").read_text(encoding="utf-8"))
Anchor = Literal["start", "middle", "end"]
MANY = 12
SHARE: Mapping[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
Words = tuple[PaintedPath, ...]


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
    """The size at which a line fits into a room, at most the one wished for."""
    width = face(font).width(text, size, tracking)
    return size if width <= room else size * room / width


def cartouche(box: Box, title: str, subtitle: str) -> list[PaintedPath]:
    """The title in capitals and under it the subtitle in italics, in the room kept for them."""
    x, y, width, height = box
    middle, room = x + width / 2, width - 24
    size = fitted(title, "caps", height * 0.34, room, 0.06)
    small = fitted(subtitle, "italic", height * 0.21, room, 0.0)
    return [
        words(title, "caps", size, middle, y + height * 0.5, anchor="middle", tracking=0.06),
        words(subtitle, "italic", small, middle, y + height * 0.77, anchor="middle", ink="#5a5347"),
    ]


def strip(
    box: Box, listed: Sequence[LegendEntry], powers: Sequence[tuple[Nation, str]], pen: float
) -> list[DrawnMark]:
    """The strip of signs on the left and powers with their centres on the right.

    Takes two rows where one would be too narrow, and shrinks as far as it must.
    """
    x, y, width, height = box
    left = sum(e.width + wide(e.word, pen) + 20 * pen for e in listed)
    right = sum(power_width(word, pen) for _, word in powers)
    rows = 1 if SQUEEZED * (left + right) <= width or not powers or not listed else 2
    need = left + right if rows == 1 else max(left, right)
    scale = min(1.0, width / max(need, 1.0), height / (rows * 24 * pen))
    first = y + height * (0.5 if rows == 1 else 0.27)
    second = y + height * (0.5 if rows == 1 else 0.77)
    out = signs_row(x, first, listed, pen, scale)
    at = x + width - right * scale if rows == 1 else x
    return [*out, *powers_row(at, second, powers, pen, scale)]


def wide(text: str, pen: float) -> float:
    """The width of a word in the strip."""
    return face("sans").width(text, SIZE * pen)


SIZE, SQUEEZED = 14.5, 0.8


def power_width(word: str, pen: float) -> float:
    """The width of a power's entry in the strip."""
    return (16 + 5 + 16) * pen + wide(word, pen)


def signs_row(
    x: float, y: float, listed: Sequence[LegendEntry], pen: float, scale: float
) -> list[DrawnMark]:
    """The signs, each with its word."""
    out: list[DrawnMark] = []
    for e in listed:
        for item in e.shapes:
            out.append(DrawnMark("signs", moved(item, x, y, scale)))
        x += (e.width + 4) * scale
        out.append(
            DrawnMark("signs", words(e.word, "sans", SIZE * pen * scale, x, y + 4.6 * pen * scale))
        )
        x += wide(e.word, pen) * scale + 16 * pen * scale
    return out


def powers_row(
    x: float, y: float, powers: Sequence[tuple[Nation, str]], pen: float, scale: float
) -> list[DrawnMark]:
    """A letter disc and words for each power."""
    out: list[DrawnMark] = []
    size = pen * scale
    for nation, word in powers:
        disc = Paint(fill=nation.ink if nation.playable else CASE, stroke=nation.ink, width=1.2)
        out.append(DrawnMark("signs", PaintedPath(circle(8.4), disc, x + 8 * size, y, size)))
        initial = nation.letter or nation.name[:1]
        text = letter(initial, 12.0, CASE if nation.playable else nation.ink)
        if initial != "I":  # whose serifs no font of the pages has
            text = text._replace(words=Lettering(initial, "sans-bold"))
        out.append(DrawnMark("signs", moved(text, x + 8 * size, y, size)))
        out.append(
            DrawnMark("signs", words(word, "sans", SIZE * size, x + 21 * size, y + 4.6 * size))
        )
        x += power_width(word, pen) * scale
    return out


def moved(
    item: PaintedPath | SymbolUse, x: float, y: float, scale: float
) -> PaintedPath | SymbolUse:
    """A shape drawn about the origin, set down elsewhere at another scale."""
    return item._replace(x=x + item.x * scale, y=y + item.y * scale, scale=item.scale * scale)


def standing(
    nations: Sequence[Nation], counts: Mapping[Power, int], present: Collection[Power], owner: str
) -> list[tuple[Nation, str]]:
    """What the strip says of each power: its centres, and whether the year is its own; of units
    that nobody plays, that they are there. Of very many powers only those left are listed."""
    told = [n for n in nations if n.playable]
    if len(told) > MANY:
        told = [n for n in told if n.name in present or counts.get(n.name)]
    played = [(n, f"{n.name} {counts.get(n.name, 0)}") for n in told]
    others = [n for n in nations if not n.playable and n.name in present]
    return [
        *((n, f"{word}, its year" if n.name == owner else word) for n, word in played),
        *((n, f"{n.adjective or n.name} units") for n in others),
    ]


class LegendEntry(NamedTuple):
    """One sign of the strip: its width, its word, and what is drawn, from its left end."""

    width: float
    word: str
    shapes: tuple[Shape, ...]


def entries(signs: set[str], move: str, sample: str, setting: Setting) -> Iterator[LegendEntry]:
    """The signs to be explained, given those that a picture uses, the word for its
    arrows (none: there are none) and the power whose counters serve as samples."""
    names = {name.partition(".")[0]: name for name in sorted(signs)}
    for kind, word in setting.counter_words.items():
        if kind in names:
            yield LegendEntry(30, word, (SymbolUse(f"{kind}.{sample}", 15, 0, 0.78),))
    yield from (entry for sign, entry in declared(setting.signs, sample) if sign in names)
    for row in DATA["of all"]:
        if not {*names, move}.isdisjoint(row["for"]):
            yield entry_of(row, row.get("word", move), sample, names)


def declared(own: Mapping[str, str], sample: str) -> Iterator[tuple[str, LegendEntry]]:
    """The signs for which amendments have words."""
    drawn = DATA["of amendments"]
    for sign in sorted(own.keys() & drawn.keys()):
        yield sign, entry_of(drawn[sign], own[sign], sample, {})


def entry_of(row: Row, word: str, sample: str, names: Mapping[str, str]) -> LegendEntry:
    """An entry of `legend.json`; `names` are the full names of a picture's signs."""

    def shape(part: Row) -> Shape:
        if "sign" not in part:
            return painted(part, COLOURS)
        sign = names.get(part["sign"], part["sign"].replace("*", sample))
        return SymbolUse(sign, part["x"], part.get("y", 0), part.get("scale", 1.0))

    return LegendEntry(row["width"], word, tuple(map(shape, row["drawn"])))
