"""Cast an open font into the letter cases of `builder/draw/fonts` (extra `maps`).

    python tests/cartography/font_outlines.py alegreya-latin-400-normal.ttf roman

reads the glyph outlines, advance widths and kerning of one face and writes them, flipped to
SVG's downward y and reduced to `EM` units, as one compact JSON file. Pictures are then lettered
without any font and without fonttools.
"""

import json
import math
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen, decomposeQuadraticSegment
from fontTools.ttLib import TTFont

EM = 250
FLAT = 1.2
CASES = Path(__file__).parents[2] / "builder" / "draw" / "fonts"
CHARACTERS = [
    *map(chr, range(0x20, 0x7F)),
    *map(chr, range(0xA0, 0x100)),
    *map(chr, (0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x201E, 0x2020, 0x2021, 0x2022)),
    *map(
        chr, (0x2026, 0x2039, 0x203A, 0x20AC, 0x2122, 0x2212, *range(0x2190, 0x2194), 0x152, 0x153)
    ),
]


class ContourPen(BasePen):  # type: ignore[misc]
    """Collects contours as `[x, y, relative path]` in whole `EM` units."""

    def __init__(self, glyphs: Any, scale: float) -> None:
        super().__init__(glyphs)
        self.scale = scale
        self.contours: list[list[int | str]] = []
        self.at = (0, 0)
        self.steps: list[str] = []
        self.start = (0, 0)

    def _grid(self, point: tuple[float, float]) -> tuple[int, int]:
        return round(point[0] * self.scale), -round(point[1] * self.scale)

    def _step(self, command: str, *points: tuple[float, float]) -> None:
        placed = [self._grid(p) for p in points]
        numbers = [n for x, y in placed for n in (x - self.at[0], y - self.at[1])]
        if any(numbers):
            self.steps.append(command + compact(numbers))
        self.at = placed[-1]

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.at = self.start = self._grid(pt)
        self.steps = []

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        if self._grid(pt) != self.start:
            self._step("l", pt)

    def _qCurveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float]) -> None:  # noqa: N802
        if self._bulge(pt1, pt2) > FLAT:
            self._step("q", pt1, pt2)
        else:
            self._lineTo(pt2)

    def _bulge(self, control: tuple[float, float], end: tuple[float, float]) -> float:
        """How far a curve strays from the straight line to its end."""
        (ax, ay), (bx, by), (x, y) = self.at, self._grid(end), self._grid(control)
        return (
            abs((bx - ax) * (y - ay) - (by - ay) * (x - ax))
            / 2
            / max(1, math.hypot(bx - ax, by - ay))
        )

    def _curveToOne(  # noqa: N802
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        self._step("c", pt1, pt2, pt3)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        """Split a TrueType spline into single curves."""
        for control, end in decomposeQuadraticSegment(points):
            self._qCurveToOne(control, end)

    def _closePath(self) -> None:  # noqa: N802 (the pen protocol of fonttools)
        self.contours.append([*self.start, merged(self.steps) + "z"])


def compact(numbers: list[int]) -> str:
    """Whole numbers as SVG wants them: a minus sign needs no space before it."""
    text = "".join(f" {n}" if n >= 0 else str(n) for n in numbers)
    return text.removeprefix(" ")


def merged(steps: list[str]) -> str:
    """Leave out a command letter that repeats the one before it."""
    text = steps[0] if steps else ""
    for before, step in pairwise(steps):
        same, tail = before[0] == step[0], step[1:]
        text += (tail if tail[0] == "-" else " " + tail) if same else step
    return text


def kerning(font: Any, names: dict[str, str]) -> dict[str, int]:
    """Pair kerning of the font's `kern` feature between letters, in font units."""
    if "GPOS" not in font:
        return {}
    table = font["GPOS"].table
    wanted = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for index in record.Feature.LookupListIndex
    }
    subtables = [
        getattr(sub, "ExtSubTable", sub)
        for index in sorted(wanted)
        for sub in table.LookupList.Lookup[index].SubTable
    ]
    found: dict[str, int] = {}
    for one, first in names.items():
        for two, second in names.items():
            value = next(
                (v for sub in subtables if (v := pair_value(sub, first, second)) is not None), 0
            )
            if value:
                found[one + two] = value
    return found


def pair_value(sub: Any, first: str, second: str) -> int | None:
    """What one pair-positioning subtable says of two glyphs; None if it says nothing."""
    if getattr(sub, "LookupType", 2) != 2 or first not in sub.Coverage.glyphs:
        return None
    if sub.Format == 1:
        pairs = sub.PairSet[sub.Coverage.glyphs.index(first)].PairValueRecord
        records = [r for r in pairs if r.SecondGlyph == second]
        return getattr(records[0].Value1, "XAdvance", 0) if records else None
    left = sub.ClassDef1.classDefs.get(first, 0)
    right = sub.ClassDef2.classDefs.get(second, 0)
    value = sub.Class1Record[left].Class2Record[right].Value1
    return getattr(value, "XAdvance", 0) if value else 0


def cast(font_file: Path) -> dict[str, Any]:
    """The letter case of one font file: em, cap and x height, glyphs by character, kerning."""
    font = TTFont(font_file)
    scale = EM / font["head"].unitsPerEm
    glyphs, chart = font.getGlyphSet(), font.getBestCmap()
    letters = {c: chart[ord(c)] for c in CHARACTERS if ord(c) in chart}
    cases: dict[str, Any] = {}
    for character, name in letters.items():
        pen = ContourPen(glyphs, scale)
        glyphs[name].draw(pen)
        cases[character] = [round(glyphs[name].width * scale), pen.contours]
    latin = {c: n for c, n in letters.items() if c.isalpha() and c.isascii()}
    return {
        "font": font["name"].getDebugName(4),
        "em": EM,
        "cap": round(font["OS/2"].sCapHeight * scale),
        "x": round(font["OS/2"].sxHeight * scale),
        "glyphs": cases,
        "kern": {p: round(v * scale) for p, v in kerning(font, latin).items() if round(v * scale)},
    }


def page(font_file: Path) -> str:
    """The text of a letter case."""
    return json.dumps(cast(font_file), ensure_ascii=False, separators=(",", ":")) + "\n"


def main(font_file: str, face: str) -> None:
    """Write `builder/draw/fonts/<face>.json`."""
    (CASES / f"{face}.json").write_text(page(Path(font_file)), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
