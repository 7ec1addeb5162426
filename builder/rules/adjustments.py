"""Chapter 4, third part: builds and removals."""

from __future__ import annotations

from collections.abc import Sequence

from builder.model.board import Code, Location
from builder.model.findings import Finding, Reason
from builder.model.kinds import KindCode, Power
from builder.model.orders import Build, Disband, Remove, Waive, Written
from builder.model.turns import Fate
from builder.model.units import Unit
from builder.rules.civil_disorder import CivilDisorder


class Adjustments(CivilDisorder):
    """In Winter every power brings its units to the number that its centres feed."""

    def adjust(self, orders: Sequence[Written]) -> list[Fate]:
        """Carry out builds and removals in the order in which they are written (4.D.4-4.D.6)."""
        told: dict[Power, list[Written]] = {}
        for w in orders:
            told.setdefault(w.issuer, []).append(w)
        fates: list[Fate] = []
        dues = self.dues(self.position)
        for power in dict.fromkeys((*self.setting.powers, *told)):
            due = dues.get(power, 0)
            mine = told.get(power, [])
            if due < 0:
                fates += self.removals(power, -due, mine)
            elif due or mine:
                fates += self.builds(power, due, mine)
        return fates

    def builds(self, power: Power, due: int, orders: list[Written]) -> list[Fate]:
        """Raise units on free home centres, as many as are due."""
        fates: list[Fate] = []
        taken: set[Code] = set()
        for w in orders:
            if isinstance(w.order, Waive):
                if len(fates) >= due:
                    self.refuse(w, Reason.TOO_MANY)
                elif not self.choices.waive_builds:
                    self.refuse(w, Reason.NO_WAIVING)
                else:
                    fates.append(Fate(power, None, Finding(1, Reason.WAIVED), w))
                continue
            fault, unit = self.build_fault(power, w, taken)
            if fault is None and len(fates) >= due:
                fault = Reason.TOO_MANY
            if fault is not None or unit is None:
                self.refuse(w, fault or Reason.WRONG_PHASE)
                continue
            taken.add(unit.at.province)
            fates.append(Fate(power, unit, Finding(1, Reason.BUILT), w, unit.at, unit.kind))
        return fates

    def build_fault(
        self, power: Power, w: Written, taken: set[Code]
    ) -> tuple[Reason | None, Unit | None]:
        """May the unit be built there? The unit as it would stand, or why not."""
        order = w.order
        if not isinstance(order, Build):
            wrong = isinstance(order, Remove | Disband)
            return (Reason.TOO_MANY if wrong else Reason.WRONG_PHASE), None
        code = order.at.province
        fault = self.site_fault(power, code)
        if fault is None and code in taken:
            fault = Reason.USED_TWICE
        if fault is not None:
            return fault, None
        place = self.berth(order.kind, order.at)
        if isinstance(place, Reason):
            return place, None
        return None, Unit(power, order.kind, place)

    def site_fault(self, power: Power, code: Code) -> Reason | None:
        """Is the province a vacant home centre that the power holds?"""
        province = self.setting.board.provinces[code]
        home = province.builds or (province.home if province.centre else None)
        if home != power:
            return Reason.NOT_HOME
        if self.position.owners.get(code, power if not province.centre else None) != power:
            return Reason.NOT_HELD
        return Reason.OCCUPIED if any(map(self.holds_ground, self.stations.get(code, ()))) else None

    def berth(self, kind: KindCode, at: Location) -> Location | Reason:
        """Where exactly a unit of that kind would stand: a coast must be named where two are."""
        board = self.setting.board
        province = board.provinces[at.province]
        known = self.setting.kinds.get(kind)
        if known is None or province.terrain not in known.built_at:
            return Reason.WRONG_SITE
        if self.stands_in_province(kind, at.province):
            return board.locations[at.province]
        if not at.coast:
            return Reason.NO_COAST
        return board.locations.get(str(at), Reason.WRONG_COAST)

    def stands_in_province(self, kind: KindCode, code: Code) -> bool:
        """Does a unit of that kind stand in the province and not on one of its coasts?"""
        province = self.setting.board.provinces[code]
        bare = self.setting.board.locations[code]
        return not province.coasts or bare in self.map.reach[kind]

    def sites(self, power: Power) -> list[Code]:
        """The home centres on which the power may build now."""
        return [c for c in self.setting.board.provinces if self.site_fault(power, c) is None]

    def removals(self, power: Power, due: int, orders: list[Written]) -> list[Fate]:
        """Take units off the board; where orders are missing, those that go by rule."""
        fates: list[Fate] = []
        gone: set[Unit] = set()
        for w in orders:
            unit, fault = self.removed_unit(power, w, gone)
            if fault is None and len(gone) >= due:
                fault = Reason.TOO_MANY
            if fault is not None or unit is None:
                self.refuse(w, fault or Reason.NO_SUCH_UNIT)
                continue
            gone.add(unit)
            fates.append(Fate(power, unit, Finding(1, Reason.REMOVED), w))
        while len(gone) < due:
            mine = [u for u in self.position.units if u.power == power and self.feeds(u)]
            left = [u for u in mine if u not in gone]
            if not left:
                break
            unit, why = self.disorder(power, left)
            gone.add(unit)
            fates.append(Fate(power, unit, Finding(1, why)))
        return fates

    def removed_unit(
        self, power: Power, w: Written, gone: set[Unit]
    ) -> tuple[Unit | None, Reason | None]:
        """Which unit does a removal name, or why is it not accepted?"""
        if isinstance(w.order, Build | Waive):
            return None, Reason.TOO_MANY
        if isinstance(w.order, Remove):
            at = w.order.at
        elif isinstance(w.order, Disband) and w.unit is not None:
            at = w.unit.at
        else:
            return None, Reason.WRONG_PHASE
        here = [u for u in self.stations.get(at.province, ()) if self.feeds(u)]
        mine = [u for u in here if u.power == power]
        if not mine:
            return None, Reason.NOT_YOURS if here else Reason.NO_SUCH_UNIT
        fresh = [u for u in mine if u not in gone]
        return (self.meant_by(w, fresh), None) if fresh else (None, Reason.USED_TWICE)

    def feeds(self, unit: Unit) -> bool:
        """Is the unit counted, so that it can be removed?"""
        return self.setting.kinds[unit.kind].upkeep > 0
