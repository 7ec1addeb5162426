"""What `chancery build` sees to before and after the site itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from builder.archive import KEPT
from builder.errors import ArchiveError
from builder.site.build.site_build import alone


@pytest.mark.skipif(sys.platform == "win32", reason="needs fcntl")
def test_two_builds_of_an_archive_do_not_run_at_once(tmp_path: Path) -> None:
    with alone(tmp_path), pytest.raises(ArchiveError, match="another build"), alone(tmp_path):
        pass
    with alone(tmp_path):
        assert (tmp_path / KEPT / "lock").exists()


def test_without_such_locks_a_build_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with alone(tmp_path), alone(tmp_path):
        assert not (tmp_path / KEPT).exists()
