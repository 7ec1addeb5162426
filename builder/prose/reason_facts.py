"""The facts that a sentence on an order may mention, and how they fill its gaps."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Convoy, Move, Order, Retreat, Support
from builder.model.results import OrderResult, Turn
from builder.model.units import KindCode, Location, Unit
from builder.prose import names
from builder.prose.names import acting_unit, standing, there
from builder.prose.wording import BEATEN, WORDING, WORDS, Mention, Sentence, listed

PIECES = cache(re.compile(r"\{(\w+)\}").split)  # texts and names of gaps in turn


class ReasonFacts(NamedTuple):
    """The facts that a sentence on a result may mention.

    `order` is the order that the sentence is about. `at` is where its unit stands, `to` the place
    that it names, `kind` the unit's kind as written.
    """

    turn: Turn
    board: Board
    result: OrderResult
    order: Order | None
    at: Location | None
    to: Location | None
    kind: KindCode | None = None

    @property
    def finding(self) -> Finding:
        """The finding behind the result."""
        return self.result.finding

    @property
    def action(self) -> Action | None:
        """What the unit did in a movement phase."""
        return self.result.action

    @property
    def ordered(self) -> Order | None:
        """What was ordered, also where it was not accepted."""
        return self.order if self.action is None else meant(self.action)

    @property
    def takers(self) -> list[Action]:
        """The moves that dislodged all units in the way; empty if one of these stayed."""
        return takers(self.finding, self.turn)

    @property
    def drivers(self) -> list[Action]:
        """The moves that dislodged the unit itself."""
        return drivers_of(self.result, self.turn)

    @property
    def idle_fleets(self) -> list[Action]:
        """The fleets that were ordered to carry the army although it went by land."""
        if self.action is None:
            return []
        passage = (self.action.home, self.action.goal)
        fleets = []
        for action in self.turn.idle_convoys:
            if isinstance(action.order, Convoy) and action.order.passage == passage:
                fleets.append(action)
        return fleets

    def there(self, at: Location | None) -> str:
        """A place within a sentence."""
        return there(self.board, at) if at else "that place"

    def filled(self, template: str) -> Sentence:
        """The sentence with its gaps filled, as texts and mentions in turn."""
        parts: list[str] = []
        for number, piece in enumerate(PIECES(template)):
            is_gap = number % 2 == 1
            for part in GAPS[piece](self) if is_gap else (piece,):
                if parts and not isinstance(part, Mention) and not isinstance(parts[-1], Mention):
                    parts[-1] += part
                elif part:
                    parts.append(part)
        return tuple(parts)


def meant(action: Action) -> Order:
    """What was ordered, also where it was not accepted."""
    return action.meant if action.fault and action.meant is not None else action.order


def goal_of(order: Order | None) -> Location | None:
    """The place to which a unit goes, or where a support or a convoy acts."""
    if isinstance(order, Support | Convoy):
        return order.to or order.at
    return order.to if isinstance(order, Move | Retreat) else None


def drivers(unit: Unit, turn: Turn) -> list[Action]:
    """The moves into the place of a unit that was dislodged in this phase."""
    moves = []
    for action, result in turn.by_action.items():
        if action.goal == unit.at.province and result.finding and action.unit != unit:
            moves.append(action)
    return moves


def drivers_of(result: OrderResult, turn: Turn) -> list[Action]:
    """The moves that dislodged the unit of an order."""
    return drivers(result.lost.unit, turn) if result.lost else []


def takers(finding: Finding, turn: Turn) -> list[Action]:
    """The moves that dislodged all units that a move met in its goal; empty if one of these stayed,
    or if the move met none there."""
    if finding.why not in (Reason.REPELLED, Reason.OWN_UNIT):
        return []
    moves: dict[Action, None] = {}
    for action in finding.by:
        if turn.loss(action) is None:
            return []
        moves.update(dict.fromkeys(drivers(action.unit, turn)))
    return list(moves)


def bounce(finding: Finding, turn: Turn) -> str:
    """How a move failed: units of equal force `stood off`, a unit that stayed made the other one
    `bounced`, and greater force left it `beaten`. An own unit in the way stays by the rules, not by
    its force."""
    ours, theirs = finding.tally or (0, 0)
    outweighed = ours < theirs and finding.why is not Reason.OWN_UNIT
    if outweighed or takers(finding, turn):
        return BEATEN
    return WORDING[finding.why].word or WORDS[finding.why.outcome]


def _unit(of: ReasonFacts) -> str:
    if of.action is not None:
        return Mention(acting_unit(of.action))
    if of.result.unit is not None:
        return Mention(of.result.unit)
    if of.at is None or of.result.carried_out:
        return "the unit"
    return Mention(names.unit_at(of.at, of.kind, names.standing_before(of.turn)))


def _owner(of: ReasonFacts) -> str:
    units = names.standing_before(of.turn)
    if of.at is not None and of.at.province in units:
        return units[of.at.province].power
    return "another power"


def _force(of: ReasonFacts) -> str:
    if of.finding.tally is None:
        return ""
    ours, theirs = of.finding.tally
    if of.finding.why is Reason.DISLODGED or ours < theirs:
        return " with greater force"
    return " with equal force" if ours == theirs else " with less force"


def _target(of: ReasonFacts) -> str:
    if not isinstance(of.order, Support | Convoy) or of.order.at is None:
        return "the unit"
    unit = standing(of.turn.before.units).get(of.order.at.province)
    return Mention(unit) if unit else names.unit_at(of.order.at, of.order.kind, {})


def _start(of: ReasonFacts) -> str:
    ordered = of.ordered
    return of.there(ordered.at if isinstance(ordered, Convoy) else of.at)


def _origins(of: ReasonFacts) -> Sentence:
    places = dict.fromkeys(of.there(Location(action.home)) for action in of.finding.by)
    return listed(list(places)) if places else ("elsewhere",)


def _aside(of: ReasonFacts) -> str:
    aimed = isinstance(of.order, Support) and of.order.to is not None
    if aimed and len(of.finding.by) == 1:
        return ", which is not the place the support was aimed at"
    return ""


def _units(actions: Iterable[Action]) -> Sentence:
    return listed([Mention(acting_unit(action)) for action in actions])


def _instead(of: ReasonFacts) -> Sentence:
    """The text on what the unit that an order names did instead."""
    order = of.order
    if not isinstance(order, Support | Convoy) or order.at is None:
        return ("no order matches it",)
    there_first = (a for a in of.turn.by_action if a.home == order.at.province)
    target = next(there_first, None)
    if target is None:
        return (f"no unit stood in {of.there(order.at)}",)
    if target is of.action:
        return ("a unit lends its own order no support",)
    named = Mention(acting_unit(target))
    goal = None if order.to is None else order.to.province
    if isinstance(order, Convoy) and target.goal == goal:
        return (named, " went by land: its order does not ask for this convoy")
    if target.fault and isinstance(target.meant, Move) and target.meant.to == order.to:
        return ("the order of ", named, " is void as well")
    wanted = f"to go to {of.there(order.to)}" if order.to else "to stand"
    if target.meant is None:
        return (named, f" was not ordered {wanted}: it had no order")
    text = names.result_text(of.turn.by_action[target], standing(of.turn.before.units))
    return (named, f" was not ordered {wanted} (its order: {text})")


# `How` is how a move failed, `home` where the unit stands, `goal` where it goes; `by` are the units
# that stopped it, `force` is how strong they were (`stand` if they stayed), `taker` which moves
# dislodged them; `target` is the unit that an order helps, `start` where it stands, `aim`
# where it goes; `driver` are the moves that dislodged the unit itself.
GAPS: Mapping[str, Callable[[ReasonFacts], Sentence]] = {
    "How": lambda of: (bounce(of.finding, of.turn).capitalize(),),
    "unit": lambda of: (_unit(of),),
    "power": lambda of: (of.result.power,),
    "owner": lambda of: (_owner(of),),
    "home": lambda of: (of.there(of.at),),
    "goal": lambda of: (of.there(of.to),),
    "province": lambda of: (of.there(Location(of.to.province) if of.to else None),),
    "aim": lambda of: (of.there(goal_of(of.ordered)),),
    "start": lambda of: (_start(of),),
    "by": lambda of: _units(of.finding.by),
    "was": lambda of: ("were" if len(of.finding.by) > 1 else "was",),
    "taker": lambda of: _units(of.takers),
    "driver": lambda of: _units(of.drivers),
    "fleets": lambda of: _units(of.idle_fleets),
    "force": lambda of: (_force(of),),
    "stand": lambda of: (" and held it", _force(of)) if of.finding.tally else (),
    "target": lambda of: (_target(of),),
    "origin": _origins,
    "aside": lambda of: (_aside(of),),
    "instead": _instead,
}
