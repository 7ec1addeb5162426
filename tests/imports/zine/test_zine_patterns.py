"""Every pattern of the zine reader is found in its sample."""

from __future__ import annotations

import pytest

from builder.imports.zine.patterns import RE


@pytest.mark.parametrize(("name", "sample"), RE.samples.items(), ids=[*RE.samples])
def test_a_pattern_is_found_in_its_sample(name: str, sample: str) -> None:
    assert getattr(RE, name).search(sample), RE.text(name)
