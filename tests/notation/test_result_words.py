"""One vocabulary of results; a source means something else by few words, which are named."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE

from builder.formats.game import read_game
from builder.model.outcomes import Outcome
from builder.notation.result_words import dialect, first_outcome, result_names

GAME = """\
game: Words
variant: standard
phases:
  Spring 1901:
    France: |
      A Par-Bur (repelled)
      A Mar S A Par-Bur (support cut)
    Germany: |
      A Mun-Bur (blocked)
      Fleet in Kiel - Holland (ok)
    after: |
      Germany: Fleet in Kiel, A Mun (Germany), German A Ber
"""


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        ("bounced", Outcome.BOUNCED), ("blocked", Outcome.BOUNCED), ("repelled", Outcome.BOUNCED),
        ("stood-off", Outcome.BOUNCED), ("support cut", Outcome.CUT), ("failure", Outcome.FAILED),
        ("unsuccessful", Outcome.FAILED), ("success", Outcome.MOVED), ("nso", Outcome.VOID),
        ("void", Outcome.VOID), ("illegal", Outcome.ILLEGAL), ("invalid", Outcome.ILLEGAL),
        ("annihilated", Outcome.DESTROYED), ("not convoyed", Outcome.NO_CONVOY),
        ("convoy disrupted", Outcome.DISRUPTED), ("unordered", Outcome.NO_ORDER),
    ],
)  # fmt: skip
def test_a_word(word: str, outcome: Outcome) -> None:
    assert result_names().get(word) == outcome


SOURCES = (
    "report",
    "judge",
    "site pages",
    "five tables",
    "backstabbr",
    "diplicity",
    "daide",
    "jdip",
)
MEANT_OTHERWISE = {  # by a source: the words that it does not use as a game file does
    "report": {"annihilated", "illegal", "impossible", "invalid"},
    "judge": set(),
    "site pages": {"destroyed", "illegal", "invalid"},
    "five tables": {"destroyed", "invalid"},
    "backstabbr": {"invalid"},
    "diplicity": set(),
    "daide": {"nso"},
    "jdip": set(),
}


@pytest.mark.parametrize("source", SOURCES)
def test_what_a_source_means_otherwise_is_known(source: str) -> None:
    common = result_names()
    words = dialect(source)
    other = {word for word in words if (common.get(word) or words[word]) != words[word]}
    assert other == MEANT_OTHERWISE[source]


def test_the_longest_word_counts() -> None:
    assert first_outcome("no convoy to Tunis", "backstabbr") is Outcome.NO_CONVOY
    assert first_outcome("ErrInvalidSupporteeOrder", "diplicity") is Outcome.VOID
    assert first_outcome("marvellous", "site pages") is None


def test_words_and_units_of_a_game_file() -> None:
    record = read_game(GAME, "x.yaml", ARCHIVE.variant)
    phase = record.phases[0]
    outcomes = [sorted(result.outcomes) for result in phase.results]
    assert outcomes == [["bounced"], ["cut"], ["bounced"], ["moved"]]
    assert [str(unit) for unit in phase.after] == ["F Kie", "A Mun", "A Ber"]
