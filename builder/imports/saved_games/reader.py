"""Reads saved games of the Python package `diplomacy`, and Cicero's games in the same format.

    {"id": "…", "map": "standard", "phases": [
      {"name": "S1901M",
       "state": {"units": {"FRANCE": ["A PAR", "*F BRE"]}, "centers": {"FRANCE": ["PAR"]}, …},
       "orders": {"FRANCE": ["A PAR - BUR", "F BRE D", "A MAR B", "WAIVE"]},
       "results": {"A PAR": ["bounce"]}}, …]}

The state of each phase is the printed result of the previous one. `*F BRE` is dislodged; `retreats`
lists where it may go, and a unit with an empty list is lost. A file holds one game, or one game a
line. Messages are press. Centres change hands after the retreats; missing removals are chosen by
distance from home; an army ordered `VIA` without any convoy goes by land.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from builder.errors import ArchiveError
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame, PhaseSheet, PrintedPosition
from builder.imports.importer import ARMY, STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import JsonNode, every
from builder.imports.phase_reports import OUTCOMES
from builder.imports.saved_games import results
from builder.model.calendar import Phase
from builder.model.setting import Setting
from builder.model.units import Code, Dislodged, Power, Unit
from builder.record import Note, Result, Source

HOUSE = {"removal": "home_distance", "adjacent_convoy": "via", "via_fallback_to_land": "yes"}
COMPLETED, WAIVED = "COMPLETED", "WAIVE"
UNPLAYED = (COMPLETED, "FORMING")
DUEL = "fva"  # France against Austria on the standard board
Played = list[tuple[JsonNode, Phase]]
States = list[PrintedPosition | None]


class SavedGame(ForeignGame):
    """One saved game while it is read."""

    def __init__(self, data: JsonNode, document: TextFile, setting: Setting, press: bool) -> None:
        super().__init__(setting)
        self.data, self.document, self.press = data, document, press

    def read(self, variant: str) -> Imported:
        """The game as a record."""
        raws = [*self.data["phases"].list()]
        played = self._played(raws)
        rules = results.house(self.data, variant)
        for message, rule in results.unsupported_rules(rules):
            self._remark(message, rule)
        states = [self._state(raw["state"]) for raw, _ in played]
        last = raws[-1]["state"] if raws and raws[-1]["name"].text() == COMPLETED else None
        won_by = results.winners(self.data, last, self.setting) if last else ()
        agreed = won_by and played and not _moved(played[-1][0])
        if last and not agreed:
            states.append(self._state(last))
        sheets = [*self._sheets(played, states)]
        end, result = states[-1] if sheets else None, Result()
        if end is not None:
            owners, at = end.owners or {}, sheets[-1].phase
            result = results.ending(won_by, owners, rules, at, self.setting)
        return self.imported(
            self.document,
            sheets,
            name=self.data["id"].text() or self.document.stem,
            variant=variant,
            house=HOUSE,
            words="package",
            source=Source(title="saved game"),
            result=result,
            **(self._start(played[0][1], states[0]) if states and states[0] else {}),
        )

    def _start(self, at: Phase, first: PrintedPosition) -> dict[str, Any]:
        """The position at the start, for the record, unless it is the usual one.

        Of a game that begins with retreats, an empty place to which one dislodged unit may not go,
        but another may, is where the attacker of the first came from. An empty place to which none
        may go had a stand-off.
        """
        usual = self.setting.start
        as_usual = set(first.units) == set(usual.units) and first.owners == dict(usual.owners)
        if at == usual.phase and as_usual:
            return {}
        start = {"start": tuple(first.units), "start_owners": first.owners}
        if at.step != "retreats":
            return start
        held = {unit.at.province for unit in first.units}
        open_to_any = {code for codes in first.refuges.values() for code in codes}
        closed = {u: {*self._near(u, at)} - held - codes for u, codes in first.refuges.items()}
        origins = {u: min(codes & open_to_any, default=None) for u, codes in closed.items()}
        contested = frozenset(c for codes in closed.values() for c in codes - open_to_any)
        dislodged = tuple(Dislodged(u, origins.get(u)) for u in first.dislodged)
        return start | {"start_dislodged": dislodged, "start_contested": contested}

    def _near(self, unit: Unit, phase: Phase) -> Iterator[Code]:
        reach = self.setting.board.reach(self.setting.kinds[unit.kind], phase.season)
        return (at.province for at in reach.get(unit.at, ()))

    def _sheets(self, played: Played, states: States) -> Iterator[PhaseSheet]:
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

    def _played(self, raws: list[JsonNode]) -> Played:
        """The phases in the order of the calendar. A phase may be there twice, as where a game was
        interrupted; the first with orders is taken."""
        rank, found = self.setting.calendar.rank, dict[Phase, JsonNode]()
        for raw in raws:
            name = raw["name"].text()
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
        self.remark(self.document.line + whole.count("\n", 0, max(at, 0)), message, text)

    def _by_power(self, listed: JsonNode) -> Iterator[tuple[str, Power, str]]:
        """The texts that are listed for each nation, with its power, empty for an unknown one."""
        for nation, texts in listed.items():
            power = self.power_of(nation)
            yield from ((nation, power, text.text()) for text in texts.list())

    def _state(self, state: JsonNode) -> PrintedPosition | None:
        """One position; None where the file has none."""
        if not state["units"].given:
            return None
        owners: dict[Code, Power] = {}
        found = PrintedPosition([], [], owners, {})
        for nation, power, text in self._by_power(state["units"]):
            if power:
                self._stand(power, text, state["retreats"][nation], found)
            else:
                self._remark(f"a unit of no power that we know: {text}", nation)
        for nation, power, text in self._by_power(state["centers"]):
            at = self.places.get(text)
            if at and power:
                owners[at.province] = power
            else:
                self._remark(f"not a centre ({nation.capitalize()})", text)
        return found

    def _stand(self, power: Power, text: str, retreats: JsonNode, found: PrintedPosition) -> None:
        bare = text.lstrip("*")
        unit = self.read_unit(power, bare)
        if unit is None:
            self._remark("not a unit", text)
        elif bare == text:
            found.units.append(unit)
        elif retreats[bare].value != []:
            found.dislodged.append(unit)
            if retreats[bare].given:
                found.refuges[unit] = frozenset(self._refuges(retreats[bare]))

    def _refuges(self, named: JsonNode) -> Iterator[Code]:
        for name in named.list():
            if at := self.places.get(name.text()):
                yield at.province
            else:
                self._remark("not a place to retreat to", name.text())

    def _sheet(self, raw: JsonNode, phase: Phase, state: PrintedPosition | None) -> PhaseSheet:
        sheet = PhaseSheet(phase)
        for nation, power, text in self._by_power(raw["orders"]):
            written = ForeignOrders(self.setting, phase, power).parsed(text) if power else None
            if written is None:
                sheet.unread(0, f"{nation}: {text}", order=True)
                self._remark(f"not understood ({nation.capitalize()})", text)
            else:
                sheet.orders.append(written)
        self._results(raw["results"], sheet, state)
        for message in raw["messages"].list() if self.press else ():
            if message["message"].value:
                said, author, to = (message[k].text() for k in ("message", "sender", "recipient"))
                sheet.notes.append(Note("press", said, author, to))
        return sheet

    def _results(self, said: JsonNode, sheet: PhaseSheet, state: PrintedPosition | None) -> None:
        sheet.silent = bool(said.value) and sheet.phase.step == "movement"
        units: list[Unit] = []
        if state is not None:
            units = state.dislodged if sheet.phase.step == "retreats" else state.units
        owner = {u.at: u.power for u in units}
        for text, words in said.items():
            unit, found = self.read_unit(Power(""), text), results.tags(words)
            if unit is None or not found:
                if found and text != WAIVED:
                    self._remark(f"a result of no unit: {', '.join(found)}", text)
                continue
            for tag in (t for t in found if t not in OUTCOMES):
                self._remark(f"unknown result {tag!r}", text)
            outcomes, line = (OUTCOMES[t] for t in found if t in OUTCOMES), ", ".join(found)
            sheet.printed(owner.get(unit.at), unit.at, *outcomes, text=f"{text}: {line}")
        walks = self.setting.board.reach(self.setting.kinds[ARMY], sheet.phase.season)
        sheet.results = [*results.without_idle_words(sheet, units, walks)]


def _ordered(raw: JsonNode) -> bool:
    return any(orders.value for _, orders in raw["orders"].items())


def _moved(raw: JsonNode) -> bool:
    """Was a phase played? When all agree on the end, the last has neither orders nor results."""
    return _ordered(raw) or bool(raw["results"].value)


def variant_of(data: JsonNode) -> str:
    """The variant by which a game is judged. Maps such as `standard_france_austria` are the
    standard board."""
    name = data["map"].text(STANDARD) or STANDARD
    if name.lower() == STANDARD and results.BUILD_ANY in results.house(data):
        return results.BUILD_ANYWHERE
    return STANDARD if name.lower() == DUEL or name.startswith(STANDARD) else name


def recognises(document: TextFile) -> bool:
    """Is it JSON with phases, or orders, and states?"""
    text = document.text
    if text.lstrip()[:1] not in ("{", "["):
        return False
    return '"state"' in text and ('"phases"' in text or '"orders"' in text)


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported | ArchiveError]:
    """Every game of the file, or the error that keeps it from being read, as an unknown board.

    Raises ArchiveError where the file is not JSON.
    """

    def game(data: JsonNode, i: int, own: TextFile) -> Imported | None:
        if not data["phases"].value:
            return None
        named = own if not i else own._replace(name=f"{document.stem}-{i + 1}")
        variant = variant_of(data)
        return SavedGame(data, named, settings(variant), press).read(variant)

    return every(document, game)


SAVED_GAME = Importer("saved-game", "saved game of the package diplomacy", recognises, read)
