from __future__ import annotations

from samples import CASES, Read

from builder.playback.replaying import replay
from builder.variant import Variant


def test_every_case_is_a_game(read: Read, standard: Variant) -> None:
    first, second = read(CASES, "suite.txt")
    assert first.record.id == "suite-first-a-stand-off"
    assert [r.excerpt for r in first.remarks] == ["France: A zzz-bur"]
    assert [len(g.record.phases) for g in (first, second)] == [1, 2]
    for game, verdict in ((first, "not read"), (second, "agrees")):
        assert {s.verdict for s in replay(standard, game.record).stages} == {verdict}


def test_sloppy_names_are_read_with_a_remark(read: Read) -> None:
    text = CASES.replace("    Germany: A mun     #", "    germnay A Munich.   #")
    game = read(text)[0]
    assert game.record.start is not None
    assert {str(u) for u in game.record.start} == {"A Mun", "A Par"}
    assert "germnay read as Germany" in str(game.remarks[0])


def test_what_cannot_be_read_is_not_compared(read: Read) -> None:
    text = CASES.replace("    France: A zzz-bur\n", "").replace(
        "    France: A par\n", "    France: W par\n"
    )
    (first, _) = read(text)
    assert first.record.phases[0].after is None
    assert "what it expects is left out" in str(first.remarks[-1])
