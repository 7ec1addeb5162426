"""The cache of finished games: unchanged ones are not built again.

The cache lies in a folder of its own, outside of `docs/`, and may be thrown away at any time.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from builder.archive import KEPT, Archive
from builder.provided import PROVIDED
from builder.site.artifacts import digest
from builder.site.build.content_store import ContentStore
from builder.site.build.publisher import Publisher
from builder.site.parts.game_summary import GameSummary
from builder.source.documents import site_settings
from builder.source.files import is_portable, read_bytes

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
    """Changes with every change of the program."""
    return _hash(sorted(p for p in PACKAGE.rglob("*") if p.suffix in CODE))


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
    if FOREIGN.search(settings) or not {"chancery"} <= site_settings(file)[1] <= PLUGINS:
        return ""
    issues = sorted((archive.root / "docs" / "zines").rglob("*.md"))
    issues = [path for path in issues if path.is_file()]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in issues]
    quoted = {word for text in texts for word in WORD.findall(text)}
    stems = ((path, path.stem) for path in archive.game_paths)
    games = [p for p, stem in stems if stem in quoted or stem.endswith("-exhibition")]
    outside = repr(sorted(_stamped(archive.root, archive.games_folder)))
    packages = sorted(p.name for folder in sys.path for p in Path(folder).glob("*.dist-info"))
    named = {*VARIABLE.findall(settings), *CONSULTED}
    parts = (
        builder_key(), maps_key(archive.maps_folder), settings, repr(sorted(chosen.items())),
        repr(packages), repr([(name, os.environ.get(name, LONG_AGO)) for name in sorted(named)]),
        date.today().isoformat() if any("embargo" in text for text in texts) else "",
        _hash(p for p in games if p.is_file()), outside,
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


def content_key(data: Any) -> str:
    """Plain data as the cache keeps it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class KeptGame(NamedTuple):
    """What is kept of a finished game: the keys that it was made under, what the pages above it
    are to know, the addresses that it had before, the hashes of what may run in its pages in one
    text, and the length and digest of its lines of `SHA256SUMS`."""

    keys: Keys
    summary: GameSummary
    formerly: list[str]
    inline: str
    size: int
    sum: str

    @classmethod
    def of(cls, data: list[Any]) -> KeptGame:
        """An entry as it was kept; raises TypeError or ValueError if it was exchanged."""
        keys, summary, formerly, inline, size, sum_ = data
        found = cls(tuple(keys), GameSummary(*summary), formerly, inline, int(size), sum_)
        if {*map(type, (found.summary.id, found.summary.name, inline, *formerly))} != {str}:
            raise ValueError(found.summary.id)
        return found


@dataclass
class BuildCache:
    """Entries of earlier builds; `base` is what all games depend on.

    Games are kept in blocks of the search index: what every build reads in `games-N`, sizes and
    times of files and the figures of games in `details-N`. An entry of anything else holds the
    key that it was made under and its files with their hashes, sizes and times.
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
            found = os.stat(path)  # noqa: PTH116  (by the thousand)
        except OSError:
            return ""
        return f"{found.st_size}:{found.st_mtime_ns} {digest(more) if more else ''}"

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

    def find(self, name: str, key: str, target: Path, look: bool = True) -> Entry | None:
        """The entry of that name, if it is `sound`."""
        return self.sound(self.entries(name), key, target, look)

    def entries(self, name: str) -> Entry:
        """What is kept under a name: an entry, or several by their names."""
        with suppress(ValueError, RecursionError):
            if isinstance(found := json.loads(self.store.get(name) or b"{}"), dict):
                return found
        return {}

    def sound(self, entry: Entry, key: str, target: Path, look: bool = True) -> Entry | None:
        """An entry, if it was made under this key and its files are as they were, in a build that
        does `look` at them."""
        try:
            sums, place = entry["sums"], f"{target}/".__add__
            sound = (entry["key"], entry["target"]) == (key, str(target))
            found = sound and look and all(map(is_portable, sums)) and stamps_of(place, sums)
            if sound and (not look or found == entry["stamps"]):
                return entry
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            pass
        return None

    def note(
        self, name: str, key: str, publisher: Publisher, files: Iterable[str], more: Entry
    ) -> None:
        """Keep an entry for the next build; `files` are the paths of all its files."""
        self.store.put(name, content_key(entry_of(key, publisher, files, more)).encode())


def entry_of(key: str, publisher: Publisher, files: Iterable[str], more: Entry) -> Entry:
    """An entry with all its files, as the next build asks for it."""
    sums = {path: publisher.kept[path] for path in files}
    made = {"key": key, "target": str(publisher.target), "sums": sums}
    return {**more, **made, "stamps": stamps_of(publisher.place, sums)}


def added_name(path: Path) -> str:
    """The name under which is kept what a game adds to the search index and to the data."""
    return f"{blake2b(str(path).encode(), digest_size=12).hexdigest()}.index"


def stamps_of(place: Callable[[str], Path | str], paths: Iterable[str]) -> str:
    """The sizes and times of some files; `place` finds them."""
    found = (os.stat(place(path)) for path in paths)  # noqa: PTH116  (by the hundred thousand)
    return " ".join(f"{one.st_size}:{one.st_mtime_ns}" for one in found)
