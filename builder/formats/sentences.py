"""sentences.yaml -> the sentences of a variant's rule text, and what shows that each holds.

    "8.4": {says: criss-crossing moves stand each other off, shown: [C4-03, tests.py::test_it]}

The number before the point is that of the rule in variant.yaml. `shown` are the ids of worked
cases, or tests as `file::test`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from builder.errors import VariantError
from builder.source.documents import read


class RuleSentence(NamedTuple):
    """One sentence of a rule text in our words, with the cases and tests that show it."""

    number: str
    says: str
    cases: tuple[str, ...]
    tests: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The number of the rule that it belongs to; a worked example of the text has none."""
        return self.number.partition(".")[0]


def read_sentences(path: Path) -> tuple[RuleSentence, ...]:
    """Read a sentences.yaml; raises SourceError or Mistakes with every mistake of the file."""
    document = read(path, VariantError)
    found = []
    for number, entry in document.fields():
        fields = entry.mapping()
        says, shown = fields.text("says"), fields.texts("shown")
        if not shown:
            entry.fail("nothing shows that this sentence holds")
        tests = tuple(proof for proof in shown if "::" in proof)
        cases = tuple(proof for proof in shown if "::" not in proof)
        found.append(RuleSentence(number.text(), says, cases, tests))
    document.finish()
    return tuple(found)
