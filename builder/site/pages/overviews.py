"""The pages above the games: home, catalogue, search, editions, and what was checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.formats.issues import Issue
from builder.prose.editions import booklets, points
from builder.prose.english import plural
from builder.site.addresses import board_style
from builder.site.artifacts import SCRIPTED, Artifact, SiteSettings
from builder.site.pages import feeds
from builder.site.parts.game_pictures import course_curve, final_map
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.register import Register
from builder.site.player.player_data import script_safe
from builder.site.templating import fill
from builder.variant import Variant

ROWS = 200


def home(
    summaries: Sequence[GameSummary],
    variants: Sequence[Variant],
    newest_map: Callable[[GameSummary], Markup],
    settings: SiteSettings,
    shelf: Shelf,
    issue: Issue | None = None,
) -> Artifact:
    """The front page: the newest season, games to begin with, what is kept here.

    `newest_map` finds the map of the newest season.
    """
    played = [s for s in summaries if s.phases]
    newest = max(played, key=lambda s: (s.published, s.id), default=None)
    drawn = newest_map(newest) if newest else ""
    return Artifact(
        "index.html",
        fill(
            "home.html",
            name=settings.title,
            newest=newest,
            shelf=shelf.entries(""),
            newest_map=drawn,
            issue=issue,
            variants=variants,
            figures=figures(summaries, variants),
        ),
        title="An archive of Diplomacy games",
        kind="listed",
        description="An archive of Diplomacy games: every order kept, judged again, and drawn.",
        head=feeds.link("feed.xml", f"{settings.title}: newest seasons")
        + (board_style(newest.variant) if newest and drawn else ""),
        image=f"games/{newest.id}/{newest.newest[1]}/map.png"
        if newest and settings.png != "none"
        else "",
    )


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


def figures(summaries: Iterable[GameSummary], variants: Sequence[Variant]) -> Mapping[str, Any]:
    """What the archive holds, and how much of it agrees with what was printed."""
    listed = list(summaries)
    years = sorted({s.created[:4] for s in listed if s.created[:4].isdigit()})
    return {
        "games": len(listed),
        "phases": sum(s.phases for s in listed),
        "variants": len(variants),
        "years": years,
        "agreed": sum(s.agreed for s in listed),
        "ruled": sum(s.ruled for s in listed),
        "differing": sum(s.differing for s in listed),
        "not_read": sum(s.not_read for s in listed),
    }


def catalogue(games: Sequence[GameSummary], shelf: Shelf) -> Iterator[Artifact]:
    """Every game in tables of `ROWS` rows, a page each; those of programs after those of people.

    A script sorts and filters the first; of many games it reads the others as data.
    """
    summaries = sorted(games, key=lambda s: s.status == "exhibition")
    facets = {
        "players": sorted(set(map(players_of, summaries))),
        "variant": sorted({s.variant_title for s in summaries}),
        "result": sorted({s.kind for s in summaries}),
        "edition": sorted({s.edition for s in summaries}),
    }
    last = max(1, -(-len(summaries) // ROWS))
    for number in range(1, last + 1):
        shown = summaries[(number - 1) * ROWS : number * ROWS]
        root = "../" if number == 1 else "../../"
        yield Artifact(
            "games/index.html" if number == 1 else f"catalogue/{number}/index.html",
            fill(
                "games.html", summaries=shown, facets=facets, total=len(summaries), page=number,
                last=last, root=root, verdict=verdict_sign, badge=badge_of,
                pictures=partial(shelf.pictures, root=root),
                shelf=shelf.entries(root), players_of=players_of,
            ),
            title="Games" if number == 1 else f"Games, page {number}",
            kind="listed" if number == 1 else "page",
            description=f"The {len(summaries)} games of the archive, by variant, year, result,"
            " game master, player and zine, with the verdict on each.",
            head=SCRIPTED + '<script src="{root}assets/catalogue.js" defer></script>'
            if number == 1
            else "",
        )  # fmt: skip
    if last > 1:
        yield Artifact(
            "catalogue/games.js",
            f"chancery(0,{script_safe([_row(s, shelf.pictures(s, '../')) for s in summaries])});\n",
        )


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


def _row(s: GameSummary, pictures: tuple[Markup, Markup]) -> list[Any]:
    """A game for the script of the catalogue, as `listed` there takes it apart."""
    words = " ".join((*s.players.values(), *s.tags))
    sign, verdict = verdict_sign(s)
    return [
        s.id, s.name, s.number, badge_of(s), s.variant_title, s.span, s.result, s.phases, s.gm,
        s.zine, s.kind, s.edition, sign, verdict, words, players_of(s), *pictures,
    ]  # fmt: skip


def search(summaries: Sequence[GameSummary], variants: Sequence[Variant]) -> Artifact:
    """The search for orders and positions."""
    played = {s.variant for s in summaries}
    return Artifact(
        "search/index.html",
        fill("search.html", variants=[v for v in variants if v.name in played]),
        title="Find an order",
        kind="listed",
        description="Find an order or a position in the games of the archive.",
        head=SCRIPTED + '<script src="{root}assets/search.js" defer></script>',
    )


def checked(summaries: Sequence[GameSummary], variants: Sequence[Variant]) -> Artifact:
    """How much was verified, and every game in which something differs or was ruled."""
    return Artifact(
        "checked/index.html",
        fill(
            "checked.html",
            figures=figures(summaries, variants),
            differing=[s for s in summaries if s.differing],
            unread=[s for s in summaries if s.not_read and not s.differing],
            ruled=[s for s in summaries if s.ruled and not (s.differing or s.not_read)],
            above=[s for s in summaries if s.ruled and (s.differing or s.not_read)],
            agreed=[
                s for s in summaries if s.compared and not (s.differing or s.ruled or s.not_read)
            ],
        ),
        title="What was checked",
        kind="listed",
        description="Every game was judged again and laid beside what its source prints.",
    )


def editions_page(summaries: Sequence[GameSummary]) -> Artifact:
    """The booklets side by side, and every game's phases that hang on the choice."""
    return Artifact(
        "editions/index.html",
        fill(
            "editions.html",
            booklets=booklets(),
            points=points(),
            shifted=[s for s in summaries if s.shifts],
            steady=[s for s in summaries if not s.shifts and s.phases],
        ),
        title="The editions",
        kind="listed",
        description="Five printings of the rules of Diplomacy, and which games they change.",
    )
