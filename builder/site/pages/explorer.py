"""The explorer of openings: what each power ordered first, how often, and how those games ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from heapq import nsmallest
from html import escape
from pathlib import Path
from typing import Any

from builder.errors import ArchiveError
from builder.model.grouping import grouped
from builder.prose.names import slug
from builder.provided import map_file
from builder.site.artifacts import Artifact, SitePart
from builder.site.parts.game_summary import GameBlocks, GameFigures, GameSummary
from builder.site.parts.openings import CountsFile, FirstOrders, OpeningCount, name_of, read_counts
from builder.site.search.order_index import position_name
from builder.site.templating import fill
from builder.variant import Variant

FILE = "opening-counts.json"
SHOWN = (14, 8, 5)  # how many orders are listed of the first season, the second, the third
NAMED = 4  # games of the archive
NAME = re.compile("<name ([^>]+)>")  # of a game, by its id
Branch = dict[str, Any]
Line = list[str]  # of a power in a game, as `began` has it


def began(games: Iterable[tuple[GameSummary, GameFigures]]) -> dict[str, dict[str, list[str]]]:
    """The first orders of games, without exhibitions: lines by variant and power, then by the
    orders of the first season.

    A line has the game, `1` or `0` for won, eliminated and each season in which all orders
    succeeded, and the orders of each later season. `Explorer` reads them.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for s, figures in games:
        for f in map(FirstOrders._make, figures.began if s.status != "exhibition" else ()):
            if f.seasons:
                (first, _), *later = f.seasons
                line = "\t".join((s.id, _figures(f), *(text for text, _ in later)))
                power = found.setdefault(f"{s.variant}\t{f.power}", {})
                power.setdefault(first, []).append(line)
    return found


def _figures(first: FirstOrders) -> str:
    return "".join(f"{flag:d}" for flag in (first.won, first.out, *(c for _, c in first.seasons)))


@dataclass
class Explorer:
    """A page for each power of each variant of which there are counts, and one for all of them.

    `variants` have counts below `maps`; `blocks` of all `games` have how they began.
    """

    variants: Sequence[Variant]
    games: Mapping[str, GameSummary]
    maps: Path
    blocks: GameBlocks

    def pages(self, inputs: object) -> Iterator[SitePart]:
        """The page of each power; `inputs` change with what blocks add."""
        for variant in self.variants:
            for power in map(str, variant.setting.powers):
                made = partial(self._page, variant, power)
                yield SitePart(f"opening-{variant.name}-{slug(power)}", inputs, made)

    @cached_property
    def _counts(self) -> dict[str, CountsFile]:
        return {v.name: read_counts(map_file(self.maps, v.name, FILE)) for v in self.variants}

    @cached_property
    def _ours(self) -> Mapping[str, Mapping[str, list[str]]]:
        found: dict[str, dict[str, list[str]]] = {}
        items = (item for block in self.blocks.read("began") for item in block.items())
        for power, played in items:
            known = found.setdefault(power, {})
            for first, lines in played.items():
                known.setdefault(first, []).extend(lines)
        return found

    def overview(self) -> Iterator[Artifact]:
        """The page of all; raises ArchiveError where counts cannot be read."""
        held = [
            (
                v,
                self._counts[v.name],
                {power: top[:5] for (name, power), top in self._branches.items() if name == v.name},
            )
            for v in self.variants
        ]
        content = fill("openings.html", position=position_name, held=held)
        yield Artifact(
            "openings/index.html", content, title="Openings", kind="listed",
            description="What each power ordered first, how often, and how those games ended.",
        )  # fmt: skip

    def _page(self, variant: Variant, power: str) -> Iterator[Artifact]:
        folder = f"{variant.name}/{slug(power)}"
        with suppress(ArchiveError):  # which the page of all states
            kept: str = self.blocks.made_of(
                "began", folder.replace("/", "-"), partial(self._filled, variant, power)
            )
            yield Artifact(
                f"openings/{folder}/index.html",
                NAME.sub(lambda found: escape(self.games[found[1]].name), kept),
                title=f"Openings of {power}",
                kind="page",
                description=f"What {power} orders in its first seasons, counted over many games.",
            )

    def _filled(self, variant: Variant, power: str) -> str:
        """The page of a power, in which each name of a game is still missing."""
        letters = {str(n.name): n.letter for n in variant.setting.nations}
        return fill(
            "opening.html", variant=variant, data=self._counts[variant.name], power=power,
            letters=letters, powers=list(letters), branches=self._branches[variant.name, power],
        )  # fmt: skip

    @cached_property
    def _branches(self) -> Mapping[tuple[str, str], list[Branch]]:
        """The orders of each power of each variant."""
        found: dict[tuple[str, str], list[Branch]] = {}
        for variant in self.variants:
            phases = [variant.setting.calendar.slug(phase) for phase in _seasons(variant)]
            for power in map(str, variant.setting.powers):
                tree = self._counts[variant.name].powers.get(power, OpeningCount())
                ours = self._ours.get(f"{variant.name}\t{power}", {})
                rows = {text: [line.split("\t") for line in lines] for text, lines in ours.items()}
                found[variant.name, power] = _next(power, tree, rows, phases)
        return found


def _next(
    power: str,
    tree: OpeningCount,
    rows: Mapping[str, list[Line]],
    phases: Sequence[str],
    deep: int = 0,
) -> list[Branch]:
    """The next orders as templates need them, the most frequent first; `rows` are by orders."""
    if deep == len(SHOWN):
        return []
    games = Counter({text: node.games for text, node in tree.next.items()})
    games.update({text: len(same) for text, same in rows.items()})
    ordered = sorted(games, key=lambda text: (-games[text], text))[: SHOWN[deep]]
    whole, named, found = games.total(), set[str](), list[Branch]()
    for text in ordered:
        node, same = tree.next.get(text, OpeningCount()), rows.get(text, [])
        name = name_of(power, text.split(", ")) if deep == 0 else ""
        later = grouped((row[2 + deep], row) for row in same if len(row) > 2 + deep)
        flags = Counter(row[1] for row in same).items()
        won, out, clean = (
            100 * (count + sum(n for flag, n in flags if flag[at] == "1")) / games[text]
            for count, at in ((node.won, 0), (node.out, 1), (node.clean, 2 + deep))
        )
        found.append(
            {
                "orders": text.split(", "),
                "name": name,
                "first": name not in named,
                "games": games[text],
                "share": games[text] / whole,
                "clean": clean,
                "won": won,
                "out": out,
                "ours": nsmallest(NAMED, (row[0] for row in same)),
                "slug": phases[deep],
                "next": _next(power, node, later, phases, deep + 1),
            }
        )
        named.add(name)
    return found


def _seasons(variant: Variant) -> Iterator[Any]:
    """The first movement phases of a game."""
    calendar = variant.setting.calendar
    phase = calendar.start
    for _ in SHOWN:
        yield phase
        phase = calendar.next(phase)
        while phase.step != "movement":
            phase = calendar.next(phase)
