"""`chancery judge`: adjudicate a position that somebody typed, and say why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from builder.archive import Archive
from builder.cases import play
from builder.errors import ArchiveError
from builder.formats.cases import Case, read_cases
from builder.prose.judged_cases import judged_json
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
        cases = read_cases(file, Archive.near().variant, edition)
    except ArchiveError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    for case in cases:
        for mistake in case.mistakes:
            click.echo(str(mistake), err=True)
    if as_json:
        click.echo(judged_json(cases))
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
