"""`chancery status`: what games wait for."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from builder.archive import PRIVATE, Archive
from builder.cli import command
from builder.cli.open_game import OpenGame
from builder.cli.options import game_argument
from builder.errors import ArchiveError
from builder.mails.gathering import gathered, waiting_mails
from builder.mails.results import UnsentResults
from builder.record import missing_orders


@command("status", "chancery status 2026a", status=1)
@game_argument(required=False)
def status_command(game: str | None) -> int:
    """Print which phase is due, how many powers have sent orders, and what was not understood.

    Without GAME, for each game that has received mails. Ends with 1 if the orders of a season that
    is held back are in no file.
    """
    folder = Archive.open(Path.cwd()).root / PRIVATE
    games = [game] if game else sorted(path.name for path in folder.glob("*") if path.is_dir())
    errors: list[str] = []
    for name in games:
        try:
            opened = OpenGame(name)
            for line in _lines(name, opened):
                click.echo(line)
            for phase in opened.missing:
                title = opened.title(phase.phase)
                errors.append(missing_orders(opened.public.name, title, phase))
        except ArchiveError as error:
            errors.append(str(error))
    for text in errors:
        click.echo(text, err=True)
    return 1 if errors else 0


def _lines(name: str, opened: OpenGame) -> Iterator[str]:
    """What a game waits for; what is wrong with single mails, those of powers first."""
    mails = gathered(opened.due, opened.inbox)
    record = opened.record
    due = opened.due
    if due.is_over:
        yield f"{record.name}: the game is over. {_ending(opened)}".rstrip()
    else:
        count = due.count((*mails.orders, *mails.nmr))
        by = f" by {due.deadline}" if due.deadline else ""
        yield f"{record.name}: {due.title} is due{by}; {count}"
    yield from _held_back(name, opened)
    if UnsentResults(opened.inbox).phase:
        yield f"  results are not complete: chancery close {name}"
    for phase in opened.left_over:
        yield f"  {opened.title(phase)}: in the private file only, so it does not count"
    for problem in (*mails.mistakes, *mails.ignored, *mails.doubts, *mails.votes):
        yield f"  {problem}"
    for line in waiting_mails(due, opened.inbox):
        yield f"  {line}"


def _ending(opened: OpenGame) -> str:
    from builder.site.parts.game_summary import result_line

    return result_line(opened.due.played)


def _held_back(name: str, opened: OpenGame) -> Iterator[str]:
    """The seasons that are held back, and the command that publishes those whose day has come."""
    days: list[str] = []
    for phase in opened.record.to_come:
        until = f" until {phase.embargo}" if phase.embargo else ""
        yield f"  {opened.title(phase.phase)}: held back{until}"
        days.append(phase.embargo)
    if days and min(days) <= datetime.now(UTC).date().isoformat():
        yield f"  to publish: chancery close {name} --publish"
