"""The ending of a game and the votes on it fit the course of the game."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE

from builder.errors import ArchiveError
from builder.formats.game import read_game, write_game
from builder.playback.replaying import ending_faults, replay
from builder.site.parts.game_summary import votes

GAME = """game: X
variant: standard
start:
  units: {England: F Lon, France: A Par}
  owners: {England: "Lon, Edi", France: Par}
phases:
  Fall 1901: {England: F Lon H}
"""


@pytest.mark.parametrize(
    ("more", "faults"),
    [
        ("result: {draw: [England, France]}", []),
        ("result: {draw: [England, Turkey]}", ["Turkey is in the result, without"]),
        ("result: {winner: Turkey}", ["Turkey is in the result"]),
        ("votes: {Fall 1901: [{draw: [England, France], for: England}]}", []),
        ("votes: {Fall 1901: [{conceded to: Italy, for: England}]}", ["Italy is out"]),
        ("votes: {Fall 1901: [{draw: England, for: Russia}]}", ["Russia is out"]),
        ("votes: {Fall 1901: [{draw: England, for: France, against: France}]}", ["France voted"]),
        ("result: {conceded to: England}\n"
         "votes: {Fall 1901: [{conceded to: England, against: France}]}",
         ["the game ended so, although France voted against it"]),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told(more: str, faults: list[str]) -> None:
    game = read_game(f"{GAME}{more}\n", "x.yaml", ARCHIVE.variant)
    variant = ARCHIVE.variant("standard")
    found = [text for _, text in ending_faults(game, replay(variant, game).stages)]
    assert len(found) == len(faults), found
    assert all(text.startswith(told) for text, told in zip(found, faults, strict=True)), found
    again = read_game(write_game(game, variant), "x.yaml", ARCHIVE.variant)
    assert [v._replace(line=0) for v in again.votes] == [v._replace(line=0) for v in game.votes]


def test_a_vote_in_words() -> None:
    more = "votes: {Fall 1901: [{draw: 'England, France', for: England, against: France}]}"
    game = read_game(f"{GAME}{more}\n", "x.yaml", ARCHIVE.variant)
    assert [*votes(replay(ARCHIVE.variant("standard"), game))] == [
        ("Fall 1901", "a draw of England and France: for it England; against it France")
    ]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("result: {winner: England, at: Fall 1909}", "the record ends with Fall 1901"),
        ("votes: {Fall 1901: [{for: England}]}", "a vote is on a `draw`"),
        ("votes: {Fall 1902: [{draw: England}]}", "the game has no phase Fall 1902"),
        ("secrecy: secret", "secret"),
        ("secrecy: gunboat\nplayers: {England: Jim}", "only when it is over"),
        ("", ""),
        ("secrecy: anonymous\nplayers: {England: Jim}\nresult: {draw: [England, France]}", ""),
    ],
)  # fmt: skip
def test_mistakes_of_the_header(more: str, why: str) -> None:
    text = f"{GAME}{more}\n"
    if why:
        with pytest.raises(ArchiveError, match=why):
            read_game(text, "x.yaml", ARCHIVE.variant)
    else:
        assert read_game(text, "x.yaml", ARCHIVE.variant).phases


@pytest.mark.parametrize(
    ("deadline", "fine"),
    [
        ("Friday, 3 May", True), ("2026-05-31", True), ("2026-05-31 18:00 Europe/Oslo", True),
        ("2026-05-31 18:00", False), ("2026-05-32 18:00 Europe/Oslo", False),
        ("2026-05-31 18:00 Middle/Earth", False),
    ],
)  # fmt: skip
def test_a_deadline_is_words_or_a_time_in_a_zone(deadline: str, fine: bool) -> None:
    text = GAME.replace("F Lon H}", f'F Lon H, deadline: "{deadline}"}}')
    if fine:
        assert read_game(text, "x.yaml", ARCHIVE.variant).phases[0].deadline == deadline
    else:
        with pytest.raises(ArchiveError, match="words, or a day, a time and its zone"):
            read_game(text, "x.yaml", ARCHIVE.variant)


def test_a_vote_in_a_phase_in_which_nothing_was_due() -> None:
    more = "  Fall 1901 retreats: {note: Nobody retreats}\n"
    vote = "votes: {Fall 1901 retreats: [{draw: 'England, France', for: England, against: Italy}]}"
    game = read_game(f"{GAME}{more}{vote}\n", "x.yaml", ARCHIVE.variant)
    stages = replay(ARCHIVE.variant("standard"), game).stages
    assert [stage.phase.step for stage in stages] == ["movement"]
    assert [text for _, text in ending_faults(game, stages)] == [
        "Italy is out of the game when the vote is taken"
    ]
