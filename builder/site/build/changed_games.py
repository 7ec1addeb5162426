"""Builds the games that changed; takes the others from the cache."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

from builder.archive import PRIVATE
from builder.errors import ArchiveError
from builder.executors import Workers, elsewhere, garbage_collection_paused, usable_cores
from builder.model.grouping import grouped
from builder.record import Record
from builder.site.addresses import game as game_address
from builder.site.artifacts import Artifact, Job, SitePart, digest
from builder.site.build import game_builder
from builder.site.build.build_cache import (
    BuildCache,
    Entry,
    KeptGame,
    Keys,
    added_name,
    content_key,
    stamps_of,
)
from builder.site.build.data_volumes import compressed, volume, volumes
from builder.site.build.game_builder import BuiltGame, GameBuilder, WorkerSetup
from builder.site.build.image_cache import ImageCache
from builder.site.build.publisher import Lines, Publisher, paths_in
from builder.site.build.site import Site
from builder.site.build.sitemap import sitemap_part
from builder.site.pages.explorer import began
from builder.site.parts.game_summary import GameFigures, GameSummary
from builder.site.parts.tally import tally
from builder.site.search.order_index import block, block_count, block_of, index_of, shards
from builder.source.files import check_inside

INDEXED = {"orders", "positions", "end"}  # the parts of what a game adds to the index
FEW = 6  # games for which nobody is called to help
CHECKED = 4  # blocks whose files are looked at in each build
BROKEN = OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError
Progress = Callable[[str, int, int], None]
Thing = TypeVar("Thing")


@dataclass
class ChangedGames:
    """Builds the games that changed; `errors` has the errors of those that cannot be built."""

    site: Site
    publisher: Publisher
    cache: BuildCache
    images: ImageCache
    progress: Progress
    full: bool = True
    entries: dict[Path, KeptGame] = field(default_factory=dict)
    errors: dict[Path, ArchiveError] = field(default_factory=dict)
    _kept: dict[str, KeptGame] = field(default_factory=dict)
    _details: dict[str, str] = field(default_factory=dict)  # where the details of a game are kept
    _opened: dict[str, dict[str, Any]] = field(default_factory=dict)
    _due: set[str] = field(default_factory=set)
    _made: dict[Path, GameFigures] = field(default_factory=dict)
    _touched: set[Path] = field(default_factory=set)

    def build(self) -> None:
        """Builds what changed and keeps the rest; `errors` has the errors of the others."""
        with garbage_collection_paused():
            self._kept = dict(self._kept_games())
            whole = {game_address(k.summary.id): (k.size, k.sum) for k in self._kept.values()}
            self._lines = self.publisher.published(whole)
            keys = dict(self._new_keys())
            self._kept = {}
        changed = list(keys)
        few = len(changed) <= FEW and not elsewhere()
        made = self._alone(changed) if few else self._shared(changed)
        with garbage_collection_paused() if changed else nullcontext():
            for path, result in made:
                self.publisher.written += result.written
                own = self.publisher.kept
                sums = {p: sum_ or own.pop(p) for p, sum_ in sorted(result.files.items())}
                lines = "".join(f"{sum_}  {p}\n" for p, sum_ in sums.items()).encode()
                data = [keys[path], *result.entry, len(lines), digest(lines)]
                # as the next build will find it
                self._enter(path, KeptGame.of(json.loads(content_key(data))), lines)
                self._made[path] = result.figures
                self._keep_added(path, *result.added)
            self.index = self._index()

    def _kept_games(self) -> Iterator[tuple[str, KeptGame]]:
        """What earlier builds kept of each game, by the path of its file."""
        store = self.cache.store
        names = sorted(place.name for place in store.folder.glob("games-*"))
        due = names if self.full or len(names) <= CHECKED else self._in_turn(names)
        for name in names:
            with suppress(ValueError, LookupError, TypeError, AttributeError, RecursionError):
                kept = json.loads(store.get(name) or b"")
                if (kept["target"], kept["base"]) == (str(self.publisher.target), self.cache.base):
                    self._details |= dict.fromkeys(kept["games"], name.replace("games", "details"))
                    self._due.update(kept["games"] if name in due else ())
                    yield from ((path, KeptGame.of(data)) for path, data in kept["games"].items())

    def _in_turn(self, names: Sequence[str]) -> list[str]:
        """The blocks whose files are looked at in this build."""
        turn = self.cache.store.get("turn") or b""
        at = int(turn) % len(names) if turn.isdigit() else 0
        self.cache.store.put("turn", str(at + CHECKED).encode())
        return [*names, *names][at : at + CHECKED]

    @cached_property
    def _present(self) -> frozenset[str]:
        """The games that have a folder in the published site."""
        with suppress(OSError):
            return frozenset(place.name for place in (self.publisher.target / "games").iterdir())
        return frozenset()

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
        if not self._enter_kept(path, keys[0]):
            return keys
        if keys != (kept := self.entries[path]).keys:
            self.entries[path] = kept._replace(keys=keys)
            self._touched.add(path)
        return ()

    def _enter_kept(self, path: Path, key: str) -> bool:
        """Enters what was kept of a game under a key, if its files, where they are looked at in
        this build, are as they were."""
        kept = self._kept.get(str(path))
        if kept is None or key not in kept.keys or kept.summary.id not in self._present:
            return False
        lines = self._lines.get(game_address(kept.summary.id), b"")
        try:
            if str(path) in self._due:
                stamps = stamps_of(f"{self.publisher.target}/".__add__, paths_in(lines))
                lines = lines if stamps == self._detail(path)[0] else b""
        except BROKEN:
            return False
        if lines:
            self._enter(path, kept, lines)
        return bool(lines)

    def _enter(self, path: Path, kept: KeptGame, lines: Lines) -> None:
        self.entries[path] = kept
        self.publisher.inline.update(kept.inline.split())
        self.publisher.folders[game_address(kept.summary.id)] = lines

    def _detail(self, path: Path) -> tuple[str, GameFigures]:
        """The kept sizes and times of a game's files, and its figures; raises one of `BROKEN`."""
        name = self._details[str(path)]
        if name not in self._opened:
            self._opened[name] = json.loads(self.cache.store.get(name) or b"{}")
        stamps, figures = self._opened[name][str(path)]
        return str(stamps), GameFigures(*figures)

    def figures(self, game: str) -> GameFigures:
        """The figures of a game, by its id."""
        return self._figures(self._paths[game])

    def _figures(self, path: Path) -> GameFigures:
        with suppress(*BROKEN):
            return self._made.get(path) or self._detail(path)[1]
        work = self.site.work(path)
        return work.figures if work is not None else GameFigures()

    @cached_property
    def _paths(self) -> dict[str, Path]:
        return {summary.id: path for path, summary in self.summaries.items()}

    @cached_property
    def summaries(self) -> dict[Path, GameSummary]:
        """What lists say of the games, in the order of their files."""
        paths = self.site.archive.game_paths
        return {path: self.entries[path].summary for path in paths if path in self.entries}

    def _index(self) -> SitePart:
        """Of the index of orders and positions what stands above the blocks, and the list of
        the files of data; blocks in which no game changed are kept."""
        count, store = block_count(len(self.summaries)), self.cache.store
        self._blocks: list[list[Path]] = [[] for _ in range(count)]
        for path, summary in self.summaries.items():
            self._blocks[block_of(summary.id, count)].append(path)
        known = [self._known(number) for number in range(count)]
        for path in (p for n, paths in enumerate(self._blocks) if known[n] is None for p in paths):
            with suppress(*BROKEN):
                self._detail(path)  # before its block is written over
        self._told = [told or self._block(number) for number, told in enumerate(known)]
        now = {f"games-{number}" for number in range(count)}
        for place in store.folder.glob("games-*"):
            with suppress(OSError):
                if place.name not in now:
                    place.unlink()
        games, title = len(self.summaries), self.site.settings.title

        def above() -> Iterator[Artifact]:
            yield from shards([*self.read("found")], games, self.site.archive.variant)
            yield from volumes(count, title, games)

        return SitePart("index", (self.digests("found"), games), above)

    def _key(self, number: int) -> str:
        keys = (self.entries[path].keys[0] for path in self._blocks[number])
        return digest(" ".join((str(len(self._blocks)), *keys)))

    def _known(self, number: int) -> dict[str, str] | None:
        """The digests of what a block adds, if none of its games changed and its files are as
        they were."""
        name, key, paths = f"block-{number}", self._key(number), self._blocks[number]
        look = not paths or not self._due.isdisjoint(map(str, paths))
        known = self.cache.find(name, key, self.publisher.target, look)
        if known is None or not self._made.keys().isdisjoint(paths):
            return None
        if not self._touched.isdisjoint(paths):
            self._keep_games(number)
        self.publisher.keep(known["sums"])
        return dict(known["told"])

    def _block(self, number: int) -> dict[str, str]:
        """Makes the files of a block of games and keeps what is known of them; the digests of
        what the pages above need of it."""
        store, paths = self.cache.store, self._blocks[number]
        details = {str(path): (self._stamps(path), self._figures(path)) for path in paths}
        self._keep_games(number)
        made, texts = self._added(number)
        texts["details"] = content_key(details)
        if site_url := self.publisher.frame.site_url:
            files = (file for path in paths for file in paths_in(self._lines_of(path)))
            made.append(sitemap_part(number, files, site_url))
        self.publisher.put_all(made)
        for kind, text in texts.items():
            store.put(f"{kind}-{number}", text.encode())
        told = {kind: digest(text) for kind, text in texts.items()}
        files_made = [one.path for one in made]
        key = self._key(number)
        self.cache.note(f"block-{number}", key, self.publisher, files_made, {"told": told})
        return told

    def _keep_games(self, number: int) -> None:
        """Keeps what every build reads of the games of a block."""
        games = {str(path): self.entries[path] for path in self._blocks[number]}
        made_for = {"target": str(self.publisher.target), "base": self.cache.base}
        kept = content_key({**made_for, "games": games})
        self.cache.store.put(f"games-{number}", kept.encode())

    def _stamps(self, path: Path) -> str:
        if path in self._made:
            return stamps_of(self.publisher.place, paths_in(self._lines_of(path)))
        with suppress(*BROKEN):
            return self._detail(path)[0]
        return ""  # the game is made again when its files are looked at

    def _lines_of(self, path: Path) -> Lines:
        return self.publisher.folders[game_address(self.summaries[path].id)]

    def _added(self, number: int) -> tuple[list[Artifact], dict[str, str]]:
        """The shards and the data of a block, and what it adds to the pages above, by kind."""
        paths, count = self._blocks[number], len(self._blocks)
        finds, data = list[tuple[GameSummary, Entry]](), list[bytes]()
        for path in paths:
            entry, compact = self._added_by(path)
            finds.append((self.summaries[path], entry))
            data.append(compact)
        made, found = block(number, count, finds)
        made.append(volume(number, count, self.site.settings.title, data))
        games = [(self.summaries[path], self._figures(path)) for path in paths]
        added = {"found": found, "tally": tally(games), "began": began(games)}
        return made, {kind: content_key(plain) for kind, plain in added.items()}

    def _added_by(self, path: Path) -> tuple[Entry, bytes]:
        """What a game adds to the index and to the data."""
        address = self._data(path)
        with suppress(ValueError, AttributeError):
            kept = self.cache.store.get(added_name(path)) or b""
            sum_, finds, compact = kept.split(b"\n", 2)
            entry: Entry = json.loads(finds)
            if sum_.decode() == self.publisher.sum_of(address) and entry.keys() == INDEXED:
                return entry, compact
        work = self.site.work(path)
        entry = index_of(work.replay, work.order_rows) if work is not None else {}
        compact = compressed(self.publisher.place(address).read_text(encoding="utf-8"))
        self._keep_added(path, content_key(entry), compact)
        return entry, compact

    def _keep_added(self, path: Path, finds: str, compact: bytes) -> None:
        sum_ = self.publisher.sum_of(self._data(path))
        self.cache.store.put(added_name(path), f"{sum_}\n{finds}\n".encode() + compact)

    def _data(self, path: Path) -> str:
        return f"{game_address(self.entries[path].summary.id)}game.json"

    def digests(self, kind: str) -> list[str]:
        """What changes with what each block adds to the pages above."""
        return [told[kind] for told in self._told]

    def read(self, kind: str) -> Iterator[Any]:
        """What each block adds to the pages above, as plain data."""
        for number, told in enumerate(self.digests(kind)):
            kept = self.cache.store.get(f"{kind}-{number}") or b""
            yield json.loads(kept if digest(kept) == told else self._added(number)[1][kind])

    def made_of(self, kind: str, name: str, inputs: str, make: Callable[[Any], Any]) -> Any:
        """Plain data made of what each block adds and of `inputs`, kept until either changes;
        `make` gets what it made before of the same inputs, or None."""
        fixed, key = digest(f"{self.cache.base} {inputs}"), digest(" ".join(self.digests(kind)))
        kept = self.cache.entries(f"{kind}-of-{name}")
        before = kept.get("made") if kept.get("inputs") == fixed else None
        if before is not None and kept.get("key") == key:
            return before
        entry = {"inputs": fixed, "key": key, "made": make(before)}
        self.cache.store.put(f"{kind}-of-{name}", content_key(entry).encode())
        return entry["made"]

    def moved(self) -> dict[str, str]:
        """The folders that games had before they were renamed, and those they have now."""
        return {
            game_address(old): game_address(path.stem)
            for path in self.summaries
            for old in self.entries[path].formerly
        }

    def render(self, prints: Mapping[str, Job]) -> None:
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
        name, text = path.stem, ""
        if name in self._private and (held := self.site.archive.held(path)).is_file():
            text = held.read_text(encoding="utf-8")
        return " ".join((text, *self._linked.get(name, ())))

    @cached_property
    def _linked(self) -> Mapping[str, Sequence[str]]:
        return grouped((path.split("/")[1], path) for path in sorted(self.site.linked))

    @cached_property
    def _private(self) -> frozenset[str]:
        """The games of which something is not published."""
        folder = self.site.archive.root / PRIVATE
        return frozenset(p.name for p in folder.iterdir()) if folder.is_dir() else frozenset()
