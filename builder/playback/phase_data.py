"""A phase as plain data for JSON."""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from builder.model.findings import Finding
from builder.model.grouping import grouped
from builder.model.results import OrderResult, Turn
from builder.model.setting import Setting
from builder.model.units import Position, Power, Unit
from builder.playback.replaying import Stage

Data = dict[str, Any]


def stage_documents(stages: Iterable[Stage], setting: Setting) -> Iterator[Data]:
    """Phases of a replay: position, orders with findings, the next position, comparisons.
    Left out are `before` if it is the previous phase's `after`, `by` if no other order caused an
    outcome, `dislodged` if false, and comparisons that agree, which are only counted."""
    last, calendar = None, setting.calendar
    for stage in stages:
        turn = stage.turn
        before = {} if turn.before is last else {"before": _position(turn.before, setting)}
        last = turn.after
        dislodged = [
            {"power": d.unit.power, "unit": str(d.unit), "from": d.origin, "retreats": [*d.refuges]}
            for d in turn.dislodged
        ]
        compared = [
            {"subject": c.subject, "recorded": c.recorded, "computed": c.computed}
            | _given(verdict=c.verdict, ruling=c.ruling, source=c.source)
            for c in stage.comparisons
            if c.verdict != "agrees"
        ]
        yield {
            "phase": calendar.short(stage.phase),
            "title": calendar.title(stage.phase),
            **before,
            "orders": list(_orders(turn)),
            "fates": list(map(_fate, turn.ends)),
            "refused": [
                {"power": r.power, "order": r.written.text, "reason": r.why.value}
                for r in turn.beside
                if r.written
            ],
            "dislodged": dislodged,
            "after": _position(turn.after, setting),
            "verdict": stage.verdict,
            "followed": stage.followed,
            "not_read": [{"why": d.why, "text": d.text, "line": d.source} for d in stage.doubts],
            "agreeing": len(stage.comparisons) - len(compared),
            "comparisons": compared,
        }


def _given(**values: object) -> Data:
    """Those of the values that are not empty."""
    return {key: value for key, value in values.items() if value}


def _position(position: Position, setting: Setting) -> Data:
    """Units and centres by power."""
    return {
        "phase": setting.calendar.short(position.phase),
        "units": _by_power(position.units),
        "centres": grouped(sorted((owner, code) for code, owner in position.owners.items())),
        "dislodged": _by_power(d.unit for d in position.dislodged),
        "contested": sorted(position.contested),
        **_given(memory=dict(position.memory)),
    }


def _by_power(units: Iterable[Unit]) -> Mapping[Power, list[str]]:
    ordered = sorted(units, key=attrgetter("power", "at"))
    return grouped((unit.power, str(unit)) for unit in ordered)


def _orders(turn: Turn) -> Iterator[Data]:
    for a in turn.actions:
        written = turn.written.get(a)
        yield {
            "power": a.power,
            "unit": f"{a.kind} {a.at}",
            "order": written.text if written is not None else "",
            **_given(dislodged=turn.loss(a) is not None),
            **_finding(turn.findings[a]),
        }


def _fate(fate: OrderResult) -> Data:
    unit, order = fate.unit and str(fate.unit), fate.written.text if fate.written else ""
    about = {"power": fate.power, "unit": unit, "order": order, "to": fate.to}
    return about | _finding(fate.finding)


def _finding(finding: Finding) -> Data:
    return _given(
        outcome=finding.why.outcome.value,
        reason=finding.why.value,
        by=[{"power": a.power, "unit": f"{a.kind} {a.at}"} for a in finding.by],
        strength=list(finding.tally or ()),
    )
