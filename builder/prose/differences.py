"""Why a printed result and ours differ, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.findings import Action
from builder.model.orders import Build, Move, Remove
from builder.model.position import Turn
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.prose.names import acting_unit, action_text, standing
from builder.prose.phrases import fate, flat, reason, reason_of_fate, refusal, tally
from builder.replay import Stage
from builder.replay.verdict import Comparison


def why_different(c: Comparison, stage: Stage, setting: Setting) -> str:
    """`printed as moved; stood off 1 against 2: support cut: A Ukr attacked Galicia …`."""
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
    """One order with its fate, its strength and the reason."""
    finding = turn.findings[action]
    text = action_text(action, standing(turn.before.units))
    word = fate(action, finding, turn) or finding.why.outcome
    strength = f" {tally(finding)}" if finding.tally else ""
    why = flat(reason(action, finding, turn, setting.board))
    because = [_because(a, turn, setting) for a in _broken_help(action, turn)]
    return ", because ".join(
        filter(None, [f"{text} {word}{strength}: {why}".rstrip(": "), *because])
    )


def _broken_help(action: Action, turn: Turn) -> Iterator[Action]:
    if turn.findings[action].value:
        return
    for other in turn.actions:
        at = getattr(other.order, "at", None)
        if at is not None and at.province == action.home and not turn.findings[other].value:
            yield other


def _because(action: Action, turn: Turn, setting: Setting) -> str:
    why = flat(reason(action, turn.findings[action], turn, setting.board))
    return f"{acting_unit(action)}: {why[:1].lower()}{why[1:]}" if why else ""


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
