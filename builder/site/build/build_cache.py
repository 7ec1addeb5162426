"""The cache of builds: entries by name, each sealed with its own hash, and the keys they have.

It lies outside of `docs/` and may be deleted at any time. Nothing in it is executed. A damaged, cut
or exchanged entry counts as missing. A key changes with all that an entry was made of.
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
from typing import Any

from builder.archive import KEPT, Archive
from builder.errors import ArchiveError
from builder.provided import PROVIDED
from builder.site.artifacts import digest
from builder.source.documents import site_settings
from builder.source.files import read_bytes, read_whole

Entry = dict[str, Any]
LENGTH = 32  # bytes of a hash
SIGNATURES = {".png": b"\x89PNG", ".pdf": b"%PDF"}
MOST = 200_000_000  # bytes of an entry
# What an entry of another shape than ours raises where it is read.
BROKEN = OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError
PACKAGE = Path(__file__).resolve().parents[2]
FOREIGN = re.compile(r"^(?:INHERIT|hooks):|custom_dir: *['\"]?(?:/|\.\.)|snippets", re.MULTILINE)
CONSULTED = ("SOURCE_DATE_EPOCH", "CHANCERY_CHROMIUM", "CHANCERY_SITE_URL")
PLUGINS = {"chancery", "search", "material/search"}
VARIABLE = re.compile(r"\bCHANCERY_\w+|(?<=!ENV )\w+|(?<=!ENV \[)\w+")
LONG_AGO = "946684800"  # SOURCE_DATE_EPOCH where none is given: no page holds the build's day
WORD = re.compile(r"[\w-]+")
CODE = {".py", ".html", ".css", ".js", ".json"}


@dataclass(frozen=True)
class ContentStore:
    """A folder of entries by name."""

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

    def put(self, name: str, content: bytes) -> None:
        """Keep a content under a name; it is never there half-written."""
        place = self.folder / name
        draft = place.with_name(f"{place.name}.{os.getpid()}")
        with suppress(OSError):  # what is not kept is made again
            place.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(_seal(name, content) + content)
            draft.replace(place)

    def kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The content kept under a name, made now if there is none."""
        content = self.get(name)
        if content is None:
            content = make()
            self.put(name, content)
        return content

    def read(self, name: str) -> Entry:
        """The mapping kept under a name; empty if there is none."""
        with suppress(*BROKEN):
            if isinstance(found := json.loads(self.get(name) or b""), dict):
                return found
        return {}

    def write(self, name: str, entry: Entry) -> None:
        """Keep a mapping of plain data under a name."""
        self.put(name, compact_json(entry).encode())


def store_of(root: Path, target: Path) -> ContentStore:
    """What an archive keeps of its site in a folder."""
    return ContentStore(root / KEPT / "games" / digest(str(target.resolve())))


def compact_json(data: Any) -> str:
    """Plain data as the cache keeps it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _seal(name: str, content: bytes) -> bytes:
    return blake2b(content, digest_size=LENGTH, key=name.encode()[:64]).digest()


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
    issues = sorted(p for p in (archive.root / "docs/zines").rglob("*.md") if p.is_file())
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in issues]
    quoted = {word for text in texts for word in WORD.findall(text)}
    games = [p for p in archive.game_paths if p.stem in quoted or p.stem.endswith("-exhibition")]
    outside = repr(sorted(_stamped(archive.root, archive.games_folder)))
    packages = sorted(p.name for folder in sys.path for p in Path(folder).glob("*.dist-info"))
    named = {*VARIABLE.findall(settings), *CONSULTED}
    parts = (
        builder_key(), maps_key(archive.maps_folder), settings, repr(sorted(chosen.items())),
        repr(packages), repr([(name, os.environ.get(name, LONG_AGO)) for name in sorted(named)]),
        date.today().isoformat() if any("embargo" in text for text in texts) else "",
        _hash(p for p in games if p.is_file()), outside,
    )  # fmt: skip
    return digest("\0".join(parts))


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


def stamp_of(path: Path, base: str) -> str:
    """Stays the same until somebody writes to a game file or `base` changes; needs no reading.
    Empty where there is no such file, as behind a link that leads in a circle."""
    try:
        found = os.stat(path)  # noqa: PTH116  (by the thousand)
    except OSError:
        return ""
    return f"{found.st_size}:{found.st_mtime_ns} {digest(base)}"


def game_keys(path: Path, base: str, stamp: str, today: date) -> tuple[str, ...]:
    """What the pages of a game file depend on: `base` and its content, and its stamp if that
    suffices. A game under an embargo depends on the day."""
    content = read_bytes(path)
    found = digest(f"{base} {path.name}\0".encode() + content)
    return (f"{found} {today}",) if b"embargo" in content else (found, stamp)
