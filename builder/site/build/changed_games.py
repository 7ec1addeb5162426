"""Builds the games that changed; takes the others from the cache."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

from builder.archive import PRIVATE
from builder.errors import ArchiveError
from builder.executors import Workers, elsewhere, garbage_collection_paused, usable_cores
from builder.record import Record
from builder.site.addresses import game as game_address
from builder.site.artifacts import PdfRequest, PngRequest, SitePart, digest
from builder.site.build import game_builder
from builder.site.build.build_cache import BuildCache, Entry, Keys, content_key, entry_name
from builder.site.build.game_builder import BuiltGame, GameBuilder, WorkerSetup
from builder.site.build.image_cache import ImageCache
from builder.site.build.publisher import Publisher
from builder.site.build.site import Site
from builder.site.parts.game_summary import GameSummary, summary_of
from builder.site.search.order_index import block, block_count, block_of, index_of, shards
from builder.source.files import check_inside

INDEXED = {"orders", "positions", "end"}  # the parts of what a game adds to the index
FEW = 6  # games for which nobody is called to help
Progress = Callable[[str, int, int], None]
ImageRequest = PdfRequest | PngRequest
ABOVE = ("keys", "positions", "played")  # of a block, what the shards above the blocks hold
Thing = TypeVar("Thing")


@dataclass
class ChangedGames:
    """Builds the games that changed; `errors` has the errors of those that cannot be built."""

    site: Site
    publisher: Publisher
    cache: BuildCache
    images: ImageCache
    progress: Progress
    entries: dict[Path, Entry] = field(default_factory=dict)
    errors: dict[Path, ArchiveError] = field(default_factory=dict)

    def build(self) -> None:
        """Builds what changed and keeps the rest; `errors` has the errors of the others."""
        with garbage_collection_paused():
            keys = dict(self._new_keys())
        changed = list(keys)
        few = len(changed) <= FEW and not elsewhere()
        made = self._alone(changed) if few else self._shared(changed)
        with garbage_collection_paused() if changed else nullcontext():
            for path, result in made:
                self.publisher.keep({p: sum_ for p, sum_ in result.files.items() if sum_})
                self.publisher.written += result.written
                name = entry_name(path)
                self.cache.store.put(f"{name}.index", result.finds.encode())
                self.cache.note(name, keys[path], self.publisher, result.files, result.entry)
                entry = content_key({**result.entry, "inputs": keys[path]})
                self._enter(json.loads(entry), path)  # as the next build will find it
        self.index = self._index()

    def _new_keys(self) -> Iterator[tuple[Path, Keys]]:
        """The games that must be built, and what their pages depend on; the others are entered."""
        self.errors = dict(self.site.archive.namesakes)
        for path in self.site.archive.game_paths:
            try:
                if path not in self.errors and (keys := self._keys(path)):
                    yield path, keys
            except ArchiveError as error:
                self.errors[path] = error

    def _keys(self, path: Path) -> Keys:
        """What a game's pages depend on; nothing if the cache has them, which are then entered."""
        more = self._more(path)
        name, target = entry_name(path), self.publisher.target
        stamp = self.cache.stamp(path, more)
        entry, keys = self.cache.find(name, stamp, target), Keys()
        if entry is None:
            check_inside(self.site.archive.root, path)
            keys = self.cache.game_keys(path, stamp, more, self.site.today)
            entry = self.cache.find(name, keys[0], target)
        if entry is None or not _is_sound(entry):
            return keys or self.cache.game_keys(path, stamp, more, self.site.today)
        self.publisher.keep({p: found[2] for p, found in entry.pop("files").items()})
        self._enter(entry, path)
        return ()

    def _enter(self, entry: Entry, path: Path) -> None:
        self.publisher.inline.update(entry.pop("inline"))
        self.entries[path] = {**entry, "summary": summary_of(entry["summary"])}

    @cached_property
    def summaries(self) -> dict[Path, GameSummary]:
        """What lists say of the games, in the order of their files."""
        return {path: entry["summary"] for path, entry in self._in_order()}

    def _index(self) -> SitePart:
        """Of the index of orders and positions what stands above the blocks; blocks in which no
        game changed are kept."""
        count = block_count(len(self.summaries))
        members: list[list[Path]] = [[] for _ in range(count)]
        for path in self.summaries:
            members[block_of(path.stem, count)].append(path)
        blocks = [self._block(n, count, paths) for n, paths in enumerate(members)]
        told = [digest(content_key({k: b[k] for k in ABOVE})) for b in blocks]
        find = self.site.archive.variant
        return SitePart(
            "index",
            (told, len(self.summaries)),
            lambda: shards(blocks, len(self.summaries), find),
        )

    def _block(self, number: int, count: int, paths: list[Path]) -> Entry:
        name = f"block-{number}"
        key = digest(" ".join((str(count), *(self.entries[p]["inputs"][0] for p in paths))))
        known = self.cache.find(name, key, self.publisher.target)
        if known is not None:
            self.publisher.keep({p: stamp[2] for p, stamp in known["files"].items()})
            return known
        found, entry = block(number, count, ((self.summaries[p], self._finds(p)) for p in paths))
        self.publisher.put_all(found)
        self.cache.note(name, (key,), self.publisher, [made.path for made in found], entry)
        return entry

    def _finds(self, path: Path) -> Entry:
        """What a game adds to the index."""
        with suppress(ValueError, AttributeError):
            entry: Entry = json.loads(self.cache.store.get(f"{entry_name(path)}.index") or b"")
            if entry.keys() == INDEXED:
                return entry
        work = self.site.work(path)
        return {} if work is None else index_of(work.replay, work.order_rows)

    def moved(self) -> dict[str, str]:
        """The folders that games had before they were renamed, and those they have now."""
        return {
            game_address(old): game_address(path.stem)
            for path, entry in self._in_order()
            for old in entry["formerly"]
        }

    def _in_order(self) -> Iterator[tuple[Path, Entry]]:
        paths = self.site.archive.game_paths
        return ((path, self.entries[path]) for path in paths if path in self.entries)

    def render(self, prints: Mapping[str, ImageRequest]) -> None:
        """Have pictures rendered, and put into the site."""
        for job in prints.values():
            self.images.order(job)
        self.images.finish(partial(self.progress, "pictures"))
        for path, job in prints.items():
            self.publisher.write(path, self.images.rendered(job))

    def _alone(self, changed: list[Path]) -> Iterator[tuple[Path, BuiltGame]]:
        here = self._game_builder()
        records: dict[Path, Record] = {}
        for path in changed:
            if (record := self._without_fault(path, here.read(path))) is not None:
                records[path] = record
        done: dict[Path, BuiltGame] = {}
        for path, record in self._counted(records.items(), len(records)):
            if (made := self._without_fault(path, here.build(path, record))) is not None:
                done[path] = made
                for job in made.prints.values():
                    self.images.order(job)
        self.render(
            {address: job for made in done.values() for address, job in made.prints.items()}
        )
        yield from done.items()

    def _shared(self, changed: list[Path]) -> Iterator[tuple[Path, BuiltGame]]:
        site = self.site
        frame = self.publisher.frame.for_games()
        target, store = self.publisher.target, self.images.store
        setup = WorkerSetup(site.archive.root, site.settings, site.today, target, frame, store)
        game_builder.begin(self._game_builder())
        count = min(usable_cores(), len(changed) // FEW + 1)
        with Workers(count, game_builder.start_worker, setup) as workers:
            packed: dict[Path, bytes] = {}
            for path, found in workers.share(game_builder.read, changed):
                if (record := self._without_fault(path, found)) is not None:
                    packed[path] = record
            tasks = [*packed.items()]
            shared = workers.share(game_builder.build_game, tasks)
            for (path, _), result in self._counted(shared, len(tasks)):
                if (made := self._without_fault(path, result)) is not None:
                    yield path, made

    def _game_builder(self) -> GameBuilder:
        return GameBuilder(self.site, self.publisher.target, self.publisher.frame, self.images)

    def _without_fault(self, path: Path, found: Thing | ArchiveError | None) -> Thing | None:
        """The result of a game's build; its error is noted."""
        if isinstance(found, ArchiveError):
            self.errors[path] = found
            return None
        return found

    def _counted(self, things: Iterable[Thing], total: int) -> Iterator[Thing]:
        for done, thing in enumerate(things, start=1):
            yield thing
            self.progress("games", done, total)

    def _more(self, path: Path) -> str:
        """What else a game depends on: phases that are held back, pictures that others link."""
        held = self.site.archive.held(path) if path.stem in self._private else None
        linked = sorted(p for p in self.site.linked if p.startswith(f"games/{path.stem}/"))
        text = held.read_text(encoding="utf-8") if held is not None and held.is_file() else ""
        return " ".join((text, *linked))

    @cached_property
    def _private(self) -> frozenset[str]:
        """The games of which something is not published."""
        folder = self.site.archive.root / PRIVATE
        return frozenset(p.name for p in folder.iterdir()) if folder.is_dir() else frozenset()


def _is_sound(entry: Entry) -> bool:
    """Does what was kept of a game have its parts, or was it exchanged?"""
    try:
        summary = summary_of(entry["summary"])
        texts = [summary.id, summary.name, summary.began, *entry["formerly"], *entry["inline"]]
        return all(isinstance(text, str) for text in texts)
    except (LookupError, TypeError, AttributeError):
        return False
