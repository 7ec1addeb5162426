"""The site that is to come, put together of links in a folder beside the published one.

The folder stays from one switch to the next: afterwards it has links to the same files as the site.
To make a folder costs as much as ten links, and a site has a folder for each page.
"""

import os
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

Entries = Mapping[str, os.DirEntry[str]]  # what a folder holds, by name


class FolderPlaces(NamedTuple):
    """Where a folder is already: in the published site, in the stage, in the next site."""

    published: bool
    staged: bool
    following: bool


@dataclass(frozen=True)
class NextSite:
    """A published site with what is staged to be new in it, without what is `gone`, as it will
    stand in the folder `following`. What that holds already is used again."""

    site: Path
    stage: Path
    following: Path
    gone: frozenset[str]

    def put_together(self) -> None:
        """Make the folder."""
        if self.following.is_symlink() or not self.following.is_dir():
            self.following.unlink(missing_ok=True)
            self.following.mkdir()
        stage_is_there = self.stage.is_dir() and not self.stage.is_symlink()
        self._put_together("", FolderPlaces(True, stage_is_there, True))

    def _put_together(self, folder: str, places: FolderPlaces) -> bool:
        """Make a folder in it, such as `games/1998v/`, that is in some places already. A folder
        whose files are all gone goes as well, which is then False; one that was empty stays."""
        place = f"{self.following}/{folder}"
        published = _entries(f"{self.site}/{folder}") if places.published else {}
        staged = _entries(f"{self.stage}/{folder}") if places.staged else {}
        wanted = {name: entry for name, entry in published.items() if self._stays(folder, entry)}
        wanted |= staged
        there: set[str] = set()
        for name, entry in _entries(place).items() if places.following else ():
            if _is_same(entry, wanted.get(name)):
                there.add(name)
            else:
                _remove(entry)
        is_empty = True
        for name, entry in wanted.items():
            if name not in there:
                _add(entry, f"{place}{name}")
            if not _is_folder(entry):
                is_empty = False
                continue
            below = FolderPlaces(
                published=_has_folder(published, name),
                staged=_has_folder(staged, name),
                following=name in there,
            )
            if self._put_together(f"{folder}{name}/", below):
                is_empty = False
        if folder and published and is_empty:
            os.rmdir(place)  # noqa: PTH106
            return False
        _copy_mode(f"{self.site if published else self.stage}/{folder}", place)
        return True

    def _stays(self, folder: str, entry: os.DirEntry[str]) -> bool:
        is_stage = not folder and entry.name == self.stage.name
        return not is_stage and f"{folder}{entry.name}" not in self.gone


def renew_links(site: Path, other: Path, changed: Iterable[str]) -> None:
    """Give another folder with links to the files of a site those that `changed`, so that nothing
    of the old site is left."""
    root = other.resolve()
    for path in changed:
        place = other / path
        if not place.parent.resolve().is_relative_to(root):
            continue
        place.unlink(missing_ok=True)
        if (site / path).is_file():
            place.parent.mkdir(parents=True, exist_ok=True)
            os.link(site / path, place, follow_symlinks=False)


def _entries(folder: str) -> Entries:
    """What a folder holds."""
    with os.scandir(folder) as entries:
        return {entry.name: entry for entry in entries}


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)


def _has_folder(entries: Entries, name: str) -> bool:
    entry = entries.get(name)
    return entry is not None and _is_folder(entry)


def _is_same(entry: os.DirEntry[str], wanted: os.DirEntry[str] | None) -> bool:
    """Is it the file that is wanted, under another name, or a folder where one is wanted?"""
    if wanted is None or _is_folder(entry) != _is_folder(wanted):
        return False
    return _is_folder(entry) or entry.inode() == wanted.inode()


def _remove(entry: os.DirEntry[str]) -> None:
    if _is_folder(entry):
        shutil.rmtree(entry.path)
    else:
        os.unlink(entry.path)  # noqa: PTH108  (by the thousand)


def _add(entry: os.DirEntry[str], place: str) -> None:
    """A new folder, or another name of a file."""
    if _is_folder(entry):
        os.mkdir(place)  # noqa: PTH102
    else:
        os.link(entry.path, place, follow_symlinks=False)


def _copy_mode(source: str, place: str) -> None:
    """Give a folder the permissions of another one, which its owner may have set."""
    with suppress(OSError):
        mode = os.stat(source).st_mode  # noqa: PTH116
        if mode != os.stat(place).st_mode:  # noqa: PTH116
            shutil.copymode(source, place)
