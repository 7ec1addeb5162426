"""Judged positions as JSON, for `chancery judge --json` and the judge in browsers."""

import json
from collections.abc import Iterable

from builder.cases import computed, play
from builder.formats.cases import Case
from builder.model.findings import Finding, Turn
from builder.model.setting import Setting
from builder.prose.names import action_text, standing
from builder.prose.order_accounts import accounts
from builder.prose.reasons import Sentence, flat


def judged_json(cases: Iterable[Case], version: str = "") -> str:
    """The cases that can be read, with each phase judged: `{"cases": [{"id", "phases", …}]}`.

    The version of the judge is added if it is given.
    """
    named = {"chancery": version} if version else {}
    document = {**named, "cases": [as_document(case) for case in cases if not case.mistakes]}
    return json.dumps(document, indent=2, ensure_ascii=False)


def as_document(case: Case) -> dict[str, object]:
    """Every phase of a case for JSON."""
    setting = case.variant.setting if case.variant else None
    phases = [as_phase(turn, setting) for _, turn in play(case)] if setting else []
    return {"id": case.id, "title": case.title, "skipped": case.skipped, "phases": phases}


def as_phase(turn: Turn, setting: Setting) -> dict[str, object]:
    """One phase for JSON: each order with its outcome and reason, and the position after it."""
    units = standing(turn.before.units)
    orders, refused = list[dict[str, object]](), list[dict[str, object]]()
    for a in accounts(turn, setting.board):
        written = a.written.text if a.written else ""
        if a.action is not None:
            done = {"order": action_text(a.action, units), "written": written}
        elif a.end is not None:
            done = {"order": written, "unit": str(a.end.unit or "")}
        else:
            done = {"order": written or a.text}
        found = refused if a.action is None and a.end is None else orders
        found.append({"power": a.power, **done, **_finding(a.finding, a.why)})
    return {
        "phase": setting.calendar.slug(turn.before.phase),
        "orders": orders,
        "refused": refused,
        **computed(turn),
        "winners": list(turn.winners),
    }


def _finding(finding: Finding, sentence: Sentence) -> dict[str, object]:
    return {
        "outcome": finding.why.outcome.value,
        "reason": finding.why.value,
        "why": flat(sentence),
        "by": [f"{a.power} {a.kind} {a.at}" for a in finding.by],
        "strength": list(finding.tally) if finding.tally else None,
    }
