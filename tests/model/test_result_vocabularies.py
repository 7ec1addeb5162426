"""What the words of a source stand for: exactly what they say, unless that source mixes them."""

from __future__ import annotations

import pytest
from samples import MAIL, REPORT, Read

from builder.formats.game import read_game, write_game
from builder.model.outcomes import VOCABULARIES, Outcome
from builder.playback.comparison import same
from builder.playback.replaying import replay
from builder.variant import Variant

MIXING = ("zine", "judge", "package", "jdip")
GAME = """\
game: Words
variant: standard
{words}start: {{units: {{France: [A Par, A Mar, F Bre, A Pic], Germany: [A Mun]}}}}
phases:
  Spring 1901:
    France: |
      A Mar S A Par - Mun ({mar})
      A Pic - Lon via convoy ({pic})
      F Bre S A Par - Bel ({bre})
      A Par H
    Germany: A Mun H
"""


def differing(standard: Variant, words: str, mar: str, pic: str, bre: str) -> list[str]:
    text = GAME.format(words=f"words: {words}\n" if words else "", mar=mar, pic=pic, bre=bre)
    record = read_game(text, "words.yaml", lambda _: standard)
    assert record.words == words
    assert read_game(write_game(record, standard), "words.yaml", lambda _: standard).words == words
    (stage,) = replay(standard, record).stages
    return sorted(c.subject[:5] for c in stage.comparisons if c.verdict == "differs")


def test_our_own_words_are_exact(standard: Variant) -> None:
    assert differing(standard, "", "illegal", "no convoy", "illegal") == []
    assert differing(standard, "", "illegal", "illegal", "illegal") == []
    assert differing(standard, "", "void", "void", "void") == ["A Mar", "A Pic", "F Bre"]
    assert differing(standard, "", "illegal", "disrupted", "illegal") == ["A Pic"]


def test_each_vocabulary_is_known_here() -> None:
    assert {*VOCABULARIES} == {"", *MIXING, "pass-fail", "one reason", "order only"}


@pytest.mark.parametrize("words", MIXING)
def test_a_source_that_mixes_void_and_impossible(standard: Variant, words: str) -> None:
    assert differing(standard, words, "void", "no convoy", "void") == []
    assert differing(standard, words, "cut", "moved", "given") == ["A Mar", "A Pic", "F Bre"]


def test_a_source_with_two_words_for_everything(standard: Variant) -> None:
    assert differing(standard, "pass-fail", "given", "failed", "given") == []
    assert differing(standard, "pass-fail", "failed", "moved", "failed") == ["A Pic"]


def test_who_is_printed_as_dislodged_was_driven_out() -> None:
    words, printed = VOCABULARIES["pass-fail"], frozenset({Outcome.FAILED, Outcome.DISLODGED})
    assert not same(printed, frozenset({Outcome.BOUNCED}), quiet=False, words=words)
    both = frozenset({Outcome.BOUNCED, Outcome.DISLODGED})
    assert same(printed, both, quiet=False, words=words)
    assert same(frozenset({Outcome.FAILED}), both, quiet=False, words=words)
    assert not same(frozenset({Outcome.MOVED}), both, quiet=False, words=words)


def test_each_importer_says_whose_words_it_reads(read: Read) -> None:
    assert read(REPORT)[0].record.words == "zine"
    assert read(MAIL)[0].record.words == "judge"


@pytest.mark.parametrize("words", ["one reason", "order only"])
def test_a_source_with_one_word_for_an_order_that_failed(standard: Variant, words: str) -> None:
    assert differing(standard, words, "void", "no convoy", "void") == []
    assert differing(standard, words, "void", "moved", "void") == ["A Pic"]
