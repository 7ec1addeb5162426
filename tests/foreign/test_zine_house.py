"""House styles: every rule does what its sample shows, and marks are outcomes."""

from __future__ import annotations

import pytest

from builder.imports.zine.house import Rule, house
from builder.model.outcomes import Outcome

HOUSE = house()


@pytest.mark.parametrize("rule", [*HOUSE.text, *HOUSE.faces, *HOUSE.orders], ids=lambda r: r.name)
def test_a_rule_does_what_its_sample_shows(rule: Rule) -> None:
    before, after = rule.sample
    assert " ".join(rule.apply(before).split()) == after
    assert before != after


def test_marks_are_outcomes_of_orders() -> None:
    assert HOUSE.marks["nsu"] is Outcome.ILLEGAL
    assert HOUSE.marks["stood off"] is Outcome.BOUNCED
    assert len(HOUSE.marks) > 30
