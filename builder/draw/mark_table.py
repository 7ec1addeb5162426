"""The pictures of all phases of a game as one table, from which a script draws them.

Each layer lists its marks, however many phases have them:

    Gal 2                       a province in the third of the `tints`
    A.T Con                     a sign at the place of its order
    plus Con 13 -11             beside that place; a number behind the point is the scale
    hold.T Bul Con              a sign of the order of Bul at another place
    burst - 612 679             a sign of no order at a point
    Bel Hol 3 0                 a line from the place of the order of Bel to Hol, with the fourth of
                                the `pens`, bent and cut as the first of the `bows`
    War 177,-30 4 2             to a point that is so far from the place of the order
    Sev Rum 5 1 22,-16          from a point beside that place
    Nwy - 3 2c24 2 68 2 83 33   another line as path data, from an offset to the place
    - - 3 M627 306q-7 67-2 12   or from a point

A pen is what all lines of a sort have in common: `3,6>=ab`, a line in the fourth of the `paints`
with a head in the seventh. `>` says that it has a head, `=` that both have a casing, `~` that only
the head has one. Letters are the signs on the line, as `on_lines` lists them: the layer, the sign,
the share of the line's length, and how far ahead of it the sign is. A bow is the bend and the two
lengths of a `marks.Bow`. `<` begins an element of SVG as it is. The head of a line and the casing
are not written, because they follow from the lines.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from os.path import commonprefix
from string import ascii_letters
from typing import Any, TypeVar

from builder.draw import svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.marks import Bow, DrawnMark, Paint, PaintedPath, SymbolUse
from builder.draw.phase_map import PhaseMap
from builder.draw.shared_board import in_em
from builder.model.units import Code

LAYERS = ("tints", "owners", "units", "bands", "paths", "rings", "signs")
STANDING = LAYERS[:3]  # told by what changed since the phase before
LINES = ("bands", "paths")
HEAD = re.compile(r"M[^Mz]*z$")
START = re.compile(r"M(-?\d+) ?(-?\d+)")
BETWEEN = "|"  # between marks, between places, and between pens
NOWHERE = "-"  # the place of a mark that belongs to no order, and the goal of a line that is no bow
LETTERS = ascii_letters  # of signs on lines
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
T = TypeVar("T")
MarkLines = dict[str, list[str]]  # of one picture by layer
Places = Mapping[str, tuple[int, int]]  # of units, by the names that orders have


def table_of(pictures: Sequence[PhaseMap], of_board: Places) -> dict[str, Any]:
    """The table for some pictures of one board: its `marks` by layer, the `places` of units that
    are not those `of_board`, the `tints`, the `paints` of lines, which all begin with `paint`, that
    of the `casing`, the `pens`, the `bows`, the signs `on_lines`, and each of the `phases` in one
    text.

    That text has a part for each layer. A part has the numbers (to the base 36) of marks that an
    earlier phase had, and behind a plus how many marks follow that are new: they come next in the
    layer's list. Of the standing layers these are the marks that come or go, of others all.
    """
    own_places = _own_places(pictures, of_board)
    writer = _MarkWriter({**of_board, **own_places})
    numbers: dict[str, dict[str, int]] = {layer: {} for layer in LAYERS}
    before: dict[str, list[str]] = {layer: [] for layer in STANDING}
    phases = []
    for picture in pictures:
        drawn = writer.lines(picture)
        parts = []
        for layer in LAYERS:
            marks = drawn[layer]
            if layer in STANDING:
                marks = _changes(before[layer], marks)
                before[layer] = drawn[layer]
            parts.append(_part(marks, numbers[layer]))
        phases.append("/".join(parts))
    paint = commonprefix([*writer.paints])  # noqa: RUF071  (of texts that are no paths)
    return {
        "marks": {layer: BETWEEN.join(numbers[layer]) for layer in LAYERS},
        "places": places_text(own_places),
        "on_lines": [*writer.on_lines],
        "pens": BETWEEN.join(writer.pens),
        "bows": [*writer.bows],
        "tints": [*writer.tints],
        "paint": paint,
        "paints": [text.removeprefix(paint) for text in writer.paints],
        "casing": writer.casing,
        "phases": phases,
    }


def unit_places(sheet: BoardSheet) -> Places:
    """Where units stand on a board."""
    return {name: (round(spot.x), round(spot.y)) for name, spot in sheet.units.items()}


def places_text(places: Places) -> str:
    """Places of units for scripts: `Bre 412 633|Bur 512 640`."""
    return BETWEEN.join(f"{name} {x} {y}" for name, (x, y) in places.items())


def _changes(before: list[str], now: list[str]) -> list[str]:
    """The marks that are gone, and behind them those that are new."""
    if now is before:
        return []
    gone = set(before).difference(now)
    come = set(now).difference(before)
    return [*sorted(gone), *(mark for mark in now if mark in come)]


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


def _own_places(pictures: Iterable[PhaseMap], of_board: Places) -> Places:
    """Where the counter of a unit stands at each place that had one and is none of the board's, by
    the name of the place."""
    places: dict[str, tuple[int, int]] = {}
    for picture in pictures:
        for mark in picture.marks:
            name = mark.order
            if name not in of_board and mark.layer == "units" and name not in places:
                shape = mark.shape
                if isinstance(shape, SymbolUse) and shape.scale == 1 and name[:1].isalpha():
                    places[name] = round(shape.x), round(shape.y)
    return places


class _MarkWriter:
    """Writes marks as lines, and numbers the tints, paints and signs on lines that it meets."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.names: dict[tuple[float, float], str] = {place: name for name, place in places.items()}
        self.tints: dict[str, int] = {}
        self.paints: dict[str, int] = {}
        self.on_lines: dict[str, str] = {}
        self.pens: dict[str, str] = {}
        self.bows: dict[tuple[float, float, float], str] = {}
        self.signs: dict[DrawnMark, str] = {}
        self.paint_numbers: dict[Paint, str] = {}
        self.tints_before: Mapping[Code, str] = {}
        self.tinted_before: list[str] = []
        self.owners_before: list[DrawnMark] = []
        self.owner_lines: list[str] = []
        self.casing = ""

    def lines(self, picture: PhaseMap) -> MarkLines:
        """The marks of one picture in the order in which they are drawn."""
        lines: MarkLines = {layer: [] for layer in LAYERS}
        lines["tints"] = self._tinted(picture.tints)
        drawn: dict[str, list[DrawnMark]] = {layer: [] for layer in (*LAYERS, "casing")}
        for mark in picture.marks:
            drawn[mark.layer].append(mark)
        cased = self._casing(drawn["casing"])
        paths = list(_with_heads(drawn["paths"]))
        count = Counter([mark.order for mark, _ in paths])
        on_line: dict[str, str] = {}
        for layer in ("rings", "signs"):
            for mark in drawn[layer]:
                letter = self._letter(mark) if count[mark.order] == 1 else ""
                if letter:
                    on_line[mark.order] = on_line.get(mark.order, "") + letter
                else:
                    lines[layer].append(self.signs.get(mark) or self._sign(mark))
        if drawn["owners"] != self.owners_before:
            self.owners_before = drawn["owners"]
            self.owner_lines = self._signs(self.owners_before)
        lines["owners"] = self.owner_lines
        lines["units"] = self._signs(drawn["units"])
        lines["bands"] = [self._line(mark, None, cased, "") for mark in drawn["bands"]]
        for mark, head in paths:
            lines["paths"].append(self._line(mark, head, cased, on_line.get(mark.order, "")))
        return lines

    def _tinted(self, tints: Mapping[Code, str]) -> list[str]:
        """The provinces with their tints, which seldom change."""
        if tints != self.tints_before:
            self.tints_before = tints
            self.tinted_before = []
            for tint, code in sorted((tint, code) for code, tint in tints.items()):
                number = self.tints.setdefault(tint, len(self.tints))
                self.tinted_before.append(f"{code} {number}")
        return self.tinted_before

    def _letter(self, mark: DrawnMark) -> str:
        """The letter of a sign on the line of its order; empty for any other mark."""
        shape = mark.shape
        if not isinstance(shape, SymbolUse) or shape.on is None or shape.scale != 1:
            return ""
        sign = f"{mark.layer} {shape.sign} {shape.on.share:.3g} {shape.on.ahead:.3g}"
        if sign not in self.on_lines and len(self.on_lines) < len(LETTERS):
            self.on_lines[sign] = LETTERS[len(self.on_lines)]
        return self.on_lines.get(sign, "")

    def _signs(self, marks: Iterable[DrawnMark]) -> list[str]:
        return [self.signs.get(mark) or self._sign(mark) for mark in marks]

    def _sign(self, mark: DrawnMark) -> str:
        """A sign with its order and its place, or another element of SVG."""
        shape = mark.shape
        if isinstance(shape, PaintedPath):
            return in_em(svg.element(shape)).replace(BETWEEN, "&#124;")
        text = self._placed(shape, mark.order)
        self.signs[mark] = text
        return text

    def _placed(self, shape: SymbolUse, order: str) -> str:
        x = round(shape.x)
        y = round(shape.y)
        text = f"{shape.sign} {order or NOWHERE}"
        home_x, home_y = self.places.get(order, (0, 0))
        scale = f" {shape.scale:.4g}" if shape.scale != 1 else ""
        if (x, y) == (home_x, home_y) and order in self.places and not scale:
            return text
        if (x, y) in self.names:
            return f"{text} {self.names[x, y]}{scale}"
        return f"{text} {x - home_x} {y - home_y}{scale}"

    def _casing(self, marks: Iterable[DrawnMark]) -> str:
        """The path data of the casing, of which the paint is kept."""
        for mark in marks:
            if isinstance(mark.shape, PaintedPath):
                self.casing = in_em(svg.paint_attributes(mark.shape.paint))
                return mark.shape.d
        return ""

    def _line(self, mark: DrawnMark, head: DrawnMark | None, cased: str, on_line: str) -> str:
        """A line with its head, which is a part of its data or a mark of its own."""
        shape = mark.shape
        assert isinstance(shape, PaintedPath)
        paints = self._paint(shape.paint)
        line, drawn_head = _line_and_head(shape.d)
        if head is not None and isinstance(head.shape, PaintedPath):
            paints += f",{self._paint(head.shape.paint)}"
            drawn_head = head.shape.d
        signs = ">" if drawn_head else ""
        if mark.layer == "paths" and line in cased:
            signs += "="
        elif drawn_head and drawn_head in cased:
            signs += "~"
        pen = _numbered(f"{paints}{signs}{on_line}", self.pens)
        place = self.places.get(mark.order)
        if shape.bow is not None and place is not None and _is_whole(shape.bow):
            return f"{mark.order} {self._bent(shape.bow, place, pen)}"
        return f"{mark.order or NOWHERE} {NOWHERE} {pen} {_from_place(line, place)}"

    def _bent(self, bow: Bow, place: tuple[float, float], pen: str) -> str:
        """Where a bent line of an order leads, with its pen, and how it is bent and cut."""
        goal = self.names.get(bow.end) or _offset(bow.end, place)
        number = _numbered((bow.bend, bow.first, bow.last), self.bows)
        beside = "" if bow.start == place else f" {_offset(bow.start, place)}"
        return f"{goal} {pen} {number}{beside}"

    def _paint(self, paint: Paint) -> str:
        number = self.paint_numbers.get(paint)
        if number is None:
            attributes = in_em(svg.paint_attributes(paint))
            number = str(self.paints.setdefault(attributes, len(self.paints)))
            self.paint_numbers[paint] = number
        return number


def _with_heads(marks: Sequence[DrawnMark]) -> Iterator[tuple[DrawnMark, DrawnMark | None]]:
    """Each mark, and the one after it if that is its head."""
    following = [*marks[1:], None] if marks else []
    is_head = False
    for mark, after in zip(marks, following, strict=True):
        if is_head:
            is_head = False
            continue
        is_head = after is not None and _is_head_of(after, mark)
        yield mark, after if is_head else None


def _is_head_of(head: DrawnMark, mark: DrawnMark) -> bool:
    drawn = head.shape
    return (
        head.order == mark.order
        and isinstance(drawn, PaintedPath)
        and bool(HEAD.fullmatch(drawn.d))
    )


def _line_and_head(data: str) -> tuple[str, str]:
    """Path data without the head at its end, and the head, if it has one."""
    if not data.endswith("z"):
        return data, ""
    start = data.rindex("M")
    return data[:start], data[start:]


def _numbered(value: T, numbers: dict[T, str]) -> str:
    """The number of a value, to the base 36; a new one gets the next."""
    number = numbers.get(value)
    if number is None:
        number = _in_letters(len(numbers))
        numbers[value] = number
    return number


def _is_whole(bow: Bow) -> bool:
    """Does a line lead from whole units to whole units?"""
    return not any(number % 1 for number in (*bow.start, *bow.end))


def _offset(point: tuple[float, float], place: tuple[float, float]) -> str:
    """How far a point in whole units is from a place."""
    return f"{point[0] - place[0]:.0f},{point[1] - place[1]:.0f}"


@lru_cache(maxsize=4096)
def _from_place(line: str, place: tuple[int, int] | None) -> str:
    """A line that begins at an offset from a place, if there is a place."""
    start = START.match(line)
    if place is None or start is None:
        return line
    offset = svg.steps(int(start[1]) - place[0], int(start[2]) - place[1])
    return offset + line[start.end() :]
