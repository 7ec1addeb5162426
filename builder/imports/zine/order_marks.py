"""Parts an order from the marks that a zine prints around it, and tells what these mean.

f sev-bla (d ann)                    dislodged, nowhere to go
a mun h (d r:ber,otb)                dislodged, may go to Berlin or off the board
(nso) (nsu) (imp) (otm) (ncs) (unordered)          what was wrong with the order
(A VEN-ROM)  <A NWY-stp>  [A Ven-Rom] stood off    the whole order failed
a bud-ser (a tri, a rum s)  a edi-nwy (f nts c)    who supports or convoys it
f bla-bul (f con s [a smy s con])                  who supports the supporter
f bul/ec ms f con                                  two that support each other

Every other way to print a result is a rule of the house style, which puts it in parentheses.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from builder.imports.corrections import near
from builder.imports.phase_reports import DONE
from builder.imports.zine.house import RE, House, house
from builder.model.board import Board
from builder.model.orders import Convoy, Hold, Move, Order, Support
from builder.model.outcomes import Outcome
from builder.model.units import Location
from builder.notation.vocabulary import HOLDS

OFF_THE_BOARD = frozenset({"otb", "off the board", "disband", "d", "be disbanded"})
STANDING = HOLDS | {"std", "s.o", "s/o", "u", "uno", "unordered"}
MISSING = frozenset({"no such unit"})  # of the unit that was ordered itself
STOOD_OFF = frozenset({"s.o", "s/o"})  # of a unit that moves; another was ordered to stand
DISLODGED = "d"
RETREATS = "r:"  # places to retreat to follow
LONGEST = 600  # characters of one order with its marks
ABBREVIATED = 4  # characters of an unknown mark that may be short for a result
SHORT = 3  # characters of a mark that no other word begins with
LONGEST_WORD = 12  # characters of a mark that may be misspelt
LIKENESS = 0.85  # of a misspelt mark


class HelpingUnit(NamedTuple):
    """A unit printed within the order that it helps: `a pie s`, or `a pie s mar` with `whom`."""

    unit: str
    how: str
    whom: str = ""


class OrderWithMarks(NamedTuple):
    """An order without its marks, and the marks; `enclosed` if brackets or italics enclose it."""

    text: str
    marks: tuple[str, ...]
    enclosed: bool
    helpers: tuple[HelpingUnit, ...] = ()


def unmark(text: str, italic: bool = False) -> OrderWithMarks:
    """Part an order from its marks, by the house styles in use."""
    return _unmarked(text, italic, house())


@lru_cache(maxsize=4096)
def _unmarked(text: str, italic: bool, style: House) -> OrderWithMarks:
    if len(text) > LONGEST:
        return OrderWithMarks(text, (), italic)
    text, helpers = _without_helpers(text)
    text = style.rewritten(text, "orders").strip(" .!;")
    enclosed = italic
    marks: list[str] = []
    whole = RE.whole.match(text)
    if whole and whole["inside"].count("(") == whole["inside"].count(")"):
        text = whole["inside"]
        marks = whole["words"].split(",")
        enclosed = True

    first = text[:1]  # a parenthesis before an order is no mark behind the one before
    rest = text[1:]
    order = first + RE.parentheses.sub(" ", rest)
    printed = [*RE.parentheses.findall(rest), *marks]
    small = [_in_small_letters(mark.strip(" ?!.") or mark.strip()) for mark in printed]
    bare = " ".join(order.split()).strip(" .;,")
    return OrderWithMarks(bare, tuple(filter(None, small)), enclosed, helpers)


def _without_helpers(text: str) -> tuple[str, tuple[HelpingUnit, ...]]:
    """An order without the units printed within it that help it, and these units."""
    helpers: list[HelpingUnit] = []
    while named := RE.helpers.search(text):
        for unit in RE.one_unit.findall(named["who"]):
            helpers.append(HelpingUnit(unit, named["how"].lower(), named["whom"] or ""))
        text = RE.helpers.sub("", text, count=1)
    if mutual := RE.mutual.search(text):
        helpers.append(HelpingUnit(mutual["unit"], "s"))
        text = RE.mutual.sub("", text)
    return text, tuple(helpers)


def _in_small_letters(mark: str) -> str:
    """A mark whose words may be written in any letters. The places behind `r:` keep theirs, since
    codes may differ in nothing else (`CAS` the sea, `Cas` the province of Cline VI)."""
    start = mark.lower().find(RETREATS)
    if start < 0:
        return mark.lower()
    end = start + len(RETREATS)
    return mark[:end].lower() + mark[end:]


def in_capitals(place: str) -> bool:
    """Is a place written in capitals, which show where a unit ends?"""
    name = place.partition("(")[0].strip()
    return len(name) > 1 and name.isupper()


def ends_in_capitals(order: str) -> bool:
    """Is the last place of an order written in capitals?"""
    last = RE.last_place.search(order)
    return last is not None and in_capitals(last[1])


class MarkMeaning:
    """The meaning of an order's marks: their `words` and `outcomes`; the places to retreat to that
    are printed, if any (`options`); remarks on `guesses` and unknown marks, and the words of these
    (`left_out`). `unsure` if an unknown mark may be the short form of a result."""

    def __init__(self, marks: Iterable[str], places: Board) -> None:
        self.places = places
        self.words: set[str] = set()
        self.outcomes: set[Outcome] = set()
        self.options: tuple[Location, ...] | None = None
        self.guesses: list[str] = []
        self.left_out: list[str] = []
        self.unsure = False
        for mark in marks:
            self._read(mark)
        if Outcome.DESTROYED in self.outcomes:
            self.outcomes -= {Outcome.DESTROYED}
            self.outcomes.add(Outcome.DISLODGED)
            self.options = ()

    def _read(self, mark: str) -> None:
        """Take in what stands in one pair of parentheses: `d r:ber,otb`, `nso, bounced`."""
        result, retreats, goals = mark.partition(RETREATS)
        statements = [result] if result in STANDING else RE.parts.split(result)
        words = [word.strip(" ?!.") for word in statements]
        unknown = self._read_words([word for word in words if word])
        if not any(words) and not retreats:  # nothing but question marks
            unknown.append(mark)

        if retreats:
            places = RE.spots.split(goals)
        elif words[0] == DISLODGED:
            places = words[1:]
        else:
            places = []
        names = [place.strip() for place in places if place.strip()]
        self.words.update(words)
        if retreats or any(name.lower() in OFF_THE_BOARD for name in names):
            self._read_options(names)
        elif unknown:
            self.guesses.append(f"({mark}) not understood")
            self.left_out += unknown
            has_order = any(map(_has_order, unknown))
            self.unsure |= has_order or (mark.isalpha() and len(mark) <= ABBREVIATED)

    def _read_words(self, words: Iterable[str]) -> list[str]:
        """Take in the words of a mark; returns those that mean nothing. Beside an order nothing
        counts: `(A Mun-Bur failed)` may be about that order."""
        meanings: set[str] = set()
        unknown: list[str] = []
        for word in dict.fromkeys(words):
            meaning = self._meaning(word)
            if meaning:
                meanings.add(meaning)
            elif word not in STANDING and RE.fine.search(word) is None:
                unknown.append(word)
        if not any(map(_has_order, unknown)):
            self.words |= meanings
            self.outcomes.update(house().marks[meaning] for meaning in meanings)
        return unknown

    def _read_options(self, names: Iterable[str]) -> None:
        """Take in the places to which a unit may retreat; those that are none are reported."""
        options: list[Location] = []
        unknown: list[str] = []
        for name in dict.fromkeys(names):
            place = self.places.get(name)
            if place is not None:
                options.append(place)
            elif name.lower() not in OFF_THE_BOARD:
                unknown.append(name)
        self.options = tuple(options)
        if unknown:
            self.guesses.append(f"no place to retreat to: {', '.join(unknown)}")

    def _meaning(self, word: str) -> str:
        """The mark that a word is, begins with (`stood off by Turkey`) or misspells; else empty."""
        marks = house().marks
        if word in marks:
            return word
        for mark in marks:
            if len(mark) > SHORT and RE.goes_on.match(word.removeprefix(mark)):
                return mark
        is_word = word.isascii() and word.isalpha() and SHORT <= len(word) <= LONGEST_WORD
        if not is_word or word in STANDING or RE.fine.search(word):
            return ""
        letters = sorted(word)
        meant = next((mark for mark in marks if sorted(mark) == letters), "")
        if not meant and word[-1] != "s":
            meant = near(word, marks, LIKENESS)
        if meant:
            self.guesses.append(f"({word}) read as ({meant})")
        return meant

    def outcomes_of(self, order: Order) -> set[Outcome]:
        """The outcomes that such an order can have; `nsu` of a support means the helped unit."""
        if isinstance(order, Hold):
            outcomes = self.outcomes - {Outcome.CUT, Outcome.BOUNCED}
            held_instead = not STANDING.isdisjoint(self.words)  # `(nsp, holds)`
            return outcomes - {Outcome.ILLEGAL} if held_instead else outcomes
        if isinstance(order, Move) and not STOOD_OFF.isdisjoint(self.words):
            return self.outcomes | {Outcome.BOUNCED}
        outcomes = set(self.outcomes)
        helps_another = isinstance(order, Support | Convoy) and MISSING.isdisjoint(self.words)
        if helps_another and Outcome.ILLEGAL in outcomes:
            # of a help that cannot be: judges of zines call it impossible, `nsu` or `ncs` as well
            outcomes.remove(Outcome.ILLEGAL)
            outcomes.add(Outcome.VOID)
        return outcomes

    def outcomes_by_face(self, order: Order, failed: bool) -> set[Outcome]:
        """The outcomes that fit an order or, without any, that it has by its typeface."""
        outcomes = self.outcomes_of(order)
        if self.unsure or outcomes - {Outcome.DISLODGED}:
            return outcomes
        if failed:
            return outcomes | {Outcome.FAILED}
        if isinstance(order, Hold | Move) and outcomes:  # a dislodged unit neither held nor moved
            return outcomes
        return outcomes.union(DONE.get(type(order), ()))


def _has_order(words: str) -> bool:
    """Is there an order among the words of a mark?"""
    return ">" in words or RE.orders.search(words) is not None
