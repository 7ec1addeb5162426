"""`chancery receive`: players' mails are kept, read and acknowledged."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from builder.cli import command
from builder.cli.open_game import OpenGame, open_game
from builder.cli.options import flag, game_argument
from builder.errors import Mistakes
from builder.mails.acknowledgement import account_without_orders, acknowledgement
from builder.mails.gathering import (
    AnsweredMail,
    ReadMail,
    Sheet,
    acknowledgement_id,
    answered_mails,
    gathered,
    read_kept,
)
from builder.mails.inbox import Envelope, KeptMail
from builder.mails.mail_files import FoundMail, found_mails, mails_of_input
from builder.mails.message import LARGEST
from builder.mails.outgoing import new_message
from builder.mails.press import Press
from builder.model.units import Power
from builder.source.files import shown_path

ANSWER_FOLDER = "acknowledgements"
LETTER_FOLDER = "letters"


@command("receive", "chancery receive 2026a mails/", status=1)
@game_argument()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True, allow_dash=True))
@click.option("--power", help="Whose orders they are, whoever sent them.")
@flag("--accept-guesses", "guesses", help="Take unclear lines as meant if one meaning is likely.")
def receive_command(game: str, files: tuple[Path, ...], power: str | None, guesses: bool) -> int:
    """Keep mails until the season of GAME is closed: files, mboxes, Maildirs, folders, or - for
    standard input.

    They are kept in .chancery/GAME, which git ignores, before they are read. Its file senders.txt
    names the players, a line each: `jim@example.org: England`; a mail from another address does not
    count without --power. The mail of each power that arrived last counts, and the earlier ones are
    kept. An acknowledgement of each is printed and saved, ready to be sent. Ends with 1 if a mail
    does not count, or if there is a question about it.
    """
    with open_game(game) as opened:
        receiving = Receiving(opened, power, guesses)
        receiving.keep_all(files)
        receiving.acknowledge_all()
        count = opened.due.count(gathered(opened.due, opened.inbox).orders)
        click.echo(f"{opened.due.title}: {count}")
    return 0 if receiving.all_count else 1


class Receiving:
    """Keeps the mails of one command, then reads and acknowledges each by itself."""

    def __init__(self, opened: OpenGame, power: str | None, guesses: bool) -> None:
        self.opened = opened
        self.due = opened.due
        self.inbox = opened.inbox
        self.power = Power(opened.setting.power_names.find(power)) if power else None
        self.guesses = guesses
        self.kept: list[KeptMail] = []
        self.all_count = True

    def keep_all(self, files: tuple[Path, ...]) -> None:
        """Keep every mail in some files, before any of them is read."""
        for path in files or (Path("-"),):
            try:
                for mail in self._mails_at(path):
                    self._keep(mail)
            except OSError as error:
                self._refuse(f"{path}: {(error.strerror or 'cannot be read').lower()}")

    def _mails_at(self, path: Path) -> Iterator[FoundMail]:
        if str(path) == "-":
            return mails_of_input(sys.stdin.buffer.read(), LARGEST)
        return found_mails(path, LARGEST)

    def _keep(self, mail: FoundMail) -> None:
        """Keep one mail, if it was not kept before."""
        phase = self.due.position.phase
        envelope = Envelope(datetime.now(UTC), mail.arrival, self.power, self.guesses)
        size = mail.stretch.size
        is_too_large = size > LARGEST
        if is_too_large:
            is_kept = self.inbox.holds_pieces(size, mail.pieces)
        else:
            is_kept = self.inbox.holds(mail.data)
        if is_kept:
            click.echo(f"{mail.name}: received before\n")
        elif is_too_large:
            self.kept.append(self.inbox.keep_pieces(mail.pieces, phase, envelope))
        else:
            self.kept.append(self.inbox.keep(mail.data, phase, envelope))

    def _refuse(self, text: str) -> None:
        self.all_count = False
        click.echo(f"{text}\n")

    def acknowledge_all(self) -> None:
        """Read the mails that were kept, put each to its phase, and answer them in the order in
        which they arrived."""
        settled = [self._settled(read_kept(self.due, self.inbox, mail)) for mail in self.kept]
        numbers = set()
        answers = []
        for incoming in settled:
            if self._waits(incoming):
                answers.append(
                    AnsweredMail(incoming, Sheet(incoming.power, {}, (), (), incoming.reading))
                )
            else:
                numbers.add(incoming.mail.number)
        for answered in answered_mails(self.due, self.inbox):
            if answered.incoming.mail.number in numbers:
                answers.append(answered)
        answers.sort(key=lambda answered: answered.incoming.order)
        for answered in answers:
            self._acknowledge(answered)

    def _waits(self, incoming: ReadMail) -> bool:
        """Is it a mail for a later phase, which is kept until then?"""
        return incoming.reading is not None and self.due.waits(incoming.reading.typed.phase)

    def _settled(self, incoming: ReadMail) -> ReadMail:
        """A mail in the folder of its phase, under the name of its power."""
        phase = self.due.position.phase
        if incoming.reading is not None and self._waits(incoming):
            phase = incoming.reading.typed.phase or phase
        if incoming.reading is None and not incoming.power:
            return incoming
        mail = self.inbox.settle(incoming.mail, phase, incoming.power or "several")
        return incoming._replace(mail=mail)

    def _acknowledge(self, answered: AnsweredMail) -> None:
        """Print the answer to a mail, and save it if it is the mail of a player."""
        incoming = answered.incoming
        powers = list(answered.sheet.orders)
        if incoming.problem or not powers:
            texts = [account_without_orders(self.due, answered)]
        else:
            texts = [acknowledgement(self.due, power, answered) for power in powers]
        text = "\n".join(texts)
        if incoming.message.sender and incoming.power and not incoming.fault:
            self._save_answer(incoming, text)
        if answered.sheet.mistakes:
            text += f"\nNot read:\n{Mistakes(answered.sheet.mistakes)}\n"
        for piece in incoming.reading.press if incoming.reading else ():
            if piece.to:
                self._save_letter(incoming, piece)
        if not answered.is_clear:
            self.all_count = False
        click.echo(f"{shown_path(incoming.mail.path)}:\n{text}")

    def _save_answer(self, incoming: ReadMail, text: str) -> None:
        mail = new_message(
            f"Re: {incoming.message.subject or self.opened.record.name}",
            text,
            [incoming.message.sender],
            answered=incoming.message.id,
            own_id=acknowledgement_id(self.inbox, incoming.mail),
        )
        name = f"{incoming.mail.path.parent.name}-{incoming.mail.path.name}"
        self.inbox.write(f"{ANSWER_FOLDER}/{name}", mail)

    def _save_letter(self, incoming: ReadMail, piece: Press) -> None:
        """Save a letter of a player to another as a mail, which the game master may send."""
        name = self.opened.record.name
        author = "" if piece.anonymous else f"{incoming.power} writes:\n\n"
        for power in piece.to:
            receivers = self.inbox.senders.receivers_of(power)
            subject = f"{name}: a letter to {power}"
            mail = new_message(subject, f"{author}{piece.text}\n", receivers)
            place = (
                f"{incoming.mail.path.parent.name}-{incoming.mail.reference}-{power.lower()}.eml"
            )
            self.inbox.write(f"{LETTER_FOLDER}/{place}", mail)
