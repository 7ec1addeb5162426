"""The index of orders and positions: cut into shards, so that a search loads only what it needs.

A shard is a script that calls `chancery(name, data)`: it can be loaded from a server and from
disk alike. Orders lie by variant and by the province of the unit, positions by the first
figures of their name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from builder.model.position import Position
from builder.replay import Replay, Stage
from builder.site.addresses import slug
from builder.site.artifacts import Artifact
from builder.site.lines import Told
from builder.site.replayer import script_safe
from builder.site.summary import Summary
from builder.variant import Variant

Entry = dict[str, Any]


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


def shards(
    entries: Sequence[tuple[Summary, Entry]], variants: Sequence[Variant]
) -> Iterator[Artifact]:
    """The whole index: games, names, orders by province, positions."""
    yield shard("games", [_game(summary, entry) for summary, entry in entries])
    for variant in variants:
        if any(s.variant == variant.name for s, _ in entries):
            yield shard(f"names-{variant.name}", _names(variant))
    for name, data in sorted(_orders(entries).items()):
        yield shard(f"o-{name}", data)
    for name, known in sorted(_positions(entries).items()):
        yield shard(f"p-{name}", known)


def _orders(entries: Sequence[tuple[Summary, Entry]]) -> Mapping[str, Any]:
    """By variant and province: text, phase, then game, power and failure of each order."""
    found: dict[str, dict[str, dict[str, list[list[int]]]]] = {}
    for at, (summary, entry) in enumerate(entries):
        for province, texts in entry["orders"].items():
            here = found.setdefault(f"{summary.variant}-{slug(province)}", {})
            for text, phases in texts.items():
                known = here.setdefault(text, {})
                for phase, told in phases.items():
                    known.setdefault(phase, []).append([at, *told])
    return found


def _positions(entries: Sequence[tuple[Summary, Entry]]) -> Mapping[str, Any]:
    """By the first figure of their names: where each position stood."""
    found: dict[str, dict[str, list[list[int | str]]]] = {}
    for at, (_, entry) in enumerate(entries):
        for phase, name in entry["positions"].items():
            found.setdefault(name[0], {}).setdefault(name, []).append([at, phase])
    return found


def _game(summary: Summary, entry: Entry) -> list[Any]:
    return [summary.id, summary.name, summary.variant, list(summary.winners), entry["end"]]


def _names(variant: Variant) -> Mapping[str, Any]:
    board = variant.setting.board
    words: dict[str, str] = {}
    for province in board.provinces.values():
        for word in (province.code, province.name, *province.aliases):
            words.setdefault(slug(word).replace("-", ""), str(province.code))
    return {
        "places": words,
        "exact": [str(code) for code in board.provinces],
        "powers": [[str(n.name), n.adjective, n.letter] for n in variant.setting.nations],
        "seasons": list(variant.setting.calendar.seasons),
    }
