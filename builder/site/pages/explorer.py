"""The explorer of openings: what each power ordered first, how often, and how those games ended."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from heapq import nsmallest
from html import escape
from pathlib import Path
from typing import Any

from builder.errors import ArchiveError
from builder.model.calendar import Phase
from builder.prose.names import slug
from builder.provided import map_file
from builder.site.artifacts import Artifact, SitePart, digest
from builder.site.parts.game_summary import GameBlocks, GameFigures, GameSummary
from builder.site.parts.openings import CountsFile, FirstOrders, OpeningCount, name_of, read_counts
from builder.site.search.order_index import position_name
from builder.site.templating import fill, filled_in, page
from builder.source.files import read_whole
from builder.variant import Variant

FILE = "opening-counts.json"
SHOWN = (14, 8, 5)  # how many orders are listed of the first season, the second, the third
NAMED = 4  # games of the archive
Branch = dict[str, Any]


def began(games: Iterable[tuple[GameSummary, GameFigures]]) -> dict[str, dict[str, list[str]]]:
    """The first orders of games, without exhibitions: lines by variant and power, then by the
    orders of the first season.

    A line has the game, `1` or `0` for won, eliminated and each season in which all orders
    succeeded, and the orders of each later season.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for s, figures in games:
        for f in map(FirstOrders._make, figures.began if s.status != "exhibition" else ()):
            if f.seasons:
                (first, _), *later = f.seasons
                flags = "".join(f"{flag:d}" for flag in (f.won, f.out, *(c for _, c in f.seasons)))
                power = found.setdefault(f"{s.variant}\t{f.power}", {})
                line = "\t".join((s.id, flags, *(text for text, _ in later)))
                power.setdefault(first, []).append(line)
    return found


def _add(tree: OpeningCount, first: str, line: str) -> None:
    """Take in how a game began, from its first orders and its line of `began`."""
    game, flags, *later = line.split("\t")
    won, out, *clean = (flag == "1" for flag in flags)
    seasons = tuple(zip((first, *later), clean, strict=True))
    tree.add(FirstOrders("", seasons, won, out), game)


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
            for power in variant.setting.powers:
                made = partial(self._page, variant, power)
                yield SitePart(f"opening-{variant.name}-{slug(power)}", inputs, made)

    @cached_property
    def _counts(self) -> dict[str, CountsFile]:
        return {v.name: read_counts(map_file(self.maps, v.name, FILE)) for v in self.variants}

    @cached_property
    def _ours(self) -> Mapping[str, Mapping[str, list[str]]]:
        found: dict[str, dict[str, list[str]]] = {}
        for block in self.blocks.read("began"):
            for power, played in block.items():
                known = found.setdefault(power, {})
                for first, lines in played.items():
                    known.setdefault(first, []).extend(lines)
        return found

    def overview(self) -> Iterator[Artifact]:
        """The page of all; raises ArchiveError where counts cannot be read."""
        firsts = {
            v.name: {p: self._firsts(v, p)[:5] for p in v.setting.powers} for v in self.variants
        }
        yield page(
            "openings/index.html", "openings.html", position=position_name,
            variants=self.variants, counts=self._counts, firsts=firsts,
        )  # fmt: skip

    def _page(self, variant: Variant, power: str) -> Iterator[Artifact]:
        with suppress(ArchiveError):  # which the page of all states
            counts = sha256(read_whole(map_file(self.maps, variant.name, FILE))).hexdigest()
            branches = self.blocks.made_of(
                "began",
                f"{variant.name}-{slug(power)}",
                counts,
                partial(self._made, variant, power),
            )
            found = page(
                f"openings/{variant.name}/{slug(power)}/index.html", "opening.html",
                variant=variant, data=self._counts[variant.name], power=power, branches=branches,
            )  # fmt: skip
            text = filled_in(str(found.content), name=lambda game: escape(self.games[game].name))
            yield replace(found, content=text)

    def _made(self, variant: Variant, power: str, before: Sequence[Branch] | None) -> list[Branch]:
        """The orders of the first season, and for each of them what `opening_tree.html` says of the
        later seasons, taken from `before` where no other games have these orders.

        The name of each game is still missing. `key` changes with the games.
        """
        levels = [*zip(SHOWN, map(variant.setting.calendar.slug, _seasons(variant)), strict=True)]
        counted, ours = self._trees(variant, power)
        known = {branch["key"]: branch for branch in before or ()}
        found = list[Branch]()
        for first in self._firsts(variant, power):
            text = ", ".join(first["orders"])
            lines = ours.get(text, ())
            key = digest("\n".join((text, *lines)))
            if (branch := known.get(key)) is None:
                tree = OpeningCount(next={text: deepcopy(counted.next.get(text, OpeningCount()))})
                for line in lines:
                    _add(tree, text, line)
                (branch,) = _frequent(tree, levels)
                later = branch["next"]
                branch["next"] = later and fill("opening_tree.html", branches=later)
            found.append({**branch, **first, "key": key})
        return found

    def _firsts(self, variant: Variant, power: str) -> list[Branch]:
        """The most frequent orders of a power's first season, each with its name and share."""
        counted, ours = self._trees(variant, power)
        games = Counter({text: node.games for text, node in counted.next.items()})
        games.update({text: len(lines) for text, lines in ours.items()})
        found, named, whole = list[Branch](), set[str](), games.total()
        for text in nsmallest(SHOWN[0], games, key=lambda text: (-games[text], text)):
            orders = text.split(", ")
            name, share = name_of(power, orders), games[text] / whole
            found.append(
                {"orders": orders, "share": share, "name": name, "first": name not in named}
            )
            named.add(name)
        return found

    def _trees(self, variant: Variant, power: str) -> tuple[OpeningCount, Mapping[str, list[str]]]:
        """The counts of a power, and the lines of its games here by their first orders."""
        counted = self._counts[variant.name].powers.get(power, OpeningCount())
        return counted, self._ours.get(f"{variant.name}\t{power}", {})


def _frequent(tree: OpeningCount, levels: Sequence[tuple[int, str]]) -> list[Branch]:
    """The most frequent next orders as templates need them; `levels` are how many of them are
    listed in the next seasons, each with the slug of its phase."""
    if not levels:
        return []
    (shown, phase), *later = levels
    whole = sum(node.games for node in tree.next.values())
    most = nsmallest(shown, tree.next.items(), key=lambda item: (-item[1].games, item[0]))
    return [
        {
            "orders": text.split(", "),
            "games": node.games,
            "share": node.games / whole,
            **{k: 100 * getattr(node, k) / node.games for k in ("clean", "won", "out")},
            "ours": nsmallest(NAMED, node.ours),
            "slug": phase,
            "next": _frequent(node, later),
        }
        for text, node in most
    ]


def _seasons(variant: Variant) -> Iterator[Phase]:
    """The first movement phases of a game."""
    calendar = variant.setting.calendar
    phase = calendar.start
    for _ in SHOWN:
        yield phase
        phase = calendar.next(phase)
        while phase.step != "movement":
            phase = calendar.next(phase)
