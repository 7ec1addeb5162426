"""`chancery cases` runs worked cases; `chancery judge` judges a position and gives reasons."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from builder import __version__
from builder.archive import Archive
from builder.cases import CheckedCase, check, fact_text, play
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
def cases_command(files: tuple[Path, ...], edition: str | None, as_json: bool) -> int:
    """Run worked cases: positions and orders with the expected results.

    Ends with 0 if every case that can be computed comes out as expected, with 1 if one does
    not or cannot be understood, with 2 if a file cannot be read at all.
    """
    checked_cases: list[CheckedCase] = []
    skipped: list[Case] = []
    unreadable = False
    archive = Archive.near()
    for path in files:
        try:
            cases = read_cases(path, archive.variant, edition)
            skipped += [case for case in cases if case.skipped]
            checked_cases += [_checked(case) for case in cases if not case.skipped]
        except ArchiveError as error:
            unreadable = True
            checked_cases.append(_fault(str(path), "file", "one that can be read", error))
            click.echo(str(error), err=True)
    failed = [checked for checked in checked_cases if not checked.passed]
    passed = len(checked_cases) - len(failed)
    if as_json:
        document = {
            "cases": len(checked_cases) + len(skipped),
            "passed": passed,
            "failed": [{"id": v.id, "expected": v.expected, "found": v.found} for v in failed],
            "skipped": [{"id": case.id, "why": case.skipped} for case in skipped],
        }
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        lines: list[str] = []
        for checked in failed:
            lines += _difference(checked)
        lines += [f"{case.id}: left out ({case.skipped})" for case in skipped]
        counts = f"{passed} passed, {len(failed)} failed, {len(skipped)} left out"
        lines.append(f"{plural(len(checked_cases) + len(skipped), 'case')}, {counts}")
        click.echo("\n".join(lines))
    return 2 if unreadable else 1 if failed else 0


def _difference(checked: CheckedCase) -> Iterator[str]:
    yield f"{checked.id}: not as expected"
    for key, expected in checked.expected.items():
        yield f"  {key}\n    expected  {fact_text(expected)}"
        yield f"    found     {fact_text(checked.found[key])}"


def _checked(case: Case) -> CheckedCase:
    """The check of one case; a fault of the rulebook fails this case and not the others."""
    try:
        return check(case)
    except Exception as error:
        return _fault(case.id, "case", "an adjudication", f"{type(error).__name__}: {error}")


def _fault(name: str, key: str, expected: str, found: object) -> CheckedCase:
    return CheckedCase(name, {key: expected}, {key: str(found)})


@command("judge", "chancery judge position.yaml")
@click.argument("file", type=click.Path(readable=False, path_type=Path))
@click.option("--edition", help="The booklet to judge by, instead of that of the file.")
@json_option
def judge_command(file: Path, edition: str | None, as_json: bool) -> int:
    """Judge a position with its orders: the result of every order, and why.

    The file is written like a worked case; what it expects is not compared. Ends with 0, with 1
    if a position in it cannot be understood, with 2 if the file cannot be read at all.
    """
    cases = read_cases(file, Archive.near().variant, edition)
    mistakes: list[ArchiveError] = []
    for case in cases:
        mistakes += case.mistakes
    for mistake in mistakes:
        click.echo(str(mistake), err=True)
    if as_json:
        click.echo(judged_json(cases, __version__))
    else:
        lines: list[str] = []
        for case in cases:
            if case.variant is None or case.mistakes:
                continue
            setting = case.variant.setting
            lines += [f"{case.id}: {case.title}\n"] if case.title else []
            for _, turn in play(case):
                lines += [report(turn, setting), f"{places(turn, setting)}\n"]
        click.echo("\n".join(lines))
    return 1 if mistakes else 0
