"""Builds the games that changed; takes the others from the cache."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

from builder.archive import PRIVATE
from builder.errors import ArchiveError
from builder.executors import Workers, elsewhere, garbage_collection_paused, usable_cores
from builder.record import Record
from builder.site.addresses import game as game_address
from builder.site.artifacts import Artifact, PdfRequest, PngRequest, SitePart, digest
from builder.site.build import game_builder
from builder.site.build.build_cache import (
    BuildCache,
    Entry,
    KeptGame,
    Keys,
    content_key,
    index_name,
    stamps_of,
)
from builder.site.build.game_builder import BuiltGame, GameBuilder, WorkerSetup
from builder.site.build.image_cache import ImageCache
from builder.site.build.publisher import Publisher, paths_in
from builder.site.build.site import Site
from builder.site.build.sitemap import sitemap_part
from builder.site.parts.game_summary import GameSummary
from builder.site.search.order_index import block, block_count, block_of, index_of, shards
from builder.source.files import check_inside

INDEXED = {"orders", "positions", "end"}  # the parts of what a game adds to the index
FEW = 6  # games for which nobody is called to help
Progress = Callable[[str, int, int], None]
ImageRequest = PdfRequest | PngRequest
Thing = TypeVar("Thing")


@dataclass
class ChangedGames:
    """Builds the games that changed; `errors` has the errors of those that cannot be built."""

    site: Site
    publisher: Publisher
    cache: BuildCache
    images: ImageCache
    progress: Progress
    entries: dict[Path, KeptGame] = field(default_factory=dict)
    errors: dict[Path, ArchiveError] = field(default_factory=dict)
    _kept: dict[str, list[Any]] = field(default_factory=dict)
    _changed: set[Path] = field(default_factory=set)

    def build(self) -> None:
        """Builds what changed and keeps the rest; `errors` has the errors of the others."""
        with garbage_collection_paused():
            self._kept = dict(self._kept_games())
            keys = dict(self._new_keys())
            self._kept = {}
        changed = list(keys)
        self._changed = set(changed)
        few = len(changed) <= FEW and not elsewhere()
        made = self._alone(changed) if few else self._shared(changed)
        with garbage_collection_paused() if changed else nullcontext():
            for path, result in made:
                self.publisher.written += result.written
                self.cache.store.put(index_name(path), result.finds.encode())
                own = self.publisher.kept
                sums = {p: sum_ or own.pop(p) for p, sum_ in sorted(result.files.items())}
                lines = "".join(f"{sum_}  {p}\n" for p, sum_ in sums.items())
                entry = content_key([keys[path], *result.entry, lines])
                self._enter(path, json.loads(entry))  # as the next build will find it
        self.index = self._index()

    def _kept_games(self) -> Iterator[tuple[str, list[Any]]]:
        """What earlier builds kept of each game, by the path of its file."""
        for place in self.cache.store.folder.glob("games-*"):
            with suppress(ValueError, LookupError, TypeError, AttributeError, RecursionError):
                kept = json.loads(self.cache.store.get(place.name) or b"")
                if kept["target"] == str(self.publisher.target):
                    yield from kept["games"].items()

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
        stamp = self.cache.stamp(path, more)
        if self._enter_kept(path, stamp):
            return ()
        check_inside(self.site.archive.root, path)
        keys = self.cache.game_keys(path, stamp, more, self.site.today)
        return () if self._enter_kept(path, keys[0]) else keys

    def _enter_kept(self, path: Path, key: str) -> bool:
        """Enters what was kept of a game under a key, if all its files are as they were."""
        try:
            stamps, kept = self._kept[str(path)]
            if key not in kept[0] or stamps_of(self._published, paths_in(kept[4])) != stamps:
                return False
            self._enter(path, kept)
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            return False
        return True

    def _published(self, path: str) -> str:
        return f"{self.publisher.target}/{path}"

    def _enter(self, path: Path, data: list[Any]) -> None:
        found = self.entries[path] = KeptGame.of(data)
        self.publisher.inline.update(found.inline)
        self.publisher.folders[game_address(found.summary.id)] = found.lines

    @cached_property
    def summaries(self) -> dict[Path, GameSummary]:
        """What lists say of the games, in the order of their files."""
        paths = self.site.archive.game_paths
        return {path: self.entries[path].summary for path in paths if path in self.entries}

    def _index(self) -> SitePart:
        """Of the index of orders and positions what stands above the blocks; blocks in which no
        game changed are kept."""
        count, store = block_count(len(self.summaries)), self.cache.store
        members: list[list[Path]] = [[] for _ in range(count)]
        for path in self.summaries:
            members[block_of(path.stem, count)].append(path)
        told = [self._block(number, count, paths) for number, paths in enumerate(members)]
        now = {f"games-{number}" for number in range(count)}
        for place in store.folder.glob("games-*"):
            with suppress(OSError):
                if place.name not in now:
                    place.unlink()

        def above() -> Iterator[Artifact]:
            blocks = []
            for number, sum_ in enumerate(told):
                kept = store.get(f"found-{number}") or b""
                if digest(kept.decode("utf-8", "replace")) == sum_:
                    blocks.append(json.loads(kept))
                else:
                    blocks.append(block(number, count, self._found_in(members[number]))[1])
            yield from shards(blocks, len(self.summaries), self.site.archive.variant)

        return SitePart("index", (told, len(self.summaries)), above)

    def _block(self, number: int, count: int, paths: list[Path]) -> str:
        """Makes the shards of a block of games, unless these are as they were; the digest of what
        the shards above need of them."""
        name, store = f"block-{number}", self.cache.store
        key = digest(" ".join((str(count), *(self.entries[p].keys[0] for p in paths))))
        known = self.cache.find(name, key, self.publisher.target)
        if known is None or not self._changed.isdisjoint(paths):
            games = {}
            for path in paths:
                place = self.publisher.place if path in self._changed else self._published
                games[str(path)] = (
                    stamps_of(place, paths_in(self.entries[path].lines)),
                    self.entries[path],
                )
            kept = {"target": str(self.publisher.target), "games": games}
            store.put(f"games-{number}", content_key(kept).encode())
        if known is not None:
            self.publisher.keep(known["sums"])
            return str(known.get("above"))
        made, entry = block(number, count, self._found_in(paths))
        if site_url := self.publisher.frame.site_url:
            files = (file for path in paths for file in paths_in(self.entries[path].lines))
            made.append(sitemap_part(number, files, site_url))
        self.publisher.put_all(made)
        above = content_key(entry)
        store.put(f"found-{number}", above.encode())
        more = {"above": digest(above)}
        self.cache.note(name, key, self.publisher, [one.path for one in made], more)
        return more["above"]

    def _found_in(self, paths: Iterable[Path]) -> Iterator[tuple[GameSummary, Entry]]:
        """Games with what each adds to the index."""
        for path in paths:
            entry: Entry = {}
            with suppress(ValueError, AttributeError):
                entry = json.loads(self.cache.store.get(index_name(path)) or b"")
            if entry.keys() != INDEXED and (work := self.site.work(path)) is not None:
                entry = index_of(work.replay, work.order_rows)
            yield self.summaries[path], entry

    def keys(self) -> Iterator[str]:
        """What each game was made from, in the order of their files."""
        return (self.entries[path].keys[0] for path in self.summaries)

    def moved(self) -> dict[str, str]:
        """The folders that games had before they were renamed, and those they have now."""
        return {
            game_address(old): game_address(path.stem)
            for path in self.summaries
            for old in self.entries[path].formerly
        }

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
