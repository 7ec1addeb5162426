"""The pages of zines: the games that ran in each, and its issues that are kept here."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from builder.formats.issues import Issue
from builder.prose.entry_lines import zine_line
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


def zine_parts(listed: Sequence[Zine], issues: Sequence[Issue]) -> Iterator[SitePart[Any]]:
    """The page that lists the `issues` of this archive and all zines, and a page for each zine."""
    yield SitePart("zines", (issues, listed), _list_page)
    for zine in listed:
        yield SitePart(f"zine-{slug(zine.title)}", zine, _page)


def _list_page(inputs: tuple[Sequence[Issue], Sequence[Zine]]) -> Iterator[Artifact]:
    issues, zines = inputs
    yield page("zines/index.html", "zines.html", issues=issues, zines=zines)


def _page(zine: Zine) -> Iterator[Artifact]:
    line = zine_line(len(zine.games), len(zine.issues))
    yield page(f"{zine.address}index.html", "zine.html", zine=zine, line=line)
