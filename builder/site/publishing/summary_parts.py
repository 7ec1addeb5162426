"""The parts of a site that are made of what each game says of itself: lists, statistics, openings,
the games of each variant, the home page and the feed of all games."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from markupsafe import Markup

from builder.archive_files import REGISTER
from builder.errors import ArchiveError
from builder.model.grouping import grouped
from builder.provided import map_file
from builder.site import addresses
from builder.site.artifacts import Artifact, PartData, SitePart
from builder.site.pages import catalogue, explorer, explorer_board, feeds, people, variants, zines
from builder.site.pages.named_openings import named_openings, opening_parts
from builder.site.pages.people import Person, without_left_out
from builder.site.pages.puzzles import puzzle_part
from builder.site.pages.statistics import statistics_pages, together
from builder.site.pages.zines import Zine
from builder.site.parts.game_pictures import SmallBoard
from builder.site.parts.game_summary import GameBlocks, GameSummary
from builder.site.parts.openings import book
from builder.site.parts.register import EMPTY, Register, read_register
from builder.site.publishing.site import Site
from builder.site.search.entries import Entry
from builder.site.search.search_parts import entries_of_games, search_parts
from builder.site.templating import page
from builder.source.recording import is_file

Part = SitePart[Any]


class SummaryParts:
    """The parts above the games of a site, whose `summaries` and `blocks` are given. All games are
    `counted`; those that have pages are `listed`."""

    def __init__(self, site: Site, summaries: Sequence[GameSummary], blocks: GameBlocks) -> None:
        self.site = site
        self.register = self._register()
        shown = [without_left_out(summary, self.register) for summary in summaries]
        self.counted = sorted(shown, key=lambda summary: summary.name.lower())
        self.listed = [summary for summary in self.counted if summary.depth != "counts"]
        self.blocks = blocks

    def __iter__(self) -> Iterator[Part]:
        """All these parts."""
        site = self.site
        listed = self.listed
        numbers = catalogue.figures(listed)
        chosen = catalogue.chosen(listed, self.register)
        small_board = partial(_small_board, site)
        shelf = partial(catalogue.Shelf, small_board=small_board, figures=self.blocks.figures)
        newest = catalogue.newest(listed)
        played = sorted({summary.variant for summary in listed})
        yield SitePart("small-boards", played, partial(_small_boards, site))
        yield SitePart("newest-map", newest, partial(_newest_map, site))
        yield SitePart("home", (numbers, newest, chosen), partial(_home, site, shelf))
        yield from catalogue.catalogue(listed, chosen, shelf)
        yield from catalogue.checked(listed, numbers)
        names = sorted({summary.variant for summary in self.counted})
        yield SitePart("search", names, partial(_search_page, site))
        persons = people.people(listed, self.register)
        yield from people.people_parts(persons)
        issues = site.issue_heads()
        named_zines = zines.zines(listed, issues)
        yield from zines.zine_parts(named_zines, issues)
        yield puzzle_part(self.blocks)
        yield SitePart("statistics", names, partial(_statistics, site, self.blocks))
        yield from self._openings()
        yield from self._search(persons, named_zines)
        yield from catalogue.editions([s for s in listed if s.depth == "phases"])
        yield from self._variants()
        newest_games = feeds.newest_games(listed)
        yield SitePart("feed", newest_games, partial(_feed, site, self.blocks))

    def _openings(self) -> Iterator[Part]:
        """The page of all openings, and one for each power of each variant that has counts."""
        site = self.site
        maps = site.archive.maps_folder
        counted: list[str] = []
        for name in site.archive.variant_names:
            if is_file(map_file(maps, name, explorer.FILE)):
                counted.append(name)
        names = [variant.name for variant in site.readable(counted)]
        openings = explorer.Explorer(names, site.archive.variant, maps, self.blocks)
        path = "openings/index.html"

        games = Counter(summary.variant for summary in self.listed)
        uncounted = sorted(games.keys() - {*counted})

        def overview(names: Sequence[str]) -> Iterator[Artifact]:
            others = [v for v in site.readable(names) if site.sheet(v) is not None]
            return site.or_fault(path, "Openings", partial(openings.overview, others))

        yield SitePart("openings", uncounted, overview)
        yield from openings.pages()
        yield from explorer_board.board_parts(games, counted, site.archive.variant, site.sheet)
        name = book()["variant"]
        if name in site.archive.variant_names:
            variant = partial(site.archive.variant, name)
            named = named_openings(self.counted)
            yield from opening_parts(named, variant, site.sheet, name in counted)

    def _search(self, persons: Sequence[Person], named_zines: Sequence[Zine]) -> Iterator[Part]:
        """The files of the search."""
        site = self.site
        find = site.archive.variant
        entries = [Entry(*entry) for entry in site.data.read("entries")]
        entries += entries_of_games(self.counted, persons, named_zines, find, site.sheet)
        names = sorted({summary.variant for summary in self.counted})
        yield from search_parts(entries, site.sections(), site.titles(names))

    def _variants(self) -> Iterator[Part]:
        """The catalogue of variants, and the rule page of each."""
        games = grouped((summary.variant, summary) for summary in self.listed)
        counts = sorted((name, len(own)) for name, own in games.items())
        yield SitePart("variants", counts, partial(_catalogue_of_variants, self.site))
        for name in self.site.archive.variant_names:
            own = games.get(name, [])
            inputs = name, len(own), own[: variants.SHOWN]
            yield SitePart(f"variant-{name}", inputs, partial(_variant_page, self.site))

    def _register(self) -> Register:
        """The archive's register; empty if it has mistakes, which the build reports."""
        try:
            return read_register(self.site.archive.games_folder / REGISTER)
        except ArchiveError as error:
            self.site.fault("people/register/index.html", "The register", error)
            return EMPTY


def _small_boards(site: Site, names: Sequence[str]) -> Iterator[PartData]:
    """What small maps need of the boards of some variants, as data."""
    for name in names:
        sheet = site.sheet(site.archive.variant(name))
        yield PartData(f"small-board-{name}", sheet and SmallBoard.of(sheet))


def _small_board(site: Site, name: str) -> SmallBoard | None:
    """What a small map needs of a variant's board, by the variant's name; None if the board has no
    drawing."""
    values = site.data.read(f"small-board-{name}")
    return values and SmallBoard(*values)


def _home(site: Site, shelf: Any, inputs: Any) -> Iterator[Artifact]:
    numbers, newest, chosen = inputs
    yield page(
        "index.html",
        "home.html",
        newest=newest,
        drawn=Markup(site.data.read("newest-map")),
        figures=numbers,
        variants=[tuple(card) for card in site.data.read("cards")],
        settings=site.settings,
        shelf=shelf(chosen),
        issue=next(iter(site.issue_heads()), None),
    )


def _newest_map(site: Site, newest: GameSummary | None) -> Iterator[PartData]:
    """The map of the newest season for the home page, as data."""
    drawn = ""
    if newest is not None:
        for path in site.archive.game_files(newest.id):
            with suppress(ArchiveError):  # which the game's own page states
                work = site.work(path)
                if work is not None and work.replay.stages:
                    drawn = str(work.map(len(work.replay.stages) - 1, ""))
    yield PartData("newest-map", drawn)


def _search_page(site: Site, names: Sequence[str]) -> Iterator[Artifact]:
    yield page("search/index.html", "search.html", variants=site.readable(names))


def _statistics(site: Site, blocks: GameBlocks, names: Sequence[str]) -> Iterator[Artifact]:
    yield from statistics_pages(blocks.together("tally", together), site.readable(names))


def _catalogue_of_variants(site: Site, counts: Sequence[tuple[str, int]]) -> Iterator[Artifact]:
    text = site.data.read("catalogue")
    yield variants.variant_list(text, len(site.data.read("cards")), dict(counts))


def _variant_page(site: Site, inputs: tuple[str, int, Sequence[GameSummary]]) -> Iterator[Artifact]:
    """The rule page of a variant with its games, or the page that states its fault."""
    name, count, shown = inputs
    path = f"{addresses.variant(name)}index.html"
    fault = site.fault_at(path)
    if fault is not None:
        if fault.page.kind == "listed":
            yield fault.page
        return
    for variant in site.readable([name]):
        is_drawn = site.sheet(variant) is not None
        text = site.data.read(f"rules-{name}")
        yield variants.variant_page(variant, text, shown, count, is_drawn)


def _feed(site: Site, blocks: GameBlocks, games: Sequence[GameSummary]) -> Iterator[Artifact]:
    yield feeds.all_games(games, blocks.news, site.settings)
