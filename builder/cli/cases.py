"""`chancery cases`: runs worked cases and reports which of them pass."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from builder.archive import Archive
from builder.cases import CaseVerdict, check
from builder.errors import ArchiveError
from builder.formats.cases import Case, read_cases


@click.command(
    epilog="Example:  chancery cases tests/cases/datc/6a.yaml --edition 1971",
    short_help="Run worked cases.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(readable=False, path_type=Path))
@click.option("--edition", help="The booklet to judge by, whatever the files say.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def cases_command(files: tuple[Path, ...], edition: str | None, as_json: bool) -> None:
    """Run worked cases: positions and orders with what must come of them.

    Ends with 0 if every case that can be computed comes out as expected, with 1 if one does
    not or cannot be understood, with 2 if a file cannot be read at all.
    """
    verdicts: list[CaseVerdict] = []
    skipped: list[Case] = []
    unreadable = False
    archive: Archive | None = None
    for path in files:
        try:
            archive = archive or Archive.near()
            for case in read_cases(path, archive.variant, edition):
                if case.skipped:
                    skipped.append(case)
                else:
                    verdicts.append(judged(case))
        except ArchiveError as error:
            unreadable = True
            verdicts.append(
                CaseVerdict(str(path), {"file": "one that can be read"}, {"file": str(error)})
            )
            click.echo(str(error), err=True)
    click.echo(
        as_document(verdicts, skipped) if as_json else "\n".join(verdict_lines(verdicts, skipped))
    )
    failed = any(not v.passed for v in verdicts)
    sys.exit(2 if unreadable else 1 if failed else 0)


def judged(case: Case) -> CaseVerdict:
    """A case's verdict; a fault of the rulebook itself fails the case and spares the others."""
    try:
        return check(case)
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
        return CaseVerdict(case.id, {"case": "an adjudication"}, {"case": fault})


def as_document(verdicts: list[CaseVerdict], skipped: list[Case]) -> str:
    """The result as JSON."""
    failed = [v for v in verdicts if not v.passed]
    document = {
        "cases": len(verdicts) + len(skipped),
        "passed": len(verdicts) - len(failed),
        "failed": [{"id": v.id, "expected": v.expected, "found": v.found} for v in failed],
        "skipped": [{"id": case.id, "why": case.skipped} for case in skipped],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def verdict_lines(verdicts: list[CaseVerdict], skipped: list[Case]) -> Iterator[str]:
    """The result in lines: what failed, what was left out, and how many there were."""
    failed = [v for v in verdicts if not v.passed]
    for verdict in failed:
        yield f"{verdict.id}: not as expected"
        for key, expected in verdict.expected.items():
            yield f"  {key}"
            yield f"    expected  {fact_text(expected)}"
            yield f"    found     {fact_text(verdict.found[key])}"
    for case in skipped:
        yield f"{case.id}: left out ({case.skipped})"
    count = len(verdicts) + len(skipped)
    parts = [f"{count} cases", f"{len(verdicts) - len(failed)} passed", f"{len(failed)} failed"]
    yield ", ".join([*parts, f"{len(skipped)} left out"])


def fact_text(fact: object) -> str:
    """A fact in one line: `England: A Lon, F NTH; France: A Par`."""
    if isinstance(fact, dict):
        return "; ".join(f"{k}: {', '.join(v) or 'none'}" for k, v in fact.items()) or "none"
    return str(fact)
