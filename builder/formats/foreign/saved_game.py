"""The saved game of the Python package `diplomacy`, and the same as Cicero's games have it.

    {"id": "…", "map": "standard", "phases": [
      {"name": "S1901M",
       "state": {"units": {"FRANCE": ["A PAR", "*F BRE"]}, "centers": {"FRANCE": ["PAR"]}, …},
       "orders": {"FRANCE": ["A PAR - BUR", "F BRE D", "A MAR B", "WAIVE"]},
       "results": {"A PAR": ["bounce"]}}, …]}

The state of each phase is the printed result of the one before; `*` marks dislodged units. A
file may hold one game, or one game a line. Messages are press. Centres change hands after
the retreats; units that nobody removes go by their distance from home; an army ordered `VIA`
for which no convoy was ordered goes by land.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from builder.errors import ArchiveError, UnknownWordError
from builder.formats.foreign.json_nodes import Node, every
from builder.formats.foreign.reading import (
    ARMY,
    Document,
    Imported,
    Importer,
    Remark,
    Settings,
    Sheet,
)
from builder.formats.foreign.saved_orders import SavedOrders
from builder.formats.foreign.saved_results import OUTCOMES, Told, tags
from builder.model.board import Code
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.position import Position
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Note, Record, Result, Source

HOUSE = {"removal": "home_distance", "via_fallback_to_land": "yes"}
DUEL = "fva"  # France against Austria on the standard board
HISTORIES = {"state": "state_history", "orders": "order_history", "results": "result_history"}


class State(NamedTuple):
    """A position as the file has it."""

    units: list[Unit]
    dislodged: list[Unit]
    owners: dict[Code, Power]


class Game:
    """One saved game while it is read."""

    def __init__(self, data: Node, document: Document, setting: Setting, press: bool) -> None:
        self.data, self.document, self.setting, self.press = data, document, setting, press
        self.orders = SavedOrders(setting)
        self.remarks: list[Remark] = []

    def read(self) -> Imported:
        """The game as a record."""
        raws = list(self._raws())
        phases = [(raw, phase) for name, raw in raws if (phase := self._phase(name))]
        states = [self._state(raw["state"]) for raw, _ in phases]
        if raws and raws[-1][0] == "COMPLETED":
            states.append(self._state(raws[-1][1]["state"]))
        sheets = []
        for i, (raw, phase) in enumerate(phases):
            last = i + 1 == len(states)
            if last and not any(orders.value for _, orders in raw["orders"].items()):
                break
            sheet = self._sheet(raw, phase, states[i])
            if not last:
                sheet.after, sheet.dislodged, owners = states[i + 1]
                if i + 1 == len(phases) or phases[i + 1][1].step != "retreats":
                    sheet.owners = owners
            sheets.append(sheet)
        start = self._start(states)
        record = Record(
            id=self.document.stem,
            name=self.data["id"].text() or self.document.stem,
            variant=_variant(self.data),
            phases=tuple(s.finish() for s in sheets),
            house=HOUSE,
            words="package",
            source=Source(title="saved game", note=self.data["game_id"].text()),
            players=dict.fromkeys(self.setting.powers, "?"),
            result=self._result(states[-1], sheets) if states else Result(),
            start=start.units if start else None,
            start_owners=start.owners if start else None,
            path=self.document.name,
        )
        return Imported(record, tuple(self.remarks))

    def _raws(self) -> Iterator[tuple[str, Node]]:
        """The phases by name; of a game that was not saved but dumped, from its histories."""
        if self.data["phases"].given:
            for raw in self.data["phases"].list():
                yield raw["name"].text(), raw
            return
        for name, _ in self.data["state_history"].items():
            kept = {key: self.data[key_of][name].value for key, key_of in HISTORIES.items()}
            yield name, Node(kept, self.data.name, f"state_history.{name}")

    def _remark(self, message: str, text: str) -> None:
        at = self.document.text.find(json.dumps(text))
        line = self.document.text.count("\n", 0, max(at, 0)) + 1
        self.remarks.append(Remark(line, message, text))

    def _start(self, states: list[State]) -> Position | None:
        """The opening position, None where it is the one everybody knows."""
        known = self.setting.start
        if not states:
            return None
        first = known._replace(units=tuple(states[0].units), owners=states[0].owners)
        same = set(first.units) == set(known.units) and dict(first.owners) == dict(known.owners)
        return None if same else first

    def _result(self, last: State, sheets: list[Sheet]) -> Result:
        owned = Counter(last.owners.values())
        best = max(owned, key=lambda p: owned[p], default=None)
        if best is not None and owned[best] >= self.setting.victory and sheets:
            return Result("won", (best,), sheets[-1].phase)
        return Result()

    def _phase(self, name: str) -> Phase | None:
        try:
            return self.setting.calendar.read(name)
        except UnknownWordError:
            return None

    def _state(self, state: Node) -> State:
        found = State([], [], {})
        for nation, units in state["units"].items():
            power = self._power(nation)
            for unit in units.list():
                if power:
                    self._stand(power, unit.text(), state["retreats"][nation], found)
                else:
                    self._remark(f"a unit of no power that we know: {unit.text()}", nation)
        for nation, centres in state["centers"].items():
            power = self._power(nation)
            for code in centres.list():
                at = self.orders.places.get(code.text())
                if at is None or not power:
                    self._remark(f"not a centre ({nation.capitalize()})", code.text())
                else:
                    found.owners[at.province] = power
        return found

    def _stand(self, power: Power, text: str, retreats: Node, found: State) -> None:
        """One unit of a state; `*` marks what is dislodged, and is lost without retreats."""
        bare = text.lstrip("*")
        unit = self.orders.unit(power, bare)
        if unit is None:
            self._remark("not a unit", text)
        elif bare == text:
            found.units.append(unit)
        elif retreats[bare].value != []:
            found.dislodged.append(unit)

    def _power(self, nation: str) -> Power:
        return Power(self.setting.power_names.get(nation) or "")

    def _sheet(self, raw: Node, phase: Phase, state: State) -> Sheet:
        sheet = Sheet(phase)
        for nation, orders in raw["orders"].items():
            power = self._power(nation)
            for text in (order.text() for order in orders.list()):
                written = self.orders.order(text, phase, power) if power else None
                if written is None:
                    sheet.unread(0, f"{nation}: {text}")
                    self._remark(f"not understood ({nation.capitalize()})", text)
                else:
                    sheet.orders.append(written)
        self._results(raw["results"], sheet, state)
        for message in raw["messages"].list() if self.press else ():
            if message["message"].value:
                sheet.notes.append(_press(message))
        return sheet

    def _results(self, results: Node, sheet: Sheet, state: State) -> None:
        sheet.silent = bool(results.value) and sheet.phase.step == "movement"
        pool = state.dislodged if sheet.phase.step == "retreats" else state.units
        owner = {u.at: u.power for u in pool}
        marked = {}
        for text, words in results.items():
            unit, found = self.orders.unit(Power(""), text), tags(words)
            if unit is None or not found:
                if found:
                    self._remark(f"a result of no unit: {', '.join(found)}", text)
                continue
            marked[unit.at] = text, found
            for tag in (t for t in found if t not in OUTCOMES):
                self._remark(f"unknown result {tag!r}", text)
        told = Told(
            {u.at.province: u.power for u in pool},
            {w.home: w.order for w in sheet.orders if w.home},
            {
                at.province: frozenset(OUTCOMES[t] for t in found if t in OUTCOMES)
                for at, (_, found) in marked.items()
            },
            self.setting.board.reach(self.setting.kinds[ARMY], sheet.phase.season),
        )
        for at, (text, found) in marked.items():
            line = f"{text}: {', '.join(found)}"
            sheet.printed(owner.get(at), at, *told.of(at.province), text=line)


def _variant(data: Node) -> str:
    """The variant of a map's name: `standard_france_austria` is the standard board."""
    name = (data["map"].text() or data["map_name"].text() or "standard").partition("_")[0]
    return "standard" if name == DUEL else name


def _press(message: Node) -> Note:
    sender, to = message["sender"].text(), message["recipient"].text()
    return Note("press", message["message"].text(), sender, to)


def recognises(document: Document) -> bool:
    """Is it JSON with phases and states?"""
    text = document.text
    if text.lstrip()[:1] not in ("{", "["):
        return False
    return ('"phases"' in text and '"state"' in text) or '"state_history"' in text


def read(document: Document, settings: Settings, press: bool) -> Iterator[Imported | ArchiveError]:
    """Every game of the file, or why it cannot be read: the board is not known, or something in it
    is not what it should be.

    Raises ArchiveError where the file is not JSON.
    """

    def game(data: Node, i: int) -> Imported | None:
        if not (data["phases"].value or data["state_history"].value):
            return None
        named = document if not i else document._replace(name=f"{document.stem}-{i + 1}")
        return Game(data, named, settings(_variant(data)), press).read()

    return every(document, game)


SAVED_GAME = Importer("saved-game", "saved game of the package diplomacy", recognises, read)
