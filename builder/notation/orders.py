"""The grammar of orders. Each function's docstring is the rule that it reads."""

from __future__ import annotations

from typing import NoReturn

from builder.model.board import Location
from builder.model.kinds import KindCode
from builder.model.orders import (
    Build,
    Convoy,
    Debark,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
)
from builder.notation.phrases import PhraseReader
from builder.notation.vocabulary import (
    BUILDS,
    BY_SEA,
    BY_UNIT,
    CONVOYS,
    DISBANDS,
    GOING,
    HELPS,
    HOLDS,
    LEADING,
    MOVES,
    OFF,
    REMOVES,
    RETREATS,
    SUPPORTS,
    VERBS,
    VIA,
    WAIVES,
    WINTER_BUILDS,
    WINTER_REMOVES,
)

Read = tuple[UnitRef | None, Order]
LONGEST = 400
BY_VERB = HOLDS | HELPS


class OrderReader(PhraseReader):
    """Reads whole orders."""

    def read(self) -> Read:
        """order := build | remove | waive | disband unit | unit action."""
        words = self.words
        if not words.text[:1].isalpha():
            words.numbering()
        if words.over():
            words.fail("an order is missing here")
        if len(words.text) > LONGEST:
            words.fail(f"too long for one order: more than {LONGEST} letters")
        words.opening()
        if words.word() in BY_UNIT and words.word(1) and not words.place_ahead():
            words.fail("for which unit? Write one order for each, as in A Bur S A Mun")
        found = self._led_by_verb() or self._led_by_unit()
        words.closing()
        if not words.over():
            self._left_over()
        return found

    def _left_over(self) -> NoReturn:
        words = self.words
        token, start = words.tokens[words.at], words.spans[words.at][0]
        rest = words.text[start:].rstrip()
        message = f"{rest!r} makes no sense here"
        if token.text in ("(", "["):
            message = f"{rest!r} is no coast, no half of a unit and no result that is known"
        elif token.word in words.vocabulary.kinds:
            message = f"{rest!r}: a second order? Put it on its own line, or a comma between"
        words.fail(message, end=start + len(rest))

    def _led_by_verb(self) -> Read | None:
        """'Waive' | 'Build' unit | 'Remove' unit | 'Disband' unit | 'R' unit - place."""
        words = self.words
        if words.word() not in LEADING:
            return None
        if words.accept(WAIVES) or (words.word(1) in BUILDS and words.accept(("no",))):
            words.accept(BUILDS)
            return None, Waive()
        winter = self.step == "adjustments"
        if not winter or words.word(1) in VERBS:
            words.accept(("-",))
        if words.accept(WINTER_BUILDS if winter else BUILDS):
            return self._build()
        if words.accept(WINTER_REMOVES if winter else REMOVES):
            unit = self.unit()
            return unit, Remove(unit.at)
        return None if words.word() in words.vocabulary.kinds else self._driven_out()  # `D`: a kind

    def _build(self) -> Read:
        """What follows 'Build': ['a'] unit | 'waived'."""
        words = self.words
        if words.accept(WAIVES):
            return None, Waive()
        words.at += words.word() == "a" and words.word(1) in words.vocabulary.kinds
        unit = self.unit()
        return unit, Build(self._kind_of(unit), unit.at)

    def _driven_out(self) -> Read | None:
        """'R' unit - place | 'Disband' unit."""
        words = self.words
        if words.accept(RETREATS):
            unit = self.unit()
            return unit, self._retreat()
        if words.accept(DISBANDS):
            unit = self.unit()
            return unit, self._disband(unit)
        return None

    def _led_by_unit(self) -> Read:
        """unit action, where the action may be: hold, support, convoy, move, retreat, …"""
        unit = self.unit()
        words = self.words
        if words.joint() and words.word(1) not in BY_VERB:
            return unit, self._move(unit)
        if words.word(1) in HOLDS and words.word() in ("to", "-"):
            words.at += 1
        if words.verb(HOLDS):
            return unit, Hold()
        if words.verb(SUPPORTS):
            return unit, self._support()
        if words.verb(CONVOYS):
            return unit, self._convoy()
        if self.step == "adjustments" and unit.kind and words.over():
            return unit, Build(unit.kind, unit.at)
        order = self._off_the_map(unit)
        return unit, self._move(unit) if order is None else order

    def _off_the_map(self, unit: UnitRef) -> Order | None:
        """retreat | disband; in Winter also 'build' and 'remove' behind the unit."""
        words = self.words
        if words.accept(RETREATS):
            return self._retreat()
        if self._gone():
            return self._disband(unit)
        if self.step == "adjustments" and words.accept(WINTER_BUILDS - {"+"}):
            return Build(self._kind_of(unit), unit.at)
        if self.step == "adjustments" and words.accept(REMOVES):
            return Remove(unit.at)
        words.accept(MOVES)
        return None

    def _gone(self) -> bool:
        """'disband' | 'off' ['the'] 'board'."""
        board = [self.words.word(), self.words.word(1)] == ["off", "board"]
        self.words.at += 2 * board
        return board or self.words.accept(OFF)

    def _kind_of(self, unit: UnitRef) -> KindCode:
        if unit.kind is None:
            self.words.fail("build what? write A for an army, F for a fleet", 0)
        return unit.kind

    def _disband(self, unit: UnitRef) -> Order:
        return Remove(unit.at) if self.step == "adjustments" else Disband()

    def _support(self) -> Order:
        """support := 'S' ['hold'] other ['H' | - place … | ('S' | 'C') …] | 'S' power place."""
        words = self.words
        words.accept(("-", "to"))
        words.accept(HOLDS)
        words.opening()
        named = words.word()
        at, kind, power, loose = self.other()
        if words.verb(HELPS):
            self._support()
            return Support(at, None, kind, power)
        if words.word(1) in HOLDS:
            words.accept(("to",))
        words.accept(HOLDS)
        if words.word(1) in GOING:
            words.accept(("in",))
        places, _ = self.chain()
        self.via()
        words.closing()
        if loose and not places and named not in self.adjectives:
            return Support(None, at, None, power)
        return Support(at, places[-1] if places else None, kind, power)

    def _convoy(self) -> Order:
        """convoy := 'C' [power] [kind] place [- place …]."""
        at, to, kind, power = self.passenger()
        return Convoy(at, to, kind, power)

    def _retreat(self) -> Order:
        """retreat := 'R' ['to'] place | 'R' 'disband'."""
        words = self.words
        if self._gone():
            return Disband()
        words.separator()
        return Retreat(words.place())

    def _move(self, unit: UnitRef) -> Order:
        """move := ['via' 'convoy'] - place … ['via' ['convoy' | place …]] ['C' army]
        | '>' [sea '>'] place."""
        words = self.words
        arrow = words.word() == ">"
        by_sea = self._by_sea()
        places, fleets = self.chain()
        if not places:
            self._no_action()
        bound, route = (True, ()) if by_sea else self.via()
        if unit.kind != "F" and not route and (arrow or fleets):
            boarded = self._boarded(unit.at, places)
            if boarded is not None:
                return boarded
        if self.step == "retreats" and len(places) == 1 and not bound:
            return Retreat(places[0])
        route = route or tuple(places[:-1])
        carrier = unit.kind not in words.vocabulary.afoot and words.accept(CONVOYS)
        carries = self.passenger()[0] if carrier else None
        return Move(places[-1], bound or bool(route), route, carries)

    def _by_sea(self) -> bool:
        """'via' 'convoy', where it stands before the place."""
        words = self.words
        ahead = words.word() in ("(", "[")
        if words.word(ahead) not in VIA or words.word(ahead + 1) not in BY_SEA:
            return False
        words.opening()
        words.at += 2
        words.closing()
        return True

    def _no_action(self) -> NoReturn:
        words = self.words
        if words.over():
            words.fail("what is the unit to do? (H, -, S, C … is missing here)")
        words.fail(f"{words.tokens[words.at].text!r} is nothing that a unit can do (H, -, S, C …)")

    def _boarded(self, start: Location, places: list[Location]) -> Order | None:
        """`A Lon > NTH > Bel` embarks and lands, `A Lon > NTH` embarks, `A NTH > Bel` lands."""
        seas = [self.provinces[place.province].terrain == "sea" for place in (start, *places)]
        if seas[0] and len(places) == 1:
            return Debark(places[0])
        if not seas[1] or len(places) > 2:
            return None
        return Embark(places[0].province, places[1] if len(places) > 1 else None)
