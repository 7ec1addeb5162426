"""The moment in which a new site takes the place of the published one.

    settle(target)                   # before a build: ends a switch that was interrupted
    switch(target, gone, count)      # staged files take their places, those gone are removed

Linux and macOS exchange the names of two folders in one step. There the new site is put together
beside the published one, of links to the files that stay, and then the two are exchanged: whatever
ends the build, the site is the old or the new one. Where that cannot be done (on Windows, in a
folder that is mounted, with very many files) a journal is written first, and the files are moved
one by one; an interrupted switch is then completed by whoever settles the folder next.
"""

import ctypes
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

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
    shutil.rmtree(beside(target, NEXT), ignore_errors=True)


def switch(target: Path, gone: Iterable[str], count: int, at_once: bool = True) -> None:
    """Put the staged files of a site of `count` files in place; remove those that are `gone`. Where
    nobody sees the folder, they need not come `at_once`: moving a few files is quicker."""
    removed = [*gone]
    is_first = {place.name for place in target.iterdir()} == {STAGE}  # nobody has seen it yet
    whole = at_once and count <= MOST_LINKED and not is_first
    if not (whole and _exchanged(target.resolve(), {*removed})):
        _write_journal(target, removed)
        _carry_out_journal(target)
    shutil.rmtree(target / STAGE, ignore_errors=True)


def beside(target: Path, what: str) -> Path:
    """A hidden name beside the folder of a site: `next` is where a new site is put together, `lock`
    keeps other builds away."""
    place = target.resolve()
    return place.with_name(f".{place.name}.chancery-{what}")


def _exchanged(target: Path, gone: set[str]) -> bool:
    """Put the new site together and exchange it with the published one; False if this system or
    this folder does not allow it. Then nothing has changed."""
    exchange = _exchange_function()
    following = beside(target, NEXT)
    if exchange is None:
        return False
    try:
        _put_together(target, following, gone)
        if exchange(os.fsencode(target), os.fsencode(following)):
            return True
    except OSError:  # no links here, or the folder above may not be written
        pass
    finally:
        shutil.rmtree(following, ignore_errors=True)  # the new site, or by now the old one
    return False


def _put_together(target: Path, following: Path, gone: set[str]) -> None:
    """Make a folder with the staged files, and all other files of the published site that are not
    `gone`."""
    shutil.rmtree(following, ignore_errors=True)
    _make_folder(target, following)
    stage = target / STAGE
    staged: set[str] = set()
    for folder, path in _files_below(stage):
        _link(stage, following, folder, path)
        staged.add(path)
    for folder, path in _files_below(target):
        if path not in staged and path not in gone:
            _link(target, following, folder, path)


def _files_below(top: Path) -> Iterator[tuple[str, str]]:
    """The folder and the path of each file below a folder, and of each folder without any; what is
    staged there is left out."""
    for folder, below, names in os.walk(top):
        inside = os.path.relpath(folder, top).replace(os.sep, "/")
        inside = "" if inside == "." else inside
        if not inside and STAGE in below:
            below.remove(STAGE)
        links = [name for name in below if Path(folder, name).is_symlink()]
        for name in (*names, *links):
            yield inside, f"{inside}/{name}" if inside else name
        if inside and not names and not below:
            yield inside, ""


def _link(source: Path, following: Path, folder: str, path: str) -> None:
    """Another name for a file. Folders are made when they are needed, so that none stays empty
    which was not so before."""
    if not (following / folder).is_dir():
        (following / folder).parent.mkdir(parents=True, exist_ok=True)
        _make_folder(source / folder, following / folder)
    if path:
        os.link(source / path, following / path, follow_symlinks=False)


def _make_folder(like: Path, place: Path) -> None:
    place.mkdir()
    with suppress(OSError):
        shutil.copymode(like, place)


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
    stage, journal = target / STAGE, target / JOURNAL
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
    place, root = (target / path).resolve(), target.resolve()
    if place.is_relative_to(root) and not place.is_dir():
        place.unlink(missing_ok=True)
        with suppress(OSError):  # not empty, or not there
            os.removedirs(place.parent)
