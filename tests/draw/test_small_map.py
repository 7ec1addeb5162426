"""Codes on small maps keep clear of each other and of the centres, and of counters nearly so."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import dist

import pytest
from test_variants import ARCHIVE, BOARDS, sheet

from builder.cartography.code_places import (
    CENTRE_BOX,
    COUNTER_BOX,
    cell,
    chart,
    room,
    signs,
)
from builder.draw.board_sheet import BoardSheet
from builder.draw.geometry.curves import Rect
from builder.draw.shared_board import code_size
from builder.model.units import Code

HAIR = 0.5
HIDDEN = 0.12


def rooms(name: str) -> dict[Code, Rect]:
    board, drawn = ARCHIVE.variant(name).setting.board, sheet(name)
    kinds = board.provinces
    return {
        Code(c): room(drawn, Code(c), str(kinds[Code(c)].terrain)).moved(*at)
        for c, at in drawn.codes.items()
    }


def paper(drawn: BoardSheet) -> Rect:
    return Rect(0, 0, drawn.width, drawn.height)


def clash(box: Rect, others: Iterable[Rect]) -> float:
    return sum(map(box.common, others))


@pytest.mark.parametrize("name", BOARDS)
def test_every_space_has_its_code_on_the_sheet(name: str) -> None:
    board, drawn = ARCHIVE.variant(name).setting.board, sheet(name)
    placed = rooms(name)
    assert placed.keys() >= {c for c in board.provinces if c in drawn.units}
    assert all(box.within(paper(drawn)) for box in placed.values())


@pytest.mark.parametrize("name", BOARDS)
def test_no_code_touches_another(name: str) -> None:
    placed = rooms(name)
    pairs = combinations(placed, 2)
    assert [(a, b) for a, b in pairs if clash(placed[a], [placed[b]]) > HAIR] == []


@pytest.mark.parametrize("name", BOARDS)
def test_no_code_touches_a_centre(name: str) -> None:
    drawn = sheet(name)
    dots = signs(drawn.centres.values(), CENTRE_BOX, drawn.pen)
    assert [c for c, box in rooms(name).items() if clash(box, dots) > HAIR] == []


@pytest.mark.parametrize("name", BOARDS)
def test_counters_hide_next_to_nothing_of_a_code(name: str) -> None:
    drawn = signs(sheet(name).units.values(), COUNTER_BOX, sheet(name).pen)
    areas = {c: (box[2] - box[0]) * (box[3] - box[1]) for c, box in rooms(name).items()}
    hidden = {c: clash(box, drawn) for c, box in rooms(name).items()}
    assert [c for c in areas if hidden[c] > HIDDEN * areas[c]] == []


@pytest.mark.parametrize("name", BOARDS)
def test_a_code_stands_by_its_name_or_unit(name: str) -> None:
    drawn = sheet(name)
    for code, at in drawn.codes.items():
        ends = [p[code] for p in (drawn.names, drawn.units) if code in p]
        assert min(dist(at, end) for end in ends) < 85, code


def test_codes_are_smaller_where_counters_are() -> None:
    assert code_size(sheet("cline9-vi"), "land") < code_size(sheet("standard"), "land")
    assert code_size(sheet("standard"), "sea") < code_size(sheet("standard"), "land")


def test_the_measure_of_a_clash() -> None:
    assert clash(Rect(0, 0, 10, 10), [Rect(5, 5, 20, 20), Rect(10, 0, 12, 10)]) == 25


def test_a_box_over_the_edge_is_not_on_the_sheet() -> None:
    drawn = sheet("standard")
    own = room(drawn, Code("Spa"), "coast")
    assert own.moved(200, 200).within(paper(drawn))
    assert not own.moved(5, 200).within(paper(drawn))


@pytest.mark.parametrize("name", BOARDS)
def test_most_codes_stand_in_their_own_space(name: str) -> None:
    board, drawn = ARCHIVE.variant(name).setting.board, sheet(name)
    lie, placed = chart(drawn), drawn.codes
    shaped = [c for c in placed if c in drawn.shapes]
    own = [c for c in shaped if lie.get(cell(placed[c])) == c]
    assert len(own) > 0.7 * len(shaped)
    kinds = {c: board.provinces[Code(c)].terrain == "sea" for c in placed}
    astray = [
        c
        for c in set(shaped) - set(own)
        if (there := lie.get(cell(placed[c]))) is not None and kinds.get(there) == kinds[c]
    ]
    assert len(astray) <= 0.05 * len(shaped), astray
