"""Orders in a mail or a note: each line is an order, a heading, skipped talk or a mistake.

    Fall 1901
    ENGLAND: F Edi-NTH, F Lon-ENG
    A Lvp-Yor
    France: NMR

A line that begins with a power's name (`France:`, `FRANCE (Smith)`, `Orders for France:`, `e:`)
begins that power's orders. Orders stand on lines of their own or are parted by commas and
semicolons; one may go on in the next line where a unit or a place is still missing. Two different
orders for a unit are a mistake. `Press:` begins press, which an empty line ends. In a mail of one
player quoted lines are read only if there are no others with orders.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import zip_longest
from typing import Literal, NamedTuple

from builder.errors import NotationError, SourceError, SourceMark, UnknownWordError
from builder.model.calendar import Calendar, Phase
from builder.model.names import plain
from builder.model.orders import Build, Support, Written
from builder.model.setting import Setting
from builder.model.units import Code, Power
from builder.notation.headings import PowerHeading, read_heading, says_no_orders
from builder.notation.notation import notation, parse_order, write_order
from builder.notation.order_guesses import OrderGuesser
from builder.notation.order_lines import (
    PHASE_CODE,
    LineItem,
    OrderLineReader,
    OrderSituation,
    split_list,
)
from builder.notation.resemblance import DOING, JOINTS, plain_words
from builder.notation.vocabulary import GOING, HELPS, VIA
from builder.notation.word_lists import words

HEAD = re.compile(
    r"(?P<name>[A-Za-z][A-Za-z .'-]{0,40}?)\s{0,9}(?:\([^)]*\)\s{0,9})?"
    r"(?P<colon>[:–]|\s-\s|$)\s*(?P<rest>.*)"
)
MAIL = re.compile(
    r"(?:From|To|Cc|Bcc|Subject|Date|Reply-To|Sent|X-[\w-]++|Message-ID|In-Reply-To|Return-Path"
    r"|Content-[\w-]++|MIME-Version|Delivered-To|User-Agent|List-[\w-]++|Received|References): "
    r"|.* wrote:$",
    re.IGNORECASE,
)
SIGNATURE = re.compile(r"--|__+")
QUOTED = re.compile(r"\s*>")
PRESS = re.compile(r"^\[?press\b[^:\]]*[:\]]\s*", re.IGNORECASE)
EMPHASIS = re.compile(
    r"\*\*|__|^[*_](?=\S.*[*_]$)|(?<=\S)[*_]$|^#+\s+|</?\w{1,6}>|\[/?[biu]\]", re.ASCII
)
NUMBER = re.compile(r"^\(?\d{1,2}[.)]\s+(?=[^\W\d]{3})")
PIECES = re.compile(r"[:,;()–—]|\s-\s|\b(?:for|of|from|my|the|orders|moves)\b", re.IGNORECASE)
OPEN = HELPS | GOING | VIA | JOINTS
SHORTEST_NAME = 4  # letters of a misspelt power
NEAR = 0.75  # its likeness to the name that is meant
STRUCK = re.compile(r"~~(?=\S).+?~~|\[s\].*?\[/s\]", re.IGNORECASE)
FULL_WIDTH = re.compile("[\uff01-\uff5e\u3000]")
UNSAFE = re.compile(
    r"[\t,;:#|\[\]{}\"]"
)  # signs that part orders in a game file, or mean more there
FENCE = re.compile(r"^`{3,}\w*$")
MOST_LINES = 5000
MOST_GUESSED = 100  # unclear lines for which a guess is tried; each takes up to 3 ms
UNNAMED = "whose orders? No power is named before"
LineKind = Literal["order", "heading", "press", "skipped", "repeated", "mistake"]


class TypedLine(NamedTuple):
    """A line, or a part of one, and what it was taken for."""

    number: int
    kind: LineKind
    text: str
    why: str = ""


class TypedGuess(NamedTuple):
    """A line that cannot be read, and the one order that is probably meant; `key` is what only one
    order may have."""

    power: Power
    mistake: SourceError
    order: Written
    key: str


class TypedOrders(NamedTuple):
    """The orders of a text by power; `phase` if the text names one; `lines` account for each line
    of the text.
    `guesses` are for lines among the `mistakes`."""

    phase: Phase | None
    orders: Mapping[Power, tuple[Written, ...]]
    nmr: tuple[Power, ...]
    lines: tuple[TypedLine, ...]
    mistakes: tuple[SourceError, ...] = ()
    guesses: tuple[TypedGuess, ...] = ()

    @property
    def press(self) -> str:
        """The press in the text without the word `Press`; an empty line is between two pieces."""
        rows = (line.text for line in self.lines if line.kind == "press")
        return "\n".join(PRESS.sub("\n", row) for row in rows).strip()


def read_typed(
    text: str,
    path: str,
    setting: Setting,
    phase: Phase,
    power: Power | None = None,
    several: Container[Code] = (),
    situations: Mapping[Power, OrderSituation] | None = None,
) -> TypedOrders:
    """Read a text for a phase, or for the phase that it names.

    `power` is whose orders they are if the sender is known; orders of others are then mistakes.
    In the provinces `several` units take more than one order. `situations` says what each power
    may order, which `all units hold` needs. Raises SourceError for a text of more than 5,000 lines
    that are not empty.
    """
    rows = [*enumerate(text.removeprefix("\ufeff").splitlines(), start=1)]
    if len([row for _, row in rows if row]) > MOST_LINES:
        raise SourceError(f"more than {MOST_LINES:,} lines", SourceMark(path, MOST_LINES, 1))
    own = [(n, row) for n, row in rows if not QUOTED.match(row)]
    begun = partial(TypedOrderReader, path, setting, phase, power, several, situations or {})
    reader = begun(own if power else rows)
    quotes_count = power and len(own) < len(rows) and not reader.orders and not reader.late
    if quotes_count:
        reader = begun(rows)
    elif power:
        quoted = ((n, row.strip()) for n, row in rows if QUOTED.match(row) and row.strip("> \t"))
        reader.lines += (TypedLine(n, "skipped", row, "quoted") for n, row in quoted)
    orders = {power: tuple(orders.values()) for power, orders in reader.orders.items() if orders}
    late = tuple(p for p in dict.fromkeys(reader.late) if p not in orders)
    lines = tuple(sorted(reader.lines, key=lambda line: line.number))
    return TypedOrders(
        phase=reader.named,
        orders=orders,
        nmr=late,
        lines=lines,
        mistakes=tuple(reader.mistakes),
        guesses=tuple(reader.guesses),
    )


def phase_in(text: str, calendar: Calendar) -> Phase | None:
    """The phase that a line names among other words, as the subject of a mail does."""
    phases = (calendar.get(run) for run in _runs(re.findall(r"[\w-]+", text), 4))
    return next(filter(None, phases), None)


def _runs(words: Sequence[str], longest: int) -> Iterator[str]:
    """The runs of up to so many words, the longest first."""
    for length in range(longest, 0, -1):
        for start in range(len(words) - length + 1):
            yield " ".join(words[start : start + length])


class TypedOrderReader:
    """Reads line after line. It remembers the `power` whose orders follow, an `open` order that a
    later line completes, the `last` order and its key, whether a signature or press began, and the
    present `row`."""

    def __init__(
        self,
        path: str,
        setting: Setting,
        phase: Phase,
        sender: Power | None,
        several: Container[Code],
        situations: Mapping[Power, OrderSituation],
        rows: Iterable[tuple[int, str]],
    ) -> None:
        self.path = path
        self.setting = setting
        self.phase = phase
        self.several = several
        self.situations = situations
        self.resting: list[tuple[int, Power]] = []
        self.reader: OrderLineReader | None = None
        self.vocabulary = notation(setting).vocabulary
        self.kinds = self.vocabulary.kinds
        self.sender = self.power = sender
        self.signed = self.in_press = False
        self.named: Phase | None = None
        self.open: tuple[int, str, str] | None = None
        self.last: tuple[str, str] | None = None
        self.orders: dict[Power, dict[str, Written]] = {}
        self.late: list[Power] = []
        self.lines: list[TypedLine] = []
        self.mistakes: list[SourceError] = []
        self.guesses: list[TypedGuess] = []
        self.guesses_tried = 0
        for number, row in rows:
            self.line(number, row)
        self.close_order()
        for number, power in self.resting:
            self.rest_holds(number, power)

    def line(self, number: int, row: str) -> None:
        """One line of the text."""
        line = self.plain_line(number, row)
        if not line:
            self.empty_line(number, row)
        elif self.in_press or PRESS.match(line):
            self.close_order()
            self.in_press = True
            self.tell(number, "press", line)
        elif SIGNATURE.fullmatch(line) or MAIL.match(line):
            self.head_or_signature(number, line)
        elif not self.heading(number, row, line):
            self.content(number, row, line)

    def empty_line(self, number: int, row: str) -> None:
        """A line without words, which ends press and what a label said."""
        self.in_press = False
        if self.reader:
            self.reader.blank()
        struck = bool(self.lines) and self.lines[-1].number == number
        if row.strip("> \t") and not struck:
            self.tell(number, "skipped", row.strip())

    def plain_line(self, number: int, row: str) -> str:
        """A line without marks of emphasis and without what is struck through, which is noted."""
        if not row.isascii():
            row = FULL_WIDTH.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), row)
        self.row = row
        for struck in STRUCK.finditer(row):
            self.tell(number, "skipped", struck[0], "struck through")
        return EMPHASIS.sub("", STRUCK.sub("", row).lstrip("> \t").strip()).strip()

    def head_or_signature(self, number: int, line: str) -> None:
        """A line of a mail's head, or one that begins a signature."""
        self.close_order()
        self.signed = bool(SIGNATURE.fullmatch(line))
        self.power = self.power if self.signed else self.sender
        if line.startswith("Subject:") and self.named is None:
            self.named = phase_in(line, self.setting.calendar)
        self.tell(number, "skipped", line)

    def heading(self, number: int, row: str, line: str) -> bool:
        """Is it a line of phases and powers, or one that begins with a power's name?"""
        line = NUMBER.sub("", line)
        pieces = [p.strip(" .'") for p in PIECES.split(line) if p.strip(" .'")]
        phases = [self.setting.calendar.get(p) for p in pieces]
        powers = [self.setting.power_names.get(p) for p in pieces]
        if pieces and all(phase or power for phase, power in zip(phases, powers, strict=True)):
            self.close_order()
            self.named = next(filter(None, phases), self.named)
            self.phase = self.named or self.phase
            for name in filter(None, powers):
                self.turn_to(Power(name), number, row)
            self.tell(number, "heading", line)
            return True
        heading = read_heading(line, self.setting)
        if heading is None or (self.sender and not self._concerns(heading)):
            return self.misspelt_power(number, row, line)
        if not heading.understood:
            self.end_power(number, line)
            return True
        self.take_heading(heading, number, row, line)
        return True

    def take_heading(self, heading: PowerHeading, number: int, row: str, line: str) -> None:
        """Read on for the power of a heading, and read what follows in its line."""
        for power in heading.powers:
            self.turn_to(power, number, row)
            if heading.silent:
                self.late.append(power)
        if len(heading.powers) > 1:
            self.power = None
        if heading.rest and not self.names_phase(heading.rest):
            self.content(number, row, heading.rest)
        else:
            why = f"{', '.join(heading.powers)}: no orders received" if heading.silent else ""
            self.tell(number, "heading", line, why)

    def _concerns(self, heading: PowerHeading) -> bool:
        """Is a heading one in the mail of a player? There a line that only begins with the name of
        a power is talk; so is one about a power that sent nothing, unless it is the player's."""
        if not heading.understood:
            return False
        return not heading.silent or heading.powers == (self.sender,)

    def end_power(self, number: int, line: str) -> None:
        """A line that begins with a power's name but is not understood: whose orders follow is not
        known then."""
        self.close_order()
        self.power = self.last = self.reader = None
        self.signed = False
        self.tell(number, "skipped", line, "begins with a power's name; write `England:` alone")

    def names_phase(self, text: str) -> bool:
        """Does a text behind a power's name name the phase? It is remembered then."""
        phase = self.setting.calendar.get(text.strip(" .:,()"))
        if phase is not None:
            self.named = self.phase = phase
        return phase is not None

    def misspelt_power(self, number: int, row: str, line: str) -> bool:
        """Is it a line like `ENLAND:` or `Deutschland:`? Whose orders follow is then unknown."""
        head, colon, rest = line.partition(":")
        word = head.strip(" .")
        if self.sender or not word.isalpha() or plain(word) in words("labels") | words("greetings"):
            return False
        near = get_close_matches(plain(word), map(plain, self.setting.powers), 1, NEAR)
        near = near if len(word) >= SHORTEST_NAME else []
        alone = colon and not rest and self.power is not None
        if not (near or alone) or plain(word) in self.vocabulary.board.names.known:
            return False
        self.close_order()
        self.power = self.last = self.reader = None
        guesses = [p for p in self.setting.powers if plain(p) in near]
        self.mistake(number, row, word, str(UnknownWordError("power", word, guesses)))
        self.content(number, row, rest.strip())
        return True

    def power_ahead(self, line: str) -> tuple[Power | None, str]:
        """The power that a part of a line names first, and the rest of it."""
        heading = read_heading(line, self.setting)
        if heading is None or not heading.understood or len(heading.powers) != 1:
            return None, line
        return heading.powers[0], heading.rest or ("NMR" if heading.silent else "")

    def turn_to(self, power: Power, number: int, row: str) -> None:
        """Read on for that power."""
        self.close_order()
        self.power = power
        self.signed = False
        self.last = None
        self.reader = None
        if self.sender not in (None, power):
            self.mistake(number, row, row.strip(), f"orders for {power} in a mail of {self.sender}")

    def content(self, number: int, row: str, line: str) -> None:
        """A line that is not a heading: orders, talk, or the statement that there are none."""
        if says_no_orders(line) and self.power is not None:
            self.late.append(self.power)
            self.tell(number, "heading", line, f"{self.power}: no orders received")
            return
        before = len(self.lines)
        for segment in self.segments(number, row, line):
            self.segment(number, row, segment)
        kinds = {said.kind for said in self.lines[before:]}
        if kinds == {"skipped"}:  # talk is one line, whatever commas it has
            self.lines[before:] = [TypedLine(number, "skipped", line)]

    def segments(self, number: int, row: str, line: str) -> Iterator[str]:
        """The parts of a line that belong to one power each: `Italy: A Ven H; France: A Par H`."""
        collected: list[str] = []
        parts = [part for part in split_list(line) if part]
        for part, following in zip_longest(parts, parts[1:]):
            power, rest = self.power_ahead(part) if self.open is None else (None, part)
            if power and (rest or following is not None):
                yield from filter(None, ["; ".join(collected)])
                collected = [rest] if rest else []
                self.turn_to(power, number, row)
            else:
                collected.append(part)
        if len(collected) == len(parts):
            yield line
        else:
            yield from filter(None, ["; ".join(collected)])

    def segment(self, number: int, row: str, text: str) -> None:
        """Orders of one power, or a part of one that the line before began."""
        if self.open is not None:
            first, _, begun = self.open
            head, _, rest = text.partition(",")
            if self.order(first, f"{begun} {head}"):
                self.open = None
                text = rest.strip()
            else:
                self.close_order()
        if not text:
            return
        if self.reader is None:
            situation = self.situations.get(self.power) if self.power else None
            issuer = self.power or Power("")
            self.reader = OrderLineReader(self.setting, self.phase.step, issuer, situation)
        for item in self.reader.read(text):
            self.item(number, row, item)

    def item(self, number: int, row: str, item: LineItem) -> None:
        """A part of a line: an order, a part of one, a statement about several units, or talk."""
        if item.kind == "order":
            self.order(number, item.text)
        elif item.kind == "label":
            self.label(number, item.text)
        elif self.signed:
            self.tell(number, "skipped", item.text)
        elif item.kind == "rest":
            self.resting += [(number, self.power)] if self.power else []
            self.tell(number, "heading", item.text, "the units without an order hold")
        elif item.kind == "as before":
            self.mistake(number, row, item.text, "which orders? Write them all again")
        elif item.kind == "condition":
            self.mistake(number, row, item.text, item.why)
        else:
            self.unread(number, row, item)

    def label(self, number: int, text: str) -> None:
        """Words before a colon, which may name the phase."""
        named = self.phase_of_code(text) or phase_in(text, self.setting.calendar)
        self.named = named or self.named
        self.tell(number, "heading", text)

    def phase_of_code(self, text: str) -> Phase | None:
        """The phase of `F1903` or `F03M`; two digits are a year of the century that is played."""
        code = PHASE_CODE.fullmatch(text.strip())
        if code is None:
            return None
        season, year, step = code.groups()
        if len(year) == len("03"):
            year = f"{self.phase.year // 100:02}{year}"
        return self.setting.calendar.get(f"{season}{year}{step or self.phase.step[0]}")

    def rest_holds(self, number: int, power: Power) -> None:
        """Each unit of a power without an order of its own holds."""
        ordered = {written.home for written in self.orders.get(power, {}).values()}
        situation = self.situations.get(power)
        self.power = power
        for unit in situation.units if situation else ():
            if unit.at.province not in ordered:
                self.order(number, f"{unit.kind} {unit.at} H")

    def unread(self, number: int, row: str, item: LineItem) -> None:
        """A part that is no order: one that the next line completes, a mistake, or talk."""
        spoken = plain_words(item.text)
        if self.continues(number, item.text, spoken):
            return
        unnamed = self.power is None and item.text.endswith(":")
        if item.kind == "talk" and not unnamed:
            self.tell(number, "skipped", item.text)
        elif self.power is not None and spoken and spoken[-1] in OPEN and not item.why:
            self.open = number, row, item.text
        else:
            self.mistake(number, row, item.text, item.why or ("" if self.power else UNNAMED))

    def continues(self, number: int, part: str, spoken: Sequence[str]) -> bool:
        """Does it continue the order before: with a second sea, or with what a unit is to do?"""
        if self.last is None or self.signed or not spoken:
            return False
        text, key = self.last
        by_sea = not VIA.isdisjoint(text.lower().split()) and spoken[0] not in self.kinds
        joint = ", " if by_sea else " " if spoken[0] in DOING - HELPS | VIA else ""
        return bool(joint) and self.order(number, f"{text}{joint}{part}", key)

    def order(self, number: int, text: str, instead: str = "") -> bool:
        """Take a text as an order if it is one; `instead` is the key of an order that it continues
        and replaces."""
        try:
            written = parse_order(text, self.setting, self.phase, self.power or Power(""), number)
        except NotationError:
            return False
        if UNSAFE.search(written.text):
            written.text = write_order(written, self.setting)
        if self.power is None or self.signed or self.sender not in (None, self.power):
            why = "an order below the signature, or of another" if self.power else UNNAMED
            self.mistake(number, self.row if text in self.row else text, text, why)
            return True
        mine = self.orders.setdefault(self.power, {})
        if mine.pop(instead, None) and self.lines[-1].kind == "order":
            self.lines.pop()
        key = self.key(written, len(mine))
        before = mine.pop(key, None)
        mine[key] = written
        self.last = text, key
        doubt = self.doubt(written)
        if doubt:
            self.mistake(number, self.row if text in self.row else text, text, doubt)
        elif before is None:
            self.tell(number, "order", text, self.power)
        elif is_same(before, written):
            self.tell(before.line, "repeated", before.text, f"again in line {number}")
            self.tell(number, "order", text, self.power)
        else:
            self.two_orders(number, before, text)
        return True

    def doubt(self, written: Written) -> str:
        """Why a player's order has to be asked about though it can be read: it is for a unit of
        somebody else, or supports whatever does something in a place without a unit."""
        if self.sender is None or self.phase.step != "movement" or written.unit is None:
            return ""
        owners: dict[Code, list[Power]] = {}
        for power, situation in self.situations.items():
            for unit in situation.units:
                owners.setdefault(unit.at.province, []).append(power)
        there = owners.get(written.unit.at.province, [self.sender])
        if self.sender not in there:
            return f"the unit in {written.unit.at.province} is not yours: it is of {there[0]}"
        order = written.order
        if not owners or not isinstance(order, Support) or order.at is None:
            return ""
        named = order.kind or order.to or order.at.province in owners
        return "" if named else f"there is no unit in {order.at.province} that could be supported"

    def key(self, written: Written, count: int) -> str:
        """What only one order may have: the province of a unit, and a leader's apart from the unit
        that it accompanies. Units that take several orders, and waived builds, have none. A build
        is no order of the unit that stands there."""
        unit = written.unit
        if unit is None or unit.doubled or written.home in self.several:
            return str(count)
        leader = f" {unit.kind}" if unit.kind in self.setting.weak else ""
        build = " build" if isinstance(written.order, Build) else ""
        return f"{written.home}{leader}{build}"

    def two_orders(self, number: int, before: Written, text: str) -> None:
        """Two different orders for one unit: the person decides which counts."""
        if number == before.line:
            place = "both in this line"
        else:
            place = f"the other, {before.text}, is in line {before.line}"
        row = self.row if text in self.row else text
        self.mistake(number, row, text, f"two orders for one unit: {place}")

    def close_order(self) -> None:
        """Report an open order that no line has completed."""
        if self.open is not None:
            unfinished = self.open
            self.open = None
            self.mistake(*unfinished)

    def mistake(self, number: int, row: str, part: str, why: str = "") -> None:
        """Note a part of a line that cannot be read, with its place; without a reason in `why`
        the grammar's own, and what is probably meant."""
        mark = SourceMark(self.path, number, max(row.find(part), 0) + 1, row, len(part))
        error = SourceError(why, mark)
        try:
            if not why:
                parse_order(part, self.setting, self.phase, self.power or Power(""))
        except NotationError as fault:
            column = mark.column + fault.mark.column - 1
            place = mark._replace(column=column, width=fault.mark.width)
            error = NotationError(fault.message, place)
            error = self.guess(number, part, error) or error
        self.mistakes.append(error)
        self.tell(number, "mistake", part, error.message)

    def guess(self, number: int, part: str, error: SourceError) -> SourceError | None:
        """The mistake with the order that is probably meant, which is remembered; None if there is
        none, or more than one, or after a hundred unclear lines."""
        if self.power is None or self.sender not in (None, self.power):
            return None
        if self.guesses_tried == MOST_GUESSED:
            return None
        self.guesses_tried += 1
        situation = self.situations.get(self.power, OrderSituation())
        step = self.phase.step
        guesser = OrderGuesser(notation(self.setting), step, self.power, situation.units)
        guess = guesser.guess(part)
        if guess is None:
            return None
        order = Written(self.power, guess.unit, guess.order, guess.text, number)
        order.text = write_order(order, self.setting)
        error = NotationError(f"{error.message}; is it {order.text}?", error.mark)
        key = self.key(order, len(self.orders.get(self.power, {})))
        self.guesses.append(TypedGuess(self.power, error, order, key))
        return error

    def tell(self, number: int, kind: LineKind, text: str, why: str = "") -> None:
        """Report what a line was taken for."""
        self.lines.append(TypedLine(number, kind, text, why))


def is_same(one: Written, other: Written) -> bool:
    """Do two orders say the same, though perhaps only one names the kind of the unit?"""
    kinds = {written.unit.kind for written in (one, other) if written.unit and written.unit.kind}
    return one.home == other.home and one.order == other.order and len(kinds) <= 1


def with_guesses(typed: TypedOrders) -> TypedOrders:
    """The same with each guessed order taken as an order, and without the mistakes of these lines.
    A guess for a unit that has an order already is not taken."""
    orders = {power: list(mine) for power, mine in typed.orders.items()}
    taken: list[TypedGuess] = []
    for guess in typed.guesses:
        mine = orders.setdefault(guess.power, [])
        homes = {written.home for written in mine}
        if guess.order.home is None or guess.order.home not in homes:
            mine.append(guess.order)
            taken.append(guess)
    settled = [guess.mistake for guess in taken]
    lines = []
    for line in typed.lines:
        text = next((one.order.text for one in taken if _is_of_line(one, line)), "")
        lines.append(TypedLine(line.number, "order", text, "a guess") if text else line)
    return typed._replace(
        orders={power: tuple(orders[power]) for power in orders if orders[power]},
        mistakes=tuple(error for error in typed.mistakes if error not in settled),
        lines=tuple(lines),
        guesses=tuple(taken),
    )


def _is_of_line(guess: TypedGuess, line: TypedLine) -> bool:
    """Is a line the one for which a guess was made?"""
    same = guess.order.line == line.number
    return same and line.kind == "mistake" and line.why == guess.mistake.message


def unread(typed: TypedOrders) -> Iterator[str]:
    """A sentence for the sender on each line that is neither an order nor a heading."""
    for line in typed.lines:
        if line.kind not in ("order", "heading"):
            why = f" ({line.why})" if line.why else ""
            yield f"line {line.number}: {line.kind}: {line.text}{why}"
