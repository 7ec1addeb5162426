"""The map proves the board and the board proves the map: read off each map.svg alone."""

from __future__ import annotations

import math
import re

from drawn_boards import open_edges

from builder.cartography.shown_adjacency import Drawing
from builder.model.board import Board

Edge = tuple[str, str, str]
SAID = {
    "1900": {
        "canals": {("F", "Egy", "Hej")},
        "crossings": {
            ("A", "Cly", "Ire"),
            ("F", "Cly", "Ire"),
            ("F", "Egy", "MAO"),
            ("F", "Hej", "MAO"),
        },
    },
    "ancmed": {
        "canals": {
            ("F", *e)
            for e in (
                ("Ale", "Mem"),
                ("Ale", "Thb"),
                ("Bay", "Mem"),
                ("Bay", "Thb"),
                ("GOP", "Thb"),
                ("Mem", "Thb"),
            )
        },
        "crossings": {("A", "Nea", "Sic"), ("F", "Nea", "Sic")}
        | {
            ("F", *e)
            for e in (
                ("AUS", "LIB"),
                ("Bal", "Sag"),
                ("Bal", "Tar"),
                ("GOT", "MES"),
                ("Sag", "Tar"),
            )
        },
    },
    "cat": {"boxes": {("F", "ANS", "Mer"), ("F", "CAS", "Mer"), ("F", "Mer", "TES")}},
    "cline9-iv": {
        "boxes": {("F", "ANT", "IND"), ("F", "ANT", "WAT")},
        "canals": {("F", "Geo", "Sev"), ("F", "Mos", "Sev")},
        "crossings": {(u, *e) for u in "AF" for e in (("Cly", "Ire"), ("Nap", "Sic"))},
    },
    "cline9-vi": {
        "boxes": {("F", "ANT", "IND"), ("F", "ANT", "WAO")},
        "canals": {("F", "Geo", "Sev")},
        "crossings": {(u, *e) for u in "AF" for e in (("Cly", "Ire"), ("Nap", "Sic"))},
    },
    "hundred": {"crossings": {("A", "Cal", "Lon"), ("F", "Cal", "Lon")}},
    "pure": {
        "crossings": {
            ("A", *sorted((one, two)))
            for ring in (("Ber", "Mos", "Con", "Vie", "Rom", "Par", "Lon"),)
            for i, one in enumerate(ring)
            for j, two in enumerate(ring)
            if 1 < j - i < len(ring) - 1
        }
    },
    "loeb9": {"crossings": {("A", "Cor", "Naf"), ("A", "Nap", "Sic")}},
}
TIGHTEST = 4.0


def test_drawn_and_said_is_declared(drawing: Drawing, board: Board) -> None:
    assert drawing.differences(board) == []
    said = {edge for group in drawing.signed().values() for edge in group}
    shown = {("A", *e) for e in drawing.armies()} | {("F", *e) for e in drawing.fleets()}
    assert not shown & said, "what is drawn need not be said"


def test_only_crossings_canals_and_boxes_are_said(drawing: Drawing, variant: str) -> None:
    empty: dict[str, set[Edge]] = {"crossings": set(), "canals": set(), "boxes": set()}
    assert drawing.signed() == empty | SAID.get(variant, {})


def test_every_segment_lies_between_two_shapes(drawing: Drawing) -> None:
    assert open_edges(drawing) == []


def test_a_border_is_long_enough_to_be_seen(drawing: Drawing) -> None:
    for pair, length in drawing.contacts.items():
        assert length / 10 > TIGHTEST or length < 1, f"{pair} touch along {length / 10} only"


def test_provinces_kinds_and_coasts(drawing: Drawing, board: Board) -> None:
    boxes = drawing.facts["boxes"]
    kinds = {code: kind for code, kind in drawing.kinds.items() if kind != "closed"}
    assert set(kinds) | set(boxes) == set(board.provinces)
    assert kinds == {c: p.terrain for c, p in board.provinces.items() if c not in boxes}
    declared = {f"{p.code}/{c}" for p in board.provinces.values() for c in p.coasts}
    assert {place for place in drawing.facts["units"] if "/" in place} == declared
    split = {place for place in drawing.coasts if "/" in place}
    assert split == declared


def test_homes(drawing: Drawing, board: Board) -> None:
    for p in board.provinces.values():
        if p.home:
            assert p.code in drawing.facts["homes"][p.home]


def test_names_are_those_of_the_board(svg: str, board: Board) -> None:
    shapes = re.findall(r'<path id="(\w+)"[^>]*><title>([^<]*)</title>', svg)
    assert {c: n for c, n in shapes if c in board.provinces} == {
        str(c): p.name for c, p in board.provinces.items()
    }


def test_every_place_has_its_spot_inside_its_shape(drawing: Drawing, board: Board) -> None:
    facts = drawing.facts
    assert set(facts["units"]) >= set(board.provinces)
    assert set(facts["dislodged"]) == set(facts["units"])
    for place, spot in facts["units"].items():
        if place in drawing.kinds:
            assert inside(drawing, place, spot), f"the unit of {place} stands outside of it"
    for code, spot in facts["centres"].items():
        if code in drawing.kinds:
            assert inside(drawing, code, spot), f"the centre of {code} lies outside of it"
    for place, (x, y) in facts["dislodged"].items():
        assert 15 < math.dist(facts["units"][place], (x, y)) / facts["pen"] < 40


def inside(drawing: Drawing, code: str, spot: tuple[float, float]) -> bool:
    """Does a ray from the spot cross the outline an odd number of times?"""
    x, y = spot[0] * 10 + 0.137, spot[1] * 10 + 0.137
    shape = next(s for s in drawing.shapes if s.code == code)
    crossed = sum(
        (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
        for (ax, ay), (bx, by) in shape.segments | shape.islets
    )
    return crossed % 2 == 1
