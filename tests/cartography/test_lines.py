"""The projection can be undone, and drawn lines keep their ends."""

from __future__ import annotations

import math

import pytest
from drawn_boards import ROOT
from hypothesis import given
from hypothesis import strategies as st

from builder.cartography.drawing import DrawingPlan
from builder.cartography.path_data import rounded, wavering

VIEWS = {v: DrawingPlan(ROOT / "maps", v).projection for v in ("standard", "cline9-vi")}
POINTS = st.lists(
    st.tuples(st.floats(0, 1000), st.floats(0, 1000)), min_size=2, max_size=8, unique=True
)


@pytest.mark.parametrize("view", VIEWS)
@given(lon=st.floats(-40, 70), lat=st.floats(15, 75))
def test_the_globe_is_found_again(view: str, lon: float, lat: float) -> None:
    projection = VIEWS[view]
    assert projection.globe(*projection(lon, lat)) == pytest.approx((lon, lat), abs=1e-4)


@given(POINTS)
def test_lines_keep_their_ends(points: list[tuple[float, float]]) -> None:
    for line in (rounded(points), wavering(points, "seed")):
        assert (line[0], line[-1]) == (points[0], points[-1])
    assert wavering(points, "seed") == wavering(points, "seed")


def test_a_waver_is_small() -> None:
    for x, y in wavering([(0, 0), (100, 0)], "any"):
        assert 0 <= x <= 101
        assert math.fabs(y) <= 30
