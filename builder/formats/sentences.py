"""Reads sentences.yaml: the sentences of a variant's rule text, and the proofs that each holds.

    "8.4": {says: criss-crossing moves stand each other off, shown: [C4-03, tests.py::test_it],
            seen: {is: [move, stood off in the crossing]}}

The number before the point is that of the rule in variant.yaml. `shown` are the ids of worked
cases, or tests as `file::test`; `seen` says which order of a game shows the sentence.
"""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from builder.provided import map_file
from builder.source.documents import read, text_of


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
    """One sentence of a rule text in our words, with the cases and tests that show it; `unseen`
    says why the exhibition game does not show it."""

    number: str
    says: str
    cases: tuple[str, ...]
    tests: tuple[str, ...] = ()
    seen: RuleAppearance | None = None
    unseen: str = ""

    @property
    def rule(self) -> str:
        """The number of the rule that it belongs to; a worked example of the text has none."""
        return self.number.partition(".")[0]


def read_sentences(path: Path, known: Collection[str] | None = None) -> tuple[RuleSentence, ...]:
    """Read a sentences.yaml, which may hold nothing but comments; `known` are the ids of the
    variant's cases. Raises SourceError or Mistakes with every mistake of the file."""
    if all(line.lstrip()[:1] in ("", "#") for line in text_of(path).splitlines()):
        return ()
    document = read(path)
    found = []
    for number, entry in document.fields():
        fields = entry.mapping()
        says, shown = fields.text("says"), fields.texts("shown")
        if not shown:
            entry.fail("no case and no test shows that this sentence holds")
        tests = tuple(proof for proof in shown if "::" in proof)
        cases = tuple(proof for proof in shown if "::" not in proof)
        for case in sorted(set(cases) - set(known)) if known is not None else ():
            entry.fail(f"there is no case {case} in tests/cases/{path.parent.name}")
        shows = fields.mapping("seen")
        seen = shows.over(RuleAppearance(shows.texts("is")), "at", "to", "between")
        shown_in = (cases, tests, seen if "seen" in fields else None)
        found.append(fields.over(RuleSentence(number.text(), says, *shown_in), "unseen"))
    document.finish()
    return tuple(found)


def sentences_of(maps: Path, variant: str) -> tuple[RuleSentence, ...]:
    """The sentences of a variant, from its folder in `maps`; none where they are not written."""
    file = map_file(maps, variant, "sentences.yaml")
    return read_sentences(file) if file.is_file() else ()
