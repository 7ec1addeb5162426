"""Reads droidippy text: each phase with its full position and its orders.

    PHASE 1901 Spring Movement
    POSITIONS
    Germany: army mun
    Germany: supply mun
    Russia: army/dislodged gal
    ORDERS
    mun move bur
    vie support bud
    bre convoy lon move bre
    lvp move yor via convoy
    build Army par
    remove kie
    x disband

The position of each phase is the printed result of the previous one. A last phase without orders
only shows where the game stopped. Missing removals are chosen by distance from home; an army
ordered `via convoy` without any convoy goes by land.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from builder.errors import ArchiveError
from builder.imports.foreign_game import ForeignGame, PhaseSheet, PrintedPosition
from builder.imports.importer import ARMY, KINDS, Imported, Importer, Settings, TextFile
from builder.model.calendar import STEP_OF_WORD, Step
from builder.model.orders import Build, Convoy, Written
from builder.model.setting import Setting
from builder.model.units import Code, Power, Unit
from builder.notation.notation import REMEMBERED_ORDERS, notation
from builder.notation.orders import ReadOrder
from builder.record import Note, Source

Block = tuple[PhaseSheet, PrintedPosition, list[str]]  # a phase to be filled by the lines of orders


class DroidippyReader(ForeignGame):
    """Reads droidippy files on one board, each line of their positions and orders once."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.spot = cache(self._spot)
        self.order = lru_cache(REMEMBERED_ORDERS)(self._order)

    def read(self, document: TextFile) -> Imported:
        """One file as a record."""
        self.remarks.clear()
        blocks = [*self._blocks(document)]
        stands = [stand for _, stand, _ in blocks]
        if self.remarks and not any(stand.units for stand in stands):
            raise ArchiveError(f"{document.name}: not on the standard board: {self.remarks[0]}")
        for block in blocks:
            self._add_orders(*block)
        first = stands[0] if stands else PrintedPosition()
        return self.imported(
            document,
            self.linked([sheet for sheet, _, _ in blocks], stands),
            name=document.stem.replace("-", " "),
            edition="2023",
            house=HOUSE,
            source=Source(title="droidippy"),
            start=tuple(first.units),
            start_owners=first.owners,
        )

    def _blocks(self, document: TextFile) -> Iterator[Block]:
        """The phases of a file, each with its position and the lines of its orders."""
        text = "\n".join(map(str.strip, document.text.split("\n")))
        before, *parts = text.split("PHASE ")
        line = document.line + before.count("\n")
        for block in parts:
            head, _, rest = block.partition("\nPOSITIONS\n")
            standing, _, orders = rest.partition("ORDERS\n")
            standing_lines = standing.splitlines()
            words = head.split()
            year, season, step = words if len(words) == 3 else ("", "", "")
            season = "winter" if STEP_OF_WORD.get(step.lower()) == "adjustments" else season
            phase = self.setting.calendar.get(f"{season} {year} {step}")
            if phase is not None:
                stand = self._stand(standing_lines, line + 2)
                sheet = PhaseSheet(phase, line=line + len(standing_lines) + 3)
                yield sheet, stand, orders.splitlines()
            else:
                self.remark(line, "not a phase", head)
            line += block.count("\n")

    def _stand(self, lines: list[str], first: int) -> PrintedPosition:
        listed: dict[str, list[Any]] = {"": [], "dislodged": [], "supply": []}
        unread: list[tuple[Power, Note]] = []
        for number, line in enumerate(lines, first):
            state, what = self.spot(line)
            if what is not None:
                listed[state].append(what)
            elif line:
                self.remark(number, "not a position", line)
                power = self.power_of(line.partition(":")[0])
                unread.append((power, Note("not read", line, source=f"line {number}")))
        owners = dict(listed["supply"])
        return PrintedPosition(listed[""], listed["dislodged"], owners, unread=unread)

    def _spot(self, line: str) -> tuple[str, Unit | tuple[Code, Power] | None]:
        """The state (`dislodged`, `supply` or empty) and the unit or owner that a line gives."""
        nation, _, rest = line.partition(": ")
        what, _, where = rest.partition(" ")
        kind, _, state = what.partition("/")
        power = self.power_of(nation)
        at = self.places.get(where)
        if power and at and what == "supply":
            return "supply", (at.province, power)
        if power and at and kind in KINDS and state in ("", "dislodged"):
            return state, Unit(power, KINDS[kind], at)
        return "", None

    def _order(self, text: str, step: Step) -> ReadOrder | None:
        """The unit and the order of a line; None if it cannot be read."""
        try:
            unit, order = notation(self.setting).known(text, step, NOBODY)
        except ArchiveError:
            return None
        if isinstance(order, Convoy):  # of an army, which the line does not say
            order = order._replace(kind=ARMY)
        return unit, order

    def _add_orders(self, sheet: PhaseSheet, stand: PrintedPosition, lines: list[str]) -> None:
        phase = sheet.phase
        owners = stand.owners or {}
        units = stand.dislodged if phase.step == "retreats" else stand.units
        owner = owners if phase.step == "adjustments" else {}
        owner = owner | {u.at.province: u.power for u in units}
        for number, text in enumerate(lines, sheet.line):
            if not text:
                continue
            read = self.order(text, phase.step)
            if read is None:
                self.unread(sheet, number, text, order=True)
                continue
            unit, order = read
            whose = owners if type(order) is Build else owner
            power = whose.get(unit.at.province) if unit is not None else None
            if power is not None:
                self.add(sheet, Written(power, unit, order, text, number))
            else:
                self.remark(number, "no unit is there to order", text)
                sheet.notes.append(Note("notice", f"no unit is there to order: {text}"))


HOUSE = {"removal": "home_steps", "via_fallback_to_land": "yes"}
NOBODY = Power("")
HEAD = re.compile(r"\s*PHASE [^\n]*\n\s*POSITIONS\s*\n")
reader = lru_cache(maxsize=4)(DroidippyReader)


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported]:  # noqa: ARG001
    """The games of one file; each begins with the same phase as the first. A file is cut only if
    each part has a second phase; otherwise its first phase was reported twice."""
    one = reader(settings("standard"))
    head = document.text.strip().partition("\n")[0].strip()
    before, *games = document.text.split(head) if head else [""]
    if len(games) < 2 or not all("PHASE " in game for game in games):
        yield one.read(document)
        return
    line = document.line + before.count("\n")
    for i, game in enumerate(games, 1):
        name = document.name if i == 1 else f"{document.folder}{document.stem}-{i}"
        yield one.read(TextFile(name, head + game, line))
        line += game.count("\n")


DROIDIPPY = Importer("droidippy", "droidippy text", lambda one: HEAD.match(one.text), read)
