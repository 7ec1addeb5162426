"""The chain of reasons behind an order, down to orders that nothing opposed."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Action, Finding
from builder.model.orders import Move, Support, helped
from builder.model.outcomes import Outcome
from builder.model.turns import Turn
from builder.prose.names import action_text, standing
from builder.prose.reasons import (
    Sentence,
    body,
    drivers_of,
    fate,
    flat,
    meant,
    reason,
    rule,
    tally,
)

PLAIN = frozenset({Outcome.MOVED, Outcome.HELD, Outcome.GIVEN, Outcome.CARRIED})

WEAK = {
    0: ("Over the strait only its supports count.", "Loeb9, rule 4; ruling L9-S2"),
    0.5: ("Round the Cape a unit counts half.", "1900, rule 6; ruling BP-C1"),
}
DONE = {Outcome.HELD: "stands", Outcome.GIVEN: "given", Outcome.CARRIED: "convoys"}


class ExplanationStep(NamedTuple):
    """One step of an explanation: an order, its fate, why, at what strength, by which rule.

    `role` says what the order has to do with the one above it: `supports`, `carries`, `opposes`,
    `dislodged by`; nothing for the first. `seen` marks an order that was explained further up.
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
    """Explain one order of a movement phase: its reason, then what helped it, what stood against it
    and what drove its unit out, each with its own reason. No order is explained twice."""
    return tuple(_follow(turn, action, board, "", 0, set()))


def _follow(
    turn: Turn, action: Action, board: Board, role: str, depth: int, told: set[Action]
) -> Iterator[ExplanationStep]:
    finding = turn.findings[action]
    seen = action in told
    yield _link(turn, action, finding, board, role, depth, seen)
    if seen:
        return
    told.add(action)
    for friend, what in _friends(turn, action):
        yield from _follow(turn, friend, board, what, depth + 1, told)
    for culprit in finding.by:
        yield from _follow(turn, culprit, board, "opposes", depth + 1, told)
    for driver in drivers_of(action, turn):
        if driver not in finding.by:
            yield from _follow(turn, driver, board, "dislodged by", depth + 1, told)


def _link(
    turn: Turn, action: Action, finding: Finding, board: Board, role: str, depth: int, seen: bool
) -> ExplanationStep:
    why = action.fault or finding.why
    text = action_text(action, standing(turn.before.units))
    if action.fault is not None and action in turn.written:
        text = turn.written[action].text or text
    sentence = () if seen else body(reason(action, finding, turn, board))
    cited = "" if seen or (why.outcome in PLAIN and not sentence) else rule(why)
    if not seen and (weak := _weakness(turn, action, board)):
        sentence = (*sentence, " " * bool(sentence) + weak[0])
        cited = "; ".join(filter(None, (cited, weak[1])))
    word = fate(action, finding, turn)
    return ExplanationStep(
        depth, role, action, text, word, sentence, tally(finding), cited, why.outcome, seen
    )


def _weakness(turn: Turn, action: Action, board: Board) -> tuple[str, str] | None:
    """What is said of a way on which a unit counts for less, and its rule; not of one carried."""
    if type(action.order) is not Move or action.order.via:
        return None
    if any(role == "carries" for _, role in _friends(turn, action)):
        return None
    ways = board.ways.get(action.at, {}).get(action.order.to, ())
    forces = (way.force for way in ways if action.kind in way.kinds)
    return next((WEAK[force] for force in forces if force is not None), None)


def _friends(turn: Turn, action: Action) -> Iterator[tuple[Action, str]]:
    wanted = meant(action)
    goal = wanted.to.province if isinstance(wanted, Move) else None
    for other in turn.actions:
        order = meant(other)
        if helped(order) == (action.home, goal) and other is not action:
            if isinstance(order, Support):
                yield other, "supports"
            elif goal is not None:
                yield other, "carries"


def written_chain(links: tuple[ExplanationStep, ...]) -> str:
    """An explanation as plain text, indented by depth."""
    lines = []
    for link in links:
        pad = "  " * link.depth
        role = f"{link.role}: " if link.role else ""
        word = f" ({link.fate or DONE.get(link.outcome, 'succeeds')})"
        again = " — see above" if link.seen else ""
        lines.append(f"{pad}{role}{link.action.power} {link.order}{word}{again}")
        details = [flat(link.why), link.tally and f"{link.tally}.", link.rule and f"[{link.rule}]"]
        text = " ".join(d for d in details if d)
        if text and not link.seen:
            lines.append(f"{pad}  {text}")
    return "\n".join(lines)
