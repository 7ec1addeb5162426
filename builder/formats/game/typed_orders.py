"""Orders in a mail or a note: each line is an order, a heading, skipped talk or a mistake.

    Fall 1901
    ENGLAND: F Edi-NTH, F Lon-ENG
    A Lvp-Yor
    France: NMR

A line that begins with a power's name (`France:`, `FRANCE (Smith)`, `Orders for France:`, `e:`)
begins that power's orders. Orders stand on lines of their own or are parted by commas and
semicolons; one may go on in the next line where a unit or a place is still missing. Of two orders
for a unit the later one counts. `Press:` begins press, which an empty line ends. In a mail of one
player quoted lines are read only if there are no others with orders.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import pairwise, zip_longest
from typing import Literal, NamedTuple

from builder.errors import NotationError, SourceError, SourceMark, UnknownWordError
from builder.formats.game.printed_results import read_words
from builder.model.calendar import Calendar, Phase
from builder.model.names import plain
from builder.model.orders import Written
from builder.model.setting import Setting
from builder.model.units import Code, Power
from builder.notation.headings import PowerHeading, read_heading, says_no_orders
from builder.notation.notation import notation, parse_order
from builder.notation.vocabulary import GOING, HELPS, HOLDS, LEADING, VERBS, VIA

HEAD = re.compile(
    r"(?P<name>[A-Za-z][A-Za-z .'-]{0,40}?)\s{0,9}(?:\([^)]*\)\s{0,9})?"
    r"(?P<colon>[:–]|\s-\s|$)\s*(?P<rest>.*)"
)
MAIL = re.compile(r"(?:From|To|Cc|Bcc|Subject|Date|Reply-To|Sent|[A-Z]\w*+-[\w-]++): |.* wrote:$")
SIGNATURE = re.compile(r"--|__+")
QUOTED = re.compile(r"\s*>")
PRESS = re.compile(r"^\[?press\b[^:\]]*[:\]]\s*", re.IGNORECASE)
EMPHASIS = re.compile(
    r"\*\*|__|^[*_](?=\S.*[*_]$)|(?<=\S)[*_]$|^#+\s+|</?\w{1,6}>|\[/?\w\]", re.ASCII
)
NUMBER = re.compile(r"^\(?\d{1,2}[.)]\s+(?=[^\W\d]{3})")
WORDS = {key: frozenset(words.split()) for key, words in read_words("typed orders").items()}
BESIDE_NAME, GREETINGS, LABELS = WORDS["beside a name"], WORDS["greetings"], WORDS["labels"]
PARTS = re.compile(r"\s*[;,]\s*")
PIECES = re.compile(r"[:,;()–—]|\s-\s|\b(?:for|of|from|my|the|orders|moves)\b", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+|[-–→>]")
JOINTS = frozenset("-–→>")
DOING = HOLDS | HELPS | LEADING | JOINTS | GOING - {"to"}
OPEN = HELPS | GOING | VIA | JOINTS
SHORTEST_NAME, NEAR = 4, 0.75  # of a misspelt power: letters, likeness
LONGEST_HEAD = 12  # words
SHORT = 3  # words: a line that begins like an order and is no longer is taken for one
MOST_LINES = 5000
UNNAMED = "whose orders? No power is named before"
LineKind = Literal["order", "heading", "press", "skipped", "replaced", "repeated", "mistake"]


class TypedLine(NamedTuple):
    """A line, or a part of one, and what it was taken for."""

    number: int
    kind: LineKind
    text: str
    why: str = ""


class TypedOrders(NamedTuple):
    """The orders of a text by power; `phase` if the text names one; `lines` account for each line
    of the text."""

    phase: Phase | None
    orders: Mapping[Power, tuple[Written, ...]]
    nmr: tuple[Power, ...]
    lines: tuple[TypedLine, ...]
    mistakes: tuple[SourceError, ...] = ()

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
) -> TypedOrders:
    """Read a text for a phase, or for the phase that it names.

    `power` is whose orders they are if the sender is known; orders of others are then mistakes.
    In the provinces `several` units take more than one order. Raises SourceError for a text of
    more than 5,000 lines.
    """
    rows = [*enumerate(text.removeprefix("\ufeff").splitlines(), start=1)]
    if len(rows) > MOST_LINES:
        raise SourceError(f"more than {MOST_LINES:,} lines", SourceMark(path, MOST_LINES, 1))
    own = [(n, row) for n, row in rows if not QUOTED.match(row)]
    begun = partial(TypedOrderReader, path, setting, phase, power, several)
    reader = begun(own if power else rows)
    if power and not reader.orders and not reader.late:
        reader = begun(rows)
    elif power:
        quoted = ((n, row.strip()) for n, row in rows if QUOTED.match(row) and row.strip("> \t"))
        reader.lines += (TypedLine(n, "skipped", row, "quoted") for n, row in quoted)
    orders = {power: tuple(orders.values()) for power, orders in reader.orders.items() if orders}
    late = tuple(p for p in dict.fromkeys(reader.late) if p not in orders)
    lines = tuple(sorted(reader.lines, key=lambda line: line.number))
    return TypedOrders(reader.named, orders, late, lines, tuple(reader.mistakes))


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
        rows: Iterable[tuple[int, str]],
    ) -> None:
        self.path, self.setting, self.phase, self.several = path, setting, phase, several
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
        for number, row in rows:
            self.line(number, row)
        self.close_order()

    def line(self, number: int, row: str) -> None:
        """One line of the text."""
        self.row, line = row, EMPHASIS.sub("", row.lstrip("> \t").strip()).strip()
        if not line:
            self.in_press = False
            return
        if self.in_press or PRESS.match(line):
            self.close_order()
            self.in_press = True
            self.tell(number, "press", line)
        elif SIGNATURE.fullmatch(line) or MAIL.match(line):
            self.close_order()
            self.signed = bool(SIGNATURE.fullmatch(line))
            self.power = self.power if self.signed else self.sender
            if line.startswith("Subject:") and self.named is None:
                self.named = phase_in(line, self.setting.calendar)
            self.tell(number, "skipped", line)
        elif not self.heading(number, row, line):
            self.content(number, row, line)

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
        self.power = self.last = None
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
        if self.sender or not word.isalpha() or plain(word) in LABELS | GREETINGS:
            return False
        near = get_close_matches(plain(word), map(plain, self.setting.powers), 1, NEAR)
        near = near if len(word) >= SHORTEST_NAME else []
        alone = colon and not rest and self.power is not None
        if not (near or alone) or plain(word) in self.vocabulary.board.names.known:
            return False
        self.close_order()
        self.power = self.last = None
        guesses = [p for p in self.setting.powers if plain(p) in near]
        self.mistake(number, row, word, str(UnknownWordError("power", word, guesses)))
        self.content(number, row, rest.strip())
        return True

    def power_ahead(self, line: str) -> tuple[Power | None, str]:
        """The power that a line names first, in full or by letters that begin no other power
        (`e:`), and the rest of the line; also without a colon if a unit follows."""
        head = HEAD.fullmatch(line)
        if head and (known := self.setting.power_names.get(head["name"])):
            return Power(known), head["rest"]
        if head and head["colon"] == ":" and (short := plain(head["name"])) not in self.kinds:
            fits = [p for p in self.setting.powers if plain(p).startswith(short)]
            if len(fits) == 1:
                return fits[0], head["rest"]
        words = line.split()
        for length in range(1, min(4, len(words))):
            named = Power(self.setting.power_names.get(" ".join(words[:length])) or "")
            rest = " ".join(words[length:])
            follows = plain(words[length]) in self.kinds or says_no_orders(rest)
            if named in self.setting.powers and follows:
                return named, rest
        return None, line

    def turn_to(self, power: Power, number: int, row: str) -> None:
        """Read on for that power."""
        self.close_order()
        self.power, self.signed, self.last = power, False, None
        if self.sender not in (None, power):
            self.mistake(number, row, row.strip(), f"orders for {power} in a mail of {self.sender}")

    def content(self, number: int, row: str, line: str) -> None:
        """A line that is not a heading: orders, talk, or the statement that there are none."""
        if says_no_orders(line) and self.power is not None:
            self.late.append(self.power)
            self.tell(number, "heading", line, f"{self.power}: no orders received")
            return
        before = len(self.lines)
        parts = [*filter(None, PARTS.split(line.rstrip(".!")))]
        for part, following in zip_longest(parts, parts[1:]):
            power, rest = self.power_ahead(part) if self.open is None else (None, part)
            if power and (rest or following is not None):
                self.turn_to(power, number, row)
                part = rest
            if part:
                self.part(number, row, part)
        kinds = {said.kind for said in self.lines[before:]}
        if kinds == {"skipped"}:  # talk is one line, whatever commas it has
            self.lines[before:] = [TypedLine(number, "skipped", line)]

    def part(self, number: int, row: str, part: str) -> None:
        """A piece of a line between commas: an order, a part of one, or talk."""
        if self.open is not None:
            first, _, begun = self.open
            if self.order(first, f"{begun} {part}"):
                self.open = None
                return
            self.close_order()
        words = [plain(w) or w for w in WORD.findall(part)]
        if self.order(number, part) or self.continues(number, part, words):
            return
        talk = self.signed and words and words[0] not in self.kinds
        if talk or (not self.resembles(words) and not (self.power is None and part.endswith(":"))):
            self.tell(number, "skipped", part)
        elif self.power is not None and words[-1] in OPEN:
            self.open = number, row, part
        else:
            self.mistake(number, row, part, "" if self.power else UNNAMED)

    def continues(self, number: int, part: str, words: list[str]) -> bool:
        """Does it continue the order before: with a second sea, or with what a unit is to do?"""
        if self.last is None or self.signed or not words:
            return False
        text, key = self.last
        by_sea = not VIA.isdisjoint(text.lower().split()) and words[0] not in self.kinds
        joint = ", " if by_sea else " " if words[0] in DOING - HELPS | VIA else ""
        return bool(joint) and self.order(number, f"{text}{joint}{part}", key)

    def order(self, number: int, text: str, instead: str = "") -> bool:
        """Take a text as an order if it is one; `instead` is the key of an order that it continues
        and replaces."""
        try:
            written = parse_order(text, self.setting, self.phase, self.power or Power(""), number)
        except NotationError:
            return False
        if self.power is None or self.signed or self.sender not in (None, self.power):
            why = "an order below the signature, or of another" if self.power else UNNAMED
            self.mistake(number, self.row if text in self.row else text, text, why)
            return True
        mine, unit = self.orders.setdefault(self.power, {}), written.unit
        if mine.pop(instead, None) and self.lines[-1].kind == "order":
            self.lines.pop()
        alone = unit is not None and not unit.doubled and written.home not in self.several
        key = str(written.home) if alone else str(len(mine))
        before = mine.pop(key, None)
        mine[key], self.last = written, (text, key)
        if before is not None:
            same = (before.unit, before.order) == (unit, written.order)
            why = f"again in line {number}" if same else f"by {text} in line {number}"
            self.tell(before.line, "repeated" if same else "replaced", before.text, why)
        self.tell(number, "order", text, self.power)
        return True

    def resembles(self, words: list[str]) -> bool:
        """Does a text that cannot be read seem to be meant as an order? It does if it begins like
        one, names a unit, or has a place beside a verb or a dash; the longer it is, the more of
        these it needs."""
        if not words:
            return False
        first, short = words[0], len(words) <= SHORT
        places = [bool(self.vocabulary.place(word)[0]) for word in words]
        acts = not DOING.isdisjoint(words)
        if first in self.kinds:
            return short or any(places) or acts
        bare = [pair for pair in zip(words, places, strict=True) if pair[0] != "in"]
        has_unit = any(word in self.kinds and at for (word, _), (_, at) in pairwise(bare))
        begins = short and (any(places[1:]) or (first in LEADING and len(first) > 3))
        names = has_unit and (len(words) <= SHORT + 1 or (sum(places) > 1 and acts))
        if begins or names or words[:2] in (["hold", "all"], ["holds", "all"]):
            return True
        if first in LEADING | HELPS | {"all"} and len(words) > 1:
            return words[1] in VERBS or words[1] in self.kinds or any(places)
        joints = [i for i, word in enumerate(words[:-1]) if i and word in JOINTS]
        joined = any(places[i - 1] or places[i + 1] for i in joints)
        likely = joined or words[-1] == "h" or (any(places) and acts)
        return (places[0] and acts) or (len(words) <= 2 * SHORT and likely)

    def close_order(self) -> None:
        """Report an open order that no line has completed."""
        if self.open is not None:
            unfinished, self.open = self.open, None
            self.mistake(*unfinished)

    def mistake(self, number: int, row: str, part: str, why: str = "") -> None:
        """Note a part of a line that cannot be read, with its place; without a reason in `why`
        the grammar's own."""
        mark = SourceMark(self.path, number, max(row.find(part), 0) + 1, row, len(part))
        error = SourceError(why, mark)
        try:
            if not why:
                parse_order(part, self.setting, self.phase, self.power or Power(""))
        except NotationError as found:
            at, width = mark.column + found.mark.column - 1, found.mark.width
            error = NotationError(found.message, mark._replace(column=at, width=width))
        self.mistakes.append(error)
        self.tell(number, "mistake", part, error.message)

    def tell(self, number: int, kind: LineKind, text: str, why: str = "") -> None:
        """Report what a line was taken for."""
        self.lines.append(TypedLine(number, kind, text, why))


def unread(typed: TypedOrders) -> Iterator[str]:
    """A sentence for the sender on each line that is neither an order nor a heading."""
    for line in typed.lines:
        if line.kind not in ("order", "heading"):
            why = f" ({line.why})" if line.why else ""
            yield f"line {line.number}: {line.kind}: {line.text}{why}"
