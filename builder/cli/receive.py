"""`chancery receive`: players' mails are kept, read and acknowledged."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from builder.cli import command
from builder.cli.open_game import OpenGame
from builder.cli.options import game_argument
from builder.errors import Mistakes
from builder.formats.game.phases import due_time
from builder.formats.game.typed_orders import unread
from builder.mails.due_season import acknowledgement, gathered, read_mail
from builder.mails.inbox import Message, new_message, read_message
from builder.model.units import Power


@command("receive", "chancery receive 2026a mails/*.eml", status=1)
@game_argument()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True))
@click.option("--power", help="Whose orders they are, if the sender does not say.")
def receive_command(game: str, files: tuple[Path, ...], power: str | None) -> int:
    """Keep mails (files, folders or standard input) until the season of GAME is closed.

    They are kept in .chancery/GAME, which git ignores. Its file senders.txt names the players, a
    line each: `jim@example.org: England`. The latest mail of each power counts, and the earlier
    ones are kept. An acknowledgement of each is printed and saved, ready to be sent. Ends with 1
    if a mail does not count.
    """
    of = OpenGame(game)
    names = [file for path in files for file in (path.iterdir() if path.is_dir() else (path,))]
    given = (path.read_bytes() for path in sorted(names) if path.is_file())
    data = [*given] if files else [sys.stdin.buffer.read()]
    now = datetime.now(UTC)
    mails = sorted(((read_message(d), d) for d in data), key=lambda mail: mail[0].date or now)
    whose = Power(of.due.setting.power_names.find(power)) if power else None
    accepted = [_received(of, message, each, whose) for message, each in mails]
    click.echo(f"{of.due.title}: {of.due.count(gathered(of.due, of.inbox).orders)}")
    return int(not all(accepted))


def _received(of: OpenGame, message: Message, data: bytes, power: Power | None) -> bool:
    """Keep one mail and acknowledge it; False if it does not count."""
    due, inbox = of.due, of.inbox
    name = message.sender or "the text"
    power, typed, why = read_mail(due, inbox, message, name, power)
    orders = () if why else typed.orders
    texts = [acknowledgement(due, whose, typed) for whose in orders]
    kept = inbox.keep(data, typed.phase or due.position.phase, power)
    if why or not kept:
        texts = [f"{name}: {why or 'received before'}\n"]
    elif not texts:
        texts = ["\n".join((f"{name}: no orders in it", *unread(typed), ""))]
    texts += [f"Not read:\n{Mistakes(typed.mistakes)}\n"] if typed.mistakes else []
    texts += [f"{name}: not read: {file}\n" for file in message.attachments]
    end = due_time(due.deadline)
    if orders and end and (message.date or datetime.now(UTC)) > end:
        late = f"after the deadline, {due.deadline}; it counts until the season is closed"
        texts.append(f"{name}: {late}\n")
    answer = "\n".join(texts)
    if message.sender and kept and power:
        subject = f"Re: {message.subject or of.record.name}"
        mail = new_message(subject, answer, [message.sender], answered=message.id)
        inbox.write(f"acknowledgements/{kept.parent.name}-{kept.name}", mail)
    click.echo(answer)
    return bool(orders or (typed.press and not why)) and not typed.mistakes
