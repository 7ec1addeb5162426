"""`chancery receive` and `chancery status`: mails for the season that is due."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import click

from builder.archive import Archive
from builder.cli import command
from builder.cli.game_arguments import game_argument
from builder.errors import Mistakes, UnknownWordError
from builder.formats.game.phase_text import Cut, without_phase
from builder.formats.game.phases import read_phase
from builder.mails.due_season import (
    DueSeason,
    acknowledgement,
    due_season,
    gathered,
    read_mail,
)
from builder.mails.inbox import PRIVATE, Inbox, Message, new_message, read_message
from builder.model.kinds import Power
from builder.record import PhaseRecord, Record
from builder.source.documents import text_of


class OpenGame(NamedTuple):
    """A game, what it waits for, and its private folder; `cut` is a phase taken out of its text,
    which was `replaced`."""

    archive: Archive
    record: Record
    due: DueSeason
    inbox: Inbox
    text: str
    cut: Cut | None = None
    replaced: PhaseRecord | None = None


def opened(game: str, replacing: str | None = None) -> OpenGame:
    """A game of the archive, or as it was before a phase that is replaced."""
    archive = Archive.open(Path.cwd())
    record = archive.game(game)
    variant, text = archive.variant(record.variant), text_of(record.path)
    inbox = Inbox(archive.root, record.id, variant.setting)
    earlier, cut, old = record, None, None
    if replacing is not None:
        calendar = variant.setting.calendar
        phase = read_phase(calendar, replacing)
        old = next((p for p in record.phases if p.phase == phase), None)
        if old is None:
            raise UnknownWordError("phase of this game", calendar.title(phase))
        cut = without_phase(text, old.line)
        earlier = record._replace(phases=record.phases[: record.phases.index(old)])
    return OpenGame(archive, record, due_season(variant, earlier), inbox, text, cut, old)


@command("receive", "chancery receive 2026a mails/*.eml", status=1)
@game_argument()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True))
@click.option("--power", help="Whose orders they are, if the sender does not say.")
def receive_command(game: str, files: tuple[Path, ...], power: str | None) -> None:
    """Keep mails (files, folders or standard input) until the season of GAME is closed.

    They lie in .chancery/GAME, which git ignores. senders.txt there says who plays what, a line
    each: `jim@example.org: England`. Of each power the latest mail counts, and the earlier ones
    are kept. An acknowledgement of each is printed and lies ready to be sent. Ends with 1 if a
    mail does not count.
    """
    of = opened(game)
    names = [file for path in files for file in (path.iterdir() if path.is_dir() else (path,))]
    data = [path.read_bytes() for path in sorted(names) if path.is_file()]
    data = data or [sys.stdin.buffer.read()]
    now = datetime.now(UTC)
    mails = sorted(
        ((read_message(each), each) for each in data), key=lambda mail: mail[0].date or now
    )
    powers = of.due.played.variant.setting.power_names
    whose = Power(powers.find(power)) if power else None
    fine = [received(of, message, each, whose) for message, each in mails]
    click.echo(f"{of.due.title}: {of.due.count(gathered(of.due, of.inbox).orders)}")
    sys.exit(not all(fine))


def received(of: OpenGame, message: Message, data: bytes, power: Power | None) -> bool:
    """Keep one mail and acknowledge it; False if it does not count."""
    due, inbox = of.due, of.inbox
    name = message.sender or "the text"
    power, typed, why = read_mail(due, inbox, message, name, power)
    phase = typed.phase if typed and typed.phase else due.position.phase
    mistakes = str(Mistakes(typed.mistakes)) if typed and typed.mistakes else ""
    orders = typed.orders if typed and not why else ()
    texts = [acknowledgement(due, whose, typed) for whose in orders if typed]
    kept = inbox.keep(data, phase, power)
    if why or not kept:
        texts = [f"{name}: {why or 'received before'}\n"]
    elif not texts:
        texts = [f"{name}: no orders in it\n"]
    texts += [f"Not read:\n{mistakes}\n"] if mistakes else []
    texts += [f"{name}: not read: {file}\n" for file in message.attachments]
    answer = "\n".join(texts)
    if message.sender and kept and power:
        mail = new_message(
            f"Re: {message.subject or of.record.name}",
            answer,
            [message.sender],
            answered=message.id,
        )
        inbox.write(f"acknowledgements/{kept.parent.name}-{kept.name}", mail)
    click.echo(answer)
    return not why and not mistakes


@command("status", "chancery status 2026a", status=1)
@game_argument(required=False)
def status_command(game: str | None) -> None:
    """Print which phase is due, how many powers have sent orders, and what was not understood.

    Without GAME: of each game that has received mails.
    """
    folder = Archive.open(Path.cwd()).root / PRIVATE
    games = [game] if game else sorted(p.name for p in folder.glob("*") if p.is_dir())
    for name in games:
        of = opened(name)
        found = gathered(of.due, of.inbox)
        count = of.due.count((*found.orders, *found.nmr))
        click.echo(f"{of.record.name}: {of.due.title} is due; {count}")
        for problem in (*found.mistakes, *found.ignored):
            click.echo(f"  {problem}")
