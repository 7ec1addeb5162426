"""One order as a zine prints it: capitals where the unit ends, italics for what failed.

a mar-BUR               went               f ADR-ven               did not
a RUM S TURKISH a arm-sev                  f NWG C a yor-nwy
a MUN h                 a SPA wenches in Madrid (h)
f sev-bla (d ann)       dislodged, nowhere to go
a mun h (d r:ber,otb)   dislodged, may go to Berlin or off the board
(nso) (nsu) (imp) (otm) (ncs) (unordered)  what was wrong with the order
"""

from __future__ import annotations

import re
from typing import NamedTuple

from builder.imports.corrections import near
from builder.imports.importer import Places
from builder.imports.zine.order_marks import BEHIND, MUST, SupportingUnit, unmark
from builder.imports.zine.order_words import HOLDS, UNSURE, UnitOrderReader
from builder.imports.zine.typefaces import FAILED, ResultTypeface
from builder.model.board import Location
from builder.model.names import Names
from builder.model.orders import Convoy, Disband, Hold, Move, Order, Retreat, Support, UnitRef
from builder.model.outcomes import Outcome

MARKS = {
    "nso": Outcome.VOID, "nsu": Outcome.ILLEGAL, "imp": Outcome.ILLEGAL, "otm": Outcome.VOID,
    "ncs": Outcome.ILLEGAL, "no coast specified": Outcome.ILLEGAL,
    "no coast stated": Outcome.ILLEGAL, "unordered": Outcome.NO_ORDER,
    "d": Outcome.DISLODGED, "d ann": Outcome.DISLODGED, "ann": Outcome.DISLODGED,
    "dislodged": Outcome.DISLODGED, "annihilated": Outcome.DISLODGED,
    "destroyed": Outcome.DISLODGED, "bounce": Outcome.BOUNCED, "bounced": Outcome.BOUNCED,
    "cut": Outcome.CUT, "fail": Outcome.FAILED, "fails": Outcome.FAILED,
    "stood off": Outcome.BOUNCED, "stand-off": Outcome.BOUNCED, "standoff": Outcome.BOUNCED,
    "stand off": Outcome.BOUNCED, "support cut": Outcome.CUT,
    "convoy disrupted": Outcome.DISRUPTED,
    "no such unit": Outcome.ILLEGAL,
    "nrp": Outcome.DISLODGED, "no retreat": Outcome.DISLODGED,
    "no retreat possible": Outcome.DISLODGED,
    "repelled": Outcome.BOUNCED, "repulsed": Outcome.BOUNCED, "unsuccessful": Outcome.FAILED,
    "illegal": Outcome.ILLEGAL, "impossible": Outcome.ILLEGAL,
    "failed": Outcome.FAILED, "void": Outcome.VOID, "no convoy": Outcome.NO_CONVOY,
}  # fmt: skip
DONE: dict[type, set[Outcome]] = {Move: {Outcome.MOVED}, Support: {Outcome.GIVEN}}
LOST = frozenset(
    {"d ann", "ann", "annihilated", "destroyed", "nrp", "no retreat", "no retreat possible"}
)
WRONG = frozenset({Outcome.ILLEGAL, Outcome.VOID, Outcome.NO_ORDER})
OFF = frozenset({"otb", "off the board", "disband", "d"})
MISSPELT = re.compile(r"[a-z]{3,12}")
CLOSE, SHORT = 0.85, 3
PARTS = re.compile(r"[;,/]|\s[-–—]\s|\b(?:and|but)\b|\bfor no retreat")
FINE = re.compile(r"^\d*$|\b(?:ok|h|succe\w+|done|yes|arrives?|goes|dislodges|twice)\b")
GOES_ON = re.compile(
    r"^\s(?:again|an?|as|at|attack|attempt|because|by|due|from|in|of|off|on|since|to|twice|with"
    r"|against)\b"
)
STOOD_OFF = frozenset({"s.o", "s/o"})  # of a unit that moves; another was ordered to stand
HELD = re.compile(r"\((?:h|holds?|stands)\b", re.IGNORECASE)
PARENTHESES = re.compile(r"\((?!(?:nc|sc|ec|wc|n|s|e|w)\))((?:[^()]|\([^()]*\))*)\)", re.IGNORECASE)


class ZineOrder(NamedTuple):
    """An order and its printed result, as far as they could be made out.

    `failed` says that italics or brackets mark it, `guess` what had to be guessed, `options` are
    printed retreats, `helpers` the units that are printed within the order as supporting or
    convoying it.
    """

    unit: UnitRef
    order: Order
    outcomes: frozenset[Outcome]
    options: tuple[Location, ...] | None = None
    guess: str = ""
    helpers: tuple[SupportingUnit, ...] = ()
    failed: bool = False


class ZineOrderReader(UnitOrderReader):
    """Reads the orders of one board in one zine's manner.

    `capitals` says that capitals show where a unit ends; else what is not marked was done, or what
    its `face` does not mark.
    """

    def __init__(
        self, places: Places, powers: Names, capitals: bool = True, face: ResultTypeface = FAILED
    ) -> None:
        super().__init__(places, powers)
        self.capitals, self.face = capitals, face

    def read(self, text: str, italic: bool, step: str = "movement") -> ZineOrder | None:
        """One order with its printed result; None where no unit can be made out."""
        marked = unmark(text, italic)
        printed = [MUST.sub(r"r:\g<to>", m) for m in PARENTHESES.findall(marked.text)]
        marks = [m.strip(" ?!.").lower() for m in printed] + [*marked.marks]
        marks, slips = _spelled(marks)
        bare = PARENTHESES.sub(" ", marked.text).strip(" .;")
        head = self.unit(bare) or self.without_kind(bare)
        if head is None:
            return None
        kind, at, written, rest = head
        ref = UnitRef(at, kind)
        if step == "retreats":
            return self._retreat(ref, rest, marked.failed or bool(marks))
        outcomes, options, lost = self._marked(marks)
        order, end, guess = self.doing(rest, any(m in HOLDS for m in marks))
        guess = "; ".join(filter(None, (guess, slips, lost)))
        guess = guess or ("" if kind else "no kind of unit printed")
        outcomes = _fitting(order, outcomes, marks)
        if not self.capitals:
            if not self.face.done:
                outcomes |= _unmarked(order, marked.failed, outcomes)
            elif isinstance(order, Move):
                outcomes |= _unmarked(order, not marked.failed, outcomes)
            told = frozenset(outcomes)
            return ZineOrder(ref, order, told, options, guess, marked.helpers, marked.failed)
        stays, goes = _capital(written), _capital(end)
        if "nso" in marks and isinstance(order, Move) and not (stays or goes):
            outcomes = outcomes - {Outcome.VOID} | {Outcome.ILLEGAL}
        outcomes |= self._printed(order, stays, goes, marked.failed, outcomes)
        if not (stays or goes or outcomes & {Outcome.DISLODGED, Outcome.ILLEGAL}):
            guess = guess or "neither place in capitals"
        told = frozenset(outcomes)
        return ZineOrder(ref, order, told, options, guess, marked.helpers, marked.failed)

    def names_more(self, text: str, heard: ZineOrder) -> bool:
        """Does a text name units beyond those that were read from it? Of one that holds in words of
        its own (`a SPA wenches in Madrid (h)`) that is not asked."""
        if isinstance(heard.order, Hold) and HELD.search(text):
            return False
        helpers = (self.unit(given.unit) for given in heard.helpers)
        read = {heard.unit.at, *(head[1] for head in helpers if head)}
        if isinstance(heard.order, Support | Convoy) and heard.order.at is not None:
            read.add(heard.order.at)
        known = {at.province for at in read}
        behind = BEHIND.search(text)
        text = text[: behind.start()] if behind else text
        bare = text[:1] + PARENTHESES.sub(" ", text[1:])
        heads = self.heads(bare, sure=isinstance(heard.order, Hold))
        found = [*map(self.places.get, heads)]
        return len(found) > len(known) or any(
            at is None or at.province not in known for at in found
        )

    def _marked(self, marks: list[str]) -> tuple[set[Outcome], tuple[Location, ...] | None, str]:
        """The outcomes and retreats that marks tell; what of the retreats is no place, and marks
        that tell nothing we know."""
        outcomes: set[Outcome] = set()
        options: tuple[Location, ...] | None = None
        lost: list[str] = []
        vain: list[str] = []
        for mark in marks:
            head, retreats, tail = mark.partition("r:")
            words = [word.strip() for word in PARTS.split(head)]
            said = {MARKS[known] for known in map(_mark, words) if known}
            outcomes |= said
            if LOST & {*words}:
                options = ()
            told = [w.strip() for w in re.split(r"[,;]", mark)]
            spots = (
                re.split(r"[,.;]|\bor\b", tail) if retreats else told[1:] if told[0] == "d" else []
            )
            if retreats or any(w in OFF for w in spots):
                found = {w.strip(): self.places.get(w.strip()) for w in spots}
                options = tuple(at for at in found.values() if at is not None)
                lost += [w for w, at in found.items() if at is None and w not in OFF | {""}]
            elif not said and mark not in HOLDS and not FINE.search(mark):
                vain.append(f"({mark}) not understood")
        nowhere = [f"no place to retreat to: {', '.join(lost)}"] if lost else []
        return outcomes, options, "; ".join(nowhere + vain)

    def _retreat(self, ref: UnitRef, rest: str, failed: bool) -> ZineOrder:
        text = rest.strip(" -")
        if text.lower() in OFF or not text:
            return ZineOrder(ref, Disband(), frozenset({Outcome.DISBANDED}))
        moved = self.moving(rest) or self.moving(f"-{text}")
        if moved and isinstance(moved.order, Move):
            arrived = _capital(moved.end) or not (self.capitals or failed)
            lost = {Outcome.DESTROYED} if failed else set()
            told = frozenset({Outcome.RETREATED} if arrived else lost)
            return ZineOrder(ref, Retreat(moved.order.to), told)
        return ZineOrder(ref, Disband(), frozenset(), None, f"{UNSURE} disbanded: {rest!r}")

    @staticmethod
    def _printed(
        order: Order, stays: bool, goes: bool, failed: bool, marked: set[Outcome]
    ) -> set[Outcome]:
        """What capitals and italics say of an order."""
        if isinstance(order, Move) and goes and not stays:
            return {Outcome.MOVED}
        if marked & WRONG:
            return set()
        if isinstance(order, Move):
            return {Outcome.FAILED} if stays or failed or marked else set()
        return _unmarked(order, failed and not isinstance(order, Hold), marked)


def _mark(word: str) -> str:
    """The mark that a word is, or begins with: `stood off by Turkey`; nothing where it is none."""
    first = (m for m in MARKS if len(m) > SHORT and GOES_ON.match(word.removeprefix(m)))
    return word if word in MARKS else next(first, "")


def _spelled(marks: list[str]) -> tuple[list[str], str]:
    """Marks of one word, put right where they are misspelt, and what was guessed."""
    shown, told = [], []
    for mark in marks:
        meant = mark if mark in MARKS or not MISSPELT.fullmatch(mark) else _nearest(mark)
        if meant not in ("", mark):
            told.append(f"({mark}) read as ({meant})")
        shown.append(meant or mark)
    return shown, "; ".join(told)


def _nearest(mark: str) -> str:
    """The mark that is meant; nothing for a short word that is none, itself for a longer one:
    `dislodges` is no `dislodged`."""
    letters = sorted(mark)
    meant = next((m for m in MARKS if sorted(m) == letters), "")
    meant = meant or (near(mark, MARKS, CLOSE) if mark[-1] != "s" else "")
    return meant or ("" if len(mark) == SHORT else mark)


def _fitting(order: Order, outcomes: set[Outcome], marks: list[str]) -> set[Outcome]:
    """What is printed of an order, as far as it can be said of such an order."""
    if isinstance(order, Hold):
        return outcomes - {Outcome.CUT, Outcome.BOUNCED}
    if isinstance(order, Move) and STOOD_OFF & {*marks}:
        return outcomes | {Outcome.BOUNCED}
    if "nsu" in marks and isinstance(order, Support | Convoy):
        return outcomes - {Outcome.ILLEGAL} | {Outcome.VOID}
    return outcomes


def _unmarked(order: Order, failed: bool, marked: set[Outcome]) -> set[Outcome]:
    """What is said of an order by its being marked as failed, or not."""
    if marked & WRONG:
        return set()
    if failed:
        return set() if marked - {Outcome.DISLODGED} else {Outcome.FAILED}
    if isinstance(order, Hold):
        return set() if marked else {Outcome.HELD}
    return set() if marked - {Outcome.DISLODGED} else DONE.get(type(order), set())


def _capital(written: str) -> bool:
    name = written.partition("(")[0].strip()
    return len(name) > 1 and name.isupper()
