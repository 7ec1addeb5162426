"""What the README shows works as shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.archive import Archive
from builder.cases import check
from builder.cli import COMMANDS
from builder.formats.cases import read_cases

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


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


def test_the_game_can_be_read(tmp_path: Path) -> None:
    (text,) = [text for text in EXAMPLES if "phases:" in text]
    path = tmp_path / "1901-mine.yaml"
    path.write_text(text)
    assert len(Archive(ROOT).game(path).phases) == 1


def test_the_case_comes_out(tmp_path: Path) -> None:
    (text,) = [text for text in EXAMPLES if "cases:" in text]
    path = tmp_path / "case.yaml"
    path.write_text(text)
    assert [check(case).passed for case in read_cases(path, Archive(ROOT).variant)] == [True]
