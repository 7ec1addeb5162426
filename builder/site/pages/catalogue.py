"""Lists of games: the catalogue, what was checked, editions; the newest, those for beginners."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar
from zlib import crc32

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.prose.english import plural
from builder.site.artifacts import Artifact, SitePart
from builder.site.parts.game_pictures import curve, final_map
from builder.site.parts.game_summary import VERDICTS, GameFigures, GameSummary, Shift
from builder.site.parts.register import Register
from builder.site.templating import page, script_safe

ROWS = 200  # of a page of a list, at most
CUT = 100  # a page ends before one of so many games
Thing = TypeVar("Thing")
ASKED = {
    "players": "played_by",
    "variant": "variant_title",
    "result": "kind",
    "edition": "edition",
}
LISTED = 61  # one more than the games that a sentence may name
ROW_KEY: Callable[[GameSummary], tuple[str, str, str]] = attrgetter("id", "name", "key")


@dataclass(frozen=True)
class Shelf:
    """The games for beginners, each with the reason to begin there. `sheet` finds a board by its
    variant's name, `figures` a game's centres by its id; both are for pictures."""

    games: Sequence[tuple[GameSummary, str]]
    sheet: Callable[[str], BoardSheet | None]
    figures: Callable[[str], GameFigures]

    def pictures(self, s: GameSummary, root: str) -> tuple[Markup, Markup]:
        """The map of a game's end, and the curve of its centres; `root` leads to the site's."""
        figures = self.figures(s.id)
        course = curve([counts for _, counts in figures.course], s.powers)
        return final_map(s, figures, self.sheet(s.variant), root), course


def chosen(summaries: Iterable[GameSummary], register: Register) -> list[tuple[GameSummary, str]]:
    """The games for beginners: those of the register, else one that people played to a win,
    without differences and not too long."""

    def rank(s: GameSummary) -> tuple[bool, bool, bool, int]:
        return s.status == "recorded", s.kind == "won", not s.differing, -abs(s.phases - 40)

    games = {s.id: s for s in summaries if s.phases}
    registered = [(games[name], why) for name, why in register.shelf.items() if name in games]
    if registered:
        return registered
    begin = max(games.values(), key=rank, default=None)
    return [(begin, f"{plural(begin.phases, 'phase')}, not too many to follow.")] if begin else []


def newest(summaries: Iterable[GameSummary]) -> GameSummary | None:
    """The game with the newest season."""
    return max((s for s in summaries if s.phases), key=lambda s: (s.published, s.id), default=None)


def figures(listed: Sequence[GameSummary]) -> Mapping[str, Any]:
    """The numbers of games and phases, and of phases by verdict."""
    counted = ("phases", "agreed", "ruled", "differing", "not_read")
    return {"games": len(listed), **{n: sum(map(attrgetter(n), listed)) for n in counted}}


def catalogue(games: Sequence[GameSummary], shelf: Shelf) -> Iterator[SitePart]:
    """Every game in tables, a page each; games of programs come after those of people.
    A script sorts and filters the first page. If there are more pages, it reads all games as data,
    and no table has pictures."""
    summaries = sorted(games, key=lambda s: s.status == "exhibition")
    facets = {name: sorted({*map(attrgetter(of), summaries)}) for name, of in ASKED.items()}
    above = (facets, len(summaries), shelf.games)
    yield from list_parts(
        "games",
        summaries,
        ROW_KEY,
        above,
        later="catalogue",
        total=len(summaries),
        facets=facets,
        shelf=shelf,
    )
    if len(summaries) > ROWS:
        rows = [_row(s) for s in summaries]
        data = partial(Artifact, "catalogue/games.js")
        yield SitePart(
            "games", rows, lambda: [data(f'chanceryData("catalogue",{script_safe(rows)});\n')]
        )


def _row(s: GameSummary) -> list[Any]:
    """A game as data for the catalogue's script, in the order that its `listed` expects."""
    words = " ".join((*s.players.values(), *s.tags, s.note))
    return [
        s.id, s.name, s.number, s.badge, s.variant_title, s.span, s.result, s.phases, s.gm,
        s.zine, s.kind, s.edition, s.verdict, s.verdict_text, words, s.played_by,
    ]  # fmt: skip


def list_parts(
    name: str,
    things: Sequence[Thing],
    row_key: Callable[[Thing], tuple[Any, ...]],
    above: object,
    *,
    later: str = "",
    **values: Any,
) -> Iterator[SitePart]:
    """The pages of a list: the first below `name`, the others below `later` or also there.
    The `row_key` of a thing begins with the id of a game and changes with what its row says;
    `above` is what the first page says before its rows."""

    def made(number: int, last: int, shown: Sequence[Thing]) -> Iterator[Artifact]:
        path = f"{name if number == 1 else f'{later or name}/{number}'}/index.html"
        where = {"page": number, "last": last, "root": "../" if number == 1 else "../../"}
        yield page(path, f"{name}.html", listed=number == 1, shown=shown, **where, **values)

    for number, last, shown in paged(things, lambda thing: str(row_key(thing)[0])):
        inputs = ([*map(row_key, shown)], last, number == 1 and above)
        yield SitePart(f"{name}-{number}", inputs, partial(made, number, last, shown))


def paged(
    things: Sequence[Thing], game: Callable[[Thing], str]
) -> Iterator[tuple[int, int, Sequence[Thing]]]:
    """The pages of a list: number, the last page that it links, and at most `ROWS` things.
    A long list is cut before certain `game` ids, wherever they are in it, so a game that is added
    or moved changes a page or two. The first page links all others."""
    pages: list[list[Thing]] = [[]]
    for thing in things:
        cut = len(things) > ROWS and crc32(game(thing).encode()) % CUT == 0
        if len(pages[-1]) == ROWS or (cut and pages[-1]):
            pages.append([])
        pages[-1].append(thing)
    for number, shown in enumerate(pages, 1):
        yield number, len(pages) if number == 1 else min(number + 1, len(pages)), shown


def checked(summaries: Sequence[GameSummary], figures: Mapping[str, Any]) -> Iterator[SitePart]:
    """What was checked, with its `figures`: games in which something differs come first."""
    compared = (s for s in summaries if s.compared or s.not_read)
    ranked = sorted(compared, key=lambda s: VERDICTS.index(s.verdict))
    yield from list_parts("checked", ranked, ROW_KEY, figures, figures=figures)


def editions(summaries: Sequence[GameSummary]) -> Iterator[SitePart]:
    """The booklets side by side, and every phase whose result depends on the booklet."""

    def row_key(row: tuple[GameSummary, Shift]) -> tuple[Any, ...]:
        summary, shift = row
        return (*ROW_KEY(summary), shift)

    shifts: list[tuple[GameSummary, Shift]] = []
    for summary in summaries:
        shifts += [(summary, shift) for shift in summary.edition_shifts]
    steady = [(s.id, s.name) for s in summaries if not s.edition_shifts and s.phases]
    above = (len(steady), steady[:LISTED])
    yield from list_parts("editions", shifts, row_key, above, steady=steady)
