"""The answer to a player's mail, as a form: each unit with its order, and what is still missing.

It shows a power its own lines only, so that nobody learns from it what others ordered.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from builder.errors import SourceMark
from builder.formats.game.phases import due_time
from builder.formats.game.typed_orders import TypedGuess
from builder.mails.due_season import DueSeason
from builder.mails.gathering import AnsweredMail, ReadMail, Sheet
from builder.mails.message import Arrival, Message
from builder.model.findings import Reason
from builder.model.orders import Build, Written
from builder.model.units import Power
from builder.prose.english import wrapped
from builder.prose.names import standing_before, written_text
from builder.prose.reasons import reason
from builder.prose.wording import flat

LONGEST_SHOWN = 300  # characters of a line of the mail
FEW_SIGNS = 3  # that say nothing without the words beside them
SHOWN_AROUND = 60  # characters before and behind them
CLOCK_SLACK = timedelta(minutes=10)  # by which clocks differ without a mention
ENDING = "Until the season is closed a new mail with all your orders takes their place."
HOW_TO_CHANGE = (
    "To change one order, answer this mail: `F Lon-ENG instead, rest as before` changes that one."
)
HOW_TO_AGREE = "If the guesses are right, answer this mail with the one word `yes`."


def acknowledgement(due: DueSeason, power: Power, answered: AnsweredMail) -> str:
    """The answer to a mail of a power, or to the part of a text that has its orders."""
    is_own = answered.incoming.power == power
    lines = [f"{due.played.record.name}, {due.title}: orders of {power}"]
    lines += [f"  {line}" for line in order_lines(due, power, answered.sheet)]
    if is_own:
        lines += [f"  {line}" for line in other_lines(answered.incoming, answered.sheet)]
    lines += [f"  {line}" for line in time_lines(due, answered)]
    lines.append(ENDING)
    if is_own:
        lines.append(HOW_TO_CHANGE)
        if has_open_guesses(answered.sheet):
            lines.append(HOW_TO_AGREE)
    return as_text(lines)


def has_open_guesses(sheet: Sheet) -> bool:
    """Is there an unclear line with one likely meaning that was not taken yet?"""
    guesses = sheet.reading.typed.guesses if sheet.reading else ()
    return any(guess.mistake in sheet.mistakes for guess in guesses)


def account_without_orders(due: DueSeason, answered: AnsweredMail) -> str:
    """The answer to a mail that has no orders, or that does not count."""
    incoming = answered.incoming
    who = incoming.power or incoming.message.sender or "an unknown sender"
    what = f"a mail of {who}" if incoming.message.is_mail or incoming.power else "a text"
    lines = [f"{due.played.record.name}, {due.title}: {what}"]
    problem = incoming.problem or "no orders in it"
    lines += [f"  {line}" for line in problem.splitlines()]
    if incoming.reading is not None:
        lines += [f"  {line}" for line in other_lines(incoming, answered.sheet)]
    lines += [f"  {line}" for line in time_lines(due, answered)]
    if has_open_guesses(answered.sheet):
        lines.append(HOW_TO_AGREE)
    return as_text(lines)


def as_text(lines: Iterable[str]) -> str:
    """Lines as the text of a mail, wrapped. A command stays on one line, to be copied."""
    rows: list[str] = []
    for line in lines:
        is_command = line.lstrip().startswith("chancery ")
        rows += [line] if is_command else wrapped(line)
    return "\n".join(rows) + "\n"


def order_lines(due: DueSeason, power: Power, sheet: Sheet) -> Iterator[str]:
    """Each unit of a power with its order, and what is missing."""
    mine = sheet.orders.get(power, ())
    for text, word in lawfulness(due, mine):
        yield f"{text}: {word}"
    step = due.position.phase.step
    ordered = {written.home for written in mine}
    if step == "movement":
        for unit in due.position.units:
            if unit.power == power and unit.at.province not in ordered:
                yield f"{unit}: no order; it will hold"
    elif step == "retreats":
        for lost in due.position.dislodged:
            if lost.unit.power == power and lost.unit.at.province not in ordered:
                yield f"{lost.unit}: no order; it will be disbanded"
    else:
        yield from _missing_adjustments(due, power, mine)


def _missing_adjustments(due: DueSeason, power: Power, mine: tuple[Written, ...]) -> Iterator[str]:
    """`1 of 2 builds`: how many a power ordered, if it is another number than it may."""
    count = due.book.dues(due.position).get(power, 0)
    if count == 0 or len(mine) == abs(count):
        return
    noun = "build" if count > 0 else "removal"
    plural = noun if abs(count) == 1 else f"{noun}s"
    then = "the others are waived" if count > 0 else "the others are removed by the rule"
    if len(mine) > abs(count):
        then = "the first ones count"
    yield f"{len(mine)} of {abs(count)} {plural} ordered; {then}"


def other_lines(incoming: ReadMail, sheet: Sheet) -> Iterator[str]:
    """Press, votes, files, and the lines that are unclear or no orders, each with its reason."""
    reading = sheet.reading
    if reading is None:
        return
    for piece in reading.press:
        yield f"press, {piece.manner(reading.power or '')}: {' / '.join(piece.text.splitlines())}"
        if piece.doubt:
            yield f"  to look at: {piece.doubt}"
    for vote in reading.votes:
        yield f"vote {vote.decision or 'unclear'}: {shortened(vote.text)}"
    yield from file_lines(incoming.message)
    for error in sheet.mistakes:
        where = f"line {error.mark.line}, unclear: {shortened(marked_text(error.mark))}"
        yield f"{where} ({shortened(error.message)})" if error.mark.excerpt else error.message
    yield from guess_lines(sheet.taken)
    yield from left_out_lines(incoming.message)
    yield from map(shortened, reading.line_accounts())


def file_lines(message: Message) -> Iterator[str]:
    """The files that came with a mail, and whether they were read."""
    for name in message.texts_read:
        yield f"the file {name} was read as well"
    for name in message.attachments:
        yield f"the file {name} was not read"


def left_out_lines(message: Message) -> Iterator[str]:
    """What a page has struck through, or does not show."""
    for text in message.struck:
        yield f"struck through, not read: {shortened(' / '.join(text.splitlines()))}"
    for text in message.hidden:
        yield f"hidden in the page, not read: {shortened(' / '.join(text.splitlines()))}"


def guess_lines(taken: Iterable[TypedGuess]) -> Iterator[str]:
    """The unclear lines that somebody took as they were probably meant."""
    for guess in taken:
        mark = guess.mistake.mark
        yield f"line {mark.line}, taken as {guess.order.text}: {shortened(mark.excerpt.strip())}"


def shortened(text: str) -> str:
    """A text as an answer quotes it: a hundred unclear orders may stand in one long line, and each
    would quote the whole line."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} …"


def marked_text(mark: SourceMark) -> str:
    """The part of a line that is unclear, or what is around it if only a few signs are marked."""
    begin = mark.column - 1
    end = begin + mark.width
    part = mark.excerpt[begin:end].strip()
    if len(part) > FEW_SIGNS:
        return part
    return mark.excerpt[max(0, begin - SHOWN_AROUND) : end + SHOWN_AROUND].strip()


def time_lines(due: DueSeason, answered: AnsweredMail) -> Iterator[str]:
    """When the mail arrived and what says so, whether that is in time, and an odd clock."""
    arrival = answered.incoming.arrival
    yield f"arrived {moment(arrival.time)}, by {arrival.source}"
    end = due_time(due.deadline)
    if end and arrival.time > end:
        yield f"after the deadline, {due.deadline}; it counts until the season is closed"
    elif due.deadline:
        yield f"deadline: {due.deadline}"
    yield from clock_lines(answered.incoming.message, arrival, answered.previous_date)


def clock_lines(
    message: Message, arrival: Arrival, previous_date: datetime | None
) -> Iterator[str]:
    """What is odd about the sender's clock, which decides nothing."""
    if message.date is None:
        return
    if message.date > arrival.time + CLOCK_SLACK:
        yield f"its Date, {moment(message.date)}, is in the future; the arrival counts"
    elif previous_date is not None and message.date < previous_date:
        yield f"its Date, {moment(message.date)}, is before that of the mail before; arrival counts"


def moment(time: datetime) -> str:
    """`2026-11-26 20:00 UTC`."""
    return f"{time:%Y-%m-%d %H:%M} UTC"


def lawfulness(due: DueSeason, orders: tuple[Written, ...]) -> Iterator[tuple[str, str]]:
    """Each order as it was understood, and whether it is lawful by itself."""
    board = due.setting.board
    turn = due.book.play(orders)
    units = standing_before(turn)
    words: dict[Written, str] = {}
    for result in turn.results:
        if result.written is None:
            continue
        refused = result.fault is not None if result.action else not result.finding
        if result.why is Reason.UNCONVOYED:
            words[result.written] = "lawful if a fleet is ordered to convoy it"
        elif refused:
            words[result.written] = flat(reason(result, turn, board))
    for written in orders:
        word = words.get(written, "lawful")
        yield written_text(written, units), f"{word}{other_kind(due, written)}"


def other_kind(due: DueSeason, written: Written) -> str:
    """What is said of an order with the wrong letter: `F Par-Bur`, where an army stands. It counts
    as if it had the right one."""
    if written.unit is None or written.unit.kind is None or isinstance(written.order, Build):
        return ""
    units = [*due.position.units, *(lost.unit for lost in due.position.dislodged)]
    there = [unit for unit in units if unit.at.province == written.home]
    if not there or written.unit.kind in [unit.kind for unit in there]:
        return ""
    return f"; the letter is wrong: {there[0]} stands there"
