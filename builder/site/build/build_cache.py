"""The cache of finished games: unchanged ones are not built again.

The cache lies in a folder of its own, outside of `docs/`, and may be thrown away at any time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from builder.errors import ArchiveError
from builder.provided import PROVIDED, release
from builder.site.build.publisher import Publisher
from builder.source.files import is_portable, read_bytes, read_whole

PACKAGE = Path(__file__).resolve().parents[2]
CODE = {".py", ".html", ".css", ".js", ".json"}
Entry = dict[str, Any]


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

    An entry holds the key it was made under, the files with their sizes and times, and what
    the pages above the game need to know of it; what the search index needs lies beside it.
    """

    store: ContentStore
    base: str

    def key(self, path: Path, *more: str) -> str:
        """What the pages of a game file depend on."""
        found = blake2b(digest_size=16)
        for part in (self.base.encode(), path.name.encode(), *(m.encode() for m in more)):
            found.update(part + b"\0")
        found.update(read_bytes(path))
        return found.hexdigest()

    def find(self, name: str, key: str, target: Path) -> Entry | None:
        """The entry of that name, if it was made under this key and all its files are there."""
        try:
            entry: Entry = json.loads(self.store.get(name) or b"{}")
            if entry.get("key") != key or entry["target"] != str(target):
                return None
            files = entry["files"].items()
            known = all(is_portable(p) and _same(f"{target}/{p}", s) for p, s in files)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return None
        return entry if known else None

    def note(
        self, name: str, key: str, publisher: Publisher, files: Mapping[str, str], more: Entry
    ) -> None:
        """Keep an entry for the next build; `files` are all its files with their SHA-256."""
        stamps = {p: [*_stamp(str(publisher.place(p))), sum_] for p, sum_ in files.items()}
        entry = {**more, "key": key, "target": str(publisher.target), "files": stamps}
        self.store.put(name, content_key(entry).encode())


def entry_name(path: Path) -> str:
    """The name of a game's entry; what it adds to the search index has `.index` behind it."""
    return blake2b(str(path).encode(), digest_size=12).hexdigest()


def _stamp(place: str) -> list[int]:
    found = os.stat(place)  # noqa: PTH116  (by the ten thousand)
    return [found.st_size, found.st_mtime_ns]


def _same(place: str, stamp: list[Any]) -> bool:
    try:
        return _stamp(place) == stamp[:2]
    except OSError:
        return False


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
