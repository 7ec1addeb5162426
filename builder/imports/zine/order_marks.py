"""What stands around an order in a zine, and what that says of its outcome.

(A VEN-ROM)  <A NWY-stp>  [A Ven-Rom] stood off    the whole order failed
a bud-ser (a tri, a rum s)  a edi-nwy (f nts c)   who supports or convoys it
f bla-bul (f con s [a smy s con])                 who supports the supporter
f bul/ec ms f con                                 two that support each other

Every other way to print a result is a rule of the house style; it ends up in parentheses. Beside
marks, capitals and typefaces tell where a unit ended and what failed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from builder.imports.corrections import near
from builder.imports.importer import Places
from builder.imports.zine.house import House, house, rewritten
from builder.imports.zine.patterns import RE
from builder.imports.zine.typefaces import ResultTypeface
from builder.model.board import Location
from builder.model.orders import Convoy, Hold, Move, Order, Support
from builder.model.outcomes import Outcome
from builder.notation.vocabulary import HOLDS

LOST = frozenset(
    {"d ann", "ann", "annihilated", "destroyed", "nrp", "no retreat", "no retreat possible"}
)
OFF = frozenset({"otb", "off the board", "disband", "d", "be disbanded"})
STANDING = HOLDS | {"std", "s.o", "s/o", "u", "unordered"}
ABSENT = frozenset({"nsu", "nso"})
LONGEST = 600  # signs of one order with its marks
CLOSE, SHORT = 0.85, 3
DONE: dict[type, set[Outcome]] = {Move: {Outcome.MOVED}, Support: {Outcome.GIVEN}}
WRONG = frozenset({Outcome.ILLEGAL, Outcome.VOID, Outcome.NO_ORDER})
STOOD_OFF = frozenset({"s.o", "s/o"})  # of a unit that moves; another was ordered to stand


class SupportingUnit(NamedTuple):
    """A unit printed within the order that it helps: `a pie s`, or `a pie s mar` with whom."""

    unit: str
    how: str
    whom: str = ""


class OrderWithMarks(NamedTuple):
    """An order without its marks, and those; `failed` says that brackets or italics enclose it."""

    text: str
    marks: tuple[str, ...]
    failed: bool
    helpers: tuple[SupportingUnit, ...] = ()


class Said(NamedTuple):
    """What marks say: their words, outcomes and retreats, and what had to be guessed or is
    unknown."""

    words: frozenset[str]
    outcomes: set[Outcome]
    options: tuple[Location, ...] | None
    guess: str

    @property
    def held(self) -> bool:
        """Do they say that the unit held?"""
        return bool(self.words & STANDING)


def unmark(text: str, slanted: bool) -> OrderWithMarks:
    """Part an order from what stands around it, by the house styles that are adopted."""
    return _unmarked(text, slanted, house())


@lru_cache(maxsize=4096)
def _unmarked(text: str, slanted: bool, style: House) -> OrderWithMarks:
    if len(text) > LONGEST:
        return OrderWithMarks(text, (), slanted)
    helpers: list[SupportingUnit] = []
    while found := RE.helpers.search(text):
        how, whom = found["how"].lower(), found["whom"] or ""
        helpers += [SupportingUnit(unit, how, whom) for unit in RE.one_unit.findall(found["who"])]
        text = RE.helpers.sub("", text, count=1)
    if mutual := RE.mutual.search(text):
        helpers.append(SupportingUnit(mutual["unit"], "s"))
        text = RE.mutual.sub("", text)
    text = rewritten(text, style.rules["orders"]).strip(" .!;")
    whole = RE.whole.match(text)
    words: list[str] = []
    if whole and whole["inside"].count("(") == whole["inside"].count(")"):
        words = whole["words"].split(",")
        text, slanted = whole["inside"], True
    first, rest = text[:1], text[1:]  # an order in parentheses is no mark of the next
    marks = [m.strip(" ?!.").lower() for m in [*RE.parentheses.findall(rest), *words]]
    bare = " ".join(f"{first}{RE.parentheses.sub(' ', rest)}".split()).strip(" .;,")
    return OrderWithMarks(bare, tuple(filter(None, marks)), slanted, tuple(helpers))


def said(marks: Iterable[str], places: Places) -> Said:
    """What marks say of an order."""
    words: set[str] = set()
    outcomes: set[Outcome] = set()
    options: tuple[Location, ...] | None = None
    guesses: list[str] = []
    for mark in marks:
        head, retreats, tail = mark.partition("r:")
        apart = [head] if head in STANDING else RE.parts.split(head)
        parts = [word.strip(" ?!.") for word in apart]
        spots = RE.spots.split(tail) if retreats else parts[1:] if parts[0] == "d" else []
        known = [_known(part) for part in parts if part]
        guesses += [guess for _, guess in known if guess]
        told = {word for word, _ in known if word}
        words |= told | {*parts}
        outcomes |= {house().marks[word] for word in told}
        if retreats or OFF & {s.strip() for s in spots}:
            found = {w: places.get(w) for spot in spots if (w := spot.strip())}
            options = tuple(at for at in found.values() if at is not None)
            if lost := [w for w, at in found.items() if at is None and w not in OFF]:
                guesses.append(f"no place to retreat to: {', '.join(lost)}")
        elif not told and not STANDING & {*parts} and not RE.fine.search(mark):
            guesses.append(f"({mark}) not understood")
        if LOST & told:
            options = ()
    return Said(frozenset(words), outcomes, options, "; ".join(guesses))


def _known(word: str) -> tuple[str, str]:
    """The mark that a word is, begins with (`stood off by Turkey`) or is misspelt for, and what
    was guessed; none for a word that says nothing known."""
    marks = house().marks
    if word in marks:
        return word, ""
    begun = next(
        (m for m in marks if len(m) > SHORT and RE.goes_on.match(word.removeprefix(m))), ""
    )
    if begun or not RE.small_word.fullmatch(word) or word in STANDING or RE.fine.search(word):
        return begun, ""
    letters = sorted(word)
    meant = next((m for m in marks if sorted(m) == letters), "")
    meant = meant or (near(word, marks, CLOSE) if word[-1] != "s" else "")
    return meant, f"({word}) read as ({meant})" if meant else ""


class OrderPrint(NamedTuple):
    """How an order is printed: what its marks say, whether its unit's place and its end stand in
    capitals, and whether brackets or a typeface mark it."""

    told: Said
    stays: bool
    goes: bool
    marked: bool


def outcomes_of(
    order: Order, shown: OrderPrint, capitals: bool, face: ResultTypeface
) -> tuple[set[Outcome], str]:
    """The outcomes of an order, and what speaks against them; `capitals` says that capitals show
    where units end, else what its `face` does not mark was done."""
    outcomes = fitting(order, shown.told)
    moves = isinstance(order, Move)
    if not capitals:
        if moves or not face.done:
            outcomes |= _by_face(order, shown.marked != face.done, outcomes)
        return outcomes, ""
    if "nso" in shown.told.words and moves and not (shown.stays or shown.goes):
        outcomes = outcomes - {Outcome.VOID} | {Outcome.ILLEGAL}
    outcomes |= _by_capitals(order, shown, outcomes)
    known = shown.stays or shown.goes or outcomes & {Outcome.DISLODGED, Outcome.ILLEGAL}
    if not known and not shown.marked:
        outcomes = fitting(order, shown.told)
    return outcomes, "" if known else "neither place in capitals"


def fitting(order: Order, told: Said) -> set[Outcome]:
    """What marks say of an order, as far as it can be said of such an order: a support or convoy
    with `nsu` is for a unit that is not there."""
    if isinstance(order, Hold):
        return told.outcomes - {Outcome.CUT, Outcome.BOUNCED}
    if isinstance(order, Move) and STOOD_OFF & told.words:
        return told.outcomes | {Outcome.BOUNCED}
    if ABSENT & told.words and isinstance(order, Support | Convoy):
        return told.outcomes - {Outcome.ILLEGAL} | {Outcome.VOID}
    return {*told.outcomes}


def in_capitals(place: str) -> bool:
    """Is a place written in capitals, as where a unit ends?"""
    name = place.partition("(")[0].strip()
    return len(name) > 1 and name.isupper()


def ends_in_capitals(text: str) -> bool:
    """Is the last place of an order written so?"""
    found = RE.last_place.search(text)
    return found is not None and in_capitals(found[1])


def _by_capitals(order: Order, shown: OrderPrint, outcomes: set[Outcome]) -> set[Outcome]:
    if isinstance(order, Move) and shown.goes and not shown.stays:
        return {Outcome.MOVED}
    if outcomes & WRONG:
        return set()
    if isinstance(order, Move):
        return {Outcome.FAILED} if shown.stays or shown.marked or outcomes else set()
    return _by_face(order, shown.marked and not isinstance(order, Hold), outcomes)


def _by_face(order: Order, failed: bool, marks: set[Outcome]) -> set[Outcome]:
    """What is said of an order by its being marked as failed, or not."""
    if marks & WRONG:
        return set()
    if failed:
        return set() if marks - {Outcome.DISLODGED} else {Outcome.FAILED}
    if isinstance(order, Hold):
        return set() if marks else {Outcome.HELD}
    return set() if marks - {Outcome.DISLODGED} else DONE.get(type(order), set())
