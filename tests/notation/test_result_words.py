"""One vocabulary of results; a format's dialect changes single words."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE

from builder.formats.game import read_game
from builder.model.outcomes import Outcome
from builder.notation.result_words import outcome_of

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
    assert outcome_of(word) is outcome


def test_a_dialect_changes_single_words() -> None:
    assert outcome_of("illegal", "report") is Outcome.VOID
    assert outcome_of("annihilated", "report") is Outcome.DISLODGED
    assert outcome_of("blocked", "report") is Outcome.BOUNCED
    assert outcome_of("marvellous") is None


def test_words_and_units_of_a_game_file() -> None:
    record = read_game(GAME, "x.yaml", ARCHIVE.variant)
    phase = record.phases[0]
    outcomes = [sorted(result.outcomes) for result in phase.results]
    assert outcomes == [["bounced"], ["cut"], ["bounced"], ["moved"]]
    assert [str(unit) for unit in phase.after] == ["F Kie", "A Mun", "A Ber"]
