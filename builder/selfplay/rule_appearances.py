"""Finds the orders of an exhibition game that show a sentence of the variant's rules."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, get_args

from builder.formats.sentences import RuleAppearance, RuleSentence
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Hold, Move, Order, Support, Written, helped
from builder.model.outcomes import Outcome
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import Code, Power, Unit
from builder.notation.notation import write_order


class PlayedOrder(NamedTuple):
    """One order of a turn with its finding, or what happened to a unit or power without one."""

    setting: Setting
    turn: Turn
    power: Power
    unit: Unit | None
    order: Order | None
    written: Written | None
    finding: Finding
    action: Action | None = None

    @property
    def goal(self) -> Code | None:
        """The province to which the order leads; of a support or convoy, the goal of its unit."""
        to = getattr(self.order, "to", None) or getattr(self.order, "at", None)
        return to.province if to is not None else None

    @property
    def way(self) -> tuple[bool, bool, bool] | None:
        """The way of a move without a convoy: is it crossed, does it weaken, is it ever closed?"""
        if self.unit is None or self.action is None or not isinstance(self.order, Move):
            return None
        board = self.setting.board
        season = self.turn.before.phase.season
        way = board.way(self.unit.at, self.order.to, self.setting.kinds[self.action.kind], season)
        return way and (bool(way.crosses), way.force is not None, way.seasons is not None)

    def words(self) -> Iterator[str]:
        """Words for the kind of order, the kind of unit, and what became of it."""
        yield type(self.order).__name__.lower()
        kind = self.action.kind if self.action else getattr(self.order, "kind", None)
        yield self.setting.kinds[kind].name if kind else ""
        if self.unit is not None and kind not in (None, self.unit.kind):
            yield f"from a {self.setting.kinds[self.unit.kind].name}"
        if route := getattr(self.action and self.action.order, "route", ()):
            fleets = (a for a in self.turn.by_action if a.at == route[0] and a is not self.action)
            yield from (f"by a fleet that {type(a.order).__name__.lower()}s" for a in fleets)
        yield self.finding.why.value
        for refused in self.turn.refused:
            if self.written is not None and refused.written is self.written:
                yield refused.why.value

    def shows(self, seen: RuleAppearance) -> bool:
        """Does the order show the sentence?"""
        home = self.unit.at.province if self.unit else None
        if (seen.at and home not in seen.at) or (seen.to and self.goal not in seen.to):
            return False
        if seen.between and not (home != self.goal and {home, self.goal} <= {*seen.between}):
            return False
        return all(SIGNS[w](self) if w in SIGNS else w in self.words() for w in seen.words)

    def __str__(self) -> str:
        if self.written is None:
            return f"{self.power}, {self.unit}" if self.unit else self.power
        return f"{self.power}, {write_order(self.written, self.setting)}"


def _is_supported(o: PlayedOrder) -> bool:
    supports = (a.order for a in o.turn.by_action if isinstance(a.order, Support))
    led = (o.unit.at.province, o.goal) if o.unit and o.goal else ()
    return any(helped(support) == led for support in supports)


def _is_frozen(o: PlayedOrder) -> bool:
    if o.unit is None or o.unit.aboard or o.action is None:
        return False
    kind = o.setting.kinds[o.unit.kind]
    board = o.setting.board
    ways = {s: board.reach(kind, s).get(o.unit.at) for s in o.setting.calendar.seasons}
    return not ways[o.turn.before.phase.season] and any(ways.values())


def _is_underfed(o: PlayedOrder) -> bool:
    if o.turn.before.phase.step != "adjustments":
        return False
    owned = sum(p == o.power for c, p in o.turn.before.owners.items() if c in o.setting.centres)
    return owned > o.turn.fed.get(o.power, owned)


def _other_half_stands(o: PlayedOrder) -> bool:
    """Is it the order of a half whose other half holds?"""
    if o.action is None or not o.action.half or o.unit is None:
        return False
    own = (a for a in o.turn.actions if a.unit == o.unit and a is not o.action)
    return any(isinstance(action.order, Hold) for action in own)


SIGNS: Mapping[str, Callable[[PlayedOrder], object]] = {
    "succeeds": lambda o: o.finding.value,
    "fails": lambda o: not o.finding.value,
    "ordered": lambda o: o.written is not None,
    "doubled": lambda o: o.unit is not None and o.unit.size > 1,
    "half": lambda o: o.action and o.action.half,
    "for its other half": lambda o: (
        isinstance(o.order, Support)
        and o.unit is not None
        and (helped(o.order) or ())[:1] == (o.unit.at.province,)
    ),
    "led": lambda o: o.action and (o.action.leader or o.setting.kinds[o.action.kind].strength == 0),
    "leader alone": lambda o: o.unit and o.setting.kinds[o.unit.kind].strength == 0,
    "aboard": lambda o: o.unit is not None and o.unit.aboard,
    "neutral": lambda o: o.unit is not None and not o.setting.nation[o.unit.power].playable,
    "names no unit": lambda o: isinstance(o.order, Support) and o.order.at is None,
    "supported": _is_supported,
    "other half stands": _other_half_stands,
    "by land": lambda o: isinstance(o.order, Move) and o.way is not None,
    "by sea": lambda o: isinstance(o.order, Move) and o.action and o.way is None,
    "on a crossed way": lambda o: o.way and o.way[0],
    "through a strait": lambda o: o.way and o.way[1],
    "through ice": lambda o: o.way and o.way[2],
    "frozen in": _is_frozen,
    "abroad": lambda o: o.goal and o.setting.board.provinces[o.goal].home != o.power,
    "owns more than it feeds": _is_underfed,
    "in its own year": lambda o: o.setting.calendar.owner(o.turn.before.phase.year) == o.power,
    "first phase": lambda o: o.turn.before.phase == o.setting.calendar.start,
    "after the first phase": lambda o: o.turn.before.phase != o.setting.calendar.start,
}


def words_of(setting: Setting) -> set[str]:
    """All words that can apply to an order under a variant: of orders, units, reasons and signs."""
    order_words = {kind.__name__.lower() for kind in get_args(Order)}
    unit_words = {kind.name for kind in setting.kinds.values()}
    words = {*SIGNS, *order_words, *unit_words, *(reason.value for reason in Reason)}
    words |= {f"from a {name}" for name in unit_words}
    return words | {f"by a fleet that {word}s" for word in order_words}


def appearances(
    setting: Setting, turn: Turn, sentences: Collection[RuleSentence]
) -> Iterator[tuple[RuleSentence, PlayedOrder]]:
    """Of these sentences those that the turn shows, each with the first result that does."""
    played = []
    holds_first = sorted(turn.by_action.items(), key=lambda entry: entry[0].role)
    for a, result in holds_first:
        order = a.meant or a.order
        played_order = PlayedOrder(
            setting, turn, a.power, a.unit, order, result.written, result.finding, a
        )
        played.append(played_order)
    for end in turn.ends:
        played_order = PlayedOrder(
            setting, turn, end.power, end.unit, end.order, end.written, end.finding
        )
        played.append(played_order)
    for power in turn.winners:
        assert turn.won
        played.append(PlayedOrder(setting, turn, power, None, None, None, turn.won))
    for sentence in sentences:
        for played_order in played:
            if sentence.seen and played_order.shows(sentence.seen):
                yield sentence, played_order
                break


def blunders(turns: Iterable[Turn]) -> int:
    """How many moves bounced only off units of their own power, and supports matched no order."""
    count = 0
    for turn in turns:
        for action, result in turn.by_action.items():
            own_units_only = all(by.power == action.power for by in result.finding.by)
            bounced_off_own = result.finding.why.outcome is Outcome.BOUNCED and own_units_only
            if bounced_off_own or result.finding.why is Reason.NOT_ORDERED_SO:
                count += 1
    return count
