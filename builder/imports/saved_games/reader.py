"""Reads saved games of the Python package `diplomacy`, and Cicero's games in the same format.

    {"id": "…", "map": "standard", "phases": [
      {"name": "S1901M",
       "state": {"units": {"FRANCE": ["A PAR", "*F BRE"]}, "centers": {"FRANCE": ["PAR"]}, …},
       "orders": {"FRANCE": ["A PAR - BUR", "F BRE D", "A MAR B", "WAIVE"]},
       "results": {"A PAR": ["bounce"]}}, …]}

The state of each phase is the printed result of the previous one; `*` marks dislodged units. A
file holds one game, or one game a line. Messages are press. Centres change hands after the
retreats; missing removals are chosen by distance from home; an army ordered `VIA` without any
convoy goes by land.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from builder.errors import ArchiveError
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame, PhaseSheet, PrintedPosition, record_of
from builder.imports.importer import ARMY, Imported, Importer, OnBoard, Settings, TextFile
from builder.imports.json_nodes import JsonNode, every
from builder.imports.phase_reports import OUTCOMES
from builder.imports.saved_games.positions import (
    SavedPositionReader,
    board,
    gathered,
    opens,
    phases,
    rout,
)
from builder.imports.saved_games.results import (
    ending,
    house,
    tags,
    unsupported_rules,
    winners,
    without_idle_words,
)
from builder.model.calendar import Phase
from builder.model.units import Power, Unit
from builder.record import Note, Result, Source

HOUSE = {"removal": "home_distance", "adjacent_convoy": "via", "via_fallback_to_land": "yes"}
COMPLETED, WAIVED = "COMPLETED", "WAIVE"
UNPLAYED = (COMPLETED, "FORMING")
Played = list[tuple[JsonNode, Phase]]


class SavedGame(ForeignGame):
    """One saved game while it is read."""

    def __init__(self, data: JsonNode, document: TextFile, played: OnBoard, press: bool) -> None:
        super().__init__(played.setting)
        self.data, self.document, self.board, self.press = data, document, played, press
        self.states = SavedPositionReader(self, self._remark)
        self.rules = house(data, played.variant)

    def read(self) -> Imported:
        """The game as a record."""
        raws = list(phases(self.data))
        played = self._played(raws)
        homes = played[0][0]["state"]["homes"] if played else self.data["homes"]
        if self.board.foreign:
            self._remark("an unknown map; it begins as the standard game", self.board.foreign)
        for message, word in unsupported_rules(self.rules, homes, self.setting):
            self._remark(message, word)
        states = [self.states.state(raw["state"]) for raw, _ in played]
        over = bool(raws) and raws[-1][0] == COMPLETED
        won_by = winners(self.data, raws[-1][1]["state"], self.setting) if over else ()
        agreed = bool(won_by and played) and not _moved(played[-1][0])
        if over and not agreed:
            states.append(self.states.state(raws[-1][1]["state"]))
        sheets = [*self._sheets(played, states)]
        at = played[0][1] if played else self.setting.calendar.start
        record = record_of(self.document, self.setting, sheets)._replace(
            name=self.data["id"].text() or self.document.stem,
            variant=self.board.variant,
            house=HOUSE,
            words="package",
            source=Source(title="saved game", note=self.data["game_id"].text()),
            result=self._result(won_by, states, sheets),
        )
        first, usual = states[0] if states else None, self.setting.start.phase
        if first and not (at == usual and opens(first, self.setting)):
            gone = rout(first, at, self.setting)
            record = record._replace(
                start=tuple(first.units),
                start_owners=first.owners,
                start_dislodged=gone.dislodged,
                start_contested=gone.contested,
            )
        return self.imported(record)

    def _sheets(self, played: Played, states: list[PrintedPosition | None]) -> Iterator[PhaseSheet]:
        """The phases, each with the position after it; the last one only if orders are known."""
        for i, (raw, phase) in enumerate(played):
            last = i + 1 == len(states)
            if last and not _ordered(raw):
                break
            sheet, after = self._sheet(raw, phase, states[i]), None if last else states[i + 1]
            if after is not None:
                then = played[i + 1][1] if i + 1 < len(played) else None
                sheet.ends_in(after, then)
            yield sheet

    def _played(self, raws: list[tuple[str, JsonNode]]) -> Played:
        """The phases in the order of the calendar. A phase may be there twice, as where a game was
        interrupted; the first with orders is taken."""
        rank, found = self.setting.calendar.rank, dict[Phase, JsonNode]()
        for name, raw in raws:
            phase = self.read_phase(name)
            if phase is None:
                if name not in UNPLAYED:
                    self._remark("not a phase; left out", name)
                continue
            if phase in found:
                self._remark("a phase that is there twice; read once", name)
            if phase not in found or not _ordered(found[phase]):
                found[phase] = raw
        return [(found[phase], phase) for phase in sorted(found, key=rank)]

    def _remark(self, message: str, text: str) -> None:
        whole = self.document.text
        spellings = (json.dumps(text), json.dumps(text, ensure_ascii=False))
        at = max(map(whole.find, dict.fromkeys(spellings)))
        line = whole.count("\n", 0, max(at, 0)) + 1
        self.remark(line, message, text)

    def _result(
        self,
        won_by: tuple[Power, ...],
        states: list[PrintedPosition | None],
        sheets: list[PhaseSheet],
    ) -> Result:
        last = states[-1] if states else None
        if last is None or not sheets:
            return Result()
        return ending(won_by, last.owners or {}, self.rules, sheets[-1].phase, self.setting)

    def _sheet(self, raw: JsonNode, phase: Phase, state: PrintedPosition | None) -> PhaseSheet:
        sheet = PhaseSheet(phase)
        for nation, orders in raw["orders"].items():
            power = self.power_of(nation)
            for text in (order.text() for order in orders.list()):
                written = ForeignOrders(self.setting, phase, power).parsed(text) if power else None
                if written is None:
                    sheet.unread(0, f"{nation}: {text}", order=True)
                    self._remark(f"not understood ({nation.capitalize()})", text)
                else:
                    sheet.orders.append(written)
        self._results(raw["results"], sheet, state)
        for message in raw["messages"].list() if self.press else ():
            if message["message"].value:
                sheet.notes.append(_press(message))
        return sheet

    def _results(self, results: JsonNode, sheet: PhaseSheet, state: PrintedPosition | None) -> None:
        sheet.silent = bool(results.value) and sheet.phase.step == "movement"
        units: list[Unit] = []
        if state is not None:
            units = state.dislodged if sheet.phase.step == "retreats" else state.units
        owner = {u.at: u.power for u in units}
        for text, words in results.items():
            unit, found = self.read_unit(Power(""), text), tags(words)
            if unit is None or not found:
                if found and text != WAIVED:
                    self._remark(f"a result of no unit: {', '.join(found)}", text)
                continue
            for tag in (t for t in found if t not in OUTCOMES):
                self._remark(f"unknown result {tag!r}", text)
            outcomes, line = (OUTCOMES[t] for t in found if t in OUTCOMES), ", ".join(found)
            sheet.printed(owner.get(unit.at), unit.at, *outcomes, text=f"{text}: {line}")
        walks = self.setting.board.reach(self.setting.kinds[ARMY], sheet.phase.season)
        sheet.results = [*without_idle_words(sheet, units, walks)]


def _ordered(raw: JsonNode) -> bool:
    return any(orders.value for _, orders in raw["orders"].items())


def _moved(raw: JsonNode) -> bool:
    """Was a phase played? When all agree on the end, the last has neither orders nor results."""
    return _ordered(raw) or bool(raw["results"].value)


def _press(message: JsonNode) -> Note:
    sender, to = message["sender"].text(), message["recipient"].text()
    return Note("press", message["message"].text(), sender, to)


def recognises(document: TextFile) -> bool:
    """Is it JSON with phases, or orders, and states?"""
    text = document.text
    if text.lstrip()[:1] not in ("{", "["):
        return False
    stated = '"state"' in text and ('"phases"' in text or '"orders"' in text)
    return stated or '"state_history"' in text


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported | ArchiveError]:
    """Every game of the file, or the error that keeps it from being read, as an unknown board.

    Raises ArchiveError where the file is not JSON.
    """

    def game(data: JsonNode, i: int, own: TextFile) -> Imported | None:
        if not (data["phases"].value or data["state_history"].value):
            return None
        named = own if not i else own._replace(name=f"{document.stem}-{i + 1}")
        return SavedGame(data, named, board(data, settings), press).read()

    return every(document, game, gathered)


SAVED_GAME = Importer("saved-game", "saved game of the package diplomacy", recognises, read)
