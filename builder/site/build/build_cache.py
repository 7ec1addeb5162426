"""The cache of finished games: unchanged ones are not built again.

The cache lies in a folder of its own, outside of `docs/`, and may be thrown away at any time.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from builder.archive import KEPT, Archive
from builder.errors import ArchiveError
from builder.provided import PROVIDED, release
from builder.site.artifacts import digest
from builder.site.build.publisher import Publisher
from builder.source.documents import plugin_names
from builder.source.files import is_portable, read_bytes, read_whole

PACKAGE = Path(__file__).resolve().parents[2]
FOREIGN = re.compile(r"^(?:INHERIT|hooks):|custom_dir: *['\"]?(?:/|\.\.)|snippets", re.MULTILINE)
CONSULTED = ("SOURCE_DATE_EPOCH", "CHANCERY_CHROMIUM", "CHANCERY_SITE_URL")
PLUGINS = {"chancery", "search", "material/search"}
VARIABLE = re.compile(r"\bCHANCERY_\w+|(?<=!ENV )\w+|(?<=!ENV \[)\w+")
LONG_AGO = "946684800"  # SOURCE_DATE_EPOCH where none is given: no page holds the build's day
WORD = re.compile(r"[\w-]+")
CODE = {".py", ".html", ".css", ".js", ".json"}
Entry = dict[str, Any]
Keys = tuple[str, ...]  # under any of which an entry is found


@cache
def builder_key() -> str:
    """Changes with every change of the program, and with every release."""
    files = sorted(p for p in PACKAGE.rglob("*") if p.suffix in CODE)
    return f"{release()} {_hash(files)}"


def maps_key(maps: Path) -> str:
    """Changes with every change of a board, a variant or a drawing."""
    folders = {maps, PROVIDED / "maps"}
    found = (p for folder in folders for p in folder.rglob("*"))
    return _hash(sorted(p for p in found if p.suffix in {".yaml", ".svg"} and p.is_file()))


def inputs_key(archive: Archive, chosen: Mapping[str, object]) -> str:
    """Changes with all that pages depend on besides single games; empty where that is not known.

    Those are the program and the installed packages, boards, `mkdocs.yml` with the variables it
    names, every file of the archive outside of its games (sites and hidden folders aside), and
    the games that issues and rule pages quote. Plugins of others, hooks and inherited settings
    may read anything.
    """
    file = archive.root / "mkdocs.yml"
    settings = file.read_text(encoding="utf-8")
    if FOREIGN.search(settings) or not {"chancery"} <= plugin_names(file) <= PLUGINS:
        return ""
    issues = sorted((archive.root / "docs" / "zines").rglob("*.md"))
    issues = [path for path in issues if path.is_file()]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in issues]
    quoted = {word for text in texts for word in WORD.findall(text)}
    games = [
        path
        for path in archive.game_paths
        if (path.stem in quoted or path.stem.endswith("-exhibition")) and path.is_file()
    ]
    packages = sorted(p.name for folder in sys.path for p in Path(folder).glob("*.dist-info"))
    named = {*VARIABLE.findall(settings), *CONSULTED}
    parts = (
        builder_key(), maps_key(archive.maps_folder), settings, repr(sorted(chosen.items())),
        repr(packages), repr([(name, os.environ.get(name, LONG_AGO)) for name in sorted(named)]),
        date.today().isoformat() if any("embargo" in text for text in texts) else "",
        _hash(games), repr(sorted(_stamped(archive.root, archive.games_folder))),
    )  # fmt: skip
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def _stamped(folder: Path, games: Path) -> Iterator[tuple[str, int, int]]:
    """Each file below a folder with its size and time; no games, no sites, nothing hidden."""
    for entry in os.scandir(folder):
        if entry.name.startswith(".") or entry.name == "__pycache__" or entry.path == str(games):
            continue
        if not entry.is_dir(follow_symlinks=False):
            place = Path(entry.path)
            found = place.stat() if place.exists() else entry.stat(follow_symlinks=False)
            yield entry.path, found.st_size, found.st_mtime_ns
        elif not Path(entry.path, "SHA256SUMS").is_file():
            yield from _stamped(Path(entry.path), games)


def _hash(files: Iterable[Path]) -> str:
    found = blake2b(digest_size=16)
    for place in files:
        found.update(str(place).encode() + b"\0" + place.read_bytes())
    return found.hexdigest()


def content_key(data: Mapping[str, Any]) -> str:
    """Plain data as the cache keeps it."""
    return json.dumps(data, separators=(",", ":"))


@dataclass
class BuildCache:
    """Entries of earlier builds by game; `base` is what all of them depend on.

    An entry holds the keys it was made under, the files with their sizes and times, and what
    the pages above the game need to know of it; what the search index needs lies beside it.
    """

    store: ContentStore
    base: str

    @classmethod
    def of(cls, root: Path, target: Path, base: str = "") -> BuildCache:
        """What an archive keeps of a site."""
        return cls(ContentStore(root / KEPT / "games" / digest(str(target.resolve()))), base)

    def stamp(self, path: Path, more: str) -> str:
        """Stays the same until somebody writes to a game file; needs no reading.

        Empty where there is no such file, as behind a link that leads in a circle.
        """
        try:
            return digest(f"{self.base} {more} {path.name} {_stamp(str(path))}")
        except OSError:
            return ""

    def game_keys(self, path: Path, stamp: str, more: str, today: date) -> Keys:
        """What the pages of a game file depend on: its content, and its stamp if that suffices.

        A game under an embargo depends on the day.
        """
        content = read_bytes(path)
        found = blake2b(f"{self.base} {more} {path.name}\0".encode(), digest_size=16)
        found.update(content)
        if b"embargo" in content:
            return (f"{found.hexdigest()} {today}",)
        return found.hexdigest(), stamp

    def find(self, name: str, key: str, target: Path) -> Entry | None:
        """The entry of that name, if this is among its keys and all its files are there."""
        try:
            entry: Entry = json.loads(self.store.get(name) or b"{}")
            if key not in entry.get("inputs", ()) or entry["target"] != str(target):
                return None
            return entry if _same(str(target), entry["files"]) else None
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return None

    def note(
        self, name: str, keys: Keys, publisher: Publisher, files: Iterable[str], more: Entry
    ) -> None:
        """Keep an entry for the next build; `files` are the paths of all its files."""
        stamps = {p: [*_stamp(str(publisher.place(p))), publisher.kept[p]] for p in files}
        entry = {**more, "inputs": keys, "target": str(publisher.target), "files": stamps}
        self.store.put(name, content_key(entry).encode())


def entry_name(path: Path) -> str:
    """The name of a game's entry; what it adds to the search index has `.index` behind it."""
    return blake2b(str(path).encode(), digest_size=12).hexdigest()


def _stamp(place: str) -> list[int]:
    found = os.stat(place)  # noqa: PTH116  (by the ten thousand)
    return [found.st_size, found.st_mtime_ns]


def _same(target: str, files: Mapping[str, list[Any]]) -> bool:
    """Have all files the size and the time of their stamps?"""
    stat = os.stat
    try:
        for path, (size, time, _) in files.items():  # there are hundreds of thousands
            found = stat(f"{target}/{path}")
            if found.st_size != size or found.st_mtime_ns != time or not is_portable(path):
                return False
    except OSError:
        return False
    return True


LENGTH = 32  # bytes of a hash
SIGNATURES = {".png": b"\x89PNG", ".pdf": b"%PDF"}
MOST = 200_000_000  # bytes of an entry


@dataclass(frozen=True)
class ContentStore:
    """A folder of entries by name. A damaged, cut or exchanged entry counts as missing."""

    folder: Path

    def get(self, name: str) -> bytes | None:
        """The content kept under a name; None if there is none or it is not as it was put."""
        try:
            data = read_whole(self.folder / name, MOST)
        except (ArchiveError, ValueError):
            return None
        content = data[LENGTH:]
        begins = SIGNATURES.get(name[-4:], b"")
        sound = content.startswith(begins) and data[:LENGTH] == _seal(name, content)
        return content if sound else None

    def has(self, name: str) -> bool:
        """Is there an entry, sound or not?"""
        return (self.folder / name).is_file()

    def put(self, name: str, content: bytes) -> None:
        """Keep a content under a name; it is never there half-written."""
        place = self.folder / name
        draft = place.with_name(f"{place.name}.{os.getpid()}")
        with suppress(OSError):  # what is not kept is made again
            place.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(_seal(name, content) + content)
            draft.replace(place)


def _seal(name: str, content: bytes) -> bytes:
    return blake2b(content, digest_size=LENGTH, key=name.encode()[:64]).digest()
