"""Files of worked cases: their ids are listed without reading what the cases say."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from our_archive import ARCHIVE, ROOT

from builder.formats.cases import Case, read_cases

FOLDER = ROOT / "tests/cases"


def ids_in(path: Path) -> list[str]:
    """The ids of a file's cases, in their order."""
    return re.findall("^- id: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)


@cache
def all_in(path: Path) -> tuple[Case, ...]:
    """The cases of a file in their order, under the variants of this archive."""
    return tuple(read_cases(path, ARCHIVE.variant))


@cache
def cases_in(path: Path) -> dict[str, Case]:
    """The cases of a file by their ids."""
    return {case.id: case for case in all_in(path)}
