"""Builds the pages of games, in this process or in another."""

import gc
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self, get_args

from builder.archive import GAME, PRIVATE
from builder.errors import ArchiveError
from builder.formats.game_collections import Depth
from builder.playback.same_game import order_digests
from builder.site.artifacts import PngRequest, as_json, digest
from builder.site.compression import compressed, expanded
from builder.site.parts.feed_entry import FeedEntry
from builder.site.parts.game_summary import GameFigures, GameSummary
from builder.site.parts.page_frame import PageFrame
from builder.site.publishing.faults import FAULT, fault_of
from builder.site.publishing.image_cache import ImageCache
from builder.site.publishing.publisher import Publisher, stamp_of
from builder.site.publishing.site import LINKED, Site
from builder.site.search.order_index import IndexEntry, index_of
from builder.source.recording import InputNote, Notes, recording

DEPTHS: dict[str, Depth] = {depth: depth for depth in get_args(Depth)}
Keys = Sequence[str]  # under any of which a game is found
OF_ONE_GAME = {GAME, LINKED, FAULT}  # kinds of notes: its keys name what it has of these
MANY = 500_000  # new objects, mostly kept ones, after which those in cycles are removed


class KeptGame(NamedTuple):
    """What every build reads of a finished game: the keys that it was made under, and the digest of
    its other inputs; its id, its name, how much of it is published, the address where it comes
    from; the number of its phases and its `order_digests`, by which other records of it are seen;
    the addresses that it had before, the hashes of what may run in its pages in one text, the stamp
    of its files, and the length and digest of its lines of `SHA256SUMS`."""

    keys: Keys
    inputs: str
    id: str
    name: str
    depth: Depth
    source: str
    phases: int
    orders: str
    formerly: Sequence[str]
    inline: str
    stamp: str
    size: int
    sum: str

    @classmethod
    def of(cls, data: Sequence[Any]) -> Self:
        """An entry as it was kept; raises TypeError, ValueError or KeyError if it was exchanged."""
        keys, inputs, *others = data
        name, title, depth, source, phases, orders, formerly, inline, stamp, size, sum_ = others
        texts = (inputs, name, title, source, orders, inline, *formerly)
        if not all(isinstance(text, str) for text in texts):
            raise ValueError(name)
        return cls(
            keys=tuple(keys),
            inputs=sys.intern(inputs),  # the same of all games of a variant
            id=name,
            name=title,
            depth=DEPTHS[depth],
            source=source,
            phases=int(phases),
            orders=orders,
            formerly=tuple(formerly),
            inline=sys.intern(inline),  # the same of most games
            stamp=stamp,
            size=int(size),
            sum=sum_,
        )

    @property
    def key(self) -> str:
        """What changes with the game's own files and with its other inputs."""
        return f"{self.keys[0]} {self.inputs}"


class GameDetails(NamedTuple):
    """What is read of a finished game only if something in its block changed, or for the feed of
    all games: what the pages above it are to know, its figures, what it adds to the index (as
    JSON), to the data (compressed) and to the feed (compressed)."""

    summary: GameSummary
    figures: GameFigures
    packed_finds: bytes
    data: bytes
    packed_news: bytes

    def packed(self, key: str) -> bytes:
        """As the cache keeps them under a key."""
        sizes = len(self.packed_finds), len(self.packed_news)
        head = _json_bytes([key, self.summary, self.figures, *sizes])
        return head + self.packed_finds + self.packed_news + self.data

    @classmethod
    def unpacked(cls, kept: bytes, key: str) -> Self:
        """As they were packed; raises ValueError or TypeError for those of another key."""
        head, rest = kept.split(b"\n", 1)
        packed_under, summary, figures, size_of_finds, size_of_news = json.loads(head)
        if packed_under != key:
            raise ValueError(key)
        end = size_of_finds + size_of_news
        return cls(
            summary=GameSummary.of(summary),
            figures=GameFigures(*figures),
            packed_finds=rest[:size_of_finds],
            packed_news=rest[size_of_finds:end],
            data=rest[end:],
        )

    def finds(self) -> IndexEntry:
        """What it adds to the index; raises ValueError if it is damaged."""
        entry: IndexEntry = json.loads(self.packed_finds)
        return entry

    def news(self) -> list[FeedEntry]:
        """The entries of its feed; raises ValueError or TypeError if they are damaged."""
        return [FeedEntry(*entry) for entry in json.loads(expanded(self.packed_news))]


class UnbuiltGame(NamedTuple):
    """A game of which nothing is published, and what was noted of it: the keys that it was tried
    under, and what is wrong with it; no words where all of it is held back. A fault of the program
    has no keys: another try may go well."""

    keys: Keys
    fault: str
    notes: Notes

    @classmethod
    def of(cls, data: Sequence[Any]) -> Self:
        """An entry as it was kept; raises TypeError or ValueError if it was exchanged."""
        keys, fault, notes = data
        if not isinstance(fault, str):
            raise TypeError(fault)
        return cls(keys, fault, {name: InputNote(*noted) for name, noted in notes.items()})


class BuiltGame(NamedTuple):
    """What came of a game: what is kept of it, the notes of its `inputs`, its lines of
    `SHA256SUMS`, its packed details, and how many of its files are new."""

    kept: KeptGame
    inputs: Notes
    lines: bytes
    details: bytes
    written: int


@dataclass(frozen=True)
class GameBuilder:
    """Builds games of a site into a folder."""

    site: Site
    target: Path
    frame: PageFrame
    images: ImageCache

    def build(self, game: tuple[Path, Keys, Sequence[Path]]) -> BuiltGame | UnbuiltGame:
        """Write the pages and files of a game, given by its file, its keys, and the files of all
        records of the same game if there are several."""
        path, keys, records = game
        fault = ""
        with recording() as notes:
            try:
                built = self._built(path, keys, records, notes)
            except ArchiveError as error:
                built = None
                fault = str(error)
            except Exception as error:  # no game keeps the others from being built
                return UnbuiltGame((), str(fault_of(error)), {})
            finally:
                # Hardly an object of a game is in a cycle: none in 204 games with one page, 50 in
                # 32 with pages of phases. The look for them costs as much as there are new ones.
                if gc.get_count()[0] > MANY:
                    gc.collect(0)
        return built or UnbuiltGame(keys, fault, notes)

    def _built(
        self, path: Path, keys: Keys, records: Sequence[Path], notes: Notes
    ) -> BuiltGame | None:
        work = self.site.work(path, records)
        if work is None:
            return None
        publisher = Publisher(self.target, self.frame)
        data = b""
        for artifact in work.artifacts():
            if artifact.path.endswith("/game.json"):
                data = compressed(str(artifact.content))
            if isinstance(artifact.content, PngRequest):
                publisher.write(artifact.path, self.images.rendered(artifact.content))
            else:
                publisher.put(artifact)
        paths = sorted(publisher.kept)
        lines = "".join(f"{publisher.kept[path]}  {path}\n" for path in paths).encode()
        news = [] if work.depth == "counts" else work.news
        summary = work.summary
        orders = order_digests(work.replay.record, work.replay.variant)
        finds = index_of(work.replay, work.order_rows)
        details = GameDetails(
            summary=summary,
            figures=work.figures,
            packed_finds=_json_bytes(finds),
            data=data,
            packed_news=compressed(as_json(news)),
        )
        inputs = self._shared(notes)
        game = KeptGame(
            keys=keys,
            inputs=digest_of_notes(inputs),
            id=summary.id,
            name=summary.name,
            depth=summary.depth,
            source=summary.source,
            phases=summary.phases,
            orders=orders,
            formerly=work.replay.record.formerly,
            inline=" ".join(sorted(publisher.inline)),
            stamp=stamp_of(publisher.place, paths),
            size=len(lines),
            sum=digest(lines),
        )
        as_read = KeptGame.of(json.loads(as_json(game)))  # by the next build
        return BuiltGame(
            kept=as_read,
            inputs=inputs,
            lines=lines,
            details=details.packed(as_read.key),
            written=publisher.written,
        )

    def _shared(self, notes: Notes) -> Notes:
        """What was noted of a game but its own files, and those of its other records, which its
        keys name: the files of its variant, which all games of the variant have in common."""
        archive = self.site.archive
        own = (f" {archive.games_folder}{os.sep}", f" {archive.root / PRIVATE}{os.sep}")
        shared: Notes = {}
        for name, noted in sorted(notes.items()):
            kind, _, _ = name.partition(" ")
            if kind not in OF_ONE_GAME and not any(folder in name for folder in own):
                shared[name] = noted
        return shared


def digest_of_notes(notes: Notes) -> str:
    """What changes with the state of a noted input, and not with the time of a file."""
    return digest(as_json([(name, noted.state) for name, noted in notes.items()]))


def _json_bytes(data: Any) -> bytes:
    return as_json(data).encode("utf-8", "surrogateescape")
