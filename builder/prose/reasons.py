"""Why an order ended as it did, in one or two sentences that name the units; and in a word."""

from builder.model.board import Board
from builder.model.findings import Reason
from builder.model.orders import Build, Move, Remove, Retreat
from builder.model.outcomes import Outcome
from builder.model.results import OrderResult, Turn
from builder.model.units import Location, Unit
from builder.prose import names
from builder.prose.names import there
from builder.prose.reason_facts import ReasonFacts, bounce, goal_of
from builder.prose.wording import BESIDE, WORDING, WORDS, Mention, Sentence, listed

NOTHING_TO_SAY = (Reason.HELD, Reason.GIVEN, Reason.CARRIED)
NOBODYS = (Reason.NO_SUCH_UNIT, Reason.NOT_YOURS)
USUAL_WORDS = {why: WORDING[why].word or WORDS.get(why.outcome, "") for why in Reason}


def result_word(result: OrderResult, turn: Turn) -> str:
    """What became of an order in a word or two; nothing for a plain success.
    `stood off`, `bounced`, `beaten`, `support cut`, `void`, `no convoy`, `dislodged`, `dislodges`;
    two where two things happened (`stood off, dislodged`)."""
    if result.action is not None:
        return _movement_word(result, turn)
    if result.carried_out:
        return _end_word(result)
    if result.why in NOBODYS:
        return "no such unit"
    if result.finding:
        return "repeated" if result.why is Reason.REPEATED else ""
    return "ordered twice" if result.why is Reason.ORDERED_TWICE else "void"


def _movement_word(result: OrderResult, turn: Turn) -> str:
    why = result.why
    word = USUAL_WORDS[why]
    if why.outcome is Outcome.BOUNCED:
        word = bounce(result.finding, turn)
    if why is Reason.MOVED and _driven_out(result, turn):
        word = "dislodges"
    if result.lost is None or word == "dislodged":
        return word
    return f"{word}, dislodged" if word else "dislodged"


def _end_word(result: OrderResult) -> str:
    """Of a retreat, build or removal."""
    if not result.finding:
        return str(result.outcome)
    if WORDING[result.why].word or result.written is not None:
        return WORDING[result.why].word
    return "civil disorder" if result.outcome is Outcome.REMOVED else "no order"


def _driven_out(result: OrderResult, turn: Turn) -> list[Unit]:
    """The units that a move dislodged."""
    if not turn.dislodged:
        return []
    goal = result.action.goal if result.action else None
    return [lost.unit for lost in turn.dislodged if lost.unit.at.province == goal]


def reason(result: OrderResult, turn: Turn, board: Board) -> Sentence:
    """Why an order ended as it did; empty for a plain success or hold."""
    if result.action is not None:
        return _movement_reason(result, turn, board)
    if result.carried_out:
        return _end_reason(result, turn, board)
    return _refusal(result, turn, board)


def _movement_reason(result: OrderResult, turn: Turn, board: Board) -> Sentence:
    """Why an order of a movement phase ended as it did."""
    action = result.action
    assert action is not None
    if result.why is Reason.MOVED:
        victims: list[str] = [Mention(unit) for unit in _driven_out(result, turn)]
        if not victims:
            return ()
        home = there(board, Location(action.goal or action.home))
        return ("Dislodges ", *listed(victims), f" in {home}.")
    if _says_nothing(result) and result.lost is None:
        return ()  # most orders that are no moves
    as_carried_out = isinstance(action.order, Move) or action.meant is None
    to = goal_of(action.order if as_carried_out else action.meant)
    facts = ReasonFacts(
        turn,
        board,
        result,
        order=action.order,
        at=Location(action.home),
        to=Location(to.province) if to else None,
    )
    text = _movement_text(facts)
    return facts.filled(text) if text else ()


def _says_nothing(result: OrderResult) -> bool:
    """Did an order succeed without anything that its reason could name?"""
    return result.why in NOTHING_TO_SAY and not result.finding.by


def _movement_text(facts: ReasonFacts) -> str:
    """The sentences on an order of a movement phase, with gaps."""
    result = facts.result
    plain = _says_nothing(result)
    text = "" if plain else WORDING[result.why].text
    if facts.takers:
        text = BESIDE["taken"]
    refused = result.fault is not None
    if not plain and not refused and not result.finding and facts.idle_fleets:
        text = f"{text} {BESIDE['unwanted']}"
    named = {*result.finding.by, *facts.takers} if "{by}" in text else set()
    if not named.issuperset(facts.drivers):
        text = f"{text} {BESIDE['driven']}".lstrip()
    return text


def _end_reason(result: OrderResult, turn: Turn, board: Board) -> Sentence:
    """Why a retreat, build, removal or disbandment ended as it did."""
    order = result.order
    at = result.unit.at if result.unit else None
    if isinstance(order, Build | Remove):
        at = order.at
    goal = order.to if isinstance(order, Retreat) else result.to
    text = WORDING[result.why].text
    if result.why is Reason.REFUGE_CLOSED and result.unit and goal:
        text = f"Destroyed: {_barred(result.unit, goal, turn, board)}"
    return ReasonFacts(turn, board, result, order, at, goal).filled(text)


def _refusal(result: OrderResult, turn: Turn, board: Board) -> Sentence:
    """Why no unit carries out an order."""
    written = result.written
    assert written is not None
    order = written.order
    at = written.unit.at if written.unit else None
    if at is None and isinstance(order, Build | Remove):
        at = order.at
    kind = written.unit.kind if written.unit else None
    goal = goal_of(order)
    text = WORDING[result.why].text
    if at is not None and turn.before.phase.step == "retreats":
        if result.why is Reason.NO_SUCH_UNIT:
            text = BESIDE["not driven"]
        elif result.why is Reason.NO_REFUGE:
            text = BESIDE["nowhere"]
        elif result.why is Reason.REFUGE_CLOSED and goal is not None:
            fallen = names.standing_before(turn)[at.province]
            text = f"Void: {_barred(fallen, goal, turn, board)}"
    return ReasonFacts(turn, board, result, order, at, goal, kind).filled(text)


def _barred(unit: Unit, goal: Location, turn: Turn, board: Board) -> str:
    """The sentence on a retreat that is not allowed, by the first reason that applies."""
    before = turn.before
    near = {to.province for to in board.ways.get(unit.at, ())}
    if goal.province not in near:
        return BESIDE["far"]
    if any(other.at.province == goal.province for other in before.units):
        return BESIDE["occupied"]
    if goal.province in before.contested:
        return BESIDE["contested"]
    origins = {lost.origin for lost in before.dislodged if lost.unit == unit}
    return BESIDE["attacker"] if goal.province in origins else BESIDE["closed"]
