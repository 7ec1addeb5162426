"""Autumn, which is the Fall in Britain and the retreats after it elsewhere; made-up games."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.importer import Imported

SPRING = """\
Spring 1901

AUSTRIA: A Vie-Gal, A Bud-Ser, F Tri H.
RUSSIA: A War-Ukr, F Sev-Rum.
"""
ORDERS = """
Autumn 1901

AUSTRIA: A Gal H, A Ser-Gre, F Tri-Alb.
RUSSIA: A Ukr S F Rum, F Rum H.
"""
MOVES = """
Autumn 1901

AUSTRIA: A Gal-Bud, A Ser-Gre, F Tri-Alb.
"""
RETREATS = """
Autumn 1901

AUSTRIA: R A Bud-Vie; has A Vie, A Gre, F Alb.
"""


def told(game: Imported) -> list[object]:
    return [
        (p.phase, [(str(w), w.line) for w in p.orders], p.results, p.notes)
        for p in game.record.phases
    ]


def steps(game: Imported) -> list[str]:
    return [f"{p.phase.season} {p.phase.step}" for p in game.record.phases]


@pytest.mark.parametrize("autumn", [ORDERS, MOVES])
def test_an_autumn_that_orders_units_is_the_fall(read: Read, autumn: str) -> None:
    (game,) = read(SPRING + autumn)
    assert game.remarks[0].message == "headed 'Autumn 1901', taken for Fall 1901"
    (plain,) = read(SPRING + autumn.replace("Autumn", "Fall"))
    assert told(game) == told(plain)


@pytest.mark.parametrize("fall", [ORDERS.replace("Autumn", "Fall"), ORDERS])
def test_an_autumn_after_the_fall_tells_of_retreats(read: Read, fall: str) -> None:
    (game,) = read(SPRING + fall + RETREATS.replace("A Bud-Vie", "A Gal-Vie"))
    assert steps(game) == ["spring movement", "fall movement", "fall retreats"]


@pytest.mark.parametrize("autumn", [RETREATS, RETREATS.replace("; has", "\nhas")])
def test_retreats_whose_fall_nobody_tells_of_stay_retreats(read: Read, autumn: str) -> None:
    (game,) = read(SPRING + autumn)
    assert "fall movement" not in steps(game)
    assert not any("taken for" in r.message for r in game.remarks)


def test_every_year_may_have_its_autumn(read: Read) -> None:
    year = SPRING + ORDERS
    (game,) = read(year + year.replace("1901", "1902"))
    assert steps(game) == 2 * ["spring movement", "fall movement"]
