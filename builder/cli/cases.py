"""`chancery cases` runs worked cases; `chancery judge` judges a position and gives reasons."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from builder import __version__
from builder.archive import Archive
from builder.cases import CaseVerdict, check, fact_text, play
from builder.cli import command
from builder.cli.options import json_option
from builder.errors import ArchiveError
from builder.formats.cases import Case, read_cases
from builder.prose.english import plural
from builder.prose.judged_cases import judged_json
from builder.prose.zine_report import places, report


@command("cases", "chancery cases tests/cases/datc/6a.yaml --edition 1971")
@click.argument("files", nargs=-1, required=True, type=click.Path(readable=False, path_type=Path))
@click.option("--edition", help="The booklet to judge by, instead of that of the files.")
@json_option
def cases_command(files: tuple[Path, ...], edition: str | None, as_json: bool) -> None:
    """Run worked cases: positions and orders with the expected results.

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
    """A case's verdict; a fault of the rulebook fails this case and not the others."""
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
    """The result in lines: the cases that failed, those left out, and the numbers."""
    failed = [v for v in verdicts if not v.passed]
    for verdict in failed:
        yield f"{verdict.id}: not as expected"
        for key, expected in verdict.expected.items():
            yield f"  {key}"
            yield f"    expected  {fact_text(expected)}"
            yield f"    found     {fact_text(verdict.found[key])}"
    for case in skipped:
        yield f"{case.id}: left out ({case.skipped})"
    cases, passed = plural(len(verdicts) + len(skipped), "case"), len(verdicts) - len(failed)
    yield f"{cases}, {passed} passed, {len(failed)} failed, {len(skipped)} left out"


@command("judge", "chancery judge position.yaml")
@click.argument("file", type=click.Path(readable=False, path_type=Path))
@click.option("--edition", help="The booklet to judge by, instead of that of the file.")
@json_option
def judge_command(file: Path, edition: str | None, as_json: bool) -> None:
    """Judge a position with its orders: the fate of every order, and why.

    The file is written like a worked case; what it expects is not compared. Ends with 0, with 1
    if a position in it cannot be understood, with 2 if the file cannot be read at all.
    """
    cases = read_cases(file, Archive.near().variant, edition)
    for case in cases:
        for mistake in case.mistakes:
            click.echo(str(mistake), err=True)
    if as_json:
        click.echo(judged_json(cases, __version__))
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
