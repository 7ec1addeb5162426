"""Orders of one power that would have changed the result of an order or the owner of a centre."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from builder.model.findings import Action
from builder.model.orders import Convoy, Hold, Move, Support, Written, alike
from builder.model.results import Turn
from builder.model.units import Code, Location, Power, Unit
from builder.rules.possible_orders import possible_orders
from builder.rules.standard import Standard
from builder.variant import Variant

Orders = tuple[Written, ...]
COMPLEXITY = {Support: 0, Hold: 1, Convoy: 2, Move: 3}
MOST_COMPLEX = 4  # orders of any other type


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
        self.order_in = {order.home: order for order in self.orders}
        self.place_after = places_after(self.turn)

    def others(self, power: Power) -> list[Written]:
        """The lawful orders that the power did not give."""
        others = []
        for lawful in possible_orders(self.variant.open(self.turn.before), power):
            own = self.order_in.get(lawful.home)
            if own is None or not alike(own.order, lawful.order):
                others.append(lawful)
        return others

    def judged(self, orders: Orders) -> Turn | None:
        """The phase with these orders; None if one of them is not accepted."""
        turn = self.variant.open(self.turn.before).play(self.all_orders(orders))
        return turn if turn.accepts(orders) else None

    def taken(self, orders: Orders) -> Standard | None:
        """The rulebook of a movement phase that has taken these orders, of which nothing is judged
        yet; None if one of them is not accepted."""
        book = self.variant.open(self.turn.before)
        book.take(self.all_orders(orders))
        return book if book.faults.keys().isdisjoint(orders) else None

    def all_orders(self, orders: Orders) -> list[Written]:
        """The orders of the phase, with these in place of those of the same units."""
        homes = {order.home for order in orders}
        unchanged = [order for order in self.orders if order.home not in homes]
        return [*unchanged, *orders]

    def rescue(self, orders: Orders, turn: Turn) -> Rescue:
        """Orders with which the phase is judged as `turn`."""
        place_after = places_after(turn)
        changed = []
        for unit, place in self.place_after.items():
            if unit != self.own and place_after.get(unit) != place:
                changed.append(unit)
        return Rescue(
            orders=orders,
            instead=tuple(self.order_in.get(order.home) for order in orders),
            turn=turn,
            changed=tuple(changed),
            centre=self.centre,
        )

    def rescues(self, tries: Iterable[Orders], succeeds: Callable[[Turn], bool]) -> list[Rescue]:
        """The tries after which `succeeds` is true, those that change fewest other units first."""
        rescues = []
        for orders in tries:
            turn = self.judged(orders)
            if turn is not None and succeeds(turn):
                rescues.append(self.rescue(orders, turn))
        return sorted(rescues, key=_rank)


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
    search = _Search(variant, turn, orders, own=action.unit)
    opponents = _opponents(turn, action)
    succeeds = partial(_mended, turn, action)
    friends = [power for power in variant.setting.powers if power not in opponents]
    others = [power for power in friends if power != action.power]
    rescues: list[Rescue] = []
    for powers in ([action.power], others):
        singles = _single_orders(search, powers, action)
        rescues = rescues or search.rescues(singles, succeeds)
    if not pairs:
        return rescues
    concerned = {action.home, action.goal}
    concerned.update(other.home for other in turn.by_action if other.power in opponents)
    for powers in ([action.power], others):
        doubles = _pairs_of_orders(search, powers, action, concerned)
        rescues = rescues or search.rescues(doubles, succeeds)
    return rescues


def _single_orders(
    search: _Search, powers: Iterable[Power], action: Action
) -> Iterator[tuple[Written]]:
    """Each other order of some powers, but for the unit of the action itself."""
    for power in powers:
        for order in search.others(power):
            if order.home != action.home:
                yield (order,)


def _pairs_of_orders(
    search: _Search, powers: Iterable[Power], action: Action, concerned: Set[Code | None]
) -> Iterator[tuple[Written, Written]]:
    """Two other orders of one power, each of which names one of the provinces concerned."""
    for power in powers:
        near = []
        for (order,) in _single_orders(search, [power], action):
            places = {place.province for place in order.order if isinstance(place, Location)}
            if not concerned.isdisjoint(places):
                near.append(order)
        for one, other in combinations(near, 2):
            if one.home != other.home:
                yield one, other


def centre_rescues(
    variant: Variant, turn: Turn, orders: Sequence[Written], centre: Code
) -> list[Rescue]:
    """The single orders with which a power would have held a centre that it did not hold after the
    phase; those of its previous owner come first."""
    search = _Search(variant, turn, orders, centre=centre)
    owner = turn.before.owners.get(centre)
    holder = holders(turn, {centre}).get(centre)
    rescues = []
    for power in sorted(variant.setting.powers, key=lambda power: power != owner):
        if power != holder:
            tries = ((order,) for order in search.others(power))
            rescues += search.rescues(tries, partial(_holds, power, centre))
    return rescues


def _holds(power: Power, centre: Code, turn: Turn) -> bool:
    """Does the power hold the centre after the phase?"""
    return holders(turn, {centre}).get(centre) == power


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
    rescues_by_centre: dict[Code, list[Rescue]] = {centre: [] for centre in sorted(centres)}
    near = {centre: _provinces_that_matter(turn, centre) for centre in centres}
    for written in effective_orders(variant, turn, power):
        own = search.order_in.get(written.home)
        if own is not None and alike(own.order, written.order):
            continue
        touched = _touched(turn, written)
        wanted = [centre for centre in centres if not touched.isdisjoint(near[centre])]
        for centre, rescue in _rescued(search, written, wanted, power):
            rescues_by_centre[centre].append(rescue)
    saving = {}
    for centre, rescues in rescues_by_centre.items():
        saving[centre] = [rescue.orders[0] for rescue in sorted(rescues, key=_rank)]
    return saving


def _rescued(
    search: _Search, written: Written, wanted: Sequence[Code], power: Power
) -> Iterator[tuple[Code, Rescue]]:
    """Those of the wanted centres that a power would hold with one other order."""
    book = search.taken((written,)) if wanted else None
    if book is None:
        return
    if not book.sharing:
        # Asked before all else is judged: nine orders of ten save nothing.
        wanted = [centre for centre in wanted if book.occupant(centre) in (None, power)]
    if not wanted:
        return
    turn = book.carry_out()
    # Asked before the list of results is made, which costs as much as judging.
    free = [centre for centre in wanted if _may_be_held(turn, centre, power)]
    holder = holders(turn, {*free}) if free else {}
    for centre in free:
        if holder.get(centre) == power and not _open_to_retreat(turn, centre, power):
            yield centre, search.rescue((written,), turn)


def _may_be_held(turn: Turn, centre: Code, power: Power) -> bool:
    """Does a unit of the power stand in the centre after the phase, or no unit?"""
    there = {unit.power for unit in turn.after.units if unit.at.province == centre}
    return not there or power in there


@lru_cache(maxsize=32)  # the moments of a game; its puzzles ask for the same orders again
def effective_orders(variant: Variant, turn: Turn, power: Power) -> Sequence[Written]:
    """The lawful orders of a power that can do something, the orders of all other units being as
    they were: no support or convoy for what another unit was not ordered to do."""
    ordered = {action.unit: action.goal for action in turn.actions}
    return tuple(possible_orders(variant.open(turn.before), power, ordered))


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
    search = _Search(variant, turn, orders)
    holder_of = holders(turn, centres)
    misses: list[tuple[int, Rescue]] = []
    for power in variant.setting.powers:
        held = _held_by(power, holder_of)
        for order in search.others(power):
            judged = search.judged((order,))
            if judged is None:
                continue
            would_hold = _held_by(power, holders(judged, centres))
            taken = [code for code in would_hold if code not in held]
            gain = len(would_hold) - len(held)
            if gain > 0:
                rescue = search.rescue((order,), judged)
                misses.append((gain, rescue._replace(centre=taken[0])))
    if not misses:
        return None
    _, worst = min(misses, key=lambda miss: (-miss[0], _rank(miss[1])))
    return worst


def _held_by(power: Power, holder_of: Mapping[Code, Power]) -> list[Code]:
    return [code for code, holder in holder_of.items() if holder == power]


def holders(turn: Turn, centres: Set[Code]) -> dict[Code, Power]:
    """The holder of each centre after the moves: the power of the unit there, or its owner."""
    holder_of = {code: power for code, power in turn.before.owners.items() if code in centres}
    for unit, place in places_after(turn).items():
        if place is not None and place.province in centres:
            holder_of[place.province] = unit.power
    return holder_of


def _is_lost(turn: Turn, action: Action) -> bool:
    return turn.by_action[action].lost is not None


def _opponents(turn: Turn, action: Action) -> set[Power]:
    """The powers whose units stopped an order or dislodged its unit, or supported such units."""
    contested = {action.goal}
    if _is_lost(turn, action):
        contested.add(action.home)
    contested.discard(None)
    passage = (action.home, action.goal)
    opponents = {opponent.power for opponent in turn.by_action[action].finding.by}
    for other in turn.by_action:
        attacks = other.goal in contested and other is not action
        helps_another = other.aim in contested and (other.helps or ())[:2] != passage
        if attacks or helps_another:
            opponents.add(other.power)
    return opponents - {action.power}


def failed(turn: Turn, action: Action) -> bool:
    """Was the unit dislodged, or did its order fail?"""
    return not turn.by_action[action].finding.value or _is_lost(turn, action)


def places_after(turn: Turn) -> Mapping[Unit, Location | None]:
    """The location of every unit after a phase; None if it was dislodged."""
    places: dict[Unit, Location | None] = {}
    for action, result in turn.by_action.items():
        moved = action.goal is not None and result.finding
        places[action.unit] = action.after.at if moved else action.at
    for dislodged in turn.dislodged:
        if dislodged.unit in places:
            places[dislodged.unit] = None
    return places


def _mended(turn: Turn, action: Action, judged: Turn) -> bool:
    """Is the unit saved, or does its order succeed, in the phase `judged` with other orders?"""
    for other, result in judged.by_action.items():
        if other.unit == action.unit and other.half == action.half:
            if type(other.order) is not type(action.order) or result.lost is not None:
                return False
            return _is_lost(turn, action) or bool(result.finding)
    return False


def _rank(rescue: Rescue) -> tuple[int, int, str]:
    """Few changed units come first, then simple orders, then the alphabet."""
    complexity = sum(COMPLEXITY.get(type(written.order), MOST_COMPLEX) for written in rescue.orders)
    spelling = " ".join(f"{written.home} {tuple(written.order)}" for written in rescue.orders)
    return len(rescue.changed), complexity, spelling
