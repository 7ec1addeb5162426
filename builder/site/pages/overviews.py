"""The pages above the games: home, search, editions, and what was checked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from markupsafe import Markup

from builder.formats.issues import Issue
from builder.prose.editions import booklets, points
from builder.site.artifacts import Artifact, SitePart, SiteSettings
from builder.site.pages.catalogue import KNOWN, Shelf, list_parts
from builder.site.parts.game_summary import VERDICTS, GameSummary
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
        shelf=shelf,
        newest_map=drawn,
        issue=issue,
        variants=variants,
        figures=numbers,
        png=settings.png != "none",
    )


def figures(listed: Sequence[GameSummary]) -> Mapping[str, Any]:
    """The numbers of games and phases, and of phases by verdict."""
    counted = ("phases", "agreed", "ruled", "differing", "not_read")
    return {"games": len(listed), **{n: sum(map(attrgetter(n), listed)) for n in counted}}


def search(variants: Sequence[Variant]) -> Artifact:
    """The search for orders and positions in the games of some variants."""
    return page(
        "search/index.html", "search.html", variants=variants,
    )  # fmt: skip


def checked(summaries: Sequence[GameSummary], numbers: Mapping[str, Any]) -> Iterator[SitePart]:
    """What was checked, with its `figures`: games in which something differs come first."""
    compared = (s for s in summaries if s.compared or s.not_read)
    yield from list_parts(
        "checked", sorted(compared, key=lambda s: VERDICTS.index(s.verdict)), KNOWN, numbers,
        figures=numbers,
    )  # fmt: skip


def editions(summaries: Sequence[GameSummary]) -> Iterator[SitePart]:
    """The booklets side by side, and every phase whose result depends on the booklet."""
    shifts = [(s, shift) for s in summaries for shift in s.edition_shifts]
    steady = [(s.id, s.name) for s in summaries if not s.edition_shifts and s.phases]
    yield from list_parts(
        "editions", shifts, lambda row: (*KNOWN(row[0]), row[1]), (len(steady), steady[:LISTED]),
        booklets=booklets, points=points, steady=steady,
    )  # fmt: skip
