"""Nothing is shipped without a licence that can be named."""

from __future__ import annotations

import json
import subprocess
from fnmatch import fnmatch

import pytest
from click.testing import CliRunner
from our_archive import ROOT

from builder.cli import main
from builder.cli.licences import enclosed, packages

SHIPPED = ("builder", "maps", "games", "docs")


def test_every_file_that_is_shipped_has_one() -> None:
    done = subprocess.run(
        ["git", "ls-files", "-z", *SHIPPED], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip("no checkout")
    parts, used = enclosed(), set()
    assert all(part.licence and part.by and part.what for part in parts)
    for path in filter(None, done.stdout.split("\0")):
        part = next((p for p in parts if any(fnmatch(path, f) for f in p.files)), None)
        assert part is not None, path
        used.add(part)
    assert used == set(parts), "each entry has files"


def test_every_package_that_runs_has_one() -> None:
    found = {part.what.split()[0].lower(): part for part in packages()}
    assert {"mkdocs", "mkdocs-material", "cairosvg", "pyyaml", "click", "nh3", "jinja2"} <= {*found}
    assert "pytest" not in found
    assert not [name for name, part in found.items() if not part.licence]


def test_the_interpreter_is_the_listed_one() -> None:
    engine = json.loads((ROOT / "builder/site/trial/interpreter/engine.json").read_text())
    named = " ".join(part.what for part in enclosed())
    assert f"Pyodide {engine['version']}" in named
    assert f"Python {engine['python']}" in named


def test_a_command_lists_them() -> None:
    told = CliRunner().invoke(main, ["--licences"]).output
    for part in ("MPL-2.0", "OFL-1.1", "Natural Earth", "CC-BY-4.0", "mkdocs-material"):
        assert part in told
