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
from collections.abc import Sequence
from typing import NamedTuple

from builder.formats.foreign.reading import KINDS, Places
from builder.formats.foreign.zine_marks import Helper, unmark
from builder.model.board import Location
from builder.model.kinds import KindCode, Power
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
    "stood off": Outcome.BOUNCED, "support cut": Outcome.CUT,
    "convoy disrupted": Outcome.DISRUPTED,
    "no such unit": Outcome.ILLEGAL,
    "failed": Outcome.FAILED, "void": Outcome.VOID, "no convoy": Outcome.NO_CONVOY,
}  # fmt: skip
DONE: dict[type, set[Outcome]] = {Move: {Outcome.MOVED}, Support: {Outcome.GIVEN}}
LOST = frozenset({"d ann", "ann", "annihilated", "destroyed"})
WRONG = frozenset({Outcome.ILLEGAL, Outcome.VOID, Outcome.NO_ORDER})
VERBS = frozenset({"s", "c", "h", "r"})
HOLDS = frozenset({"h", "holds", "hold", "stands"})
OFF = frozenset({"otb", "off the board", "disband", "d"})
UNIT = re.compile(r"^(?P<kind>[AF]|army|fleet)\s+(?P<rest>\S.*)$", re.IGNORECASE)
COASTED = r"[A-Za-z]{3}(?:\((?:nc|sc|ec|wc)\))?"
PARENTHESES = re.compile(r"\((?!(?:nc|sc|ec|wc|n|s|e|w)\))((?:[^()]|\([^()]*\))*)\)", re.IGNORECASE)
SUPPORTS = re.compile(r"(?:^|[\s-])(?:S|[Ss]up(?:port)?s?|SUPPORTS?)\s+(?P<what>.+)$")
CONVOYS = re.compile(r"(?:^|[\s-])(?:C|[Cc]onv(?:oy)?s?|CONVOYS?)\s+(?P<what>.+)$")
VIA = re.compile(r"\s+(via)\b(.*)$", re.IGNORECASE)
SPACED = re.compile(r"(?:\s+|^)(?:->|[-–—]+>?)\s+")
DASHES = re.compile(r"\s*(?:->|[-–—]+>?)\s*")


class Heard(NamedTuple):
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
    helpers: tuple[Helper, ...] = ()
    failed: bool = False


class Dialect:
    """Reads the orders of one board in one zine's manner.

    `capitals` says that capitals show where a unit ends; else what is not marked was done.
    """

    def __init__(self, places: Places, powers: Names, capitals: bool = True) -> None:
        self.places, self.powers, self.capitals = places, powers, capitals

    def unit(self, text: str) -> tuple[KindCode, Location, str, str] | None:
        """Kind, place, the place as written, and the rest of an order that begins with a unit."""
        head = UNIT.match(text.strip(" ."))
        if head is None:
            return None
        found = self.place_first(head["rest"])
        return (KINDS[head["kind"].lower()], *found) if found else None

    def _without_kind(self, text: str) -> tuple[None, Location, str, str] | None:
        """An order to move whose unit is only named by its place: `CLY-nwg`."""
        if re.fullmatch(rf"{COASTED}-{COASTED}", text) is None:
            return None
        found = self.place_first(text)
        return (None, *found) if found else None

    def begins(self, text: str) -> bool:
        """Is this the beginning of an order?"""
        return self.unit(text) is not None or self._without_kind(text.strip()) is not None

    def place_first(self, text: str) -> tuple[Location, str, str] | None:
        """The longest place name a text begins with, as written, and what follows it."""
        words = re.findall(r"[^\s–—>-]+|[\s–—>-]+", text)
        for count in (7, 5, 3, 1):
            written = "".join(words[:count]).strip()
            at = self.places.get(written) if len(words) >= count else None
            if at is not None and not self._is_order(words[:count]):
                return at, written, "".join(words[count:])
        return None

    def _is_order(self, words: Sequence[str]) -> bool:
        """Is `swe-den` two places, and `Pru S` no Prussia?"""
        if any(word.lower() in VERBS for word in words[1:]):
            return True
        ends = self.places.get(words[0]), self.places.get(words[-1])
        return len(words) > 1 and any(DASHES.fullmatch(w) for w in words) and None not in ends

    def place_last(self, text: str) -> tuple[Location, str] | None:
        """The place name a text ends with, and how it is written."""
        words = text.split()
        for count in (4, 3, 2, 1):
            written = " ".join(words[-count:])
            if len(words) >= count and (at := self.places.get(written)):
                return at, written
        return None

    def read(self, text: str, italic: bool, step: str = "movement") -> Heard | None:
        """One order with its printed result; None where no unit can be made out."""
        marked = unmark(text, italic)
        marks = [m.strip().lower() for m in PARENTHESES.findall(marked.text)] + [*marked.marks]
        bare = PARENTHESES.sub(" ", marked.text).strip(" .;")
        head = self.unit(bare) or self._without_kind(bare)
        if head is None:
            return None
        kind, at, written, rest = head
        ref = UnitRef(at, kind)
        if step == "retreats":
            return self._retreat(ref, rest, marked.failed or bool(marks))
        outcomes, options = self._marked(marks)
        order, end, guess = self._doing(rest, any(m in HOLDS for m in marks))
        guess = guess or ("" if kind else "no kind of unit printed")
        outcomes = _fitting(order, outcomes, marks)
        if not self.capitals:
            outcomes |= _unmarked(order, marked.failed, outcomes)
            told = frozenset(outcomes)
            return Heard(ref, order, told, options, guess, marked.helpers, marked.failed)
        stays, goes = _capital(written), _capital(end)
        if "nso" in marks and isinstance(order, Move) and not (stays or goes):
            outcomes = outcomes - {Outcome.VOID} | {Outcome.ILLEGAL}
        outcomes |= self._printed(order, stays, goes, marked.failed, outcomes)
        if not (stays or goes or outcomes & {Outcome.DISLODGED, Outcome.ILLEGAL}):
            guess = guess or "neither place in capitals"
        told = frozenset(outcomes)
        return Heard(ref, order, told, options, guess, marked.helpers, marked.failed)

    def _marked(self, marks: list[str]) -> tuple[set[Outcome], tuple[Location, ...] | None]:
        outcomes: set[Outcome] = set()
        options: tuple[Location, ...] | None = None
        for mark in marks:
            head, retreats, tail = mark.partition("r:")
            for word in re.split(r"[;,]|\band\b|\bfor no retreat", head):
                if word.strip() in MARKS:
                    outcomes.add(MARKS[word.strip()])
                if word.strip() in LOST:
                    options = ()
            told = [w.strip() for w in re.split(r"[,;]", mark)]
            if told[0] == "d" and any(w in OFF for w in told[1:]):
                found = map(self.places.get, told[1:])
                options = tuple(p for p in found if p is not None)
            if retreats:
                spots = [self.places.get(w.strip()) for w in re.split(r"[,.;]", tail)]
                options = tuple(p for p in spots if p is not None)
        return outcomes, options

    def _doing(self, rest: str, held: bool) -> tuple[Order, str, str]:
        """The order, the last place as written, and what was guessed."""
        text = rest.strip()
        if found := SUPPORTS.search(rest):
            helped = self._support(found["what"])
            return (Hold(), "", helped[2]) if held and helped[2] else helped
        if found := CONVOYS.search(rest):
            return self._convoy(found["what"])
        if small := re.match(r"^([sc])\s(.*)$", text):
            helped = (self._support if small[1] == "s" else self._convoy)(small[2])
            if not isinstance(helped[0], Hold):
                return helped
        if DASHES.search(rest):
            moved = self._move(rest)
            if moved:
                return moved
        words = text.lower().strip(" -–").split()
        if held or not words or words[-1] in HOLDS or words[0] in HOLDS:
            return Hold(), "", ""
        return Hold(), "", f"read as a hold: {text!r}"

    def _move(self, rest: str) -> tuple[Order, str, str] | None:
        by_sea = VIA.search(rest)
        rest = VIA.sub("", rest)
        dashes = SPACED if SPACED.search(rest) else DASHES
        pieces = [p for p in dashes.split(rest) if p.strip()]
        found = [self.place_last(p) for p in pieces]
        last = found[-1] if found else None
        if last is None:
            first = self.place_first(pieces[-1]) if pieces else None
            if first is None:
                return None
            last = first[0], first[1]
        route = tuple(f[0] for f in found[:-1] if f is not None)
        return Move(last[0], via=by_sea is not None or bool(route), route=route), last[1], ""

    def _support(self, what: str) -> tuple[Order, str, str]:
        power, rest = self._nation(what)
        head = self.unit(rest)
        if head is None:
            return self._vague(what, power)
        kind, at, _, more = head
        moved = self._move(more) if DASHES.search(more) else None
        to = moved[0].to if moved and isinstance(moved[0], Move) else None
        stays = to is not None and to.province == at.province
        return Support(at, None if stays else to, kind, power), "", ""

    def _vague(self, what: str, power: Power | None) -> tuple[Order, str, str]:
        """A support whose unit is not named as usual: the first name of a place counts."""
        text = re.sub(r"\bpete\b", "Petersburg", what, flags=re.IGNORECASE)
        few = len(text.split()) <= 3
        for start in (m.start() for m in re.finditer(r"(?<![A-Za-z])[A-Za-z]", text)):
            found = self.place_first(text[start:])
            if found and (few or found[1][0].isupper()):
                moved = self._move(found[2]) if DASHES.search(found[2]) else None
                to = moved[0].to if moved and isinstance(moved[0], Move) else None
                return Support(found[0], to, None, power), "", f"support read from {what!r}"
        return Hold(), "", f"read as a hold: S {what!r}"

    def _convoy(self, what: str) -> tuple[Order, str, str]:
        power, rest = self._nation(what)
        head = self.unit(rest)
        moved = self._move(head[3]) if head else None
        if head is None or moved is None or not isinstance(moved[0], Move):
            return Hold(), "", f"read as a hold: C {what!r}"
        return Convoy(head[1], moved[0].to, head[0], power), "", ""

    def _nation(self, text: str) -> tuple[Power | None, str]:
        first, _, rest = text.strip().partition(" ")
        power = self.powers.get(first) if len(first) > 3 else None
        return (Power(power), rest) if power else (None, text)

    def _retreat(self, ref: UnitRef, rest: str, failed: bool) -> Heard:
        text = rest.strip(" -")
        if text.lower() in OFF or not text:
            return Heard(ref, Disband(), frozenset({Outcome.DISBANDED}))
        moved = self._move(rest if DASHES.search(rest) else f"-{text}")
        if moved and isinstance(moved[0], Move):
            told = {Outcome.DESTROYED} if failed else set()
            went = {Outcome.RETREATED} if _capital(moved[1]) else told
            return Heard(ref, Retreat(moved[0].to), frozenset(went))
        return Heard(ref, Disband(), frozenset(), None, f"read as disbanded: {rest!r}")

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


def _fitting(order: Order, outcomes: set[Outcome], marks: list[str]) -> set[Outcome]:
    """What is printed of an order, as far as it can be said of such an order."""
    if isinstance(order, Hold):
        return outcomes - {Outcome.CUT, Outcome.BOUNCED}
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
