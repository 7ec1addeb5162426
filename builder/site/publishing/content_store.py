"""A store of entries by name, each sealed with its own hash. Nothing in it is executed. A damaged,
cut or exchanged entry counts as missing."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from builder.archive import CACHE
from builder.errors import ArchiveError
from builder.site.artifacts import as_json, digest
from builder.source.files import read_whole, write_whole
from builder.source.recording import unrecorded

Entry = dict[str, Any]
LENGTH = 32  # bytes of a hash
SIGNATURES = {  # how a picture begins, and a piece of one
    "png": b"\x89PNG",
    "pdf": b"%PDF",
    "webp": b"RIFF",
    "piece": b"chancery-piece\n",
}
MOST = 200_000_000  # bytes of an entry
# What an entry of another shape than ours raises where it is read.
BROKEN = OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError


@dataclass(frozen=True)
class ContentStore:
    """A folder of entries by name."""

    folder: Path

    def get(self, name: str) -> bytes | None:
        """The content kept under a name; None if there is none or it is not as it was put."""
        with suppress(ArchiveError, ValueError), unrecorded():
            data = read_whole(self.folder / name, MOST)
            content = data[LENGTH:]
            signature = SIGNATURES.get(name.rpartition(".")[2], b"")
            if content.startswith(signature) and data[:LENGTH] == _seal(name, content):
                return content
        return None

    def put(self, name: str, content: bytes) -> None:
        """Keep a content under a name; it is never there half-written."""
        place = self.folder / name
        with suppress(OSError):  # what is not kept is made again
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place, _seal(name, content) + content)

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
            entry = json.loads(self.get(name) or b"")
            if isinstance(entry, dict):
                return entry
        return {}

    def write(self, name: str, entry: Entry) -> None:
        """Keep a mapping of plain data under a name."""
        self.put(name, as_json(entry).encode("utf-8", "surrogateescape"))


def store_of(root: Path, target: Path) -> ContentStore:
    """What an archive keeps of its site in a folder."""
    return ContentStore(root / CACHE / "games" / digest(str(target.resolve())))


def _seal(name: str, content: bytes) -> bytes:
    return blake2b(content, digest_size=LENGTH, key=name.encode()[:64]).digest()
