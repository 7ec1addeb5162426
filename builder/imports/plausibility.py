"""Makes an imported game fit for a game file: units only where they can stand, real centres, phases
in sequence, an id that can be an address.

Anything that does not fit is reported and kept as a note.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping

from builder.imports.importer import Imported, Remark
from builder.model.calendar import LONGEST_GAP
from builder.model.orders import Move, Written, helped
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power, Unit
from builder.record import Note, PhaseRecord, Record
from builder.source.files import RESERVED
from builder.source.scalars import LONGEST_ID

ROOM_FOR_NUMBER = 5  # letters left for a number after an id
Owners = Mapping[Code, Power]


class PlausibilityCheck:
    """Checks one imported game part by part. `lost` are the texts of what was left out since the
    last phase."""

    def __init__(self, imported: Imported, setting: Setting) -> None:
        self.record = imported.record
        self.early = imported.early
        self.guessed_start = imported.guessed_start
        self.setting = setting
        self.remarks = list(imported.remarks)
        self.lost: list[str] = []

    def checked_game(self) -> Imported:
        """The game without anything that a game file cannot express, which remarks and notes keep.
        What is lost of the opening is noted in the first phase."""
        record = self.record
        dislodged = self._standing(tuple(d.unit for d in record.start_dislodged)) or ()
        game = record._replace(
            id=address(record.id),
            start=self._start(record),
            start_owners=self._owners(record.start_owners),
            start_dislodged=tuple(d for d in record.start_dislodged if d.unit in dislodged),
        )
        game = game._replace(phases=tuple(map(self._phase, self._in_sequence(record.phases))))
        if not game.ends_within_its_record:
            year = str(getattr(game.result.at, "year", ""))
            self.remarks.append(Remark(1, "a year without phases; left out of the result", year))
            game = game._replace(result=game.result._replace(at=None))
        self.lost.clear()
        early = tuple(e._replace(phase=self._phase(e.phase)) for e in self.early)
        return Imported(game, tuple(self.remarks), early, self.guessed_start)

    def _in_sequence(self, phases: tuple[PhaseRecord, ...]) -> list[PhaseRecord]:
        """The phases by date, each once, up to the first gap that is longer than any game."""
        calendar = self.setting.calendar
        in_sequence: list[PhaseRecord] = []
        for phase in sorted(phases, key=lambda p: calendar.rank(p.phase)):
            last = in_sequence[-1] if in_sequence else None
            if last and last.phase == phase.phase:
                text = f"{calendar.title(phase.phase)}, which is there twice"
                self.remarks.append(Remark(max(phase.line, 1), "left out", text))
                note = Note("notice", f"left out: {text}")
                in_sequence[-1] = last._replace(notes=(*last.notes, note))
            elif last and phase.phase.year - last.phase.year > LONGEST_GAP:
                why = f"more than {LONGEST_GAP} years after the phase before; left out"
                self.remarks.append(Remark(max(phase.line, 1), why, calendar.title(phase.phase)))
            else:
                in_sequence.append(phase)
        return in_sequence

    def _phase(self, phase: PhaseRecord) -> PhaseRecord:
        powers = self.setting.nation
        after = self._standing(phase.after)
        dislodged = self._standing(phase.dislodged)
        owners = self._owners(phase.owners)
        unordered = [written for written in phase.orders if written.issuer not in powers]
        self.lost += [f"{written.text}, which no power ordered" for written in unordered]
        lost = self.lost
        if not lost:
            return phase
        self.lost = []
        self.remarks += [Remark(max(phase.line, 1), "left out", text) for text in lost]
        line = f"line {phase.line}" if phase.line else ""
        notes = [Note("not read", f"left out: {text}", source=line) for text in lost]
        return phase._replace(
            after=after,
            dislodged=dislodged,
            owners=owners,
            orders=tuple(written for written in phase.orders if written not in unordered),
            notes=(*phase.notes, *notes),
        )

    def _start(self, record: Record) -> tuple[Unit, ...] | None:
        """The opening position; a fleet without a coast is put on one that fits its order."""
        if record.start is None:
            return None
        first = record.phases[0].orders if record.phases else ()
        unit_in: dict[Code, Unit] = {}
        for unit in self._standing(record.start) or ():
            first_there = unit_in.setdefault(unit.at.province, unit)
            if first_there is not unit:
                self.lost.append(
                    f"{unit.power} {unit}, where {first_there.power} {first_there} stands"
                )
        return tuple(self._ashore(unit, first) for unit in unit_in.values())

    def _ashore(self, unit: Unit, orders: Iterable[Written]) -> Unit:
        shores = self.setting.shores(unit.kind, unit.at.province)
        coasts = [Location(f"{unit.at.province}/{coast}") for coast in shores]
        if not coasts or unit.at.coast:
            return unit
        order = next((w.order for w in orders if w.home == unit.at.province), None)
        aim = order.to.province if isinstance(order, Move) else None
        passage = helped(order) if order else None
        if passage is not None:
            start, goal = passage
            aim = goal or start
        reach = self.setting.board.reach(self.setting.kinds[unit.kind], "spring")
        fitting = [coast for coast in coasts if _touches(reach[coast], aim)]
        at = (fitting or coasts)[0]
        self.remarks.append(Remark(1, f"no coast is given; read as {at}", f"{unit.power} {unit}"))
        return unit._replace(at=at)

    def _standing(self, units: tuple[Unit, ...] | None) -> tuple[Unit, ...] | None:
        """The units that can stand where they are; the others are noted as lost."""
        stations = self.setting.stations
        misplaced = [unit for unit in units or () if unit.at not in stations[unit.kind]]
        if units is None or not misplaced:
            return units
        self.lost += [f"{unit.power} {unit}, which cannot stand there" for unit in misplaced]
        return tuple(unit for unit in units if unit not in misplaced)

    def _owners(self, owners: Owners | None) -> Owners | None:
        others = (owners or {}).keys() - self.setting.holdings
        if owners is None or not others:
            return owners
        self.lost += [f"{code} of {owners[code]}, which is not a centre" for code in sorted(others)]
        return {code: power for code, power in owners.items() if code not in others}


def _touches(ends: Iterable[Location], province: Code | None) -> bool:
    return any(end.province == province for end in ends)


def address(name: str) -> str:
    """A game's id for addresses: a-z, 0-9, single hyphens, and room for a number after it."""
    letters = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    plain = (
        "-".join(re.findall("[a-z0-9]+", letters))[: LONGEST_ID - ROOM_FOR_NUMBER].strip("-")
        or "game"
    )
    return f"{plain}-game" if plain in RESERVED else plain
