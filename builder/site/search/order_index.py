"""The index of orders and positions, in shards of which a search loads only a few.

A shard is a script that calls `chancery(name, data)`: it can be loaded from a server and from
disk alike. Orders lie by variant and by the province of the unit, positions by the first
figures of their name.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from builder.model.calendar import SEASONS, WORDS
from builder.model.position import Position
from builder.notation.vocabulary import CONVOYS, HOLDS, RETREATS, SUPPORTS, Vocabulary
from builder.playback.replaying import Replay, Stage
from builder.prose.names import slug
from builder.prose.order_rows import Told
from builder.site.artifacts import Artifact
from builder.site.parts.game_summary import GameSummary
from builder.site.player.player_data import script_safe
from builder.variant import Variant

Entry = dict[str, Any]
VERBS = {"H": HOLDS, "S": SUPPORTS, "C": CONVOYS, "R": RETREATS}
PHASES, GAMES, POWERS = 16, 20, 5  # bits; with 22 for texts and one for failure a whole number


def index_of(replay: Replay, told: Sequence[Told]) -> Entry:
    """What a game with these orders adds to the index, as plain data.

    `orders` by province, then text, then phase: the power's number, and 1 if it failed;
    `positions` by phase; `end` the owner's number of each centre when it was over.
    """
    setting = replay.variant.setting
    calendar = setting.calendar
    orders: dict[str, dict[str, dict[str, list[int]]]] = {}
    number = {nation.name: i for i, nation in enumerate(setting.nations)}
    for stage, given in zip(replay.stages, told, strict=True):
        where = calendar.slug(stage.phase)
        for power, listed in given.items():
            for line in listed:
                if line.at:
                    found = orders.setdefault(line.at.partition("/")[0], {})
                    found.setdefault(line.text, {})[where] = [number[power], int(line.failed)]
    return {
        "orders": orders,
        "positions": {calendar.slug(s.phase): position_name(s.turn.before) for s in _open(replay)},
        "end": {str(code): number[power] for code, power in sorted(replay.final.owners.items())},
    }


def _open(replay: Replay) -> Iterator[Stage]:
    """The stages before which the armies stood in the open: the first says nothing."""
    yield from (s for s in replay.stages[1:] if s.phase.step == "movement")


def position_name(position: Position) -> str:
    """The same for the same units of the same powers, in whatever year."""
    units = sorted(f"{u.power} {u}" for u in position.units)
    return blake2b("\n".join(units).encode(), digest_size=6).hexdigest()


def shard(name: str, data: Any) -> Artifact:
    """A piece of the index as a script."""
    text = script_safe(data)
    return Artifact(f"search/{name}.js", f"chancery({json.dumps(name)},{text});\n")


class OrderIndex:
    """The whole index while it grows: an order is one number here, not a list of lists."""

    def __init__(self) -> None:
        self._games: list[list[Any]] = []
        self._played: dict[str, set[str]] = {}
        self._texts = WordTable()
        self._phases = WordTable()
        self._orders: dict[str, array[int]] = {}
        self._positions: dict[str, dict[str, list[tuple[int, str]]]] = {}

    def add(self, summary: GameSummary, entry: Entry) -> None:
        """Take in what a game adds to the index."""
        game = len(self._games)
        self._games.append(_game(summary, entry))
        played = self._played.setdefault(summary.variant, set())
        for province, texts in entry["orders"].items():
            here = self._orders.setdefault(f"{summary.variant}-{slug(province)}", array("Q"))
            for text, phases in texts.items():
                said = self._texts.number(text) << PHASES
                played.update(phases)
                for phase, (power, failed) in phases.items():
                    when = (said | self._phases.number(phase)) << GAMES | game
                    here.append((when << POWERS | power) << 1 | failed)
        for phase, name in entry["positions"].items():
            known = self._positions.setdefault(name[0], {})
            known.setdefault(name, []).append((game, self._phases.same(phase)))

    def shards(self, variants: Sequence[Variant]) -> Iterator[Artifact]:
        """The pieces: games, names, orders by province, positions."""
        yield shard("games", self._games)
        for variant in variants:
            if variant.name in self._played:
                yield shard(f"names-{variant.name}", names(variant, self._played[variant.name]))
        for name, orders in self.pieces():
            yield shard(f"o-{name}", orders)
        for name, known in sorted(self._positions.items()):
            yield shard(f"p-{name}", known)

    def pieces(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The orders by variant and province: text, phase, then game, power and failure."""
        for name, packed in sorted(self._orders.items()):
            yield name, self._unpacked(packed)

    def _unpacked(self, packed: Iterable[int]) -> Mapping[str, Any]:
        found: dict[str, dict[str, list[list[int]]]] = {}
        for number in packed:
            rest, game = divmod(number >> (POWERS + 1), 1 << GAMES)
            text, phase = divmod(rest, 1 << PHASES)
            told = [game, number >> 1 & (1 << POWERS) - 1, number & 1]
            here = found.setdefault(self._texts.words[text], {})
            here.setdefault(self._phases.words[phase], []).append(told)
        return found


class WordTable:
    """Words that recur, each kept once, by numbers from nought."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._number: dict[str, int] = {}

    def number(self, word: str) -> int:
        """The number of a word."""
        found = self._number.setdefault(word, len(self.words))
        if found == len(self.words):
            self.words.append(word)
        return found

    def same(self, word: str) -> str:
        """The word itself, as it is kept."""
        return self.words[self.number(word)]


def _game(summary: GameSummary, entry: Entry) -> list[Any]:
    return [summary.id, summary.name, summary.variant, list(summary.winners), entry["end"]]


def names(variant: Variant, played: Iterable[str]) -> Mapping[str, Any]:
    """All the words that a question about a variant's games may have, and what they mean.

    `played` are the phases of its games, by the names that they have in addresses.
    """
    board, calendar = variant.setting.board, variant.setting.calendar
    words: dict[str, str] = {}
    for province in board.provinces.values():
        for word in (province.code, province.name, *province.aliases):
            words.setdefault(slug(word).replace("-", ""), str(province.code))
    phases = sorted(map(calendar.read, played), key=calendar.rank)
    first = dict(reversed(calendar.year))
    autumns = {word: season for word, season in SEASONS.items() if season in first}
    kinds = Vocabulary(variant.setting).kinds.items()
    return {
        "places": words,
        "exact": [str(code) for code in board.provinces],
        "powers": [[str(n.name), n.adjective, n.letter] for n in variant.setting.nations],
        "kinds": {word: str(kind.code) for word, kind in kinds},
        "verbs": {word: sign for sign, listed in VERBS.items() for word in sorted(listed)},
        "years": {calendar.year_slug(p.year): calendar.year_name(p.year) for p in phases},
        "seasons": {**{season: season for season in calendar.seasons}, **autumns},
        "steps": WORDS,
        "first": first,
        "short": {calendar.short(p).lower(): calendar.slug(p) for p in phases},
    }
