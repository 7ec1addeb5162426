"""Codes on small maps keep clear of counters and of each other."""

from __future__ import annotations

from itertools import combinations

import pytest
from test_variants import ARCHIVE, BOARDS, sheet

from builder.draw.smallcut import ABOVE, BELOW, BESIDE, LARGER, around, clash, code_places, room


@pytest.mark.parametrize("name", BOARDS)
def test_codes_touch_neither_counters_nor_each_other(name: str) -> None:
    board, drawn = ARCHIVE.variant(name).setting.board, sheet(name)
    placed = code_places(drawn, board)
    assert placed.keys() >= {c for c in board.provinces if c in drawn.units}
    rooms = {code: room(code, at) for code, at in placed.items()}
    touching = [
        (one, other)
        for one, other in combinations(rooms, 2)
        if clash(rooms[one], [rooms[other]]) > 40
    ]
    assert len(touching) <= 1, touching
    pen = drawn.pen * LARGER
    counters = [around(p, BESIDE, ABOVE, BELOW, pen) for p in drawn.units.values()]
    hidden = [code for code, box in rooms.items() if clash(box, counters) > 90]
    assert len(hidden) <= 1, hidden


def test_the_measure_of_a_clash() -> None:
    assert clash((0, 0, 10, 10), [(5, 5, 20, 20), (10, 0, 12, 10)]) == 25
