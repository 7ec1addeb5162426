"""One build: every changed game, then the pages above the games."""

import logging
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from builder.archive import CACHE, Archive
from builder.executors import ReportProgress, garbage_collection_paused, in_parallel
from builder.site.addresses import folder
from builder.site.artifacts import Artifact, Job, SiteSettings, digest
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.page_frame import MissingFrameError, PageFrame, meta
from builder.site.parts.worked_examples import ProseExamples
from builder.site.publishing.block_files import sitemap
from builder.site.publishing.build_cache import (
    BROKEN,
    ContentStore,
    PartCache,
    contents_key,
    program_key,
    store_of,
)
from builder.site.publishing.changed_games import ChangedGames
from builder.site.publishing.image_cache import ImageCache, raster, renderer_version
from builder.site.publishing.publisher import Publisher
from builder.site.publishing.site import Site
from builder.site.publishing.switch import beside, settle
from builder.site.search.page_text import PageSection, sections_of
from builder.source.locks import FOR_EVER, locked

WORDS = "<!-- words -->"  # where an editor's text stands in a page of the navigation
SEARCHED = re.compile(r"zines/.+/index\.html|variants/.+/(?:sentences|articles)/index\.html")
SITE = "site"  # the entry of all that depends on no game
NO_ADDRESS = (
    "no address of the site is given, so its feeds hold relative links and there is no sitemap:"
    " set site_url in mkdocs.yml, or CHANCERY_SITE_URL if mkdocs.yml asks for it"
)
log = logging.getLogger("chancery")


@contextmanager
def alone(root: Path, patient: bool = False) -> Iterator[None]:
    """Keeps other builds of an archive away: raises ArchiveError if one is running, or waits if
    `patient`. The system unlocks it when the build ends, in any way."""
    busy = f"{root}: another build of this archive is running"
    with locked(root / CACHE / "lock", busy, FOR_EVER if patient else 0):
        yield


@contextmanager
def alone_in(target: Path) -> Iterator[None]:
    """Keeps builds of other archives away from a folder that is built into; raises ArchiveError if
    one is running. The file of the lock stays: beside the folder, or in it if the folder above may
    not be written."""
    place = beside(target, "lock")
    place.parent.mkdir(parents=True, exist_ok=True)
    if not place.exists() and not os.access(place.parent, os.W_OK):
        place = target / place.name
    with locked(place, f"{target}: another build into this folder is running"):
        yield


def unreadable(target: Path) -> str:
    """A warning if a server, which is another user, may not read a site; else empty. Windows has no
    such permissions."""
    if os.name == "nt":
        return ""
    home = target / "index.html"
    if target.stat().st_mode & 0o005 == 0o005 and home.stat().st_mode & 0o004:
        return ""
    return (
        f"{target}: only its owner may read the site, as your umask says; a server needs"
        f" `chmod -R a+rX {target}`, or `umask 022` before the build"
    )


class SiteOptions(NamedTuple):
    """Where a site is wanted (None: where MkDocs puts it), a function that shows progress, the key
    of all that its pages depend on besides games (without one, only games are kept), the browser
    that prints the issues, and whether the published files of all games are looked at, and all
    sources by their content."""

    target: Path | None = None
    progress: ReportProgress = lambda *_: None
    key: str = ""
    printer: str | None = None
    full: bool = False


@dataclass
class SiteBuild:
    """Builds a site with a publisher. `listed` are afterwards the pages of the navigation, for
    whoever makes that; `written` what an editor wrote for pages of the navigation. `guide` are the
    sections of all other pages that people wrote, for the search. `known` is the
    earlier build that left all but changed games, if there is one. `refused` is what is wrong with
    files in `docs/` that are not read, and with pages that others made."""

    site: Site
    job: SiteOptions = field(default_factory=SiteOptions)
    listed: dict[str, Artifact] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    guide: list[PageSection] = field(default_factory=list)
    known: dict[str, Any] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        archive = self.site.archive
        self.examples = ProseExamples(archive.variant, self.site.sheet, archive.root)
        self.games: list[GameSummary] = []
        self._parts: list[str] = []  # the names of the parts above the games, if one was made
        self._pictures: dict[str, Job] = {}
        self._contents = ""  # a hash of all sources but games

    def run(self, publisher: Publisher) -> None:
        """Build everything that changed; what stands in the navigation is kept aside. What cannot
        be built stops nothing else: its page states the fault, and the site's `faults` lists it."""
        self._contents = contents_key(self.site.archive) if self.job.key else ""
        games = self._games(publisher, self._cache(publisher))
        texts = [*self.guide]
        for artifact in self.site.fixed():
            self._write(publisher, artifact)
            texts += searched_sections(artifact)
        self.site.texts_found(texts)
        render, progress = games.images.rendered, self.job.progress
        for path, picture in in_parallel("pictures", render, self._pictures, progress):
            publisher.write(path, picture)
        publisher.put_all(self.examples.pictures)
        self._above(games, publisher)

    def again(self, publisher: Publisher) -> bool:
        """Build only what changed games ask for, the pages of the navigation among it. False if a
        build under the same key is not `known`, or if its files are not as they were. Raises
        MissingFrameError where it had no page of some kind."""
        parts = self._cache(publisher)
        if not (self.job.key and parts.keep(self.known, self.job.key)):
            return False
        if self.job.full and self.known.get("contents") != contents_key(self.site.archive):
            return False
        games = self._games(publisher, parts, self.job.full)
        with garbage_collection_paused():
            self._above(games, publisher)
        publisher.put_all(map(self.filled, self.listed))
        self.complete(publisher)
        return True

    def _cache(self, publisher: Publisher) -> PartCache:
        store = store_of(self.site.archive.root, publisher.target)
        self.parts = PartCache(store, publisher, partial(self._write, publisher))
        return self.parts

    def filled(self, path: str) -> Artifact:
        """A page of the navigation with what an editor wrote for it."""
        found, words = self.listed[path], self.written.get(path, "")
        return replace(found, content=str(found.content).replace(WORDS, words))

    def _games(self, publisher: Publisher, parts: PartCache, full: bool = True) -> ChangedGames:
        settings = self.site.settings
        if settings.png != "none" and not raster().available():
            log.warning("%s; the site has its maps as SVG, and no PNG.", raster().ADVICE)
            self.site.settings = settings = settings._replace(png="none")
        root = self.site.archive.root
        renderer = renderer_version() if settings.png != "none" else ""
        wanted = f"{settings._replace(pdf=False)} {publisher.frame.key()}"
        base = f"{program_key(self.site.archive.maps_folder)} {renderer} {wanted}"
        images = ImageCache(self.site.archive, ContentStore(root / CACHE / "png" / renderer))
        games = ChangedGames(
            site=self.site,
            publisher=publisher,
            parts=parts,
            base=base,
            images=images,
            progress=self.job.progress,
            full=full,
            by_content=self.job.full,
        )
        games.build()
        return games

    def _above(self, games: ChangedGames, publisher: Publisher) -> None:
        """The pages above the games; those of the `known` build that are the same are kept."""
        self.games = [game.summary for game in games.entries.values()]
        made_from = (game.keys[0] for game in games.entries.values())
        self._of_all = digest(" ".join((self.job.key, *made_from)))
        publisher.moved |= self.site.moved()

        def made(path: str) -> str:
            return publisher.place(path).read_text(encoding="utf-8")

        same = self.known.get("of") == self._of_all and not self.site.faults
        if same and all(map(self.parts.kept, self.known["parts"])):
            return
        for part in (*self.site.above(self.games, made, games), games.index()):
            name, inputs = f"part-{part.name}", part.inputs
            key = digest(f"{self.job.key} {inputs!r}") if inputs is not None else ""
            if not (self.known and key and self.parts.kept(name, key)):
                self.parts.add(name, key, part.make())
            self._parts.append(name)
        publisher.put_all(f.page for f in self.site.faults.values() if f.page.kind != "listed")
        publisher.faults += [*self.refused, *self.examples.faults]
        publisher.faults += [fault.message for fault in self.site.faults.values()]

    def _write(self, publisher: Publisher, found: Artifact) -> None:
        if isinstance(found.content, Job):
            self._pictures[found.path] = found.content
        elif found.kind == "listed":
            self.listed[found.path] = found
        else:
            publisher.put(found)

    def complete(self, publisher: Publisher) -> None:
        """Keep for the next build what it need not make again; add the sitemap."""
        wrong = self.refused or self.examples.faults
        faulty = wrong or not all(fault.of_game for fault in self.site.faults.values())
        if self.job.key and self._parts and not faulty:
            self.parts.save()
            paths = publisher.kept.keys() - self.parts.files - self.site.faults.keys()
            entry = self.known or {
                **self.parts.entry(paths),
                "key": self.job.key,
                "contents": self._contents,
                "settings": self.site.settings._asdict(),
                "frames": publisher.frame.plain(),
                "address": publisher.frame.site_url,
                "written": self.written,
                "inline": sorted(publisher.inline),
                "once": self.site.once,
            }
            self.parts.store.write(SITE, entry | {"of": self._of_all, "parts": self._parts})
        publisher.put_all(sitemap(publisher.kept, publisher.frame.site_url))

    def fill_in(self, pages: Mapping[str, Any]) -> None:
        """Give the theme's pages their text; what an editor wrote there stays."""
        for path, made in self.listed.items():
            page = pages[path]
            self.written[path] = page.content or ""
            page.content = str(self.filled(path).content)
            page.meta = meta(made.title, made.description)


def searched_sections(artifact: Artifact) -> Iterator[PageSection]:
    """The sections of an issue, or of the rules sentence by sentence, for the search."""
    if artifact.kind == "file" or not SEARCHED.fullmatch(artifact.path):
        return
    kind = "Issue" if artifact.path.startswith("zines/") else "Rules"
    yield from sections_of(str(artifact.content), artifact.title, folder(artifact.path), kind)


def build_again(archive: Archive, job: SiteOptions) -> Publisher | None:
    """The site in `job.target` with what changed in games. None if everything must be built: under
    another key, if its files are not as they were, or if a page of a new kind is due."""
    assert job.target is not None
    settle(job.target)
    known = store_of(archive.root, job.target).read(SITE)
    try:
        frame = PageFrame.kept(known["frames"], known["address"])
        publisher = Publisher(job.target, frame, inline=set(known["inline"]))
        site = Site(archive, SiteSettings(**known["settings"]), once=dict(known["once"]))
        build = SiteBuild(site, job, written=dict(known["written"]), known=known)
    except BROKEN:
        return None
    try:
        return publisher if build.again(publisher) else None
    except MissingFrameError:
        settle(job.target)
        return None
