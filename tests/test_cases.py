"""Every worked case comes out as it should."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from our_archive import ROOT
from worked_cases import FOLDER, all_in, cases_in, ids_in

from builder.cases import check
from builder.rules.amendments import AMENDMENTS, UNDEFINED

CASES = sorted(FOLDER.rglob("*.yaml"))
LAW = sorted((ROOT.parent / "shared/rules/cases").glob("*.yaml"))
FED_BY_ENEMIES = {"6.I.1", "6.I.5", "6.J.6", "6.J.11"}  # an enemy's centre feeds a unit there
APPLIES = {
    "build-anywhere": {"6.I.1", "6.I.6"},  # a coast is forgotten, and a home is not needed there
    "enemy-centres-do-not-feed": FED_BY_ENEMIES,
}


def together() -> Iterator[tuple[str, ...]]:
    """All at once that are defined together, from both ends."""
    rides = {name for _, others, _ in UNDEFINED for name in others}
    ridden = {name for some, _, _ in UNDEFINED for name in some}
    for left_out in (rides, ridden):
        names = sorted(AMENDMENTS.keys() - left_out)
        yield from (tuple(names), tuple(reversed(names)))


def listed() -> Iterator[object]:
    for path in CASES:
        for name in ids_in(path):
            where = f"{path.parent.name}/{path.stem}"
            yield pytest.param(path, name, id=f"{where}:{name.replace(' ', '-')}")


@pytest.mark.parametrize(("path", "name"), [*listed()])
def test_case(path: Path, name: str) -> None:
    case = cases_in(path)[name]
    if case.skipped:
        pytest.skip(case.skipped)
    verdict = check(case)
    assert verdict.found == verdict.expected


@pytest.mark.parametrize("folder", sorted({path.parent for path in CASES}), ids=lambda f: f.name)
def test_every_case_is_listed_once(folder: Path) -> None:
    for path in folder.glob("*.yaml"):
        assert ids_in(path) == [*cases_in(path)] == [c.id for c in all_in(path)]


def test_all_of_the_datc_is_here() -> None:
    """Chapter 6 of version 3.1 has 164 cases; 6.J.9 holds two positions."""
    files = (FOLDER / "datc").glob("*.yaml")
    ids = {name for path in files for name in cases_in(path)}
    chapters = {"A": 12, "B": 15, "C": 9, "D": 34, "E": 15, "F": 25, "G": 20, "H": 16, "I": 7}
    wanted = {f"6.{c}.{n}" for c, last in chapters.items() for n in range(1, last + 1)}
    wanted |= {f"6.J.{n}" for n in range(1, 12)}
    assert len(wanted) == 164
    assert ids == wanted | {"6.J.9.b"}


@pytest.mark.parametrize(
    "names",
    [*((name,) for name in sorted(AMENDMENTS)), *together()],
    ids="+".join,
)
def test_amendments_leave_the_datc_alone(names: tuple[str, ...]) -> None:
    """On the standard board each of them, and all at once, play by the standard rules."""
    for path in (FOLDER / "datc").glob("*.yaml"):
        for case in cases_in(path).values():
            assert case.variant is not None
            amended = case._replace(variant=replace(case.variant, amendments=names))
            verdict = check(amended)
            if case.id not in {c for name in names for c in APPLIES.get(name, ())}:
                assert verdict.found == verdict.expected, case.id


@pytest.mark.skipif(not LAW, reason="the collection of rule texts is not beside the project")
@pytest.mark.parametrize("path", LAW, ids=lambda path: path.stem)
def test_the_worked_cases_of_the_law_are_ours(path: Path) -> None:
    name = path.stem.removesuffix("_cases")
    assert path.read_text() == (ROOT / "tests/cases" / name / "worked.yaml").read_text()
