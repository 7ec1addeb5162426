"""The parts of a site that a build keeps from an earlier one.

A part is kept if its key, everything that was noted while it was made, and its files are as they
were. The cache lies outside of `docs/` and may be deleted at any time.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from builder.site.artifacts import Artifact, PartData, as_json, digest
from builder.site.parts.game_summary import GameSummary
from builder.site.publishing.content_store import BROKEN, ContentStore, Entry
from builder.site.publishing.faults import FAULT
from builder.site.publishing.made_data import MadeData
from builder.site.publishing.publisher import Publisher, stamp_of
from builder.site.search.page_text import PageSection, searched_sections
from builder.source.files import is_portable
from builder.source.recording import InputNote, Notes, is_same, recording


@dataclass
class InputCheck:
    """Compares noted inputs with what they are now. Files are looked at once in a build. `states`
    return the state that an input has now, by its kind. Inputs of other kinds count as changed."""

    by_content: bool = False
    states: dict[str, Callable[[str], str]] = field(default_factory=dict)
    _files: dict[tuple[str, str], bool] = field(default_factory=dict)

    def all_same(self, notes: Mapping[str, Sequence[str]]) -> bool:
        """Are all these inputs as they were noted?"""
        return all(self._is_same(name, InputNote(*noted)) for name, noted in notes.items())

    def _is_same(self, name: str, noted: InputNote) -> bool:
        kind, _, rest = name.partition(" ")
        if kind in self.states:
            return self.states[kind](rest) == noted.state
        key = name, noted.state
        if key not in self._files:
            self._files[key] = is_same(name, noted, self.by_content)
        return self._files[key]


class MadePart(NamedTuple):
    """A part that was made in this build: what is kept of it, and its files."""

    entry: Entry
    paths: list[str]


@dataclass
class PartCache:
    """Writes parts and keeps those of earlier builds. `write` writes a file. `files` are afterwards
    the files of all parts. Without `remembers` every part is made."""

    store: ContentStore
    publisher: Publisher
    write: Callable[[Artifact], None]
    data: MadeData
    inputs: InputCheck
    remembers: bool = True
    files: set[str] = field(default_factory=set)
    _made: dict[str, MadePart] = field(default_factory=dict)

    def kept(self, name: str, key: str | None = None, look: bool = True) -> Entry | None:
        """A part of an earlier build, if it can be kept; its key may be any if none is given."""
        entry = self.store.read(name)
        return entry if self.keep(entry, key, look) else None

    def keep(self, entry: Entry, key: str | None, look: bool = True) -> bool:
        """Keep the files of a part that an earlier build made under this key, if they are as they
        were, in a build that does `look` at them; were they kept?"""
        if not self.remembers:
            return False
        with suppress(*BROKEN):
            if self._is_sound(entry, key, look):
                self.publisher.kept.update(entry["sums"])
                self.publisher.inline.update(entry["inline"])
                self.files.update(entry["sums"])
                return True
        return False

    def _is_sound(self, entry: Entry, key: str | None, look: bool) -> bool:
        sums = entry["sums"]
        if key not in (None, entry["key"]) or not all(map(is_portable, sums)):
            return False
        if not all(isinstance(source, str) for source in entry["inline"]):
            return False
        place = f"{self.publisher.target}/".__add__
        if look and stamp_of(place, sums) != entry["stamp"]:
            return False
        return self.inputs.all_same(entry["notes"]) and self.data.keep(entry["data"])

    def add(
        self, name: str, key: str, made: Callable[[], Iterable[Artifact | PartData]], **more: Any
    ) -> Notes:
        """Write the files of a part; the next build is to know `more` plain data about it. A part
        with a fault is not kept. Returns what was noted."""
        paths: list[str] = []
        data: list[str] = []
        sections: list[PageSection] = []
        with recording() as notes, self.publisher.collecting_inline() as inline:
            for artifact in made():
                if isinstance(artifact, PartData):
                    self.data.put(artifact.name, artifact.value)
                    data.append(artifact.name)
                    continue
                self.write(artifact)
                paths.append(artifact.path)
                sections += searched_sections(artifact)
        if sections:
            self.data.put(f"search-{name}", sections)
            data.append(f"search-{name}")
        self.files.update(paths)
        entry = {
            "key": key,
            "inline": sorted(inline),
            "notes": notes,
            "data": {one: self.data.digests[one] for one in data},
            **more,
        }
        if not any(noted.startswith(f"{FAULT} ") for noted in notes):
            self._made[name] = MadePart(entry, paths)
        return notes

    def save(self) -> None:
        """Keep what was made for the next build; all files must be written."""
        while self._made:
            name, made = self._made.popitem()
            self.store.write(name, made.entry | self.entry(made.paths))

    def entry(self, paths: Iterable[str]) -> Entry:
        """What the next build must know of some files."""
        sums = {path: self.publisher.kept[path] for path in paths}
        return {"sums": sums, "stamp": stamp_of(self.publisher.place, sums)}


def digest_of(inputs: Any) -> str:
    """The digest of what a part is given: plain data and games' summaries, however nested."""
    return digest(as_json(_plain(inputs)))


def _plain(value: Any) -> Any:
    """The value with each summary replaced by what changes with it."""
    if isinstance(value, GameSummary):
        return [value.id, value.name, value.key]
    if isinstance(value, Mapping):
        return [[key, _plain(item)] for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
