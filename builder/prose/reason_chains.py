"""The chain of reasons behind an order, down to the orders that nothing opposed."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Action, Turn
from builder.model.orders import Move, Support, helped
from builder.model.outcomes import Outcome
from builder.prose.names import action_text, standing
from builder.prose.reasons import Sentence, body, drivers_of, fate, flat, meant, reason, rule, tally

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
    cited = [] if why.outcome in PLAIN and not sentence else [rule(why)]
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
