"""No name touches another, a unit, a centre, the frame or a panel."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import shapely
from counters import covered
from drawn_boards import ROOT
from letters_at_sea import words_at_sea
from shapely import affinity

from builder.cartography.shown_adjacency import Drawing
from builder.draw.board_sheet import read_sheet
from builder.draw.outlined_text import face

Rect = tuple[float, float, float, float]
DOT, SEAL, SLACK = 3.6, 6.3, 0.3
ARMIES, FLEETS, BOTH = ("A",), ("F",), ("A", "F")
# What else may stand on a board: doubled units and coast guards on Cat's, leaders on the standard.
MORE = {
    "cat": {"land": ("DA",), "coast": ("CG", "DA", "DF", "DCG"), "sea": ("DF",)},
    "standard": {"land": ("L", "crown"), "coast": ("L", "crown"), "sea": ("crown",)},
}


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


def signs(drawing: Drawing, place: str, *, more: bool) -> tuple[str, ...]:
    """The counters that may stand in a place."""
    code, _, coast = place.partition("/")
    kind = "sea" if coast else drawing.kinds.get(code, "sea")
    split = any(other.startswith(f"{code}/") for other in drawing.facts["units"])
    usual = {"land": ARMIES, "sea": FLEETS, "coast": ARMIES if split else BOTH}[kind]
    return usual + (MORE.get(drawing.facts["variant"], {}).get(kind, ()) if more else ())


def counters(variant: str, drawing: Drawing, *, more: bool) -> Iterator[tuple[str, Any]]:
    """The ground under every counter that may stand in a place, where pictures set it down."""
    sheet = read_sheet(ROOT / "maps" / variant / "map.svg")
    for place, spot in sheet.units.items():
        for sign in signs(drawing, place, more=more):
            yield place, affinity.translate(covered(sign, sheet.pen), *spot)


def test_names_keep_off_units(variant: str, drawing: Drawing) -> None:
    named = boxes(drawing)
    rooms = shapely.STRtree([shapely.box(*box) for _, box in named])
    hidden = {
        f"{name} lies under {place}"
        for place, ground in counters(variant, drawing, more=True)
        for name, _ in (named[n] for n in rooms.query(ground, "intersects"))
        if name != place or "/" not in place
    }
    assert hidden == set()


def test_tails_of_letters_at_sea_keep_off_units(variant: str, drawing: Drawing, svg: str) -> None:
    letters = list(words_at_sea(svg))
    assert variant in {"cat", "pure"} or len(letters) > 90
    rooms = shapely.STRtree(letters)
    units = counters(variant, drawing, more=False)
    assert {at for at, ground in units if len(rooms.query(ground, "intersects"))} == set()


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


def test_units_have_room(variant: str, drawing: Drawing) -> None:
    standing = list(counters(variant, drawing, more=False))
    for (one, a), (two, b) in combinations(standing, 2):
        if one.partition("/")[0] != two.partition("/")[0]:
            assert not a.intersects(b), f"{one} and {two} stand on each other"


def test_units_keep_off_the_seals_of_centres(variant: str, drawing: Drawing) -> None:
    sheet = read_sheet(ROOT / "maps" / variant / "map.svg")
    seals = {c: shapely.Point(*at).buffer(SEAL * sheet.pen) for c, at in sheet.centres.items()}
    for place, ground in counters(variant, drawing, more=False):
        for code, seal in seals.items():
            assert not ground.intersects(seal), f"{place} on {code}"


def test_names_can_be_read_on_a_map_a_thousand_pixels_wide(drawing: Drawing) -> None:
    width = drawing.facts["size"][0]
    heights: dict[bool, list[float]] = {True: [], False: []}
    for code, (_, top, _, bottom) in boxes(drawing):
        land = drawing.kinds.get(code) in ("land", "coast")
        letters = face("sans-sc" if land else "italic")
        share = letters.cap / letters.em + 0.04
        heights[land].append((bottom - top) / share * 1000 / width)
    assert min(map(min, filter(None, heights.values()))) >= 7
    assert sum(height < 7.9 for height in heights[True]) <= 6
