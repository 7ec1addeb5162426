"""The pages above the games: home, search, editions, and what was checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

from markupsafe import Markup

from builder.formats.issues import Issue
from builder.prose.editions import booklets, points
from builder.site.addresses import board_style
from builder.site.artifacts import SCRIPTED, Artifact, SitePart, SiteSettings, scripts
from builder.site.pages import feeds
from builder.site.pages.catalogue import Shelf, paged
from builder.site.parts.game_summary import GameSummary
from builder.site.templating import page
from builder.variant import Variant

LISTED = 61  # one more than the games that a sentence may name


def newest(summaries: Iterable[GameSummary]) -> GameSummary | None:
    """The game with the newest season."""
    return max((s for s in summaries if s.phases), key=lambda s: (s.published, s.id), default=None)


def home(
    newest: GameSummary | None,
    drawn: Markup,
    numbers: Mapping[str, Any],
    variants: Sequence[tuple[str, str, str]],
    settings: SiteSettings,
    shelf: Shelf,
    issue: Issue | None = None,
) -> Artifact:
    """The front page: the newest season and its map, games for beginners, and figures.

    `variants` are the name, title and summary of each.
    """
    return page(
        "index.html",
        "home.html",
        name=settings.title,
        newest=newest,
        shelf=shelf.entries(""),
        newest_map=drawn,
        issue=issue,
        variants=variants,
        figures=numbers,
        listed=True,
        title="An archive of Diplomacy games",
        description="An archive of Diplomacy games: every order kept, judged again, and drawn.",
        head=feeds.link("feed.xml", f"{settings.title}: newest seasons")
        + (board_style(newest.variant) if newest and drawn else ""),
        image=f"games/{newest.id}/{newest.newest[1]}/map.png"
        if newest and settings.png != "none"
        else "",
    )


def figures(listed: Sequence[GameSummary]) -> Mapping[str, Any]:
    """The numbers of games and phases, and of phases by verdict."""
    counted = ("phases", "agreed", "ruled", "differing", "not_read")
    return {"games": len(listed), **{n: sum(map(attrgetter(n), listed)) for n in counted}}


def search(variants: Sequence[Variant]) -> Artifact:
    """The search for orders and positions in the games of some variants."""
    return page(
        "search/index.html", "search.html", listed=True, variants=variants,
        title="Find an order",
        description="Find an order or a position in the games of the archive.",
        head=SCRIPTED + scripts("search"),
    )  # fmt: skip


def checked(summaries: Sequence[GameSummary], numbers: Mapping[str, Any]) -> Iterator[SitePart]:
    """What was checked, with its `figures`: games in which something differs come first."""
    ranked = sorted((s for s in summaries if s.compared or s.not_read), key=_verdict_rank)
    for number, last, shown in paged(ranked, lambda s: s.id):
        told = [
            (s.id, s.name, s.agreed, s.ruled, s.differing, s.not_read, s.disputes) for s in shown
        ]
        yield SitePart(
            f"checked-{number}",
            (told, last, numbers if number == 1 else ()),
            partial(
                _pages, "checked", number, last,
                groups=[(h, [*g]) for h, g in groupby(shown, _verdict_rank)], figures=numbers,
                title="What was checked",
                description="Every game was judged again and compared with what its source prints.",
            ),
        )  # fmt: skip


def _verdict_rank(s: GameSummary) -> int:
    return 0 if s.differing else 1 if s.not_read else 2 if s.ruled else 3


def _pages(
    name: str, number: int, last: int, title: str, description: str, **values: Any
) -> Iterator[Artifact]:
    """One page of a list that is too long for one."""
    first = number == 1
    yield page(
        f"{name}/index.html" if first else f"{name}/{number}/index.html", f"{name}.html",
        title if first else f"{title}, page {number}", description, listed=first,
        page=number, last=last, up="../" if first else "../../", **values,
    )  # fmt: skip


def editions(summaries: Sequence[GameSummary]) -> Iterator[SitePart]:
    """The booklets side by side, and every phase whose result depends on the booklet."""
    edition_shifts = [
        (s.id, s.name, s.edition, shift) for s in summaries for shift in s.edition_shifts
    ]
    steady = [(s.id, s.name) for s in summaries if not s.edition_shifts and s.phases]
    for number, last, shown in paged(edition_shifts, itemgetter(0)):
        yield SitePart(
            f"editions-{number}",
            (shown, last, (len(steady), steady[:LISTED]) if number == 1 else ()),
            partial(
                _pages, "editions", number, last,
                booklets=booklets, points=points, steady=steady,
                shifted=[(game, [*g]) for game, g in groupby(shown, itemgetter(0, 1, 2))],
                title="The editions",
                description="Five printings of the rules of Diplomacy, and which games they"
                " change.",
            ),
        )  # fmt: skip
