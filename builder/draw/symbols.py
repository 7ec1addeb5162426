"""The signs of the maps: counters of every kind in each power's ink, and result marks.

A counter is recognised by its outline (what it is) and its letter (whose it is); it needs no
colour: a gun on its wheel is an army, a ship under sail a fleet, a crown a leader, a shield a
coast guard; one behind another is doubled; an outline filled with paper is neutral.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from builder.draw.marks import CASE, INK, PAPER, SEAL, Case, Paint, PaintedPath
from builder.draw.outlined_text import face
from builder.draw.svg import steps
from builder.model.setting import Nation

K = 0.5523
RIM = 1.5
BEHIND = (5.4, -5.4)
# The letter with serifs: a bare stroke would not be known for one.
SLAB_I = "M-5.5 0H79.5V-25H55.8V-136H79.5V-161H-5.5V-136H18.2V-25H-5.5Z"
COLOURS = {"case": CASE, "ink": INK, "paper": PAPER, "seal": SEAL}
Signs = Mapping[str, tuple[PaintedPath, ...]]
Row = Mapping[str, Any]


def circle(r: float, x: float = 0.0, y: float = 0.0) -> str:
    """A circle as path data."""
    k = r * K
    top, bottom = (0, -k, r - k, -r, r, -r, k, 0, r, r - k, r, r), (0, k, k - r, r, -r, r)
    return f"M{steps(x - r, y)}c{steps(*top, *bottom, -k, 0, -r, k - r, -r, -r)}z"


def outline(text: str) -> str:
    """Path data as `symbols.json` has it: such data, or `circle` and its radius."""
    return circle(float(text.removeprefix("circle "))) if text.startswith("circle ") else text


def painted(row: Row, colours: Mapping[str, str]) -> PaintedPath:
    """An outline as the data files describe it, its colours by their names."""
    fill, stroke = (row.get(key, "") for key in ("fill", "stroke"))
    paint = Paint(
        colours.get(fill, fill), colours.get(stroke, stroke), row.get("width", 0.0),
        tuple(row.get("dash", ())), row.get("round", False),
    )  # fmt: skip
    return PaintedPath(outline(row["d"]), paint)


DATA = json.loads(Path(__file__).with_name("symbols.json").read_text(encoding="utf-8"))
OUTLINES: Mapping[str, tuple[str, ...]] = {
    kind: tuple(map(outline, entry["outlines"])) for kind, entry in DATA["counters"].items()
}


def letter(text: str, size: float, colour: str, y: float = 0.0) -> PaintedPath:
    """A letter centred on a point."""
    sans = face("sans-bold")
    scale = size / sans.em
    at = -sans.width(text, size) / 2, y + sans.cap * scale / 2
    return PaintedPath(
        SLAB_I if text == "I" else sans.outline(text), Paint(fill=colour), *at, scale
    )


def initial(nation: Nation, size: float, colour: str, y: float = 0.0) -> PaintedPath:
    """A nation's letter as it stands on its counters."""
    text = nation.letter or nation.name[:1]
    return letter(text, size if len(text) == 1 else 0.75 * size, colour, y)


def of_nation(
    nation: Nation, kinds: Iterable[str]
) -> Iterator[tuple[str, tuple[PaintedPath, ...]]]:
    """Every sign that bears a power's ink, named `<sign>.<its letter>`; D before the kind of a
    unit stands for a doubled one, with its like behind it."""
    name = initials(nation)
    body, rim = (nation.ink, CASE) if nation.playable else (CASE, nation.ink)
    colours = {**COLOURS, "ink": nation.ink, "body": body, "rim": rim}
    paint = Paint(fill=body, stroke=rim, width=RIM)
    for kind in kinds:
        known = kind if kind in OUTLINES else ""
        text = initial(nation, 13.6, rim, DATA["counters"][known]["middle"])
        single = (*(PaintedPath(d, paint) for d in OUTLINES[known]), text)
        yield f"{kind}.{name}", single
        behind = (PaintedPath(d, paint, *BEHIND) for d in OUTLINES[known])
        yield f"D{kind}.{name}", (*behind, *single)
    for sign, rows in DATA["of each power"].items():
        yield (
            f"{sign}.{name}",
            tuple(
                initial(nation, row["letter"], colours[row["fill"]])
                if "letter" in row
                else painted(row, colours)
                for row in rows
            ),
        )


def initials(nation: Nation) -> str:
    """What stands for a power in the names of its signs; short, for a page has thousands."""
    return slug(nation.letter or nation.name[:1]).upper() or "x"


def strokes(turn: float) -> tuple[PaintedPath, ...]:
    """The two strokes through a support that was cut, turned by that angle."""
    d = ""
    for shift in (-2.6, 2.6):
        x, y = shift * cos(turn - 1.1), shift * sin(turn - 1.1)
        dx, dy = 7.2 * cos(turn), 7.2 * sin(turn)
        d += f"M{steps(x - dx, y - dy)}l{steps(2 * dx, 2 * dy)}"
    return (
        PaintedPath(d, Paint(stroke=CASE, width=4.6)),
        PaintedPath(d, Paint(stroke=SEAL, width=2.0)),
    )


SLANTS = 12
RESULTS: Signs = {
    **{sign: tuple(painted(r, COLOURS) for r in rows) for sign, rows in DATA["results"].items()},
    **{f"cut.{n}": strokes(n * pi / SLANTS) for n in range(SLANTS)},
}


def slug(name: str) -> str:
    """A power's name as it stands in ids and classes."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


@lru_cache(maxsize=16)
def case(nations: tuple[Nation, ...], kinds: tuple[str, ...], pen: float = 1.0) -> Case:
    """Every sign that a picture with these powers and kinds of units may set down.

    All are `pen` times as large as they are given here.
    """
    found = dict(RESULTS)
    for nation in nations:
        found.update(of_nation(nation, kinds))
    return {name: tuple(grown(t, pen) for t in traces) for name, traces in found.items()}


def grown(trace: PaintedPath, pen: float) -> PaintedPath:
    """A trace of another size."""
    return trace._replace(x=trace.x * pen, y=trace.y * pen, scale=trace.scale * pen)
