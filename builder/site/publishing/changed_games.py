"""Builds the games that changed; takes the others from the cache. The cache keeps what every build
reads of games by blocks, those of the search index, in `games-N`, and the details of each game
apart. What blocks add to the pages above, the summaries of their games among it, is kept by kind:
a build in which nothing changed reads none of it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from builder.archive import PRIVATE
from builder.errors import ArchiveError
from builder.executors import ReportProgress, garbage_collection_paused, in_parallel
from builder.playback.same_game import groups
from builder.site import addresses
from builder.site.addresses import game as game_address
from builder.site.artifacts import Artifact, SitePart, digest
from builder.site.parts.feed_entry import FeedEntry
from builder.site.parts.game_summary import GameFigures, GameSummary
from builder.site.publishing.block_files import (
    BlockMaker,
    GameOfBlock,
    MadeBlock,
    sitemap_part,
    volumes,
)
from builder.site.publishing.build_keys import game_keys, quick_key
from builder.site.publishing.content_store import BROKEN
from builder.site.publishing.game_builder import (
    BuiltGame,
    GameBuilder,
    GameDetails,
    KeptGame,
    Keys,
    UnbuiltGame,
)
from builder.site.publishing.image_cache import ImageCache
from builder.site.publishing.part_cache import PartCache
from builder.site.publishing.publisher import Lines, Publisher, paths_in, stamp_of
from builder.site.publishing.site import Site
from builder.site.search.order_index import block_count, block_of, shards
from builder.source.documents import text_of
from builder.source.files import check_inside
from builder.source.recording import InputNote, Notes, note, note_again, recording

BUILT_GAME = "built-game"  # the kind of a note: the key of a game
NAME = "game-name"  # the kind of a note: the name of a game, and where it is published
BLOCKS = "blocks"  # the kind of a note: what all blocks add to the pages above
TOGETHER = 16  # blocks of which it is kept what they add together
COUNT = "block-count"  # the entry of the number of blocks
MOST_BLOCKS = 1 << 14  # that are read: of a million games
UNBUILT = "unbuilt-games"  # the entry of the games of which nothing could be published
INPUTS = "game-inputs"  # the entry of the notes of what games of a variant have in common
CHECKED = 4  # blocks whose files are looked at in each build


@dataclass
class ChangedGames:
    """Builds the games that changed; `base` is what all of them depend on. `entries` are then all
    games in the order of their files. Errors become faults of the site. Whether a game changed is
    told by size and time of its file, or `by_content`."""

    site: Site
    publisher: Publisher
    parts: PartCache
    base: str
    images: ImageCache
    progress: ReportProgress
    full: bool = True
    by_content: bool = False
    entries: dict[Path, KeptGame] = field(default_factory=dict)

    def build(self) -> None:
        """Builds what changed and keeps the rest."""
        self.store = self.parts.store
        frame = self.publisher.frame.for_games()
        self._builder = GameBuilder(self.site, self.publisher.target, frame, self.images)
        count = block_count(len(self.site.archive.game_paths))
        self._blocks: list[list[Path]] = [[] for _ in range(count)]
        with garbage_collection_paused():
            self._read_blocks()
            paths = (path for path in self.site.archive.game_paths if str(path) in self._earlier)
            earlier = {path: self._earlier[str(path)] for path in paths}
            self._groups = grouped_records(earlier)
            self._build_all(self._changed())
            entered = (path for path in self.site.archive.game_paths if path in self.entries)
            self.entries = {path: self.entries[path] for path in entered}
            if compared_facts(self.entries) != compared_facts(earlier):
                self._build_all(self._regrouped())
            for path, game in self.entries.items():
                self._blocks[block_of(game.id, count)].append(path)
            self._digests = self._blocks_made()
            if self._earlier_count() != count:
                self.store.put(COUNT, str(count).encode())
            if self._unbuilt != self._earlier_unbuilt:
                self.store.write(UNBUILT, self._unbuilt)
            used = {kept.inputs for kept in self.entries.values()}
            inputs = {name: self._inputs[name] for name in sorted(used)}
            if inputs != self._earlier_inputs:
                self.store.write(INPUTS, inputs)
            self.parts.save()

    def _build_all(self, changed: Iterable[tuple[Path, Keys]]) -> None:
        """Builds some games and enters them; an error becomes a fault of the site."""
        work = {path: (path, keys, self._groups.get(path, ())) for path, keys in changed}
        for path, made in in_parallel("games", self._builder.build, work, self.progress):
            if isinstance(made, BuiltGame):
                self._note(path, made)
                self._inputs[made.kept.inputs] = made.inputs
                self._enter(path, made.kept, made.lines)
            else:
                self._enter_unbuilt(path, made)

    def _regrouped(self) -> Iterator[tuple[Path, Keys]]:
        """The games of which other records came or went with this build, and what their pages
        depend on now. Of others an earlier build knew the records."""
        before = self._groups
        self._groups = grouped_records(self.entries)
        for path in self.entries:
            if self._groups.get(path) != before.get(path):
                base = self._base(path)
                yield path, game_keys(path, base, quick_key(path, base), self.site.today)

    def _read_blocks(self) -> None:
        """What earlier builds kept, and the lines of `SHA256SUMS` that they published."""
        self._due = self._in_turn()
        count = max(len(self._blocks), self._earlier_count())
        self._earlier_blocks: list[dict[str, KeptGame]] = [{} for _ in range(count)]
        self._earlier: dict[str, KeptGame] = {}
        for number, earlier in enumerate(self._earlier_blocks):
            with suppress(*BROKEN):
                games = self.store.read(f"games-{number}").items()
                earlier.update((path, KeptGame.of(data)) for path, data in games)
            self._earlier.update(earlier)
        self._earlier_inputs = self._noted_inputs()
        self._inputs = dict(self._earlier_inputs)
        self._unbuilt: dict[str, UnbuiltGame] = {}
        self._earlier_unbuilt: dict[str, UnbuiltGame] = {}
        with suppress(*BROKEN):
            for path, unbuilt in self.store.read(UNBUILT).items():
                self._earlier_unbuilt[path] = UnbuiltGame.of(unbuilt)
        lengths_and_digests = {
            game_address(game.id): (game.size, game.sum) for game in self._earlier.values()
        }
        self._lines = self.publisher.published(lengths_and_digests)
        folder = self.publisher.target / "games"
        self._present = {place.name for place in folder.iterdir()} if folder.is_dir() else set()

    def _noted_inputs(self) -> dict[str, Notes]:
        """The notes of what games have in common, by their digests: sets of notes that hold."""
        inputs: dict[str, Notes] = {}
        with suppress(*BROKEN):
            for name, notes in self.store.read(INPUTS).items():
                if self.parts.inputs.all_same(notes):
                    inputs[name] = {one: InputNote(*noted) for one, noted in notes.items()}
        return inputs

    def _earlier_count(self) -> int:
        """How many blocks the last build had. Where they were more than now, their games are in
        other blocks."""
        count = self.store.get(COUNT) or b""
        return min(int(count), MOST_BLOCKS) if count.isdigit() else 0

    def _in_turn(self) -> set[int]:
        """The blocks whose files are looked at in this build."""
        count = len(self._blocks)
        if self.full or count <= CHECKED:
            return set(range(count))
        turn = self.store.get("turn") or b""
        at = int(turn) % count if turn.isdigit() else 0
        self.store.put("turn", str(at + CHECKED).encode())
        return {number % count for number in range(at, at + CHECKED)}

    def _changed(self) -> Iterator[tuple[Path, Keys]]:
        """The games that must be built, and what their pages depend on; the others are entered."""
        archive = self.site.archive
        for path, error in archive.faulty_collections.items():
            self.site.file_fault(path, error)
        for path, error in archive.namesakes.items():
            self.site.game_fault(path, error)
        for path in (path for path in archive.game_paths if path not in archive.namesakes):
            try:
                base = self._base(path)
                quick = quick_key(path, base)
                if self.by_content or not self._enter_kept(path, quick):
                    check_inside(archive.root, path)
                    keys = game_keys(path, base, quick, self.site.today)
                    if not self._enter_kept(path, keys[0], keys):
                        yield path, keys
            except ArchiveError as error:
                self.site.game_fault(path, error)

    def _base(self, path: Path) -> str:
        """What a game's pages depend on besides its own file."""
        secret = text_of(self.site.archive.held(path)) if path.stem in self._private else ""
        depth = self.site.collection_depth(path) or ""
        records = (quick_key(record, "") for record in self._groups.get(path, ()))
        pictures = self.site.linked(path.stem)
        return " ".join((self.base, secret, depth, *pictures, *records))

    @cached_property
    def _private(self) -> set[str]:
        """The games with unpublished phases in a private folder."""
        folder = self.site.archive.root / PRIVATE
        return {place.parent.name for place in folder.glob("*/held.yaml")}

    def _enter_kept(self, path: Path, key: str, keys: Keys = ()) -> bool:
        """Enters what was kept of a game under a key, if its files, where they are looked at in
        this build, are as they were; from now on under other `keys`, if there are any."""
        kept = self._earlier.get(str(path))
        if kept is None:
            return self._enter_kept_unbuilt(path, key, keys)
        if key not in kept.keys or kept.inputs not in self._earlier_inputs:
            return False
        game = kept._replace(keys=keys) if keys else kept
        if kept.depth == "counts":
            self._enter(path, game, b"")
            return True
        if kept.id not in self._present:
            return False
        lines = self._lines.get(game_address(kept.id), b"")
        due = block_of(path.stem, len(self._blocks)) in self._due
        place = f"{self.publisher.target}/".__add__
        with suppress(*BROKEN):
            if lines and (not due or stamp_of(place, paths_in(lines)) == kept.stamp):
                self._enter(path, game, lines)
                return True
        return False

    def _enter_kept_unbuilt(self, path: Path, key: str, keys: Keys) -> bool:
        """The same of a game of which nothing could be published."""
        unbuilt = self._earlier_unbuilt.get(str(path))
        with suppress(*BROKEN):
            if unbuilt and key in unbuilt.keys and self.parts.inputs.all_same(unbuilt.notes):
                self._enter_unbuilt(path, unbuilt._replace(keys=keys or unbuilt.keys))
                return True
        return False

    def _enter_unbuilt(self, path: Path, unbuilt: UnbuiltGame) -> None:
        if unbuilt.keys:
            self._unbuilt[str(path)] = unbuilt
        if unbuilt.fault:
            self.site.game_fault(path, ArchiveError(unbuilt.fault))

    def _enter(self, path: Path, kept: KeptGame, lines: Lines) -> None:
        address = game_address(kept.id)
        self.entries[path] = kept
        if lines:
            self.publisher.folders[address] = lines
        self.publisher.inline.update(kept.inline.split())
        self.publisher.moved |= {game_address(old): address for old in kept.formerly}

    def _note(self, path: Path, made: BuiltGame) -> None:
        self.publisher.written += made.written
        self.store.put(self._place(path), made.details)

    def _details(self, path: Path, again: bool = False) -> GameDetails:
        """The details of a game, built again if they are not kept, or with `again`."""
        kept = self.entries[path]
        with suppress(*BROKEN):
            if not again:
                packed = self.store.get(self._place(path))
                return GameDetails.unpacked(packed or b"", kept.key)
        made = self._builder.build((path, kept.keys, self._groups.get(path, ())))
        if not isinstance(made, BuiltGame):
            raise ArchiveError(made.fault or f"{path}: changed while the site was built")
        self._note(path, made)
        return GameDetails.unpacked(made.details, made.kept.key)

    def figures(self, game: str) -> GameFigures:
        """The figures of a game, by its id."""
        return self._details(self._noted(game)).figures

    def news(self, game: str) -> Sequence[FeedEntry]:
        """The entries of a game's feed, by its id."""
        path = self._noted(game)
        with suppress(*BROKEN):
            return self._details(path).news()
        return self._details(path, again=True).news()

    def name(self, game: str) -> str:
        """The name of a game, by its id."""
        note(NAME, game, self._name_state(game))
        return self._paths_by_id[game][1].name

    def way(self, game: str, slug: str, root: str) -> str:
        """The address of a phase of a game, by its id, seen from a page from which `root` leads to
        the root of the site."""
        note(NAME, game, self._name_state(game))
        kept = self._paths_by_id[game][1]
        return addresses.way(kept.id, kept.depth, kept.source, slug, root)

    def where(self, game: str) -> str:
        """Where a game is, for scripts, by its id."""
        note(NAME, game, self._name_state(game))
        kept = self._paths_by_id[game][1]
        return addresses.where(kept.depth, kept.source)

    def _noted(self, game: str) -> Path:
        """The file of a game, which is noted with its key."""
        note(BUILT_GAME, game, self._key_state(game))
        return self._paths_by_id[game][0]

    @cached_property
    def _paths_by_id(self) -> Mapping[str, tuple[Path, KeptGame]]:
        return {kept.id: (path, kept) for path, kept in self.entries.items()}

    def _key_state(self, game: str) -> str:
        return self._paths_by_id[game][1].key if game in self._paths_by_id else ""

    def _name_state(self, game: str) -> str:
        if game not in self._paths_by_id:
            return ""
        kept = self._paths_by_id[game][1]
        return f"{kept.name}\n{kept.depth} {kept.source}"

    def states(self) -> dict[str, Callable[[str], str]]:
        """How the inputs are looked at that are noted here, by their kind."""
        return {
            BUILT_GAME: self._key_state,
            NAME: self._name_state,
            BLOCKS: self._blocks_state,
        }

    def _blocks_state(self, kind: str) -> str:
        return digest(" ".join(self.digests(kind)))

    def index(self) -> SitePart[tuple[int, int]]:
        """The index of orders and positions above the blocks, and the list of the files of data."""
        title = self.site.settings.title

        def above(counts: tuple[int, int]) -> Iterator[Artifact]:
            games, whole = counts
            count = len(self._blocks)
            yield from shards(self.read("orders"), count, games, self.site.archive.variant)
            yield from volumes(count, title, whole)

        whole = sum(kept.depth == "phases" for kept in self.entries.values())
        return SitePart("index", (len(self.entries), whole), above)

    def _blocks_made(self) -> list[dict[str, str]]:
        """The digests of what each block adds to the pages above. Its files are made if one of its
        games changed, or if they are not as they were."""
        digests: list[dict[str, str]] = []
        keys: dict[int, str] = {}
        for number, paths in enumerate(self._blocks):
            games = {str(path): self.entries[path] for path in paths}
            made_from = (game.key for game in games.values())
            key = digest(" ".join((self.base, str(len(self._blocks)), *made_from)))
            if games != self._earlier_blocks[number]:
                self.store.write(f"games-{number}", games)
            entry = self.parts.kept(f"block-{number}", key, number in self._due)
            digests.append(dict(entry["digests"]) if entry else {})
            if not entry:
                keys[number] = key
        tasks = {number: self._task(number) for number in keys}
        made_blocks = in_parallel("blocks", self._block_maker.make, tasks, self.progress)
        for number, made in made_blocks:
            files, texts = made or self._block(number)
            for kind, text in texts.items():
                self.store.put(f"{kind}-{number}", text.encode())
            digests[number] = {kind: digest(text) for kind, text in texts.items()}
            make = partial(self._files, number, files)
            self.parts.add(f"block-{number}", keys[number], make, digests=digests[number])
        return digests

    @property
    def _block_maker(self) -> BlockMaker:
        return BlockMaker(self.store, len(self._blocks), self.site.settings.title)

    def _shown_in(self, number: int) -> list[Path]:
        """The games of a block; of several records of one game the first."""
        return [*filter(self._stands_for_its_game, self._blocks[number])]

    def _task(self, number: int) -> tuple[int, Sequence[GameOfBlock]]:
        """A block for the maker of blocks."""
        games: list[GameOfBlock] = []
        for path in self._shown_in(number):
            kept = self.entries[path]
            games.append(GameOfBlock(self._place(path), kept.key))
        return number, games

    def _block(self, number: int, again: bool = False) -> MadeBlock:
        """The files of a block, and what it adds to the pages above. Games are built again whose
        details are missing or of another key, and all of them if details are damaged."""
        paths = self._shown_in(number)
        try:
            details = [self._details(path, again) for path in paths]
            return self._block_maker.made_of(number, details)
        except BROKEN:
            if again:
                raise
            return self._block(number, again=True)

    def _files(self, number: int, files: Sequence[Artifact]) -> Iterator[Artifact]:
        """The files of a block with its part of the sitemap, which lists files of all its games."""
        yield from files
        site_url = self.publisher.frame.site_url
        if site_url:
            paths: list[str] = []
            for path in self._shown_in(number):
                address = game_address(self.entries[path].id)
                lines = self.publisher.folders.get(address, b"")
                if lines:
                    paths += paths_in(lines)
            yield sitemap_part(number, paths, site_url)

    def _place(self, path: Path) -> str:
        """Where the details of a game are kept."""
        return f"{digest(str(path))}.game"

    def _stands_for_its_game(self, path: Path) -> bool:
        """Is a record the only one of its game, or the first?"""
        return self._groups.get(path, (path,))[0] == path

    @property
    def shown(self) -> list[GameSummary]:
        """The summaries of all games; of several records of one game that of the first."""
        shared: dict[Any, Any] = {}
        summaries: dict[str, GameSummary] = {}
        for block in self.read("summaries"):
            for plain in block:
                summary = GameSummary.of(plain, shared)
                summaries[summary.id] = summary
        stand = (kept for path, kept in self.entries.items() if self._stands_for_its_game(path))
        return [summaries[kept.id] for kept in stand]

    def digests(self, kind: str) -> list[str]:
        """What changes with what each block adds to the pages above."""
        return [digests[kind] for digests in self._digests]

    def read(self, kind: str) -> Iterator[Any]:
        """What each block adds to the pages above, as plain data."""
        note(BLOCKS, kind, self._blocks_state(kind))
        for number in range(len(self._blocks)):
            yield self._read(kind, number)

    def _read(self, kind: str, number: int) -> Any:
        text: bytes | str = self.store.get(f"{kind}-{number}") or b""
        if digest(text) != self._digests[number][kind]:
            text = self._block(number).added[kind]
        return json.loads(text)

    def together(self, kind: str, join: Callable[[Iterable[Any]], Any]) -> Iterator[Any]:
        """What some blocks after another add together, as plain data that `join` makes of what
        each of them adds. It is kept until one of them changes."""
        note(BLOCKS, kind, self._blocks_state(kind))
        digests = self.digests(kind)
        for first in range(0, len(digests), TOGETHER):
            numbers = range(len(digests))[first : first + TOGETHER]
            key = digest(" ".join((self.base, *digests[first : first + TOGETHER])))
            entry = self.store.read(f"{kind}-from-{first}")
            if entry.get("key") != key:
                made = join(self._read(kind, number) for number in numbers)
                entry = {"key": key, "made": made}
                self.store.write(f"{kind}-from-{first}", entry)
            yield entry["made"]

    def made_of(self, kind: str, name: str, inputs: str, make: Callable[[Any], Any]) -> Any:
        """Plain data made of what each block adds and of `inputs`, kept until either changes;
        `make` gets what it made before of the same inputs, or None."""
        key = self._blocks_state(kind)
        note(BLOCKS, kind, key)
        fixed = digest(f"{self.base} {inputs}")
        before, notes, is_current = self._made_before(f"{kind}-of-{name}", fixed, key)
        note_again(notes)
        if is_current:
            return before
        with recording() as more_notes:
            made = make(before)
        # The blocks are told by the key: what was made of others of them is taken in.
        notes |= more_notes
        notes.pop(f"{BLOCKS} {kind}", None)
        entry = {"inputs": fixed, "key": key, "notes": notes, "made": made}
        self.store.write(f"{kind}-of-{name}", entry)
        return made

    def _made_before(self, name: str, fixed: str, key: str) -> tuple[Any, Notes, bool]:
        """What an earlier build made of the same inputs, what it noted, and whether the blocks were
        as they are now; None if the inputs were others."""
        earlier = self.store.read(name)
        with suppress(*BROKEN):
            if earlier["inputs"] == fixed and self.parts.inputs.all_same(earlier["notes"]):
                notes = {one: InputNote(*noted) for one, noted in earlier["notes"].items()}
                return earlier["made"], notes, earlier["key"] == key
        return None, {}, False


def compared_facts(entries: Mapping[Path, KeptGame]) -> dict[Path, tuple[str, str, int, str]]:
    """What `grouped_records` reads of some games, of which a title is no part."""
    facts: dict[Path, tuple[str, str, int, str]] = {}
    for path, kept in entries.items():
        facts[path] = kept.id, kept.depth, kept.phases, kept.orders
    return facts


def grouped_records(entries: Mapping[Path, KeptGame]) -> dict[Path, tuple[Path, ...]]:
    """For each record of which there are others of the same game the files of all of them, first
    the one that stands for the game."""
    paths = {kept.id: path for path, kept in entries.items()}
    records_of: dict[Path, tuple[Path, ...]] = {}
    for group in groups(entries.values()):
        records = tuple(paths[kept.id] for kept in group)
        for path in records:
            records_of[path] = records
    return records_of
