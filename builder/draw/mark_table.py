"""The pictures of all phases of a game as one table, from which a script draws them.

Each layer lists its marks, however many phases have them, one a line:

    Gal 2                           a province in the third of the `tints`
    A.T 1055 923 Con                a sign at a point, with the place of its order; then its scale
    3 Bel >=M508 624q7-81-13-161    a line in the fourth of the `paints`, of the order of Bel
    3,6 Nwy >=M627 306q-7 67 9 132  a line with a head in another paint

`>` says that a line has a head, `=` that both have a casing, `-` that only the head has one. `<`
begins an element of SVG as it is. The head of a line and the casing are not written, because they
follow from the lines.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from builder.draw import svg
from builder.draw.marks import DrawnMark, Paint, PaintedPath
from builder.draw.phase_map import PhaseMap
from builder.draw.shared_board import in_em

LAYERS = ("tints", "owners", "units", "bands", "paths", "rings", "signs")
STANDING = LAYERS[:3]  # told by what changed since the phase before
LINES = ("bands", "paths")
HEAD = re.compile(r"M[^Mz]*z$")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MarkLines = dict[str, list[str]]  # of one picture by layer


def table_of(pictures: Sequence[PhaseMap]) -> dict[str, Any]:
    """The table for some pictures of one board: its `marks` by layer, the `tints`, the `paints` of
    lines and of the `casing`, and each of the `phases` in one text.

    That text has a part for each layer. A part has the numbers (to the base 36) of marks that an
    earlier phase had, and behind a plus how many marks follow that are new: they come next in the
    layer's list. Of the standing layers these are the marks that come or go, of others all.
    """
    writer = _MarkWriter()
    numbers: dict[str, dict[str, int]] = {layer: {} for layer in LAYERS}
    before: dict[str, set[str]] = {layer: set() for layer in STANDING}
    phases = []
    for picture in pictures:
        drawn = writer.lines(picture)
        parts = []
        for layer in LAYERS:
            marks = drawn[layer]
            if layer in STANDING:
                gone = before[layer].difference(marks)
                new = [mark for mark in marks if mark not in before[layer]]
                before[layer] = set(marks)
                marks = [*sorted(gone), *new]
            parts.append(_part(marks, numbers[layer]))
        phases.append("/".join(parts))
    return {
        "marks": {layer: "\n".join(numbers[layer]) for layer in LAYERS},
        "tints": [*writer.tints],
        "paints": [*writer.paints],
        "casing": writer.casing,
        "phases": phases,
    }


def _part(marks: Iterable[str], numbers: dict[str, int]) -> str:
    """The marks of one layer of a phase; new ones are numbered."""
    again = []
    new = 0
    for mark in dict.fromkeys(marks):
        if mark in numbers:
            again.append(_in_letters(numbers[mark]))
        else:
            numbers[mark] = len(numbers)
            new += 1
    return " ".join(again) + (f"+{_in_letters(new)}" if new else "")


def _in_letters(number: int) -> str:
    """A number to the base 36."""
    text = ""
    while number or not text:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text


class _MarkWriter:
    """Writes marks as lines, and numbers the tints and paints that it meets."""

    def __init__(self) -> None:
        self.tints: dict[str, int] = {}
        self.paints: dict[str, int] = {}
        self.casing = ""

    def lines(self, picture: PhaseMap) -> MarkLines:
        """The marks of one picture in the order in which they are drawn."""
        lines: MarkLines = {layer: [] for layer in LAYERS}
        for code, tint in sorted(picture.tints.items(), key=lambda item: (item[1], item[0])):
            lines["tints"].append(f"{code} {self.tints.setdefault(tint, len(self.tints))}")
        cased = self._casing(picture.marks)
        for mark, head in _with_heads(picture.marks):
            if mark.layer in LINES:
                lines[mark.layer].append(self._line(mark, head, cased))
            elif mark.layer != "casing":
                lines[mark.layer].append(_sign(mark))
        return lines

    def _casing(self, marks: Iterable[DrawnMark]) -> str:
        """The path data of the casing, of which the paint is kept."""
        for mark in marks:
            if mark.layer == "casing" and isinstance(mark.shape, PaintedPath):
                self.casing = in_em(svg.paint_attributes(mark.shape.paint))
                return mark.shape.d
        return ""

    def _line(self, mark: DrawnMark, head: DrawnMark | None, cased: str) -> str:
        """A line with its head, which is a part of its data or a mark of its own."""
        shape = mark.shape
        assert isinstance(shape, PaintedPath)
        number = self._paint(shape.paint)
        tip = HEAD.search(shape.d)
        line = shape.d[: tip.start()] if tip else shape.d
        drawn_head = tip[0] if tip else ""
        if head is not None and isinstance(head.shape, PaintedPath):
            number += f",{self._paint(head.shape.paint)}"
            drawn_head = head.shape.d
        signs = ">" if drawn_head else ""
        if mark.layer == "paths" and line in cased:
            signs += "="
        elif drawn_head and drawn_head in cased:
            signs += "-"
        return f"{number} {mark.order} {signs}{line}"

    def _paint(self, paint: Paint) -> str:
        attributes = in_em(svg.paint_attributes(paint))
        return str(self.paints.setdefault(attributes, len(self.paints)))


def _with_heads(marks: Sequence[DrawnMark]) -> Iterator[tuple[DrawnMark, DrawnMark | None]]:
    """Each mark, and the one after it if that is its head."""
    following = [*marks[1:], None]
    is_head = False
    for mark, after in zip(marks, following, strict=True):
        if is_head:
            is_head = False
            continue
        is_head = after is not None and _is_head_of(after, mark)
        yield mark, after if is_head else None


def _is_head_of(head: DrawnMark, mark: DrawnMark) -> bool:
    same_order = head.layer == mark.layer == "paths" and head.order == mark.order
    drawn = head.shape
    return same_order and isinstance(drawn, PaintedPath) and bool(HEAD.fullmatch(drawn.d))


def _sign(mark: DrawnMark) -> str:
    """A sign with its place, rounded to whole units, or another element of SVG."""
    shape = mark.shape
    if isinstance(shape, PaintedPath):
        return in_em(svg.element(shape))
    scale = f" {shape.scale:.4g}" if shape.scale != 1 else ""
    order = f" {mark.order}" if mark.order or scale else ""
    return f"{shape.sign} {shape.x:.0f} {shape.y:.0f}{order}{scale}"
