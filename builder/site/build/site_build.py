"""One build: every changed game, then the pages above the games."""

from __future__ import annotations

import importlib
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from builder.archive import KEPT, Archive
from builder.errors import ArchiveError
from builder.executors import garbage_collection_paused
from builder.site.addresses import folder
from builder.site.artifacts import Artifact, Job, PdfRequest, PngRequest, SiteSettings, digest
from builder.site.build.build_cache import (
    BuildCache,
    Entry,
    builder_key,
    content_key,
    entry_of,
    maps_key,
)
from builder.site.build.changed_games import ChangedGames, Progress
from builder.site.build.image_cache import ImageCache, raster, renderer_version, sweep
from builder.site.build.publisher import Publisher, settle
from builder.site.build.site import Site
from builder.site.build.sitemap import sitemap
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.page_frame import MissingFrameError, PageFrame, meta
from builder.site.parts.worked_examples import ProseExamples
from builder.site.search.page_text import condense, searchable
from builder.source.files import refused_files

WORDS = "<!-- words -->"  # where an editor's text stands in a page of the navigation
SEARCHED = ("variants/", "zines/")
GAME = re.compile(r"games/([^/\"'#?<>]+)/")
SITE = "site"  # the entry of all that depends on no game
NO_ADDRESS = (
    "no address of the site is given, so its feeds hold relative links and there is no sitemap:"
    " set site_url in mkdocs.yml, or CHANCERY_SITE_URL if mkdocs.yml asks for it"
)
log = logging.getLogger("chancery")


def _can_render() -> bool:
    """Can PNGs be made here? If not, that is said; what makes them takes long to load."""
    if raster().available():
        return True
    log.warning("%s; the site has its maps as SVG, and no PNG.", raster().ADVICE)
    return False


def silent(what: str, done: int, total: int) -> None:
    """Show nothing of how far the work is."""


@contextmanager
def alone(root: Path, patient: bool = False) -> Iterator[None]:
    """Keeps other builds of an archive away; raises ArchiveError if one is running, unless it is
    `patient` and waits.

    The system gives the lock back when a build ends, however it ends. Windows has no such lock.
    """
    try:
        fcntl = importlib.import_module("fcntl")
    except ImportError:
        yield
        return
    place = root / KEPT / "lock"
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if patient else fcntl.LOCK_NB))
        except OSError as error:
            raise ArchiveError(f"{root}: another build of this archive is running") from error
        yield


class SiteOptions(NamedTuple):
    """Where a site is wanted (None: where MkDocs puts it), a function that shows progress, the key
    of all that its pages depend on besides games (without one, only games are kept), what is done
    when all pages are there, and whether the published files of all games are looked at."""

    target: Path | None = None
    progress: Progress = silent
    key: str = ""
    then: Callable[[Publisher], None] = lambda _: None
    full: bool = False


@dataclass
class SiteBuild:
    """Builds a site with a publisher.

    `listed` are afterwards the pages of the navigation, for whoever makes that; `words` what
    the search index is to know of pages outside of it, title and text by address; `written` what
    an editor wrote for pages of the navigation. `refused` is what is wrong with files in `docs/`
    that are not read, and with pages that others made.
    """

    site: Site
    progress: Progress = silent
    key: str = ""
    listed: dict[str, Artifact] = field(default_factory=dict)
    words: dict[str, tuple[str, str]] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.examples = ProseExamples(self.site.archive.variant, self.site.sheet)
        self.games: list[GameSummary] = []
        self._parts: dict[str, tuple[str, list[str], Entry]] = {}
        self._kept: Entry = {}  # of earlier builds, by the names of their parts
        self._of_games: frozenset[str] = frozenset()
        self._files: list[str] = []  # of the pages above the games
        self._of_all = ""
        self._pictures: dict[str, Job] = {}

    def run(self, publisher: Publisher) -> None:
        """Build everything that changed; what stands in the navigation is kept aside.

        A game, an issue or a variant that cannot be built does not stop the others: its page
        states the fault, and the site's `faults` lists it.
        """
        games = self._games(publisher)
        self._of_games = frozenset(publisher.kept)
        for artifact in self.site.fixed():
            self._write(artifact, publisher)
        publisher.put_all(self.examples.pictures)
        self._above(games, publisher)

    def again(self, publisher: Publisher, full: bool) -> None:
        """Build only what changed games ask for, the pages of the navigation among it.

        Published files of games are looked at in turn, if not `full`.

        A build under the same key must have been remembered. Raises MissingFrameError where that
        had no page of some kind.
        """
        games = self._games(publisher, full)
        with garbage_collection_paused():
            self._above(games, publisher, again=True)
        publisher.put_all(map(self.filled, self.listed))

    def filled(self, path: str) -> Artifact:
        """A page of the navigation with what an editor wrote for it."""
        found, words = self.listed[path], self.written.get(path, "")
        return replace(found, content=str(found.content).replace(WORDS, words))

    def _games(self, publisher: Publisher, full: bool = True) -> ChangedGames:
        settings = self.site.settings
        if settings.png != "none" and not _can_render():
            self.site.settings = settings = settings._replace(png="none")
        root = self.site.archive.root
        renderer = renderer_version() if settings.png != "none" else ""
        wanted = f"{settings._replace(pdf=False)} {publisher.frame.key()}"
        base = f"{builder_key()} {maps_key(self.site.archive.maps_folder)} {renderer} {wanted}"
        images = ImageCache(root, root / KEPT / "png" / renderer)
        if renderer:
            sweep(images.store)
        cache = BuildCache.of(root, publisher.target, base)
        games = ChangedGames(self.site, publisher, cache, images, self.progress, full)
        games.build()
        for path, error in sorted(games.errors.items()):
            self.site.game_fault(path, error)
        return games

    def _above(self, games: ChangedGames, publisher: Publisher, again: bool = False) -> None:
        """The pages above the games; what an earlier build made of the same is kept."""
        summaries = [*games.summaries.values()]
        self.games = summaries
        made_from = (games.entries[path].keys[0] for path in games.summaries)
        self._of_all = digest(" ".join((self.key, *made_from)))
        publisher.moved |= games.moved() | self.site.moved()
        cache, target = BuildCache.of(self.site.archive.root, publisher.target), publisher.target
        whole = again and not games.errors
        if whole and self._keep(cache.find("above", self._of_all, target), publisher):
            return
        before = cache.entries("parts") if again else {}

        def made(path: str) -> str:
            return publisher.place(path).read_text(encoding="utf-8")

        names = {summary.id: summary.name for summary in summaries}
        above = self.site.above(summaries, made, games)
        for part in (*above, games.index):
            name = part.name
            key = digest(f"{self.key} {part.inputs!r}") if part.inputs is not None else ""
            if key and self._keep(cache.sound(before.get(name, {}), key, target), publisher, names):
                self._kept[name] = before[name]
                continue
            paths, linked = list[str](), set[str]()
            for found in part.make():
                paths.append(self._write(found, publisher))
                linked.update(GAME.findall(found.content) if isinstance(found.content, str) else ())
            more = {"names": {game: names[game] for game in linked & names.keys()}}
            self._parts[name] = key, paths, more
            self._files += paths
        publisher.put_all(fault.page() for fault in self.site.faults.values() if not fault.listed)
        publisher.faults += self.refused
        publisher.faults += [fault.message for fault in self.site.faults.values()]
        games.render(self._pictures)

    def _keep(
        self,
        found: Entry | None,
        publisher: Publisher,
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> bool:
        """Keeps what an earlier build made, if all of it is as it was, and the games that it links
        still have their `names`."""
        if found is None or any(names.get(i) != n for i, n in found.get("names", {}).items()):
            return False
        publisher.keep(found["sums"])
        self._files += found["sums"]
        return True

    def print(self, target: Path | None, site: str, frame: PageFrame) -> Publisher:
        """Build into `target`; without one, into a folder that is kept, then copied to `site`."""
        folder_name = "drafts" if self.site.settings.drafts else "pages"
        publisher = Publisher.begin(target or self.site.archive.root / KEPT / folder_name, frame)
        self.run(publisher)
        if target is None:
            publisher.finish()
            publisher.copy_to(Path(site))
        return publisher

    def _write(self, found: Artifact, publisher: Publisher) -> str:
        if isinstance(found.content, PdfRequest | PngRequest):
            self._pictures[found.path] = found.content
        elif found.kind == "listed":
            self.listed[found.path] = found
        else:
            if found.words:
                self.words[found.path] = (found.title, found.words)
            publisher.put(found)
        return found.path

    def remember(self, publisher: Publisher, again: bool = False) -> None:
        """Keep for the next build what it need not make again, unless there are faults in it."""
        faulty = self.refused or any(not path.startswith("games/") for path in self.site.faults)
        if faulty or not self.key:
            return
        cache = BuildCache.of(self.site.archive.root, publisher.target)
        for name, (key, paths, more) in self._parts.items():
            self._kept[name] = entry_of(key, publisher, paths, more)
        if self._parts:
            cache.store.put("parts", content_key(self._kept).encode())
            cache.note("above", self._of_all, publisher, self._files, {})
        if not again:
            theirs = {path for _, paths, _ in self._parts.values() for path in paths}
            rest = publisher.kept.keys() - self._of_games - theirs
            more = {
                "settings": self.site.settings._asdict(),
                "frames": publisher.frame.plain(),
                "address": publisher.frame.site_url,
                "written": self.written,
                "inline": sorted(publisher.inline),
                "once": self.site.once,
            }
            cache.note(SITE, self.key, publisher, rest, more)

    def fill_in(self, pages: Mapping[str, Any]) -> None:
        """Give the theme's pages their text, for its search; what an editor wrote there stays.

        The search knows no page that depends on games.
        """
        for path in self.listed:
            page = pages[path]
            self.written[path] = page.content or ""
            page.content = searchable(str(self.filled(path).content))
            page.meta = self.front_matter(path)

    def front_matter(self, path: str) -> dict[str, Any]:
        """The title and description of a page of the navigation, for the theme."""
        found, alone = self.listed[path], path.startswith(SEARCHED) and path.count("/") > 1
        return meta(found.title, found.description) | {"search": {"exclude": not alone}}

    def announce(self, files: Any, generated: Callable[..., Any]) -> None:
        """Tell a generator's `files` of the pages to come; take out what is not out yet.

        Raises ArchiveError with the mistakes of variants and issues.
        """
        root, announced = self.site.archive.root, self.site.announced()
        withheld = {root / "docs" / name: None for name in self.site.withheld()}
        refused = dict(refused_files(root, root / "docs"))
        self.refused = [str(error) for error in refused.values()]
        for file in [*files]:
            if file.abs_src_path and Path(file.abs_src_path) in withheld | refused:
                files.remove(file)
        for name, content in announced.items():
            if files.get_file_from_path(name) is None:
                files.append(generated(name, content=content))

    def take_out(self, text: str, file: Any) -> str:
        """Judge the worked examples in a page's text; raises ArchiveError where one cannot be."""
        if file.src_uri.startswith("zines/"):
            return ""  # issues have a reader of their own
        source = Path(file.abs_src_path) if file.abs_src_path else None
        return self.examples.take_out(text, source, file.dest_uri)

    def watch(self, watch: Callable[[str], Any]) -> None:
        """Name the folders whose changes are to be seen at once."""
        for watched in (self.site.archive.games_folder, self.site.archive.maps_folder):
            watch(str(watched))

    def add_to_search(self, search: Any) -> None:
        """Let a search plugin find pages outside of the navigation: where, what, words for it."""
        for path, (title, text) in self.words.items() if search is not None else ():
            entry = {"location": folder(path), "title": escape(title), "text": escape(text)}
            condense([entry])
            search.search_index.entries.append(entry)


def open_build(place: Path, job: SiteOptions, settings: SiteSettings) -> SiteBuild:
    """The build of the archive in which a file or folder lies."""
    return SiteBuild(Site(Archive.open(place), settings), job.progress, job.key)


def build_again(archive: Archive, job: SiteOptions) -> Publisher | None:
    """The site in `job.target` with what changed in games.

    None if it was not built under `job.key`, if its files are not as they were, or if a page of
    a new kind is due: then everything must be built.
    """
    assert job.target is not None
    settle(job.target)
    cache = BuildCache.of(archive.root, job.target)
    known = cache.find(SITE, job.key, job.target) if job.key else None
    if known is None:
        return None
    try:
        frame = PageFrame.kept(known["frames"], known["address"])
        publisher = Publisher(job.target, frame, inline=set(known["inline"]))
        publisher.keep(known["sums"])
        site = Site(archive, SiteSettings(**known["settings"]), once=dict(known["once"]))
        build = SiteBuild(site, job.progress, job.key, written=dict(known["written"]))
    except (LookupError, TypeError, ValueError, AttributeError):
        return None  # exchanged by somebody
    try:
        build.again(publisher, job.full)
    except MissingFrameError:
        settle(job.target)
        return None
    publisher.put_all(sitemap(publisher.kept, frame.site_url))
    build.remember(publisher, again=True)
    return publisher
