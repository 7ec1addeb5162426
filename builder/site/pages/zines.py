"""The pages of zines: the games that ran in each, and its issues that are kept here."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from builder.formats.issues import Issue
from builder.prose.names import slug
from builder.site.artifacts import Artifact, SitePart, digest
from builder.site.parts.game_summary import GameSummary
from builder.site.templating import page

LONGEST_SLUG = 80  # letters of a title in an address


class Zine(NamedTuple):
    """A zine by its title, its games and its issues in the archive."""

    title: str
    games: Sequence[GameSummary]
    issues: Sequence[Issue]

    @property
    def address(self) -> str:
        """The address of the zine's page: `zines/by-title/the-abyssinian-prince/`."""
        name = slug(self.title)
        if len(name) > LONGEST_SLUG:
            name = f"{name[:LONGEST_SLUG]}-{digest(name)[:8]}"
        return f"zines/by-title/{name}/"


def zines(summaries: Sequence[GameSummary], issues: Sequence[Issue]) -> list[Zine]:
    """Every zine that a game or an issue names, by title. Two spellings with the same letters are
    one zine, named as it was first."""
    titles: dict[str, str] = {}
    games: dict[str, list[GameSummary]] = {}
    own_issues: dict[str, list[Issue]] = {}
    for summary in summaries:
        key = slug(summary.zine)
        titles.setdefault(key, summary.zine)
        games.setdefault(key, []).append(summary)
    for issue in issues:
        key = slug(issue.head.get("zine", ""))
        titles.setdefault(key, issue.head.get("zine", ""))
        own_issues.setdefault(key, []).append(issue)
    return [
        Zine(titles[key], games.get(key, []), own_issues.get(key, []))
        for key in sorted(filter(None, titles))
    ]


def zine_parts(listed: Sequence[Zine], issues: Sequence[Issue]) -> Iterator[SitePart]:
    """The page that lists the `issues` of this archive and all zines, and a page for each zine."""
    overview = partial(page, "zines/index.html", "zines.html", issues=issues, zines=listed)
    heads = [(issue.name, sorted(issue.head.items())) for issue in issues]
    titles = [(zine.title, len(zine.games), len(zine.issues)) for zine in listed]
    yield SitePart("zines", (heads, titles), lambda: [overview()])
    for zine in listed:
        games = [(s.id, s.name, s.variant_title, s.span, s.gm, s.result) for s in zine.games]
        dated = [(issue.name, issue.title, issue.head.get("date")) for issue in zine.issues]
        yield SitePart(f"zine-{slug(zine.title)}", (zine.title, games, dated), partial(_page, zine))


def _page(zine: Zine) -> Iterator[Artifact]:
    yield page(f"{zine.address}index.html", "zine.html", zine=zine)
