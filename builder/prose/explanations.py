"""One order explained: the chain of reasons behind it, and what would have changed its result."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.model.board import Board, Way
from builder.model.findings import Action, Reason
from builder.model.orders import Convoy, Hold, Move, Support, Written, helped
from builder.model.outcomes import Outcome
from builder.model.results import OrderResult, Turn
from builder.model.units import UnitByProvince
from builder.playback.rescue import Rescue
from builder.prose.names import action_text, standing, unit_at, written_text
from builder.prose.reason_facts import drivers_of, meant
from builder.prose.reasons import reason, result_word
from builder.prose.wording import WORDING, Sentence, body, flat, tally

PLAIN = frozenset({Outcome.MOVED, Outcome.HELD, Outcome.GIVEN, Outcome.CARRIED})
WEAK = {0: "On this way only its supports count.", 0.5: "On this way a unit counts half."}
DONE = {Outcome.HELD: "stands", Outcome.GIVEN: "given", Outcome.CARRIED: "convoys"}


class ExplanationStep(NamedTuple):
    """One step of an explanation: the result of an order in words, and why.

    `depth` is how many steps it is below the first. `role` is its relation to the order above it
    (`supports`, `carries`, `opposes`, `dislodged by`; empty for the first). `order` is the order in
    words, `result_word` what became of it, `rule` what the reason rests on. `seen` says that the
    order was explained further up.
    """

    depth: int
    role: str
    result: OrderResult
    order: str
    result_word: str
    why: Sentence
    rule: str
    seen: bool = False


def chain(turn: Turn, action: Action, board: Board) -> tuple[ExplanationStep, ...]:
    """Explain an order of a movement phase: its reason, then the orders that helped it, opposed it
    and dislodged its unit, each with its own reason. No order is explained twice."""
    return tuple(Explanation(turn, board).steps(action, "", 0))


class Explanation:
    """Explains orders of one phase, each of them once."""

    def __init__(self, turn: Turn, board: Board) -> None:
        self.turn = turn
        self.board = board
        self.explained: set[Action] = set()

    def steps(self, action: Action, role: str, depth: int) -> Iterator[ExplanationStep]:
        """The step of an order, and those of the orders behind it."""
        turn = self.turn
        result = turn.by_action[action]
        seen = action in self.explained
        text = action_text(action, standing(turn.before.units))
        if result.fault is not None and result.written is not None:
            text = result.written.text or text
        why, rule = ((), "") if seen else _ground(result, turn, self.board)
        yield ExplanationStep(
            depth=depth,
            role=role,
            result=result,
            order=text,
            result_word=result_word(result, turn),
            why=why,
            rule=rule,
            seen=seen,
        )
        if seen:
            return
        self.explained.add(action)
        unneeded = result.why is Reason.CONVOY_NOT_NEEDED  # `by` are the fleets that carry instead
        opponents = () if unneeded else result.finding.by
        for other, relation in _helpers(turn, action):
            yield from self.steps(other, relation, depth + 1)
        for other in opponents:
            yield from self.steps(other, "opposes", depth + 1)
        for other in drivers_of(result, turn):
            if other not in opponents:
                yield from self.steps(other, "dislodged by", depth + 1)


def _ground(result: OrderResult, turn: Turn, board: Board) -> tuple[Sentence, str]:
    """Why an order ended as it did, and the rule; also that its unit counts less on its way."""
    action = result.action
    assert action is not None
    sentence = body(reason(result, turn, board))
    cited = []
    if result.outcome not in PLAIN or sentence:
        cited.append(WORDING[result.why].rule)
    way = _weak_way(action, turn, board)
    if way is not None:
        space = " " if sentence else ""
        sentence = (*sentence, space + WEAK[way.force or 0])
        cited.append(way.rule)
    return sentence, "; ".join(filter(None, cited))


def _weak_way(action: Action, turn: Turn, board: Board) -> Way | None:
    """The way on which a moving unit counts less; None if it takes no such way."""
    if not isinstance(action.order, Move) or action.order.via:
        return None
    if any(role == "carries" for _, role in _helpers(turn, action)):
        return None
    for way in board.ways.get(action.at, {}).get(action.order.to, ()):
        if action.kind in way.kinds and way.force is not None:
            return way
    return None


def _helpers(turn: Turn, action: Action) -> Iterator[tuple[Action, str]]:
    """The supports and convoys ordered for an action, whether or not they succeed."""
    wanted = meant(action)
    goal = wanted.to.province if isinstance(wanted, Move) else None
    for other in turn.by_action:
        order = meant(other)
        if helped(order) == (action.home, goal) and other is not action:
            if isinstance(order, Support):
                yield other, "supports"
            elif goal is not None:
                yield other, "carries"


def written_chain(steps: tuple[ExplanationStep, ...]) -> str:
    """An explanation as plain text, indented by depth."""
    lines = []
    for step in steps:
        pad = "  " * step.depth
        role = f"{step.role}: " if step.role else ""
        word = step.result_word or DONE.get(step.result.outcome, "succeeds")
        again = " — see above" if step.seen else ""
        lines.append(f"{pad}{role}{step.result.power} {step.order} ({word}){again}")
        force = tally(step.result.finding)
        details = [
            flat(step.why),
            f"{force}." if force else "",
            f"[{step.rule}]" if step.rule else "",
        ]
        text = " ".join(filter(None, details))
        if text and not step.seen:
            lines.append(f"{pad}  {text}")
    return "\n".join(lines)


def rescue_document(rescue: Rescue, action: Action | None, turn: Turn) -> dict[str, object]:
    """A rescue for JSON: the order, what was ordered instead, and which other units would have
    ended elsewhere; of a pair, the second order in the same way."""
    units = standing(turn.before.units)
    orders = [written_text(w, units) for w in rescue.orders]
    instead = [written_text(w, units) if w else "" for w in rescue.instead]
    document: dict[str, object] = {
        "power": rescue.orders[0].issuer,
        "order": orders[0],
        "instead": instead[0],
    }
    if len(orders) > 1:
        document["and"] = {"order": orders[1], "instead": instead[1]}
    document["elsewhere"] = [f"{unit.power} {unit}" for unit in rescue.changed]
    document["sentence"] = sentence(rescue, action, turn)
    return document


def sentence(rescue: Rescue, action: Action | None, turn: Turn) -> str:
    """`Had Italy's F Nap supported F ION, F ION H would not have been dislodged.`, with what was
    ordered and which other units would have ended elsewhere."""
    units = standing(turn.before.units)
    ordered = ", ".join(written_text(w, units) if w else "nothing" for w in rescue.instead)
    others = ", ".join(map(str, rescue.changed)) or "no other unit"
    return f"{had(rescue, action, turn)} (Ordered: {ordered}. Elsewhere then: {others}.)"


def had(rescue: Rescue, action: Action | None, turn: Turn) -> str:
    """The first sentence alone: what was not done, and what would have followed."""
    units = standing(turn.before.units)
    power = rescue.orders[0].issuer
    deeds = []
    for written in rescue.orders:
        unit = unit_at(written.unit.at, None, units) if written.unit else "unit"
        deeds.append(f"{unit} {_done(written, units)}")
    if action is None:
        owned_it = rescue.centre is not None and turn.before.owners.get(rescue.centre) == power
        effect = f"it would have {'held' if owned_it else 'taken'} {rescue.centre}"
    else:
        was_dislodged = turn.loss(action) is not None
        better = "would not have been dislodged" if was_dislodged else "would have succeeded"
        effect = f"{action_text(action, units)} {better}"
    return f"Had {power}'s {' and '.join(deeds)}, {effect}."


def _done(w: Written, units: UnitByProvince) -> str:
    """`supported A Mun`, `moved to Bur`, `held`."""
    match w.order:
        case Support(at, to, kind) if at is not None:
            return f"supported {unit_at(at, kind, units)}{f' to {to}' if to else ''}"
        case Convoy(at, to, kind):
            return f"convoyed {unit_at(at, kind, units)}{f' to {to}' if to else ''}"
        case Move(to, via):
            return f"moved to {to}{' by convoy' if via else ''}"
        case Hold():
            return "held"
    return f"been ordered {written_text(w, units)}"
