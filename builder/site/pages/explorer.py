"""The explorer of openings: what each power ordered first, how often, and how those games ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from builder.prose.names import slug
from builder.provided import map_file
from builder.site.artifacts import Artifact
from builder.site.parts.game_summary import GameFigures, GameSummary
from builder.site.parts.openings import CountsFile, FirstOrders, OpeningCount, name_of, read_counts
from builder.site.search.order_index import position_name
from builder.site.templating import fill
from builder.variant import Variant

FILE = "opening-counts.json"
SHOWN = (14, 8, 5)  # how many orders are listed of the first season, the second, the third
Branch = dict[str, Any]
Began = tuple[str, str, Sequence[FirstOrders]]


def explorer(
    variants: Sequence[Variant], games: Mapping[str, GameSummary], maps: Path,
    blocks: Iterable[Sequence[Began]],
) -> Iterator[Artifact]:  # fmt: skip
    """A page for each power of each variant of which there are counts, and one for all of them.

    `blocks` are how all `games` began, as `began` has them.
    """
    held, ours = [], sorted(chain.from_iterable(blocks))
    for variant in variants:
        path = map_file(maps, variant.name, FILE)
        if path.is_file():
            data = read_counts(path)
            held.append((variant, data, _trees(variant, data, ours)))
    content = fill(
        "openings.html",
        position=position_name,
        held=[
            (v, data, {power: branches(power, t, games, v)[:5] for power, t in trees.items()})
            for v, data, trees in held
        ],
    )
    yield Artifact(
        "openings/index.html", content, title="Openings", kind="listed",
        description="What each power ordered first, how often, and how those games ended.",
    )  # fmt: skip
    for variant, data, trees in held:
        letters = {str(n.name): n.letter for n in variant.setting.nations}
        for power, tree in trees.items():
            yield Artifact(
                f"openings/{variant.name}/{slug(power)}/index.html",
                fill(
                    "opening.html", variant=variant, data=data, power=power, letters=letters,
                    branches=branches(power, tree, games, variant), powers=list(trees),
                ),
                title=f"Openings of {power}",
                kind="page",
                description=f"What {power} orders in its first seasons, counted over many games.",
            )  # fmt: skip


def began(games: Iterable[tuple[GameSummary, GameFigures]]) -> list[Began]:
    """How some games began, but for those of programs: id, variant, and each power's orders."""
    return [(s.id, s.variant, f.began) for s, f in games if s.status != "exhibition" and f.began]


def _trees(variant: Variant, data: CountsFile, ours: Iterable[Began]) -> dict[str, OpeningCount]:
    """The counts of each power, with the archive's own games in them."""
    found = {str(p): data.powers.get(p, OpeningCount()) for p in variant.setting.powers}
    for game, played, orders in ours:
        for first in orders if played == variant.name else ():
            found[first[0]].add(FirstOrders(*first), game)
    return found


def branches(
    power: str,
    tree: OpeningCount,
    games: Mapping[str, GameSummary],
    variant: Variant,
    deep: int = 0,
) -> list[Branch]:
    """What was ordered next, the most frequent first, for templates."""
    ordered = sorted(tree.next.items(), key=lambda item: (-item[1].games, item[0]))
    names = [name_of(power, text.split(", ")) if deep == 0 else "" for text, _ in ordered]
    phases = [variant.setting.calendar.slug(p) for p in _seasons(variant)]
    whole = sum(node.games for node in tree.next.values())
    return [
        {
            "orders": text.split(", "),
            "name": name,
            "first": names.index(name) == at,
            "count": node,
            "share": node.games / whole,
            "ours": [games[g] for g in node.ours[:4]],
            "slug": phases[deep],
            "next": branches(power, node, games, variant, deep + 1)
            if deep + 1 < len(SHOWN)
            else [],
        }
        for at, (name, (text, node)) in enumerate(zip(names, ordered[: SHOWN[deep]], strict=False))
    ]


def _seasons(variant: Variant) -> Iterator[Any]:
    """The first movement phases of a game."""
    calendar = variant.setting.calendar
    phase = calendar.start
    for _ in SHOWN:
        yield phase
        phase = calendar.next(phase)
        while phase.step != "movement":
            phase = calendar.next(phase)
