"""`chancery judge`: adjudicate a position that somebody typed, and say why."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from builder.archive import Archive
from builder.cases import computed, play
from builder.errors import ArchiveError
from builder.formats.cases import Case, read_cases
from builder.model.findings import Finding
from builder.model.setting import Setting
from builder.model.turns import Turn
from builder.prose.names import Standing, action_text, standing, written_text
from builder.prose.reasons import flat, reason, reason_of_fate, refusal
from builder.prose.zine_report import places, report


@click.command(epilog="Example:  chancery judge position.yaml", short_help="Judge a position.")
@click.argument("file", type=click.Path(readable=False, path_type=Path))
@click.option("--edition", help="The booklet to judge by, whatever the file says.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def judge_command(file: Path, edition: str | None, as_json: bool) -> None:
    """Judge a position with its orders: what comes of every order, and why.

    The file is written like a worked case; what it expects is not compared. Ends with 0, with 1
    if a position in it cannot be understood, with 2 if the file cannot be read at all.
    """
    try:
        cases = read_cases(file, Archive.open().variant, edition)
    except ArchiveError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    for case in cases:
        for mistake in case.mistakes:
            click.echo(str(mistake), err=True)
    if as_json:
        document = {"cases": [as_document(case) for case in cases if not case.mistakes]}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(text for case in cases for text in judged_lines(case)))
    sys.exit(1 if any(case.mistakes for case in cases) else 0)


def judged_lines(case: Case) -> Iterator[str]:
    """Every phase of a case as a zine prints it."""
    if case.variant is None or case.mistakes:
        return
    if case.title:
        yield f"{case.id}: {case.title}\n"
    for _, turn in play(case):
        yield report(turn, case.variant.setting)
        yield f"{places(turn, case.variant.setting)}\n"


def as_document(case: Case) -> dict[str, object]:
    """Every phase of a case for JSON."""
    setting = case.variant.setting if case.variant else None
    phases = [as_phase(turn, setting) for _, turn in play(case)] if setting else []
    return {"id": case.id, "title": case.title, "skipped": case.skipped, "phases": phases}


def as_phase(turn: Turn, setting: Setting) -> dict[str, object]:
    """One phase for JSON: each order with its outcome and reason, and the position after it."""
    units = standing(turn.before.units)
    orders = [*_movement(turn, setting, units), *_fates(turn, setting)]
    refused = [
        {
            "power": written.issuer,
            "order": written.text or written_text(written, units),
            **_finding(finding, flat(refusal(written, finding, turn, setting.board))),
        }
        for written, finding in turn.beside.items()
    ]
    return {
        "phase": setting.calendar.slug(turn.before.phase),
        "orders": orders,
        "refused": refused,
        **computed(turn),
        "winners": list(turn.winners),
    }


def _movement(turn: Turn, setting: Setting, units: Standing) -> Iterator[dict[str, object]]:
    for action in turn.actions:
        finding, w = turn.findings[action], turn.written.get(action)
        yield {
            "power": action.power,
            "order": action_text(action, units),
            "written": w.text if w is not None else "",
            **_finding(finding, flat(reason(action, finding, turn, setting.board))),
        }


def _fates(turn: Turn, setting: Setting) -> Iterator[dict[str, object]]:
    for fate in turn.fates:
        yield {
            "power": fate.power,
            "order": fate.written.text if fate.written else "",
            "unit": str(fate.unit) if fate.unit else "",
            **_finding(fate.finding, flat(reason_of_fate(fate, setting.board))),
        }


def _finding(finding: Finding, sentence: str) -> dict[str, object]:
    return {
        "outcome": finding.why.outcome.value,
        "reason": finding.why.value,
        "why": sentence,
        "by": [f"{a.power} {a.kind} {a.at}" for a in finding.by],
        "strength": list(finding.tally) if finding.tally else None,
    }
