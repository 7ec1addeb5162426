"""House styles: every rule does what its sample shows, and marks are outcomes."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from samples import Read

from builder.errors import Mistakes
from builder.imports.zine.house import TextRule, adopt, house
from builder.model.outcomes import Outcome

HOUSE = house()


@pytest.mark.parametrize("rule", [*chain(*HOUSE.rules.values())], ids=lambda r: r.name)
def test_a_rule_does_what_its_sample_shows(rule: TextRule) -> None:
    before, after = rule.sample
    assert " ".join(rule.pattern.sub(rule.becomes, before).split()) == after
    assert before != after


def test_marks_are_outcomes_of_orders() -> None:
    assert HOUSE.marks["nsu"] is Outcome.ILLEGAL
    assert HOUSE.marks["stood off"] is Outcome.BOUNCED
    assert len(HOUSE.marks) > 30


STYLE = """\
orders:
  - rule: a result behind an arrow
    pattern: '\\s=>\\s(\\w+)$'
    becomes: ' (\\1)'
    sample: [A Par-Bur => thwarted, A Par-Bur (thwarted)]
marks:
  bounced: thwarted
"""


def test_an_archive_adds_its_own_style(read: Read, tmp_path: Path) -> None:
    style = tmp_path / "mine.yaml"
    style.write_text(STYLE, encoding="utf-8")
    adopt([style])
    try:
        (game,) = read("Spring 1901\nFRANCE: A Par-Bur => thwarted, A Mar-Spa.\n")
    finally:
        adopt([])
    (other,) = read("Spring 1901\nFRANCE: A Par-Bur => thwarted, A Mar-Spa.\n")
    assert all(p.outcomes != {Outcome.BOUNCED} for p in other.record.phases[0].results)
    told = {str(p.at): p.outcomes for p in game.record.phases[0].results}
    assert told == {"Par": {Outcome.BOUNCED}, "Mar": {Outcome.MOVED}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("sample: [A Par-Bur => thwarted,", "sample: [", "mine.yaml:5:13: expected a sample"),
        ("(\\1)", "(\\3)", "mine.yaml:3:14: not a regular expression"),
    ],
)
def test_a_rule_that_cannot_be_used_is_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    style = tmp_path / "mine.yaml"
    assert old in STYLE
    style.write_text(STYLE.replace(old, new), encoding="utf-8")
    adopt([style])
    try:
        with pytest.raises(Mistakes, match=message):
            house()
    finally:
        adopt([])
