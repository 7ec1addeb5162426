"""Every pattern of a reader is found in its sample."""

from __future__ import annotations

import pytest

from builder.imports.annotated.report_lines import RE as MARKED
from builder.imports.judge.statements import RE as JUDGE
from builder.imports.patterns import RE as COMMON
from builder.imports.patterns import Patterns
from builder.imports.zine.house import RE as ZINE


@pytest.mark.parametrize(
    "patterns", [COMMON, MARKED, JUDGE, ZINE], ids=["common", "annotated", "judge", "zine"]
)
def test_a_pattern_is_found_in_its_sample(patterns: Patterns) -> None:
    samples = {name: sample for name, (_, sample) in patterns.texts.items() if sample}
    assert len(samples) > 10
    for name, sample in samples.items():
        assert getattr(patterns, name).search(sample), f"{name}: {patterns.text(name)}"
