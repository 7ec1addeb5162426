"""What stands around an order in a zine: brackets, marks behind it, helpers within.

(A VEN-ROM)  <A NWY-stp>  [A Ven-Rom] stood off    the whole order failed
a bud-ser (a tri, a rum s)  a edi-nwy (f nts c)   who supports or convoys it
f bla-bul (f con s [a smy s con])                 who supports the supporter
f bul/ec ms f con                                 two that support each other

Every other way to print a result is a rule of the house style; it ends up in parentheses.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from builder.imports.corrections import near
from builder.imports.importer import Places
from builder.imports.zine.house import House, house, rewritten
from builder.imports.zine.patterns import RE
from builder.model.board import Location
from builder.model.outcomes import Outcome
from builder.notation.vocabulary import HOLDS

LOST = frozenset(
    {"d ann", "ann", "annihilated", "destroyed", "nrp", "no retreat", "no retreat possible"}
)
OFF = frozenset({"otb", "off the board", "disband", "d"})
STANDING = HOLDS | {"std", "s.o", "s/o", "u", "unordered"}
ABSENT = frozenset({"nsu", "nso"})
LONGEST = 600  # signs of one order with its marks
CLOSE, SHORT = 0.85, 3


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
    text = rewritten(text, style.orders).strip(" .!;")
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
