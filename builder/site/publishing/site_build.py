"""One build: the parts that depend on no game, every changed game, the parts above the games."""

from __future__ import annotations

import logging
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from builder.archive import CACHE, Archive
from builder.errors import ArchiveError
from builder.executors import ReportProgress, garbage_collection_paused, in_parallel
from builder.model.grouping import grouped
from builder.site.artifacts import Artifact, Job, SitePart, SiteSettings, digest
from builder.site.parts.page_frame import FRAME, MissingFrameError, PageFrame
from builder.site.parts.worked_examples import ProseExamples
from builder.site.publishing.block_files import sitemap
from builder.site.publishing.build_keys import code_key, contents_key
from builder.site.publishing.changed_games import ChangedGames
from builder.site.publishing.content_store import BROKEN, ContentStore, store_of
from builder.site.publishing.faults import FAULT
from builder.site.publishing.finished_part import finished
from builder.site.publishing.fixed_parts import LEADING, fixed_parts, leading_parts, variant_parts
from builder.site.publishing.image_cache import ImageCache, raster, renderer_version
from builder.site.publishing.made_data import KIND, MadeData
from builder.site.publishing.part_cache import InputCheck, PartCache, digest_of
from builder.site.publishing.printing.issue_printer import ADVICE, IssuePrinter, issue_pages
from builder.site.publishing.publisher import PUBLISHED, Publisher
from builder.site.publishing.site import GUIDE, Site
from builder.site.publishing.summary_parts import SummaryParts
from builder.site.publishing.switch import beside, settle
from builder.site.search.page_text import PageSection
from builder.source.locks import FOR_EVER, locked
from builder.source.recording import InputNote, Notes, note, recording

WORDS = "<!-- words -->"  # where an editor's text stands in a page of the navigation
WRITTEN = "written"  # the kind of a note: what an editor wrote for a page of the navigation
THEME = "theme"  # the entry of the frames and files that came from the theme
ABOVE = "above"  # the entry that lists the parts above the games
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
    of all that the theme depends on (without one, the theme is asked again), the browser that
    prints the issues, whether the published files of all games are looked at, and all sources by
    their content, and whether parts of earlier builds are kept."""

    target: Path | None = None
    progress: ReportProgress = lambda *_: None
    key: str = ""
    printer: str | None = None
    full: bool = False
    remembers: bool = False


class ThemeFiles(NamedTuple):
    """What a theme made: pages that lack their frames, a folder of files, which of these are pages
    that have their policy, and the sections of the pages that people wrote, for the search."""

    pages: Sequence[Artifact] = ()
    folder: Path | None = None
    with_policy: Collection[str] = ()
    guide: Sequence[PageSection] = ()


NO_FILES = ThemeFiles()


@dataclass
class SiteBuild:
    """Builds a site with a publisher, whose frames come from a theme or from an earlier build.

    `written` is what an editor wrote for pages of the navigation, as HTML. `theme` is what an
    earlier build kept of the theme's files, if it is used again. `refused` is what is wrong with
    files in `docs/` that are not read, and with pages that others made. `theme_inline` are the
    hashes of what may run in the theme's own pages.
    """

    site: Site
    job: SiteOptions = field(default_factory=SiteOptions)
    written: dict[str, str] = field(default_factory=dict)
    theme: dict[str, Any] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    theme_inline: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        archive = self.site.archive
        self.examples = ProseExamples(archive.variant, self.site.sheet, archive.root)
        self._pictures: dict[str, Job] = {}
        self._contents = ""  # a hash of all that a theme may read
        self._theme_notes: Notes = {}
        self._again: dict[str, Any] = {}  # what the next build need not find out again

    def run(self, publisher: Publisher, theme: ThemeFiles = NO_FILES) -> None:
        """Make every part that changed, with the frames and files of a theme. What cannot be built
        stops nothing else: its page states the fault, and the site's `faults` lists it."""
        self._contents = contents_key(self.site.archive) if self.job.key else ""
        parts = self._begin(publisher)
        self._make(parts, leading_parts(self.site))
        parts.data.put(GUIDE, theme.guide)
        self._build(publisher, parts)
        with publisher.collecting_inline() as inline:
            publisher.put_all(self.examples.pictures)
            publisher.inline |= self.theme_inline
            publisher.put_all(theme.pages)
            if theme.folder is not None:
                self.refused += publisher.mirror(theme.folder, theme.with_policy)
        self.theme_inline = inline
        self._complete(publisher)
        if self.job.key and not self.refused and not self.examples.faults:
            self._keep_theme(publisher)
        publisher.put_all(sitemap(publisher.kept, publisher.frame.site_url))

    def again(self, publisher: Publisher) -> bool:
        """The same with the frames and files that an earlier build had from the theme. False if
        these may have changed. Raises MissingFrameError where it had no page of some kind."""
        parts = self._begin(publisher)
        self._make(parts, leading_parts(self.site))
        if not (self.job.key and parts.keep(self.theme, self.job.key)):
            return False
        if self.job.full and self.theme.get("contents") != contents_key(self.site.archive):
            return False
        self._build(publisher, parts)
        self._complete(publisher)
        publisher.put_all(sitemap(publisher.kept, publisher.frame.site_url))
        return True

    def make_leading_data(self, target: Path) -> None:
        """Make or keep only the data that says which pages there are."""
        publisher = Publisher(target, PageFrame(lambda _: ""))
        parts = self._begin(publisher)
        parts.write = lambda _: None
        self._make(parts, leading_parts(self.site))

    def _begin(self, publisher: Publisher) -> PartCache:
        """The cache of parts, and the key of all of them."""
        settings = self.site.settings
        self._renderer = renderer_version() if settings.png != "none" else ""
        if settings.png != "none" and not self._renderer:
            log.warning("%s; the site has its maps as SVG, and no PNG.", raster().ADVICE)
            self.site.settings = settings = settings._replace(png="none")
        store = store_of(self.site.archive.root, publisher.target)
        self.site.data = MadeData(store if self.job.remembers else None)
        frame = publisher.frame
        states = self.site.states() | {FRAME: frame.state, WRITTEN: self._written_state}
        states[PUBLISHED] = publisher.sum_of
        self._key = digest(f"{code_key()} {self._renderer} {settings}")
        self.parts = PartCache(
            store=store,
            publisher=publisher,
            write=partial(self._write, publisher),
            data=self.site.data,
            inputs=InputCheck(self.job.full, states),
            remembers=self.job.remembers,
        )
        return self.parts

    def _build(self, publisher: Publisher, parts: PartCache) -> None:
        images = self._images()
        self._make(parts, fixed_parts(self.site))
        self._make(parts, variant_parts(self.site))
        self._write_pictures(publisher, images)
        games = self._games(publisher, parts, images)
        with garbage_collection_paused():
            self._above(games, publisher)

    def _write_pictures(self, publisher: Publisher, images: ImageCache) -> None:
        """Render the pictures that depend on no game. Those of a folder show one board, which a
        process sets up once for all of them."""
        paths = grouped((path.rpartition("/")[0], path) for path in self._pictures)
        jobs: dict[tuple[str, ...], list[Job]] = {}
        for of_folder in paths.values():
            jobs[tuple(of_folder)] = [self._pictures[path] for path in of_folder]
        if jobs:
            raster()  # loaded once: the processes that paint boards and games are copies
        progress = self.job.progress
        for group, contents in in_parallel("boards", images.all_rendered, jobs, progress):
            for path, content in zip(group, contents, strict=True):
                publisher.write(path, content)
        self._pictures.clear()  # 7 MB that each process would have which builds games

    def _make(self, parts: PartCache, site_parts: Iterable[SitePart[Any]]) -> list[str]:
        """Make the parts that changed; the names of all. Those that are apart are shared among
        processes, and come last."""
        names: list[str] = []
        keys: dict[str, str] = {}
        apart: dict[str, SitePart[Any]] = {}
        for part in site_parts:
            name = f"part-{part.name}"
            keys[name] = digest(f"{self._key} {digest_of(part.inputs)}")
            names.append(name)
            if parts.kept(name, keys[name]):
                continue
            if part.apart:
                apart[name] = part
            else:
                parts.add(name, keys[name], partial(part.make, part.inputs))
        make = partial(finished, self.site)
        for name, part_made in in_parallel("parts", make, apart, self.job.progress):
            parts.add(name, keys[name], partial(part_made.taken_in, self.site))
        return names

    def _images(self) -> ImageCache:
        root = self.site.archive.root
        return ImageCache(self.site.archive, ContentStore(root / CACHE / "png" / self._renderer))

    def _games(self, publisher: Publisher, parts: PartCache, images: ImageCache) -> ChangedGames:
        wanted = f"{self.site.settings._replace(pdf=False)} {publisher.frame.key()}"
        base = f"{code_key()} {self._renderer} {wanted}"
        games = ChangedGames(
            site=self.site,
            publisher=publisher,
            parts=parts,
            base=base,
            images=images,
            progress=self.job.progress,
            full=self.job.full or not self.theme,
            by_content=self.job.full,
        )
        games.build()
        parts.inputs.states.update(games.states())
        return games

    def _above(self, games: ChangedGames, publisher: Publisher) -> None:
        """The parts above the games. If no game changed, the parts are those of the last build."""
        made_from = (game.key for game in games.entries.values())
        of_all = digest(" ".join((self._key, *made_from)))
        publisher.moved |= self.site.data.read("issues")["moved"]
        if not self._are_kept(of_all):
            with recording() as notes:
                above = [*SummaryParts(self.site, games.shown, games), games.index()]
            names = self._make(self.parts, above)
            self._again = {"of": of_all, "parts": names, "notes": notes}
        publisher.put_all(f.page for f in self.site.faults.values() if f.page.kind != "listed")

    def _are_kept(self, of_all: str) -> bool:
        """Are the parts above the games all as an earlier build left them?"""
        earlier = self.parts.store.read(ABOVE) if self.job.remembers else {}
        with suppress(*BROKEN):
            same = earlier["of"] == of_all and self.parts.inputs.all_same(earlier["notes"])
            return same and all(map(self.parts.kept, earlier["parts"]))
        return False

    def _write(self, publisher: Publisher, artifact: Artifact) -> None:
        if isinstance(artifact.content, Job):
            self._pictures[artifact.path] = artifact.content
        elif artifact.kind == "listed":
            publisher.put(self.filled(artifact))
        else:
            publisher.put(artifact)

    def filled(self, artifact: Artifact) -> Artifact:
        """A page of the navigation with what an editor wrote for it."""
        words = self.written.get(artifact.path, "")
        note(WRITTEN, artifact.path, self._written_state(artifact.path))
        return replace(artifact, content=str(artifact.content).replace(WORDS, words))

    def _written_state(self, path: str) -> str:
        return digest(self.written.get(path, ""))

    def take_out(self, text: str, source: Path | None, page: str) -> str:
        """The Markdown of a page without its worked examples. What they depend on is noted as an
        input of the theme's files."""
        with recording() as notes:
            text = self.examples.take_out(text, source, page)
        self._theme_notes |= notes
        return text

    def _complete(self, publisher: Publisher) -> None:
        """Add the PDFs of issues. Keep for the next build what it need not make again."""
        self._make(self.parts, self._printed(publisher))
        self.parts.save()
        if self._again and all(fault.of_game for fault in self.site.faults.values()):
            self.parts.store.write(ABOVE, self._again)
        publisher.faults += [*self.refused, *self.examples.faults]
        for path, fault in self.site.faults.items():
            publisher.stated[path] = fault.message
        messages = (fault.message for fault in self.site.faults.values())
        publisher.faults += dict.fromkeys(messages)  # those of a variant are also its games'

    def _printed(self, publisher: Publisher) -> Iterator[SitePart[str]]:
        """The PDFs of each issue."""
        paths = issue_pages(publisher.kept)
        if not self.site.settings.pdf or not paths:
            return
        if self.job.printer is None:
            log.warning(ADVICE)
            return
        store = ContentStore(self.site.archive.root / CACHE / "pdf")
        for path in paths:
            make = partial(self._pdf, IssuePrinter(publisher, store, self.job.printer))
            yield SitePart(f"pdf-{path.replace('/', '-')}", path, make)

    def _pdf(self, printer: IssuePrinter, path: str) -> Iterator[Artifact]:
        """The PDFs of an issue; none if the browser does not print it, which is a fault."""
        try:
            yield from printer.print(path)
        except ArchiveError as error:
            note(FAULT, path, str(error))
            self.refused.append(str(error))

    def _keep_theme(self, publisher: Publisher) -> None:
        """Keep what came from the theme: its frames, and its files, which are those of no part."""
        notes = dict(self._theme_notes)
        for name in LEADING:
            notes[f"{KIND} {name}"] = InputNote(self.site.data.state(name))
        faulty = self.site.faults.keys()
        entry = self.parts.entry(sorted(publisher.kept.keys() - self.parts.files - faulty))
        data = {GUIDE: self.parts.data.digests[GUIDE]}
        entry |= {"key": self.job.key, "notes": notes, "data": data}
        entry |= {"contents": self._contents, "settings": self.site.settings._asdict()}
        entry |= {"frames": publisher.frame.plain(), "address": publisher.frame.site_url}
        entry |= {"written": self.written, "inline": sorted(self.theme_inline)}
        self.parts.store.write(THEME, entry)


def build_again(archive: Archive, job: SiteOptions) -> Publisher | None:
    """The site in `job.target` without its theme, whose frames and files are those of an earlier
    build. None if the theme must be asked: if something that it may read changed, if its files are
    not as they were, or if a page of a new kind is due."""
    assert job.target is not None
    settle(job.target)
    theme = store_of(archive.root, job.target).read(THEME)
    try:
        frame = PageFrame.kept(theme["frames"], theme["address"])
        publisher = Publisher(job.target, frame)
        site = Site(archive, SiteSettings(**theme["settings"]))
        build = SiteBuild(site, job, written=dict(theme["written"]), theme=theme)
    except BROKEN:
        return None
    with suppress(MissingFrameError):
        if build.again(publisher):
            return publisher
    settle(job.target)
    return None
