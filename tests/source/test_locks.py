"""Locks keep processes apart, and a file that people own is written whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.source.files import create_durably, write_durably
from builder.source.locks import locked

HOLDER = """
import sys, time
from pathlib import Path
from builder.source.locks import locked
with locked(Path(sys.argv[1]), "busy"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_two_do_not_hold_a_lock_at_once(tmp_path: Path) -> None:
    place = tmp_path / "new" / "a.lock"
    with locked(place, "busy"), pytest.raises(ArchiveError, match="busy"), locked(place, "busy"):
        pass
    with locked(place, "busy"):
        pass


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    place = tmp_path / "a.lock"
    command = [sys.executable, "-c", HOLDER, str(place)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(ArchiveError, match="busy"), locked(place, "busy"):
            pass
        holder.kill()
        holder.wait()
        with locked(place, "busy", seconds=5):
            pass


def test_a_lock_is_waited_for_as_long_as_was_asked(tmp_path: Path) -> None:
    place = tmp_path / "a.lock"
    start = time.monotonic()
    with locked(place, ""), pytest.raises(ArchiveError), locked(place, "", seconds=0.2):
        pass
    assert time.monotonic() - start >= 0.2


def test_a_game_is_locked_by_any_of_its_names(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: X\n")
    game = tmp_path / "games/standard/2026a-spring.yaml"
    game.parent.mkdir(parents=True)
    game.write_text("game: X\nvariant: standard\nphases: {}\n")
    archive = Archive.open(tmp_path)
    for first, second in (("2026a", game), (game, "2026a-spring")):
        other = Archive.open(tmp_path).locked(second, seconds=0)
        refused = pytest.raises(ArchiveError, match="2026a-spring: another")
        with archive.locked(first), refused, other:
            pass
    assert (tmp_path / ".chancery/.gitignore").read_text() == "*\n"


def test_a_file_of_a_person_is_replaced_whole_and_keeps_its_permissions(tmp_path: Path) -> None:
    place = tmp_path / "a.yaml"
    place.write_bytes(b"old")
    place.chmod(0o640)
    write_durably(place, b"new")
    assert place.read_bytes() == b"new"
    assert place.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["a.yaml"]


def test_a_write_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "a.yaml"
    place.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_durably(place, b"new")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("a.yaml", b"old")]


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_takes_no_other_files_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def none(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    if not links:
        monkeypatch.setattr(os, "link", none)
    place = tmp_path / "001.eml"
    create_durably(place, b"first")
    with pytest.raises(FileExistsError):
        create_durably(place, b"second")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("001.eml", b"first")]
