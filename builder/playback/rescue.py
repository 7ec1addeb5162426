"""Orders of one power that would have changed the result of an order or the owner of a centre."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import NamedTuple

from builder.model.findings import Action
from builder.model.orders import Convoy, Hold, Move, Support, Written, alike
from builder.model.results import Turn
from builder.model.units import Code, Location, Power, Unit
from builder.rules.possible_orders import possible_orders
from builder.variant import Variant

SIMPLER = {Support: 0, Hold: 1, Convoy: 2, Move: 3}


class Rescue(NamedTuple):
    """One or two orders of a power that would have changed the result of an order or a centre.

    Each of `orders` replaces the one of `instead` (None if the unit had none); `turn` is the phase
    judged with them. `changed` are the other units that would have ended elsewhere. `centre` is the
    centre that the power would have kept or taken, if that was asked for.
    """

    orders: tuple[Written, ...]
    instead: tuple[Written | None, ...]
    turn: Turn
    changed: tuple[Unit, ...]
    centre: Code | None = None


@dataclass
class _Search:
    """Judges a phase again with other orders of a power; `own` is a unit that does not count as
    changed, `centre` the one that is asked for."""

    variant: Variant
    turn: Turn
    orders: Sequence[Written]
    own: Unit | None = None
    centre: Code | None = None

    def __post_init__(self) -> None:
        self.given, self.ends = {w.home: w for w in self.orders}, outcome(self.turn)

    def others(self, power: Power) -> list[Written]:
        """The lawful orders that the power did not give."""
        lawful = possible_orders(self.variant.open(self.turn.before), power)
        given = ((w, self.given.get(w.home)) for w in lawful)
        return [w for w, was in given if was is None or not alike(was.order, w.order)]

    def judged(self, orders: tuple[Written, ...]) -> Turn | None:
        """The phase with these orders; None if one of them is not accepted."""
        homes = {w.home for w in orders}
        kept = [o for o in self.orders if o.home not in homes]
        tried = self.variant.open(self.turn.before).play([*kept, *orders])
        return tried if tried.faults.keys().isdisjoint(orders) else None

    def rescue(self, orders: tuple[Written, ...], tried: Turn) -> Rescue:
        """Orders with which the phase is judged as `tried`."""
        now, instead = outcome(tried), tuple(self.given.get(w.home) for w in orders)
        changed = (u for u in self.ends if u != self.own and now.get(u) != self.ends[u])
        return Rescue(orders, instead, tried, tuple(changed), self.centre)

    def found(
        self, tries: Iterable[tuple[Written, ...]], does: Callable[[Turn], bool]
    ) -> list[Rescue]:
        """The tries for which `does` is true, those that change fewest other units first."""
        judged = ((orders, self.judged(orders)) for orders in tries)
        made = [self.rescue(orders, tried) for orders, tried in judged if tried and does(tried)]
        return sorted(made, key=_rank)


def rescues(
    variant: Variant, turn: Turn, orders: Sequence[Written], action: Action, pairs: bool = False
) -> list[Rescue]:
    """The orders of one power that would each have made an order succeed, or saved its unit.

    A dislodged unit must not be dislodged under its own order; any other order must succeed. All
    other `orders` are kept. The lawful orders of the unit's own power are tried and, if none works,
    those of the powers that did not oppose it. With `pairs` two orders of one power that concern
    the places in question are tried if no single order works. The result is empty for an order
    that did not fail, and outside movement phases.
    """
    if not failed(turn, action):
        return []
    search, hostile = _Search(variant, turn, orders, action.unit), _opponents(turn, action)
    friends = [p for p in variant.setting.powers if p != action.power and p not in hostile]
    about = {action.home, action.goal, *(a.home for a in turn.by_action if a.power in hostile)}

    def tries(power: Power, count: int) -> Iterator[tuple[Written, ...]]:
        listed = [w for w in search.others(power) if w.home != action.home]
        if count == 1:
            return ((w,) for w in listed)
        places = ({p.province for p in w.order if isinstance(p, Location)} for w in listed)
        near = [w for w, there in zip(listed, places, strict=True) if not about.isdisjoint(there)]
        return ((a, b) for a, b in combinations(near, 2) if a.home != b.home)

    for count in (1, 2) if pairs else (1,):
        for powers in ([action.power], friends):
            tried = (t for power in powers for t in tries(power, count))
            if found := search.found(tried, partial(_mended, turn, action)):
                return found
    return []


def centre_rescues(
    variant: Variant, turn: Turn, orders: Sequence[Written], centre: Code
) -> list[Rescue]:
    """The single orders with which a power would have held a centre that it did not hold after the
    phase; those of its previous owner come first."""
    search, owner = _Search(variant, turn, orders, centre=centre), turn.before.owners.get(centre)
    holder = holders(turn, {centre}).get(centre)

    def found(power: Power) -> list[Rescue]:
        tries = ((w,) for w in search.others(power))
        return search.found(tries, lambda tried: holders(tried, {centre}).get(centre) == power)

    powers = sorted(variant.setting.powers, key=lambda p: p != owner)
    return [rescue for power in powers if power != holder for rescue in found(power)]


def saving_orders(
    variant: Variant, turn: Turn, orders: Sequence[Written], power: Power, centres: Set[Code]
) -> Mapping[Code, list[Written]]:
    """All single orders of a power with which it would have held each of some centres that it did
    not hold after the phase; those that change fewest other units come first.

    A centre counts as held only if no dislodged unit of another power could retreat there. Left out
    are supports and convoys for what no other unit was ordered to do: their units would only hold,
    which is tried.
    """
    search = _Search(variant, turn, orders)
    rescues_by_centre: dict[Code, list[Rescue]] = {centre: [] for centre in centres}
    near = {centre: _provinces_that_matter(turn, centre) for centre in centres}
    for written in effective_orders(variant, turn, power):
        given = search.given.get(written.home)
        if given is not None and alike(given.order, written.order):
            continue
        touched = _touched(turn, written)
        wanted = [centre for centre in centres if not touched.isdisjoint(near[centre])]
        tried = search.judged((written,)) if wanted else None
        if tried is None:
            continue
        holder = holders(tried, {*wanted})
        for centre in wanted:
            if holder.get(centre) == power and not _open_to_retreat(tried, centre, power):
                rescues_by_centre[centre].append(search.rescue((written,), tried))
    return {
        centre: [rescue.orders[0] for rescue in sorted(found, key=_rank)]
        for centre, found in rescues_by_centre.items()
    }


def effective_orders(variant: Variant, turn: Turn, power: Power) -> Iterator[Written]:
    """The lawful orders of a power that can do something, the orders of all other units being as
    they were: no support or convoy for what another unit was not ordered to do."""
    ordered = {action.unit: action.goal for action in turn.actions}
    return possible_orders(variant.open(turn.before), power, ordered)


def _touched(turn: Turn, written: Written) -> set[Code]:
    """The provinces whose fate an order can change: where its unit stands, where that went or
    helped before, and where it goes or helps now."""
    touched = {written.home, getattr(written.order, "at", None), getattr(written.order, "to", None)}
    provinces = {p.province if isinstance(p, Location) else p for p in touched if p}
    for action in turn.by_action:
        if action.home == written.home:
            provinces |= {code for code in (action.goal, action.aim) if code}
    return provinces


def _provinces_that_matter(turn: Turn, centre: Code) -> set[Code]:
    """The provinces where a changed order can change who holds a centre.

    What becomes of a province depends on the moves to it, on whether its own unit leaves, on the
    supports and convoys for all these, and on what becomes of the units that give them.
    """
    matter: set[Code] = set()
    waiting = [centre]
    while waiting:
        province = waiting.pop()
        if province in matter:
            continue
        matter.add(province)
        for action in turn.by_action:
            waiting += _provinces_behind(action, province)
    return matter


def _provinces_behind(action: Action, province: Code) -> Iterator[Code]:
    """The provinces on whose fate the part of an action in what becomes of a province rests."""
    order = action.order
    carries = isinstance(order, Convoy) and order.to is not None and order.to.province == province
    if action.home == province and action.goal is not None:
        yield action.goal
    if carries or province in (action.goal, action.aim):
        yield action.home
        if isinstance(order, Move):
            yield from (sea.province for sea in order.route)


def _open_to_retreat(turn: Turn, centre: Code, power: Power) -> bool:
    """Could a dislodged unit of another power retreat to the centre?"""
    for lost in turn.dislodged:
        if lost.unit.power != power and any(at.province == centre for at in lost.refuges):
            return True
    return False


def worst_miss(variant: Variant, turn: Turn, orders: Sequence[Written]) -> Rescue | None:
    """The single order that would have gained its power the most centres, and of several the one
    that changes fewest other units; None if no order would have gained any."""
    if turn.before.phase.step != "movement":
        return None
    centres = variant.setting.centres
    search, was = _Search(variant, turn, orders), holders(turn, centres)
    found: list[tuple[int, Rescue]] = []
    for power in variant.setting.powers:
        for w in search.others(power):
            if (tried := search.judged((w,))) is None:
                continue
            now = holders(tried, centres)
            more = [c for c, p in now.items() if p == power and was.get(c) != power]
            gain = len(more) - sum(p == power and now.get(c) != power for c, p in was.items())
            if gain > 0:
                found.append((gain, search.rescue((w,), tried)._replace(centre=more[0])))
    return min(found, key=lambda f: (-f[0], _rank(f[1])))[1] if found else None


def holders(turn: Turn, centres: Set[Code]) -> dict[Code, Power]:
    """The holder of each centre after the moves: the power of the unit there, or its owner."""
    owners = {code: power for code, power in turn.before.owners.items() if code in centres}
    there = {at.province: unit.power for unit, at in outcome(turn).items() if at is not None}
    return owners | {code: power for code, power in there.items() if code in centres}


def _lost(turn: Turn, action: Action) -> bool:
    return turn.by_action[action].lost is not None


def _opponents(turn: Turn, action: Action) -> set[Power]:
    """The powers whose units stopped an order or dislodged its unit, or supported such units."""
    places = {action.goal, action.home if _lost(turn, action) else None} - {None}
    victors = [a for a in turn.by_action if a.goal in places and a is not action]
    ours = action.home, action.goal
    helpers = [a for a in turn.by_action if a.aim in places and (a.helps or ())[:2] != ours]
    found = {a.power for a in (*turn.by_action[action].finding.by, *victors, *helpers)}
    return found - {action.power}


def failed(turn: Turn, action: Action) -> bool:
    """Was the unit dislodged, or did its order fail?"""
    return not turn.by_action[action].finding.value or _lost(turn, action)


def outcome(turn: Turn) -> Mapping[Unit, Location | None]:
    """The location of every unit after a phase; None if it was dislodged."""
    ends: dict[Unit, Location | None] = {}
    for action, result in turn.by_action.items():
        moved = action.goal is not None and result.finding
        ends[action.unit] = action.after.at if moved else action.at
    for lost in turn.dislodged:
        if lost.unit in ends:
            ends[lost.unit] = None
    return ends


def _mended(turn: Turn, action: Action, tried: Turn) -> bool:
    """Is the unit saved, or does its order succeed, with the orders of `tried`?"""
    same_unit = (a for a in tried.by_action if (a.unit, a.half) == (action.unit, action.half))
    again = next(same_unit, None)
    if again is None or type(again.order) is not type(action.order) or _lost(tried, again):
        return False
    return _lost(turn, action) or bool(tried.by_action[again].finding)


def _rank(found: Rescue) -> tuple[int, int, str]:
    kinds = sum(SIMPLER.get(type(w.order), 4) for w in found.orders)
    return len(found.changed), kinds, " ".join(f"{w.home} {tuple(w.order)}" for w in found.orders)
