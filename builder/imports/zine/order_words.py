"""What a unit is ordered to do, in a zine's words: `S TURKISH a arm-sev`, `-den-SWE`, `h`."""

from __future__ import annotations

import re
from typing import NamedTuple

from builder.imports.zine.order_marks import WORDS
from builder.imports.zine.units import DASHES, UnitReader
from builder.model.kinds import Power
from builder.model.orders import Convoy, Hold, Move, Order, Support

HOLDS = frozenset({"h", "hld", "holds", "hold", "holding", "stands", "stand", "std", "s.o", "s/o"})
SUPPORTS = re.compile(r"(?:^|[\s-])(?:S|[Ss]up(?:port)?s?|SUPPORTS?)\s+(?P<what>.+)$")
CONVOYS = re.compile(r"(?:^|[\s-])(?:C|[Cc]onv(?:oy)?s?|CONVOYS?)\s+(?P<what>.+)$")
TO = re.compile(r"^\s+(?:(?:moves?|goes)\s+)?to\s+", re.IGNORECASE)
VIA = re.compile(r"\s+(via)\b(.*)$", re.IGNORECASE)
SPACED = re.compile(r"(?:\s+|^)(?:->|[-–—]+>?)\s+")
WORD = re.compile(r"[A-Za-z]{3,7}")
AIMS, FEW = ("-", "–", "—", ">", "to ", "into "), 2
UNSURE = "read as"


class UnitOrder(NamedTuple):
    """An order, the place that it ends with as written, and what was guessed."""

    order: Order
    end: str = ""
    guess: str = ""


class UnitOrderReader(UnitReader):
    """Reads what stands behind the unit of an order."""

    def doing(self, rest: str, held: bool) -> UnitOrder:
        """The order; `held` where a mark behind it says that it is one to hold."""
        text = rest.strip()
        if found := SUPPORTS.search(rest):
            helped = self._support(found["what"])
            return UnitOrder(Hold()) if held and helped.guess else helped
        if found := CONVOYS.search(rest):
            return self._convoy(found["what"])
        if small := re.match(r"^([sc])\s(.*)$", text):
            helped = (self._support if small[1] == "s" else self._convoy)(small[2])
            if not isinstance(helped.order, Hold):
                return helped
        if self.unit(self.nation(text)[1]) is not None:
            return self._support(text)._replace(guess=f"support read from {text!r}")
        prose = held and TO.match(rest)
        if not prose and (moved := self.moving(rest) or self._undashed(rest)):
            return moved
        words = text.lower().strip(" -–").split()
        if held or not words or words[-1] in HOLDS or words[0] in HOLDS:
            return UnitOrder(Hold())
        return UnitOrder(Hold(), "", f"{UNSURE} a hold: {text!r}")

    def moving(self, rest: str) -> UnitOrder | None:
        """`-den-SWE via convoy` as a move, or `to SWE`; None where nothing leads to a place."""
        rest = TO.sub("-", rest)
        if not DASHES.search(rest):
            return None
        by_sea = VIA.search(rest)
        rest = VIA.sub("", rest)
        dashes = SPACED if SPACED.search(rest) else DASHES
        pieces = [p for p in dashes.split(rest) if p.strip()]
        found = [self.place_last(p) for p in pieces]
        behind = ""
        if pieces and found[-1] is None and (first := self.place_first(pieces[-1])):
            found[-1], behind = first[:2], first[2].strip()
        known = [f for f in found if f is not None]
        if not known:
            return None
        lost = [
            p for p, f in zip(pieces, found, strict=True) if f is None and WORD.fullmatch(p.strip())
        ]
        lost += [behind] if behind.startswith("-") else []
        guess = f"{UNSURE} a move without {', '.join(map(repr, lost))}" if lost else ""
        *route, (to, end) = known
        past = tuple(at for at, _ in route)
        return UnitOrder(Move(to, via=by_sea is not None or bool(past), route=past), end, guess)

    def _undashed(self, rest: str) -> UnitOrder | None:
        """A place behind the unit, without a dash, as a move."""
        written = rest.strip(" ,.")
        to = self.places.get(written)
        return UnitOrder(Move(to), written, f"taken for a move to {to}") if to is not None else None

    def _support(self, what: str) -> UnitOrder:
        power, rest = self.nation(what)
        head = self.unit(rest)
        if head is None:
            return self._vague(what, power)
        kind, at, _, more = head
        moved = self.moving(more) or self._undashed(more)
        to = moved.order.to if moved and isinstance(moved.order, Move) else None
        stays = to is not None and to.province == at.province
        order = Support(at, None if stays else to, kind, power)
        return UnitOrder(order, "", _aimless(more) if moved is None else moved.guess)

    def _vague(self, what: str, power: Power | None) -> UnitOrder:
        """A support whose unit is not named as usual: the first name of a place counts."""
        text = re.sub(r"\bpete\b", "Petersburg", what, flags=re.IGNORECASE)
        few = len(text.split()) <= 3
        for start in (m.start() for m in re.finditer(r"(?<![A-Za-z])[A-Za-z]", text)):
            found = self.place_first(text[start:])
            if found and (few or found[1][0].isupper()):
                moved = self.moving(found[2])
                to = moved.order.to if moved and isinstance(moved.order, Move) else None
                return UnitOrder(
                    Support(found[0], to, None, power), "", f"support read from {what!r}"
                )
        return UnitOrder(Hold(), "", f"{UNSURE} a hold: S {what!r}")

    def _convoy(self, what: str) -> UnitOrder:
        power, rest = self.nation(what)
        head = self.unit(rest)
        moved = self.moving(head[3]) if head else None
        if head is None or moved is None or not isinstance(moved.order, Move):
            return UnitOrder(Hold(), "", f"{UNSURE} a hold: C {what!r}")
        return UnitOrder(Convoy(head[1], moved.order.to, head[0], power), "", moved.guess)


def _aimless(more: str) -> str:
    """What is guessed where what stands behind a supported unit leads to no place that is known;
    prose does not."""
    aim = more.strip(" .")
    word = aim.strip(" -–—>").lower()
    if word in HOLDS | {""} or re.fullmatch(WORDS, word):
        return ""
    if not aim.startswith(AIMS) and len(aim.split()) > FEW:
        return ""
    return f"{UNSURE} a support to stand: {aim!r}"
