"""The source distribution has all that a wheel is built from and tested with."""

import pytest
from our_archive import ROOT
from setuptools import Distribution
from setuptools.command.sdist import sdist

from builder.wheel_contents import FOLDERS, SourceWithData

NEEDED = ("README.md", "maps/standard/board.yaml", "tests/conftest.py", "mkdocs.yml")


def test_the_source_distribution_has_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sdist, "make_release_tree", lambda *given: copied.extend(given[-1]))
    SourceWithData(Distribution()).make_release_tree("there", ["README.md", "mkdocs.yml"])
    assert {*NEEDED} <= {*copied}
    assert len({*copied}) == len(copied)
    for folder in FOLDERS:
        held = {p.relative_to(ROOT).as_posix() for p in (ROOT / folder).rglob("*") if p.is_file()}
        assert held <= {*copied}, folder
