"""Reads sentences.yaml: the sentences of a variant's rule text, and the proofs that each holds.

    "8.4": {says: criss-crossing moves stand each other off, rulings: [IV-20, IV-21],
            shown: [C4-03, tests.py::test_it], seen: {is: [move, stood off in the crossing]}}

The number before the point is that of the rule in variant.yaml. `rulings` are those that say how
the sentence is read. `shown` are the ids of worked cases, or tests as `file::test`; `seen` says
which order of a game shows the sentence.
"""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from builder.model.names import Names
from builder.provided import map_file
from builder.source.documents import read, text_of
from builder.source.fields import Value
from builder.source.recording import is_file


class RuleAppearance(NamedTuple):
    """The orders that show a sentence in play: those to which all `words` apply, of units at one of
    the places in `at` that go to one of those in `to`, or go between two of those in `between`.

    Words are those of orders, of signs and of reasons; see `selfplay.rule_appearances`.
    """

    words: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    between: tuple[str, ...] = ()


class RuleSentence(NamedTuple):
    """One sentence of a rule text in our words, with the ids of its rulings, and with the cases and
    tests that show it; `unseen` says why the exhibition game does not show it."""

    number: str
    says: str
    cases: tuple[str, ...]
    tests: tuple[str, ...] = ()
    seen: RuleAppearance | None = None
    unseen: str = ""
    rulings: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The number of the rule that it belongs to; a worked example of the text has none."""
        return self.number.partition(".")[0]


class SentenceNames(NamedTuple):
    """What the sentences of a variant may name: the ids of its cases and rulings, the numbers of
    its rules, the codes of its provinces, and the words of `is`. None is not checked."""

    cases: Collection[str] | None = None
    rulings: Collection[str] | None = None
    rules: Collection[str] | None = None
    places: Collection[str] | None = None
    words: Collection[str] | None = None


ANY_NAMES = SentenceNames()


def read_sentences(path: Path, names: SentenceNames = ANY_NAMES) -> tuple[RuleSentence, ...]:
    """Read a sentences.yaml, which may hold nothing but comments. Raises SourceError or Mistakes
    with every mistake of the file."""
    if all(line.lstrip()[:1] in ("", "#") for line in text_of(path).splitlines()):
        return ()
    document = read(path)
    sentences = []
    for number, entry in document.fields():
        sentence = _sentence(number.text(), entry, names)
        sentences.append(sentence)
        for case in _unknown(sentence.cases, names.cases):
            entry.fail(f"there is no case {case} in tests/cases/{path.parent.name}")
        for ruling in _unknown(sentence.rulings, names.rulings):
            entry.fail(f"there is no ruling {ruling} in the variant.yaml beside this file")
        if sentence.rule[:1].isdigit() and _unknown([sentence.rule], names.rules):
            number.fail(f"there is no rule {sentence.rule} in the variant.yaml beside this file")
    document.finish()
    return tuple(sentences)


def _sentence(number: str, entry: Value, names: SentenceNames) -> RuleSentence:
    """One entry of the file; its mistakes are noted there."""
    fields = entry.mapping()
    says = fields.text("says")
    proofs = fields.texts("shown")
    if not proofs:
        entry.fail("no case and no test shows that this sentence holds")
    appearance = None
    if "seen" in fields:
        shows = fields.mapping("seen")
        _check_words(shows.take("is"), "word", names.words)
        for key in ("at", "to", "between"):
            _check_words(shows.take(key), "province", names.places)
        appearance = shows.over(RuleAppearance(shows.texts("is")), "at", "to", "between")
    sentence = RuleSentence(
        number=number,
        says=says,
        cases=tuple(proof for proof in proofs if "::" not in proof),
        tests=tuple(proof for proof in proofs if "::" in proof),
        seen=appearance,
    )
    return fields.over(sentence, "unseen", "rulings")


def _check_words(value: Value, what: str, words: Collection[str] | None) -> None:
    """Notes each of the words that is not one of these."""
    if value.given and words is not None:
        value.each(Names(what, [(word, word) for word in words]).find)


def _unknown(ids: Collection[str], known: Collection[str] | None) -> list[str]:
    """The ids that are not among the known ones, sorted; none where nothing is known."""
    return sorted(set(ids) - set(known)) if known is not None else []


def sentences_of(maps: Path, variant: str) -> tuple[RuleSentence, ...]:
    """The sentences of a variant, from its folder in `maps`; none where they are not written."""
    file = map_file(maps, variant, "sentences.yaml")
    return read_sentences(file) if is_file(file) else ()
