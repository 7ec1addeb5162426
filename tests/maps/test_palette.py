"""The colours of the powers can be told apart by every eye, and carry white letters."""

from __future__ import annotations

from itertools import combinations

import pytest
from colour_difference import apart, contrast, difference, lab
from test_board_facts import MAPS, NAMES, variant

from builder.draw.board_sheet import BoardSheet, read_sheet
from builder.model.setting import Nation
from builder.variant import Variant

NEIGHBOURS, ANY = 12.0, 8.0
GROUND = 5.0
MANY = 12  # powers; of more than these only neighbours are told apart by every eye
SCATTERED = {"ancmed"}  # no two home countries touch
LIGHTNESS = (64.0, 93.0)
SEA, NAMES_INK = "#dbe6e8", "#33302a"


def nations(name: str) -> list[Nation]:
    return [n for n in variant(name).setting.nations if n.playable]


def sheet_of(variant: Variant) -> BoardSheet:
    return read_sheet(MAPS / variant.drawing / "map.svg")


def touching(variant: Variant) -> set[frozenset[str]]:
    """The powers whose homelands have a border in common."""
    soil = {code: power for power, codes in sheet_of(variant).homes.items() for code in codes}
    if len(variant.setting.powers) > MANY:  # where nobody has a home, those of the first owners
        soil = dict(variant.setting.start.owners)
    ways = variant.setting.board.ways
    pairs = {
        frozenset((soil.get(here.province, ""), soil.get(end.province, "")))
        for here, ends in ways.items()
        for end in ends
    }
    return {pair for pair in pairs if len(pair) == 2 and "" not in pair}


def test_the_formula_gives_the_published_values() -> None:
    for one, other, published in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ):
        assert difference(one, other) == pytest.approx(published, abs=5e-5)


def test_homelands_touch_where_they_do() -> None:
    standard = touching(variant("standard"))
    assert frozenset(("Austria", "Italy")) in standard
    assert frozenset(("England", "France")) not in standard
    assert frozenset(("France", "Spain")) in touching(variant("loeb9"))


@pytest.mark.parametrize("name", NAMES)
def test_every_eye_tells_all_powers_apart(name: str) -> None:
    played = variant(name)
    near = touching(played)
    assert near or name in SCATTERED
    for one, other in combinations(nations(name), 2):
        close = frozenset((one.name, other.name)) in near and name != "pure"
        if len(played.setting.powers) > MANY and not close:
            assert difference(lab(one.tint), lab(other.tint)) >= ANY, (one.name, other.name)
            assert difference(lab(one.ink), lab(other.ink)) >= ANY, (one.name, other.name)
            continue
        least = NEIGHBOURS if close else ANY
        assert apart(one.tint, other.tint) >= least, (one.name, other.name)
        assert apart(one.ink, other.ink) >= ANY, (one.name, other.name)


@pytest.mark.parametrize("name", NAMES)
def test_a_country_stands_out_from_sea_and_free_land(name: str) -> None:
    free = sheet_of(variant(name)).plain
    for nation in nations(name):
        assert apart(nation.tint, free) >= GROUND, nation.name
        assert apart(nation.tint, SEA) >= GROUND, nation.name


@pytest.mark.parametrize("name", NAMES)
def test_tints_are_those_of_a_printed_atlas(name: str) -> None:
    for nation in nations(name):
        light, red, yellow = lab(nation.tint)
        assert LIGHTNESS[0] <= light <= LIGHTNESS[1], nation.name
        assert red**2 + yellow**2 <= 42**2, nation.name


@pytest.mark.parametrize("name", NAMES)
def test_letters_can_be_read(name: str) -> None:
    for nation in nations(name):
        assert contrast(nation.ink, "#ffffff") >= 5.0, nation.name
        assert contrast(nation.tint, "#23272b") >= 4.5, nation.name


@pytest.mark.parametrize("name", NAMES)
def test_lines_and_names_stand_out_in_black_and_white(name: str) -> None:
    """A contrast is one of lightness alone: what paper without colour keeps."""
    free = sheet_of(variant(name)).plain
    for line in nations(name):
        assert min(contrast(line.ink, ground) for ground in (free, SEA)) >= 4.0, line.name
        for land in nations(name):
            assert contrast(line.ink, land.tint) >= 2.0, (line.name, land.name)
        assert contrast(NAMES_INK, line.tint) >= 4.5, line.name


@pytest.mark.parametrize("name", NAMES)
def test_every_power_has_a_letter_of_its_own(name: str) -> None:
    powers = nations(name)
    assert len({n.letter for n in powers}) == len(powers)
