"""What was read is noted, and what changed since is found."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from builder.errors import SourceError
from builder.source.files import read_bytes
from builder.source.recording import (
    InputNote,
    Notes,
    Remembered,
    is_file,
    is_same,
    is_there,
    names_in,
    note_file,
    recorded_property,
    recording,
    unrecorded,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/one.yaml").write_text("one")
    (tmp_path / "rules.txt").write_text("the rules")
    return tmp_path


def read_missing(folder: Path) -> None:
    with pytest.raises(SourceError):
        read_bytes(folder / "missing.txt")


READS: dict[str, Callable[[Path], object]] = {
    "content": lambda folder: read_bytes(folder / "rules.txt"),
    "beginning": lambda folder: read_bytes(folder / "rules.txt", 3),
    "missing": read_missing,
    "place": lambda folder: is_file(folder / "rules.txt"),
    "nothing there": lambda folder: is_there(folder / "missing.txt"),
    "names": lambda folder: names_in(folder / "games", "*.yaml"),
    "names below": lambda folder: names_in(folder, "**/*"),
    "read later": lambda folder: note_file(folder / "rules.txt"),
}


def rewritten(place: Path, text: str) -> None:
    """Another content with the same size and time."""
    stamp = place.stat()
    place.write_text(text)
    os.utime(place, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


CHANGES: dict[str, Callable[[Path], object]] = {
    "nothing": lambda folder: None,
    "a new time": lambda folder: os.utime(folder / "rules.txt"),
    "another content": lambda folder: (folder / "rules.txt").write_text("other words"),
    "a file that was missing": lambda folder: (folder / "missing.txt").write_text("now"),
    "a file less": lambda folder: (folder / "rules.txt").unlink(),
    "a game more": lambda folder: (folder / "games/two.yaml").write_text("two"),
    "a folder for a file": lambda folder: (
        (folder / "rules.txt").unlink(),
        (folder / "rules.txt").mkdir(),
    ),
    "a link for a file": lambda folder: (
        (folder / "rules.txt").rename(folder / "elsewhere.txt"),
        (folder / "rules.txt").symlink_to(folder / "elsewhere.txt"),
    ),
}
NOTICED = {
    "content": {"another content", "a file less", "a folder for a file"},
    "beginning": {"another content", "a file less", "a folder for a file"},
    "missing": {"a file that was missing"},
    "place": {"a file less", "a folder for a file", "a link for a file"},
    "nothing there": {"a file that was missing"},
    "names": {"a game more"},
    "names below": {*CHANGES} - {"nothing", "a new time", "another content"},
    "read later": {"another content", "a file less", "a folder for a file"},
}


def same(notes: Notes, by_content: bool = False) -> bool:
    return all(is_same(name, noted, by_content) for name, noted in notes.items())


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("read", READS)
def test_a_change_of_what_was_read_is_noticed(folder: Path, read: str, change: str) -> None:
    with recording() as notes:
        READS[read](folder)
    assert len(notes) == 1
    CHANGES[change](folder)
    assert same(notes) == (change not in NOTICED[read])


def test_a_change_that_size_and_time_hide_is_found_by_content(folder: Path) -> None:
    with recording() as notes:
        read_bytes(folder / "rules.txt")
    rewritten(folder / "rules.txt", "the rulez")
    assert same(notes)
    assert not same(notes, by_content=True)


def test_an_input_of_an_unknown_kind_has_changed() -> None:
    assert not is_same("riddle x", InputNote("answer"), False)


def test_a_value_that_is_used_again_brings_its_notes(folder: Path) -> None:
    texts: Remembered[str, bytes] = Remembered()
    make = partial(read_bytes, folder / "rules.txt")
    with recording() as first:
        texts.get("rules", make)
    with recording() as second:
        texts.get("rules", make)
    assert first == second != {}


def test_a_property_brings_its_notes_to_each_user(folder: Path) -> None:
    class Archive:
        @recorded_property
        def rules(self) -> bytes:
            return read_bytes(folder / "rules.txt")

        @recorded_property
        def size(self) -> int:
            return len(self.rules)

    archive = Archive()
    users: list[Notes] = []
    for _ in range(2):
        with recording() as notes:
            assert archive.size == len("the rules")
        users.append(notes)
    assert users[0] == users[1]
    assert len(users[0]) == 1


def test_notes_belong_to_all_recordings_around(folder: Path) -> None:
    with recording() as outer:
        with recording() as inner:
            read_bytes(folder / "rules.txt")
        with unrecorded():
            names_in(folder, "*")
    assert outer == inner != {}
    with recording() as nothing:
        pass
    read_bytes(folder / "rules.txt")
    assert nothing == {}
