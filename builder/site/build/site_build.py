"""One build: every changed game, then the pages above the games."""

from __future__ import annotations

import importlib
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from builder.archive import KEPT, Archive
from builder.draw.renderer_version import renderer_version
from builder.errors import ArchiveError
from builder.site.artifacts import Artifact, PdfRequest, PngRequest, SiteSettings, digest
from builder.site.build.build_cache import BuildCache, ContentStore, builder_key, maps_key
from builder.site.build.changed_games import ChangedGames, ImageRequest, Progress
from builder.site.build.image_cache import ImageCache, raster, sweep
from builder.site.build.publisher import Publisher
from builder.site.build.site import Site
from builder.site.parts.example_figures import ProseExamples
from builder.site.parts.page_frame import PageFrame, meta
from builder.source.files import refused_files

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
    """Where a site is wanted (None: where MkDocs puts it), and a function that shows progress."""

    target: Path | None = None
    progress: Progress = silent


@dataclass
class SiteBuild:
    """Builds a site with a publisher.

    `listed` are afterwards the pages of the navigation, for whoever makes that; `words` what
    the search index is to know of the games: title and text by address. `refused` is what is
    wrong with files in `docs/` that are not read.
    """

    site: Site
    progress: Progress = silent
    listed: dict[str, Artifact] = field(default_factory=dict)
    words: dict[str, tuple[str, str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.examples = ProseExamples(self.site.archive.variant, self.site.sheet)

    def run(self, publisher: Publisher) -> None:
        """Build everything that changed; what stands in the navigation is kept aside.

        A game, an issue or a variant that cannot be built does not stop the others: its page
        states the fault, and the site's `faults` lists it.
        """
        settings = self.site.settings
        if settings.png != "none" and not _can_render():
            self.site.settings = settings = settings._replace(png="none")
        root = self.site.archive.root
        kept = root / KEPT
        renderer = renderer_version() if settings.png != "none" else ""
        wanted = f"{settings._replace(pdf=False)} {publisher.frame.key()}"
        base = f"{builder_key()} {maps_key(self.site.archive.maps_folder)} {renderer} {wanted}"
        store = ContentStore(kept / "games" / digest(str(publisher.target.resolve())))
        cache = BuildCache(store, base)
        images = ImageCache(root, kept / "png" / renderer)
        if renderer:
            sweep(images.store)
        games = ChangedGames(self.site, publisher, cache, images, self.progress)
        pictures: dict[str, ImageRequest] = {}
        games.build()
        for path, error in sorted(games.errors.items()):
            self.site.game_fault(path, error)
        self.words |= games.words()
        summaries = games.summaries()
        index = games.index(summaries)

        def made(path: str) -> str:
            return publisher.place(path).read_text(encoding="utf-8")

        for artifact in self.site.above([*summaries.values()], index, made):
            self._write(artifact, publisher, pictures)
        publisher.put_all(fault.page() for fault in self.site.faults.values() if not fault.listed)
        publisher.faults += self.refused
        publisher.faults += [fault.message for fault in self.site.faults.values()]
        publisher.moved |= games.moved() | self.site.moved()
        publisher.put_all(self.examples.pictures)
        games.render(pictures)

    def print(self, target: Path | None, site: str, frame: PageFrame) -> Publisher:
        """Build into `target`; without one, into a folder that is kept, then copied to `site`."""
        folder_name = "drafts" if self.site.settings.drafts else "pages"
        publisher = Publisher.begin(target or self.site.archive.root / KEPT / folder_name, frame)
        self.run(publisher)
        if target is None:
            publisher.finish()
            publisher.copy_to(Path(site))
        return publisher

    def _write(
        self, found: Artifact, publisher: Publisher, pictures: dict[str, ImageRequest]
    ) -> None:
        if isinstance(found.content, PdfRequest | PngRequest):
            pictures[found.path] = found.content
        elif found.kind == "listed":
            self.listed[found.path] = found
        else:
            if found.words:
                self.words[found.path] = (found.title, found.words)
            publisher.put(found)

    def fill_in(self, pages: Mapping[str, Any]) -> None:
        """Give the theme's pages their text; what an editor wrote there stays in it."""
        for path, found in self.listed.items():
            page = pages[path]
            content = str(found.content).replace("<!-- words -->", page.content or "")
            page.content = findable(content)
            page.meta = meta(found.title, found.description)

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
        for folder in (self.site.archive.games_folder, self.site.archive.maps_folder):
            watch(str(folder))

    def add_to_search(self, search: Any) -> None:
        """Let a search plugin find games: where, what, and the words for it."""
        for path, (title, text) in self.words.items():
            _add_to_search(search, path, title, text)

    def add_page_to_search(self, page: Artifact, search: Any) -> None:
        """Let a search plugin find what stands on a page; it must know the page itself before."""
        for anchor, title, text in page.finds:
            _add_to_search(search, f"{page.path}#{anchor}", title, text)


def _add_to_search(search: Any, path: str, title: str, text: str) -> None:
    if search is not None:
        location = path.replace("index.html", "")
        entry = {"location": location, "title": escape(title), "text": escape(text)}
        search.search_index.entries.append(entry)


def open_build(place: Path, job: SiteOptions, settings: SiteSettings) -> SiteBuild:
    """The build of the archive in which a file or folder lies."""
    return SiteBuild(Site(Archive.open(place), settings), job.progress)


END = re.compile(r"(</(?:t[dhr]|d[dt]|h[1-6]|option|summary|div)>)(?=<)")
UNREAD = re.compile(
    r'<((?:nav|form|figcaption)\b|dl class="people"|i class="ctr[^"]*"'
    r'|p class="(?:cap|crumbs|onpage|over)"|table class="(?:games|pl|zsc)")'
)


def findable(html: str) -> str:
    """A page whose excerpts can be read: the search takes text as it stands, without its tags.

    The search removes the marks of what it leaves out.
    """
    return END.sub(r"\1 ", UNREAD.sub(r'<\1 data-search-exclude="yes"', html))
