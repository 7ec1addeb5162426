"""The scripts of the site: parts that are joined share their names, so none has two meanings."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from builder.site.assets import HERE, SCRIPTS

NAME = re.compile(r"^(?:async )?(?:const|let|class|function) (\w+)", re.MULTILINE)
WIDEST = 120  # letters
PLAIN = ("motion", "replay", "embed", "common")  # folders whose lines fit a screen


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_name_is_declared_twice_in_a_script(name: str) -> None:
    found: Counter[str] = Counter()
    for part in SCRIPTS[name]:
        text = (HERE / "scripts" / name / f"{part}.js").read_text(encoding="utf-8")
        found.update(NAME.findall(text))
    assert [one for one, count in found.items() if count > 1] == []


@pytest.mark.parametrize("folder", PLAIN)
def test_lines_of_scripts_fit_a_screen(folder: str) -> None:
    files = sorted((HERE / "scripts" / folder).glob("*.js"))
    assert files
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        long = [number for number, line in enumerate(lines, 1) if len(line) > WIDEST]
        assert long == [], file.name
