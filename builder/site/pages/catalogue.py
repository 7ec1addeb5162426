"""Lists of games: the catalogue, what was checked, editions; the newest, those for beginners."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from markupsafe import Markup

from builder.prose.editions import booklets, endings, points
from builder.prose.english import plural
from builder.site.artifacts import Artifact, SitePart
from builder.site.parts.game_pictures import SmallBoard, curve, final_map
from builder.site.parts.game_summary import VERDICTS, GameFigures, GameSummary, Shift
from builder.site.parts.register import Register
from builder.site.templating import data_file, page

ROWS = 200  # of a page of a list, at most
CUT = 100  # a page ends before one of so many games
Thing = TypeVar("Thing")
ASKED = {
    "players": "played_by",
    "variant": "variant_title",
    "result": "kind",
    "edition": "edition",
}
ChosenGames = Sequence[tuple[GameSummary, str]]  # games for beginners, each with the reason
game_id: Callable[[GameSummary], str] = attrgetter("id")


@dataclass(frozen=True)
class Shelf:
    """The games for beginners, each with the reason to begin there. `small_board` finds a board
    by its variant's name, `figures` a game's centres by its id; both are for pictures."""

    games: ChosenGames
    small_board: Callable[[str], SmallBoard | None]
    figures: Callable[[str], GameFigures]

    def pictures(self, s: GameSummary, root: str) -> tuple[Markup, Markup]:
        """The map of a game's end, and the curve of its centres; `root` leads to the site's."""
        figures = self.figures(s.id)
        course = curve([counts for _, counts in figures.course], s.powers)
        return final_map(s, figures, self.small_board(s.variant), root), course


MakeShelf = Callable[[ChosenGames], Shelf]


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


def catalogue(
    games: Sequence[GameSummary], chosen: ChosenGames, shelf: MakeShelf
) -> Iterator[SitePart[Any]]:
    """Every game in tables, a page each; games of programs come after those of people.
    A script sorts and filters the first page. If there are more pages, it reads all games as data,
    and no table has pictures."""
    summaries = sorted(games, key=lambda s: s.status == "exhibition")
    facets = {name: sorted({*map(attrgetter(of), summaries)}) for name, of in ASKED.items()}
    above = {"facets": facets, "total": len(summaries), "chosen": chosen}

    def page_values(above: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**above, "shelf": shelf(above.get("chosen", ()))}

    yield from list_parts(
        "games", summaries, game_id, above, later="catalogue", page_values=page_values
    )
    if len(summaries) > ROWS:
        yield SitePart("games", [_listed_game(summary) for summary in summaries], _games_as_data)


class ListedGame(NamedTuple):
    """A game as data for the script of this page, which reads the columns by these names: `badge`
    says what kind of record it is, `ending` is won, draw and so on, `result` says it in words,
    `minute` is how many seconds its moments take."""

    id: str
    name: str
    number: str
    badge: str
    variant: str
    years: str
    result: str
    phases: int
    minute: int
    gm: str
    zine: str
    ending: str
    edition: str
    verdict: str
    verdict_text: str
    words: str
    players: str


def _listed_game(summary: GameSummary) -> ListedGame:
    return ListedGame(
        id=summary.id,
        name=summary.name,
        number=summary.number,
        badge=summary.badge,
        variant=summary.variant_title,
        years=summary.span,
        result=summary.result,
        phases=summary.phases,
        minute=summary.minute,
        gm=summary.gm,
        zine=summary.zine,
        ending=summary.kind,
        edition=summary.edition,
        verdict=summary.verdict,
        verdict_text=summary.verdict_text,
        words=" ".join((*summary.players.values(), *summary.tags, summary.note)),
        players=summary.played_by,
    )


def _games_as_data(games: Sequence[ListedGame]) -> Iterator[Artifact]:
    data = {"columns": ListedGame._fields, "rows": games}
    yield data_file("catalogue/games.js", "catalogue", data)


def list_parts(
    name: str,
    things: Sequence[Thing],
    game: Callable[[Thing], str],
    above: Mapping[str, Any],
    *,
    later: str = "",
    page_values: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict,
) -> Iterator[SitePart[Any]]:
    """The pages of a list: the first below `name`, the others below `later` or also there.
    `game` is the id of a thing's game. `above` is what only the first page says before its rows;
    `page_values` are the values of a template that are made from that."""

    def make(inputs: tuple[int, int, Sequence[Thing], Mapping[str, Any]]) -> Iterator[Artifact]:
        number, last, shown, above = inputs
        path = f"{name if number == 1 else f'{later or name}/{number}'}/index.html"
        yield page(
            path,
            f"{name}.html",
            listed=number == 1,
            shown=shown,
            page=number,
            last=last,
            root="../" if number == 1 else "../../",
            **page_values(above),
        )

    for number, last, shown in paged(things, game):
        inputs = (number, last, shown, above if number == 1 else {})
        yield SitePart(f"{name}-{number}", inputs, make)


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


def checked(
    summaries: Sequence[GameSummary], figures: Mapping[str, Any]
) -> Iterator[SitePart[Any]]:
    """What was checked, with its `figures`: games in which something differs come first."""
    compared = (s for s in summaries if s.compared or s.not_read)
    ranked = sorted(compared, key=lambda s: VERDICTS.index(s.verdict))
    yield from list_parts("checked", ranked, game_id, {"figures": figures})


def editions(summaries: Sequence[GameSummary]) -> Iterator[SitePart[Any]]:
    """The booklets side by side, and every phase whose result depends on the booklet."""
    shifts: list[tuple[GameSummary, Shift]] = []
    for summary in summaries:
        shifts += [(summary, shift) for shift in summary.edition_shifts]
    steady = [(s.id, s.name) for s in summaries if not s.edition_shifts and s.phases]
    yield from list_parts(
        "editions", shifts, lambda row: row[0].id, {"steady": steady}, page_values=_with_booklets
    )


def _with_booklets(above: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the first page of the editions says above its list, with the booklets themselves."""
    if not above:
        return {}
    return {
        **above,
        "booklets": list(booklets()),
        "points": list(points()),
        "endings": list(endings()),
    }
