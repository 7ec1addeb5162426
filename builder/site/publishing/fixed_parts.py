"""The parts of a site that depend on no list of games: boards, variants, issues, pages to try
orders, schemas and assets."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from builder.formats.issues import Issue, read_issue
from builder.provided import map_file
from builder.site import addresses
from builder.site.artifacts import Artifact, PartData, SitePart
from builder.site.assets import colours, common_assets
from builder.site.pages import boards, feeds, issues, variants
from builder.site.pages.concordance import Places, concordance, exhibited
from builder.site.publishing.faults import fault_of
from builder.site.publishing.site import DAY, Site
from builder.site.search.page_text import sections_of
from builder.site.search.search_parts import fixed_entries, fixed_files
from builder.site.templating import PARTS, page
from builder.site.trial import pages as trial
from builder.source.files import check_inside
from builder.source.recording import note

ROBOTS = "User-agent: *\nAllow: /\nSitemap: {}sitemap.xml\n"
LEADING = ("cards", "issues", "issue-heads")  # the data that says which pages there are, and titles
ENGINE = "engine"  # the data of the interpreter that pages to try orders load
Made = Iterator[Artifact | PartData]
Part = SitePart[Any]


def leading_parts(site: Site) -> Iterator[Part]:
    """The data that says which pages there are: the variants and the issues."""
    yield SitePart("cards", None, lambda _: _cards(site))
    yield SitePart("issues", None, lambda _: _issues(site))


def fixed_parts(site: Site) -> Iterator[Part]:
    """All other parts but those of `variant_parts`. The leading ones are made or kept before."""
    names = _names(site)
    yield SitePart("engine", None, _engine, apart=True)
    yield SitePart("catalogue", None, partial(_catalogue, site), apart=True)
    yield SitePart("issue-feed", None, lambda _: [feeds.all_issues(site.issues, site.settings)])
    yield SitePart("search-words", None, lambda _: fixed_files(site.variants, site.sheet))
    yield SitePart("search-entries", None, partial(_entries, site), apart=True)
    yield SitePart("boards", None, lambda _: _board_lists(site))
    for name in names:
        make = partial(_of_variant, site, _exhibited)
        yield SitePart(f"exhibited-{name}", (name,), make, apart=True)
    for name in site.data.read("issues")["listed"]:
        yield SitePart(f"issue-{name}", name, partial(_issue, site), apart=True)
    yield SitePart("schemas", None, lambda _: _schemas(site))
    yield SitePart("assets", None, lambda _: common_assets())
    yield SitePart("colours", None, lambda _: [colours(site.variants)])
    if site.settings.address:
        robots = Artifact("robots.txt", ROBOTS.format(site.settings.address))
        yield SitePart("robots", None, lambda _: [robots])
    yield SitePart("tries", None, lambda _: [trial.list_of_trials(site.variants)])
    for drawing, name in site.data.read("drawings").items():
        yield SitePart(f"sheet-{drawing}", (drawing, name), partial(_sheet_to_try, site))
    yield SitePart("unread-files", None, lambda _: _unread_files(site))


def variant_parts(site: Site) -> Iterator[Part]:
    """The rules of each variant, its board, and the page to try orders. They are made from data of
    `fixed_parts`. The page of its sentences names phases of the exhibition game; a fault there
    leaves it out."""
    names = _names(site)
    engine = site.data.read(ENGINE)
    for name in names:
        if not site.fault_message(f"{addresses.variant(name)}index.html"):
            inputs = name, site.data.read(f"exhibited-{name}")
            make = partial(_of_variant, site, _sentences)
            yield SitePart(f"sentences-{name}", inputs, make, apart=True)
        yield SitePart(f"board-{name}", (name,), partial(_of_variant, site, _board), apart=True)
        yield SitePart(f"rules-{name}", (name,), partial(_of_variant, site, _rules), apart=True)
        to_try = name, names, engine
        yield SitePart(f"try-{name}", to_try, partial(_trial, site), apart=True)


def _names(site: Site) -> list[str]:
    """The names of the variants that can be read."""
    return [name for name, _, _ in site.data.read("cards")]


def _cards(site: Site) -> Made:
    """The name, title and summary of each variant that can be read; and for each drawing the first
    variant that is played on it."""
    rows = [(v.name, v.about.title, v.about.summary) for v in site.variants]
    yield PartData("cards", rows)
    drawings: dict[str, str] = {}
    for variant in site.variants:
        drawings.setdefault(variant.drawing or variant.name, variant.name)
    yield PartData("drawings", drawings)


def _issues(site: Site) -> Made:
    """The names of the issues, and the folders that issues had before they were renamed, with those
    they have now; and apart from these the head of each issue."""
    moved: dict[str, str] = {}
    for issue in site.issues:
        for old_name in issue.formerly:
            moved[f"zines/{old_name}/"] = f"zines/{issue.name}/"
    listed = [issue.name for issue in site.issues]
    yield PartData("issues", {"listed": listed, "moved": moved})
    yield PartData("issue-heads", [(issue.name, issue.head) for issue in site.issues])


def _entries(site: Site, _: None) -> Made:
    """What the search finds that depends on no game and is no text."""
    yield PartData("entries", [*fixed_entries(site.variants, site.sheet, PARTS)])


def _issue(site: Site, name: str) -> Iterable[Artifact]:
    """The page of an issue, or the page that states its fault."""
    place = site.zines_folder / f"{name}.md"
    check_inside(site.zines_folder, place)
    issue = read_issue(place, name)
    path = f"zines/{name}/index.html"
    return site.or_fault(path, issue.title, lambda: [_issue_page(site, issue)])


def _issue_page(site: Site, issue: Issue) -> Artifact:
    games = site.placed(issue)
    held = {name: site.held.get(name, {}) for name in issues.games_in(issue)}
    why = ""
    if issue.head["embargo"]:
        note(DAY, "", site.today.isoformat())
    if issue.draft:
        why = "a draft"
    elif not issue.published(site.today):
        why = f"embargoed until {issue.head['embargo']}"
    return issues.issue_page(issue, games, site.settings.pdf, held, why)


def _catalogue(site: Site, _: None) -> Made:
    """The catalogue of variants, in which the numbers of games are still missing."""
    png = site.settings.png != "none"
    yield PartData("catalogue", variants.catalogue_text(site.variants, site.sheet, png))


def _board_lists(site: Site) -> Iterator[Artifact]:
    drawn = [variant for variant in site.variants if site.sheet(variant) is not None]
    png = site.settings.png != "none"
    yield page("boards/index.html", "boards.html", variants=drawn, sheet=site.sheet, png=png)
    yield page("variants/articles/index.html", "articles.html", variants=site.variants)


def _of_variant(
    site: Site, make: Callable[..., Made], inputs: tuple[Any, ...]
) -> Iterable[Artifact | PartData]:
    """What is made of a variant, whose name comes first in the `inputs`; a fault is noted, and the
    variant's page states it."""
    try:
        return [*make(site, *inputs)]
    except Exception as error:  # no page keeps the others from being built
        name = inputs[0]
        variant = site.archive.variant(name)
        path = f"{addresses.variant(name)}index.html"
        site.fault(path, variant.about.title, fault_of(error), listed=True)
        return []


def _exhibited(site: Site, name: str) -> Made:
    """Where the exhibition game of a variant shows the sentences of its rules, as data: another
    title of that game changes nothing of the page that says so."""
    places = exhibited(site.archive.variant(name), site.archive, site.depth)
    yield PartData(f"exhibited-{name}", places)


def _sentences(site: Site, name: str, played: Places) -> Made:
    yield from concordance(site.archive.variant(name), site.archive, site.sheet, played)


def _board(site: Site, name: str) -> Made:
    variant = site.archive.variant(name)
    png = site.settings.png != "none"
    yield from boards.board_files(variant, site.sheet(variant), site.archive.maps_folder, png)


def _rules(site: Site, name: str) -> Made:
    """The rules of a variant as data, and the pictures of their examples."""
    standard = next(iter(site.readable(["standard"])), None)
    archive = site.archive
    text, pictures = variants.variant_text(
        archive.variant(name), standard, archive.maps_folder, archive.variant, site.sheet
    )
    yield PartData(f"rules-{name}", text)
    variant = archive.variant(name)
    sections = sections_of(text, variant.about.title, addresses.variant(name), "Rules")
    yield PartData(f"search-text-{name}", [*sections])
    yield from pictures


def _engine(_: None) -> Made:
    """The interpreter of the pages to try orders, and what they say of it: they are made in other
    processes, each of which would take half a second to pack it."""
    yield from trial.engine_files()
    yield PartData(ENGINE, trial.engine_data())


def _schemas(site: Site) -> Iterator[Artifact]:
    for path, content in site.schemas().items():
        yield Artifact(path, content)


def _trial(site: Site, inputs: tuple[str, list[str], dict[str, object]]) -> Iterator[Artifact]:
    """The page to try orders in a variant, and the data that it loads."""
    name, names, engine = inputs
    variant = site.archive.variant(name)
    report_to = site.settings.report_to
    yield from trial.trial_page(variant, site.sheet(variant), names, engine, report_to)


def _sheet_to_try(site: Site, inputs: tuple[str, str]) -> Iterator[Artifact]:
    """What these pages load of a drawing on which a variant is played."""
    drawing, name = inputs
    if site.sheet(site.archive.variant(name)) is not None:
        yield trial.places_on_sheet(drawing, map_file(site.archive.maps_folder, drawing, "map.svg"))


def _unread_files(site: Site) -> Iterable[Artifact]:
    """No files of its own: their pages are those of the site's faults."""
    site.unread_files()
    return []
