"""The cache: a folder of entries by name, each sealed with its own hash.

It lies outside of `docs/` and may be deleted at any time. Nothing in it is executed. A damaged, cut
or exchanged entry counts as missing.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from builder.archive import KEPT
from builder.errors import ArchiveError
from builder.site.artifacts import digest
from builder.source.files import read_whole

Entry = dict[str, Any]
LENGTH = 32  # bytes of a hash
SIGNATURES = {".png": b"\x89PNG", ".pdf": b"%PDF"}
MOST = 200_000_000  # bytes of an entry
# What an entry of another shape than ours raises where it is read.
BROKEN = OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError


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
