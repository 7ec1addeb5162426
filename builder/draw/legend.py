"""The signs that the strip under a board explains, each with its word and a sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.draw.curves import Point, straight
from builder.draw.marks import CASE, INK, SEAL, Paint, PaintedPath, SymbolUse
from builder.draw.symbols import circle
from builder.model.setting import Setting


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
