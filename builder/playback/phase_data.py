"""A phase as plain data for JSON."""

from collections.abc import Iterable, Iterator, Mapping, Set
from operator import attrgetter
from typing import Any

from builder.model.findings import Action, Fate, Finding, Turn
from builder.model.grouping import grouped
from builder.model.position import Position
from builder.model.setting import Setting
from builder.model.units import Power, Unit
from builder.playback.comparison import Comparison
from builder.playback.replaying import Stage

BY_POWER = attrgetter("power", "at")


def stage_documents(stages: Iterable[Stage], setting: Setting) -> Iterator[dict[str, Any]]:
    """Phases of a replay: position, orders with findings, the next position, comparisons.

    Left out are `before` if it is the previous phase's `after`, `by` if no other order caused an
    outcome, `dislodged` if false, and comparisons that agree, which are only counted.
    """
    last = None
    for stage in stages:
        before = stage.turn.before
        yield _stage(stage, {} if before is last else position_document(before, setting), setting)
        last = stage.turn.after


def _stage(stage: Stage, before: dict[str, Any], setting: Setting) -> dict[str, Any]:
    turn, calendar = stage.turn, setting.calendar
    lost = {d.unit for d in turn.dislodged}
    return {
        "phase": calendar.short(stage.phase),
        "title": calendar.title(stage.phase),
        **({"before": before} if before else {}),
        "orders": [_order(a, turn, lost) for a in turn.actions],
        "fates": [_fate(f) for f in turn.fates],
        "refused": [
            {"power": w.issuer, "order": w.text, "reason": f.why.value}
            for w, f in turn.beside.items()
        ],
        "dislodged": [
            {
                "power": d.unit.power,
                "unit": str(d.unit),
                "from": d.origin,
                "retreats": list(d.refuges),
            }
            for d in turn.dislodged
        ],
        "after": position_document(turn.after, setting),
        "verdict": stage.verdict,
        "followed": stage.followed,
        "not_read": [{"why": d.why, "text": d.text, "line": d.source} for d in stage.doubts],
        "agreeing": sum(c.verdict == "agrees" for c in stage.comparisons),
        "comparisons": [_comparison(c) for c in stage.comparisons if c.verdict != "agrees"],
    }


def position_document(position: Position, setting: Setting) -> dict[str, Any]:
    """Units and centres by power."""
    owned = sorted((owner, code) for code, owner in position.owners.items())
    return {
        "phase": setting.calendar.short(position.phase),
        "units": by_power(position.units),
        "centres": grouped(owned),
        "dislodged": by_power(d.unit for d in position.dislodged),
        "contested": sorted(position.contested),
        **({"memory": dict(position.memory)} if position.memory else {}),
    }


def by_power(units: Iterable[Unit]) -> Mapping[Power, list[str]]:
    """The names of units by power."""
    return grouped((unit.power, str(unit)) for unit in sorted(units, key=BY_POWER))


def _finding(finding: Finding) -> dict[str, Any]:
    by = [{"power": a.power, "unit": f"{a.kind} {a.at}"} for a in finding.by]
    return {
        "outcome": str(finding.why.outcome),
        "reason": finding.why.value,
        **({"by": by} if by else {}),
        **({"strength": list(finding.tally)} if finding.tally else {}),
    }


def _order(action: Action, turn: Turn, lost: Set[Unit]) -> dict[str, Any]:
    written = turn.written.get(action)
    return {
        "power": action.power,
        "unit": f"{action.kind} {action.at}",
        "order": written.text if written is not None else "",
        **({"dislodged": True} if any(u in lost for u in action.units) else {}),
        **_finding(turn.findings[action]),
    }


def _fate(fate: Fate) -> dict[str, Any]:
    return {
        "power": fate.power,
        "unit": str(fate.unit) if fate.unit else None,
        "order": fate.written.text if fate.written else "",
        "to": fate.to,
        **_finding(fate.finding),
    }


def _comparison(c: Comparison) -> dict[str, str]:
    pairs = {"subject": c.subject, "recorded": c.recorded, "computed": c.computed}
    more = {"verdict": c.verdict, "ruling": c.ruling, "source": c.source}
    return pairs | {k: v for k, v in more.items() if v}
