"""What each importer takes and returns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from builder.errors import ArchiveError, UnknownWordError
from builder.imports.patterns import RE
from builder.model.board import Code, Location
from builder.model.calendar import Phase
from builder.model.kinds import KindCode, Power
from builder.model.orders import Move, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Note, PhaseRecord, Printed, Record

Settings = Callable[[str], Setting]
ARMY, FLEET = KindCode("A"), KindCode("F")
SEASONS = {
    "spring": "spring", "summer": "spring", "fall": "fall", "autumn": "fall", "winter": "winter",
}  # fmt: skip
KINDS = {"a": ARMY, "army": ARMY, "f": FLEET, "fleet": FLEET}

TALK = 6  # words for each word of an order, and more
HEAD = 1000
STANDARD = "standard"


class TextFile(NamedTuple):
    """One file, or one member of a packed one, as text; `name` is its path."""

    name: str
    text: str

    @property
    def stem(self) -> str:
        """The file's name without folders and suffix, in the letters of a game's id."""
        base = self.name.rpartition("!")[2].replace("\\", "/").rpartition("/")[2]
        stem = base.rpartition(".")[0] or base
        return "".join(c if c.isalnum() else "-" for c in stem.lower()).strip("-")

    @property
    def folder(self) -> str:
        """The path of the file's folder, which may be within a packed file."""
        return self.name[: -len(self.base)]

    @property
    def base(self) -> str:
        """The file's name without folders."""
        return re.split(r"[!/\\]", self.name)[-1]


class Remark(NamedTuple):
    """Something that an importer could not read, or had to guess, with its line; `file` if a game
    is in several files."""

    line: int
    message: str
    excerpt: str = ""
    file: str = ""

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.file else f"line {self.line}"
        shown = f": {self.excerpt.strip()}" if self.excerpt.strip() else ""
        return f"{place}: {self.message}{shown}"


class EarlyPhase(NamedTuple):
    """A phase whose position only an earlier part of the game gives, and the remark for a game
    without such a part."""

    phase: PhaseRecord
    remark: Remark | None = None


class Imported(NamedTuple):
    """A game as an importer understood it, and its remarks; `early` are phases that the record
    leaves out, or does not compare, unless it continues another part."""

    record: Record
    remarks: tuple[Remark, ...] = ()
    early: tuple[EarlyPhase, ...] = ()

    @property
    def all_phases(self) -> list[PhaseRecord]:
        """The early phases and those of the record."""
        early = {one.phase.phase: one.phase for one in self.early}
        return [*early.values(), *(p for p in self.record.phases if p.phase not in early)]


class Importer(NamedTuple):
    """A foreign format: its name, a title for users, how it is recognised, and how it is read.

    `read` takes the document, a function from a variant's name to its setting, and whether press
    is wanted. It yields each game of the document, or the error that keeps one from being read.
    If a game may be in several documents, `part_of` names the game that a document belongs to;
    it is empty for a document of several games. `joined` says that such parts are read as one
    text.
    """

    name: str
    title: str
    recognises: Callable[[TextFile], bool]
    read: Callable[[TextFile, Settings, bool], Iterator[Imported | ArchiveError]]
    part_of: Callable[[TextFile], str] = lambda _: ""
    joined: bool = False


class PrintedPosition(NamedTuple):
    """A position between two phases, as printed; `owners` are None without a chart of centres,
    `refuges` the retreats of dislodged units, if listed."""

    units: list[Unit]
    dislodged: list[Unit]
    owners: dict[Code, Power] | None
    refuges: dict[Unit, frozenset[Code]]


@dataclass
class PhaseSheet:
    """One phase while it is read."""

    phase: Phase
    orders: list[Written] = field(default_factory=list)
    results: list[Printed] = field(default_factory=list)
    silent: bool = False
    after: list[Unit] | None = None
    whole: bool = True
    dislodged: list[Unit] | None = None
    owners: dict[Code, Power] | None = None
    counts: dict[Power, int] | None = None
    notes: list[Note] = field(default_factory=list)
    source: str = ""
    nmr: list[Power] = field(default_factory=list)
    standby: dict[Power, str] = field(default_factory=dict)
    line: int = 0

    def ends_in(self, position: PrintedPosition, then: Phase | None) -> None:
        """Keep the position from which the next phase starts. Before retreats its owners are left
        out, since centres change hands after them."""
        self.after, self.dislodged = position.units, position.dislodged
        if then is None or then.step != "retreats":
            self.owners = position.owners

    def printed(
        self,
        power: Power | None,
        at: Location,
        *outcomes: Outcome,
        options: Sequence[Location] | None = None,
        text: str = "",
        line: int = 0,
    ) -> None:
        """Keep the printed outcomes of one unit's order, with those that it has already. A unit
        with places to retreat to was dislodged, even if that is not printed as well."""
        places = None if options is None else tuple(options)
        found = frozenset(outcomes)
        if places and Outcome.DESTROYED not in found:
            found |= {Outcome.DISLODGED}
        for i, known in enumerate(self.results):
            if known.at == at and known.power == power:
                self.results[i] = known._replace(
                    outcomes=known.outcomes | found,
                    options=known.options if places is None else places,
                    text=known.text or text,
                )
                return
        self.results.append(Printed(power, at, found, places, text, line))

    def said(self, written: Written) -> frozenset[Outcome]:
        """The printed outcomes of an order's unit."""
        key = written.issuer, written.home
        printed = (p.outcomes for p in self.results if (p.power, p.at.province) == key)
        return frozenset().union(*printed)

    def arrivals(self) -> list[Code]:
        """The provinces that units entered, according to the printed results of a movement."""
        moves = [(w, w.order.to) for w in self.orders if isinstance(w.order, Move)]
        return [to.province for w, to in moves if Outcome.MOVED in self.said(w)]

    def unread(self, line: int, text: str, order: bool = False) -> None:
        """Keep a line that cannot be read as a note."""
        self.notes.append(unread_note(text, line, order))

    def infer(self, text: str, line: int) -> None:
        """Note that something was inferred from the orders at a line, 0 if that is not known."""
        self.notes.append(Note("inferred", text, source=f"line {line}" if line else ""))

    def finish(self) -> PhaseRecord:
        """The phase as a record."""
        values: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        listed = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
        return PhaseRecord(**values | listed)


def record_of(document: TextFile, setting: Setting, sheets: Iterable[PhaseSheet]) -> Record:
    """A game of these phases, named like its document, with unknown players."""
    return Record(
        id=document.stem,
        name=document.stem,
        variant=STANDARD,
        phases=tuple(sheet.finish() for sheet in sheets),
        players=dict.fromkeys(setting.powers, "?"),
        path=document.name,
    )


def unread_note(text: str, line: int, order: bool = False) -> Note:
    """The note on a line that cannot be read: `not read` for an order, else a mere notice."""
    if not order and len(RE.orderly.findall(text)) * TALK < len(text.split()):
        return Note("notice", f"not understood: {text.strip()}")
    return Note("not read", text.strip(), source=f"line {line}" if line else "")


class OnBoard(NamedTuple):
    """The board of a game and the name of its variant; `foreign` is the name of an unknown
    variant, for which the standard board is taken."""

    setting: Setting
    variant: str
    foreign: str = ""


def board_of(text: str, settings: Settings) -> OnBoard:
    """The board that the head of a text names; the standard one where it names none."""
    named = RE.variant.search(text[:HEAD])
    asked = named[1] if named else STANDARD
    try:
        return OnBoard(settings(asked.lower()), asked.lower())
    except UnknownWordError:
        return OnBoard(settings(STANDARD), STANDARD, asked)
