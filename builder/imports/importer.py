"""What each importer takes and returns."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from builder.errors import ArchiveError, UnknownWordError
from builder.imports.patterns import RE
from builder.model.setting import Setting
from builder.model.units import KindCode
from builder.record import PhaseRecord, Record

Settings = Callable[[str], Setting]
ARMY = KindCode("A")
FLEET = KindCode("F")
SEASONS = {
    "spring": "spring", "summer": "spring", "fall": "fall", "autumn": "fall", "winter": "winter",
}  # fmt: skip
KINDS = {"a": ARMY, "army": ARMY, "f": FLEET, "fleet": FLEET}

HEAD = 1000
STANDARD = "standard"


class TextFile(NamedTuple):
    """One file, or one member of a packed one, as text; `name` is its path. If it is only a part of
    the file, `line` is the number of its first line."""

    name: str
    text: str
    line: int = 1

    @property
    def place(self) -> str:
        """The file's name, with the line at which its part begins."""
        return f"{self.name}, line {self.line}" if self.line > 1 else self.name

    @property
    def stem(self) -> str:
        """The file's name without folders and suffix, in the letters of a game's id."""
        stem = self.base.rpartition(".")[0] or self.base
        return "".join(c if c.isalnum() else "-" for c in stem.lower()).strip("-")

    @property
    def folder(self) -> str:
        """The path of the file's folder, which may be within a packed file."""
        return self.name[: -len(self.base)]

    @property
    def base(self) -> str:
        """The file's name without folders."""
        return re.split(r"[!/\\]", self.name)[-1]


class Unopened(NamedTuple):
    """A file, or a member of a packed one, that could not be opened, or holds no game."""

    name: str
    why: str


class Remark(NamedTuple):
    """What an importer could not read, or guessed, in a line; in which `file` of several."""

    line: int
    message: str
    excerpt: str = ""
    file: str = ""

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.file else f"line {self.line}"
        shown = f": {self.excerpt.strip()}" if self.excerpt.strip() else ""
        return f"{place}: {self.message}{shown}"


class EarlyPhase(NamedTuple):
    """A phase whose position an earlier part of the game gives, and the remark if there is none."""

    phase: PhaseRecord
    remark: Remark | None = None


class Imported(NamedTuple):
    """A game as an importer understood it, and its remarks; `early` are phases that the record
    leaves out, or does not compare, unless it continues another part. `guessed_start` is the remark
    that says how the units at the start were guessed; they count only if no other part is before.
    """

    record: Record
    remarks: tuple[Remark, ...] = ()
    early: tuple[EarlyPhase, ...] = ()
    guessed_start: Remark | None = None

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
    it is empty for a document of several games. `joined`: such parts are read as one text.
    """

    name: str
    title: str
    recognises: Callable[[TextFile], object]
    read: Callable[[TextFile, Settings, bool], Iterator[Imported | ArchiveError]]
    part_of: Callable[[TextFile], str] = lambda _: ""
    joined: bool = False


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
