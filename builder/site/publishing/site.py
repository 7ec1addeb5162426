"""An archive on its way to a site: its settings, what is read of it, what cannot be published."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache, partial
from pathlib import Path

from builder.archive import GAME, Archive
from builder.archive_files import is_identifier
from builder.draw.board_sheet import BoardSheet, read_sheet
from builder.errors import ArchiveError
from builder.formats.forms import form_names, schemas
from builder.formats.game import write_game
from builder.formats.game_collections import Depth
from builder.formats.issues import Issue, issue_files
from builder.model.grouping import grouped
from builder.playback.endings import check_ending
from builder.playback.replaying import replay
from builder.prose.names import slug
from builder.provided import guide_pages, map_file
from builder.record import Record, Result
from builder.site import addresses
from builder.site.artifacts import USUAL, Artifact, SiteSettings, as_json, digest
from builder.site.pages import issues
from builder.site.pages.game import GameArtifacts, Held
from builder.site.publishing.faults import FAULT, Fault, fault_of
from builder.site.publishing.made_data import KIND, MadeData
from builder.site.search.page_text import PageSection
from builder.site.templating import page
from builder.source.files import read_bytes
from builder.source.recording import (
    Remembered,
    is_file,
    names_in,
    note,
    recorded_property,
    unrecorded,
)
from builder.variant import Variant

LISTED = (
    "games checked puzzles search people statistics openings editions variants boards zines try"
)
LONGEST_FAULT_NAME = 80  # letters of a file's name in the address of its fault
PICTURE = re.compile(r"games/[\w-]+/[\w-]+/map\.(?:svg|png)")
GUIDE = "guide"  # the data of the sections of the guide
SEARCHED = "search-"  # how the names of the data of sections begin
DAY = "day"  # the kind of a note: the day of the build
LINKED = "linked"  # the kind of a note: the pictures of a game to which pages lead
FAULT_AT = "fault-at"  # the kind of a note: the message of the fault at an address


def rank(variant: Variant) -> tuple[bool, str]:
    """Where a variant comes in a list: the standard game first."""
    return rank_of_title(variant.name, variant.about.title)


def rank_of_title(name: str, title: str) -> tuple[bool, str]:
    """The same of a variant by its id and title."""
    return name != "standard", title


@dataclass
class Site:
    """An archive on its way to a site. `held` are the unpublished phases of each game, with their
    days; `data` is what parts make for other parts."""

    archive: Archive
    settings: SiteSettings = USUAL
    today: date = field(default_factory=date.today)
    faults: dict[str, Fault] = field(default_factory=dict)
    held: dict[str, Held] = field(default_factory=dict)
    data: MadeData = field(default_factory=MadeData)
    _sheets: Remembered[str, BoardSheet | None] = field(default_factory=Remembered)
    _works: Remembered[Path, GameArtifacts | None] = field(default_factory=Remembered)

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
        note(FAULT, path, message)

    def fault_at(self, path: str) -> Fault | None:
        """The fault at an address, if there is one; whoever asks depends on the answer."""
        note(FAULT_AT, path, self.fault_message(path))
        return self.faults.get(path)

    def fault_message(self, path: str) -> str:
        """What is noted of the fault at an address; empty if there is none."""
        fault = self.faults.get(path)
        return fault.message if fault else ""

    def file_fault(self, path: Path, error: ArchiveError) -> None:
        """Note what keeps a file from being published that has no address of its own."""
        self.fault(self._own_fault_page(path), path.name, error)

    def game_fault(self, path: Path, error: ArchiveError) -> None:
        """The same of a game; of one that is not all published its words are not shown."""
        held = False
        with suppress(ArchiveError):  # as the error says
            content = read_bytes(path)
            held = b"embargo" in content or b"draft" in content
        hidden = ArchiveError(f"{path.name} has mistakes; see chancery check")
        has_address = is_identifier(path.stem) and self.archive.game_path(path.stem) == path
        address = f"{addresses.game(path.stem)}index.html"
        place = address if has_address else self._own_fault_page(path)
        self.fault(place, path.stem, hidden if held else error, of_game=True)

    def _own_fault_page(self, path: Path) -> str:
        """The page that states the fault of a file without an address. `_` is in no address, so
        the page takes that of no other file."""
        name = os.path.relpath(path, self.archive.root).replace(os.sep, "/")
        words = slug(path.name)[:LONGEST_FAULT_NAME]
        return f"faults/{words}_{digest(name.encode('utf-8', 'replace'))[:8]}/index.html"

    def or_fault(
        self, path: str, title: str, make: Callable[[], Iterable[Artifact]]
    ) -> Iterator[Artifact]:
        """All that `make` returns, or if that is faulty one page of the navigation that says so."""
        try:
            yield from [*make()]
        except Exception as error:  # no page keeps the others from being built
            self.fault(path, title, fault_of(error), listed=True)
            yield self.faults[path].page

    @recorded_property
    def variants(self) -> tuple[Variant, ...]:
        """Every variant that can be read, the standard game first."""
        readable = self.archive.variants.values()
        for path, error in self.archive.errors.items():
            if path.name == "variant.yaml":
                name = path.parent.name
                address = f"{addresses.variant(name)}index.html"
                self.fault(address, name, error)
        return tuple(sorted(readable, key=rank))

    def readable(self, names: Iterable[str]) -> list[Variant]:
        """Those of some variants that can be read, the standard game first."""
        variants: list[Variant] = []
        for name in names:
            with suppress(ArchiveError):
                variants.append(self.archive.variant(name))
        return sorted(variants, key=rank)

    def titles(self, names: Collection[str]) -> list[tuple[str, str]]:
        """The id and title of those of some variants that can be read, the standard game first.
        Those of this archive's own variants are data, so that none of them is read for a title."""
        titles = {name: title for name, title, _ in self.data.read("cards")}
        for variant in self.readable(name for name in names if name not in titles):
            titles[variant.name] = variant.about.title
        rows = [(name, titles[name]) for name in names if name in titles]
        return sorted(rows, key=lambda row: rank_of_title(*row))

    def sheet(self, variant: Variant) -> BoardSheet | None:
        """The drawing of a variant's board, if it has one."""
        name = variant.drawing or variant.name
        return self._sheets.get(name, lambda: self._read_sheet(name))

    def _read_sheet(self, name: str) -> BoardSheet | None:
        place = map_file(self.archive.maps_folder, name, "map.svg")
        try:
            return read_sheet(place) if is_file(place) else None
        except ArchiveError as error:
            self.fault(self._own_fault_page(place), f"The board of {name}", error)
            return None

    def work(self, path: Path, records: Sequence[Path] = ()) -> GameArtifacts | None:
        """A game with its published phases replayed; None where nothing of it is published.
        `records` are the files of all records of the same game, if there are several. Raises
        SourceError, Mistakes or UnknownWordError where its file cannot be read."""
        record = self.archive.game(path)
        held = self.held[record.id] = record.held_back(self.today)
        if held or record.to_come or any(phase.embargo for phase in record.phases):
            note(DAY, "", self.today.isoformat())
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
        record = record._replace(depth=self.depth(path, record))
        return GameArtifacts(
            replay=replay(variant, record),
            sheet=self.sheet(variant),
            settings=self.settings,
            source=source,
            linked=partial(self.linked, record.id),
            held=held,
            others=self._others(path, records),
        )

    def _others(self, path: Path, records: Sequence[Path]) -> tuple[Record, ...]:
        """The other records of the same game, as far as they are published."""
        others: list[Record] = []
        for place in records:
            with suppress(ArchiveError):  # which its own page states
                work = self.work(place) if place != path else None
                if work is not None:
                    others.append(work.replay.record)
        return tuple(others)

    def depth(self, path: Path, record: Record) -> Depth:
        """How much of a game is published: what its own file says, or that of its collection, or
        else the settings. A collection with mistakes says nothing; they are a fault of the site."""
        return record.depth or self.collection_depth(path) or self.settings.depth

    def collection_depth(self, path: Path) -> Depth | None:
        """The depth of the collection that a game's file belongs to, if it belongs to one."""
        with suppress(ArchiveError):  # which the page of that file states, see `ChangedGames`
            return self.archive.collection_depth(path.parent)
        return None

    def placed(self, issue: Issue) -> dict[str, GameArtifacts]:
        """The games that an issue places; not those that cannot be read."""
        games: dict[str, GameArtifacts] = {}
        for name in sorted(issues.games_in(issue)):
            for path in self.archive.game_files(name):
                with suppress(ArchiveError):  # which the game's own page states
                    work = self._works.get(path, partial(self.work, path))
                    if work:
                        games[name] = work
        return games

    def linked(self, game: str) -> Sequence[str]:
        """The pictures of a game that stand alone to which pages written by people lead, by their
        paths. They are noted, and nothing else of those pages."""
        note(LINKED, game, self.linked_state(game))
        return self._linked.get(game, ())

    def linked_state(self, game: str) -> str:
        """What is noted of the pictures of a game to which pages lead: their paths."""
        return " ".join(self._linked.get(game, ()))

    @cached_property
    def _linked(self) -> Mapping[str, Sequence[str]]:
        """All such pictures by their games, of which nothing is noted."""
        paths: set[str] = set()
        with unrecorded():
            for page_file in names_in(self.archive.docs_folder, "**/*.md"):
                if is_file(page_file):
                    text = read_bytes(page_file).decode("utf-8", "replace")
                    paths.update(PICTURE.findall(text))
        return grouped((path.split("/")[1], path) for path in sorted(paths))

    def listed(self) -> list[str]:
        """The pages that stand in the navigation, by the path of their file."""
        own = [addresses.variant(name) for name, _, _ in self.data.read("cards")]
        own += [f"zines/{name}/" for name in self.data.read("issues")["listed"]]
        return [f"{folder}index.html" for folder in ("", *(f"{p}/" for p in LISTED.split()), *own)]

    def sections(self) -> list[PageSection]:
        """The sections of all pages that people wrote, and of the rules, for the search."""
        names = [GUIDE]
        for variant, _, _ in self.data.read("cards"):
            names += [f"{SEARCHED}part-sentences-{variant}", f"{SEARCHED}text-{variant}"]
        names += [f"{SEARCHED}part-issue-{issue}" for issue in self.data.read("issues")["listed"]]
        sections: list[PageSection] = []
        for name in names:
            if name in self.data.digests:
                sections += (PageSection(*row) for row in self.data.read(name))
        return sections

    def issue_heads(self) -> list[Issue]:
        """The published issues without their texts, the newest first."""
        return [Issue(name, head, "", "") for name, head in self.data.read("issue-heads")]

    @property
    def zines_folder(self) -> Path:
        """The folder of issues."""
        return self.archive.docs_folder / "zines"

    @recorded_property
    def issues(self) -> list[Issue]:
        """The published issues of zines, the newest first."""
        note(DAY, "", self.today.isoformat())
        published, faults = issues.issues(self.zines_folder, self.today, self.settings.drafts)
        for name, error in faults.items():
            self.fault(f"zines/{name}/index.html", name, error)
        return published

    def withheld(self) -> set[Path]:
        """The sources of issues that must not be shown yet."""
        shown = {issue.name for issue in self.issues}
        files = issue_files(self.zines_folder)
        return {path for name, path in files.items() if name not in shown}

    def unread_files(self) -> set[Path]:
        """The files that are not published; each gets a page that states why."""
        for path, error in self.archive.unread_files.items():
            self.file_fault(path, error)
        return {*self.archive.unread_files}

    def schemas(self) -> dict[str, str]:
        """The JSON Schemas of the files that people write, for editors, by address."""
        forms = schemas({v.name: v.setting for v in self.variants})
        return {f"schema/{name}.json": as_json(schema) for name, schema in forms.items()}

    def announced(self) -> dict[str, str]:
        """What a generator must know beforehand for links to lead there: sources by name. The
        content of schemas is written later."""
        titles = {name: title for name, title, _ in self.data.read("cards")}
        sources = guide_pages() | dict.fromkeys(schema_addresses(), "")
        for path in self.listed():
            folder = path.removesuffix("/index.html")
            name = "" if folder == path else folder.rpartition("/")[2]
            title = json.dumps(titles.get(name, name.capitalize() or "Home"))
            issue = folder.startswith("zines/")
            source = f"{folder}.md" if issue else path.replace(".html", ".md")
            sources[source] = f"---\ntitle: {title}\n---\n"
        return sources

    def states(self) -> dict[str, Callable[[str], str]]:
        """How the inputs are looked at that the archive and the site note, by their kind."""
        return {
            GAME: self.archive.game_state,
            KIND: self.data.state,
            DAY: lambda _: self.today.isoformat(),
            FAULT_AT: self.fault_message,
            LINKED: self.linked_state,
        }


def schema_addresses() -> list[str]:
    """The addresses of the JSON Schemas."""
    return [f"schema/{name}.json" for name in form_names()]


@lru_cache(maxsize=1)
def received_site(archive: Archive, settings: SiteSettings, today: date) -> Site:
    """The site that another process builds; it is read once in each process."""
    return Site(archive, settings, today)
