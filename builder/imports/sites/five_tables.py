"""Reads games from the five tables of playdiplomacy: games, turns, players, units and orders.

    turns    game_id, turn_num, phase, year, season, scs_england, …
    units    game_id, unit_id, country, type, start_turn, end_turn
    orders   game_id, unit_id, turn_num, unit_order, location, target, target_dest, success, reason

`TableRows` brings the rows of one game together, from CSV files or a dump. Turn 0 is the Winter
before the game and has no orders. A build has the season Fall. Success says nothing of a unit that
was dislodged: the retreats show it. The counts of centres are those at the start of a turn.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.errors import ArchiveError
from builder.formats.game.printed_results import plain_outcomes
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame, PhaseSheet
from builder.imports.importer import ARMY, KINDS, STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import JsonNode, every
from builder.imports.phase_reports import DONE_AS, name_position
from builder.imports.table_rows import FILE, LINE
from builder.model.calendar import Phase
from builder.model.orders import Convoy, Hold, Move, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Code, KindCode, Power
from builder.notation.result_words import first_outcome
from builder.record import Result, Source

NEEDED = ("orders", "units", "turns")
STEPS = {"Orders": "movement", "Retreat": "retreats", "Build": "adjustments"}
COUNT = "scs_"
OF_TABLES = re.compile(r'\{"(?:games|turns|players|units|orders)": \[\{')
SHAPES = {
    "MOVE": "{unit} - {target}",
    "HOLD": "{unit} H",
    "SUPPORT": "{unit} S {target}{dest}",
    "CONVOY": "{unit} C {target}{dest}",
    "RETREAT": "{unit} R {target}",
    "BUILD": "Build {target}",
    "DESTROY": "{unit} D",
    "DISBAND": "{unit} D",
}


class TableUnit(NamedTuple):
    """A unit of the table: its power, its kind, and its first and last turn."""

    power: Power
    kind: KindCode
    start: int
    end: int


class FiveTablesGame(ForeignGame):
    """One game while its rows are read."""

    def __init__(self, data: JsonNode, setting: Setting) -> None:
        super().__init__(setting)
        self.data = data
        self.units: dict[str, TableUnit] = {}
        self.turns: dict[int, JsonNode] = {}
        orders = data["orders"].list()
        self.has_convoys = any(row["unit_order"].text().upper() == "CONVOY" for row in orders)

    def read(self, document: TextFile) -> Imported:
        """The game as a record; raises ArchiveError if a table is missing."""
        missing = [name for name in NEEDED if not self.data[name].value]
        if missing:
            why = f"no rows of {', '.join(missing)} for this game: give all tables in one folder"
            raise ArchiveError(f"{document.name}: {why}")
        self.turns = {row["turn_num"].number(): row for row in self.data["turns"].list()}
        self._read_units()
        orders: dict[int, list[JsonNode]] = {}
        for row in self.data["orders"].list():
            orders.setdefault(row["turn_num"].number(), []).append(row)
        sheets = [
            sheet for turn in sorted(self.turns) if (sheet := self._sheet(turn, orders)) is not None
        ]
        self._name_positions(sheets, orders)
        number = document.name.rpartition("!")[2]
        first = sheets[0].phase if sheets else self.setting.calendar.start
        if first != self.setting.calendar.start:
            self.remark(1, "the first turns are missing; taken for a game from its start")
        return self.imported(
            document,
            sheets,
            id=f"playdiplomacy-{number}",
            name=f"playdiplomacy {number}",
            source=Source(title="playdiplomacy", issues=number),
            words="pass-fail",
            house={"removal": "home_distance"},
            result=self._result(sheets),
        )

    def _read_units(self) -> None:
        for row in self.data["units"].list():
            kind = KINDS.get(row["type"].text().lower())
            power = self._power(row["country"].text())
            if kind is None or not power:
                self.remark(row[LINE].number(), "not a unit", _shown(row), row[FILE].text())
                continue
            start = row["start_turn"].number()
            end = row["end_turn"].number()
            self.units[row["unit_id"].text()] = TableUnit(power, kind, start, end)

    def _power(self, letter: str) -> Power:
        """The power of a letter (or of a whole name)."""
        fits = [p for p in self.setting.powers if p.lower().startswith(letter.lower())]
        return fits[0] if letter and len(fits) == 1 else Power("")

    def _phase(self, turn: int) -> Phase | None:
        row = self.turns[turn]
        step = STEPS.get(row["phase"].text().capitalize())
        season = "winter" if step == "adjustments" else row["season"].text()
        return (
            self.setting.calendar.get(f"{season} {row['year'].number()} {step}") if step else None
        )

    def _sheet(self, turn: int, orders: Mapping[int, list[JsonNode]]) -> PhaseSheet | None:
        """One turn with its orders and their results; None for the Winter before the game."""
        phase = self._phase(turn)
        if phase is None:
            if orders.get(turn):
                row = self.turns[turn]
                why = "orders of a turn that is no phase"
                self.remark(row[LINE].number(), why, _shown(row), row[FILE].text())
            return None
        sheet = PhaseSheet(phase)
        retreating = set[str]()
        if self._step(turn + 1) == "retreats":
            retreating = {row["unit_id"].text() for row in orders.get(turn + 1, ())}
        for row in self._one_a_unit(turn, orders):
            number = row["unit_id"].text()
            dislodged = phase.step == "movement" and (
                number in retreating or self._vanishes(number, turn)
            )
            last = self._step(turn + 1) == "retreats" and turn + 1 == max(self.turns)
            self._order(row, sheet, dislodged=dislodged, last=last)
        if phase.step == "movement" and not self.has_convoys:
            self._infer_convoys(sheet)
        self._count(sheet, turn)
        return sheet

    def _one_a_unit(self, turn: int, orders: Mapping[int, list[JsonNode]]) -> Iterator[JsonNode]:
        """The rows of a turn. Of several for one unit, as a few games have them, that counts which
        leads to where the unit is ordered next; else the first. The others are reported."""
        rows_of: dict[str, list[JsonNode]] = {}
        for number, row in enumerate(orders.get(turn, ())):
            # builds of one power may have no unit of their own
            unit = row["unit_id"].text() or f"row {number}"
            rows_of.setdefault(unit, []).append(row)
        for unit, rows in rows_of.items():
            chosen = rows[0]
            if len(rows) > 1:
                place = self._next_place(unit, turn, orders)
                chosen = next((row for row in rows if _end(row) == place), rows[0])
            for row in rows:
                if row is not chosen:
                    why = "another row for the same unit; left out"
                    self.remark(row[LINE].number(), why, _shown(row), row[FILE].text())
            yield chosen

    def _next_place(self, unit: str, turn: int, orders: Mapping[int, list[JsonNode]]) -> str:
        """Where a unit is ordered in the next turn in which it is; empty if it is in none."""
        for later in sorted(number for number in orders if number > turn):
            for row in orders[later]:
                if row["unit_id"].text() == unit:
                    return row["location"].text()
        return ""

    def _vanishes(self, number: str, turn: int) -> bool:
        """Does a unit end with the moves of a turn, or in the retreats after them? The last turn of
        the game is the end of all units."""
        unit = self.units.get(number)
        if unit is None or unit.end >= max(self.turns):
            return False
        return unit.end == turn or (unit.end == turn + 1 and self._step(unit.end) == "retreats")

    def _infer_convoys(self, sheet: PhaseSheet) -> None:
        """Let fleets carry an army that has no other way, where a table has no convoys at all: the
        fleets at sea on its way that are said to hold."""
        setting = self.setting
        waters = setting.board.waters(sheet.phase.season)
        holding = {w.home: i for i, w in enumerate(sheet.orders) if isinstance(w.order, Hold)}
        walks = setting.board.reach(setting.kinds[ARMY], sheet.phase.season)
        for w in [*sheet.orders]:
            if w.unit is None or w.unit.kind != ARMY or not isinstance(w.order, Move):
                continue
            start = w.unit.at
            goal = w.order.to
            if goal in walks.get(start, ()):
                continue
            for sea in _way_by_sea(
                start.province, goal.province, waters, {home for home in holding if home}
            ):
                fleet = sheet.orders[holding[sea]]
                carries = Convoy(start, goal, ARMY)
                sheet.orders[holding[sea]] = Written(fleet.issuer, fleet.unit, carries, fleet.text)
                why = f"the tables have no convoys; {fleet.text} is taken to carry {w.text}"
                sheet.infer(why, 0)
                self.remark(1, why, setting.calendar.title(sheet.phase))

    def _step(self, turn: int) -> str:
        row = self.turns.get(turn)
        return STEPS.get(row["phase"].text().capitalize(), "") if row else ""

    def _order(
        self, row: JsonNode, sheet: PhaseSheet, *, dislodged: bool, last: bool = False
    ) -> None:
        """One order and its result. In the `last` moves, before retreats that end the game, nothing
        shows which of the units that stayed were driven out."""
        unit = self.units.get(row["unit_id"].text())
        what = row["unit_order"].text().upper()
        place = row["location"].text()
        target = row["target"].text()
        dest = row["target_dest"].text()
        kind = f"{unit.kind} " if unit else ""
        text = SHAPES.get(what, "").format(
            unit=f"{kind}{place}",
            target=target,
            dest=f" - {dest}" if dest and dest != target else "",
        )
        power = unit.power if unit else Power("")
        written = ForeignOrders(self.setting, sheet.phase, power).parsed(text) if text else None
        if written is None or not power:
            shown = f"{what} {place} {target} {dest}".strip()
            text = f"{power}: {shown}" if power else shown
            self.unread(sheet, row[LINE].number(), text, True, power, row[FILE].text())
            return
        self.add(sheet, written)
        moved = isinstance(written.order, Move) and bool(row["success"].number())
        if last and not (dislodged or moved):
            return
        is_winter = sheet.phase.step == "adjustments"
        failed = row["success"].given and not row["success"].number()
        if written.unit is not None and is_winter and failed:
            reason = row["reason"].text() or "failed"
            sheet.printed(power, written.unit.at, Outcome.FAILED, text=f"{text}: {reason}")
        elif written.unit is not None and not is_winter:
            outcomes = _outcomes(row, written, dislodged=dislodged)
            result = "success" if row["success"].number() else "failed"
            reason = row["reason"].text() or result
            sheet.printed(power, written.unit.at, *outcomes, text=f"{text}: {reason}")

    def _count(self, sheet: PhaseSheet, turn: int) -> None:
        """The counts of centres after a year's last moves or retreats: those of the next turn."""
        row = self.turns.get(turn + 1)
        over = sheet.phase.season == "fall" and self._step(turn + 1) in ("adjustments", "movement")
        if row is None or not over:
            return
        counts: dict[Power, int] = {}
        for power in self.setting.powers:
            cell = row[f"{COUNT}{power.lower()}"]
            if cell.given:
                counts[power] = cell.number()
        sheet.counts = counts or None

    def _name_positions(
        self, sheets: list[PhaseSheet], orders: Mapping[int, list[JsonNode]]
    ) -> None:
        """The orders of a turn show where units stood, if all units of their power have one."""
        numbered = [turn for turn in sorted(self.turns) if self._phase(turn) is not None]
        for sheet, later, turn in zip(sheets, sheets[1:], numbered[1:], strict=False):
            if later.phase.step != "movement":
                continue
            ordered = {row["unit_id"].text() for row in orders.get(turn, ())}
            alive = {key for key, unit in self.units.items() if unit.start < turn <= unit.end}
            silent = {self.units[key].power for key in alive - ordered}
            name_position(sheet, later, silent | self.unread_powers[later.phase])

    def _result(self, sheets: list[PhaseSheet]) -> Result:
        """Who has won, if one power has enough centres; others only have most of them."""
        best = ""
        for row in self.data["players"].list():
            if row["won"].number() and row["num_supply_centers"].number() >= self.setting.victory:
                best = row["country"].text()
        power = self._power(best)
        return Result("won", (power,), sheets[-1].phase) if power and sheets else Result()


def _way_by_sea(
    start: Code, goal: Code, waters: Mapping[Code, frozenset[Code]], fleets: set[Code]
) -> Sequence[Code]:
    """The seas of a shortest way between two coasts, each with one of the fleets; empty without."""
    ways: list[tuple[Code, ...]] = []
    for sea in sorted(fleets):
        if start in waters.get(sea, ()):
            ways.append((sea,))
    seen = {way[0] for way in ways}
    for way in ways:
        if goal in waters[way[-1]]:
            return way
        for sea in sorted(waters[way[-1]] & fleets - seen):
            seen.add(sea)
            ways.append((*way, sea))
    return ()


def _outcomes(row: JsonNode, written: Written, *, dislodged: bool) -> set[Outcome]:
    """What the row says of its order. Of a unit that was dislodged success says nothing."""
    outcomes: set[Outcome] = {Outcome.DISLODGED} if dislodged else set()
    reason = row["reason"].text().lower()
    if row["success"].number():
        return outcomes or {*DONE_AS.get(type(written.order), ())}
    named = first_outcome(reason, "five tables")
    if named is not None:
        return outcomes | {named}
    return outcomes | ((reason and plain_outcomes(reason)) or {Outcome.FAILED})


def _end(row: JsonNode) -> str:
    """Where a unit ends by a row: where it went if it moved or retreated, else where it was."""
    goes = row["unit_order"].text().upper() in ("MOVE", "RETREAT") and row["success"].number()
    return row["target" if goes else "location"].text()


def _shown(row: JsonNode) -> str:
    """The cells of a row."""
    return ", ".join(
        cell.text("NULL") for column, cell in row.items() if column not in (FILE, LINE)
    )


def recognises(document: TextFile) -> bool:
    """Is it a game of `TableRows`, with rows of one of the tables?"""
    of_rows = f'"{LINE}"' in document.text[:5000]
    return of_rows and OF_TABLES.match(document.text) is not None


def read(document: TextFile, settings: Settings, _: bool) -> Iterator[Imported | ArchiveError]:
    """The game of a document, or the error that keeps it from being read."""

    def game(data: JsonNode, _: int, own: TextFile) -> Imported:
        return FiveTablesGame(data, settings(STANDARD)).read(own)

    return every(document, game)


FIVE_TABLES = Importer("playdiplomacy-tables", "five tables of playdiplomacy", recognises, read)
