"""Judged positions as JSON, for `chancery judge --json` and the judge in browsers."""

import json
from collections.abc import Iterable, Iterator

from builder.cases import computed, play
from builder.formats.cases import Case
from builder.model.board import Board
from builder.model.results import Turn
from builder.prose.names import action_text, standing
from builder.prose.order_accounts import accounts
from builder.prose.wording import flat


def judged_json(cases: Iterable[Case], version: str = "") -> str:
    """The cases that can be read, with each phase judged: `{"cases": [{"id", "phases", …}]}`. The
    version of the judge is added if it is given."""
    listed = [
        {"id": case.id, "title": case.title, "skipped": case.skipped, "phases": [*_phases(case)]}
        for case in cases
        if not case.mistakes
    ]
    document = {"chancery": version, "cases": listed} if version else {"cases": listed}
    return json.dumps(document, indent=2, ensure_ascii=False)


def _phases(case: Case) -> Iterator[dict[str, object]]:
    if (variant := case.variant) is None:
        return
    for _, turn in play(case):
        yield {
            "phase": variant.setting.calendar.slug(turn.before.phase),
            **_orders(turn, variant.setting.board),
            **computed(turn),
            "winners": list(turn.winners),
        }


def _orders(turn: Turn, board: Board) -> dict[str, list[dict[str, object]]]:
    """Each order with its outcome and reason; apart from them those that no unit carries out."""
    units = standing(turn.before.units)
    orders, refused = list[dict[str, object]](), list[dict[str, object]]()
    for a in accounts(turn, board):
        written, finding = a.written.text if a.written else "", a.finding
        if a.action is not None:
            done, rows = {"order": action_text(a.action, units), "written": written}, orders
        elif a.is_end:
            done, rows = {"order": written, "unit": str(a.result.unit or "")}, orders
        else:
            done, rows = {"order": written or a.text}, refused
        found = {
            "outcome": finding.why.outcome.value,
            "reason": finding.why.value,
            "why": flat(a.why),
            "by": [f"{other.power} {other.kind} {other.at}" for other in finding.by],
            "strength": list(finding.tally) if finding.tally else None,
        }
        rows.append({"power": a.power, **done, **found})
    return {"orders": orders, "refused": refused}
