"""`chancery receive` and `chancery status`: take and list mails for the season that is due."""

import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import click

from builder.archive import PRIVATE, Archive
from builder.cli import command
from builder.cli.options import game_argument
from builder.errors import ArchiveError, Mistakes, UnknownWordError
from builder.formats.game.phase_text import Cut, with_phase, without_phase
from builder.formats.game.phases import due_time, read_phase
from builder.formats.game.typed_orders import unread
from builder.mails.due_season import DueSeason, acknowledgement, due_season, gathered, read_mail
from builder.mails.inbox import Inbox, Message, exposed, new_message, read_message
from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.units import Power
from builder.record import PhaseRecord, Record
from builder.source.documents import text_of


class OpenGame(NamedTuple):
    """A game with the season that is due, its private folder, and the texts of its two files.

    `text` is that of the game's own file, `held` that of the private file with the phases held
    back. If a phase is to be `replaced`, `cut` is the text that had it, without it.
    """

    archive: Archive
    record: Record
    due: DueSeason
    inbox: Inbox
    text: str
    held: str
    cut: Cut | None = None
    replaced: PhaseRecord | None = None

    def announced(self, phase: Phase) -> PhaseRecord | None:
        """The announcement in the game's file of a phase that is held back."""
        return next((p for p in self.record.to_come if p.phase == phase), None)

    def without(self, phase: PhaseRecord) -> Cut:
        """The text that has a phase, without it."""
        return without_phase(self.held if self.announced(phase.phase) else self.text, phase.line)

    def texts(
        self,
        phase: Phase,
        orders: Mapping[Power, Iterable[Written]],
        nmr: Iterable[Power],
        keys: Mapping[str, str],
    ) -> tuple[str, str]:
        """The texts of the game's file and of the private file, with another phase.

        The phase is held back if its `keys` say so or if a phase before it is; then the game's
        file only announces it.
        """
        calendar, cut = self.due.setting.calendar, self.cut
        latest = self.record.to_come[-1:] if cut is None else ()
        waits = {key: keys[key] for key in ("draft", "embargo") if key in keys and cut is None}
        if not (waits or latest or self.announced(phase)):
            text = cut.text if cut else self.text
            return with_phase(text, phase, calendar, orders, nmr, keys, cut), self.held
        held = cut.text if cut else self.held or "phases: {}\n"
        held = with_phase(held, phase, calendar, orders, nmr, keys, cut)
        if cut:
            return self.text, held
        for before in latest:
            waits = waits or ({"embargo": before.embargo} if before.embargo else {"draft": "yes"})
        return with_phase(self.text, phase, calendar, {}, (), waits), held

    def write(self, text: str, held: str) -> None:
        """Write the texts that changed, each completely or not at all; raises OSError."""
        private = self.archive.held(Path(self.record.path))
        if held != self.held:
            private = self.inbox.write(private.name, held.encode())
            if why := exposed(private):
                click.echo(f"warning: {why}", err=True)
        if text != self.text:
            place = Path(self.record.path).resolve()
            draft = place.with_suffix(".draft")
            try:
                draft.write_text(text, encoding="utf-8")
                draft.chmod(place.stat().st_mode)
                draft.replace(place)
            finally:
                draft.unlink(missing_ok=True)


def opened(game: str, replacing: str | None = None) -> OpenGame:
    """A game of the archive; with `replacing`, as it was before that phase."""
    archive = Archive.open(Path.cwd())
    record = archive.game(game)
    variant, private = archive.variant(record.variant), archive.held(Path(record.path))
    held = text_of(private) if private.is_file() else ""
    inbox = Inbox(archive.root, record.id, variant.setting)
    of = OpenGame(archive, record, due_season(variant, record), inbox, text_of(record.path), held)
    if replacing is not None:
        calendar = variant.setting.calendar
        phase = read_phase(calendar, replacing)
        old = next((p for p in record.phases if p.phase == phase), None)
        if old is None:
            raise UnknownWordError("phase of this game", calendar.title(phase))
        earlier = record._replace(phases=record.phases[: record.phases.index(old)])
        of = of._replace(due=due_season(variant, earlier), cut=of.without(old), replaced=old)
    return of


@command("receive", "chancery receive 2026a mails/*.eml", status=1)
@game_argument()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True))
@click.option("--power", help="Whose orders they are, if the sender does not say.")
def receive_command(game: str, files: tuple[Path, ...], power: str | None) -> None:
    """Keep mails (files, folders or standard input) until the season of GAME is closed.

    They are kept in .chancery/GAME, which git ignores. Its file senders.txt names the players, a
    line each: `jim@example.org: England`. The latest mail of each power counts, and the earlier
    ones are kept. An acknowledgement of each is printed and saved, ready to be sent. Ends with 1
    if a mail does not count.
    """
    of = opened(game)
    names = [file for path in files for file in (path.iterdir() if path.is_dir() else (path,))]
    data = [path.read_bytes() for path in sorted(names) if path.is_file()]
    if not files:
        data = [sys.stdin.buffer.read()]
    now = datetime.now(UTC)
    mails = sorted(
        ((read_message(each), each) for each in data), key=lambda mail: mail[0].date or now
    )
    powers = of.due.setting.power_names
    whose = Power(powers.find(power)) if power else None
    accepted = [received(of, message, each, whose) for message, each in mails]
    click.echo(f"{of.due.title}: {of.due.count(gathered(of.due, of.inbox).orders)}")
    sys.exit(not all(accepted))


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
        texts = ["\n".join((f"{name}: no orders in it", *unread(typed), ""))] if typed else []
    texts += [f"Not read:\n{mistakes}\n"] if mistakes else []
    texts += [f"{name}: not read: {file}\n" for file in message.attachments]
    end = due_time(due.deadline)
    if orders and end and (message.date or datetime.now(UTC)) > end:
        late = f"after the deadline, {due.deadline}; it counts until the season is closed"
        texts.append(f"{name}: {late}\n")
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
    return bool(orders or (typed and typed.press and not why)) and not mistakes


@command("status", "chancery status 2026a", status=1)
@game_argument(required=False)
def status_command(game: str | None) -> None:
    """Print which phase is due, how many powers have sent orders, and what was not understood.

    Without GAME, for each game that has received mails.
    """
    folder = Archive.open(Path.cwd()).root / PRIVATE
    games = [game] if game else sorted(p.name for p in folder.glob("*") if p.is_dir())
    errors = []
    for name in games:
        try:
            of = opened(name)
        except ArchiveError as error:
            errors.append(error)
            continue
        found = gathered(of.due, of.inbox)
        count = of.due.count((*found.orders, *found.nmr))
        by = f" by {of.due.deadline}" if of.due.deadline else ""
        click.echo(f"{of.record.name}: {of.due.title} is due{by}; {count}")
        held = {p.phase: p.embargo for p in of.record.to_come}
        for phase, day in held.items():
            title = of.due.setting.calendar.title(phase)
            click.echo(f"  {title}: held back{f' until {day}' if day else ''}")
        if held and min(held.values()) <= datetime.now(UTC).date().isoformat():
            click.echo(f"  to publish: chancery close {name} --publish")
        for problem in (*found.mistakes, *found.ignored):
            click.echo(f"  {problem}")
    if errors:
        raise ArchiveError("\n".join(map(str, errors)))
