"""Which colour each province bears."""

from __future__ import annotations

import re

from standard_play import BOARD, HOMES, ROOT, SPRING, setting

from builder.draw.board_sheet import read_sheet
from builder.draw.phase_map import tints
from builder.model.units import Code, Position, Power

SHEET = read_sheet(ROOT / "maps/standard/map.svg")
TINT = {n.name: n.tint for n in setting().nations}


def tinted(owners: dict[Code, Power]) -> dict[Code, str]:
    return tints(SHEET, setting(), Position(SPRING, (), owners))


def test_every_province_of_the_board_has_a_shape() -> None:
    assert {str(c) for c in BOARD.provinces} - {*SHEET.shapes} <= {"Swi"}
    seas = {c for c, kind in SHEET.shapes.items() if kind == "sea"}
    assert seas == {c for c, p in BOARD.provinces.items() if p.terrain == "sea"}


def test_owned_centres_bear_their_owners_colour() -> None:
    found = tinted(HOMES | {Code("Bel"): Power("England")})
    assert found[Code("Bel")] == TINT[Power("England")]
    assert Code("Spa") not in found


def test_land_without_a_centre_goes_with_its_homeland() -> None:
    assert tinted(HOMES)[Code("Ruh")] == TINT[Power("Germany")]
    conquered = HOMES | {Code(c): Power("France") for c in ("Ber", "Mun", "Kie")}
    assert tinted(conquered)[Code("Ruh")] == TINT[Power("France")]
    divided = conquered | {Code("Ber"): Power("Russia")}
    assert Code("Ruh") not in tinted(divided)


def test_a_tint_is_the_fill_of_its_shape_and_of_no_other() -> None:
    layer = SHEET.tinted({Code("Mun"): "#123456"})
    filled = re.findall(r'<path[^>]*fill="#123456"[^>]*>', layer)
    assert len(filled) == 1
    assert 'id="Mun"' in filled[0]
