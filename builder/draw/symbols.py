"""The signs of the maps: counters of every kind in each power's ink, and result marks.

A counter is recognised by its outline (what it is) and its letter (whose it is); it needs no
colour: a gun on its wheel is an army, a ship under sail a fleet, a crown a leader, a shield a
coast guard; one behind another is doubled; an outline filled with paper is neutral.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin

from builder.draw.marks import CASE, PAPER, SEAL, Case, Paint, PaintedPath
from builder.draw.outlined_text import face
from builder.draw.svg import points, steps
from builder.model.setting import Nation

K = 0.5523
RIM = 1.5
WHEEL = 9.4


def circle(r: float, x: float = 0.0, y: float = 0.0) -> str:
    """A circle as path data."""
    k = r * K
    return (
        f"M{points(x - r, y)}c{points(0, -k, r - k, -r, r, -r)} {points(k, 0, r, r - k, r, r)}"
        f" {points(0, k, k - r, r, -r, r)} {points(-k, 0, -r, k - r, -r, -r)}z"
    )


def polygon(*corners: tuple[float, float]) -> str:
    """A closed figure with straight sides as path data."""
    return "M" + "L".join(points(x, y) for x, y in corners) + "Z"


def star(tips: int, outer: float, inner: float) -> str:
    """A star with that many tips."""
    turn = [(i * pi / tips, outer if i % 2 == 0 else inner) for i in range(2 * tips)]
    return polygon(*((r * sin(a), -r * cos(a)) for a, r in turn))


TRAIL = "M-7.4 1.6L-16.6 8.2L-14.8 11L-3.4 7.6Z"
BARREL = "M4.6 -9.2L13.6 -12.8L13.2 -14.2L15.8 -15.2L18.6 -8.4L16 -7.4L15.4 -8.6L8 -4.6Z"
SHIP = (
    "M-14.8 2.6C-13 4.2 -11 4.4 -9 4.4H9C11 4.4 13 4.2 14.8 2.6"
    "C14.4 6.6 12.6 9.6 10 11.4H-10C-12.6 9.6 -14.4 6.6 -14.8 2.6Z"
)
MAST = "M-.9 -9V-16.4L6.6 -14.3L.9 -12.3V-9Z"
SAIL = (
    "M-8.8 -11.8C-3 -10.8 3 -10.8 8.8 -11.8C10.8 -7 10.8 -2 9.4 3"
    "C3 2.7 -3 2.7 -9.4 3C-10.8 -2 -10.8 -7 -8.8 -11.8Z"
)
SHIELD = "M-10.2 -11.4H10.2V-.5C10.2 6.4 5.6 10.2 0 12.8C-5.6 10.2 -10.2 6.4 -10.2 -.5Z"
CROWN = "M-7.2 -9.2L-9 -16.6L-4.3 -13.2L0 -18.4L4.3 -13.2L9 -16.6L7.2 -9.2Z"
OUTLINES: dict[str, tuple[tuple[str, ...], float]] = {
    "A": ((TRAIL, BARREL, circle(WHEEL)), 0.0),
    "F": ((MAST, SHIP, SAIL), -4.4),
    "CG": ((SHIELD,), -0.8),
    "L": ((CROWN, circle(WHEEL - 0.6)), 0.0),
    "": ((polygon((-10, -10), (10, -10), (10, 10), (-10, 10)),), 0.0),
}
BEHIND = (5.4, -5.4)
HALF = "M-5.4 0c0-3 2.4-5.4 5.4-5.4c3 0 5.4 2.4 5.4 5.4z"


def slab_i() -> str:
    """The letter I with serifs: a bare stroke would not be known for a letter."""
    sans = face("sans-bold")
    stem, cap, serif = 0.15 * sans.em, sans.cap, 0.1 * sans.em
    middle, reach = sans.length("I") / 2, 0.17 * sans.em
    left, right = middle - stem / 2, middle + stem / 2
    return polygon(
        (middle - reach, 0), (middle + reach, 0), (middle + reach, -serif), (right, -serif),
        (right, serif - cap), (middle + reach, serif - cap), (middle + reach, -cap),
        (middle - reach, -cap), (middle - reach, serif - cap), (left, serif - cap),
        (left, -serif), (middle - reach, -serif),
    )  # fmt: skip


SLAB_I = slab_i()


def letter(text: str, size: float, colour: str, x: float = 0.0, y: float = 0.0) -> PaintedPath:
    """A letter centred on a point."""
    sans = face("sans-bold")
    scale = size / sans.em
    at = x - sans.width(text, size) / 2, y + sans.cap * scale / 2
    return PaintedPath(
        SLAB_I if text == "I" else sans.outline(text), Paint(fill=colour), *at, scale
    )


def body(nation: Nation) -> Paint:
    """How a nation's counters are filled and rimmed."""
    if nation.playable:
        return Paint(fill=nation.ink, stroke=CASE, width=RIM)
    return Paint(fill=CASE, stroke=nation.ink, width=RIM)


def initial(nation: Nation, size: float, y: float = 0.0) -> PaintedPath:
    """A nation's letter as it stands on its counters."""
    text = nation.letter or nation.name[:1]
    return letter(
        text,
        size if len(text) == 1 else 0.75 * size,
        CASE if nation.playable else nation.ink,
        0.0,
        y,
    )


def counter(kind: str, nation: Nation) -> tuple[PaintedPath, ...]:
    """One counter: its outlines and the letter of its power."""
    outlines, middle = OUTLINES.get(kind, OUTLINES[""])
    return (*(PaintedPath(d, body(nation)) for d in outlines), initial(nation, 13.6, middle))


def doubled(kind: str, nation: Nation) -> tuple[PaintedPath, ...]:
    """A counter with its like behind it."""
    outlines, _ = OUTLINES.get(kind, OUTLINES[""])
    return (*(PaintedPath(d, body(nation), *BEHIND) for d in outlines), *counter(kind, nation))


def ring(r: float, nation: Nation, width: float, dash: tuple[float, ...] = ()) -> PaintedPath:
    """A ring in a power's ink."""
    return PaintedPath(
        circle(r), Paint(stroke=nation.ink, width=width, dash=dash, round=bool(dash))
    )


def of_nation(
    nation: Nation, kinds: tuple[str, ...]
) -> Iterator[tuple[str, tuple[PaintedPath, ...]]]:
    """Every sign that bears a power's ink, named `<sign>.<its letter>`."""
    name = initials(nation)
    for kind in kinds:
        yield f"{kind}.{name}", counter(kind, nation)
        yield f"D{kind}.{name}", doubled(kind, nation)
    yield f"crown.{name}", (PaintedPath(CROWN, body(nation)),)
    dot = Paint(fill=CASE, stroke=nation.ink, width=1.8)
    half = PaintedPath(HALF, body(nation)._replace(width=1.1))
    yield f"half.{name}", (half,)
    yield f"support.{name}", (PaintedPath(circle(3.6), dot),)
    yield f"hold.{name}", (ring(17.4, nation, 2.0, (4.6, 4.4)),)
    yield f"convoy.{name}", (ring(18.2, nation, 2.0, (0.1, 4.1)),)
    yield (
        f"built.{name}",
        (PaintedPath(circle(18.4), Paint(fill=PAPER, stroke=nation.ink, width=1.8)),),
    )
    yield (
        f"waived.{name}",
        (
            PaintedPath(
                circle(11), Paint(fill=PAPER, stroke=nation.ink, width=1.8, dash=(3.4, 2.8))
            ),
            PaintedPath("M-4.4 0h8.8", Paint(stroke=nation.ink, width=2.2)),
        ),
    )
    seal = PaintedPath(circle(5.7), dot._replace(width=1.2))
    yield f"sc.{name}", (seal, initial(nation, 9.4)._replace(paint=Paint(fill=nation.ink)))


CROSSED_OUT = "M-17-14.5l34 29m0-29l-34 29"
RED = Paint(stroke=SEAL, width=1.7)
RINGED = PaintedPath(circle(5.6), Paint(fill=CASE, stroke=SEAL, width=1.6))
RESULTS: dict[str, tuple[PaintedPath, ...]] = {
    "failed": (RINGED, PaintedPath("M-2.5-2.5l5 5m0-5l-5 5", RED)),
    "void": (RINGED, PaintedPath("M-3.6 3.6l7.2-7.2", RED)),
    "burst": (
        PaintedPath(star(8, 10.2, 5.8), Paint(fill=SEAL, stroke=CASE, width=1.4)),
        PaintedPath("M-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2", Paint(stroke=CASE, width=1.7)),
    ),
    "dislodged": (PaintedPath(star(16, 18.4, 15.2), Paint(fill=CASE, stroke=SEAL, width=1.6)),),
    "gone": (
        PaintedPath(CROSSED_OUT, Paint(stroke=CASE, width=3.6, round=True)),
        PaintedPath(CROSSED_OUT, Paint(stroke=SEAL, width=2.0, round=True)),
    ),
    "refuge": (
        PaintedPath(circle(6.0), Paint(fill=CASE, stroke=SEAL, width=1.5, dash=(2.6, 2.2))),
    ),
    "plus": (
        PaintedPath(circle(5.6), Paint(fill=CASE, stroke="#2f6230", width=1.6)),
        PaintedPath("M-3.2 0h6.4M0-3.2v6.4", Paint(stroke="#2f6230", width=1.8)),
    ),
}


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
RESULTS |= {f"cut.{n}": strokes(n * pi / SLANTS) for n in range(SLANTS)}


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
