"""A seventh variant in data alone: Loeb9's Arctic and straits with Militarism's leaders."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from builder.cases import check
from builder.exhibit import exhibit
from builder.formats.cases import read_cases
from builder.formats.variants import load_variant
from builder.replay import replay
from builder.variant import Variant

ROOT = Path(__file__).parents[2]
NEW = """
amendments: [straits, leaders, customary-builds]
kinds:
  L: {name: leader, travels as: [A, F], any way: yes, strength: 0, upkeep: 0,
      built at: [land, coast], convoyed: yes, captures: no}
"""
CASES = """
variant: ice-and-leaders
cases:
- id: IL-1
  title: A leader does not go into the ice in Fall, nor a led fleet
  phase: Fall 1902 moves
  units: {norway: [L nwg, F bar, L bar]}
  orders: {norway: [L nwg-arc, LF bar-arc]}
  expect: {after: {norway: [L nwg, F bar, L bar]}, void: 2}
- id: IL-2
  title: In Spring both do
  phase: Spring 1902 moves
  units: {norway: [F bar, L bar], england: [L nao]}
  orders: {norway: [LF bar-arc], england: [L nao-nwg]}
  expect: {after: {norway: [F arc, L arc], england: [L nwg]}, void: 0}
- id: IL-3
  title: A leader adds nothing to a strait move, and drives out with its fleet at sea
  phase: Spring 1902 moves
  units: {italy: [A nap, L nap], turkey: [A sic], norway: [F bar, L bar], england: [F arc]}
  orders: {italy: [LA nap-sic], turkey: [A sic H], norway: [LF bar-arc], england: [F arc H]}
  expect:
    after: {italy: [A nap, L nap], turkey: [A sic], norway: [F arc, L arc]}
    dislodged: {england: [F arc]}
"""


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    maps = tmp_path_factory.mktemp("archive") / "maps"
    for name in ("standard", "loeb9"):
        shutil.copytree(ROOT / "maps" / name, maps / name)
    text = (maps / "loeb9/variant.yaml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("amendments:")]
    (maps / "ice-and-leaders").mkdir()
    text = "\n".join([*lines, "board: loeb9", NEW])
    text = text.replace("start: Spring 1901", "start: Winter 1900").replace("units:", "customary:")
    (maps / "ice-and-leaders/variant.yaml").write_text(text, encoding="utf-8")
    return load_variant(maps, "ice-and-leaders")


def test_its_cases(variant: Variant, tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(CASES, encoding="utf-8")
    for case in read_cases(path, lambda _: variant):
        verdict = check(case)
        assert verdict.found == verdict.expected, case.id


def test_a_game_of_it(variant: Variant) -> None:
    record = exhibit(variant, seed=1, years=3)
    stages = replay(variant, record).stages
    assert {u.kind for u in stages[-1].next.units} == {"A", "F", "L"}
    assert len(stages[0].turn.after.units) >= 9 + 27
