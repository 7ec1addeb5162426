"""Chapter 4, second part: which unit is removed if its power does not say (DATC 4.D.8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from builder.model.board import Code
from builder.model.findings import Reason
from builder.model.kinds import Power
from builder.model.names import plain
from builder.model.units import Unit
from builder.rules.ownership import Ownership

FAR = 1_000
Rank = Callable[[Unit], Any]


class CivilDisorder(Ownership):
    """Removals that nobody ordered: what is asked of the units one after another, until one of
    them is left."""

    def disorder(self, power: Power, units: list[Unit]) -> tuple[Unit, Reason]:
        """Which unit goes first when the power does not say, and what decided it?"""
        decided, left = Reason.CIVIL_DISORDER, units
        for why, rank in self.orders_of_removal(power, units):
            if len(left) == 1:
                break
            first = min(map(rank, left))
            decided, left = why, [u for u in left if rank(u) == first]
        return left[0], decided

    def orders_of_removal(self, power: Power, units: list[Unit]) -> Iterator[tuple[Reason, Rank]]:
        """What decides, the weightiest first; the lowest rank goes."""
        if self.choices.removal == "owned_distance":
            far, centres = self.from_owned(power), self.setting.centres
            yield Reason.OFF_CENTRE, lambda u: u.at.province in centres
            yield Reason.FAR_FROM_OWNED, lambda u: -far.get(u.at.province, FAR)
        else:
            away = self.from_home(power, units)
            yield Reason.FAR_FROM_HOME, lambda u: -away[u]
        yield Reason.FLEET_FIRST, lambda u: not self.afloat_first(u)
        yield Reason.FIRST_BY_NAME, self.word

    def afloat_first(self, unit: Unit) -> bool:
        """Does the unit count as a fleet, which goes before an army?"""
        return not self.setting.kinds[unit.kind].convoyed

    def word(self, unit: Unit) -> str:
        """The province's name as the alphabet takes it."""
        return plain(self.setting.board.provinces[unit.at.province].name)

    def from_owned(self, power: Power) -> Mapping[Code, int]:
        """Steps to the nearest owned centre, over any border (2023)."""
        owned = [c for c, p in self.position.owners.items() if p == power]
        return self.map.steps([c for c in owned if c in self.setting.centres])

    def from_home(self, power: Power, units: list[Unit]) -> dict[Unit, int]:
        """Steps to the nearest home centre: armies over land and sea, fleets as fleets (1971).

        A house rule counts every border for fleets too.
        """
        homes = self.setting.homes.get(power, ())
        far = self.map.steps_home(homes)
        every = self.choices.removal == "home_steps"
        return {
            u: far.get(u.at.province, FAR)
            if every or not self.afloat_first(u)
            else self.by_sea(u, homes)
            for u in units
        }

    def by_sea(self, unit: Unit, homes: Collection[Code]) -> int:
        """Steps of the unit itself to the nearest of its homes."""
        edge, seen, count = {unit.at}, {unit.at}, 0
        reach = self.map.reach[unit.kind]
        while edge:
            if any(place.province in homes for place in edge):
                return count
            edge = {n for place in edge for n in reach.get(place, {})} - seen
            seen |= edge
            count += 1
        return FAR
