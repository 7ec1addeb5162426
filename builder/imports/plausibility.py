"""What an importer understood, made fit for a game file: units where such can stand, centres that
are centres, phases in sequence, a name that can be an address.

What does not fit is reported and kept as a note.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TypeVar

from builder.imports.importer import Imported, Remark
from builder.model.board import Code, Location
from builder.model.calendar import LONGEST
from builder.model.kinds import Power
from builder.model.orders import Convoy, Move, Support, Written
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Note, PhaseRecord, Record
from builder.source.files import RESERVED
from builder.source.nodes import LONGEST_ID

ROOM = 5  # figures of a number behind an id
Owners = Mapping[Code, Power]
T = TypeVar("T")
NOT_ISSUED = "{0.text}, which no power ordered"


def plausible(imported: Imported, setting: Setting) -> Imported:
    """The game without what a game file cannot say; what was left out, as remarks and notes."""
    return PlausibilityCheck(imported, setting).checked_game()


class PlausibilityCheck:
    """One imported game, part by part; `known` are units already looked at."""

    def __init__(self, imported: Imported, setting: Setting) -> None:
        self.record, self.early, self.setting = imported.record, imported.early, setting
        self.powers = frozenset(n.name for n in setting.nations)
        self.remarks = list(imported.remarks)
        self.known: dict[Unit, bool] = {}
        self.told: list[str] = []

    def checked_game(self) -> Imported:
        """The whole game."""
        record = self.record
        units, owners = self._start(record), self._owners(record.start_owners)
        gone = self._standing(tuple(d.unit for d in record.start_dislodged)) or ()
        opening, self.told = self.told, []
        phases = [
            self._phase(phase, opening if not i else [])
            for i, phase in enumerate(self._in_sequence(record.phases))
        ]
        game = record._replace(
            id=address(record.id),
            phases=tuple(phases),
            start=units,
            start_owners=owners,
            start_dislodged=tuple(d for d in record.start_dislodged if d.unit in gone),
        )
        if not game.ends_within_its_record:
            told = "a year in which nothing else is told; left out of the result"
            self.remarks.append(Remark(1, told, str(getattr(game.result.at, "year", ""))))
            game = game._replace(result=game.result._replace(at=None))
        early = tuple(e._replace(phase=self._phase(e.phase, [])) for e in self.early)
        return Imported(game, tuple(self.remarks), early)

    def _in_sequence(self, phases: tuple[PhaseRecord, ...]) -> Iterator[PhaseRecord]:
        """The phases as the calendar has them; of one that stands there twice the first, and none
        that no game can have come to."""
        calendar = self.setting.calendar
        year: int | None = None
        for _, same in groupby(
            sorted(phases, key=lambda p: calendar.rank(p.phase)), key=lambda p: p.phase
        ):
            first, *others = same
            if year is not None and first.phase.year - year > LONGEST:
                told = f"more than {LONGEST} years later than what goes before; left out"
                self.remarks.append(Remark(max(first.line, 1), told, calendar.title(first.phase)))
                continue
            year = first.phase.year
            for other in others:
                text = f"{calendar.title(other.phase)}, which stands there twice"
                self.remarks.append(Remark(max(other.line, 1), "left out", text))
                first = first._replace(notes=(*first.notes, Note("notice", f"left out: {text}")))
            yield first

    def _phase(self, phase: PhaseRecord, opening: list[str]) -> PhaseRecord:
        after, gone = self._standing(phase.after), self._standing(phase.dislodged)
        owners, orders = (
            self._owners(phase.owners),
            self._kept(phase.orders, self._issued, NOT_ISSUED),
        )
        told, self.told = [*opening, *self.told], []
        if not told:
            return phase
        self.remarks += [Remark(max(phase.line, 1), "left out", text) for text in told]
        line = f"line {phase.line}" if phase.line else ""
        notes = [Note("not read", f"left out: {text}", source=line) for text in told]
        return phase._replace(
            orders=orders, after=after, dislodged=gone, owners=owners, notes=(*phase.notes, *notes)
        )

    def _kept(self, things: tuple[T, ...], fits: Callable[[T], bool], why: str) -> tuple[T, ...]:
        """The things that fit; of the others, why they do not."""
        self.told += [why.format(thing) for thing in things if not fits(thing)]
        return tuple(thing for thing in things if fits(thing))

    def _issued(self, order: Written) -> bool:
        return order.issuer in self.powers

    def _start(self, record: Record) -> tuple[Unit, ...] | None:
        """The opening position; a fleet whose coast nobody tells stands where it can go from."""
        if record.start is None:
            return None
        first = record.phases[0].orders if record.phases else ()
        found: dict[Code, Unit] = {}
        for unit in self._standing(record.start) or ():
            there = found.setdefault(unit.at.province, unit)
            if there is not unit:
                self.told.append(f"{unit.power} {unit}, where {there.power} {there} stands")
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
        self.remarks.append(Remark(1, f"no coast is told; taken for {at}", f"{unit.power} {unit}"))
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
        strange = owners.keys() - self.setting.holdings
        self.told += [f"{code} of {owners[code]}, which is no centre" for code in sorted(strange)]
        return {code: power for code, power in owners.items() if code not in strange}


def aim(written: Written) -> Code | None:
    """The province that an order is about, beside that of its unit."""
    match written.order:
        case Move(to):
            return to.province
        case Support(at, to) | Convoy(at, to):
            place = to or at
            return place.province if place else None
    return None


def address(name: str) -> str:
    """A game's id as it can stand in an address: a-z, 0-9 and single hyphens, of a length that
    leaves room for a number behind it."""
    letters = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    plain = "-".join(re.findall("[a-z0-9]+", letters))[: LONGEST_ID - ROOM].strip("-") or "game"
    return f"{plain}-game" if plain in RESERVED else plain
