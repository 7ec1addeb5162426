"""Lines that are bent, cut and measured."""

from __future__ import annotations

from math import dist, hypot, pi

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from hypothesis import given
from hypothesis import strategies as st

from builder.draw.geometry.curves import Point, Rect, bent, cornered, through

SPOTS = st.builds(Point, st.floats(0, 1400), st.floats(0, 1200))


@given(SPOTS, SPOTS, st.floats(-0.3, 0.3))
def test_a_bent_line_joins_its_ends(a: Point, b: Point, bend: float) -> None:
    line = bent(a, b, bend)
    assert dist(line.at(0), a) < 0.01
    assert dist(line.at(1), b) < 0.01
    assert line.length >= dist(a, b) - 0.01


@given(SPOTS, SPOTS, st.floats(0, 40), st.floats(0, 40))
def test_cutting_takes_the_ends_away(a: Point, b: Point, head: float, tail: float) -> None:
    line = bent(a, b, 0.1)
    cut = line.cut(head, tail)
    assert cut.length <= line.length + 0.01
    if line.length > head + tail + 12:
        assert cut.length == pytest.approx(line.length - head - tail, rel=0.03, abs=1)


def test_a_smooth_line_passes_every_stop() -> None:
    stops = [Point(0, 0), Point(100, 50), Point(200, 0), Point(300, 90)]
    line = through(stops)
    for stop in stops:
        assert min(abs(complex(*stop) - dot) for dot in line.dots) < 1


def test_rectangles_that_share_an_edge_touch_and_do_not_overlap() -> None:
    one, beside = Rect(0, 0, 10, 10), Rect(10, 4, 12, 8)
    assert one.touches(beside)
    assert not one.meets(beside)
    assert one.meets(beside.moved(-1, 0))
    assert not one.touches(beside.moved(0.1, 0))


def test_heading_and_crossing() -> None:
    across, down = (
        cornered([Point(0, 0), Point(100, 0)], 0),
        cornered([Point(40, -50), Point(40, 50)], 0),
    )
    assert across.heading(0.5) == pytest.approx(0)
    assert down.heading(0.5) == pytest.approx(pi / 2)
    assert across.crossing(down) == pytest.approx(0.4, abs=0.06)
    assert across.crossing(cornered([Point(0, 5), Point(100, 5)], 0)) is None


@given(SPOTS, SPOTS)
def test_written_path_data_leads_where_the_line_does(a: Point, b: Point) -> None:
    pen = RecordingPen()
    parse_path(bent(a, b, 0.1).d, pen)
    x, y = pen.value[-2][1][-1]
    assert hypot(x - b.x, y - b.y) < 0.75
