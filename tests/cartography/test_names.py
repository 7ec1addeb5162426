"""No name touches another, a unit, a centre, the frame or a panel."""

from __future__ import annotations

import math
from itertools import combinations

from builder.cartography.proof import Drawing
from builder.draw.lettering import face

Rect = tuple[float, float, float, float]
ARMY, FLEET, DOT, SLACK = (10.2, 10.2), (13.5, 9.0), 3.6, 0.3


def boxes(drawing: Drawing) -> list[tuple[str, Rect]]:
    return [
        (code, tuple(box))  # type: ignore[misc]
        for code, entry in drawing.facts["labels"].items()
        for box in entry["box"]
    ]


def overlap(a: Rect, b: Rect) -> bool:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide > SLACK and high > SLACK


def away(box: Rect, x: float, y: float) -> tuple[float, float]:
    return max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3])


def test_names_do_not_touch_each_other(drawing: Drawing) -> None:
    for (one, a), (two, b) in combinations(boxes(drawing), 2):
        assert one == two or not overlap(a, b), f"{one} touches {two}"


def test_names_keep_off_units(drawing: Drawing) -> None:
    pen = drawing.facts["pen"]
    for place, (x, y) in drawing.facts["units"].items():
        code = place.partition("/")[0]
        rx, ry = ARMY if drawing.kinds.get(code) == "land" else FLEET
        for name, box in boxes(drawing):
            dx, dy = away(box, x, y)
            if name != place or "/" not in place:
                assert math.hypot(dx / rx, dy / ry) > 0.95 * pen, f"{name} lies under {place}"


def test_names_keep_off_centres(drawing: Drawing) -> None:
    pen = drawing.facts["pen"]
    dots = [*drawing.facts["centres"].items(), *drawing.facts["builds"].items()]
    for code, (x, y) in dots:
        for name, box in boxes(drawing):
            assert math.hypot(*away(box, x, y)) > DOT * pen, f"{name} lies on the centre of {code}"


def test_names_keep_inside_the_frame_and_off_the_panels(drawing: Drawing) -> None:
    facts = drawing.facts
    x, y, w, h = facts["frame"]
    panels = [p for p in (facts["cartouche"], facts["key"]) if p]
    for name, box in boxes(drawing):
        if name not in facts["boxes"]:
            assert overlap(box, (x, y, x + w, y + h)), name
            assert min(box[0] - x, box[1] - y, x + w - box[2], y + h - box[3]) > 0, name
        for px, py, pw, ph in panels:
            assert not overlap(box, (px, py, px + pw, py + ph)), f"{name} lies under a panel"


def test_every_province_bears_its_name(drawing: Drawing) -> None:
    assert set(drawing.facts["labels"]) >= set(drawing.kinds)


def test_units_have_room(drawing: Drawing) -> None:
    pen, units = drawing.facts["pen"], drawing.facts["units"]
    for (one, a), (two, b) in combinations(units.items(), 2):
        if one.partition("/")[0] != two.partition("/")[0]:
            assert math.dist(a, b) > 2 * ARMY[0] * pen, f"{one} and {two} stand on each other"
    for place, spot in units.items():
        for code, centre in drawing.facts["centres"].items():
            assert math.dist(spot, centre) > (ARMY[0] + DOT) * pen * 0.97, f"{place} on {code}"


def test_names_can_be_read_on_a_map_a_thousand_pixels_wide(drawing: Drawing) -> None:
    land = face("sans-sc")
    share, width = land.cap / land.em + 0.04, drawing.facts["size"][0]
    names = [b for code, b in boxes(drawing) if drawing.kinds.get(code) in ("land", "coast")]
    heights = [(bottom - top) / share * 1000 / width for _, top, _, bottom in names]
    assert min(heights) >= 7
    assert sum(height < 7.9 for height in heights) <= 6
