"""What is read while something is made: its inputs, recorded where they are read.

    with recording() as notes:
        page = make_page()            # calls read_bytes, is_there, names_in
    ...
    is_same(name, notes[name])        # in a later build: is that input as it was?

An input is a file's content, a file that was looked for, or the names in a folder. A file that was
missing and a folder without files are inputs as well. Others add inputs of their own kinds with
`note`. A value that is made once and used often keeps its notes (`Remembered`), which count again
wherever the value is used.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from fnmatch import fnmatch
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import Any, Generic, NamedTuple, Self, TypeVar, overload

Key = TypeVar("Key")
Value = TypeVar("Value")
UNREADABLE = "unreadable"
HEAD = "head"  # the kind of a file of which only the beginning was read


class InputNote(NamedTuple):
    """The state of an input, and of a file its size and time, by which it is known again without
    being read."""

    state: str
    stamp: str = ""


Notes = dict[str, InputNote]  # by kind and name: `file /archive/games/register.json`
_notes: ContextVar[Notes | None] = ContextVar("notes", default=None)


@contextmanager
def recording() -> Iterator[Notes]:
    """Collects the notes of a block. They are also notes of the recording around it."""
    outer = _notes.get()
    notes: Notes = {}
    token = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(token)
        if outer is not None:
            outer.update(notes)


@contextmanager
def unrecorded() -> Iterator[None]:
    """Notes nothing in a block, for a value of which each user notes the part that it uses."""
    token = _notes.set(None)
    try:
        yield
    finally:
        _notes.reset(token)


def is_recording() -> bool:
    """Is anything noted here?"""
    return _notes.get() is not None


def note(kind: str, name: str, state: str, stamp: str = "") -> None:
    """Note an input: its kind, its name among those of the kind, and its state."""
    notes = _notes.get()
    if notes is not None:
        notes[f"{kind} {name}"] = InputNote(state, stamp)


def note_again(notes: Notes) -> None:
    """Note the inputs of a value that was made before and is used again."""
    current = _notes.get()
    if current is not None:
        current.update(notes)


def note_content(path: Path | str, content: bytes, status: os.stat_result, most: int) -> None:
    """Note the content of a file; if it is longer than `most` bytes, its beginning."""
    if _notes.get() is None:
        return
    if len(content) > most:
        note(HEAD, f"{most} {path}", _digest(content), _stamp(status))
    else:
        note("file", str(path), _digest(content), _stamp(status))


def note_unreadable(path: Path | str) -> None:
    """Note a file that is missing or cannot be read."""
    note("file", str(path), UNREADABLE)


def note_file(path: Path) -> None:
    """Note the content of a file that is read later, and only once for all that use it."""
    if _notes.get() is not None:
        status = path.stat()
        note_content(path, path.read_bytes(), status, status.st_size)


def is_there(path: Path) -> bool:
    """Is there a file or a folder? The answer is noted."""
    note("place", str(path), _place(path))
    return path.exists()


def is_file(path: Path) -> bool:
    """Is there a file, or a link to one? The answer is noted."""
    note("place", str(path), _place(path))
    return path.is_file()


def names_in(folder: Path, pattern: str) -> list[Path]:
    """The paths below a folder that a pattern such as `*/variant.yaml` fits, sorted. They are
    noted."""
    return [Path(f"{folder}/{name}") for name, _ in entries_in(folder, pattern)]


def entries_in(folder: Path, pattern: str) -> list[tuple[str, str]]:
    """The same paths as they are seen from the folder, each with its kind: `file`, `folder` or
    `link`."""
    entries = _entries(folder, pattern)
    if _notes.get() is not None:
        note("names", f"{pattern} {folder}", _names(entries))
    return entries


def note_names(folder: Path, pattern: str) -> None:
    """Note the paths that `names_in` returns."""
    if _notes.get() is not None:
        entries_in(folder, pattern)


def _entries(folder: Path, pattern: str) -> list[tuple[str, str]]:
    """The paths below a folder that a pattern fits, as they are seen from there, with their kinds.
    They are sorted by their parts."""
    last = pattern.removeprefix("**/")
    if last != pattern:  # among the ten thousand files of an archive, say: a third of the time
        return [*_entries_below(f"{folder}/", "", last)]
    paths = sorted(folder.glob(pattern), key=lambda path: path.parts)
    return [(path.relative_to(folder).as_posix(), _kind(path)) for path in paths]


def _entries_below(root: str, folder: str, pattern: str) -> Iterator[tuple[str, str]]:
    """The same of the names in a folder and in all folders below it. No link is followed."""
    with suppress(OSError), os.scandir(f"{root}{folder}") as entries:
        for entry in sorted(entries, key=attrgetter("name")):
            path = f"{folder}{entry.name}"
            is_folder = entry.is_dir(follow_symlinks=False)
            if fnmatch(entry.name, pattern):
                kind = "link" if entry.is_symlink() else "folder" if is_folder else "file"
                yield path, kind
            if is_folder:
                yield from _entries_below(root, f"{path}/", pattern)


def is_same(name: str, noted: InputNote, by_content: bool) -> bool:
    """Is an input of a kind of this module as it was noted? A file with the same size and time is
    not read, except if it is looked at `by_content`."""
    kind, _, rest = name.partition(" ")
    if kind == "place":
        return _place(Path(rest)) == noted.state
    if kind == "names":
        pattern, _, folder = rest.partition(" ")
        return _names(_entries(Path(folder), pattern)) == noted.state
    if kind == HEAD:
        most, _, path = rest.partition(" ")
        return _is_same_file(path, noted, by_content, int(most))
    return kind == "file" and _is_same_file(rest, noted, by_content, None)


def _is_same_file(path: str, noted: InputNote, by_content: bool, most: int | None) -> bool:
    try:
        status = os.stat(path)  # noqa: PTH116  (by the thousand)
        if not stat.S_ISREG(status.st_mode):
            return noted.state == UNREADABLE
        if _stamp(status) == noted.stamp and not by_content:
            return True
        with Path(path).open("rb") as file:
            content = file.read() if most is None else file.read(most + 1)
    except OSError:
        return noted.state == UNREADABLE
    return _digest(content) == noted.state


def _place(path: Path) -> str:
    """What a path leads to: its kind, and where it is if a link leads there."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return f"nothing {os.path.realpath(path)}"
    return f"{stat.S_IFMT(mode)} {os.path.realpath(path)}"


def _names(entries: Iterable[tuple[str, str]]) -> str:
    """The digest of some paths, each with its kind."""
    lines = (f"{kind} {path}" for path, kind in entries)
    return _digest("\n".join(lines).encode("utf-8", "surrogateescape"))


def _kind(path: Path) -> str:
    try:
        mode = path.lstat().st_mode
    except OSError:
        return "file"
    return "link" if stat.S_ISLNK(mode) else "folder" if stat.S_ISDIR(mode) else "file"


def _stamp(status: os.stat_result) -> str:
    return f"{status.st_size}:{status.st_mtime_ns}"


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


class Remembered(Generic[Key, Value]):
    """Values by key, each made once. What was read for a value is noted wherever it is used."""

    def __init__(self) -> None:
        self._values: dict[Key, tuple[Value, Notes]] = {}

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key, made now if there is none."""
        if key not in self._values:
            with recording() as notes:
                self._values[key] = make(), notes
        value, notes = self._values[key]
        note_again(notes)
        return value

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def forget(self) -> None:
        """Forget all values."""
        self._values.clear()


class recorded_property(Generic[Value]):  # noqa: N801  (used as `cached_property` is)
    """A property that is made once; what was read for it is noted wherever it is used."""

    def __init__(self, make: Callable[[Any], Value]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> Self | Value:
        """The value of an instance."""
        if instance is None:
            return self
        kept = instance.__dict__.setdefault("_recorded", Remembered())
        value: Value = kept.get(self.name, lambda: self.make(instance))
        return value
