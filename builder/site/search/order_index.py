"""The index of orders and positions, in shards of which a search loads only a few.

A shard is a script that calls `chanceryData(name, data)`, so it can be loaded from a server and
from disk. Games are spread over blocks; a changed game changes the shards of one block only. Orders
are grouped by block, variant and the unit's province, positions by the first digits of their names.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from typing import Any, NamedTuple

from markupsafe import Markup

from builder.model.units import Position
from builder.playback.replaying import Replay
from builder.prose.names import slug
from builder.prose.order_accounts import VERB_OF_REASON, OrderAccount, OrderRows
from builder.prose.wording import flat
from builder.site.artifacts import Artifact
from builder.site.parts.game_summary import GameSummary
from builder.site.search.question_words import OUTCOMES, VERBS, variant_words
from builder.site.templating import data_file, script_safe
from builder.variant import Variant

IndexEntry = dict[str, Any]
OUTCOME_NUMBERS = {outcome: number for number, outcome in enumerate(OUTCOMES, 1)}
_phase_name = lru_cache(maxsize=4096)(script_safe)  # the phases of one game are those of the next
FULL = 64  # games in a block, at most on average


def index_of(replay: Replay, order_rows: Sequence[OrderRows]) -> IndexEntry:
    """A game's entry in the index, as plain data.

    `orders` by province, text and phase: the power's number, the outcome's place in `OUTCOMES`
    counted from 1 and negative if the order failed, and its result with the reason if there is one;
    as JSON without brackets, which a block passes on as it is. `outcomes` has the numbers of orders
    by the outcome's place in `OUTCOMES` and the phase. `positions` by phase. `end` has the number
    of each centre's owner at the end.
    """
    setting = replay.variant.setting
    calendar = setting.calendar
    orders: dict[str, dict[str, dict[str, str]]] = {}
    outcome_of: dict[tuple[str, str, str], int] = {}
    number = {nation.name: i for i, nation in enumerate(setting.nations)}
    for stage, rows in zip(replay.stages, order_rows, strict=True):
        phase = calendar.slug(stage.phase)
        for row in chain.from_iterable(rows.values()):
            if not row.at:
                continue
            province = row.at.partition("/")[0]
            phases = orders.setdefault(province, {}).setdefault(row.shown, {})
            outcome = OUTCOME_NUMBERS[row.result.outcome]
            outcome_of[province, row.shown, phase] = outcome
            sign = "-" if row.failed else ""
            phases[phase] = f"{number[row.power]},{sign}{outcome}{_reason(row)}"
    moved = (stage for stage in replay.stages if stage.phase.step == "movement")
    positions = {calendar.slug(s.phase): position_name(s.turn.before) for s in moved}
    end = {str(code): number[power] for code, power in sorted(replay.final.owners.items())}
    counts = Counter((outcome, phase) for (_, _, phase), outcome in outcome_of.items())
    outcomes: dict[str, dict[str, int]] = {}
    for (outcome, phase), count in sorted(counts.items()):
        outcomes.setdefault(str(outcome - 1), {})[phase] = count
    return {"orders": orders, "outcomes": outcomes, "positions": positions, "end": end}


def _reason(row: OrderAccount) -> str:
    """The result and reason of an order as JSON behind a comma; empty if there is none."""
    word, ground = row.result_and_reason
    if not word and not ground:
        return ""
    mark = "" if word.endswith(":") or word == VERB_OF_REASON else "."
    why = f"{word}{mark} {flat(ground)}".strip(". ")
    return f",{script_safe(f'{why}.')}" if why else ""


def position_name(position: Position) -> str:
    """The name of a position: the same for the same units of the same powers in any year."""
    units = sorted(f"{u.power} {u}" for u in position.units)
    return blake2b("\n".join(units).encode(), digest_size=6).hexdigest()


def shard(name: str, data: Any) -> Artifact:
    """A piece of the index as a script; text that is marked as safe is JSON already."""
    return data_file(f"search/{name}.js", name, data)


def block_count(games: int) -> int:
    """The number of blocks for so many games: a power of two, with `FULL` games each at most."""
    return 1 << ((games - 1) // FULL).bit_length() if games > FULL else 1


def block_of(game: str, count: int) -> int:
    """The block of a game, from its id alone: it stays there when other games come or go."""
    return int.from_bytes(blake2b(game.encode(), digest_size=4).digest()) % count


def block(
    number: int, count: int, games: Iterable[tuple[GameSummary, IndexEntry]]
) -> tuple[list[Artifact], IndexEntry]:
    """The shards of one block of games, and the data about it for the shards of all blocks.

    `c-1-0` has for each phase the games of the block 0 in which orders had the outcome 1, each with
    the number of these orders.

    That data has `keys` by variant and province, one text each; the JSON of block, game and phase
    of each of the `positions`, by the first digits of their names; and the phases `played` by
    variant.
    """
    listed: list[list[Any]] = []
    ends: list[list[Any]] = []
    orders: dict[str, dict[str, dict[str, list[str]]]] = {}
    positions: dict[str, dict[str, list[tuple[int, int, str]]]] = {}
    played: dict[str, set[str]] = {}
    entries: list[IndexEntry] = []
    for game, (s, entry) in enumerate(games):
        entries.append(entry)
        listed.append([s.id, s.name, s.variant, s.result, dict(s.openings), s.where, *_span(entry)])
        ends.append([list(s.winners), entry["end"]])
        phases = played.setdefault(s.variant, set())
        for province, texts in entry["orders"].items():
            here = orders.setdefault(f"{s.variant}-{slug(province)}", {})
            for text, phases_of in texts.items():
                phases.update(phases_of)
                results = here.setdefault(text, {})
                for phase, result in phases_of.items():
                    results.setdefault(phase, []).append(f"[{game},{result}]")
        for phase, name in entry["positions"].items():
            alike = positions.setdefault(name[: min(2, count)], {})
            alike.setdefault(name, []).append((number, game, phase))
    part = f"-{number}" if count > 1 else ""
    shards = [shard(f"g-{number}", listed), shard(f"e-{number}", ends)]
    for outcome, of_outcome in sorted(_outcomes(entries).items()):
        shards.append(shard(f"c-{outcome}-{number}", dict(sorted(of_outcome.items()))))
    shards += [shard(f"o-{name}{part}", _joined(texts)) for name, texts in sorted(orders.items())]
    keys = {name: "|".join(sorted(set(map(order_key, texts)))) for name, texts in orders.items()}
    places = {digits: script_safe(alike) for digits, alike in positions.items()}
    phases_played = {variant: sorted(phases) for variant, phases in played.items()}
    return shards, {"keys": keys, "positions": places, "played": phases_played}


def _outcomes(entries: Iterable[IndexEntry]) -> dict[str, dict[str, list[int]]]:
    """By the place of an outcome and by phase: each game of a block with orders that had the
    outcome, and their number."""
    outcomes: dict[str, dict[str, list[int]]] = {}
    for game, entry in enumerate(entries):
        for outcome, numbers_of_orders in entry["outcomes"].items():
            of_outcome = outcomes.setdefault(outcome, {})
            for phase, number_of_orders in numbers_of_orders.items():
                of_outcome.setdefault(phase, []).extend((game, number_of_orders))
    return outcomes


def _joined(orders: Mapping[str, Mapping[str, Sequence[str]]]) -> Markup:
    """Orders by text and phase as JSON; their results are JSON already."""
    texts: list[str] = []
    for text, results_by_phase in orders.items():
        phases: list[str] = []
        for phase, results in results_by_phase.items():
            phases.append(f"{_phase_name(phase)}:[" + ",".join(results) + "]")
        texts.append(f"{script_safe(text)}:" + "{" + ",".join(phases) + "}")
    return Markup("{" + ",".join(texts) + "}")


def _span(entry: IndexEntry) -> tuple[str, ...]:
    """The first and the last phase of a game in which units moved; nothing without any."""
    slugs = [*entry["positions"]]
    return (slugs[0], slugs[-1]) if slugs else ()


def order_key(text: str) -> str:
    """An order's verb and the first space behind it: `– Bur`, `S Mar`, `H`.

    >>> order_key("A Mar S A Par – Bur"), order_key("F Mid – Spa/sc"), order_key("Build A Par")
    ('S Par', '– Spa', 'Build Par')
    """
    parts = text.split(" ")
    at = next((number for number, part in enumerate(parts) if part in VERBS), -1)
    if at < 0:
        return ""
    behind = parts[at + 1 : at + 3]
    if len(behind) == 2 and behind[1] not in VERBS:  # the kind of a unit and its space
        behind = behind[1:]
    return " ".join((parts[at], *(space.partition("/")[0] for space in behind[:1])))


class JoinedBlocks(NamedTuple):
    """What all blocks have: the phases `played` by variant; by variant and province for each key
    the blocks with such an order, as the `bits` of a number; the JSON of the `positions` of each
    block, by the first digits of their names."""

    played: dict[str, set[str]]
    bits: dict[str, dict[str, int]]
    positions: dict[str, list[str]]


def shards(
    blocks: Iterable[IndexEntry], count: int, games: int, find: Callable[[str], Variant]
) -> Iterator[Artifact]:
    """The shards of all blocks: their number, the blocks that have an order, and the positions
    of each block. There are `count` blocks, which are read one after another.

    `o-standard-par` has for each key the blocks with such an order, as bits of a hexadecimal
    number. If there is only one block, it has the orders themselves.
    """
    yield shard("blocks", {"blocks": count, "games": games})
    joined = _joined_blocks(blocks)
    for name, phases in sorted(joined.played.items()):
        if phases:
            yield shard(f"names-{name}", variant_words(find(name), phases))
    for name, blocks_of in sorted(joined.bits.items()) if count > 1 else ():
        yield shard(f"o-{name}", {key: f"{blocks_of[key]:x}" for key in sorted(blocks_of)})
    for digits in sorted(joined.positions):
        # Positions are the largest part of the index: those that are written are forgotten.
        yield shard(f"p-{digits}", Markup(f"[{','.join(joined.positions.pop(digits))}]"))


def _joined_blocks(blocks: Iterable[IndexEntry]) -> JoinedBlocks:
    played: dict[str, set[str]] = {}
    bits: dict[str, dict[str, int]] = {}
    positions: dict[str, list[str]] = {}
    for number, entry in enumerate(blocks):
        for variant, phases in entry["played"].items():
            played.setdefault(variant, set()).update(phases)
        for digits, text in entry["positions"].items():
            positions.setdefault(digits, []).append(text)
        for name, keys in entry["keys"].items():
            blocks_of = bits.setdefault(name, {})
            for key in keys.split("|"):
                blocks_of[key] = blocks_of.get(key, 0) | 1 << number
    return JoinedBlocks(played, bits, positions)
