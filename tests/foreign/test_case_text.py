from __future__ import annotations

from samples import CASES, Read

from builder.replay import replay
from builder.variant import Variant


def test_every_case_is_a_game(read: Read, standard: Variant) -> None:
    first, second = read(CASES, "suite.txt")
    assert first.record.id == "suite-first-a-stand-off"
    assert [r.excerpt for r in first.remarks] == ["A zzz-bur"]
    assert [len(g.record.phases) for g in (first, second)] == [1, 2]
    for game in (first, second):
        assert {s.verdict for s in replay(standard, game.record).stages} == {"agrees"}
