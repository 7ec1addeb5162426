"""Parts of a site, each made again only if its key changes or its files are not as they were."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from builder.site.artifacts import Artifact
from builder.site.build.build_cache import BROKEN, ContentStore, Entry
from builder.site.build.publisher import Publisher, stamps_of
from builder.source.files import is_portable

GAME = re.compile(r"games/([^/\"'#?<>]+)/")


@dataclass
class PartCache:
    """Makes parts and keeps those of earlier builds.

    `write` writes a file. `names` are the names of games by their ids: a part is made again if a
    game that it links has another name. `files` are afterwards the files of all parts.
    """

    store: ContentStore
    publisher: Publisher
    write: Callable[[Artifact], None]
    names: Mapping[str, str] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    _made: dict[str, tuple[Entry, Iterable[str]]] = field(default_factory=dict)

    def kept(self, name: str, key: str | None = None, look: bool = True) -> Entry | None:
        """A part of an earlier build, if it can be kept; its key may be any if none is given."""
        entry = self.store.read(name)
        return entry if self.keep(entry, key, look) else None

    def keep(self, entry: Entry, key: str | None, look: bool = True) -> bool:
        """Keep the files of a part that an earlier build made under this key, if they are as they
        were, in a build that does `look` at them; were they kept?"""
        with suppress(*BROKEN):
            sums, place = entry["sums"], f"{self.publisher.target}/".__add__
            sound = key in (None, entry["key"]) and all(map(is_portable, sums))
            sound = sound and entry.get("names", {}).items() <= self.names.items()
            if sound and (not look or stamps_of(place, sums) == entry["stamps"]):
                self.publisher.kept.update(sums)
                self.files.update(sums)
                return True
        return False

    def add(self, name: str, key: str, artifacts: Iterable[Artifact], **more: Any) -> None:
        """Write the files of a part; the next build is to know `more` plain data about it."""
        paths, linked = list[str](), set[str]()
        for artifact in artifacts:
            self.write(artifact)
            paths.append(artifact.path)
            if isinstance(artifact.content, str):
                linked.update(GAME.findall(artifact.content))
        named = {game: self.names[game] for game in linked & self.names.keys()}
        self.files.update(paths)
        self._made[name] = {"key": key, "names": named, **more}, paths

    def save(self) -> None:
        """Keep what was made for the next build; all files must be written."""
        while self._made:
            name, (entry, paths) = self._made.popitem()
            self.store.write(name, entry | self.entry(paths))

    def entry(self, paths: Iterable[str]) -> Entry:
        """What the next build must know of some files."""
        sums = {path: self.publisher.kept[path] for path in paths}
        return {"sums": sums, "stamps": stamps_of(self.publisher.place, sums)}
