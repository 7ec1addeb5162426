"""The list of games, cut into pages of `ROWS` rows, and the games to begin with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.prose.english import plural
from builder.site.artifacts import SCRIPTED, Artifact, SitePart
from builder.site.parts.game_pictures import course_curve, final_map
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.register import Register
from builder.site.player.player_data import script_safe
from builder.site.templating import fill

ROWS = 200
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Shelf:
    """The games for beginners with the reason to begin there; `sheet` finds the drawing of a
    game's board by the name of its variant."""

    games: Sequence[tuple[GameSummary, str]]
    sheet: Callable[[str], BoardSheet | None]

    def entries(self, root: str) -> list[tuple[GameSummary, str, Markup, Markup]]:
        """Each game with its reason and its pictures; `root` leads to the site's root."""
        return [(s, why, *self.pictures(s, root)) for s, why in self.games]

    def pictures(self, summary: GameSummary, root: str) -> tuple[Markup, Markup]:
        """The map of a game's end, and the curve of its centres."""
        return final_map(summary, self.sheet(summary.variant), root), course_curve(summary)


def chosen(summaries: Iterable[GameSummary], register: Register) -> list[tuple[GameSummary, str]]:
    """The games for beginners: those of the register, else one that people played to a win."""
    games = {s.id: s for s in summaries if s.phases}
    if found := [(games[name], why) for name, why in register.shelf.items() if name in games]:
        return found
    begin = max(games.values(), key=_welcoming, default=None)
    return [(begin, f"{plural(begin.phases, 'phase')}, not too many to follow.")] if begin else []


def _welcoming(summary: GameSummary) -> tuple[bool, bool, bool, int]:
    """A game to begin with was played by people, was won, agrees, and is not too long."""
    return (
        summary.status == "recorded",
        summary.kind == "won",
        not summary.differing,
        -abs(summary.phases - 40),
    )


def catalogue(games: Sequence[GameSummary], shelf: Shelf) -> Iterator[SitePart]:
    """Every game in tables of `ROWS` rows, a page each; those of programs after those of people.

    A script sorts and filters the first; of many games it reads the others as data, and no page
    has pictures of them.
    """
    summaries = sorted(games, key=lambda s: s.status == "exhibition")
    facets = {
        "players": sorted(set(map(players_of, summaries))),
        "variant": sorted({s.variant_title for s in summaries}),
        "result": sorted({s.kind for s in summaries}),
        "edition": sorted({s.edition for s in summaries}),
    }
    rows = [_row(s) for s in summaries]
    pages = [*batched(summaries, ROWS)] or [()]
    for number, shown in enumerate(pages, 1):
        told = shown if len(pages) == 1 else rows[(number - 1) * ROWS : number * ROWS]
        yield SitePart(
            f"games-{number}",
            (told, len(pages), number == 1 and (facets, len(rows), shelf.games)),
            partial(_catalogue_page, shown, facets, len(rows), number, len(pages), shelf),
        )
    if len(pages) > 1:
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
    yield Artifact(
        "games/index.html" if first else f"catalogue/{number}/index.html",
        fill(
            "games.html", summaries=shown, facets=facets, total=total, page=number,
            last=last, root=root, verdict=verdict_sign, badge=badge_of,
            pictures=partial(shelf.pictures, root=root) if last == 1 else lambda _: ("", ""),
            shelf=shelf.entries(root) if first else (), players_of=players_of,
        ),
        title="Games" if first else f"Games, page {number}",
        kind="listed" if first else "page",
        description="The games of the archive, by variant, year, result, game master, player"
        " and zine, with the verdict on each.",
        head=SCRIPTED + '<script src="{root}assets/catalogue.js" defer></script>' * first,
    )  # fmt: skip


def batched(things: Sequence[Thing], most: int) -> Iterator[Sequence[Thing]]:
    """Things in lists of so many."""
    for start in range(0, len(things), most):
        yield things[start : start + most]


def players_of(s: GameSummary) -> str:
    """Who played a game: `people` or `programs`."""
    return "programs" if s.status == "exhibition" else "people"


def badge_of(s: GameSummary) -> str:
    """What sets a game apart from recorded games of people."""
    return {"recorded": "", "exhibition": "played by programs"}.get(s.status, s.status)


def verdict_sign(s: GameSummary) -> tuple[str, str]:
    """What a list says of a game's verdict: its key for filters, and words."""
    if s.differing:
        return "differs", f"{s.differing} differ{'s' if s.differing == 1 else ''}"
    if s.not_read:
        return "unread", f"{s.not_read} not read"
    if s.ruled:
        return "ruled", plural(s.ruled, "ruling")
    return ("agrees", "agrees") if s.agreed else ("", "nothing printed")


def _row(s: GameSummary) -> list[Any]:
    """A game for the script of the catalogue, as `listed` there takes it apart.

    Pictures of thousands of games would be too much for it.
    """
    words = " ".join((*s.players.values(), *s.tags, s.note))
    sign, verdict = verdict_sign(s)
    return [
        s.id, s.name, s.number, badge_of(s), s.variant_title, s.span, s.result, s.phases, s.gm,
        s.zine, s.kind, s.edition, sign, verdict, words, players_of(s),
    ]  # fmt: skip
