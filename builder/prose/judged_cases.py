"""Judged positions as JSON, for `chancery judge --json` and the judge in browsers."""

import json
from collections.abc import Iterable

from builder.cases import play, void
from builder.formats.cases import Case
from builder.prose.phase_documents import FORMAT, phase_document


def judged_json(cases: Iterable[Case], version: str = "") -> str:
    """The cases that can be read, with each phase judged: `{"cases": [{"id", "phases", …}]}`. The
    version of the judge is added if it is given."""
    document: dict[str, object] = {"format": FORMAT}
    if version:
        document["chancery"] = version
    document["cases"] = [_case(case) for case in cases if not case.mistakes]
    return json.dumps(document, indent=2, ensure_ascii=False)


def _case(case: Case) -> dict[str, object]:
    """A case with its phases; `void` counts the orders of each that were not accepted."""
    phases = []
    if case.variant is not None:
        for _, turn in play(case):
            phase = phase_document(turn, case.variant.setting)
            phases.append({**phase, "void": len(void(turn))})
    return {"id": case.id, "title": case.title, "skipped": case.skipped, "phases": phases}
