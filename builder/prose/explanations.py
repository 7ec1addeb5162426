"""One order explained: the chain of reasons behind it, and what would have changed its fate."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Action
from builder.model.orders import Convoy, Hold, Move, Support, Written, helped
from builder.model.outcomes import Outcome
from builder.model.results import Turn
from builder.playback.rescue import Rescue
from builder.prose import reasons
from builder.prose.names import Standing, action_text, standing, unit_at, written_text
from builder.prose.reasons import Sentence, body, drivers_of, fate, flat, meant, reason, tally

PLAIN = frozenset({Outcome.MOVED, Outcome.HELD, Outcome.GIVEN, Outcome.CARRIED})
WEAK = {0: "On this way only its supports count.", 0.5: "On this way a unit counts half."}
DONE = {Outcome.HELD: "stands", Outcome.GIVEN: "given", Outcome.CARRIED: "convoys"}


class ExplanationStep(NamedTuple):
    """One step of an explanation: an order, its fate, why, at what strength, by which rule.

    `depth` is how many steps it is below the first. `role` is its relation to the order above it
    (`supports`, `carries`, `opposes`, `dislodged by`; empty for the first). `seen` says that the
    order was explained further up.
    """

    depth: int
    role: str
    action: Action
    order: str
    fate: str
    why: Sentence
    tally: str
    rule: str
    outcome: Outcome
    seen: bool = False


def chain(turn: Turn, action: Action, board: Board) -> tuple[ExplanationStep, ...]:
    """Explain an order of a movement phase: its reason, then the orders that helped it, opposed it
    and dislodged its unit, each with its own reason. No order is explained twice."""
    return tuple(_steps(turn, action, board, "", 0, set()))


def _steps(
    turn: Turn, action: Action, board: Board, role: str, depth: int, explained: set[Action]
) -> Iterator[ExplanationStep]:
    finding, seen = turn.findings[action], action in explained
    text = action_text(action, standing(turn.before.units))
    if action.fault is not None and action in turn.written:
        text = turn.written[action].text or text
    why, cited = ((), "") if seen else _ground(turn, action, board)
    word, force = fate(action, finding, turn), tally(finding)
    outcome = (action.fault or finding.why).outcome
    yield ExplanationStep(depth, role, action, text, word, why, force, cited, outcome, seen)
    below = [
        *_helpers(turn, action),
        *((other, "opposes") for other in finding.by),
        *((a, "dislodged by") for a in drivers_of(action, turn) if a not in finding.by),
    ]
    explained.add(action)
    for other, relation in () if seen else below:
        yield from _steps(turn, other, board, relation, depth + 1, explained)


def _ground(turn: Turn, action: Action, board: Board) -> tuple[Sentence, str]:
    """Why an order ended as it did, and the rule; also that its unit counts less on its way."""
    finding = turn.findings[action]
    why, sentence = action.fault or finding.why, body(reason(action, finding, turn, board))
    cited = [] if why.outcome in PLAIN and not sentence else [reasons.WORDING[why].rule]
    if type(action.order) is Move and not action.order.via:
        carried = any(role == "carries" for _, role in _helpers(turn, action))
        ways = () if carried else board.ways.get(action.at, {}).get(action.order.to, ())
        weak = [w for w in ways if action.kind in w.kinds and w.force is not None]
        for way in weak[:1]:
            sentence = (*sentence, " " * bool(sentence) + WEAK[way.force or 0])
            cited.append(way.rule)
    return sentence, "; ".join(filter(None, cited))


def _helpers(turn: Turn, action: Action) -> Iterator[tuple[Action, str]]:
    """The supports and convoys ordered for an action, whether or not they succeed."""
    wanted = meant(action)
    goal = wanted.to.province if isinstance(wanted, Move) else None
    for other in turn.actions:
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
        word = f" ({step.fate or DONE.get(step.outcome, 'succeeds')})"
        again = " — see above" if step.seen else ""
        lines.append(f"{pad}{role}{step.action.power} {step.order}{word}{again}")
        details = [flat(step.why), step.tally and f"{step.tally}.", step.rule and f"[{step.rule}]"]
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
    return {
        "power": rescue.orders[0].issuer,
        "order": orders[0],
        "instead": instead[0],
        **({"and": {"order": orders[1], "instead": instead[1]}} if orders[1:] else {}),
        "elsewhere": [f"{unit.power} {unit}" for unit in rescue.changed],
        "sentence": sentence(rescue, action, turn),
    }


def sentence(rescue: Rescue, action: Action | None, turn: Turn) -> str:
    """`Had Italy's F Nap supported F ION, F ION H would not have been dislodged.`, with what was
    ordered and which other units would have ended elsewhere."""
    units = standing(turn.before.units)
    ordered = ", ".join(written_text(w, units) if w else "nothing" for w in rescue.instead)
    others = ", ".join(map(str, rescue.changed)) or "no other unit"
    return f"{had(rescue, action, turn)} (Ordered: {ordered}. Elsewhere then: {others}.)"


def had(rescue: Rescue, action: Action | None, turn: Turn) -> str:
    """The first sentence alone: what was not done, and what would have followed."""
    units, power = standing(turn.before.units), rescue.orders[0].issuer
    done = [
        f"{unit_at(w.unit.at, None, units) if w.unit else 'unit'} {_done(w, units)}"
        for w in rescue.orders
    ]
    if action is None:
        kept = rescue.centre is not None and turn.before.owners.get(rescue.centre) == power
        end = f"it would have {'held' if kept else 'taken'} {rescue.centre}"
    else:
        lost = turn.loss(action) is not None
        end = "would not have been dislodged" if lost else "would have succeeded"
        end = f"{action_text(action, units)} {end}"
    return f"Had {power}'s {' and '.join(done)}, {end}."


def _done(w: Written, units: Standing) -> str:
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
