"""Constraints for pip: the lowest or the newest allowed version of each package.

python tests/allowed_versions.py lowest > versions.txt
pip install -e '.[dev]' -c versions.txt
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
BOUNDS = re.compile(r"([\w-]+)>=([\d.]+),<([\d.]+)$")


def requirements() -> list[tuple[str, str, str]]:
    """The packages that the program needs to run: name, lowest version, first one too new."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    bounds: list[tuple[str, str, str]] = []
    for written in project["dependencies"]:
        found = BOUNDS.fullmatch(written)
        if found is None:
            raise ValueError(f"{written}: a dependency has a lowest version and one too new")
        bounds.append((found[1], found[2], found[3]))
    return bounds


def constraints(which: str) -> Iterator[str]:
    """A line for each package; pip takes the newest version that is allowed by itself."""
    for name, lowest, too_new in requirements():
        yield f"{name}=={lowest}" if which == "lowest" else f"{name}<{too_new}"


if __name__ == "__main__":
    if sys.argv[1:] not in (["lowest"], ["newest"]):
        raise SystemExit("usage: python tests/allowed_versions.py lowest|newest")
    print("\n".join(constraints(sys.argv[1])))
