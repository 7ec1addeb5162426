"""The list of games, in pages of at most `ROWS` rows, and the games for beginners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar
from zlib import crc32

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.prose.english import plural, verb
from builder.site.artifacts import SCRIPTED, Artifact, SitePart, scripts
from builder.site.parts.game_pictures import course_curve, final_map
from builder.site.parts.game_summary import GameFigures, GameSummary
from builder.site.parts.register import Register
from builder.site.templating import page, script_safe

ROWS = 200  # of a page, at most
CUT = 100  # a page ends before one of so many games
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Shelf:
    """The games for beginners, each with the reason to begin there.

    `sheet` finds a board by its variant's name, `figures` a game's centres by its id; both are for
    pictures.
    """

    games: Sequence[tuple[GameSummary, str]]
    sheet: Callable[[str], BoardSheet | None]
    figures: Callable[[str], GameFigures]

    def entries(self, root: str) -> list[tuple[GameSummary, str, Markup, Markup]]:
        """Each game with its reason and its pictures; `root` leads to the site's root."""
        return [(s, why, *self.pictures(s, root)) for s, why in self.games]

    def pictures(self, summary: GameSummary, root: str) -> tuple[Markup, Markup]:
        """The map of a game's end, and the curve of its centres."""
        found, sheet = self.figures(summary.id), self.sheet(summary.variant)
        return final_map(summary, found, sheet, root), course_curve(summary, found)


def chosen(summaries: Iterable[GameSummary], register: Register) -> list[tuple[GameSummary, str]]:
    """The games for beginners: those of the register, else one that people played to a win."""
    games = {s.id: s for s in summaries if s.phases}
    if found := [(games[name], why) for name, why in register.shelf.items() if name in games]:
        return found
    begin = max(games.values(), key=_welcoming, default=None)
    return [(begin, f"{plural(begin.phases, 'phase')}, not too many to follow.")] if begin else []


def _welcoming(summary: GameSummary) -> tuple[bool, bool, bool, int]:
    """The rank of a game for beginners: played by people, won, without differences, not long."""
    return (
        summary.status == "recorded",
        summary.kind == "won",
        not summary.differing,
        -abs(summary.phases - 40),
    )


def catalogue(games: Sequence[GameSummary], shelf: Shelf) -> Iterator[SitePart]:
    """Every game in tables, a page each; games of programs come after those of people.

    A script sorts and filters the first page. If there are more pages, it reads all games as data,
    and no table has pictures.
    """
    summaries = sorted(games, key=lambda s: s.status == "exhibition")
    facets = {
        "players": sorted(set(map(players_of, summaries))),
        "variant": sorted({s.variant_title for s in summaries}),
        "result": sorted({s.kind for s in summaries}),
        "edition": sorted({s.edition for s in summaries}),
    }
    listed = {s.id: _row(s) for s in summaries}
    rows = [*listed.values()]
    for number, last, shown in paged(summaries, lambda s: s.id):
        inputs = shown if last == 1 else [listed[s.id] for s in shown]
        yield SitePart(
            f"games-{number}",
            (inputs, last, number == 1 and (facets, len(rows), shelf.games)),
            partial(_catalogue_page, shown, facets, len(rows), number, last, shelf),
        )
    if len(rows) > ROWS:
        data = partial(Artifact, "catalogue/games.js")
        yield SitePart("games", rows, lambda: [data(f"chancery(0,{script_safe(rows)});\n")])


def _catalogue_page(
    shown: Sequence[GameSummary],
    facets: Mapping[str, Any],
    total: int,
    number: int,
    last: int,
    shelf: Shelf,
) -> Iterator[Artifact]:
    first = number == 1
    root = "../" if first else "../../"
    yield page(
        "games/index.html" if first else f"catalogue/{number}/index.html", "games.html",
        summaries=shown, facets=facets, total=total, page=number,
        last=last, root=root, verdict=verdict_sign, badge=badge_of,
        pictures=partial(shelf.pictures, root=root) if last == 1 else lambda _: ("", ""),
        shelf=shelf.entries(root) if first else (), players_of=players_of,
        title="Games" if first else f"Games, page {number}",
        listed=first,
        description="The games of the archive, by variant, year, result, game master, player"
        " and zine, with the verdict on each.",
        head=SCRIPTED + scripts("catalogue") * first,
    )  # fmt: skip


def paged(
    things: Sequence[Thing], game: Callable[[Thing], str]
) -> Iterator[tuple[int, int, Sequence[Thing]]]:
    """The pages of a list: number, the last page that it links, and at most `ROWS` things.

    A long list is cut before certain `game` ids, wherever they are in it, so a game that is added
    or moved changes a page or two. The first page links all others.
    """
    pages: list[list[Thing]] = [[]]
    for thing in things:
        cut = len(things) > ROWS and crc32(game(thing).encode()) % CUT == 0
        if len(pages[-1]) == ROWS or (cut and pages[-1]):
            pages.append([])
        pages[-1].append(thing)
    for number, shown in enumerate(pages, 1):
        yield number, len(pages) if number == 1 else min(number + 1, len(pages)), shown


def players_of(s: GameSummary) -> str:
    """Who played a game: `people` or `programs`."""
    return "programs" if s.status == "exhibition" else "people"


def badge_of(s: GameSummary) -> str:
    """The badge of a game that is not a recorded game of people; empty for others."""
    return {"recorded": "", "exhibition": "played by programs"}.get(s.status, s.status)


def verdict_sign(s: GameSummary) -> tuple[str, str]:
    """A game's verdict in lists: its key for filters, and its words."""
    if s.differing:
        return "differs", f"{s.differing} {verb(s.differing, 'differ')}"
    if s.not_read:
        return "unread", f"{s.not_read} not read"
    if s.ruled:
        return "ruled", plural(s.ruled, "ruling")
    return ("agrees", "agrees") if s.agreed else ("", "nothing printed")


def _row(s: GameSummary) -> list[Any]:
    """A game as data for the catalogue's script, in the order that its `listed` expects."""
    words = " ".join((*s.players.values(), *s.tags, s.note))
    sign, verdict = verdict_sign(s)
    return [
        s.id, s.name, s.number, badge_of(s), s.variant_title, s.span, s.result, s.phases, s.gm,
        s.zine, s.kind, s.edition, sign, verdict, words, players_of(s),
    ]  # fmt: skip
