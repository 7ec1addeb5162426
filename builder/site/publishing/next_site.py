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

Entries = Mapping[str, os.DirEntry[str]]  # what a folder holds, by name


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
        self._put_together("")

    def _put_together(self, folder: str) -> None:
        """Make a folder in it, such as `games/1998v/`. A folder whose files are all gone goes as
        well; one that was empty stays."""
        published = _entries(self.site, folder)
        staged = _entries(self.stage, folder)
        wanted = {name: entry for name, entry in published.items() if self._stays(folder, entry)}
        wanted |= staged
        there = {}
        for name, entry in _entries(self.following, folder).items():
            if _is_same(entry, wanted.get(name)):
                there[name] = entry
            else:
                _remove(entry)
        place = self.following / folder
        for name, entry in wanted.items():
            if name not in there:
                _add(entry, f"{place}/{name}")
            if _is_folder(entry):
                self._put_together(f"{folder}{name}/")
        if folder and published and not any(place.iterdir()):
            place.rmdir()
        else:
            _copy_mode((self.site if published else self.stage) / folder, place)

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


def _entries(top: Path, folder: str) -> Entries:
    """What a folder of a site holds; nothing if it is missing, or a link."""
    place = f"{top}/{folder}".rstrip("/")
    try:
        if not os.path.islink(place):  # noqa: PTH114
            with os.scandir(place) as entries:
                return {entry.name: entry for entry in entries}
    except (FileNotFoundError, NotADirectoryError):
        pass
    return {}


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)


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


def _copy_mode(source: Path, place: Path) -> None:
    """Give a folder the permissions of another one, which its owner may have set."""
    with suppress(OSError):
        if source.stat().st_mode != place.stat().st_mode:
            shutil.copymode(source, place)
