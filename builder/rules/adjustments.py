"""Chapter 4: who owns which centre, who has won, and builds and removals in Winter."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from builder.model.findings import Finding, Reason
from builder.model.grouping import grouped
from builder.model.names import plain
from builder.model.orders import Build, Disband, Remove, Waive, Written
from builder.model.results import OrderResult
from builder.model.units import Code, KindCode, Location, Position, Power, Progress, Unit
from builder.rules.acceptance import Acceptance
from builder.rules.geography import steps

UNREACHABLE = 1_000  # borders, to a province that cannot be reached
BUILT = Finding(1, Reason.BUILT)


class Adjustments(Acceptance):
    """Centres are counted after Fall; a power with enough of them has won. In Winter every power
    adjusts its units to the number that its centres support.

    `counted` keeps the last count: the owners, and how many units each power's centres support.
    """

    counted: tuple[Mapping[Code, Power], dict[Power, int]] = ({}, {})

    def captures(self, position: Position) -> Mapping[Code, Power]:
        """The owner of each centre after the year's moves and retreats."""
        owners = dict(position.owners)
        holdings = self.setting.holdings
        kinds = self.setting.kinds
        nation = self.setting.nation
        for unit in position.units:
            here = unit.at.province
            if here in holdings and kinds[unit.kind].captures and nation[unit.power].playable:
                owners[here] = unit.power
        return owners

    def entitlements(self, position: Position) -> dict[Power, int]:
        """How many units each power may have: as many as its centres support."""
        return self.fed(position)

    def fed(self, position: Position) -> dict[Power, int]:
        """How many units each power's centres support."""
        owners, fed = self.counted
        if owners is not position.owners:
            count = Counter(map(position.owners.get, self.setting.centres))
            fed = {power: count[power] for power in self.setting.powers}
            self.counted = position.owners, fed
        return fed

    def upkeeps(self, position: Position) -> dict[Power, int]:
        """How many units of each power need support from centres."""
        kinds = self.setting.kinds
        upkeeps = dict.fromkeys(self.setting.powers, 0)
        for unit in position.units:
            power = unit.power
            upkeeps[power] = upkeeps.get(power, 0) + kinds[unit.kind].upkeep
        return upkeeps

    def dues(self, position: Position) -> dict[Power, int]:
        """How many units each power may build (above 0) or must remove (below 0)."""
        fed = self.entitlements(position)
        upkeeps = self.upkeeps(position)
        return {power: fed.get(power, 0) - upkeep for power, upkeep in upkeeps.items()}

    def progress(self, position: Position) -> dict[Power, Progress]:
        """How much of what it needs to win each power holds."""
        counts = self.fed(position)
        needed = self.setting.victory
        return {p: Progress(p, counts[p], needed) for p in self.setting.powers}

    def winners(self, position: Position) -> tuple[tuple[Power, ...], Finding]:
        """The power that has won, if it has more than every other; and the leader's count."""
        progress = self.progress(position).values()
        reached = [p for p in progress if p.reached]
        best = max(reached or progress, key=lambda p: p.held, default=Progress(Power(""), 0, 0))
        tally = (best.held, best.needed)
        if [p.held for p in reached].count(best.held) == 1:
            return (best.power,), Finding(1, Reason.WON, (), tally)
        return (), Finding(0, Reason.NOT_WON, (), tally)

    def may_draw(self, agreed: Sequence[Power]) -> bool:
        """May these powers agree on a draw between them?"""
        return bool(agreed)

    # Removals that nobody ordered

    def disorder(self, power: Power, units: list[Unit]) -> tuple[Unit, Reason]:
        """The unit that is removed first if the power orders none, and the rule that decided."""
        decided = Reason.CIVIL_DISORDER
        left = units
        for why, rank in self.removal_ranks(power):
            if len(left) == 1:
                break
            first = min(map(rank, left))
            decided = why
            left = [u for u in left if rank(u) == first]
        return left[0], decided

    def removal_ranks(self, power: Power) -> Iterator[tuple[Reason, Callable[[Unit], Any]]]:
        """The rules of removal in order, each with a rank; units of the lowest rank go first."""
        if self.choices.removal == "owned_distance":
            centres = self.setting.centres
            owners = self.position.owners.items()
            owned = [c for c, p in owners if p == power and c in centres]
            yield Reason.OFF_CENTRE, lambda u: u.at.province in centres
            yield Reason.FAR_FROM_OWNED, lambda u: -self.distance(owned, u.at.province)
        else:
            homes = self.setting.homes.get(power, ())
            yield Reason.FAR_FROM_HOME, lambda u: -self.from_home(u, homes)
        names = self.setting.board.provinces
        yield Reason.FLEET_FIRST, lambda u: not self.counts_as_fleet(u)
        yield Reason.FIRST_BY_NAME, lambda u: plain(names[u.at.province].name)

    def counts_as_fleet(self, unit: Unit) -> bool:
        """Is the unit removed like a fleet, before armies?"""
        return not self.setting.kinds[unit.kind].convoyed

    def distance(self, sources: Collection[Code], here: Code) -> int:
        """The number of borders between a province and the nearest of the sources."""
        return min(
            [self.map.steps(source).get(here, UNREACHABLE) for source in sources],
            default=UNREACHABLE,
        )

    def from_home(self, unit: Unit, homes: Collection[Code]) -> int:
        """The unit's distance to the nearest home centre: over all borders for armies, over the
        fleet's own ways for fleets (1971). By a house rule fleets count all borders too."""
        if self.choices.removal == "home_steps" or not self.counts_as_fleet(unit):
            return self.distance(homes, unit.at.province)
        reach = self.map.reach[unit.kind]
        far = steps([unit.at], lambda place: reach.get(place, ()))
        return min((n for place, n in far.items() if place.province in homes), default=UNREACHABLE)

    # Builds and removals

    def adjust(self, orders: Sequence[Written]) -> list[OrderResult]:
        """Carry out builds and removals in the order in which they are written (4.D.4-4.D.6)."""
        by_issuer = grouped((w.issuer, w) for w in orders)
        ends: list[OrderResult] = []
        dues = self.dues(self.position)
        for power in dict.fromkeys((*self.setting.powers, *by_issuer)):
            due = dues.get(power, 0)
            mine = by_issuer.get(power, [])
            if due < 0:
                ends += self.removals(power, -due, mine)
            elif due or mine:
                ends += self.builds(power, due, mine)
        return ends

    def builds(self, power: Power, due: int, orders: list[Written]) -> list[OrderResult]:
        """Build units in vacant home centres, as many as are due."""
        ends: list[OrderResult] = []
        taken: set[Code] = set()
        for w in orders:
            unit: Unit | Reason | None = None
            if not isinstance(w.order, Waive):
                unit = self.built_unit(power, w, taken)
            elif len(ends) < due and not self.choices.waive_builds:
                unit = Reason.NO_WAIVING
            if isinstance(unit, Reason) or len(ends) >= due:
                self.refuse(w, unit if isinstance(unit, Reason) else Reason.TOO_MANY)
            elif unit is None:
                ends.append(OrderResult(power, None, Finding(1, Reason.WAIVED), w))
            else:
                taken.add(unit.at.province)
                ends.append(OrderResult(power, unit, BUILT, w, unit.at))
        return ends

    def built_unit(self, power: Power, w: Written, taken: set[Code]) -> Unit | Reason:
        """The unit that an order builds, or why it is not accepted."""
        order = w.order
        if not isinstance(order, Build):
            wrong = isinstance(order, Remove | Disband)
            return Reason.TOO_MANY if wrong else Reason.WRONG_PHASE
        code = order.at.province
        fault = self.site_fault(power, code)
        if fault is not None:
            return fault
        place = Reason.USED_TWICE if code in taken else self.berth(order.kind, order.at)
        return place if isinstance(place, Reason) else Unit(power, order.kind, place)

    def site_fault(self, power: Power, code: Code) -> Reason | None:
        """Why the power cannot build there: it must be a vacant home centre of its own."""
        province = self.setting.board.provinces[code]
        home = province.builds or (province.home if province.centre else None)
        if home != power:
            return Reason.NOT_HOME
        if self.position.owners.get(code, power if not province.centre else None) != power:
            return Reason.NOT_HELD
        return self.vacancy_fault(code)

    def vacancy_fault(self, code: Code) -> Reason | None:
        """OCCUPIED if a unit stands in the province that keeps a new one out."""
        return Reason.OCCUPIED if code in self.holders(self.position.units) else None

    def berth(self, kind: KindCode, at: Location) -> Location | Reason:
        """The location of a new unit of that kind; a fleet's coast must be named if there are two.
        A reason if no such unit can be built there."""
        board = self.setting.board
        province = board.provinces[at.province]
        built = self.setting.kinds.get(kind)
        if built is None or province.terrain not in built.built_at:
            return Reason.WRONG_SITE
        if not self.setting.shores(kind, at.province):
            return board.locations[at.province]
        if not at.coast:
            return Reason.NO_COAST
        return board.locations.get(str(at), Reason.WRONG_COAST)

    def sites(self, power: Power) -> list[Code]:
        """The home centres on which the power may build now."""
        return [c for c in self.setting.board.provinces if self.site_fault(power, c) is None]

    def removals(self, power: Power, due: int, orders: list[Written]) -> list[OrderResult]:
        """Remove units: those ordered, then those that the rules choose."""
        ends: list[OrderResult] = []
        gone: set[Unit] = set()
        for w in orders:
            unit = self.removed_unit(power, w, gone)
            if isinstance(unit, Reason) or len(gone) >= due:
                self.refuse(w, unit if isinstance(unit, Reason) else Reason.TOO_MANY)
                continue
            gone.add(unit)
            ends.append(OrderResult(power, unit, Finding(1, Reason.REMOVED), w))
        mine = [u for u in self.position.units if u.power == power and self.needs_supply(u)]
        left = [u for u in mine if u not in gone]
        while len(gone) < due and left:
            unit, why = self.disorder(power, left)
            gone.add(unit)
            left.remove(unit)
            ends.append(OrderResult(power, unit, Finding(1, why)))
        return ends

    def removed_unit(self, power: Power, w: Written, gone: set[Unit]) -> Unit | Reason:
        """The unit that a removal names, or why it is not accepted."""
        if isinstance(w.order, Build | Waive):
            return Reason.TOO_MANY
        if isinstance(w.order, Remove):
            at = w.order.at
        elif isinstance(w.order, Disband) and w.unit is not None:
            at = w.unit.at
        else:
            return Reason.WRONG_PHASE
        here = [u for u in self.stations.get(at.province, ()) if self.needs_supply(u)]
        mine = [u for u in here if u.power == power]
        if not mine:
            return Reason.NOT_YOURS if here else Reason.NO_SUCH_UNIT
        fresh = [u for u in mine if u not in gone]
        return self.meant_by(w, fresh) if fresh else Reason.USED_TWICE

    def needs_supply(self, unit: Unit) -> bool:
        """Does the unit need a centre's support, so that it can be removed?"""
        return self.setting.kinds[unit.kind].upkeep > 0
