"""What a site is made of: its games, and the pages above them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from builder.archive import Archive
from builder.archive_files import REGISTER, is_identifier
from builder.draw.board_sheet import BoardSheet, read_sheet
from builder.errors import ArchiveError
from builder.formats.forms import schemas
from builder.formats.game import write_game
from builder.formats.issues import Issue, issue_files
from builder.model.grouping import grouped
from builder.playback.endings import check_ending
from builder.playback.replaying import replay
from builder.prose.names import slug
from builder.provided import guide_pages, map_file
from builder.record import Result
from builder.site import addresses
from builder.site.artifacts import USUAL, Artifact, SitePart, SiteSettings, as_json, digest
from builder.site.assets import assets
from builder.site.pages import boards, catalogue, explorer, feeds, issues, variants
from builder.site.pages.concordance import concordance
from builder.site.pages.game import GameArtifacts, Held
from builder.site.pages.named_openings import named_openings, opening_parts
from builder.site.pages.people import people, people_parts, without_left_out
from builder.site.pages.puzzles import puzzle_part
from builder.site.pages.statistics import statistics_pages
from builder.site.pages.zines import zine_parts, zines
from builder.site.parts.game_summary import GameBlocks, GameSummary
from builder.site.parts.openings import book
from builder.site.parts.page_frame import MissingFrameError
from builder.site.parts.page_tags import PageTag, changed_tags, first_element
from builder.site.parts.register import EMPTY, Register, read_register
from builder.site.search.page_text import PageSection, sections_of
from builder.site.search.search_parts import (
    entries_of_games,
    fixed_entries,
    fixed_files,
    search_parts,
)
from builder.site.templating import PARTS, page
from builder.site.trial.pages import trial_pages
from builder.source.files import read_bytes
from builder.variant import Variant

LISTED = (
    "games checked puzzles search people statistics openings editions variants boards zines try"
)
ROBOTS = "User-agent: *\nAllow: /\nSitemap: {}sitemap.xml\n"
LONGEST_FAULT_NAME = 80  # letters of a file's name in the address of its fault
ABOVE_A_PHASE = "../../../"
PICTURE = re.compile(r"games/[\w-]+/[\w-]+/map\.(?:svg|png)")


class Fault(NamedTuple):
    """What keeps a file or a page from being published, and the page that states it instead. A
    build keeps the fault of a game in mind; it looks for all others again."""

    message: str
    page: Artifact
    of_game: bool = False


def fault_of(error: Exception) -> ArchiveError:
    """The fault of a page, as one process reports it to another."""
    if isinstance(error, ArchiveError):
        return ArchiveError(str(error))
    return ArchiveError(f"a fault of this program: {type(error).__name__}: {error}")


def _map_for_home(page: str) -> str:
    """The map in the page of a phase, with addresses for the page above all."""

    def is_map(tag: PageTag) -> bool:
        return tag.name == "svg" and tag.attributes.get("class", "").startswith("board ")

    def raised(tag: PageTag) -> str | None:
        address = tag.attributes.get("href", "")
        if not address.startswith(ABOVE_A_PHASE):
            return None
        return tag.text.replace(f'href="{ABOVE_A_PHASE}', 'href="', 1)

    return changed_tags(first_element(page, is_map), raised)


def _rank(variant: Variant) -> tuple[bool, str]:
    return variant.name != "standard", variant.about.title


@dataclass
class Site:
    """An archive on its way to a site. `held` are the unpublished phases of each game, with their
    days; `once` has plain data that depends on no game, made by `boards` once for many builds."""

    archive: Archive
    settings: SiteSettings = USUAL
    today: date = field(default_factory=date.today)
    faults: dict[str, Fault] = field(default_factory=dict)
    held: dict[str, Held] = field(default_factory=dict)
    once: dict[str, Any] = field(default_factory=dict)
    _sheets: dict[str, BoardSheet | None] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Callable[..., Site], tuple[Archive, SiteSettings, date]]:
        """A site is sent to another process as what it is built from."""
        return received_site, (self.archive, self.settings, self.today)

    def fault(
        self,
        path: str,
        title: str,
        error: ArchiveError,
        listed: bool = False,
        of_game: bool = False,
    ) -> None:
        """Note what keeps a page from being built, which may be `listed` in the navigation."""
        message = str(error).replace(f"{self.archive.root}{os.sep}", "")
        made = page(path, "fault.html", listed=listed, subject=title, message=message)
        self.faults[path] = Fault(message, made, of_game)

    def file_fault(self, path: Path, error: ArchiveError) -> None:
        """Note what keeps a file from being published that has no address of its own."""
        self.fault(self._own_fault_page(path), path.name, error)

    def game_fault(self, path: Path, error: ArchiveError) -> None:
        """The same of a game; of one that is not all published its words are not shown."""
        held = False
        with suppress(ArchiveError):  # as the error says
            content = read_bytes(path)
            held = b"embargo" in content or b"draft" in content
        said = ArchiveError(f"{path.name} has mistakes; see chancery check") if held else error
        has_address = is_identifier(path.stem) and self.archive.game_path(path.stem) == path
        address = f"{addresses.game(path.stem)}index.html"
        place = address if has_address else self._own_fault_page(path)
        self.fault(place, path.stem, said, of_game=True)

    def _own_fault_page(self, path: Path) -> str:
        """The page that states the fault of a file without an address. `_` is in no address, so
        the page takes that of no other file."""
        name = os.path.relpath(path, self.archive.root).replace(os.sep, "/")
        words = slug(path.name)[:LONGEST_FAULT_NAME]
        return f"faults/{words}_{digest(name.encode('utf-8', 'replace'))[:8]}/index.html"

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Every variant that can be read, the standard game first."""
        found = self.archive.variants.values()
        for path, error in self.archive.errors.items():
            if path.name == "variant.yaml":
                name = path.parent.name
                address = f"{addresses.variant(name)}index.html"
                self.fault(address, name, error)
        return tuple(sorted(found, key=_rank))

    def sheet(self, variant: Variant) -> BoardSheet | None:
        """The drawing of a variant's board, if it has one."""
        name = variant.drawing or variant.name
        if name not in self._sheets:
            place = map_file(self.archive.maps_folder, name, "map.svg")
            self._sheets[name] = None
            try:
                self._sheets[name] = read_sheet(place) if place.is_file() else None
            except ArchiveError as error:
                self.fault(self._own_fault_page(place), f"The board of {name}", error)
        return self._sheets[name]

    def work(self, path: Path) -> GameArtifacts | None:
        """A game with its published phases replayed; None where nothing of it is published. Raises
        SourceError, Mistakes or UnknownWordError where its file cannot be read."""
        record = self.archive.game(path)
        held = self.held[record.id] = record.held_back(self.today)
        variant = self.archive.variant(record.variant)
        check_ending(record, variant)
        source = read_bytes(path)
        if held and not self.settings.drafts:
            shown = {p.phase for p in record.phases} - held.keys()
            if not shown:
                return None
            record = record._replace(  # without what gives away the rest
                phases=tuple(p for p in record.phases if p.phase in shown),
                moments={phase: text for phase, text in record.moments.items() if phase in shown},
                rulings=tuple(r for r in record.rulings if r.phase in shown),
                result=Result("unfinished"),
            )
        if held or record.to_come:
            source = write_game(record, variant).encode()
        found, sheet = replay(variant, record), self.sheet(variant)
        return GameArtifacts(found, sheet, self.settings, source, self.linked, held)

    @cached_property
    def linked(self) -> frozenset[str]:
        """The pictures that stand alone to which pages written by people lead, by their paths."""
        found = (p for p in self.archive.root.glob("docs/**/*.md") if p.is_file())
        texts = (read_bytes(path).decode("utf-8", "replace") for path in found)
        return frozenset(path for text in texts for path in PICTURE.findall(text))

    def listed(self) -> list[str]:
        """The pages that stand in the navigation, by the path of their file."""
        own = [addresses.variant(variant.name) for variant in self.variants]
        own += [f"zines/{issue.name}/" for issue in self.issues]
        return [f"{folder}index.html" for folder in ("", *(f"{p}/" for p in LISTED.split()), *own)]

    @cached_property
    def issues(self) -> list[Issue]:
        """The published issues of zines, the newest first."""
        folder = self.archive.docs_folder / "zines"
        found, faults = issues.issues(folder, self.today, self.settings.drafts)
        for name, error in faults.items():
            self.fault(f"zines/{name}/index.html", name, error)
        return found

    def withheld(self) -> set[Path]:
        """The sources of issues that must not be shown yet."""
        shown = {issue.name for issue in self.issues}
        issues = issue_files(self.archive.docs_folder / "zines")
        return {path for name, path in issues.items() if name not in shown}

    def unread_files(self) -> set[Path]:
        """The files that are not published; each gets a page that states why."""
        for path, error in self.archive.unread_files.items():
            self.file_fault(path, error)
        return {*self.archive.unread_files}

    def placed(self, found: Iterable[Issue]) -> dict[str, GameArtifacts]:
        """The games that issues place; not those that cannot be read."""
        wanted = {name for issue in found for name in issues.games_in(issue)}
        games: dict[str, GameArtifacts] = {}
        for path in (path for path in self.archive.game_paths if path.stem in wanted):
            with suppress(ArchiveError):  # which the game's own page states
                if work := self.work(path):
                    games[path.stem] = work
        return games

    def _issue_pages(self) -> Iterator[Artifact]:
        games = self.placed(self.issues)

        def pages(issue: Issue) -> Iterator[Artifact]:
            why = "" if issue.published(self.today) else issue.head["embargo"]
            why = "a draft" if issue.draft else f"embargoed until {why}" if why else ""
            yield issues.issue_page(issue, games, self.settings.pdf, self.held, why)

        for issue in self.issues:
            path = f"zines/{issue.name}/index.html"
            yield from self._or_fault(path, issue.title, partial(pages, issue))

    def _or_fault(
        self, path: str, title: str, made: Callable[[], Iterable[Artifact]]
    ) -> Iterator[Artifact]:
        """All that `made` gives, or if that is faulty one page of the navigation that says so."""
        try:
            yield from [*made()]
        except Exception as error:  # no page keeps the others from being built
            self.fault(path, title, fault_of(error), listed=True)
            yield self.faults[path].page

    def moved(self) -> dict[str, str]:
        """The folders that issues had before they were renamed, and those they have now."""
        return {f"zines/{old}/": f"zines/{i.name}/" for i in self.issues for old in i.formerly}

    def schemas(self) -> dict[str, str]:
        """The JSON Schemas of the files that people write, for editors, by address."""
        found = schemas({v.name: v.setting for v in self.variants})
        return {f"schema/{name}.json": as_json(schema) for name, schema in found.items()}

    def announced(self) -> dict[str, str]:
        """What a generator must know beforehand for links to lead there: sources by name."""
        titles = {variant.name: variant.about.title for variant in self.variants}
        found = guide_pages() | self.schemas()
        for path in self.listed():
            folder = path.removesuffix("/index.html")
            name = "" if folder == path else folder.rpartition("/")[2]
            title = json.dumps(titles.get(name, name.capitalize() or "Home"))
            issue = folder.startswith("zines/")
            source = f"{folder}.md" if issue else path.replace(".html", ".md")
            found[source] = f"---\ntitle: {title}\n---\n"
        return found

    def boards(self) -> Iterator[Artifact]:
        """The pages of boards, the rules sentence by sentence, and pictures of worked examples."""
        maps, png = self.archive.maps_folder, self.settings.png != "none"
        standard = next(iter(self._played(["standard"])), None)
        self.once["cards"] = [(v.name, v.about.title, v.about.summary) for v in self.variants]
        self.once["catalogue"] = variants.catalogue_text(self.variants, self.sheet, png)
        rules = self.once.setdefault("rules", {})
        drawn = [v for v in self.variants if self.sheet(v) is not None]
        yield page("boards/index.html", "boards.html", variants=drawn, sheet=self.sheet, png=png)
        yield page("variants/articles/index.html", "articles.html", variants=self.variants)

        def pages(variant: Variant) -> Iterator[Artifact]:
            yield from concordance(variant, self.archive, self.sheet)
            yield from boards.board_files(variant, self.sheet(variant), maps, png)

        def examples(variant: Variant) -> Iterator[Artifact]:
            find, sheet = self.archive.variant, self.sheet
            text, pictures = variants.variant_text(variant, standard, maps, find, sheet)
            rules[variant.name] = text
            yield from pictures

        for variant in self.variants:
            path = f"{addresses.variant(variant.name)}index.html"
            for made in (pages, examples):
                if path not in self.faults:
                    yield from self._or_fault(path, variant.about.title, partial(made, variant))

    def fixed(self) -> Iterator[Artifact]:
        """All that depends on no games but those that `inputs_key` asks for."""
        yield from self.boards()
        yield from self._issue_pages()
        yield feeds.all_issues(self.issues, self.settings)
        if self.settings.address:
            yield Artifact("robots.txt", ROBOTS.format(self.settings.address))
        yield from (Artifact(*schema) for schema in self.schemas().items())
        yield from assets(self.variants)
        yield from fixed_files(self.variants, self.sheet)
        maps, report_to = self.archive.maps_folder, self.settings.report_to
        yield from trial_pages(self.variants, self.sheet, maps, report_to)

    def above(
        self, summaries: Sequence[GameSummary], made: Callable[[str], str], blocks: GameBlocks
    ) -> Iterator[SitePart]:
        """The pages made of what each game says of itself, and of `blocks` of them; `made` is the
        text of a game's page or file by its path."""
        register = self._register()
        shown_games = (without_left_out(s, register) for s in summaries)
        listed = sorted(shown_games, key=lambda s: s.name.lower())
        settings, names = self.settings, sorted({s.variant for s in listed})
        numbers, newest = catalogue.figures(listed), catalogue.newest(listed)
        shown = newest and made(f"{addresses.phase(newest.id, newest.newest[1])}index.html")
        drawn = Markup(_map_for_home(shown) if shown else "")
        chosen = catalogue.chosen(listed, register)
        find = self.archive.variant
        shelf = catalogue.Shelf(chosen, lambda name: self.sheet(find(name)), blocks.figures)
        issue, cards = next(iter(self.issues), None), [*map(tuple, self.once["cards"])]
        known: dict[str, Any] = {"newest": newest, "drawn": drawn, "figures": numbers}
        known |= {"variants": cards, "settings": settings, "shelf": shelf, "issue": issue}
        home = partial(page, "index.html", "home.html", **known)
        yield SitePart("home", (numbers, newest, chosen, drawn), lambda: [home()])
        yield from catalogue.catalogue(listed, shelf)
        yield from catalogue.checked(listed, numbers)
        search = partial(page, "search/index.html", "search.html")
        yield SitePart("search", names, lambda: [search(variants=self._played(names))])
        persons = people(listed, register)
        yield from people_parts(persons)
        named_zines = zines(listed, self.issues)
        yield from zine_parts(named_zines, self.issues)
        yield puzzle_part(listed, blocks)
        yield SitePart(
            "statistics",
            (names, blocks.digests("tally")),
            lambda: statistics_pages(blocks.read("tally"), self._played(names)),
        )
        maps, began = self.archive.maps_folder, blocks.digests("began")
        files = {n: map_file(maps, n, explorer.FILE) for n in self.archive.variant_names}
        counted = [name for name, file in files.items() if file.is_file()]
        games = {s.id: s for s in summaries}
        openings = explorer.Explorer(self._played(counted), games, maps, blocks)
        title, path = "Openings", "openings/index.html"
        yield SitePart("openings", began, lambda: self._or_fault(path, title, openings.overview))
        yield from openings.pages(began)
        if book()["variant"] in self.archive.variant_names:
            variant = find(book()["variant"])
            board = partial(self.sheet, variant)
            counted_here = variant.name in counted
            yield from opening_parts(named_openings(listed), variant, board, counted_here)
        found_games = entries_of_games(listed, persons, named_zines, find, self.sheet)
        played = [(v.name, v.about.title) for v in self._played(names)]
        others = fixed_entries(self.variants, self.sheet, PARTS)
        texts = [*map(PageSection._make, self.once.get("sections", ()))]
        yield from search_parts([*others, *found_games], texts, played)
        yield from catalogue.editions(listed)
        yield from self.variant_parts(listed)
        yield SitePart("feed", None, lambda: [feeds.all_games(listed, settings, made)])

    def texts_found(self, guide: Iterable[PageSection]) -> None:
        """Note the sections of texts for the search: those of the guide, and the rules."""
        sections = [*guide]
        for variant in self.variants:
            if text := self.once["rules"].get(variant.name):
                title, address = variant.about.title, addresses.variant(variant.name)
                sections += sections_of(text, title, address, "Rules")
        self.once["sections"] = sections

    def _played(self, names: Sequence[str]) -> list[Variant]:
        """Those of some variants that can be read, the standard game first."""
        found = list[Variant]()
        for name in names:
            with suppress(ArchiveError):
                found.append(self.archive.variant(name))
        return sorted(found, key=_rank)

    def variant_parts(self, listed: Sequence[GameSummary]) -> Iterator[SitePart]:
        """The catalogue of variants, and the rule page of each."""
        games, cards = grouped((s.variant, s) for s in listed), self.once["cards"]
        counts = {name: len(found) for name, found in games.items()}
        made = partial(variants.variant_list, self.once["catalogue"], len(cards), counts)
        yield SitePart("variants", sorted(counts.items()), lambda: [made()])
        for name in self.archive.variant_names:
            own = games.get(name, [])
            shown = [(s.id, s.name, s.span, s.result) for s in own[: variants.SHOWN]]
            page_of = partial(self._variant_page, name, own)
            yield SitePart(f"variant-{name}", (len(own), shown), page_of)

    def _variant_page(self, name: str, games: Sequence[GameSummary]) -> Iterator[Artifact]:
        path = f"{addresses.variant(name)}index.html"
        if path in self.faults and self.faults[path].page.kind == "listed":
            yield self.faults[path].page
            return
        for variant in self._played([name]):
            if name not in self.once["rules"]:
                raise MissingFrameError(path)  # the last build did not have this variant
            yield variants.variant_page(variant, self.once["rules"][name], games)

    def _register(self) -> Register:
        """The archive's register; empty if it has mistakes, which the build reports."""
        try:
            return read_register(self.archive.games_folder / REGISTER)
        except ArchiveError as error:
            self.fault("people/register/index.html", "The register", error)
            return EMPTY


@lru_cache(maxsize=1)
def received_site(archive: Archive, settings: SiteSettings, today: date) -> Site:
    """The site that another process builds; it is read once in each process."""
    return Site(archive, settings, today)
