"""Why an order ended as it did, in one or two sentences that name the units."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Build, Convoy, Move, Order, Remove, Retreat, Support, Written
from builder.model.outcomes import Outcome
from builder.model.results import OrderResult, Turn
from builder.model.units import KindCode, Location, Power, Unit
from builder.prose import names
from builder.prose.names import acting_unit, standing, there


class ReasonSentence(NamedTuple):
    """A sentence with gaps (`{unit}`, see `GAPS`), a short citation of the rule it rests on, and
    the fate if that is not the usual one of the outcome."""

    text: str
    rule: str
    fate: str = ""


_SENTENCES = json.loads(Path(__file__).with_name("reasons.json").read_text(encoding="utf-8"))
WORDING: Mapping[Reason, ReasonSentence] = {
    Reason[name]: ReasonSentence(*said) for name, said in _SENTENCES["reasons"].items()
}
BESIDE: Mapping[str, str] = _SENTENCES["beside"]  # texts that depend on more than the reason
FATES: dict[Outcome, str] = {Outcome(word): said for word, said in _SENTENCES["fates"].items()}
BEATEN = "beaten"  # of a move that met greater force
HEADS = frozenset(
    (
        *(w.text.partition(": ")[0] for w in WORDING.values() if ": " in w.text),
        *(word.capitalize() for word in (*FATES.values(), BEATEN) if word),
        *(w.fate.capitalize() for w in WORDING.values() if w.fate),
    )
)
PIECES = cache(re.compile(r"\{(\w+)\}").split)  # texts and names of gaps in turn


class Mention(str):
    """A unit named in a sentence, which a page can link: `A Mun`."""

    __slots__ = ()


Sentence = tuple[str, ...]  # texts and mentions
flat = "".join  # a sentence as plain text


def body(sentence: Sentence) -> Sentence:
    """A sentence without the fate that it begins with, for tables with the fate in a column."""
    head, colon, rest = (*sentence, "")[0].partition(": ")
    if not colon or head not in HEADS:
        return sentence
    return (rest[:1].upper() + rest[1:], *sentence[1:]) if rest else sentence[1:]


def fate(action: Action, finding: Finding, turn: Turn) -> str:
    """What became of an order in a word or two; nothing for a plain success.
    `stood off`, `bounced`, `beaten`, `support cut`, `void`, `no convoy`, `dislodged`, `dislodges`;
    two where two things happened (`stood off, dislodged`)."""
    why = action.fault or finding.why
    word = WORDING[why].fate or FATES.get(why.outcome, "")
    if why.outcome is Outcome.BOUNCED:
        word = _bounce(finding, turn)
    if why is Reason.MOVED and _driven_out(action, turn):
        word = "dislodges"
    lost = is_dislodged(action, turn) and word != "dislodged"
    return ", ".join(filter(None, (word, "dislodged" if lost else "")))


def _bounce(finding: Finding, turn: Turn) -> str:
    """How a move failed: units of equal force `stood off`, a unit that stayed made the other one
    `bounced`, and greater force left it `beaten`."""
    ours, theirs = finding.tally or (0, 0)
    if ours < theirs or _takers(finding, turn):
        return BEATEN
    return WORDING[finding.why].fate or FATES[finding.why.outcome]


def _takers(finding: Finding, turn: Turn) -> list[Action]:
    """The moves that dislodged all units that a move met in its goal; empty if one of these stayed,
    or if the move met none there."""
    if finding.why not in (Reason.REPELLED, Reason.OWN_UNIT):
        return []
    if not all(is_dislodged(a, turn) for a in finding.by):
        return []
    taken = (taker for a in finding.by for taker in drivers(a.unit, turn))
    return list(dict.fromkeys(taken))


def is_dislodged(action: Action, turn: Turn) -> bool:
    """Was the unit of an action dislodged in this phase?"""
    return turn.loss(action) is not None


def _driven_out(action: Action, turn: Turn) -> list[Unit]:
    return [d.unit for d in turn.dislodged if d.unit.at.province == action.goal]


def reason(action: Action, finding: Finding, turn: Turn, board: Board) -> Sentence:
    """Why an order of a movement phase ended as it did; empty for a plain success or hold."""
    why, by, order = action.fault or finding.why, drivers_of(action, turn), action.order
    if why is Reason.MOVED:
        victims = [Mention(unit) for unit in _driven_out(action, turn)]
        home = there(board, Location(action.goal or action.home))
        return ("Dislodges ", *_listed(victims), f" in {home}.") if victims else ()
    to = _goal(order if isinstance(order, Move) or action.meant is None else action.meant)
    of = ReasonFacts(
        turn, board, finding, action.power, order, Location(action.home),
        Location(to.province) if to else None, action=action, drivers=by,
    )  # fmt: skip
    plain = why in (Reason.HELD, Reason.GIVEN, Reason.CARRIED) and not finding.by
    text = "" if plain else WORDING[why].text
    if of.takers:
        text = BESIDE["taken"]
    if not plain and action.fault is None and not finding and of.idle_fleets:
        text += f" {BESIDE['unwanted']}"
    named = {*finding.by, *of.takers} if "{by}" in text else set()
    if not {*by} <= named:
        text = f"{text} {BESIDE['driven']}".lstrip()
    return of.filled(text) if text else ()


def refusal(written: Written, finding: Finding, turn: Turn, board: Board) -> Sentence:
    """Why a written order was not accepted."""
    order, at = written.order, written.unit.at if written.unit else None
    if at is None and isinstance(order, Build | Remove):
        at = order.at
    kind = written.unit.kind if written.unit else None
    goal = _goal(order)
    text = WORDING[finding.why].text
    if at is not None and turn.before.phase.step == "retreats":
        if finding.why is Reason.NO_SUCH_UNIT:
            text = BESIDE["not driven"]
        elif finding.why is Reason.NO_REFUGE:
            text = BESIDE["nowhere"]
        elif finding.why is Reason.REFUGE_CLOSED and goal is not None:
            fallen = names.standing_before(turn)[at.province]
            text = f"Void: {_barred(fallen, goal, turn, board)}"
    of = ReasonFacts(turn, board, finding, written.issuer, order, at, goal, kind)
    return of.filled(text)


def reason_of_fate(fate: OrderResult, turn: Turn, board: Board) -> Sentence:
    """Why a retreat, build, removal or disbandment ended as it did."""
    order = fate.written.order if fate.written else None
    at = order.at if isinstance(order, Build | Remove) else fate.unit.at if fate.unit else None
    goal = order.to if isinstance(order, Retreat) else fate.to
    of = ReasonFacts(turn, board, fate.finding, fate.power, order, at, goal, fallen=fate.unit)
    text = WORDING[fate.finding.why].text
    if fate.finding.why is Reason.REFUGE_CLOSED and fate.unit and goal:
        text = f"Destroyed: {_barred(fate.unit, goal, turn, board)}"
    return of.filled(text)


def _barred(unit: Unit, goal: Location, turn: Turn, board: Board) -> str:
    """The sentence on a retreat that is not allowed, by the first reason that applies."""
    origins = {d.origin for d in turn.before.dislodged if d.unit == unit}
    grounds = {
        "far": all(to.province != goal.province for to in board.ways.get(unit.at, ())),
        "occupied": any(u.at.province == goal.province for u in turn.before.units),
        "contested": goal.province in turn.before.contested,
        "attacker": goal.province in origins,
    }
    return next((BESIDE[ground] for ground, holds in grounds.items() if holds), BESIDE["closed"])


def meant(action: Action) -> Order:
    """What was ordered, also where it was not accepted."""
    return action.meant if action.fault and action.meant is not None else action.order


class ReasonFacts(NamedTuple):
    """The facts that a sentence on an order may mention.

    `at` is where the order's unit stands, `to` the place that the order names, `kind` the unit's
    kind as written; `fallen` is the unit of a retreat or adjustment, `action` what a unit does in
    a movement phase, and `drivers` are the moves that dislodged it.
    """

    turn: Turn
    board: Board
    finding: Finding
    issuer: Power
    order: Order | None
    at: Location | None
    to: Location | None
    kind: KindCode | None = None
    fallen: Unit | None = None
    action: Action | None = None
    drivers: Sequence[Action] = ()

    def filled(self, template: str) -> Sentence:
        """The sentence with its gaps filled, as texts and mentions in turn."""
        parts: list[str] = []
        for i, piece in enumerate(PIECES(template)):
            for part in GAPS[piece](self) if i % 2 else (piece,):
                if parts and not isinstance(part, Mention) and not isinstance(parts[-1], Mention):
                    parts[-1] += part
                elif part:
                    parts.append(part)
        return tuple(parts)

    def there(self, at: Location | None) -> str:
        """A place within a sentence."""
        return there(self.board, at) if at else "that place"

    @property
    def takers(self) -> list[Action]:
        """The moves that dislodged all units in the way; empty if one of these stayed."""
        return _takers(self.finding, self.turn)

    @property
    def idle_fleets(self) -> list[Action]:
        """The fleets that were ordered to carry the army although it went by land."""
        passage = self.action and (self.action.home, self.action.goal)
        return [
            a
            for a in self.turn.actions
            if isinstance(a.order, Convoy) and a.order.passage == passage
            if self.turn.findings[a].why is Reason.CONVOY_IDLE
        ]


def _meant(of: ReasonFacts) -> Order | None:
    return meant(of.action) if of.action is not None else of.order


def _unit(of: ReasonFacts) -> str:
    if of.action is not None:
        return Mention(acting_unit(of.action))
    if of.fallen is not None or of.at is None:
        return Mention(of.fallen) if of.fallen else "the unit"
    return Mention(names.unit_at(of.at, of.kind, names.standing_before(of.turn)))


def _owner(of: ReasonFacts) -> str:
    units = names.standing_before(of.turn)
    return units[of.at.province].power if of.at and of.at.province in units else "another power"


def _force(of: ReasonFacts) -> str:
    if of.finding.tally is None:
        return ""
    ours, theirs = of.finding.tally
    how = "equal" if ours == theirs else "greater" if ours < theirs else "less"
    return f" with {'greater' if of.finding.why is Reason.DISLODGED else how} force"


def _target(of: ReasonFacts) -> str:
    if not isinstance(of.order, Support | Convoy) or of.order.at is None:
        return "the unit"
    unit = standing(of.turn.before.units).get(of.order.at.province)
    return Mention(unit) if unit else names.unit_at(of.order.at, of.order.kind, {})


def _origins(of: ReasonFacts) -> Sentence:
    places = [of.there(Location(a.home)) for a in of.finding.by]
    return _listed(list(dict.fromkeys(places))) if places else ("elsewhere",)


def _aside(of: ReasonFacts) -> str:
    aimed = isinstance(of.order, Support) and of.order.to and len(of.finding.by) == 1
    return ", which is not the place the support was aimed at" if aimed else ""


def _units(actions: Iterable[Action]) -> Sentence:
    return _listed([Mention(acting_unit(a)) for a in actions])


# `How` is how a move failed, `home` where the unit stands, `goal` where it goes; `by` are the units
# that stopped it, `force` is how strong they were (`stand` if they stayed), `taker` which moves
# dislodged them; `target` is the unit that an order helps, `start` where it stands, `aim`
# where it goes; `driver` are the moves that dislodged the unit itself.
GAPS: Mapping[str, Callable[[ReasonFacts], Sentence]] = {
    "How": lambda of: (_bounce(of.finding, of.turn).capitalize(),),
    "unit": lambda of: (_unit(of),),
    "power": lambda of: (of.issuer,),
    "owner": lambda of: (_owner(of),),
    "home": lambda of: (of.there(of.at),),
    "goal": lambda of: (of.there(of.to),),
    "province": lambda of: (of.there(Location(of.to.province) if of.to else None),),
    "aim": lambda of: (of.there(_goal(_meant(of))),),
    "start": lambda of: (of.there(m.at if isinstance(m := _meant(of), Convoy) else of.at),),
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
    "instead": lambda of: _instead(of),
}


def tally(finding: Finding) -> str:
    """`1 against 3`: the attack's strength and the strength that it met."""
    return " against ".join(map(strength, finding.tally or ()))


def strength(count: float) -> str:
    """A strength in figures: `2`, `1½`."""
    return f"{int(count) or ''}½" if count % 1 else str(int(count))


def _listed(names: Sequence[str]) -> Sentence:
    if not names:
        return ("another unit",)
    joints = [", "] * (len(names) - 2) + [" and "] * (len(names) > 1)
    return (names[0], *(part for pair in zip(joints, names[1:], strict=True) for part in pair))


def _goal(order: Order | None) -> Location | None:
    """The place to which a unit goes, or where a support or a convoy acts."""
    if isinstance(order, Support | Convoy):
        return order.to or order.at
    return order.to if isinstance(order, Move | Retreat) else None


def _instead(of: ReasonFacts) -> Sentence:
    """The text on what the unit that an order names did instead."""
    order, turn, board = of.order, of.turn, of.board
    if not isinstance(order, Support | Convoy) or order.at is None:
        return ("no order matches it",)
    target = next((a for a in turn.actions if a.home == order.at.province), None)
    if target is None:
        return (f"no unit stood in {there(board, order.at)}",)
    named = Mention(acting_unit(target))
    if target is of.action:
        return ("a unit lends its own order no support",)
    if isinstance(order, Convoy) and target.goal == (order.to and order.to.province):
        return (named, " went by land: its order does not ask for this convoy")
    if target.fault and isinstance(target.meant, Move) and target.meant.to == order.to:
        return ("the order of ", named, " is void as well")
    wanted = f"to go to {there(board, order.to)}" if order.to else "to stand"
    if target.meant is None:
        return (named, f" was not ordered {wanted}: it had no order")
    units = standing(turn.before.units)
    text = names.action_text(target, units)
    if target.fault and target in turn.written:
        text = names.written_text(turn.written[target], units)
    return (named, f" was not ordered {wanted} (its order: {text})")


def drivers_of(action: Action, turn: Turn) -> list[Action]:
    """The moves that dislodged the unit of an action."""
    lost = turn.loss(action)
    return drivers(lost.unit, turn) if lost else []


def drivers(unit: Unit, turn: Turn) -> list[Action]:
    """The moves into the place of a unit that was dislodged in this phase."""
    return [
        a
        for a in turn.actions
        if a.goal == unit.at.province and turn.findings[a] and a.unit != unit
    ]
