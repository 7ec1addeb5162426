"""The source distribution has all that a wheel is built from and tested with."""

import pytest
from our_archive import ROOT
from setuptools.command.egg_info import FileList

from builder.wheel_contents import FOLDERS

NEEDED = ("maps/standard/board.yaml", "docs/index.md", "tests/conftest.py", "mkdocs.yml")


def test_the_source_distribution_has_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = FileList()
    for line in (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines():
        found.process_template_line(line)
    assert {*NEEDED} <= {*found.files}
    for folder in FOLDERS:
        held = {p.relative_to(ROOT).as_posix() for p in (ROOT / folder).rglob("*") if p.is_file()}
        assert held <= {*found.files}, folder
