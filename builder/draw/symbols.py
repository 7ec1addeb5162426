"""The signs of the maps: counters of every kind in each power's ink, and result marks.

A counter is recognised by its outline (what it is) and its letter (whose it is); it needs no
colour: a gun on its wheel is an army, a ship under sail a fleet, a crown a leader, a shield a
coast guard; one behind another is doubled; an outline filled with paper is neutral.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from builder.draw.marks import CASING, INK, PAPER, RED, Paint, PaintedPath, SymbolSet
from builder.draw.outlined_text import face
from builder.draw.svg import steps
from builder.model.setting import Nation

K = 0.5523  # a quarter circle's control points, in parts of the radius
RIM = 1.5
BEHIND = (5.4, -5.4)
SLAB_I = "M-5.5 0H79.5V-25H55.8V-136H79.5V-161H-5.5V-136H18.2V-25H-5.5Z"  # I with serifs
COLOURS = {"casing": CASING, "ink": INK, "paper": PAPER, "red": RED}
SymbolRow = Mapping[str, Any]


def circle(r: float) -> str:
    """A circle about (0, 0) as path data."""
    k = r * K
    upper_left = (0, -k, r - k, -r, r, -r)
    upper_right = (k, 0, r, r - k, r, r)
    lower_right = (0, k, k - r, r, -r, r)
    lower_left = (-k, 0, -r, k - r, -r, -r)
    quarters = (*upper_left, *upper_right, *lower_right, *lower_left)
    return f"M{steps(-r, 0)}c{steps(*quarters)}z"


def _outline(text: str) -> str:
    """Path data from a data file: such data as it is, or `circle` with a radius."""
    return circle(float(text.removeprefix("circle "))) if text.startswith("circle ") else text


def painted(row: SymbolRow, colours: Mapping[str, str]) -> PaintedPath:
    """A path of a data file; `colours` are its colours by name."""
    fill = row.get("fill", "")
    stroke = row.get("stroke", "")
    paint = Paint(
        fill=colours.get(fill, fill),
        stroke=colours.get(stroke, stroke),
        width=row.get("width", 0.0),
        dash=tuple(row.get("dash", ())),
        round=row.get("round", False),
    )
    return PaintedPath(_outline(row["d"]), paint)


DATA = json.loads(Path(__file__).with_name("symbols.json").read_text(encoding="utf-8"))
OUTLINES: Mapping[str, tuple[str, ...]] = {
    kind: tuple(map(_outline, entry["outlines"])) for kind, entry in DATA["counters"].items()
}


def letter_of(nation: Nation) -> str:
    """A nation's letter as it stands on its counters."""
    return nation.letter or nation.name[:1]


def letter(nation: Nation, size: float, colour: str, y: float = 0.0) -> PaintedPath:
    """A nation's letter centred on (0, y), smaller if it is more than one."""
    sans = face("sans-bold")
    text = letter_of(nation)
    if len(text) > 1:
        size = 0.75 * size
    left = -sans.width(text, size) / 2
    baseline = y + sans.cap * size / sans.em / 2
    outline = SLAB_I if text == "I" else sans.outline(text)
    return PaintedPath(outline, Paint(fill=colour), left, baseline, size / sans.em)


def initials(nation: Nation) -> str:
    """What names a power in the names of its signs; short, because a page has thousands."""
    return "".join(filter(str.isalnum, letter_of(nation))).upper() or "x"


def body_and_rim(nation: Nation) -> tuple[str, str]:
    """The colours of a nation's counters; those that nobody plays are outlined in its ink."""
    if nation.playable:
        return nation.ink, CASING
    return CASING, nation.ink


def _nation_signs(
    nation: Nation, kinds: Iterable[str]
) -> Iterator[tuple[str, Iterable[PaintedPath]]]:
    """Every sign in a power's ink, without its initials. The name of a doubled unit has a D before
    its kind."""
    body, rim = body_and_rim(nation)
    colours = {**COLOURS, "ink": nation.ink, "body": body, "rim": rim}
    paint = Paint(fill=body, stroke=rim, width=RIM)
    for kind in kinds:
        drawn_as = kind if kind in OUTLINES else ""
        outlines = OUTLINES[drawn_as]
        text = letter(nation, 13.6, rim, DATA["counters"][drawn_as]["middle"])
        single = (*(PaintedPath(outline, paint) for outline in outlines), text)
        behind = [PaintedPath(outline, paint, *BEHIND) for outline in outlines]
        yield kind, single
        yield f"D{kind}", (*behind, *single)
    for sign, rows in DATA["of each power"].items():
        paths = []
        for row in rows:
            if "letter" in row:
                paths.append(letter(nation, row["letter"], nation.ink))
            else:
                paths.append(painted(row, colours))
        yield sign, tuple(paths)


def _strokes(turn: float) -> tuple[PaintedPath, ...]:
    """The two strokes through a support that was cut; `turn` is the angle in radians."""
    data = ""
    dx = 7.2 * cos(turn)
    dy = 7.2 * sin(turn)
    for shift in (-2.6, 2.6):
        x = shift * cos(turn - 1.1)
        y = shift * sin(turn - 1.1)
        data += f"M{steps(x - dx, y - dy)}l{steps(2 * dx, 2 * dy)}"
    casing = PaintedPath(data, Paint(stroke=CASING, width=4.6))
    red = PaintedPath(data, Paint(stroke=RED, width=2.0))
    return casing, red


SLANTS = 12  # in how many directions the strokes of `cut.<n>` are drawn


def _result_signs() -> SymbolSet:
    """The signs of what became of orders, which are alike for all powers."""
    signs: dict[str, tuple[PaintedPath, ...]] = {}
    for sign, rows in DATA["results"].items():
        signs[sign] = tuple(painted(row, COLOURS) for row in rows)
    for slant in range(SLANTS):
        signs[f"cut.{slant}"] = _strokes(slant * pi / SLANTS)
    return signs


RESULTS: SymbolSet = _result_signs()


@lru_cache(maxsize=16)
def symbol_set(nations: tuple[Nation, ...], kinds: tuple[str, ...], pen: float = 1.0) -> SymbolSet:
    """Every sign that a picture with these powers and kinds of units may use, `pen` times as
    large as on the standard board."""
    signs: dict[str, Iterable[PaintedPath]] = dict(RESULTS)
    for nation in nations:
        name = initials(nation)
        for sign, paths in _nation_signs(nation, kinds):
            signs[f"{sign}.{name}"] = paths
    scaled: dict[str, tuple[PaintedPath, ...]] = {}
    for sign, paths in signs.items():
        scaled[sign] = tuple(path.moved(0, 0, pen) for path in paths)
    return scaled
