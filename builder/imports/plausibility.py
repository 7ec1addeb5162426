"""Makes an imported game fit for a game file: units only where they can stand, real centres, phases
in sequence, an id that can be an address.

Anything that does not fit is reported and kept as a note.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TypeVar

from builder.imports.importer import Imported, Remark
from builder.model.calendar import LONGEST
from builder.model.orders import Convoy, Move, Support, Written
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power, Unit
from builder.record import Note, PhaseRecord, Record
from builder.source.files import RESERVED
from builder.source.scalars import LONGEST_ID

ROOM = 5  # letters left for a number after an id
Owners = Mapping[Code, Power]
T = TypeVar("T")
NOT_ISSUED = "{0.text}, which no power ordered"


def plausible(imported: Imported, setting: Setting) -> Imported:
    """The game without anything that a game file cannot express, which remarks and notes keep."""
    return PlausibilityCheck(imported, setting).checked_game()


class PlausibilityCheck:
    """Checks one imported game part by part. `known` says of each unit whether it can stand where
    it is; `lost` are the texts of what was left out since the last phase."""

    def __init__(self, imported: Imported, setting: Setting) -> None:
        self.record, self.early, self.setting = imported.record, imported.early, setting
        self.powers = frozenset(n.name for n in setting.nations)
        self.remarks = list(imported.remarks)
        self.known: dict[Unit, bool] = {}
        self.lost: list[str] = []

    def checked_game(self) -> Imported:
        """The whole game, checked."""
        record = self.record
        units, owners = self._start(record), self._owners(record.start_owners)
        dislodged = self._standing(tuple(d.unit for d in record.start_dislodged)) or ()
        opening, self.lost = self.lost, []
        phases = [
            self._phase(phase, opening if not i else [])
            for i, phase in enumerate(self._in_sequence(record.phases))
        ]
        game = record._replace(
            id=address(record.id),
            phases=tuple(phases),
            start=units,
            start_owners=owners,
            start_dislodged=tuple(d for d in record.start_dislodged if d.unit in dislodged),
        )
        if not game.ends_within_its_record:
            year = str(getattr(game.result.at, "year", ""))
            self.remarks.append(Remark(1, "a year without phases; left out of the result", year))
            game = game._replace(result=game.result._replace(at=None))
        early = tuple(e._replace(phase=self._phase(e.phase, [])) for e in self.early)
        return Imported(game, tuple(self.remarks), early)

    def _in_sequence(self, phases: tuple[PhaseRecord, ...]) -> Iterator[PhaseRecord]:
        """The phases in the order of the calendar, each once, up to the first gap that is longer
        than any game."""
        calendar = self.setting.calendar
        year: int | None = None
        for _, same in groupby(
            sorted(phases, key=lambda p: calendar.rank(p.phase)), key=lambda p: p.phase
        ):
            first, *others = same
            if year is not None and first.phase.year - year > LONGEST:
                why = f"more than {LONGEST} years after the phase before; left out"
                self.remarks.append(Remark(max(first.line, 1), why, calendar.title(first.phase)))
                continue
            year = first.phase.year
            for other in others:
                text = f"{calendar.title(other.phase)}, which is there twice"
                self.remarks.append(Remark(max(other.line, 1), "left out", text))
                first = first._replace(notes=(*first.notes, Note("notice", f"left out: {text}")))
            yield first

    def _phase(self, phase: PhaseRecord, opening: list[str]) -> PhaseRecord:
        fitting = phase._replace(
            after=self._standing(phase.after),
            dislodged=self._standing(phase.dislodged),
            owners=self._owners(phase.owners),
            orders=self._kept(phase.orders, self._issued, NOT_ISSUED),
        )
        lost, self.lost = [*opening, *self.lost], []
        self.remarks += [Remark(max(phase.line, 1), "left out", text) for text in lost]
        line = f"line {phase.line}" if phase.line else ""
        notes = [Note("not read", f"left out: {text}", source=line) for text in lost]
        return fitting._replace(notes=(*phase.notes, *notes)) if lost else phase

    def _kept(self, things: tuple[T, ...], fits: Callable[[T], bool], why: str) -> tuple[T, ...]:
        """The things that fit; the others are noted as lost, with why."""
        self.lost += [why.format(thing) for thing in things if not fits(thing)]
        return tuple(thing for thing in things if fits(thing))

    def _issued(self, order: Written) -> bool:
        return order.issuer in self.powers

    def _start(self, record: Record) -> tuple[Unit, ...] | None:
        """The opening position; a fleet without a coast is put on one that fits its order."""
        if record.start is None:
            return None
        first = record.phases[0].orders if record.phases else ()
        found: dict[Code, Unit] = {}
        for unit in self._standing(record.start) or ():
            there = found.setdefault(unit.at.province, unit)
            if there is not unit:
                self.lost.append(f"{unit.power} {unit}, where {there.power} {there} stands")
        return tuple(self._ashore(unit, first) for unit in found.values())

    def _ashore(self, unit: Unit, orders: Iterable[Written]) -> Unit:
        shores = self.setting.shores(unit.kind, unit.at.province)
        coasts = [Location(f"{unit.at.province}/{coast}") for coast in shores]
        if not coasts or unit.at.coast:
            return unit
        order = next((w for w in orders if w.home == unit.at.province), None)
        reach = self.setting.board.reach(self.setting.kinds[unit.kind], "spring")
        meant = [c for c in coasts if order and aim(order) in {p.province for p in reach[c]}]
        at = (meant or coasts)[0]
        self.remarks.append(Remark(1, f"no coast is given; read as {at}", f"{unit.power} {unit}"))
        return unit._replace(at=at)

    def _standing(self, units: tuple[Unit, ...] | None) -> tuple[Unit, ...] | None:
        return units and self._kept(units, self._stands, "{0.power} {0}, which cannot stand there")

    def _stands(self, unit: Unit) -> bool:
        if unit not in self.known:
            terrain = self.setting.board.provinces[unit.at.province].terrain
            shores = self.setting.shores(unit.kind, unit.at.province)
            placed = not unit.at.coast or unit.at.coast in shores
            self.known[unit] = placed and self.setting.kinds[unit.kind].stands_on(terrain)
        return self.known[unit]

    def _owners(self, owners: Owners | None) -> Owners | None:
        if owners is None or owners.keys() <= self.setting.holdings:
            return owners
        others = owners.keys() - self.setting.holdings
        self.lost += [f"{code} of {owners[code]}, which is not a centre" for code in sorted(others)]
        return {code: power for code, power in owners.items() if code not in others}


def aim(written: Written) -> Code | None:
    """The province that an order aims at: a destination, or the place of the unit it helps."""
    match written.order:
        case Move(to):
            return to.province
        case Support(at, to) | Convoy(at, to):
            place = to or at
            return place.province if place else None
    return None


def address(name: str) -> str:
    """A game's id in the form for addresses: a-z, 0-9 and single hyphens, short enough for a
    number after it."""
    letters = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    plain = "-".join(re.findall("[a-z0-9]+", letters))[: LONGEST_ID - ROOM].strip("-") or "game"
    return f"{plain}-game" if plain in RESERVED else plain
