"""How games began: named openings, and what each power ordered first, counted over many games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from heapq import nsmallest
from pathlib import Path
from typing import Any, NamedTuple

from builder.errors import ArchiveError
from builder.model.calendar import Calendar, Phase
from builder.playback.replaying import Replay
from builder.prose.order_accounts import OrderRows, lines
from builder.source.files import read_whole

SEASONS = 3  # movement phases that are counted
IMPOSSIBLE_NUMBER = 10**9  # more games than anybody has
RARE = 8  # what fewer games have is left out of a file of counts


class FirstOrders(NamedTuple):
    """What a power ordered in its first movement phases, and how the game ended for it. `seasons`
    holds the orders of each phase as one text, and whether all of them succeeded."""

    power: str
    seasons: tuple[tuple[str, bool], ...]
    won: bool
    out: bool


@dataclass
class OpeningCount:
    """Games in which a power gave the same orders so far: how many; in how many all its orders
    succeeded, it won, it was eliminated; what it ordered next; and the ids of those kept here."""

    games: int = 0
    clean: int = 0
    won: int = 0
    out: int = 0
    next: dict[str, OpeningCount] = field(default_factory=dict)
    ours: list[str] = field(default_factory=list)

    def add(self, first: FirstOrders, game: str = "") -> None:
        """Take in how one game began; `game` is its id if it is kept here."""
        node = self
        for text, clean in first.seasons:
            node = node.next.setdefault(text, OpeningCount())
            node.games += 1
            node.clean += clean
            node.won += first.won
            node.out += first.out
            node.ours += [game] if game else []

    def frequent(self, shown: int) -> list[tuple[str, float, OpeningCount]]:
        """The orders that were most frequent next, each with its share."""
        whole = sum(node.games for node in self.next.values())
        most = nsmallest(shown, self.next.items(), key=lambda item: (-item[1].games, item[0]))
        return [(text, node.games / whole, node) for text, node in most]

    def plain(self) -> dict[str, list[Any]]:
        """What was ordered next as plain data, without what was rare."""
        return {
            text: [n.games, n.clean, n.won, n.out, n.plain()]
            for text, n in sorted(self.next.items(), key=lambda item: -item[1].games)
            if n.games >= RARE
        }


class CountsFile(NamedTuple):
    """What a file of counts holds: its source, of how many games, and the counts of each power."""

    source: str
    games: int
    powers: Mapping[str, OpeningCount]


def read_counts(path: Path) -> CountsFile:
    """Read counts that `counts_file` wrote; raises ArchiveError where it cannot have written them,
    and SourceError where the file cannot be read."""
    try:
        data = json.loads(read_whole(path))
        powers = {power: _counted(orders) for power, orders in data["powers"].items()}
        return CountsFile(str(data["source"]), _number(data["games"]), powers)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        written = "`chancery import --openings` writes such files"
        raise ArchiveError(f"{path}: these are no counts of openings; {written}") from error


def _counted(orders: Mapping[str, Sequence[Any]], deep: int = 0) -> OpeningCount:
    if orders and deep == SEASONS:
        raise ValueError("more seasons than are counted")
    tree = OpeningCount()
    for text, (*numbers, more) in orders.items():
        games, clean, won, out = map(_number, numbers)
        tree.next[text] = OpeningCount(games, clean, won, out, _counted(more, deep + 1).next)
    return tree


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < IMPOSSIBLE_NUMBER:
        raise ValueError(f"{value!r} is no number of games")
    return value


def counts_file(began: Iterable[tuple[str, Sequence[FirstOrders]]], source: str) -> str:
    """How many games began, each with its variant, as JSON: counts alone, with their source. All
    games are of one variant; raises ArchiveError if they are not, or if there are none."""
    games = [(variant, first) for variant, first in began if first]
    variants = sorted({variant for variant, _ in games})
    if len(variants) != 1:
        named = ", ".join(variants) or "none that was recorded from its start"
        raise ArchiveError(f"openings are counted over games of one variant; here are {named}")
    trees: dict[str, OpeningCount] = {}
    for _, of_powers in games:
        for first in of_powers:
            trees.setdefault(first.power, OpeningCount()).add(first)
    data = {
        "variant": variants[0],
        "source": source,
        "games": len(games),
        "powers": {power: tree.plain() for power, tree in trees.items()},
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def first_orders(
    replay: Replay, order_rows: Sequence[OrderRows] | None = None
) -> Iterator[FirstOrders]:
    """How each power began a game that was recorded from its start; nothing if it was not.
    `order_rows` are the orders of all phases, if there are any yet."""
    setting = replay.variant.setting
    stages = replay.stages
    moved = [at for at, stage in enumerate(stages) if stage.phase.step == "movement"][:SEASONS]
    if not moved or stages[moved[0]].phase != setting.calendar.start:
        return
    if order_rows is None:
        played = [lines(stages[at].turn, setting) for at in moved]
    else:
        played = [order_rows[at] for at in moved]
    owners = set(replay.final.owners.values())
    winners = replay.stages[-1].turn.winners
    won = replay.record.result.powers if replay.record.result.kind == "won" else winners
    for power in setting.powers:
        seasons = []
        for season in played:
            rows = season.get(power)
            if rows:
                orders = ", ".join(sorted(row.shown for row in rows))
                seasons.append((orders, not any(row.failed for row in rows)))
        yield FirstOrders(str(power), tuple(seasons), power in won, power not in owners)


def first_phases(calendar: Calendar) -> list[Phase]:
    """The first movement phases of a game, as many as are counted."""
    is_movement = calendar.start.step == "movement"
    phases = [calendar.start if is_movement else calendar.movement_after(calendar.start)]
    while len(phases) < SEASONS:
        phases.append(calendar.movement_after(phases[-1]))
    return phases


@cache
def book() -> Mapping[str, Any]:
    """The openings that writers gave names to, with their sources."""
    place = Path(__file__).with_name("openings.json")
    book: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return book


def all_hold(orders: str) -> bool:
    """Are the orders of a season holds alone, as of a player who sent none?"""
    return all(order.endswith(" H") for order in orders.split(", "))


def name_of(power: str, orders: Iterable[str]) -> str:
    """The name of an opening: of those that fit, the one with most orders. Holds alone have no
    name, because a player who sent nothing opened nothing."""
    played = set(orders)
    if all(order.endswith(" H") for order in played):
        return ""
    fitting = [e for e in book()["openings"] if e["power"] == power and played >= {*e["orders"]}]
    return str(max(fitting, key=lambda e: len(e["orders"]))["name"]) if fitting else ""


def openings(first: Iterable[FirstOrders], variant: str) -> Iterator[tuple[str, str]]:
    """The power and the name of every named opening in a game's first phase."""
    for began in first if variant == book()["variant"] else ():
        name = name_of(began.power, began.seasons[0][0].split(", ") if began.seasons else ())
        if name:
            yield began.power, name
