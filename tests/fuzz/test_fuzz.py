"""Every reader takes or refuses what it is given: a minute of inputs, and all old finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzing import FINDS, fuzz
from targets import Target, targets
from watch import tried

from builder.errors import ArchiveError

TARGETS = {target.name: target for target in targets()}
SECONDS = 60 / len(TARGETS)  # for each reader; the inputs come in the same order in every run
OLD = sorted(p for p in FINDS.rglob("*") if p.is_file())


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_spoilt_inputs_are_taken_or_refused(target: Target) -> None:
    count, found = fuzz(target, seed=1, seconds=SECONDS)
    assert count
    assert not found, [fault for fault, _ in found.values()]


@pytest.mark.parametrize("place", OLD, ids=lambda p: f"{p.parent.name}-{p.name}")
def test_what_was_found_once_is_mended(place: Path) -> None:
    fault = tried(TARGETS[place.parent.name].run, place.read_bytes(), ArchiveError)
    assert fault is None, fault
