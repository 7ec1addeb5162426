"""Our painter of SVG, beside CairoSVG, which shares no code with it."""

from __future__ import annotations

import io
from itertools import pairwise
from math import hypot

import cairosvg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from builder.draw.geometry.path_commands import commands
from builder.draw.raster import available, board_png

pytestmark = pytest.mark.skipif(not available(), reason="no Cairo library here")
HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
STROKED = 'fill="none" stroke="#204060" stroke-width="4"'


def svg(body: str) -> str:
    return f'<svg {HEAD} viewBox="0 0 100 80">{body}</svg>'


def difference(body: str) -> float:
    """How far our picture is from theirs, in grey values on the mean."""
    text = svg(body)
    theirs = cairosvg.svg2png(bytestring=text.encode(), output_width=300)
    pictures = []
    for content in (theirs, board_png(text, 300)):
        ground = Image.new("RGBA", (300, 240), "white")
        ground.alpha_composite(Image.open(io.BytesIO(content)).convert("RGBA"))
        pictures.append(ground.convert("RGB"))
    grey = ImageChops.difference(*pictures).convert("L").histogram()
    return sum(value * count for value, count in enumerate(grey)) / (300 * 240)


@pytest.mark.parametrize(
    "body",
    [
        f'<path d="M10 10l20 5 5 20z M60 60h20v-20H60V10" {STROKED}/>',
        f'<path d="M10 40q20-40 40 0t40 0" {STROKED}/>',
        f'<path d="M10 40c10-30 20-30 30 0s20 30 30 0S80 0 90 40" {STROKED}/>',
        f'<path d="M20 40a20 12 30 1 0 30 5" {STROKED}/>',
        f'<path d="M20 40A40 40 0 0 1 80 50 30 30 0 0 0 60 20" {STROKED}/>',
        '<path d="M10 10h50v50z" fill="#c33" transform="rotate(20 40 40) translate(5) scale(.8)"/>',
        '<circle cx="40" cy="40" r="20" fill="#abc" stroke="black" stroke-dasharray="4 2"/>',
        '<ellipse cx="40" cy="40" rx="30" ry="12"/><rect x="1" y="2" width="9" height="70"/>',
        '<g opacity=".5"><rect width="50" height="50"/><rect x="20" width="50" height="70" '
        'fill="red"/></g>',
        '<defs><path id="a" d="M0 0h20v20z"/><g id="b"><use xlink:href="#a" x="5"/></g></defs>'
        '<use href="#b" x="10" y="10" fill="#080"/><use href="#a" x="50" stroke="red"/>',
        '<clipPath id="c"><circle cx="30" cy="30" r="20"/><rect x="50" width="20" height="20"/>'
        '</clipPath><rect width="100" height="80" fill="navy" clip-path="url(#c)"/>',
        '<path d="M10 70L50 10 90 70" fill="none" stroke="#333" stroke-width="12" '
        'stroke-linejoin="round" stroke-linecap="round" stroke-opacity=".4"/>',
    ],
)
def test_all_that_our_drawings_have_is_painted_alike(body: str) -> None:
    assert difference(body) < 0.1


def test_the_comparison_would_notice_a_missing_line() -> None:
    text = board_png(svg(f'<path d="M10 10h80" {STROKED}/>'), 300)
    assert text != board_png(svg(""), 300)


numbers = st.integers(-50, 150)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=12))
def test_relative_and_absolute_paths_are_one(points: list[tuple[int, int]]) -> None:
    absolute = "M" + "L".join(f"{x},{y}" for x, y in points)
    steps = [(x - a, y - b) for (a, b), (x, y) in pairwise(points)]
    relative = f"M{points[0][0]} {points[0][1]}l" + " ".join(f"{x} {y}" for x, y in steps)
    assert [*commands(absolute)] == [*commands(relative)]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.integers(-20, 20), st.integers(-20, 20), st.booleans())
def test_an_arc_keeps_its_distance(radius: int, x: int, y: int, sweep: bool) -> None:
    """All ends of the curves of a circular arc are as far from one middle."""
    if (x, y) == (0, 0) or hypot(x, y) > 2 * radius:
        return
    path = f"M0 0a{radius} {radius} 0 1 {int(sweep)} {x} {y}"
    ends = [(0.0, 0.0), *(made[-2:] for letter, made in commands(path) if letter == "C")]
    side = 1 if sweep else -1
    half = hypot(x, y) / 2
    height = max(0.0, radius**2 - half**2) ** 0.5
    middle = (x / 2 + side * height * y / (2 * half), y / 2 - side * height * x / (2 * half))
    for end in ends:
        assert hypot(end[0] - middle[0], end[1] - middle[1]) == pytest.approx(radius, abs=0.05)


def test_path_data_that_begins_with_a_number_is_refused() -> None:
    with pytest.raises(ValueError, match="without a command"):
        list(commands("1 2L3 4"))
