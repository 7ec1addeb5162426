"""The development set-up is pinned with hashes, and nothing that is asked for is missing."""

from __future__ import annotations

import re
import tomllib

from allowed_versions import constraints, requirements
from our_archive import ROOT


def test_every_dependency_is_pinned_with_its_hash() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    asked += project["optional-dependencies"]["maps"]
    names = {re.split(r"[\[<>=]", word)[0].lower().replace("_", "-") for word in asked}
    lock = (ROOT / "tests/requirements.lock").read_text()
    pinned = re.findall(
        r"^([a-z0-9.-]+)==\S+ \\\n    --hash=sha256:[0-9a-f]{64}$", lock, re.MULTILINE
    )
    assert names - {"chancery"} <= set(pinned)
    assert lock.count("==") == len(pinned)


def test_every_dependency_has_a_lowest_version_and_one_too_new() -> None:
    lowest, newest = [*constraints("lowest")], [*constraints("newest")]
    assert len(lowest) == len(newest) == len(requirements()) >= 7
    assert "filelock==3.13" in lowest
    assert "filelock<5" in newest
    workflow = (ROOT / ".github/workflows/versions.yml").read_text()
    assert "tests/allowed_versions.py" in workflow
    assert all(f'"{version}"' in workflow for version in ("3.11", "3.14"))
