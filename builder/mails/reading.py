"""A mail as it is read for the phase that is due: orders, press, votes, and what is unclear.

    reading = read_mail(due, message, name, power)
    reading.orders              # those that fit the phase
    reading.refusal             # why the mail counts for nothing, if it does not
    reading.mistakes            # lines that have to be asked about; they keep a season open
    reading.doubts              # what the game master has to look at; it keeps nothing open

Every line of the mail is an order, a heading, press, a vote, a mistake, or listed by
`line_accounts` with the reason why it is none of these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.errors import SourceError, SourceMark
from builder.formats.game.typed_orders import LineKind, TypedLine, TypedOrders, read_typed
from builder.mails.answers import AnswerKind, read_answer
from builder.mails.due_season import DueSeason
from builder.mails.message import Message
from builder.mails.mime.parts import MailError
from builder.mails.passages import Aside, Passages, Row, passages, text_of_rows
from builder.mails.press import Press, take_press
from builder.mails.subjects import is_automatic, is_forwarded, phase_of_subject
from builder.mails.votes import MailVote, take_votes
from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.units import Power

# Besides quotes. The orders of 34 powers have some 300 lines; the reader needs up to 0.15 ms for
# each word.
MOST_LINES = 1000
MOST_WORDS = 5000
MOST_LOOKED_AT = 40  # lines of a forwarded mail that may be orders
NO_ORDERS: Mapping[Power, tuple[Written, ...]] = {}


@dataclass(frozen=True)
class MailReading:
    """One mail, or one text of the game master's, as it was read. `power` is whose it is; None for
    a text that names the powers itself."""

    power: Power | None
    typed: TypedOrders
    refusal: str = ""
    press: tuple[Press, ...] = ()
    votes: tuple[MailVote, ...] = ()
    asides: tuple[Aside, ...] = ()
    doubts: tuple[str, ...] = ()
    fitting: Mapping[Power, tuple[Written, ...]] = field(default_factory=dict)
    misplaced: tuple[SourceError, ...] = ()
    answer: AnswerKind = AnswerKind.NONE

    def question(self, why: str, name: str) -> SourceError:
        """A question about the mail as a whole."""
        return SourceError(why, SourceMark(name, 1, 1))

    @property
    def orders(self) -> Mapping[Power, tuple[Written, ...]]:
        """The orders that fit the phase; none if the mail does not count."""
        return NO_ORDERS if self.refusal else self.fitting

    @property
    def mistakes(self) -> tuple[SourceError, ...]:
        """The lines that cannot be read, or not in one way, or that are for another phase."""
        return () if self.refusal else (*self.typed.mistakes, *self.misplaced)

    @property
    def has_anything(self) -> bool:
        """Is there anything in it for the game, clear or not?"""
        has_orders = bool(self.typed.orders or self.typed.nmr or self.typed.mistakes)
        return has_orders or bool(self.press or self.votes) or self.answer is not AnswerKind.NONE

    def line_accounts(self) -> list[str]:
        """A sentence for each line that is neither an order nor a heading, press or a vote. Lines
        that are left out one below the other for one reason have one sentence."""
        accounts = []
        for line in self.typed.lines:
            if line.kind not in ("order", "heading", "mistake"):
                why = f" ({line.why})" if line.why else ""
                accounts.append((line.number, f"line {line.number}: {line.kind}: {line.text}{why}"))
        for group in stretches([aside for aside in self.asides if aside.why != "press"]):
            first = group[0]
            where = f"line {first.number}"
            what = first.text
            if len(group) > 1:
                where = f"lines {first.number} to {group[-1].number}"
                what = f"{first.text} …"
            accounts.append((first.number, f"{where}: skipped, {first.why}: {what}"))
        return [text for _, text in sorted(accounts)]


def stretches(asides: Sequence[Aside]) -> list[list[Aside]]:
    """Lines that were set aside, those next to one another with the same reason together."""
    groups: list[list[Aside]] = []
    for aside in sorted(asides):
        if groups and groups[-1][-1].why == aside.why:
            groups[-1].append(aside)
        else:
            groups.append([aside])
    return groups


def read_mail(
    due: DueSeason, message: Message, name: str, power: Power | None, phase: Phase | None = None
) -> MailReading:
    """Read a mail of a power, or a text that names powers itself (`power` is None) for the phase
    that is due, for the `phase` given, or for the one that it names. Raises MailError for a text
    that is too long or too deep, and SourceError for one of more than 5,000 lines."""
    if message.fault:
        raise MailError(message.fault)
    named = phase or phase_of_subject(message.subject, due.setting.calendar)
    reader = _TextReader(due, message, name, power, named)
    if is_automatic(message.subject):
        return reader.automatic()
    reading = reader.reading()
    if message.other_version and not reading.has_anything:
        shown = message._replace(text=message.other_version, other_version="")
        return read_mail(due, shown, name, power, phase)
    return reading


class OwnWords(NamedTuple):
    """What a sender wrote himself: the lines in which orders may be, and what is beside them."""

    rows: tuple[Row, ...]
    press: tuple[Press, ...]
    asides: tuple[Aside, ...]
    votes: tuple[MailVote, ...] = ()
    answer: AnswerKind = AnswerKind.NONE

    @property
    def has_more(self) -> bool:
        """Is there press, a vote or an answer?"""
        return bool(self.press or self.votes) or self.answer is not AnswerKind.NONE


class _TextReader:
    """Reads the text of one mail."""

    def __init__(
        self, due: DueSeason, message: Message, name: str, power: Power | None, named: Phase | None
    ) -> None:
        self.due = due
        self.message = message
        self.name = name
        self.power = power
        self.named = named

    def automatic(self) -> MailReading:
        """The reading of a mail that a program wrote while its user was away."""
        passages = Passages()
        rows = [Row(n, text) for n, text in enumerate(self.message.text.split("\n"), start=1)]
        why = "an automatic answer"
        passages.set_aside(rows, why)
        return MailReading(self.power, self.read(""), why, asides=tuple(passages.asides))

    def reading(self) -> MailReading:
        """The reading of the whole mail."""
        passages = self.passages()
        check_length([*passages.own, *passages.forwarded])
        words = self.own_words(passages)
        typed = self.typed(passages, words)
        fitting, misplaced = self.due.fitting(typed, self.name)

        doubts = [piece.doubt for piece in words.press if piece.doubt]
        doubts += [f"which vote? {vote.text}" for vote in words.votes if not vote.decision]
        doubts += self.orders_left_out(passages, typed)
        mistakes = (*typed.mistakes, *self.questions(passages))
        return MailReading(
            power=self.power,
            typed=typed._replace(mistakes=mistakes),
            refusal=self.due.refusal(typed),
            press=words.press,
            votes=words.votes,
            asides=(*passages.asides, *words.asides),
            doubts=tuple(doubts),
            fitting=fitting,
            misplaced=misplaced,
            answer=words.answer,
        )

    def own_words(self, passages: Passages) -> OwnWords:
        """The sender's own lines, with press and votes apart. A text of the game master's has no
        votes of its own and answers nothing."""
        taken = take_press(passages.own, self.due.setting.power_names, self.is_order)
        press = self.allowed_press(taken.press)
        if self.power is None:
            return OwnWords(taken.rows, press, taken.asides)
        rows, votes = take_votes(taken.rows)
        answer = read_answer(rows)
        return OwnWords(answer.rows, press, taken.asides, votes, answer.kind)

    def typed(self, passages: Passages, words: OwnWords) -> TypedOrders:
        """The orders of the sender's own lines, or else of the mail that he forwards."""
        typed = self.read(text_of_rows(words.rows))
        has_orders = bool(typed.orders or typed.mistakes or typed.nmr)
        if has_orders or words.has_more or not passages.forwarded:
            return typed
        passages.brought_along = []
        numbers = {row.number for row in passages.forwarded}
        passages.asides = [aside for aside in passages.asides if aside.number not in numbers]
        return self.read(text_of_rows(passages.forwarded))

    def allowed_press(self, pieces: tuple[Press, ...]) -> tuple[Press, ...]:
        """The press of a mail; in a gunboat game there is none, and its author is told so."""
        if self.due.played.record.secrecy != "gunboat":
            return pieces
        why = "there is no press in a gunboat game"
        return tuple(piece._replace(is_public=False, to=(), doubt=why) for piece in pieces)

    def passages(self) -> Passages:
        """The passages of a mail. A text of the game master's may hold several mails one below the
        other, and is read whole."""
        if not self.message.is_mail and self.power is None:
            rows = self.message.text.split("\n")
            return Passages(own=[Row(n, text) for n, text in enumerate(rows, start=1)])
        forwards = is_forwarded(self.message.subject)
        return passages(self.message.text, self.message.sender, forwards, self.is_order)

    def read(self, text: str) -> TypedOrders:
        """The orders of a text by the one reader of orders."""
        setting = self.due.setting
        phase = self.named or self.due.position.phase
        several = self.due.provinces_with_several
        situations = self.due.situations
        typed = read_typed(text, self.name, setting, phase, self.power, several, situations)
        return typed._replace(phase=typed.phase or self.named)

    def is_order(self, text: str) -> bool:
        """Can a line be read as an order?"""
        power = self.power or self.due.setting.powers[0]
        phase = self.due.position.phase
        return bool(read_typed(text, self.name, self.due.setting, phase, power).orders)

    def questions(self, passages: Passages) -> list[SourceError]:
        """The lines of a mail that have to be asked about though they are no part of its text."""
        errors = []
        for row in passages.below_signature:
            errors.append(self.error(row.number, row.text, "below the signature, or too long"))
        if passages.unreadable:
            errors.append(self.error(1, "", passages.unreadable))
        return errors

    def orders_left_out(self, passages: Passages, typed: TypedOrders) -> list[str]:
        """Orders in a forwarded mail below other orders: which of them does the sender mean?"""
        if not typed.orders or not passages.brought_along:
            return []
        rows = [row.text.strip() for row in passages.brought_along][:MOST_LOOKED_AT]
        orders = [row for row in rows if row and self.is_order(row)]
        return [f"orders in the forwarded mail are not read: {orders[0]}"] if orders else []

    def error(self, number: int, text: str, why: str) -> SourceError:
        """A question about a line."""
        return SourceError(why, SourceMark(self.name, max(number, 1), 1, text, len(text)))


def check_length(rows: Sequence[Row]) -> None:
    """Raises MailError for a text that is longer than all orders of a game."""
    texts = [row.text for row in rows if row.text.strip()]
    if len(texts) > MOST_LINES:
        raise MailError(f"it has more than {MOST_LINES:,} lines besides quotes")
    if sum(len(text.split()) for text in texts) > MOST_WORDS:
        raise MailError(f"it has more than {MOST_WORDS:,} words besides quotes")


class TypedText(NamedTuple):
    """A text of the game master's: its orders with an account of all lines, and its press."""

    typed: TypedOrders
    press: tuple[Press, ...]


def typed_text(due: DueSeason, message: Message, name: str, phase: Phase | None) -> TypedText:
    """A text of the game master's, which `add` takes, as it is read."""
    reading = read_mail(due, message, name, None, phase)
    lines = list(reading.typed.lines)
    for aside in reading.asides:
        kind: LineKind = "press" if aside.why == "press" else "skipped"
        why = "" if kind == "press" else aside.why
        lines.append(TypedLine(aside.number, kind, aside.text, why))
    lines.sort(key=lambda line: line.number)
    return TypedText(reading.typed._replace(lines=tuple(lines)), reading.press)
