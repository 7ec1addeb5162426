"""A third of a turn carries the Cat board into itself."""

from __future__ import annotations

import math

from drawn_boards import drawn

TURN = {
    "Tin": "Cop", "Cop": "Aga", "Aga": "Tin", "Iro": "Cob", "Cob": "Amb", "Amb": "Iro",
    "Cin": "Chr", "Chr": "Ala", "Ala": "Cin", "Sil": "Cal", "Cal": "Azu", "Azu": "Sil",
    "Lea": "Gol", "Gol": "Nic", "Nic": "Lea", "TLP": "CGP", "CGP": "ANP", "ANP": "TLP",
    "TES": "CAS", "CAS": "ANS", "ANS": "TES", "Pla": "Pla",
}  # fmt: skip
CENTRE = (6600.0, 7000.0)


def test_adjacency_turns_into_itself() -> None:
    drawing = drawn("cat")
    for edges in (drawing.armies(), drawing.fleets()):
        assert {tuple(sorted((TURN[a], TURN[b]))) for a, b in edges} == edges


def test_outlines_turn_into_each_other() -> None:
    corners = {
        s.code: {spot for segment in s.segments for spot in segment}
        for s in drawn("cat").shapes
        if s.code
    }
    sin, cos = math.sin(math.tau / 3), math.cos(math.tau / 3)
    for code, spots in corners.items():
        goal = corners[TURN[code]]
        assert len(goal) == len(spots)
        for x, y in spots:
            dx, dy = x - CENTRE[0], y - CENTRE[1]
            turned = (CENTRE[0] + dx * cos - dy * sin, CENTRE[1] + dx * sin + dy * cos)
            assert min(math.dist(turned, spot) for spot in goal) < 1.5, code


def test_the_board_is_the_size_of_its_rule_text() -> None:
    drawing = drawn("cat")
    assert len(drawing.kinds) + len(drawing.facts["boxes"]) == 23
    assert (len(drawing.armies()), len(drawing.fleets())) == (36, 30)
    assert len(drawing.facts["centres"]) == 14
