"""The cache of builds: entries by name, each sealed with its own hash, and the keys they have. The
parts of a site that it keeps are made again only if their key or their files changed.

It lies outside of `docs/` and may be deleted at any time. Nothing in it is executed. A damaged, cut
or exchanged entry counts as missing. A key changes with all that an entry was made of.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from builder.archive import CACHE, Archive
from builder.errors import ArchiveError
from builder.provided import PROVIDED
from builder.site.artifacts import Artifact, as_json, digest
from builder.site.publishing.publisher import Publisher, stamp_of
from builder.source.documents import site_settings
from builder.source.files import is_portable, read_bytes, read_whole, write_whole

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
GAME = re.compile(r"games/([^/\"'#?<>]+)/")
CODE = {".py", ".html", ".css", ".js", ".json"}


@dataclass(frozen=True)
class ContentStore:
    """A folder of entries by name."""

    folder: Path

    def get(self, name: str) -> bytes | None:
        """The content kept under a name; None if there is none or it is not as it was put."""
        with suppress(ArchiveError, ValueError):
            data = read_whole(self.folder / name, MOST)
            content, begins = data[LENGTH:], SIGNATURES.get(name[-4:], b"")
            if content.startswith(begins) and data[:LENGTH] == _seal(name, content):
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
            if isinstance(found := json.loads(self.get(name) or b""), dict):
                return found
        return {}

    def write(self, name: str, entry: Entry) -> None:
        """Keep a mapping of plain data under a name."""
        self.put(name, as_json(entry).encode("utf-8", "surrogateescape"))


@dataclass
class PartCache:
    """Writes parts and keeps those of earlier builds, unless a game that they link has another name
    in `names`. `write` writes a file. `files` are afterwards the files of all parts."""

    store: ContentStore
    publisher: Publisher
    write: Callable[[Artifact], None]
    names: dict[str, str] = field(default_factory=dict)
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
            if sound and (not look or stamp_of(place, sums) == entry["stamp"]):
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
        return {"sums": sums, "stamp": stamp_of(self.publisher.place, sums)}


def store_of(root: Path, target: Path) -> ContentStore:
    """What an archive keeps of its site in a folder."""
    return ContentStore(root / CACHE / "games" / digest(str(target.resolve())))


def _seal(name: str, content: bytes) -> bytes:
    return blake2b(content, digest_size=LENGTH, key=name.encode()[:64]).digest()


@cache
def _code_key() -> str:
    return _hash(sorted(p for p in PACKAGE.rglob("*") if p.suffix in CODE))


def program_key(maps: Path) -> str:
    """Changes with every change of the program, a board, a variant or a drawing."""
    found = (p for folder in {maps, PROVIDED / "maps"} for p in folder.rglob("*"))
    drawn = sorted(p for p in found if p.suffix in {".yaml", ".svg"} and p.is_file())
    return f"{_code_key()} {_hash(drawn)}"


def inputs_key(archive: Archive, chosen: Mapping[str, object]) -> str:
    """Changes with all that pages depend on besides single games; empty where that is not known.
    Those are the program and the installed packages, boards, `mkdocs.yml` with the variables it
    names, every file of the archive outside of its games (sites and hidden folders aside), and the
    games that issues and rule pages quote. Plugins of others, hooks and inherited settings may read
    anything."""
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
        program_key(archive.maps_folder), settings, repr(sorted(chosen.items())),
        repr(packages), repr([(name, os.environ.get(name, LONG_AGO)) for name in sorted(named)]),
        date.today().isoformat() if any("embargo" in text for text in texts) else "",
        _hash(p for p in games if p.is_file()), outside,
    )  # fmt: skip
    return digest("\0".join(parts))


def contents_key(archive: Archive) -> str:
    """Changes with the content of every file of the archive outside of its games. It finds what an
    editor's program or a copy changed without another size or time."""
    paths = sorted(path for path, _, _ in _stamped(archive.root, archive.games_folder))
    return _hash(place for place in map(Path, paths) if place.is_file())


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
        found.update(os.fsencode(place) + b"\0" + place.read_bytes())
    return found.hexdigest()


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
    found = digest(f"{base} {path.name}\0".encode() + content)
    return (f"{found} {today}",) if b"embargo" in content else (found, quick)
