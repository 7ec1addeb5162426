"""The explorer of openings: what each power ordered first, how often, and how those games ended."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from heapq import nsmallest
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from builder.errors import ArchiveError
from builder.model.grouping import grouped
from builder.prose.isolation import isolated
from builder.prose.names import slug
from builder.provided import map_file
from builder.site import addresses
from builder.site.artifacts import Artifact, SitePart, as_json, digest
from builder.site.pages.named_openings import named_openings
from builder.site.parts import openings
from builder.site.parts.game_summary import GameBlocks, GameFigures, GameSummary
from builder.site.parts.openings import CountsFile, FirstOrders, OpeningCount
from builder.site.templating import data_file, fill, filled_in, page
from builder.source.files import read_whole
from builder.source.recording import Remembered, recorded_property
from builder.variant import Variant

FILE = "opening-counts.json"
SHOWN = 14  # orders that are listed of the first season
MORE = 8  # of the second
NUMBERS = ("games", "clean", "won", "out")  # of a count
NAMED = 4  # games of the archive
ON_BOARD = 60  # orders that the board has of the first season
LATER = (12, 6)  # of the second and of the third
Row = list[Any]
OURS = 1 + len(NUMBERS)  # the place of its games in a row; behind it are those of the next season
Branch = dict[str, Any]


class Idle(NamedTuple):
    """In how many games a power gave no orders but holds in its first season, and their share."""

    games: int
    share: float


def began(games: Iterable[tuple[GameSummary, GameFigures]]) -> dict[str, str]:
    """The first orders of games, without exhibitions: by variant and power the JSON of lines by the
    orders of the first season. It takes a third of the memory of the lines themselves.

    A line has the game, `1` or `0` for won, eliminated and each season in which all orders
    succeeded, and the orders of each later season.
    """
    lines_of: dict[str, dict[str, list[str]]] = {}
    for s, figures in games:
        for f in map(FirstOrders._make, figures.began if s.status != "exhibition" else ()):
            if f.seasons:
                (first, _), *later = f.seasons
                flags = [f.won, f.out]
                flags += [clean for _, clean in f.seasons]
                digits = "".join(f"{flag:d}" for flag in flags)
                line = "\t".join((s.id, digits, *(text for text, _ in later)))
                of_power = lines_of.setdefault(f"{s.variant}\t{f.power}", {})
                of_power.setdefault(first, []).append(line)
    return {key: as_json(lines) for key, lines in lines_of.items()}


def _add(tree: OpeningCount, first: str, line: str) -> None:
    """Take in how a game began, from its first orders and its line of `began`."""
    game, flags, *later = line.split("\t")
    won, out, *clean = (flag == "1" for flag in flags)
    seasons = tuple(zip((first, *later), clean, strict=True))
    tree.add(FirstOrders("", seasons, won, out), game)


@dataclass
class Explorer:
    """A page for each power of each variant of which there are counts, and one for all of them.
    The variants that have `names` have counts below `maps`; the `blocks` of all games have how they
    began. Each part finds its variants itself, so that they are inputs of it."""

    names: Sequence[str]
    find: Callable[[str], Variant]
    maps: Path
    blocks: GameBlocks
    _games: Remembered[tuple[str, str], Counter[str]] = field(default_factory=Remembered)

    def pages(self) -> Iterator[SitePart[str]]:
        """The page of each power."""
        for name in self.names:
            for power in self.find(name).setting.powers:
                made = partial(self._page, name)
                yield SitePart(f"opening-{name}-{slug(power)}", power, made)

    @recorded_property
    def _counts(self) -> dict[str, CountsFile]:
        files = {name: map_file(self.maps, name, FILE) for name in self.names}
        return {name: openings.read_counts(file) for name, file in files.items()}

    @recorded_property
    def _ours(self) -> Mapping[str, list[str]]:
        blocks = self.blocks.read("began")
        return grouped(chain.from_iterable(block.items() for block in blocks))

    def overview(self, others: Sequence[Variant] = ()) -> Iterator[Artifact]:
        """The page of all; raises ArchiveError where counts cannot be read. `others` are variants
        without counts whose games are explored on the board."""
        yield page(
            "openings/index.html",
            "openings.html",
            variants=[*map(self.find, self.names)],
            others=others,
            counts=self._counts,
            firsts=self._firsts,
            named=named_openings(()),
            named_variant=openings.book()["variant"],
        )

    def _page(self, of_variant: str, power: str) -> Iterator[Artifact]:
        with suppress(ArchiveError):  # which the page of all states
            variant = self.find(of_variant)
            counts = sha256(read_whole(map_file(self.maps, variant.name, FILE))).hexdigest()
            name = f"{variant.name}-{slug(power)}"
            make = partial(self._made, of_variant, power)
            made = self.blocks.made_of("began", name, counts, make)
            listed = [branch for branch in made["branches"] if branch["listed"]]
            rows = [(branch["orders"], branch["share"], branch) for branch in listed]
            path = f"openings/{variant.name}/{slug(power)}/index.html"
            slugs = _seasons(variant)
            artifact = page(
                path,
                "opening.html",
                variant=variant,
                power=power,
                data=self._counts[variant.name],
                rows=rows,
                slugs=slugs,
                idle=Idle(*made["idle"]),
            )
            text = filled_in(str(artifact.content), game=partial(self._link, path))
            yield replace(artifact, content=text)
            yield self._counted_for_board(variant, power, made)

    def _counted_for_board(self, variant: Variant, power: str, made: Mapping[str, Any]) -> Artifact:
        """What the explorer's board draws of a power, as a script: in how many `games` it was
        counted, in how many of them each single order of the first season was given, and a row for
        each order set: its text, games, clean, won, eliminated, some games of the archive, rows of
        the next season, and its name. `names` are the names of those games, and where they are."""
        rows: list[Row] = []
        for branch in made["branches"]:
            numbers = [branch[field] for field in NUMBERS]
            rows.append(
                [branch["orders"], *numbers, branch["ours"], branch["later"], branch["name"]]
            )
        data = {
            "games": made["games"],
            "singles": made["singles"],
            "rows": rows,
            "names": {
                game: (self.blocks.name(game), self.blocks.where(game))
                for game in sorted(_games_in(rows))
            },
        }
        name = f"{variant.name}/{slug(power)}"
        return data_file(f"openings/{name}.js", f"openings/{name}", data)

    def _link(self, path: str, place: str) -> str:
        """The name of a game as a link to one of its phases; `place` names both."""
        game, phase = place.split(" ")
        name = isolated(self.blocks.name(game))
        way = self.blocks.way(game, phase, addresses.root_of(path))
        return Markup('<a href="{}">{}</a>').format(way, name) if way else name

    def _made(
        self, of_variant: str, power: str, before: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """What the page of a power says but the names of games: how many games there are, in how
        many of them each single order of the first season was given, in how many the power was
        `idle`, and the `branches`. These are the orders of the first season, and for each of them
        what `opening_tree.html` says of the later seasons, taken from `before` where no other games
        have these orders. Their `key` changes with the games.
        """
        variant = self.find(of_variant)
        counted, ours = self._trees(variant, power)
        earlier = {branch["key"]: branch for branch in before["branches"]} if before else {}
        games = self._counted_games(variant, power)
        least = _least(games.total())
        singles: Counter[str] = Counter()
        for text, count in games.items():
            singles.update(dict.fromkeys(text.split(", "), count))
        branches: list[Branch] = []
        for first in self._firsts(variant, power, ON_BOARD):
            text = first["orders"]
            lines = ours.get(text, ())
            key = digest("\n".join((text, str(first["listed"]), str(least), *lines)))
            branch = earlier.get(key)
            if branch is None:
                tree = OpeningCount(next={text: deepcopy(counted.next.get(text, OpeningCount()))})
                for line in lines:
                    _add(tree, text, line)
                node = tree.next[text]
                later = _seasons(variant)[1:]
                branch = {field: getattr(node, field) for field in NUMBERS}
                branch["ours"] = nsmallest(NAMED, node.ours)
                branch["next"] = _tree(node, later) if first["listed"] else ""
                branch["later"] = _later_rows(node, LATER, least)
            branches.append({**branch, **first, "key": key})
        return {
            "games": games.total(),
            "singles": dict(singles.most_common()),
            "idle": self._idle(variant, power),
            "branches": branches,
        }

    def _firsts(self, variant: Variant, power: str, most: int = SHOWN) -> list[Branch]:
        """The most frequent orders of a power's first season, each with its name and share; then
        those with a name of their own that are less frequent, because other pages lead to them.
        Those that pages list are `listed`; `most` orders are returned in any case."""
        games = self._counted_games(variant, power)
        branches: list[Branch] = []
        named: set[str] = set()
        whole = games.total()
        orders = [text for text in games if not openings.all_hold(text)]
        orders.sort(key=lambda text: (-games[text], text))
        for place, text in enumerate(orders):
            name = openings.name_of(power, text.split(", "))
            listed = place < SHOWN or bool(name and name not in named)
            if listed or place < most:
                branch = {"orders": text, "share": games[text] / whole, "name": name}
                branches.append({**branch, "first": name not in named, "listed": listed})
            if listed:
                named.add(name)
        return branches

    def _idle(self, variant: Variant, power: str) -> Idle:
        """In how many games a power only held in its first season."""
        games = self._counted_games(variant, power)
        idle = sum(count for text, count in games.items() if openings.all_hold(text))
        return Idle(idle, idle / max(games.total(), 1))

    def _counted_games(self, variant: Variant, power: str) -> Counter[str]:
        """How many games each order set of a power's first season had."""
        key = variant.name, power
        return self._games.get(key, partial(self._count_games, variant, power))

    def _count_games(self, variant: Variant, power: str) -> Counter[str]:
        counted, ours = self._trees(variant, power)
        games = Counter({text: node.games for text, node in counted.next.items()})
        games.update({text: len(lines) for text, lines in ours.items()})
        return games

    def _trees(self, variant: Variant, power: str) -> tuple[OpeningCount, Mapping[str, list[str]]]:
        """The counts of a power, and the lines of its games here by their first orders."""
        counted = self._counts[variant.name].powers.get(power, OpeningCount())
        blocks = self._ours.get(f"{variant.name}\t{power}", ())
        lines_by_first: dict[str, list[str]] = {}
        for block in blocks:
            for first, lines in json.loads(block).items():
                lines_by_first.setdefault(first, []).extend(lines)
        return counted, lines_by_first


def _tree(node: OpeningCount, slugs: Sequence[str]) -> str:
    """What `opening_tree.html` says of the seasons after some orders; empty without any."""
    if not node.next:
        return ""
    return fill("opening_tree.html", rows=node.frequent(MORE), slugs=slugs)


def _least(games: int) -> int:
    """What later orders must have to be on the board: a game in a thousand, about. The number is a
    power of two, because it is a reason to make everything again if it changes."""
    return 1 << max(0, (games // 1000).bit_length() - 1)


def _later_rows(node: OpeningCount, shown: Sequence[int], least: int) -> list[Row]:
    """The most frequent order sets after others as rows for the board: `shown` of each season, of
    which each had as many games as `least`."""
    rows: list[Row] = []
    if shown:
        for text, _, later in node.frequent(shown[0]):
            if later.games >= least:
                numbers = [getattr(later, field) for field in NUMBERS]
                ours = nsmallest(NAMED, later.ours)
                rows.append([text, *numbers, ours, _later_rows(later, shown[1:], least)])
    return rows


def _games_in(rows: Iterable[Row]) -> Iterator[str]:
    """The games of the archive that rows name."""
    for row in rows:
        yield from row[OURS]
        yield from _games_in(row[OURS + 1])


def _seasons(variant: Variant) -> list[str]:
    """The slugs of the first movement phases of a game."""
    calendar = variant.setting.calendar
    return [calendar.slug(phase) for phase in openings.first_phases(calendar)]
