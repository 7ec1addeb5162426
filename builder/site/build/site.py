"""What a site is made of: its games, and the pages above them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from builder.archive import REGISTER, Archive
from builder.draw.board_sheet import BoardSheet, read_sheet
from builder.errors import ArchiveError
from builder.formats.forms import schemas
from builder.formats.game import write_game
from builder.formats.issues import Issue, issue_files
from builder.model.grouping import grouped
from builder.playback.replaying import Replay, replay
from builder.prose.names import slug
from builder.provided import guide_pages, map_file
from builder.record import PhaseRecord, Record, Result
from builder.site.addresses import game as game_address
from builder.site.addresses import phase as phase_address
from builder.site.addresses import variant as variant_address
from builder.site.artifacts import USUAL, Artifact, SitePart, SiteSettings
from builder.site.assets import assets
from builder.site.build.game_artifacts import GameArtifacts
from builder.site.pages import catalogue, feeds, issues, overviews
from builder.site.pages.boards import board_files, gallery
from builder.site.pages.concordance import concordance
from builder.site.pages.explorer import FILE as COUNTS
from builder.site.pages.explorer import Explorer
from builder.site.pages.people import people_part
from builder.site.pages.phase import Held
from builder.site.pages.statistics import statistics_page
from builder.site.pages.variant import SHOWN, VariantPrinter, variant_page
from builder.site.pages.variant_catalogue import catalogue_text, variant_list
from builder.site.parts.downloads import as_json
from builder.site.parts.game_summary import GameBlocks, GameSummary
from builder.site.parts.register import EMPTY, Register, read_register
from builder.site.templating import page
from builder.site.trial.pages import trial_pages
from builder.source.files import read_bytes
from builder.variant import Variant

ROBOTS = "User-agent: *\nAllow: /\nSitemap: {}sitemap.xml\n"
MAP = re.compile(r'<svg class="board .*?</svg>', re.DOTALL)
PICTURE = re.compile(r"games/[\w-]+/[\w-]+/map\.(?:svg|png)")


class Fault(NamedTuple):
    """What keeps the page at a path from being built; `listed` pages are in the navigation."""

    path: str
    title: str
    message: str
    listed: bool = False

    def page(self) -> Artifact:
        """The page that states it."""
        about = f"{self.title} cannot be shown: its file has mistakes."
        return page(self.path, "fault.html", self.title, about, listed=self.listed, fault=self)


def fault_of(error: Exception) -> ArchiveError:
    """The fault of a page, as one process reports it to another."""
    if isinstance(error, ArchiveError):
        return ArchiveError(str(error))
    return ArchiveError(f"a fault of this program: {type(error).__name__}: {error}")


def _rank(variant: Variant) -> tuple[bool, str]:
    return variant.name != "standard", variant.about.title


@dataclass
class Site:
    """An archive on its way to a site.

    `held` are the phases of each game that are not published yet, with their days; `once` has
    plain data that depends on no game, made once for many builds.
    """

    archive: Archive
    settings: SiteSettings = USUAL
    today: date = field(default_factory=date.today)
    faults: dict[str, Fault] = field(default_factory=dict)
    held: dict[str, Held] = field(default_factory=dict)
    once: dict[str, Any] = field(default_factory=dict)

    def fault(self, path: str, title: str, error: ArchiveError, listed: bool = False) -> None:
        """Note what keeps a page from being built; the page will state it."""
        message = str(error).replace(f"{self.archive.root}{os.sep}", "")
        self.faults[path] = Fault(path, title, message, listed)

    def game_fault(self, path: Path, error: ArchiveError) -> None:
        """The same of a game; of one that is not all published its words are not shown."""
        try:
            held = any(word in read_bytes(path) for word in (b"embargo", b"draft"))
        except ArchiveError:  # as the error says
            held = False
        said = ArchiveError(f"{path.name} has mistakes; see chancery check") if held else error
        name = slug(path.stem) or "game"
        self.fault(f"{game_address(name)}index.html", path.stem, said)

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Every variant that can be read, the standard game first."""
        found = self.archive.variants.values()
        for path, error in self.archive.errors.items():
            if path.name == "variant.yaml":
                name = path.parent.name
                self.fault(f"{variant_address(slug(name))}index.html", name, error)
        return tuple(sorted(found, key=_rank))

    @cached_property
    def _sheets(self) -> dict[str, BoardSheet | None]:
        return {}

    def sheet(self, variant: Variant) -> BoardSheet | None:
        """The drawing of a variant's board, if it has one."""
        name = variant.drawing or variant.name
        if name not in self._sheets:
            place = map_file(self.archive.maps_folder, name, "map.svg")
            self._sheets[name] = None
            try:
                self._sheets[name] = read_sheet(place) if place.is_file() else None
            except ArchiveError as error:
                self.fault(f"boards/{slug(name)}/index.html", f"The board of {name}", error)
        return self._sheets[name]

    def work(self, path: Path, read: Record | None = None) -> GameArtifacts | None:
        """A game with its published phases replayed; None where nothing of it is published.

        `read` is the game where it has been read already. Raises SourceError, Mistakes or
        UnknownWordError where its file cannot be read.
        """
        record = read or self.archive.game(path)
        held = self.held[record.id] = record.held_back(self.today)
        variant = self.archive.variant(record.variant)
        source = read_bytes(path)
        if held and not self.settings.drafts:
            record = _cut(record, [p for p in record.phases if p.phase not in held])
            if not record.phases:
                return None
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

    def map(self, replay: Replay, at: int, root: str) -> Markup:
        """The picture of a phase for a page; empty where its board has no drawing."""
        return GameArtifacts(replay, self.sheet(replay.variant)).map(at, root)

    def listed(self) -> list[str]:
        """The pages that stand in the navigation, by the path of their file."""
        own = [f"{variant_address(v.name)}index.html" for v in self.variants]
        own += [f"zines/{issue.name}/index.html" for issue in self.issues]
        return [
            "index.html",
            "games/index.html",
            "checked/index.html",
            "search/index.html",
            "people/index.html",
            "statistics/index.html",
            "openings/index.html",
            "editions/index.html",
            "variants/index.html",
            "boards/index.html",
            "zines/index.html",
            *own,
        ]

    @cached_property
    def issues(self) -> list[Issue]:
        """The published issues of zines, the newest first."""
        found, faults = issues.issues(self._zines, self.today, self.settings.drafts)
        for name, error in faults.items():
            self.fault(f"zines/{name}/index.html", name, error)
        return found

    @property
    def _zines(self) -> Path:
        return self.archive.root / "docs" / "zines"

    def withheld(self) -> list[str]:
        """The sources of issues that must not be shown yet."""
        shown = {issue.name for issue in self.issues}
        paths, strange = issue_files(self._zines)
        held = [path for name, path in paths.items() if name not in shown]
        return [p.relative_to(self._zines.parent).as_posix() for p in (*held, *strange)]

    def placed(self, found: Iterable[Issue]) -> dict[str, Replay]:
        """The games that issues place, replayed."""
        wanted = {name for issue in found for name in issues.games_in(issue)}
        works = {p.stem: self._work(p) for p in self.archive.game_paths if p.stem in wanted}
        return {name: work.replay for name, work in works.items() if work is not None}

    def _work(self, path: Path) -> GameArtifacts | None:
        """A game's artifacts; None also if it cannot be read, which its own page states."""
        try:
            return self.work(path)
        except ArchiveError:
            return None

    def _issue_pages(self) -> Iterator[Artifact]:
        games = self.placed(self.issues)
        for issue in self.issues:
            why = "" if issue.published(self.today) else issue.head["embargo"]
            why = "a draft" if issue.draft else f"embargoed until {why}" if why else ""
            given = issue, games, self.map, self.settings.pdf, self.held, why
            path = f"zines/{issue.name}/index.html"
            yield from self._or_fault(path, issue.title, partial(_issue_page, *given))
        yield issues.issue_list(self.issues)

    def _or_fault(
        self, path: str, title: str, made: Callable[[], Iterable[Artifact]]
    ) -> Iterator[Artifact]:
        """All that `made` gives, or if that is faulty one page of the navigation that says so."""
        try:
            yield from [*made()]
        except Exception as error:  # no page keeps the others from being built
            self.fault(path, title, fault_of(error), listed=True)
            yield self.faults[path].page()

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
        sources = {source_of(path): _titled(path, titles) for path in self.listed()}
        return guide_pages() | sources | self.schemas()

    def boards(self) -> Iterator[Artifact]:
        """The gallery of boards, the pages of each, and the rules sentence by sentence."""
        maps, png = self.archive.maps_folder, self.settings.png != "none"
        yield gallery(self.variants, self.sheet)

        def pages(variant: Variant) -> Iterator[Artifact]:
            yield from concordance(variant, self.archive, self.sheet)
            yield from board_files(variant, self.sheet(variant), maps, png)

        for variant in self.variants:
            path = f"{variant_address(variant.name)}index.html"
            yield from self._or_fault(path, variant.about.title, partial(pages, variant))

    def fixed(self) -> Iterator[Artifact]:
        """All that depends on no games but those that `inputs_key` asks for."""
        yield from self.boards()
        yield from self._issue_pages()
        yield feeds.all_issues(self.issues, self.settings)
        if self.settings.address:
            yield Artifact("robots.txt", ROBOTS.format(self.settings.address))
        for address, schema in self.schemas().items():
            yield Artifact(address, schema)
        yield from assets(self.variants)
        maps, report_to = self.archive.maps_folder, self.settings.report_to
        yield from trial_pages(self.variants, self.sheet, maps, report_to)

    def above(
        self,
        summaries: Sequence[GameSummary],
        made: Callable[[str], str],
        blocks: GameBlocks,
    ) -> Iterator[SitePart]:
        """The pages made of what each game says of itself, and of `blocks` of them; `made` is the
        text of a game's page or file by its path."""
        listed = sorted(summaries, key=lambda s: s.name.lower())
        settings, names = self.settings, sorted({s.variant for s in listed})
        numbers, newest = overviews.figures(listed), overviews.newest(listed)
        register = self._register()
        drawn = _map_of(made, newest) if newest else Markup("")
        chosen = catalogue.chosen(listed, register)
        find = self.archive.variant
        shelf = catalogue.Shelf(chosen, lambda name: self.sheet(find(name)), blocks.figures)
        issue = next(iter(self.issues), None)
        yield SitePart(
            "home",
            (numbers, newest, chosen, drawn),
            lambda: [overviews.home(newest, drawn, numbers, self._cards(), settings, shelf, issue)],
        )
        yield from catalogue.catalogue(listed, shelf)
        yield from overviews.checked(listed, numbers)
        yield SitePart("search", names, lambda: [overviews.search(self._played(names))])
        yield people_part(listed, register)
        yield SitePart(
            "statistics",
            (names, blocks.digests("tally")),
            lambda: [statistics_page(blocks.read("tally"), self._played(names))],
        )
        maps, began = self.archive.maps_folder, blocks.digests("began")
        counted = [n for n in self.archive.variant_names if map_file(maps, n, COUNTS).is_file()]
        games = {s.id: s for s in summaries}
        openings = Explorer(self._played(counted), games, maps, blocks)
        title, path = "Openings", "openings/index.html"
        yield SitePart("openings", began, lambda: self._or_fault(path, title, openings.overview))
        yield from openings.pages(began)
        yield from overviews.editions(listed)
        yield from self.variant_parts(listed)
        yield SitePart("feed", None, lambda: [feeds.all_games(listed, settings, made)])

    def _played(self, names: Sequence[str]) -> list[Variant]:
        """Those of some variants that can be read, the standard game first."""
        found = list[Variant]()
        for name in names:
            with suppress(ArchiveError):
                found.append(self.archive.variant(name))
        return sorted(found, key=_rank)

    def variant_parts(self, listed: Sequence[GameSummary]) -> Iterator[SitePart]:
        """The catalogue of variants, and the rule page of each."""
        games = grouped((summary.variant, summary) for summary in listed)
        maps = self.archive.maps_folder
        printer = VariantPrinter(maps, self.archive.variant, self.sheet)
        counts = {name: len(found) for name, found in games.items()}
        yield SitePart(
            "variants",
            sorted(counts.items()),
            lambda: [variant_list(self._catalogue(), len(self._cards()), counts)],
        )
        for name in self.archive.variant_names:
            own = games.get(name, [])
            yield SitePart(
                f"variant-{name}",
                (len(own), [(s.id, s.name, s.span, s.result) for s in own[:SHOWN]]),
                partial(self._variant_page, printer, name, own),
            )
            yield SitePart(f"examples-{name}", "", partial(self._examples, printer, name))

    def _variant_page(
        self, printer: VariantPrinter, name: str, games: Sequence[GameSummary]
    ) -> Iterator[Artifact]:
        path = f"{variant_address(name)}index.html"
        if path in self.faults and self.faults[path].listed:
            yield self.faults[path].page()
            return
        for variant in self._played([name]):
            made = partial(self._with_games, printer, variant, games)
            yield from self._or_fault(path, variant.about.title, made)

    def _with_games(
        self, printer: VariantPrinter, variant: Variant, games: Sequence[GameSummary]
    ) -> Iterator[Artifact]:
        rules = f"rules of {variant.name}"
        if rules not in self.once:
            self.once[rules] = self._printed(printer, variant)[0]
        yield variant_page(variant, self.once[rules], games)

    def _examples(self, printer: VariantPrinter, name: str) -> Iterator[Artifact]:
        """The pictures of a variant's examples, if its page could be made."""
        if f"{variant_address(name)}index.html" not in self.faults:
            for variant in self._played([name]):
                yield from self._printed(printer, variant)[1]

    def _printed(self, printer: VariantPrinter, variant: Variant) -> tuple[str, list[Artifact]]:
        return printer.print(variant, next(iter(self._played(["standard"])), None))

    def _cards(self) -> list[tuple[str, str, str]]:
        """The name, title and summary of each variant."""
        if "cards" not in self.once:
            cards = [(v.name, v.about.title, v.about.summary) for v in self.variants]
            self.once["cards"] = cards
        return [*self.once["cards"]]

    def _catalogue(self) -> str:
        """The catalogue of variants without the numbers of games."""
        if "catalogue" not in self.once:
            png = self.settings.png != "none"
            self.once["catalogue"] = catalogue_text(self.variants, self.sheet, png)
        return str(self.once["catalogue"])

    def _register(self) -> Register:
        """The archive's register; empty if it has mistakes, which the build reports."""
        try:
            return read_register(self.archive.games_folder / REGISTER)
        except ArchiveError as error:
            self.fault("people/register/index.html", "The register", error)
            return EMPTY


def _issue_page(*given: Any) -> Iterator[Artifact]:
    yield issues.issue_page(*given)


def _map_of(made: Callable[[str], str], newest: GameSummary) -> Markup:
    """The map of a game's last season, taken from its page for the front page."""
    found = MAP.search(made(f"{phase_address(newest.id, newest.newest[1])}index.html"))
    return Markup(found[0].replace(' href="../../../', ' href="') if found else "")


def _titled(path: str, titles: Mapping[str, str]) -> str:
    """The source of a page whose text comes later: its title, for a site without a `nav`."""
    name = path.rpartition("/")[0].rpartition("/")[2]
    return f"---\ntitle: {json.dumps(titles.get(name, name.capitalize() or 'Home'))}\n---\n"


def source_of(path: str) -> str:
    """The Markdown file that a page of the navigation is, or would be, made from."""
    name = path.replace(".html", ".md")
    return re.sub(r"^(zines/.+)/index", r"\1", name)


def _cut(record: Record, shown: Sequence[PhaseRecord]) -> Record:
    """The record up to the last published phase, without what gives away the rest."""
    kept = {p.phase for p in shown}
    return record._replace(
        phases=tuple(shown),
        moments={phase: text for phase, text in record.moments.items() if phase in kept},
        rulings=tuple(r for r in record.rulings if r.phase in kept),
        result=Result("unfinished"),
    )
