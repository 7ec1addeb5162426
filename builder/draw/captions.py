"""Words on a picture: the cartouche with game and phase, and the strip that explains the signs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.draw.board_sheet import Box
from builder.draw.curves import Point, straight
from builder.draw.marks import CASE, INK, SEAL, DrawnMark, Paint, PaintedPath, SymbolUse
from builder.draw.outlined_text import Anchor, face
from builder.draw.symbols import circle, letter
from builder.model.kinds import Power
from builder.model.setting import Nation, Setting

SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}
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
    return PaintedPath(cut.outline(text, tracking), Paint(fill=ink), left, y, size / cut.em)


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


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One sign of the strip: its width, its word, and what is drawn at (x, y)."""

    width: float
    word: str
    sign: Callable[[float, float], Sequence[PaintedPath | SymbolUse]]


def entries(signs: set[str], move: str, sample: str, setting: Setting) -> list[LegendEntry]:
    """The signs to be explained, given those that a picture uses, the word for its
    arrows (none: there are none) and the power whose counters serve as samples."""
    names = {name.partition(".")[0]: name for name in sorted(signs)}
    kinds, own = names.keys(), setting.signs
    found = [
        LegendEntry(30, word, stamped(f"{kind}.{sample}", 15, 0.78))
        for kind, word in setting.counter_words.items()
        if kind in kinds
    ]
    found += [entry for sign, entry in declared(own, sample) if sign in kinds]
    if move:
        found.append(LegendEntry(44, move, arrow(())))
    if "failed" in kinds and move:
        found.append(
            LegendEntry(
                44,
                "failed",
                lambda x, y: [*arrow((5.6, 4.4))(x, y), SymbolUse("failed", x + 18, y)],
            )
        )
    if "burst" in kinds:
        found.append(LegendEntry(22, "stand-off", stamped("burst", 11, 0.9)))
    if "support" in kinds or "hold" in kinds:
        found.append(LegendEntry(44, "support", dashes(cut=False)))
    if "cut" in kinds:
        found.append(LegendEntry(44, "support cut", dashes(cut=True)))
    if "convoy" in kinds:
        found.append(LegendEntry(46, "convoy", ferry))
    found += [
        LegendEntry(w, word, stamped(names[sign], w / 2, scale))
        for sign, word, w, scale in OTHERS
        if sign in kinds
    ]
    return found


def declared(own: Mapping[str, str], sample: str) -> Iterator[tuple[str, LegendEntry]]:
    """The signs for which amendments have words."""
    drawn = {
        "crown": (30, upon("A", "crown", sample)),
        "half": (26, stamped(f"half.{sample}", 13, 0.9)),
        "aboard": (40, upon("F", "A", sample, (12.0, 9.0), 0.74)),
    }
    for sign in sorted(own.keys() & drawn.keys()):
        width, shape = drawn[sign]
        yield sign, LegendEntry(width, own[sign], shape)


OTHERS = (
    ("void", "void", 16.0, 1.0),
    ("dislodged", "dislodged", 26.0, 0.6),
    ("refuge", "may retreat", 16.0, 1.0),
    ("plus", "built", 16.0, 1.0),
    ("gone", "off the board", 26.0, 0.6),
    ("waived", "build waived", 20.0, 0.8),
)


def stamped(sign: str, middle: float, scale: float) -> Callable[[float, float], list[SymbolUse]]:
    """A sign of the case."""
    return lambda x, y: [SymbolUse(sign, x + middle, y, scale)]


def upon(
    below: str, above: str, sample: str, shift: tuple[float, float] = (0.0, 0.0), part: float = 1.0
) -> Callable[[float, float], list[SymbolUse]]:
    """A counter with another sign on it, moved aside and smaller by as much."""
    return lambda x, y: [
        SymbolUse(f"{below}.{sample}", x + 15, y, 0.78),
        SymbolUse(f"{above}.{sample}", x + 15 + 0.78 * shift[0], y + 0.78 * shift[1], 0.78 * part),
    ]


def arrow(dash: tuple[float, ...]) -> Callable[[float, float], list[PaintedPath | SymbolUse]]:
    """A short arrow."""

    def drawn(x: float, y: float) -> list[PaintedPath | SymbolUse]:
        line = straight(Point(x, y), Point(x + 34, y))
        tip = f"M{x + 40:.1f} {y:.1f}l-13 5.2 3-5.2-3-5.2z"
        return [
            PaintedPath(line.d, Paint(stroke=INK, width=2.5, dash=dash)),
            PaintedPath(tip, Paint(fill=INK)),
        ]

    return drawn


def dashes(*, cut: bool) -> Callable[[float, float], list[PaintedPath | SymbolUse]]:
    """A support, with its two strokes if it was cut."""

    def drawn(x: float, y: float) -> list[PaintedPath | SymbolUse]:
        line = straight(Point(x, y), Point(x + 34, y))
        ring = Paint(fill=CASE, stroke=INK, width=1.8)
        out: list[PaintedPath | SymbolUse] = [
            PaintedPath(line.d, Paint(stroke=INK, width=2.1, dash=(5, 3.6))),
            PaintedPath(circle(3.6, x + 37, y), ring),
        ]
        if cut:
            d = f"M{x + 11:.1f} {y + 6:.1f}l6-12M{x + 16:.1f} {y + 6:.1f}l6-12"
            out.append(PaintedPath(d, Paint(stroke=CASE, width=4.6)))
            out.append(PaintedPath(d, Paint(stroke=SEAL, width=2.0)))
        return out

    return drawn


def ferry(x: float, y: float) -> list[PaintedPath | SymbolUse]:
    """A convoy's band."""
    line = straight(Point(x + 3, y), Point(x + 36, y))
    band = PaintedPath(line.d, Paint(stroke="#cfc8ba", width=8.4, round=True))
    return [band, *arrow(())(x, y)]


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
        for item in e.sign(0, 0):
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
        text = letter(
            nation.letter or nation.name[:1], 12.0, CASE if nation.playable else nation.ink
        )
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
    that nobody plays, that they are there."""
    played = [(n, f"{n.name} {counts.get(n.name, 0)}") for n in nations if n.playable]
    others = [n for n in nations if not n.playable and n.name in present]
    return [
        *((n, f"{word}, its year" if n.name == owner else word) for n, word in played),
        *((n, f"{n.adjective or n.name} units") for n in others),
    ]
