"""The beast that holds the Cat board: a tabby behind the wheel, under the sun of 1974."""

from __future__ import annotations

import math

from builder.cartography.rings.sectors import Wheel

SKY, RAY, STAR = "#f6e6bf", "#efd49a", "#d98e3a"
FUR, STRIPE, INNER, INK, CREAM = "#d9823b", "#a9551f", "#f0b9a0", "#4a2c1a", "#fdf3dc"
RAYS = 36
HEAD = 12.15


def sunburst(wheel: Wheel, frame: tuple[float, float, float, float]) -> str:
    """The sky: rays from the middle of the wheel, and stars where there is room."""
    x, y, w, h = frame
    rays = ""
    for i in range(RAYS):
        if i % 2:
            a, b = wheel.at(360 / RAYS * i, 40), wheel.at(360 / RAYS * (i + 1), 40)
            rays += f"M{wheel.centre[0]:g} {wheel.centre[1]:g}L{a[0]:.0f} {a[1]:.0f}"
            rays += f"L{b[0]:.0f} {b[1]:.0f}z"
    stars = "".join(
        star(*wheel.at(angle, radius), size)
        for angle, radius, size in (
            (-4, 14.1, 11), (9, 13.4, 6), (-14, 14.9, 5), (17, 14.9, 8), (48, 18.3, 10),
            (55, 16.3, 6), (62, 14.6, 8), (-66, 14.6, 7), (-118, 14.9, 8), (-130, 16.3, 11),
            (-139, 18.6, 7), (-122, 13.2, 5), (143, 17.8, 7), (115, 14.4, 6), (122, 16.9, 9),
            (-143, 16.0, 5),
        )
    )  # fmt: skip
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{SKY}"/>'
        f'<path d="{rays}" fill="{RAY}"/><path d="{stars}" fill="{STAR}"/>'
    )


def star(x: float, y: float, size: float) -> str:
    """A four-pointed star."""
    q = size * 0.18
    return (
        f"M{x:.1f} {y - size:.1f}Q{x + q:.1f} {y - q:.1f} {x + size:.1f} {y:.1f}"
        f"Q{x + q:.1f} {y + q:.1f} {x:.1f} {y + size:.1f}"
        f"Q{x - q:.1f} {y + q:.1f} {x - size:.1f} {y:.1f}"
        f"Q{x - q:.1f} {y - q:.1f} {x:.1f} {y - size:.1f}z"
    )


def behind(wheel: Wheel) -> str:
    """Ears, head, stripes, whiskers and tail, all behind the wheel."""
    x, y = wheel.centre
    ears = "".join(ear(wheel, side, 1.0, FUR) + ear(wheel, side, 0.62, INNER) for side in (-1, 1))
    stripes = "".join(
        stripe(wheel, angle) for angle in (-10, -3.5, 3.5, 10, 104, 110, 116, -104, -110, -116)
    )
    whiskers = "".join(whisker(wheel, side, angle) for side in (-1, 1) for angle in (82, 90, 98))
    return (
        f'<g stroke="{INK}" stroke-width="3" stroke-linejoin="round">{tail(wheel)}{ears}'
        f'<circle cx="{x:g}" cy="{y:g}" r="{HEAD * wheel.unit:.1f}" fill="{FUR}"/></g>'
        f'<path d="{stripes}" fill="{STRIPE}"/>'
        f'<path d="{whiskers}" fill="none" stroke="{INK}" stroke-width="2.2" '
        'stroke-linecap="round"/>'
    )


def ear(wheel: Wheel, side: int, part: float, fill: str) -> str:
    """One ear: a rounded triangle that leans outward."""
    root, tip, end = 11 * side, 27 * side, 43 * side
    mid = (root + end) / 2
    a = wheel.at(mid + (root - mid) * part, HEAD - 0.4)
    b = wheel.at(tip, HEAD + 3.0 * part)
    c = wheel.at(mid + (end - mid) * part, HEAD - 0.4)
    left, right = (
        wheel.at(mid + (root - mid) * part, HEAD + 1.7 * part),
        wheel.at(mid + (end - mid) * part, HEAD + 1.25 * part),
    )
    line = "" if part == 1 else ' stroke="none"'
    return (
        f'<path d="M{a[0]:.0f} {a[1]:.0f}Q{left[0]:.0f} {left[1]:.0f} {b[0]:.0f} {b[1]:.0f}'
        f'Q{right[0]:.0f} {right[1]:.0f} {c[0]:.0f} {c[1]:.0f}z" fill="{fill}"{line}/>'
    )


def stripe(wheel: Wheel, angle: float) -> str:
    """A tabby's stripe that points inward from the edge of the head."""
    a, b = wheel.at(angle - 1.7, HEAD), wheel.at(angle + 1.7, HEAD)
    c = wheel.at(angle * 0.985, 11.15)
    return f"M{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}L{c[0]:.0f} {c[1]:.0f}z"


def whisker(wheel: Wheel, side: int, angle: float) -> str:
    """One whisker, a little bent."""
    a, b = wheel.at(side * angle, HEAD - 0.35), wheel.at(side * (angle + (angle - 90) * 0.7), 14.2)
    c = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + 7)
    return f"M{a[0]:.0f} {a[1]:.0f}Q{c[0]:.0f} {c[1]:.0f} {b[0]:.0f} {b[1]:.0f}"


def tail(wheel: Wheel) -> str:
    """A striped tail that curls up at the lower left."""
    a, b, c = wheel.at(207, 11.9), wheel.at(222, 16.6), wheel.at(240, 14.9)
    d, e = wheel.at(233, 13.4), wheel.at(228, 14.2)
    curve = (
        f"M{a[0]:.0f} {a[1]:.0f}C{wheel.at(210, 14.5)[0]:.0f} {wheel.at(210, 14.5)[1]:.0f} "
        f"{b[0]:.0f} {b[1]:.0f} {wheel.at(230, 16.4)[0]:.0f} {wheel.at(230, 16.4)[1]:.0f}"
        f"S{wheel.at(243, 15.6)[0]:.0f} {wheel.at(243, 15.6)[1]:.0f} {c[0]:.0f} {c[1]:.0f}"
        f"S{d[0]:.0f} {d[1]:.0f} {e[0]:.0f} {e[1]:.0f}"
    )
    return (
        f'<path d="{curve}" fill="none" stroke="{INK}" stroke-width="42" stroke-linecap="round"/>'
        f'<path d="{curve}" fill="none" stroke="{FUR}" stroke-width="36" stroke-linecap="round"/>'
        f'<path d="{curve}" fill="none" stroke="{STRIPE}" stroke-width="36" '
        'stroke-dasharray="11 26"/>'
    )


def paws(wheel: Wheel) -> str:
    """Two paws that hold the wheel from below."""
    found = ""
    for side in (-1, 1):
        x, y = wheel.at(180 - 17 * side, HEAD + 0.25)
        turn = -10 * side
        toes = "".join(f"M{dx} 4v15" for dx in (-11, 0, 11))
        found += (
            f'<g transform="translate({x:.0f} {y:.0f}) rotate({turn})">'
            f'<ellipse rx="33" ry="23" fill="{CREAM}" stroke="{INK}" stroke-width="3"/>'
            f'<path d="{toes}" stroke="{INK}" stroke-width="2.4" stroke-linecap="round"/></g>'
        )
    return found


def yarn(x: float, y: float, radius: float) -> str:
    """Threads wound round a ball."""
    d = ""
    for i in range(-2, 3):
        bend = radius * 0.45 * i
        reach = math.sqrt(radius**2 - (radius * 0.36 * i) ** 2) * 0.9
        d += (
            f"M{x - reach:.0f} {y + radius * 0.36 * i:.0f}q{reach:.0f} {bend:.0f} {2 * reach:.0f} 0"
        )
    return f'<path d="{d}" fill="none" stroke="{INK}" stroke-opacity=".16" stroke-width="2"/>'
