"""The colours of the powers can be told apart by every eye, and carry white letters."""

from __future__ import annotations

from itertools import combinations

import pytest
from colour import apart, contrast, difference
from test_facts import MAPS, NAMES

from builder.formats.variants import load_variant
from builder.model.setting import Nation

LEAST = 12.0


def nations(name: str) -> list[Nation]:
    return [n for n in load_variant(MAPS, name).setting.nations if n.playable]


def test_the_formula_gives_the_published_values() -> None:
    for one, other, published in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ):
        assert difference(one, other) == pytest.approx(published, abs=5e-5)


@pytest.mark.parametrize("name", NAMES)
def test_every_eye_tells_all_powers_apart(name: str) -> None:
    for one, other in combinations(nations(name), 2):
        assert apart(one.tint, other.tint) >= LEAST, (one.name, other.name)
        assert apart(one.ink, other.ink) >= LEAST, (one.name, other.name)


@pytest.mark.parametrize("name", NAMES)
def test_letters_can_be_read(name: str) -> None:
    for nation in nations(name):
        assert contrast(nation.ink, "#ffffff") >= 4.5, nation.name
        assert contrast(nation.tint, "#23272b") >= 4.5, nation.name
