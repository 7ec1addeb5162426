"""The mails of a phase together: which orders of each power count, and what is to be asked.

Mails are taken in the order in which they arrived. The latest mail of a power that has orders takes
the place of its earlier ones, unless it answers one of them and changes a part of it only.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from shlex import quote
from typing import NamedTuple

from builder.errors import ArchiveError, Mistakes, SourceError, plainly
from builder.formats.game.typed_orders import TypedGuess, with_guesses
from builder.mails.answers import AnswerKind
from builder.mails.due_season import DueSeason
from builder.mails.inbox import Inbox, KeptMail
from builder.mails.message import Arrival, Message, read_message, too_large
from builder.mails.reading import MailReading, read_mail
from builder.mails.votes import MailVote
from builder.model.orders import Build, Remove, Waive, Written
from builder.model.setting import Setting
from builder.model.units import Power
from builder.source.files import shown_path

UNNUMBERED = (Build, Remove, Waive)  # orders that no unit has: which one is changed is not clear


class ReadMail(NamedTuple):
    """A kept mail as it was read; `fault` is why it was not."""

    mail: KeptMail
    message: Message
    power: Power | None
    reading: MailReading | None
    fault: str = ""

    @property
    def arrival(self) -> Arrival:
        """When it arrived, and what says so."""
        return self.mail.envelope.arrival(self.message.arrival)

    @property
    def order(self) -> tuple[datetime, int]:
        """Mails count in the order in which they arrived."""
        return self.arrival.time, self.mail.number

    @property
    def problem(self) -> str:
        """Why the mail counts for nothing; empty if it counts."""
        return self.fault or (self.reading.refusal if self.reading else "")


@dataclass
class Gathered:
    """What the mails of a phase say: the orders that count by power, and the powers that sent none;
    mistakes, which keep the season open; mails that do not count; press with the power that signs
    it, or nobody; votes; guesses that were taken; and what the game master should look at."""

    orders: Mapping[Power, tuple[Written, ...]] = field(default_factory=dict)
    nmr: tuple[Power, ...] = ()
    mistakes: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    press: tuple[tuple[str, str], ...] = ()
    votes: tuple[str, ...] = ()
    guesses: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def power_of_mail(inbox: Inbox, mail: KeptMail, message: Message, due: DueSeason) -> Power | None:
    """Whose orders a mail has: by the word of the game master, or else by its sender.

    A text without headers may name the powers itself. Raises ArchiveError for a mail of a sender
    who plays no power: its `From:` may say anything, and its text as well.
    """
    if mail.envelope.power is not None or not message.is_mail:
        return mail.envelope.power
    phase = due.position.phase
    power = inbox.senders.power_of(message.sender, phase) if message.sender else None
    if power is None:
        raise ArchiveError(unknown_sender(inbox, message, due))
    return power


def unknown_sender(inbox: Inbox, message: Message, due: DueSeason) -> str:
    """Why a mail counts for nothing, and what to do if it should count."""
    sender = message.sender
    if not sender:
        return "no sender in it that can be known; if it is a player's, take it with --power"
    if inbox.senders.has_left(sender):
        return f"{sender} has left the game and orders nothing any more"
    first = due.setting.powers[0]
    # An address may hold what a shell carries out, and the line is there to be copied.
    add = f"chancery new player {inbox.game} {quote(f'{first}: NAME <{sender}>')}"
    return f"unknown sender {sender}; take it with --power, or add a player's address:\n{add}"


def read_kept(due: DueSeason, inbox: Inbox, mail: KeptMail) -> ReadMail:
    """Read a kept mail for the phase that is due; what is wrong with it stops nothing."""
    message = Message("")
    power = mail.envelope.power
    try:
        message = _message_of(mail)
        power = power_of_mail(inbox, mail, message, due)
        reading = read_mail(due, message, shown_path(mail.path), power)
    except Exception as error:
        return ReadMail(mail, message, power, None, plainly(error))
    return ReadMail(mail, message, power, reading)


def _message_of(mail: KeptMail) -> Message:
    """The message of a kept mail; raises MailError for one that is too large."""
    if mail.is_too_large:
        raise too_large()
    return read_message(mail.data)


class AnsweredMail(NamedTuple):
    """A mail with the orders that it leaves its power with. `previous_date` is what the clock of
    the same sender said in the mail before."""

    incoming: ReadMail
    sheet: "Sheet"
    previous_date: datetime | None = None

    @property
    def is_clear(self) -> bool:
        """Does it count, with nothing to be asked about it?"""
        reading = self.sheet.reading
        if self.incoming.problem or reading is None or self.sheet.mistakes or reading.doubts:
            return False
        has_orders = bool(self.sheet.orders or self.sheet.nmr)
        return has_orders or bool(reading.press or reading.votes)


def read_mails(due: DueSeason, inbox: Inbox) -> list[ReadMail]:
    """The mails of the phase that is due in the order in which they arrived."""
    mails = [read_kept(due, inbox, mail) for mail in inbox.mails(due.position.phase)]
    return sorted(mails, key=lambda incoming: incoming.order)


def gathered(
    due: DueSeason, inbox: Inbox, accepted: Collection[int] = (), guesses: bool = False
) -> Gathered:
    """The orders of each power from its latest mail that has any, and all else in the mails.

    Of the mails with the numbers `accepted` all counts that could be read, and nothing more is
    asked. With `guesses` each line with one likely meaning has that meaning.
    """
    gathering = _Gathering(due, inbox, accepted, guesses)
    for incoming in read_mails(due, inbox):
        gathering.take(incoming)
    return gathering.result()


def answered_mails(due: DueSeason, inbox: Inbox) -> list[AnsweredMail]:
    """Each mail of the phase that is due, with the orders that it leaves its power with."""
    gathering = _Gathering(due, inbox, (), guesses=False)
    answered = []
    dates: dict[Power | None, datetime] = {}
    for incoming in read_mails(due, inbox):
        sheet = gathering.take(incoming)
        answered.append(AnsweredMail(incoming, sheet, dates.get(incoming.power)))
        if incoming.message.date is not None:
            dates[incoming.power] = incoming.message.date
    return answered


class _Gathering:
    """Takes mail after mail. Of each power it knows the `sheet` that counts."""

    def __init__(
        self, due: DueSeason, inbox: Inbox, accepted: Collection[int], guesses: bool
    ) -> None:
        self.due = due
        self.inbox = inbox
        self.accepted = accepted
        self.guesses = guesses
        self.orders: dict[Power, tuple[Written, ...]] = {}
        self.nmr: dict[Power, None] = {}
        self.mistakes: dict[str, tuple[SourceError, ...]] = {}
        self.ignored: list[tuple[str, str]] = []
        self.press: dict[tuple[str, str], None] = {}
        self.votes: dict[str, MailVote] = {}
        self.doubts: list[tuple[str, str]] = []
        self.taken: dict[Power, tuple[TypedGuess, ...]] = {}
        self.sheets: dict[str, Sheet] = {}

    def take(self, incoming: ReadMail) -> "Sheet":
        """Take one mail; returns the orders that it leaves its power with."""
        name = shown_path(incoming.mail.path)
        if incoming.reading is None or incoming.problem:
            problem = " ".join(incoming.problem.splitlines())
            self.ignored.append((incoming.power or "", f"{name}: {problem}"))
            return Sheet(incoming.power, {}, (), (), incoming.reading)
        reading = incoming.reading
        self.take_press(reading)
        for vote in reading.votes:
            if vote.decision:
                self.votes[incoming.power or ""] = vote
        for doubt in reading.doubts:
            self.doubts.append((incoming.power or "", f"{name}: {doubt}"))
        sheet = self.sheet_of(incoming, reading)
        for address in (incoming.message.id, acknowledgement_id(self.inbox, incoming.mail)):
            if address:
                self.sheets[address] = sheet
        self.take_sheet(incoming, sheet, name)
        return sheet

    def sheet_of(self, incoming: ReadMail, reading: MailReading) -> "Sheet":
        """The orders of a mail, together with those of the mail that it answers."""
        accepts = self.guesses or incoming.mail.envelope.guesses_accepted
        sheet = sheet_of(reading, accepts)
        if reading.answer is AnswerKind.NONE:
            return sheet
        answered = [self.sheets[one] for one in incoming.message.answers if one in self.sheets]
        before = next((one for one in answered if one.power == incoming.power), None)
        return answered_sheet(reading, sheet, before, shown_path(incoming.mail.path))

    def take_sheet(self, incoming: ReadMail, sheet: "Sheet", name: str) -> None:
        """Take the orders of a mail in place of the earlier ones of its power."""
        for power, orders in sheet.orders.items():
            self.taken[power] = tuple(one for one in sheet.taken if one.power == power)
            self.orders[power] = orders
            self.nmr.pop(power, None)
            self.mistakes.pop(power, None)
        for power in sheet.nmr:
            if power not in self.orders:
                self.nmr[power] = None
        if sheet.mistakes and incoming.mail.number not in self.accepted:
            self.mistakes[incoming.power or name] = sheet.mistakes

    def take_press(self, reading: MailReading) -> None:
        """Take the press that is for all."""
        for piece in reading.press:
            if piece.is_public:
                author = "" if piece.anonymous else reading.power or ""
                self.press[author, piece.text] = None

    def result(self) -> Gathered:
        """What was taken."""
        setting = self.due.setting
        mistakes = []
        for key, errors in self.mistakes.items():
            power = key if key in setting.powers else ""
            mistakes.append((power, str(Mistakes(errors))))
        votes = [
            (power, f"vote {vote.decision}: {vote.text}") for power, vote in self.votes.items()
        ]
        guesses = []
        for power, taken in self.taken.items():
            for guess in taken:
                mark = guess.mistake.mark
                guesses.append((power, f"taken as {guess.order.text}: {mark.excerpt.strip()}"))
        return Gathered(
            orders=self.orders,
            guesses=powers_first(setting, guesses),
            nmr=tuple(self.nmr),
            mistakes=powers_first(setting, mistakes),
            ignored=powers_first(setting, self.ignored),
            press=tuple(self.press),
            votes=powers_first(setting, votes),
            doubts=powers_first(setting, self.doubts),
        )


class Sheet(NamedTuple):
    """The orders of a mail, with those of an earlier one that it changes, and what is unclear.
    Of the orders some are guesses that were `taken`."""

    power: Power | None
    orders: Mapping[Power, tuple[Written, ...]]
    nmr: tuple[Power, ...]
    mistakes: tuple[SourceError, ...]
    reading: MailReading | None
    taken: tuple[TypedGuess, ...] = ()


def sheet_of(reading: MailReading, guesses: bool) -> Sheet:
    """The orders of a mail by itself; with `guesses`, also those that are guessed."""
    orders = dict(reading.orders)
    mistakes = reading.mistakes
    taken: tuple[TypedGuess, ...] = ()
    if guesses and not reading.refusal:
        taken = with_guesses(reading.typed).guesses
        for guess in taken:
            orders[guess.power] = (*orders.get(guess.power, ()), guess.order)
        settled = [guess.mistake for guess in taken]
        mistakes = tuple(error for error in mistakes if error not in settled)
    return Sheet(reading.power, orders, reading.typed.nmr, mistakes, reading, taken)


def answered_sheet(reading: MailReading, sheet: Sheet, before: Sheet | None, name: str) -> Sheet:
    """The orders of an earlier mail as an answer to it changes them."""
    if before is None or before.power is None:
        why = "which mail is meant? Answer the acknowledgement of that mail, or write all orders"
        return sheet._replace(orders={}, mistakes=(*sheet.mistakes, reading.question(why, name)))
    if reading.answer is AnswerKind.YES and before.reading is not None:
        return sheet_of(before.reading, guesses=True)
    mine = sheet.orders.get(before.power, ())
    earlier = before.orders.get(before.power, ())
    if any(isinstance(written.order, UNNUMBERED) for written in (*mine, *earlier)):
        why = "which order is changed? Builds and removals are written anew as a whole"
        return sheet._replace(orders={}, mistakes=(*sheet.mistakes, reading.question(why, name)))
    changed = {written.home for written in mine}
    unchanged = [written for written in earlier if written.home not in changed]
    orders = {before.power: (*unchanged, *mine)} if mine else dict(before.orders)
    return sheet._replace(orders=orders, mistakes=(*before.mistakes, *sheet.mistakes))


def acknowledgement_id(inbox: Inbox, mail: KeptMail) -> str:
    """The id of the acknowledgement of a mail, by which an answer to it is recognised."""
    return f"<{inbox.game}.{mail.path.parent.name}.{mail.reference}@chancery.invalid>"


def powers_first(setting: Setting, problems: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Each problem behind the name of its power, in the order of the powers; then the others."""
    ranks = {power: rank for rank, power in enumerate(setting.powers)}
    ranked = sorted(problems, key=lambda problem: ranks.get(Power(problem[0]), len(ranks)))
    return tuple(f"{power}: {text}" if power else text for power, text in ranked)


def waiting_mails(due: DueSeason, inbox: Inbox) -> Iterator[str]:
    """A line for each later phase with the mails that wait for it."""
    for phase in inbox.later_phases(due.position.phase):
        senders = []
        for mail in inbox.mails(phase):
            incoming = read_kept(due, inbox, mail)
            senders.append(incoming.power or "a text")
        title = due.setting.calendar.title(phase)
        yield f"{title}: orders sent ahead, kept until then: {', '.join(senders)}"
