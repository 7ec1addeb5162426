"""Why an order ended as it did, in one or two sentences that name the units."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from builder.model.board import Board, Location
from builder.model.findings import Action, Finding, Reason
from builder.model.kinds import KindCode, Power
from builder.model.orders import Build, Convoy, Move, Remove, Retreat, Support, Written
from builder.model.outcomes import Outcome
from builder.model.turns import Fate, Turn
from builder.model.units import Unit
from builder.prose.names import (
    Standing,
    acting_unit,
    action_text,
    standing,
    there,
    unit_at,
    written_text,
)
from builder.prose.reason_sentences import TAKEN, UNWANTED, WORDING


class Mention(NamedTuple):
    """A unit named in a sentence, so that a page can link it: `A Mun` of Germany."""

    power: Power | None
    kind: KindCode | None
    at: Location
    text: str


Part = str | Mention
Sentence = tuple[Part, ...]
GAP = re.compile(r"\{(\w+)\}")
FATES: dict[Outcome, str] = {
    Outcome.BOUNCED: "stood off",
    Outcome.CUT: "support cut",
    Outcome.VOID: "void",
    Outcome.ILLEGAL: "void",
    Outcome.NO_CONVOY: "no convoy",
    Outcome.DISRUPTED: "convoy disrupted",
    Outcome.DISLODGED: "dislodged",
    Outcome.DESTROYED: "destroyed",
    Outcome.ABOARD: "aboard",
    Outcome.UNDECIDED: "undecided",
}


HEADS = frozenset(w.text.partition(": ")[0] for w in WORDING.values() if ": " in w.text)


def flat(sentence: Iterable[Part]) -> str:
    """A sentence as plain text."""
    return "".join(part if isinstance(part, str) else part.text for part in sentence)


def body(sentence: Sentence) -> Sentence:
    """A sentence without the fate it begins with, for tables that show the fate beside it."""
    if not sentence or not isinstance(sentence[0], str):
        return sentence
    head, colon, rest = sentence[0].partition(": ")
    if not colon or head not in HEADS:
        return sentence
    return (rest[:1].upper() + rest[1:], *sentence[1:]) if rest else sentence[1:]


def fate(action: Action, finding: Finding, turn: Turn) -> str:
    """What became of an order in a word or two; nothing for a plain success.

    `stood off`, `support cut`, `void`, `no convoy`, `dislodged`, `dislodges`; two where two
    things happened (`stood off, dislodged`).
    """
    words = [word] if (word := _first_word(action, finding, turn)) else []
    if is_dislodged(action, turn) and "dislodged" not in words:
        words.append("dislodged")
    return ", ".join(words)


def _first_word(action: Action, finding: Finding, turn: Turn) -> str:
    if action.fault is not None:
        return FATES[action.fault.outcome]
    if finding.why is Reason.CUT_IN_PART:
        return "cut in part"
    if finding.why is Reason.CONVOYER_DISLODGED:
        return "dislodged"
    if finding.why is Reason.MOVED and _driven_out(action, turn):
        return "dislodges"
    return FATES.get(finding.why.outcome, "")


def is_dislodged(action: Action, turn: Turn) -> bool:
    """Was the unit that acts driven out of its place in this phase?"""
    return any(d.unit in action.units for d in turn.dislodged)


def _driven_out(action: Action, turn: Turn) -> list[Unit]:
    return [d.unit for d in turn.dislodged if d.unit.at.province == action.goal]


def reason(action: Action, finding: Finding, turn: Turn, board: Board) -> Sentence:
    """Why an order of a movement phase ended as it did; empty for a plain success or hold."""
    if action.fault is not None:
        return _tell(action.fault, action, finding, turn, board)
    if finding.why is Reason.MOVED:
        victims = [mention_unit(unit) for unit in _driven_out(action, turn)]
        return ("Dislodges ", *_listed(victims), f" in {_goal(action, board)}.") if victims else ()
    if finding.why in (Reason.HELD, Reason.GIVEN, Reason.CARRIED) and not finding.by:
        return ()
    return _tell(finding.why, action, finding, turn, board)


def _tell(why: Reason, action: Action, finding: Finding, turn: Turn, board: Board) -> Sentence:
    me = mention(action)
    order, text = action.order, WORDING[why].text
    takers = _takers(finding, turn) if why in (Reason.REPELLED, Reason.OWN_UNIT) else []
    if takers:
        text = TAKEN
    unwanted = _unwanted(action, turn)
    if unwanted and action.fault is None and not finding:
        text += UNWANTED
    meant = action.meant if action.fault and action.meant is not None else order

    slots: dict[str, Callable[[], Sentence]] = {
        "unit": lambda: (me,),
        "home": lambda: (there(board, Location(action.home)),),
        "goal": lambda: (_goal(action, board),),
        "by": lambda: _listed([mention(a) for a in finding.by]),
        "was": lambda: ("were" if len(finding.by) > 1 else "was",),
        "force": lambda: (_force(why, finding),),
        "target": lambda: (_target(order, standing(turn.before.units)),),
        "aim": lambda: (_aim(order, action, board),),
        "origin": lambda: (_origins(finding, board),),
        "aside": lambda: (_aside(order, finding),),
        "start": lambda: (_start(meant, board),),
        "instead": lambda: _instead(action, turn, board, standing(turn.before.units)),
        "taker": lambda: _listed([mention(a) for a in takers]),
        "fleets": lambda: _listed([mention(a) for a in unwanted]),
    }
    return fill(text, slots)


def _takers(finding: Finding, turn: Turn) -> list[Action]:
    """Who drove out the units that are said to have stayed; nobody if one of them did stay."""
    if not all(is_dislodged(a, turn) for a in finding.by):
        return []
    taken = [taker for a in finding.by for taker in drivers(a.units[0], turn)]
    return list(dict.fromkeys(taken))


def _unwanted(action: Action, turn: Turn) -> list[Action]:
    """The fleets that were ordered to carry an army which went by land."""
    return [
        a
        for a in turn.actions
        if isinstance(a.order, Convoy) and a.order.passage == (action.home, action.goal)
        if turn.findings[a].why is Reason.CONVOY_IDLE
    ]


def _start(order: object, board: Board) -> str:
    return there(board, order.at) if isinstance(order, Convoy) else "that place"


def refusal(written: Written, finding: Finding, turn: Turn, board: Board) -> Sentence:
    """Why a written order was not accepted."""
    units = standing(turn.before.units)
    at = written.unit.at if written.unit else None
    if at is None and isinstance(written.order, Build | Remove):
        at = written.order.at
    order = written.order
    goal = order.to if isinstance(order, Move | Retreat) else _beyond(order)
    return fill(
        WORDING[finding.why].text,
        {
            "unit": lambda: (_named(at, written, units),),
            "start": lambda: (_start(order, board),),
            "home": lambda: (there(board, at) if at else "that place",),
            "goal": lambda: (there(board, goal) if goal else "that place",),
            "by": lambda: _listed([mention(a) for a in finding.by]),
            "aim": lambda: (_aim(order, None, board),),
            "force": lambda: ("",),
        },
    )


def reason_of_fate(fate: Fate, board: Board) -> Sentence:
    """Why a retreat, build, removal or disbandment ended as it did."""
    at = fate.unit.at if fate.unit else None
    goal = fate.to
    if fate.written and isinstance(fate.written.order, Retreat):
        goal = fate.written.order.to
    if fate.written and isinstance(fate.written.order, Build | Remove):
        at = fate.written.order.at
    subject: Part = mention_unit(fate.unit) if fate.unit else "The unit"
    if fate.unit is None and at is not None and fate.kind:
        subject = Mention(fate.power, fate.kind, at, f"{fate.kind} {at}")
    return fill(
        WORDING[fate.finding.why].text,
        {
            "unit": lambda: (subject,),
            "home": lambda: (there(board, at) if at else "that place",),
            "goal": lambda: (there(board, goal) if goal else "that place",),
            "by": lambda: _listed([mention(a) for a in fate.finding.by]),
            "force": lambda: ("",),
        },
    )


def refused_word(written: Written, finding: Finding, turn: Turn) -> str:
    """What became of an order that no unit carries out: `no such unit`, `void`, `repeated`."""
    if finding.why in (Reason.NO_SUCH_UNIT, Reason.NOT_YOURS):
        return "no such unit"
    if finding:
        return "repeated" if finding.why is Reason.REPEATED else ""
    ordered = any(a.home == written.home and a.power == written.issuer for a in turn.actions)
    return "ordered twice" if ordered and finding.why is Reason.ORDERED_TWICE else "void"


def fate_text(fate: Fate, units: Standing) -> str:
    """The order of a retreat or adjustment phase, or what became of a unit without one."""
    if fate.written is not None:
        unit = {fate.unit.at.province: fate.unit} if fate.unit else {}
        return written_text(fate.written, {**units, **unit})
    return f"{fate.unit} {fate.finding.why.outcome}" if fate.unit else str(fate.finding.why.value)


def tally(finding: Finding) -> str:
    """`1 against 3`: the strength for against the strength that mattered."""
    return f"{finding.tally[0]} against {finding.tally[1]}" if finding.tally else ""


def rule(why: Reason) -> str:
    """The rule behind a reason: `Rulebook, Standoffs; DATC 6.A.11`."""
    return WORDING[why].rule


def mention(action: Action) -> Mention:
    """The unit that acts, to be named in a sentence."""
    return Mention(action.power, action.kind, action.at, acting_unit(action))


def mention_unit(unit: Unit) -> Mention:
    """A unit on the board, to be named in a sentence."""
    return Mention(unit.power, unit.kind, unit.at, str(unit))


def fill(template: str, slots: dict[str, Callable[[], Sentence]]) -> Sentence:
    """Put parts into the gaps of a sentence; text beside text is joined."""
    parts: list[Part] = []
    for i, piece in enumerate(_pieces(template)):
        for part in slots[piece]() if i % 2 else (piece,):
            if isinstance(part, str) and parts and isinstance(parts[-1], str):
                parts[-1] += part
            elif part:
                parts.append(part)
    return tuple(parts)


@cache
def _pieces(template: str) -> list[str]:
    """A sentence of the wording cut at its gaps: text and gap in turns."""
    return GAP.split(template)


def _listed(names: Sequence[Part]) -> Sentence:
    if not names:
        return ("another unit",)
    parts: list[Part] = [names[0]]
    for i, name in enumerate(names[1:], start=2):
        parts += [" and " if i == len(names) else ", ", name]
    return tuple(parts)


def _force(why: Reason, finding: Finding) -> str:
    if finding.tally is None:
        return ""
    ours, theirs = finding.tally
    if why is Reason.DISLODGED:
        return " with greater force"
    how = "equal" if ours == theirs else "greater" if ours < theirs else "less"
    return f", held by {how} force" if why is Reason.REPELLED else f" with {how} force"


def _goal(action: Action, board: Board) -> str:
    order = action.order
    if not isinstance(order, Move) and action.meant is not None:
        order = action.meant
    place = order.to if isinstance(order, Move) else _beyond(order)
    return there(board, Location(place.province)) if place else "that place"


def _beyond(order: object) -> Location | None:
    """Where a support or a convoy goes."""
    return order.to or order.at if isinstance(order, Support | Convoy) else None


def _target(order: object, units: Standing) -> Part:
    if not isinstance(order, Support | Convoy) or order.at is None:
        return "the unit"
    unit = units.get(order.at.province)
    return mention_unit(unit) if unit else unit_at(order.at, order.kind, units)


def _aim(order: object, action: Action | None, board: Board) -> str:
    if action is not None and action.meant is not None and action.fault is not None:
        order = action.meant
    if isinstance(order, Support | Convoy):
        aim = order.to or order.at
        return there(board, aim) if aim else "that place"
    return "that place"


def _origins(finding: Finding, board: Board) -> str:
    places = [there(board, Location(a.home)) for a in finding.by]
    return flat(_listed(list(dict.fromkeys(places)))) if places else "elsewhere"


def _aside(order: object, finding: Finding) -> str:
    if not isinstance(order, Support) or order.to is None or len(finding.by) != 1:
        return ""
    return ", which is not the place the support was aimed at"


def _instead(action: Action, turn: Turn, board: Board, units: Standing) -> Sentence:
    order = action.order
    if not isinstance(order, Support | Convoy) or order.at is None:
        return ("no order matches it",)
    found = [a for a in turn.actions if a.home == order.at.province]
    if not found:
        return (f"no unit stood in {there(board, order.at)}",)
    target = found[0]
    if found == [action]:
        return ("a unit lends its own order no support",)
    if isinstance(order, Convoy) and target.goal == (order.to and order.to.province):
        return (mention(target), " went by land: its order does not ask for this convoy")
    if target.fault and isinstance(target.meant, Move) and target.meant.to == order.to:
        return ("the order of ", mention(target), " is void as well")
    wanted = f"to go to {there(board, order.to)}" if order.to else "to stand"
    if target.meant is None:
        return (mention(target), f" was not ordered {wanted}: it had no order")
    text = action_text(target, units)
    if target.fault and target in turn.written:
        text = written_text(turn.written[target], units)
    return (mention(target), f" was not ordered {wanted} (its order: {text})")


def _named(at: Location | None, written: Written, units: Standing) -> Part:
    if at is None:
        return "the unit"
    unit = units.get(at.province)
    kind = written.unit.kind if written.unit else None
    text = unit_at(at, kind, units)
    return Mention(unit.power if unit else None, kind or (unit.kind if unit else None), at, text)


def drivers(unit: Unit, turn: Turn) -> list[Action]:
    """The moves into the place of a unit that was dislodged in this phase."""
    return [
        a
        for a in turn.actions
        if a.goal == unit.at.province and turn.findings[a] and a.units[0] != unit
    ]
