"""Which differences of a phase an unread line of it could remove.

An unread line may hide an order of a unit for which no order was read, or a unit that is not on the
board, if the position itself was taken from the orders. Each order that the line may have given is
tried: a difference that it removes, without making another, rests on the unread line and is no
difference. Many unread lines are not tried together. Then every difference counts as resting on
them that could touch the units in question.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from builder.model.names import plain
from builder.model.orders import Build, Convoy, Hold, Move, Support, Written, helped
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import Code, Location, Position, Power, Unit
from builder.playback.comparison import Comparison
from builder.playback.continuation import counted_again
from builder.record import NOT_UNDERSTOOD, Note, PhaseRecord
from builder.rules.possible_orders import possible_orders
from builder.variant import Variant

MOST_TRIES = 4_000  # of one phase; about two seconds
MOST_LINES = 2  # whose orders are tried together
ORDERS_OF_A_LINE = re.compile("[,;|]")
WORD = re.compile(r"[^\W\d_]+")
LONGEST_NAME = 4  # words of a province
LONGEST_ORDER = 10  # words; a line of talk that is longer, and under no power, hides no order
ComparisonKey = tuple[str, Power | None, Location | None]
CompareTurn = Callable[[Turn], Sequence[Comparison]]


class UnreadLine(NamedTuple):
    """A piece of a line that was not read, which may be an order: its power, None if it names none;
    and the province of its unit, if at least that can be read. `is_talk` says that it hardly is an
    order: it is tried where a difference may rest on it, and not reported else."""

    power: Power | None
    home: Code | None = None
    is_talk: bool = False

    def may_order(self, power: Power, province: Code) -> bool:
        """May it be for a unit of that power in that province?"""
        return self.power in (None, power) and self.home in (None, province)


class Hypothesis(NamedTuple):
    """Orders that unread lines may have given, and the units that only they name."""

    orders: tuple[Written, ...]
    units: tuple[Unit, ...] = ()

    @property
    def homes(self) -> set[Code | None]:
        """The provinces of the units that are ordered."""
        return {order.home for order in self.orders}

    def joined(self, other: "Hypothesis") -> "Hypothesis":
        """Both together."""
        return Hypothesis(self.orders + other.orders, self.units + other.units)


def unread_lines(notes: Iterable[Note], setting: Setting) -> list[UnreadLine]:
    """The lines of a phase that were not read, by its notes, cut into pieces that may be one order
    each."""
    lines = []
    for note in notes:
        is_talk = is_not_understood(note)
        if note.kind == "not read" or is_talk:
            line = note.text.removeprefix(NOT_UNDERSTOOD)
            head, colon, rest = line.partition(":")
            name = setting.power_names.get(head.strip()) if colon else None
            power = Power(name) if name else None
            text = rest if name else line
            if is_talk and power is None and len(text.split()) > LONGEST_ORDER:
                continue
            pieces = [] if is_talk else ORDERS_OF_A_LINE.split(text)
            for piece in [*filter(str.strip, pieces)] or [text]:
                lines.append(UnreadLine(power, _home(piece, setting), is_talk))
    return lines


def is_not_understood(note: Note) -> bool:
    """Is it on words that were not understood, and hardly are an order?"""
    return note.kind == "notice" and note.text.startswith(NOT_UNDERSTOOD)


def _home(text: str, setting: Setting) -> Code | None:
    """The province with which a text begins, perhaps behind a kind of unit; None without one."""
    words = WORD.findall(text)[: LONGEST_NAME + 1]
    kinds = set()
    for kind in setting.kinds.values():
        kinds.add(plain(kind.code))
        kinds.add(plain(kind.name))
    if words and plain(words[0]) in kinds:
        words = words[1:]
    for end in range(min(len(words), LONGEST_NAME), 0, -1):
        code = setting.board.names.get(" ".join(words[:end]))
        if code:
            return Code(code)
    return None


def units_in_question(turn: Turn, recorded: PhaseRecord, lines: Sequence[UnreadLine]) -> list[Unit]:
    """The units that one of the lines may be for: those without an order, and those whose own line
    was read in part only."""
    before = turn.before
    retreats = before.phase.step == "retreats"
    units = [lost.unit for lost in before.dislodged] if retreats else before.units
    partly = {(line.power, line.home) for line in lines}
    ordered = {(written.issuer, written.home) for written in recorded.orders} - partly
    free = [unit for unit in units if (unit.power, unit.at.province) not in ordered]
    return [unit for unit in free if _concern(lines, unit.power)]


def _concern(lines: Iterable[UnreadLine], power: Power | None) -> bool:
    """May one of the lines be of that power?"""
    return any(line.power in (None, power) for line in lines)


def key(c: Comparison) -> ComparisonKey:
    """What a comparison is about."""
    return c.subject, c.power, c.at if _is_of_order(c) else None


def _is_of_order(c: Comparison) -> bool:
    """Is it the result of an order that is compared, not a position or a chart?"""
    return c.result is not None


def differing(comparisons: Iterable[Comparison]) -> set[ComparisonKey]:
    """What differs."""
    return {key(c) for c in comparisons if c.verdict == "differs"}


@dataclass
class UnreadOrders:
    """The orders that the unread lines of one phase may hold. `open_ended` says that the position
    may lack units, because it was printed or taken from the orders, `starts` that the record begins
    with it."""

    variant: Variant
    turn: Turn
    recorded: PhaseRecord
    lines: Sequence[UnreadLine]
    open_ended: bool = False
    starts: bool = False

    def removable(
        self, comparisons: Sequence[Comparison], compared: CompareTurn
    ) -> set[ComparisonKey]:
        """The differences among these comparisons that an unread line could remove; `compared`
        compares a turn of the phase with what is printed."""
        differences = differing(comparisons)
        if not differences or not self.lines:
            return set()
        if self.turn.before.phase.step == "adjustments":
            return {key(c) for c in comparisons if key(c) in differences and self._adjusts(c)}
        removed: set[ComparisonKey] = set()
        helpful: list[Hypothesis] = []
        tries = 0
        for hypothesis in islice(self._hypotheses(comparisons, helpful), MOST_TRIES):
            tries += 1
            left = self._left(hypothesis, compared)
            if not differences <= left and len(hypothesis.orders) == 1:
                helpful.append(hypothesis)
            if left <= differences:
                removed |= differences - left
            if removed == differences:
                return differences
        if tries == MOST_TRIES or sum(not line.is_talk for line in self.lines) > MOST_LINES:
            near = self._within_influence()
            touched = {key(c) for c in comparisons if near & places_of(c)}
            removed |= differences & touched
        return removed

    def _left(self, hypothesis: Hypothesis, compared: CompareTurn) -> set[ComparisonKey]:
        """What differs under a hypothesis. A unit that only an unread line names may be missing in
        a printed position for the same reason."""
        unlisted = {unit.power for unit in hypothesis.units}
        otherwise = compared(self._played(hypothesis))
        return differing(c for c in otherwise if _is_of_order(c) or c.power not in unlisted)

    def _adjusts(self, c: Comparison) -> bool:
        """May a line be a build or removal of the power that is compared? A power that ordered all
        that is due has none that is not read."""
        power = c.power
        if power is None or not _concern(self.lines, power):
            return False
        book = self.variant.open(self.turn.before)
        due = abs(book.dues(self.turn.before).get(power, 0))
        ordered = sum(written.issuer == power for written in self.recorded.orders)
        is_named = any(line.power == power and not line.is_talk for line in self.lines)
        return ordered < due or is_named

    def _unordered(self) -> list[Unit]:
        return units_in_question(self.turn, self.recorded, self.lines)

    def _hypotheses(
        self, comparisons: Sequence[Comparison], helpful: Sequence[Hypothesis]
    ) -> Iterator[Hypothesis]:
        """What the lines may hold: an order, a unit with its order, or two orders. `helpful` are
        those single orders, tried before, that remove a difference but may make another."""
        units = self._unordered()
        singles = [Hypothesis((order,)) for order in self._orders_for(units, self.turn.before)]
        yield from singles
        if self.open_ended:
            yield from self._hidden_units(comparisons)
        if len(self.lines) >= MOST_LINES:
            for one in helpful:
                others = [other for other in singles if other.homes.isdisjoint(one.homes)]
                yield from map(one.joined, others)
            yield from self._pairs(singles)

    def _orders_for(self, units: Iterable[Unit], position: Position) -> Iterator[Written]:
        """Every lawful order of some units."""
        wanted = {unit.at.province for unit in units}
        powers = dict.fromkeys(unit.power for unit in units)
        for power in powers:
            book = self.variant.open(position)
            for order in possible_orders(book, power):
                if order.home in wanted:
                    yield order

    def _pairs(self, singles: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """Two orders together: a move that does something alone, or one that the other helps."""
        moves = [one.orders[0] for one in singles if isinstance(one.orders[0].order, Move)]
        others = [one.orders[0] for one in singles if not isinstance(one.orders[0].order, Hold)]
        for move in moves:
            assert isinstance(move.order, Move)
            passage = (move.home, move.order.to.province)
            for other in others:
                if other.home != move.home and helped(other.order) == passage:
                    yield Hypothesis((move, other))
        for move in moves:
            for other in others:
                if other.home != move.home and not isinstance(other.order, Support | Convoy):
                    yield Hypothesis((move, other))

    def _hidden_units(self, comparisons: Sequence[Comparison]) -> Iterator[Hypothesis]:
        """Units that are not on the board, near what differs, each with each of its orders."""
        before = self.turn.before
        if before.phase.step != "movement":
            return
        near: set[Code] = set()
        for c in comparisons:
            if c.verdict == "differs":
                near |= places_of(c)
        places = self._beside(near) | self._helped_places()
        occupied = {unit.at.province for unit in before.units}
        for place in sorted(places):
            if place.province in occupied:
                continue
            for unit in self._possible_units(place):
                position = before._replace(units=(*before.units, unit))
                for order in self._orders_for([unit], position):
                    yield Hypothesis((order,), (unit,))

    def _helped_places(self) -> set[Location]:
        """The places of the units that supports and convoys are for."""
        places = (getattr(written.order, "at", None) for written in self.recorded.orders)
        return {place for place in places if place}

    @cached_property
    def _powers_with_hidden_units(self) -> list[Power]:
        """The powers of which there are more lines than units without an order."""
        units = Counter(unit.power for unit in self._unordered())
        lines = Counter(line.power for line in self.lines)
        more = {power: units[power] - lines[power] for power in self.variant.setting.powers}
        of_any = lines[None] > sum(count for count in more.values() if count > 0)
        return [power for power, count in more.items() if count < 0 or of_any]

    def _possible_units(self, at: Location) -> Iterator[Unit]:
        """The units that may be in a place, if one of the lines is for a unit there."""
        setting = self.variant.setting
        season = self.turn.before.phase.season
        lines = [line for line in self.lines if self.starts or not line.is_talk]
        for power in self._powers_with_hidden_units:
            if any(line.may_order(power, at.province) for line in lines):
                for kind in setting.kinds.values():
                    if setting.board.reach(kind, season).get(at):
                        yield Unit(power, kind.code, at)

    def _beside(self, near: set[Code]) -> set[Location]:
        """The places in some provinces, and those next to them."""
        ways = self.variant.setting.board.ways
        places = {at for at in ways if at.province in near}
        for at in [*places]:
            places.update(ways[at])
        return places

    def _played(self, hypothesis: Hypothesis) -> Turn:
        """The phase with the orders of a hypothesis."""
        before = self.turn.before
        if hypothesis.units:
            before = before._replace(units=(*before.units, *hypothesis.units))
        replaced = {(order.issuer, order.home) for order in hypothesis.orders}
        others = [
            written
            for written in self.recorded.orders
            if (written.issuer, written.home) not in replaced
        ]
        return self.variant.open(before).play([*others, *hypothesis.orders])

    def located(self, following: Sequence[PhaseRecord], after: Position) -> Position:
        """The position after a movement, with the units whose orders were not read where the next
        movement's orders name them, if only one unit of their power can have come there."""
        moved: dict[Unit, list[Unit]] = {}
        for power, at in self._strangers(following, after):
            arrivals = [pair for pair in self._arrivals(at.province) if pair[0].power == power]
            if len(arrivals) == 1:
                start, end = arrivals[0]
                moved.setdefault(start, []).append(end)
        end_of = {start: ends[0] for start, ends in moved.items() if len(ends) == 1}
        occupied = {unit.at.province for unit in after.units if unit not in end_of}
        goals = {end.at.province for end in end_of.values()}
        if not goals or not occupied.isdisjoint(goals):
            return after
        after = after._replace(units=tuple(end_of.get(unit, unit) for unit in after.units))
        if self.recorded.owners is not None:
            return after
        return counted_again(self.variant, self.turn, after)

    def _strangers(
        self, following: Sequence[PhaseRecord], after: Position
    ) -> list[tuple[Power, Location]]:
        """The units that the next movement's orders name where their power has none and built none.
        Powers whose position is printed need no such witness."""
        occupied = {(unit.power, unit.at.province) for unit in after.units}
        printed = {unit.power for unit in self.recorded.after or ()}
        for phase in following:
            if phase.phase.step == "movement":
                ordered = {(w.issuer, w.unit.at) for w in phase.orders if w.unit}
                strangers = []
                for power, at in sorted(ordered):
                    if power not in printed and (power, at.province) not in occupied:
                        strangers.append((power, at))
                return strangers
            for written in phase.orders:
                if isinstance(written.order, Build):
                    occupied.add((written.issuer, written.order.at.province))
        return []

    def _arrivals(self, goal: Code) -> Iterator[tuple[Unit, Unit]]:
        """The units without an order that can go to a province, each with itself there."""
        setting = self.variant.setting
        season = self.turn.before.phase.season
        for unit in self._unordered():
            reach = setting.board.reach(setting.kinds[unit.kind], season)
            places = [to for to in reach.get(unit.at, ()) if to.province == goal]
            if len(places) == 1:
                yield unit, unit._replace(at=places[0])

    def _within_influence(self) -> set[Code]:
        """The provinces that the units in question reach, and those that orders join to these."""
        units = self._unordered()
        near = {unit.at.province for unit in units}
        for order in self._orders_for(units, self.turn.before):
            if isinstance(order.order, Move):
                near.add(order.order.to.province)
        joined = []
        for action in self.turn.by_action:
            places = {action.home, action.goal, action.aim}
            joined.append({place for place in places if place})
        growing = True
        while growing:
            touching = [places for places in joined if places & near and not places <= near]
            growing = bool(touching)
            near.update(*touching)
        return near


def places_of(c: Comparison) -> set[Code]:
    """The provinces that occur in a comparison."""
    words = f"{c.recorded} {c.computed}".replace(",", " ").split()
    places = {Code(word.partition("/")[0]) for word in words}
    if c.at is not None:
        places.add(c.at.province)
    if c.centre is not None:
        places.add(c.centre)
    for order in (c.action and c.action.meant, c.written and c.written.order):
        for part in order or ():
            if isinstance(part, Location):
                places.add(part.province)
    return places
