"""A removal by rule says what decided that this unit goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.cases import play
from builder.formats.cases import read_cases
from builder.model.findings import Reason
from builder.prose.reasons import reason
from builder.prose.wording import flat

CASE = """
variant: standard
edition: "{edition}"
cases:
- id: one
  phase: Winter 1901 adjustments
  owners: {{Russia: [{owned}]}}
  units: {{Russia: [{units}]}}
  orders: {{}}
"""


@pytest.mark.parametrize(
    ("edition", "owned", "units", "gone", "why"),
    [
        ("2023", "Stp, Ber", "A Ber, A Lvn, A Swe", "A Lvn", Reason.OFF_CENTRE),
        ("2023", "Stp", "A Lvn, A Pru", "A Pru", Reason.FAR_FROM_OWNED),
        ("1971", "Swe", "A Swe, A Ukr", "A Swe", Reason.FAR_FROM_HOME),
        ("2023", "Mos", "A Lvn, F BOT, F Fin, F NTH, A Ukr", "F NTH", Reason.FAR_FROM_OWNED),
        ("2023", "Stp", "A Lvn, F Fin", "F Fin", Reason.FLEET_FIRST),
        ("2023", "Mos", "A Lvn, A Ukr", "A Lvn", Reason.FIRST_BY_NAME),
        ("2023", "", "A Ukr", "A Ukr", Reason.CIVIL_DISORDER),
    ],
)
def test_it_says_what_decided(
    tmp_path: Path, edition: str, owned: str, units: str, gone: str, why: Reason
) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(CASE.format(edition=edition, owned=owned, units=units))
    (case,) = read_cases(path, ARCHIVE.variant)
    (_, turn), *_ = play(case)
    first = turn.ends[0]
    assert (str(first.unit), first.finding.why) == (gone, why)
    assert case.variant is not None
    told = flat(reason(first, turn, case.variant.setting.board))
    assert told.startswith(f"{gone} was removed by rule, because no valid order said which")
