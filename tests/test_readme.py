"""What the README shows works as shown."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from our_archive import ARCHIVE, ROOT

from builder.cases import check
from builder.cli import COMMANDS
from builder.formats.cases import read_cases

README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "docs/contributing.md").read_text()
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", README + CONTRIBUTING, re.MULTILINE | re.DOTALL)


def first(words: str) -> str:
    return next(line for line in README.splitlines() if words in line)


@pytest.mark.parametrize("words", ["chancery build", "pytest"])
def test_the_first_line_of_its_kind_needs_nothing_before_it(words: str) -> None:
    line = first(words)
    assert line.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert f"```sh\n{line}\n```" in README


def test_every_command_shown_exists() -> None:
    shown = set(re.findall(r"(?<![\w/-])chancery ([a-z]+)\b", README))
    assert shown - set(COMMANDS) == set()


def test_the_python_session_is_as_printed() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.failed == 0
    assert found.attempted > 3


def test_every_link_leads_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert len(links) > 8
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []


@pytest.mark.parametrize("text", [text for text in EXAMPLES if "cases:" in text])
def test_the_case_comes_out(text: str, tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(text)
    assert [check(case).passed for case in read_cases(path, ARCHIVE.variant)] == [True]
