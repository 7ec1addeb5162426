"""The sequence in which units stand and orders are written matters in no worked case."""

from __future__ import annotations

from random import Random

import pytest
from our_archive import ARCHIVE, ROOT

from builder.cases import computed, play
from builder.formats.cases import Case, read_cases

FILES = [
    *(ROOT / "tests/cases/datc").glob("6[d-g].yaml"),
    ROOT / "tests/cases/editions/positions.yaml",
]


def cases() -> list[Case]:
    found = [case for path in sorted(FILES) for case in read_cases(path, ARCHIVE.variant)]
    return [c for c in found if c.start and c.start.phase.step == "movement"]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_no_sequence_matters(case: Case) -> None:
    assert case.start is not None
    assert case.variant is not None
    (_, turn), *_ = play(case)
    orders, units = list(case.steps[0].orders), list(case.start.units)
    for seed in range(8):
        chance = Random(seed)
        chance.shuffle(orders)
        chance.shuffle(units)
        book = case.variant.open(case.start._replace(units=tuple(units)))
        assert computed(book.play(orders)) == computed(turn)
