"""What a build depends on besides what is recorded while parts and games are made: the program, the
installed packages, and all that a theme may read."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import cache
from hashlib import blake2b
from pathlib import Path

from builder.archive import Archive
from builder.provided import PROVIDED
from builder.site.artifacts import digest
from builder.site.publishing.publisher import stamp_of
from builder.source.documents import site_settings
from builder.source.files import read_bytes

PACKAGE = Path(__file__).resolve().parents[2]
FOREIGN = re.compile(r"^(?:INHERIT|hooks):|custom_dir: *['\"]?(?:/|\.\.)|snippets", re.MULTILINE)
INSTALLED = {"site-packages", "dist-packages"}  # the folders that packages are installed in
CONSULTED = ("SOURCE_DATE_EPOCH", "CHANCERY_CHROMIUM", "CHANCERY_SITE_URL")
PLUGINS = {"chancery", "search", "material/search"}
VARIABLE = re.compile(r"\bCHANCERY_\w+|(?<=!ENV )\w+|(?<=!ENV \[)\w+")
LONG_AGO = "946684800"  # SOURCE_DATE_EPOCH where none is given: no page holds the build's day


@cache
def code_key() -> str:
    """Changes with every change of the program and with the installed packages."""
    files = (p for p in PACKAGE.rglob("*") if p.parent.name != "__pycache__" and p.is_file())
    inside = (p for p in files if not p.is_relative_to(PACKAGE / "maps"))
    return digest(f"{_hash(sorted(inside))} {installed_packages()}")


def installed_packages() -> list[str]:
    """The installed packages with their versions. Those that a package carries inside itself do not
    count: setuptools adds its own to the path when something imports it."""
    names: set[str] = set()
    for folder in map(Path, sys.path):
        if INSTALLED.isdisjoint(above.name for above in folder.parents):
            names.update(place.name for place in folder.glob("*.dist-info"))
    return sorted(names)


def theme_key(archive: Archive, chosen: Mapping[str, object]) -> str:
    """Changes with all that a theme and the pages of the guide may depend on; empty where that is
    not known. Those are the program and the installed packages, `mkdocs.yml` with the variables it
    names, and every file of the archive outside of its games, boards and issues (sites and hidden
    folders aside). Plugins of others, hooks and inherited settings may read anything."""
    file = archive.root / "mkdocs.yml"
    settings = file.read_text(encoding="utf-8")
    if FOREIGN.search(settings) or not {"chancery"} <= site_settings(file)[1] <= PLUGINS:
        return ""
    named = {*VARIABLE.findall(settings), *CONSULTED}
    guide = (p for p in sorted((PROVIDED / "docs").glob("*.md")) if p.is_file())
    parts = (
        code_key(),
        settings,
        repr(sorted(chosen.items())),
        repr([(name, os.environ.get(name, LONG_AGO)) for name in sorted(named)]),
        stamp_of(str, map(str, guide)),
        repr(sorted(_outside(archive))),
    )
    return digest("\0".join(parts))


def _outside(archive: Archive) -> Iterator[tuple[str, int, int]]:
    """Each file of an archive outside of its games, boards and issues, with its size and time. Of
    an issue its name counts."""
    zines = archive.docs_folder / "zines"
    maps = f"{archive.maps_folder}{os.sep}"
    for path, size, time in _stamped(archive.root, archive.games_folder):
        if path.startswith(maps):
            continue
        is_issue = path.endswith(".md") and path.startswith(f"{zines}{os.sep}")
        yield (path, 0, 0) if is_issue else (path, size, time)


def contents_key(archive: Archive) -> str:
    """Changes with the content of every file of the archive outside of its games, boards and
    issues. It finds what an editor's program or a copy changed without another size or time."""
    paths = sorted(path for path, size, time in _outside(archive) if size or time)
    return _hash(place for place in map(Path, paths) if place.is_file())


def _stamped(folder: Path, games: Path) -> Iterator[tuple[str, int, int]]:
    """Each file below a folder with its size and time; no games, no sites, nothing hidden."""
    for entry in os.scandir(folder):
        if entry.name.startswith(".") or entry.name == "__pycache__" or entry.path == str(games):
            continue
        if not entry.is_dir(follow_symlinks=False):
            place = Path(entry.path)
            status = place.stat() if place.exists() else entry.stat(follow_symlinks=False)
            yield entry.path, status.st_size, status.st_mtime_ns
        elif not Path(entry.path, "SHA256SUMS").is_file():
            yield from _stamped(Path(entry.path), games)


def _hash(files: Iterable[Path]) -> str:
    checksum = blake2b(digest_size=16)
    for place in files:
        checksum.update(os.fsencode(place) + b"\0" + place.read_bytes())
    return checksum.hexdigest()


def quick_key(path: Path, base: str) -> str:
    """Stays the same until somebody writes to a game file or `base` changes; needs no reading.
    Empty where there is no such file, as behind a link that leads in a circle."""
    with suppress(OSError):
        return f"{stamp_of(str, [str(path)])} {digest(base)}"
    return ""


def game_keys(path: Path, base: str, quick: str, today: date) -> tuple[str, ...]:
    """What the pages of a game file depend on: `base` and its content, and its quick key if
    that suffices. A game under an embargo depends on the day."""
    content = read_bytes(path)
    key = digest(f"{base} {path.name}\0".encode() + content)
    return (f"{key} {today}",) if b"embargo" in content else (key, quick)
