"""Text as outlines of an open font, so that a picture looks the same without any font installed.

The files `fonts/*.json` hold glyph outlines of the Alegreya family (SIL Open Font
License, `fonts/LICENSE.txt`): `roman`, `italic`, `caps` (Alegreya SC), `sans`, `sans-bold` and
`sans-sc` (Alegreya Sans SC). Lengths are in the face's own `em` units unless said otherwise; y
grows downward and the baseline is y = 0.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

FONTS = Path(__file__).with_name("fonts")
MISSING = "?"


class Glyph(NamedTuple):
    """One letter: its advance width, and its contours as (x, y, relative path)."""

    advance: int
    contours: Sequence[tuple[int, int, str]]

    def path(self, x: int = 0) -> str:
        """The letter's outline with the pen at `x`."""
        return "".join(f"M{x + left} {top}{rest}" for left, top, rest in self.contours)


@dataclass(frozen=True)
class Typeface:
    """One face of the family: its letters, the kerning of letter pairs, em and cap height."""

    em: int
    cap: int
    glyphs: Mapping[str, Glyph]
    kern: Mapping[str, int]

    def letters(self, text: str, tracking: float = 0.0) -> Iterator[tuple[int, str]]:
        """Each letter with the x of its left end; `tracking` is extra space in parts of an em. A
        letter that the face lacks is shown as a question mark."""
        letters = [letter if letter in self.glyphs else MISSING for letter in text]
        pen = 0
        for here, following in pairwise([*letters, ""]):
            yield pen, here
            pen += self.glyphs[here].advance + self.kern.get(here + following, 0)
            pen += round(tracking * self.em)

    def length(self, text: str, tracking: float = 0.0) -> int:
        """The text's length in em units, without the tracking after its last letter."""
        end = 0
        for pen, letter in self.letters(text, tracking):
            end = pen + self.glyphs[letter].advance
        return end

    def width(self, text: str, size: float, tracking: float = 0.0) -> float:
        """The text's width in picture units when set at `size`."""
        return self.length(text, tracking) * size / self.em

    def outline(self, text: str, tracking: float = 0.0) -> str:
        """The whole text as one path in em units."""
        return "".join(self.glyphs[c].path(pen) for pen, c in self.letters(text, tracking))


@cache
def face(name: str) -> Typeface:
    """Read a face of the family: roman, italic, caps, sans, sans-bold or sans-sc."""
    font = json.loads((FONTS / f"{name}.json").read_text(encoding="utf-8"))
    glyphs = {letter: Glyph(*drawn) for letter, drawn in font["glyphs"].items()}
    return Typeface(font["em"], font["cap"], glyphs, font["kern"])
