"""Why a printed result and ours differ, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.findings import Action, Outcome, Reason
from builder.model.orders import Build, Move, Remove
from builder.model.position import Turn
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.prose.names import acting_unit, action_text, standing
from builder.prose.phrases import Sentence, flat, reason, reason_of_fate, refusal
from builder.replay import Stage
from builder.replay.comparison import Comparison

LONGEST_FATE = 3
VERBS = {
    Outcome.CUT: "is cut",
    Outcome.DISLODGED: "is dislodged",
    Outcome.VOID: "is void",
    Outcome.ILLEGAL: "is void",
}


def why_different(c: Comparison, stage: Stage, setting: Setting) -> str:
    """`printed as moved; A Gal – Ukr fails 1:2, because the support of A War was cut …`."""
    turn = stage.turn
    if c.action is not None:
        return f"printed as {c.recorded}; {told(c.action, turn, setting)}"
    if c.fate is not None:
        return flat(reason_of_fate(c.fate, setting.board))
    explained = [told(a, turn, setting) for a in _concerned(c, turn)]
    explained += [
        flat(reason_of_fate(f, setting.board))
        for f in turn.fates
        if f.power == c.power and _is_named(c, f.unit)
    ]
    explained += [
        f"{w.text}: {flat(refusal(w, f, turn, setting.board))}"
        for w, f in turn.faults.items()
        if w.issuer == c.power and _names(c, w.order)
    ]
    return "; ".join(dict.fromkeys(filter(None, explained))) or c.why


def told(action: Action, turn: Turn, setting: Setting) -> str:
    """`A Gal – Ukr fails 1:2, because the support of A War was cut by A Mos`."""
    finding = turn.findings[action]
    text = action_text(action, standing(turn.before.units))
    done = "succeeds" if action.goal is not None else "stands"
    verb = done if finding.value else VERBS.get(finding.why.outcome, "fails")
    strength = f" {finding.tally[0]}:{finding.tally[1]}" if finding.tally else ""
    grounds = [_ground(reason(action, finding, turn, setting.board))]
    grounds += [_broken(other, turn, setting) for other in _broken_help(action, turn)]
    because = " and ".join(filter(None, grounds))
    head = f"{text} {verb}{strength}"
    return f"{head}, because {because}" if because else head


def _ground(sentence: Sentence) -> str:
    text = flat(sentence).rstrip(".")
    head, _, rest = text.partition(": ")
    return rest if rest and len(head.split()) <= LONGEST_FATE else text[:1].lower() + text[1:]


def _broken_help(action: Action, turn: Turn) -> Iterator[Action]:
    if turn.findings[action].value:
        return
    for other in turn.actions:
        at = getattr(other.order, "at", None)
        if at is not None and at.province == action.home and not turn.findings[other].value:
            yield other


def _broken(helper: Action, turn: Turn, setting: Setting) -> str:
    finding = turn.findings[helper]
    if finding.why is Reason.CUT:
        cutters = " and ".join(acting_unit(a) for a in finding.by)
        return f"the support of {acting_unit(helper)} was cut by {cutters}"
    ground = _ground(reason(helper, finding, turn, setting.board))
    return f"{acting_unit(helper)} was no help ({ground})" if ground else ""


def _concerned(c: Comparison, turn: Turn) -> Iterator[Action]:
    for a in turn.actions:
        goal = a.order.to if isinstance(a.order, Move) else None
        if a.power == c.power and (_is_named(c, a.units[0]) or (goal and _has(c, goal))):
            yield a


def _is_named(c: Comparison, unit: Unit | None) -> bool:
    return unit is not None and _has(c, unit.at)


def _names(c: Comparison, order: object) -> bool:
    return isinstance(order, Build | Remove) and _has(c, order.at)


def _has(c: Comparison, place: str) -> bool:
    words = f"{c.recorded} {c.computed}".replace(",", " ").split()
    return place in words
