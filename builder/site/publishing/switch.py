"""The moment in which a new site takes the place of the published one.

    settle(target)                   # before a build: ends a switch that was interrupted
    switch(target, gone, count)      # staged files take their places, those gone are removed

Linux and macOS exchange the names of two folders in one step. There the new site is put together
beside the published one, of links to the files that stay, and then the two are exchanged: whatever
ends the build, the site is the old or the new one. What was the old one is then made the same as
the new one, and left for the next switch, which makes no folders again: a folder costs as much as
ten links. Where that cannot be done (on Windows, in a folder that is mounted, with very many files)
a journal is written first, and the files are moved one by one; an interrupted switch is then
completed by whoever settles the folder next.
"""

import ctypes
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from builder.site.publishing.next_site import NextSite, renew_links

STAGE = ".chancery-stage"
JOURNAL = ".chancery-journal"
NEXT = "next"
MOST_LINKED = 40_000  # files of a site that are linked anew: a few seconds
CURRENT_FOLDER = -100  # AT_FDCWD of Linux: paths are those of the process
EXCHANGE = 2  # RENAME_EXCHANGE of Linux, and RENAME_SWAP of macOS


def settle(target: Path) -> None:
    """Complete a switch that was interrupted; throw away what was staged without one."""
    if (target / JOURNAL).is_file():
        _carry_out_journal(target)
    shutil.rmtree(target / STAGE, ignore_errors=True)


def switch(target: Path, gone: Iterable[str], count: int, at_once: bool = True) -> None:
    """Put the staged files of a site of `count` files in place; remove those that are `gone`. Where
    nobody sees the folder, they need not come `at_once`: moving a few files is quicker."""
    removed = [*gone]
    whole = at_once and count <= MOST_LINKED
    if not (whole and (_moved(target.resolve()) or _exchanged(target.resolve(), {*removed}))):
        _write_journal(target, removed)
        _carry_out_journal(target)
        shutil.rmtree(beside(target, NEXT), ignore_errors=True)
    shutil.rmtree(target / STAGE, ignore_errors=True)


def beside(target: Path, what: str) -> Path:
    """A hidden name beside the folder of a site: `next` is where a new site is put together, of
    links to the same files, `lock` keeps other builds away."""
    place = target.resolve()
    return place.with_name(f".{place.name}.chancery-{what}")


def _moved(target: Path) -> bool:
    """Put a first site, which is staged in a folder that holds nothing else, in its place. False if
    there is anything else, or if this system or this folder does not allow it."""
    stage = target / STAGE
    following = beside(target, NEXT)
    if {place.name for place in target.iterdir()} != {STAGE}:
        return False
    try:
        shutil.rmtree(following, ignore_errors=True)
        shutil.copymode(target, stage)
        stage.rename(following)
    except OSError:  # the folder above may not be written
        return False
    try:
        following.rename(target)  # which is empty now
    except OSError:  # Windows renames nothing to a name that is taken
        following.rename(stage)
        return False
    return True


def _exchanged(target: Path, gone: set[str]) -> bool:
    """Put the new site together and exchange it with the published one; False if this system or
    this folder does not allow it. Then nothing has changed."""
    exchange = _exchange_function()
    following = beside(target, NEXT)
    if exchange is None:
        return False
    staged = (path for path in (target / STAGE).rglob("*") if not path.is_dir())
    changed = gone.union(path.relative_to(target / STAGE).as_posix() for path in staged)
    try:
        NextSite(target, target / STAGE, following, frozenset(gone)).put_together()
    except OSError:  # no links here, or the folder above may not be written
        return False
    if not exchange(os.fsencode(target), os.fsencode(following)):
        return False
    _prepare_next(target, following, changed)
    return True


def _prepare_next(target: Path, following: Path, changed: Iterable[str]) -> None:
    """Make what was the old site the same as the new one, for the next switch. The new site is in
    its place already; if this fails, as on a full disk, what was the old one is removed."""
    shutil.rmtree(following / STAGE, ignore_errors=True)
    try:
        renew_links(target, following, changed)
    except OSError:
        shutil.rmtree(following, ignore_errors=True)


def _exchange_function() -> Callable[[bytes, bytes], bool] | None:
    """A function that exchanges the names of two folders in one step, and says whether it did."""
    if sys.platform == "win32":
        return None
    library = ctypes.CDLL(None)
    if hasattr(library, "renameat2"):
        return lambda one, other: (
            not library.renameat2(CURRENT_FOLDER, one, CURRENT_FOLDER, other, EXCHANGE)
        )
    if hasattr(library, "renamex_np"):
        return lambda one, other: not library.renamex_np(one, other, EXCHANGE)
    return None


def _write_journal(target: Path, gone: list[str]) -> None:
    """What is to be removed; from then on the switch is completed, whatever ends the build."""
    draft = target / STAGE / JOURNAL
    with draft.open("w", encoding="utf-8") as file:
        json.dump(gone, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(target / JOURNAL)


def _carry_out_journal(target: Path) -> None:
    """Move the files one by one; doing so again after an interruption ends in the same."""
    stage = target / STAGE
    journal = target / JOURNAL
    for path in json.loads(journal.read_text(encoding="utf-8")):
        _remove(target, path)
    for folder, below, names in os.walk(stage):
        place = target / Path(folder).relative_to(stage)
        place.mkdir(parents=True, exist_ok=True)
        whole = [name for name in below if not os.path.lexists(place / name)]
        below[:] = [name for name in below if name not in whole]
        for name in (*whole, *names):
            os.replace(f"{folder}/{name}", place / name)  # noqa: PTH105
    journal.unlink()


def _remove(target: Path, path: str) -> None:
    """Remove a file and the folders that are then empty; never anything outside of the site."""
    place = (target / path).resolve()
    root = target.resolve()
    if place.is_relative_to(root) and not place.is_dir():
        place.unlink(missing_ok=True)
        with suppress(OSError):  # not empty, or not there
            os.removedirs(place.parent)
