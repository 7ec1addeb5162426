"""The inspection of a drawing finds what is wrong with it."""

from __future__ import annotations

import re

from drawn_boards import open_edges, text

from builder.cartography.shown_adjacency import Drawing


def tampered(pattern: str, by: str, variant: str = "standard") -> Drawing:
    new, times = re.subn(pattern, by, text(variant), count=1)
    assert times == 1
    return Drawing(new)


def test_a_missing_province_leaves_open_edges() -> None:
    assert open_edges(tampered(r'<path id="Bur".*?</path>', ""))


def test_a_moved_corner_leaves_open_edges() -> None:
    assert open_edges(tampered(r'(<path id="Mun"[^>]* d="M\d+ \d+l)(-?\d+)', r"\g<1>7"))


def test_without_the_sound_the_baltic_meets_the_skagerrak() -> None:
    drawing = tampered(r'<path data-strait="The Sound"[^>]*/>', "")
    assert ("BAL", "SKA") in drawing.fleets()
    assert ("Den", "Swe") not in drawing.armies()


def test_an_island_of_nobody_is_not_sailed_to() -> None:
    drawing = tampered(r'data-kind="isle"', 'id="Isl" data-kind="coast"')
    assert ("Isl", "NAO") in drawing.fleets()
    assert not any("Isl" in pair for pair in Drawing(text("standard")).fleets())
