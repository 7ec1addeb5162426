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
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from builder.errors import UnknownWordError
from builder.formats.foreign.reading import (
    ARMY,
    KINDS,
    Document,
    Imported,
    Importer,
    Places,
    Remark,
    Settings,
    Sheet,
)
from builder.model.board import Code, Location
from builder.model.calendar import Phase, Step
from builder.model.findings import Outcome
from builder.model.kinds import Power
from builder.model.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
    Written,
)
from builder.model.position import Position
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Note, Record, Result, Source

OUTCOMES = {
    "bounce": Outcome.BOUNCED, "cut": Outcome.CUT, "void": Outcome.VOID,
    "no convoy": Outcome.NO_CONVOY, "disrupted": Outcome.DISRUPTED,
    "dislodged": Outcome.DISLODGED, "disband": Outcome.DISBANDED,
}  # fmt: skip


HOUSE = {"removal": "home_distance", "via_fallback_to_land": "yes"}
PLAIN: dict[str, Callable[[Unit, Step], Order]] = {
    "H": lambda _, __: Hold(),
    "B": lambda unit, _: Build(unit.kind, unit.at),
    "D": lambda unit, step: Remove(unit.at) if step == "adjustments" else Disband(),
}


class State(NamedTuple):
    """A position as the file has it."""

    units: list[Unit]
    dislodged: list[Unit]
    owners: dict[Code, Power]


class Game:
    """One saved game while it is read."""

    def __init__(self, data: Mapping[str, Any], setting: Setting, press: bool) -> None:
        self.data, self.setting, self.press = data, setting, press
        self.places = Places(setting.board)
        self.remarks: list[Remark] = []

    def read(self, document: Document) -> Imported:
        """The game as a record."""
        phases = [(p, phase) for p in self.data["phases"] if (phase := self._phase(p["name"]))]
        states = [self._state(p["state"]) for p, _ in phases]
        if self.data["phases"][-1]["name"] == "COMPLETED":
            states.append(self._state(self.data["phases"][-1]["state"]))
        sheets = []
        for i, (raw, phase) in enumerate(phases):
            last = i + 1 == len(states)
            if last and not any(raw["orders"].values()):
                break
            sheet = self._sheet(raw, phase, states[i])
            if not last:
                sheet.after, sheet.dislodged, owners = states[i + 1]
                if i + 1 == len(phases) or phases[i + 1][1].step != "retreats":
                    sheet.owners = owners
            sheets.append(sheet)
        name = str(self.data.get("id") or document.stem)
        start = self._start(states)
        record = Record(
            id=document.stem,
            name=name,
            variant=_variant(self.data),
            phases=tuple(s.finish() for s in sheets),
            house=HOUSE,
            source=Source(title="saved game", note=str(self.data.get("game_id", ""))),
            players=dict.fromkeys(self.setting.powers, "?"),
            result=self._result(states[-1], sheets) if states else Result(),
            start=start.units if start else None,
            start_owners=start.owners if start else None,
            path=document.name,
        )
        return Imported(record, tuple(self.remarks))

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

    def _state(self, state: Mapping[str, Any]) -> State:
        found = State([], [], {})
        for nation, units in state["units"].items():
            power = self._power(nation)
            for text in units if power else ():
                unit = self._unit(power, text.lstrip("*"))
                if unit is not None and text[0] == "*" and _is_lost(state, nation, text):
                    continue
                if unit is None:
                    self.remarks.append(Remark(0, "not a unit", text))
                else:
                    (found.dislodged if text.startswith("*") else found.units).append(unit)
        for nation, centres in state["centers"].items():
            power = self._power(nation)
            for code in centres if power else ():
                at = self.places.get(code)
                if at is not None:
                    found.owners[at.province] = power
        return found

    def _power(self, nation: str) -> Power:
        return Power(self.setting.power_names.get(nation) or "")

    def _unit(self, power: Power, text: str) -> Unit | None:
        kind, _, where = text.partition(" ")
        at = self.places.get(where)
        return Unit(power, KINDS[kind.lower()], at) if at and kind.lower() in KINDS else None

    def _sheet(self, raw: Mapping[str, Any], phase: Phase, state: State) -> Sheet:
        sheet = Sheet(phase)
        for nation, orders in raw["orders"].items():
            power = self._power(nation)
            for text in orders or ():
                written = self._order(text, phase, power)
                if written is None:
                    self.remarks.append(sheet.unread(0, f"{nation}: {text}"))
                else:
                    sheet.orders.append(written)
        self._results(raw.get("results") or {}, sheet, state)
        for message in raw.get("messages") or () if self.press else ():
            if isinstance(message, dict) and message.get("message"):
                sheet.notes.append(_press(message))
        return sheet

    def _order(self, text: str, phase: Phase, power: Power) -> Written | None:
        if text.strip().upper() == "WAIVE":
            return Written(power, None, Waive(), text)
        words = text.split()
        unit = self._unit(power, " ".join(words[:2]))
        order = self._doing(unit, words[2:], phase.step) if unit else None
        if unit is None or order is None:
            return None
        return Written(power, UnitRef(unit.at, unit.kind), order, text)

    def _doing(self, unit: Unit, words: list[str], step: Step) -> Order | None:
        """What `- BUR`, `S A PAR - BUR`, `C A PAR - BUR`, `H`, `R GAS`, `B` or `D` bid."""
        verb, *rest = words or [""]
        via = rest[-1:] == ["VIA"]
        if verb in PLAIN and not rest:
            return PLAIN[verb](unit, step)
        to = self.places.get(rest[-1 - via]) if len(rest) > via else None
        if to is None:
            return None
        if verb in "-R":
            return Retreat(to) if step == "retreats" else Move(to, via=via)
        return self._helping(verb, rest, to)

    def _helping(self, verb: str, rest: list[str], to: Location) -> Order | None:
        other = self._unit(Power(""), " ".join(rest[:2]))
        if other is None or verb not in "SC":
            return None
        if verb == "C":
            return Convoy(other.at, to, other.kind)
        return Support(other.at, to if "-" in rest else None, other.kind)

    def _results(self, results: Mapping[str, Any], sheet: Sheet, state: State) -> None:
        sheet.silent = bool(results) and sheet.phase.step == "movement"
        pool = state.dislodged if sheet.phase.step == "retreats" else state.units
        owner = {u.at: u.power for u in pool}
        for text, words in results.items():
            tags = [w for w in words if w] if isinstance(words, list) else [words]
            unit = self._unit(Power(""), text)
            if unit is None or not tags:
                continue
            told = [OUTCOMES[t] for t in tags if t in OUTCOMES]
            self.remarks += [
                Remark(0, f"unknown result {t!r}", text) for t in tags if t and t not in OUTCOMES
            ]
            if self._walks(unit, sheet):
                told = [t for t in told if t not in (Outcome.NO_CONVOY, Outcome.VOID)]
            if told or any(tags):
                sheet.printed(owner.get(unit.at), unit.at, *told, text=f"{text}: {', '.join(tags)}")

    def _walks(self, fleet: Unit, sheet: Sheet) -> bool:
        """Is it a fleet whose army goes by land? The package then calls the convoy void."""
        carried = {
            (o.at, o.to)
            for w in sheet.orders
            if w.unit and w.unit.at == fleet.at
            if isinstance(o := w.order, Convoy)
        }
        board, kind, season = self.setting.board, self.setting.kinds[ARMY], sheet.phase.season
        return any(
            (w.unit.at, w.order.to) in carried
            and board.way(w.unit.at, w.order.to, kind, season) is not None
            for w in sheet.orders
            if w.unit and isinstance(w.order, Move)
        )


def _variant(data: Mapping[str, Any]) -> str:
    """The variant of a map's name: `standard_france_austria` is the standard board."""
    return str(data.get("map") or "standard").partition("_")[0]


def _is_lost(state: Mapping[str, Any], nation: str, text: str) -> bool:
    """Is it listed as dislodged with nowhere to go, and so destroyed already?"""
    return bool((state.get("retreats") or {}).get(nation, {}).get(text.lstrip("*")) == [])


def _press(message: Mapping[str, Any]) -> Note:
    text = str(message["message"])
    return Note("press", text, str(message.get("sender", "")), str(message.get("recipient", "")))


def games(text: str) -> Iterator[Mapping[str, Any]]:
    """Every saved game of a file: one, a list, or one a line."""
    try:
        data = json.loads(text)
    except ValueError:
        for line in text.splitlines():
            if line.startswith("{"):
                yield json.loads(line)
        return
    yield from data if isinstance(data, list) else [data]


def recognises(document: Document) -> bool:
    """Is it JSON with phases and states?"""
    head = document.text[:1].lstrip()
    return head in ("{", "[") and '"phases"' in document.text and '"state"' in document.text


def read(document: Document, settings: Settings, press: bool) -> Iterator[Imported]:
    """Every game of the file."""
    for i, data in enumerate(games(document.text)):
        if isinstance(data, dict) and data.get("phases"):
            named = document if not i else document._replace(name=f"{document.stem}-{i + 1}")
            yield Game(data, settings(_variant(data)), press).read(named)


SAVED_GAME = Importer("saved-game", "saved game of the package diplomacy", recognises, read)
