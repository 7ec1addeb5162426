"""The content of the cache: each entry is named by the hash of its content."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

LENGTH = 32  # bytes of a hash


@dataclass(frozen=True)
class ContentStore:
    """A folder of entries by name. A damaged, cut or exchanged entry counts as missing."""

    folder: Path

    def get(self, name: str) -> bytes | None:
        """The content kept under a name; None if there is none or it is not as it was put."""
        try:
            data = (self.folder / name).read_bytes()
        except (OSError, ValueError):
            return None
        content = data[LENGTH:]
        return content if data[:LENGTH] == _hash(name, content) else None

    def has(self, name: str) -> bool:
        """Is there an entry, sound or not?"""
        return (self.folder / name).is_file()

    def put(self, name: str, content: bytes) -> None:
        """Keep a content under a name; it is never there half-written."""
        place = self.folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        draft = place.with_name(f"{place.name}.{os.getpid()}")
        draft.write_bytes(_hash(name, content) + content)
        draft.replace(place)


def _hash(name: str, content: bytes) -> bytes:
    return blake2b(content, digest_size=LENGTH, key=name.encode()[:64]).digest()
