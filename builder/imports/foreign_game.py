"""A game of a foreign source while it is read: its board, its phases and the remarks on it."""

from __future__ import annotations

from builder.errors import UnknownWordError
from builder.imports.importer import KINDS, PhaseSheet, Remark
from builder.model.board import Board, Location, split_coast
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.setting import Setting
from builder.model.units import Unit


class Places:
    """The locations of a board by foreign names, looked up once each."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.known: dict[str, Location | None] = {}

    def get(self, written: str) -> Location | None:
        """The location of that name; None for an unknown one."""
        if written not in self.known:
            name = self.board.names.get(split_coast(written)[0])
            self.known[written] = self.board.find(written) if name else None
        return self.known[written]


class ForeignGame:
    """One game while it is read. Anything that is not understood, or guessed, gets a remark."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.places = setting, Places(setting.board)
        self.sheets: dict[Phase, PhaseSheet] = {}
        self.remarks: list[Remark] = []

    def remark(self, line: int, message: str, excerpt: str = "") -> None:
        """Report something about a line of the source."""
        self.remarks.append(Remark(line, message, excerpt))

    def unread(self, sheet: PhaseSheet, line: int, text: str, order: bool = False) -> None:
        """Keep a text that cannot be read as a note of its phase, and report it."""
        sheet.unread(line, text, order)
        self.remark(line, "not understood", text)

    def sheet_of(self, phase: Phase, line: int = 0) -> PhaseSheet:
        """The sheet of a phase, a new one if there is none yet."""
        return self.sheets.setdefault(phase, PhaseSheet(phase, line=line))

    def in_order(self) -> list[PhaseSheet]:
        """The sheets by date."""
        return sorted(self.sheets.values(), key=lambda s: self.setting.calendar.rank(s.phase))

    def read_phase(self, written: str) -> Phase | None:
        """The phase of a name; None for an unknown one."""
        try:
            return self.setting.calendar.read(written)
        except UnknownWordError:
            return None

    def power_of(self, name: str) -> Power:
        """The power of a name; empty for an unknown one."""
        return Power(self.setting.power_names.get(name) or "")

    def read_unit(self, power: Power, text: str) -> Unit | None:
        """The unit of `F STP/SC`; None if the text is not a unit."""
        kind, _, where = text.strip().partition(" ")
        at = self.places.get(where.strip())
        return Unit(power, KINDS[kind.lower()], at) if at and kind.lower() in KINDS else None
