"""The explorer of openings: what each power ordered first, how often, and how those games ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from heapq import nsmallest
from html import escape
from pathlib import Path
from typing import Any

from markupsafe import Markup

from builder.errors import ArchiveError
from builder.model.grouping import grouped
from builder.prose.names import slug
from builder.provided import map_file
from builder.site.artifacts import Artifact, SitePart, digest
from builder.site.parts.game_summary import GameBlocks, GameFigures, GameSummary
from builder.site.parts.openings import CountsFile, FirstOrders, OpeningCount, name_of, read_counts
from builder.site.search.order_index import position_name
from builder.site.templating import fill, page
from builder.source.files import read_whole
from builder.variant import Variant

FILE = "opening-counts.json"
SHOWN = (14, 8, 5)  # how many orders are listed of the first season, the second, the third
NAMED = 4  # games of the archive
NAME = re.compile("<name ([^>]+)>")  # of a game, by its id
LATER = re.compile("<later ([0-9]+)>")  # seasons, by the number of the first orders
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
                {p: self._firsts(v, p)[:5] for p in map(str, v.setting.powers)},
            )
            for v in self.variants
        ]
        yield page(
            "openings/index.html", "openings.html", listed=True,
            position=position_name, held=held, title="Openings",
            description="What each power ordered first, how often, and how those games ended.",
        )  # fmt: skip

    def _page(self, variant: Variant, power: str) -> Iterator[Artifact]:
        folder = f"{variant.name}/{slug(power)}"
        with suppress(ArchiveError):  # which the page of all states
            counts = sha256(read_whole(map_file(self.maps, variant.name, FILE))).hexdigest()
            page, firsts = self.blocks.made_of(
                "began", folder.replace("/", "-"), counts, partial(self._filled, variant, power)
            )
            whole = LATER.sub(lambda found: str(firsts[int(found[1])][2]), page)
            yield Artifact(
                f"openings/{folder}/index.html",
                NAME.sub(lambda found: escape(self.games[found[1]].name), whole),
                title=f"Openings of {power}",
                kind="page",
                description=f"What {power} orders in its first seasons, counted over many games.",
            )

    def _filled(self, variant: Variant, power: str, before: Any) -> tuple[str, list[Any]]:
        """The page of a power, in which each name of a game is still missing; and by the digest of
        the games with each of the first orders what `opening.html` says of them and of the later
        seasons, which is taken from `before` where no other games have these orders."""
        letters = {str(n.name): n.letter for n in variant.setting.nations}
        phases = [variant.setting.calendar.slug(phase) for phase in _seasons(variant)]
        tree, ours = self._tree(variant, power)
        known = {key: (branch, later) for key, branch, later in before[1]} if before else {}
        branches, kept = list[Branch](), list[Any]()
        for first in self._firsts(variant, power):
            lines = ours.get(text := ", ".join(first["orders"]), [])
            key = digest("\n".join((text, *lines)))
            if key not in known:
                rows = [line.split("\t") for line in lines]
                branch = _fared(tree.next.get(text, OpeningCount()), rows, phases)
                after = branch.pop("next")
                known[key] = branch, fill("opening_tree.html", branches=after) if after else ""
            branch, later = known[key]
            place = Markup(f"<later {len(kept)}>") if later else ""
            branches.append({**branch, **first, "next": place})
            kept.append((key, branch, later))
        page = fill(
            "opening.html", variant=variant, data=self._counts[variant.name], power=power,
            letters=letters, powers=list(letters), branches=branches,
        )  # fmt: skip
        return page, kept

    def _firsts(self, variant: Variant, power: str) -> list[Branch]:
        """The orders of a power's first season."""
        found, named = list[Branch](), set[str]()
        for branch in _frequent(*self._tree(variant, power), 0):
            name = name_of(power, branch["orders"])
            found.append({**branch, "name": name, "first": name not in named})
            named.add(name)
        return found

    def _tree(self, variant: Variant, power: str) -> tuple[OpeningCount, Mapping[str, list[str]]]:
        """The counts of a power, and the lines of its games by the orders of the first season."""
        tree = self._counts[variant.name].powers.get(power, OpeningCount())
        return tree, self._ours.get(f"{variant.name}\t{power}", {})


def _frequent(tree: OpeningCount, rows: Mapping[str, Sequence[Any]], deep: int) -> Iterator[Branch]:
    """The most frequent next orders, with their games and their share; `rows` are by orders."""
    games = Counter({text: node.games for text, node in tree.next.items()})
    games.update({text: len(same) for text, same in rows.items()})
    whole = games.total()
    for text in nsmallest(SHOWN[deep], games, key=lambda text: (-games[text], text)):
        orders, count = text.split(", "), games[text]
        yield {"orders": orders, "games": count, "share": count / whole, "name": ""}


def _fared(
    node: OpeningCount, rows: Sequence[Line], phases: Sequence[str], deep: int = 0
) -> Branch:
    """How the games with some orders went on, as templates need it."""
    games = node.games + len(rows)
    flags = Counter(row[1] for row in rows).items()
    won, out, clean = (
        100 * (count + sum(n for flag, n in flags if flag[at] == "1")) / games
        for count, at in ((node.won, 0), (node.out, 1), (node.clean, 2 + deep))
    )
    found = list[Branch]()
    if deep + 1 < len(SHOWN):
        later = grouped((row[2 + deep], row) for row in rows if len(row) > 2 + deep)
        for branch in _frequent(node, later, deep + 1):
            text = ", ".join(branch["orders"])
            after = node.next.get(text, OpeningCount()), later.get(text, [])
            found.append({**branch, **_fared(*after, phases, deep + 1)})
    ours = nsmallest(NAMED, (row[0] for row in rows))
    slug = phases[deep]
    return {"clean": clean, "won": won, "out": out, "ours": ours, "slug": slug, "next": found}


def _seasons(variant: Variant) -> Iterator[Any]:
    """The first movement phases of a game."""
    calendar = variant.setting.calendar
    phase = calendar.start
    for _ in SHOWN:
        yield phase
        phase = calendar.next(phase)
        while phase.step != "movement":
            phase = calendar.next(phase)
