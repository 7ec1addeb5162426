"""The sequence in which units stand and orders are written matters in no worked case."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from worked_cases import FOLDER, cases_in

from builder.cases import computed, play

FILES = sorted([*(FOLDER / "datc").glob("6[d-g].yaml"), FOLDER / "editions/positions.yaml"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_sequence_matters(path: Path) -> None:
    tried = 0
    for case in cases_in(path).values():
        if case.start is None or case.variant is None or case.start.phase.step != "movement":
            continue
        (_, turn), *_ = play(case)
        expected = computed(turn)
        orders, units = list(case.steps[0].orders), list(case.start.units)
        for seed in range(8):
            chance = Random(seed)
            chance.shuffle(orders)
            chance.shuffle(units)
            book = case.variant.open(case.start._replace(units=tuple(units)))
            assert computed(book.play(orders)) == expected, case.id
        tried += 1
    assert tried > 10
