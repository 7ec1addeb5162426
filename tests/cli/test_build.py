"""What `chancery build` sees to before and after the site itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.archive import CACHE
from builder.errors import ArchiveError
from builder.site.publishing.site_build import alone, alone_in


def test_two_builds_of_an_archive_do_not_run_at_once(tmp_path: Path) -> None:
    with alone(tmp_path), pytest.raises(ArchiveError, match="another build"), alone(tmp_path):
        pass
    with alone(tmp_path):
        assert (tmp_path / CACHE / "lock").exists()


def test_two_archives_do_not_build_into_a_folder_at_once(tmp_path: Path) -> None:
    refused = pytest.raises(ArchiveError, match="into this folder")
    with alone_in(tmp_path), refused, alone_in(tmp_path):
        pass
    with alone_in(tmp_path / "new"):
        pass
