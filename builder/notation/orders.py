"""The grammar of orders. Each function's docstring is the rule that it reads."""

import re
from typing import NoReturn

from builder.model import orders
from builder.model.calendar import Step
from builder.model.orders import Order, UnitRef
from builder.model.units import KindCode, Location, Power
from builder.notation import vocabulary as verbs
from builder.notation.vocabulary import KindWord, Vocabulary
from builder.notation.words import ARROWS, CLOSING, GENITIVES, IN_BRACKETS, NUMBERED, OrderText

Read = tuple[UnitRef | None, Order]
LONGEST = 400
BY_VERB = verbs.HOLDS | verbs.HELPS


class OrderReader:
    """Reads an order that `issuer` wrote for a phase of the kind `step`: first whole orders, then
    their parts: units, the units that others help, chains of places, routes by sea."""

    def __init__(self, text: str, vocabulary: Vocabulary, step: Step, issuer: Power) -> None:
        self.words = OrderText(text, vocabulary)
        self.provinces = vocabulary.board.provinces
        self.adjectives = vocabulary.adjectives
        self.step, self.issuer = step, issuer

    def read(self) -> Read:
        """order := build | remove | waive | disband unit | unit action."""
        words = self.words
        if not words.text[:1].isalpha():
            number = re.match(NUMBERED, words.text)
            words.at += sum(start < number.end() for start, _ in words.spans) if number else 0
        if words.over():
            words.fail("an order is missing here")
        if len(words.text) > LONGEST:
            words.fail(f"too long for one order: more than {LONGEST} letters")
        words.opening()
        if words.word() in verbs.BY_UNIT and words.word(1) and not words.place_ahead():
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
            message = f"{rest!r} is not a coast, half of a unit or known result"
        elif token.word in words.vocabulary.kinds:
            message = f"{rest!r}: a second order? Put it on its own line, or a comma between"
        words.fail(message, end=start + len(rest))

    def _led_by_verb(self) -> Read | None:
        """'Waive' | 'Build' ['a'] unit | 'Build' 'waived' | 'Remove' unit | 'Disband' unit
        | 'R' unit - place."""
        words = self.words
        if words.word() not in verbs.LEADING:
            return None
        if words.accept(verbs.WAIVES) or (words.word(1) in verbs.BUILDS and words.accept(("no",))):
            words.accept(verbs.BUILDS)
            return None, orders.Waive()
        winter = self.step == "adjustments"
        if not winter or words.word(1) in verbs.VERBS:
            words.accept(("-",))
        if words.accept(verbs.WINTER_BUILDS if winter else verbs.BUILDS):
            if words.accept(verbs.WAIVES):
                return None, orders.Waive()
            words.at += words.word() == "a" and words.word(1) in words.vocabulary.kinds
            unit = self.unit()
            return unit, self._built(unit)
        if words.accept(verbs.WINTER_REMOVES if winter else verbs.REMOVES):
            unit = self.unit()
            return unit, orders.Remove(unit.at)
        return None if words.word() in words.vocabulary.kinds else self._leaving()  # `D`: a kind

    def _leaving(self) -> Read | None:
        retreats = self.words.accept(verbs.RETREATS)
        if not retreats and not self.words.accept(verbs.DISBANDS):
            return None
        unit = self.unit()
        return unit, self._retreat() if retreats else self._disband(unit)

    def _led_by_unit(self) -> Read:
        """unit action, where the action may be: hold, support, convoy, move, retreat, …"""
        unit = self.unit()
        words = self.words
        if words.joint() and words.word(1) not in BY_VERB:
            return unit, self._move(unit)
        if words.word(1) in verbs.HOLDS and words.word() in ("to", "-"):
            words.at += 1
        if words.verb(verbs.HOLDS):
            return unit, orders.Hold()
        if words.verb(verbs.SUPPORTS):
            return unit, self._support()
        if words.verb(verbs.CONVOYS):
            return unit, orders.Convoy(*self.passenger())
        if self.step == "adjustments" and unit.kind and words.over():
            return unit, orders.Build(unit.kind, unit.at)
        return unit, self._verb_behind(unit)

    def _verb_behind(self, unit: UnitRef) -> Order:
        """retreat | disband | move; in Winter also 'build' and 'remove' after the unit."""
        words = self.words
        if words.accept(verbs.RETREATS):
            return self._retreat()
        if self._disbands():
            return self._disband(unit)
        if self.step == "adjustments" and words.accept(verbs.WINTER_BUILDS - {"+"}):
            return self._built(unit)
        if self.step == "adjustments" and words.accept(verbs.REMOVES):
            return orders.Remove(unit.at)
        words.accept(verbs.MOVES)
        return self._move(unit)

    def _disbands(self) -> bool:
        """'disband' | 'off' ['the'] 'board'."""
        board = [self.words.word(), self.words.word(1)] == ["off", "board"]
        self.words.at += 2 * board
        return board or self.words.accept(verbs.OFF)

    def _built(self, unit: UnitRef) -> Order:
        if unit.kind is None:
            self.words.fail("build what? write A for an army, F for a fleet", 0)
        return orders.Build(unit.kind, unit.at)

    def _disband(self, unit: UnitRef) -> Order:
        return orders.Remove(unit.at) if self.step == "adjustments" else orders.Disband()

    def _support(self) -> Order:
        """support := 'S' ['hold'] other ['H' | - place … | ('S' | 'C') …] | 'S' power place."""
        words = self.words
        words.accept(("-", "to"))
        words.accept(verbs.HOLDS)
        words.opening()
        named = words.word()
        at, kind, power, vague = self.other()
        if words.verb(verbs.HELPS):
            self._support()
            return orders.Support(at, None, kind, power)
        if words.word(1) in verbs.HOLDS:
            words.accept(("to",))
        words.accept(verbs.HOLDS)
        if words.word(1) in verbs.GOING:
            words.accept(("in",))
        places, _ = self.chain()
        self.via()
        words.closing()
        if vague and not places and named not in self.adjectives:
            return orders.Support(None, at, None, power)
        return orders.Support(at, places[-1] if places else None, kind, power)

    def _retreat(self) -> Order:
        """retreat := 'R' ['to'] place | 'R' 'disband'."""
        words = self.words
        if self._disbands():
            return orders.Disband()
        words.separator()
        return orders.Retreat(words.place())

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
            return orders.Retreat(places[0])
        route = route or tuple(places[:-1])
        carrier = unit.kind not in words.vocabulary.afoot and words.accept(verbs.CONVOYS)
        carries = self.passenger()[0] if carrier else None
        return orders.Move(places[-1], bound or bool(route), route, carries)

    def _by_sea(self) -> bool:
        """'via' 'convoy' before the place."""
        words = self.words
        ahead = words.word() in ("(", "[")
        if words.word(ahead) not in verbs.VIA or words.word(ahead + 1) not in verbs.BY_SEA:
            return False
        words.opening()
        words.at += 2
        words.closing()
        return True

    def _no_action(self) -> NoReturn:
        words = self.words
        if words.over():
            words.fail("what is the unit to do? (H, -, S, C … is missing here)")
        words.fail(f"{words.tokens[words.at].text!r} is not what a unit can do (H, -, S, C …)")

    def _boarded(self, start: Location, places: list[Location]) -> Order | None:
        """`A Lon > NTH > Bel` embarks and lands, `A Lon > NTH` embarks, `A NTH > Bel` lands."""
        seas = [self.provinces[place.province].terrain == "sea" for place in (start, *places)]
        if seas[0] and len(places) == 1:
            return orders.Debark(places[0])
        if not seas[1] or len(places) > 2:
            return None
        return orders.Embark(places[0].province, places[1] if len(places) > 1 else None)

    def unit(self) -> UnitRef:
        """unit := [power] [kind] place ['(' half | power ')']."""
        words = self.words
        power = self.leading_power()
        kind = words.kind() or KindWord(KindCode(""))
        power = power or self.leading_power()
        words.accept(("in",))
        words.opening()
        letter = words.word() if not kind.code else ""
        if len(letter) == 1 and letter.isalpha() and not words.place_ahead():
            known = " or ".join(words.vocabulary.codes)
            words.fail(f"{words.tokens[words.at].text[0]!r} is not a kind of unit ({known})")
        at = words.place(afoot=kind.code in words.vocabulary.afoot)
        if words.word() in CLOSING:
            words.at += 1
        part = None
        inside, length = words.bracketed()
        while inside:
            half = words.vocabulary.kinds.get(inside)
            nation = words.vocabulary.powers.get(inside)
            if half is None and nation is None:
                break
            part, power = (half.code, power) if half else (part, Power(nation or ""))
            words.at += length
            inside, length = words.bracketed()
        return UnitRef(at, kind.code or None, power, part, kind.doubled, kind.led)

    def leading_power(self) -> Power | None:
        """A power's name, unless the words are the name of a place instead (Norway) or begin one
        (English Channel)."""
        words = self.words
        before = words.at
        if words.word() not in words.vocabulary.power_beginnings:
            return None
        if words.accept((verbs.OWN,)):
            return self.issuer
        power = words.power()
        if power is None or words.word() in words.vocabulary.kinds:
            return power
        after, placed = words.at, words.place_ahead()
        words.at = before
        if words.place_ahead():
            words.place()
            longer, words.at = words.at > after, before
            if longer or not placed:
                return None
        words.at = after
        return power

    def other(self) -> tuple[Location, KindCode | None, Power | None, bool]:
        """other := [power] [kind] ['in'] place ['(' power ')'].
        Returns place, kind and power; also whether only a power and a place are named."""
        words = self.words
        power = self.leading_power()
        kind = words.kind()
        power = power or self.leading_power()
        if kind and words.word() in words.vocabulary.kinds and not words.place_ahead():
            words.fail(f"{kind.code} or {words.word().upper()}? Write one kind of unit")
        words.accept(("in",))
        genitive = words.tokens[max(words.at - 1, 0)].text.endswith(GENITIVES)
        at = words.place(afoot=kind is not None and kind.code in words.vocabulary.afoot)
        vague = power is not None and kind is None and not genitive
        inside, length = words.bracketed()
        nation = words.vocabulary.powers.get(inside) if inside else None
        if nation:
            power = Power(nation)
            words.at += length
        return at, kind.code if kind else None, power, vague

    def passenger(self) -> tuple[Location, Location | None, KindCode | None, Power | None]:
        """passenger := other [- place …], after the 'C' of a convoy."""
        self.words.opening()
        at, kind, power, _ = self.other()
        places, _ = self.chain()
        self.via()
        self.words.closing()
        return at, places[-1] if places else None, kind, power

    def chain(self) -> tuple[list[Location], bool]:
        """- place [- place …]; each may name the fleet that is there (`- [F MAO] -`). Returns the
        places, and whether any fleet is named. A lone place needs no dash before it."""
        words = self.words
        found: list[Location] = []
        fleets, bare = False, 0
        while True:
            before = words.at
            words.closing()
            joint = words.separator()
            if not joint and (found or not words.place_ahead()):
                words.at = before
                return found, fleets
            if found and bare:
                words.fail(f"a dash or a verb is missing before {found[0]}", bare)
            bare = 0 if joint else words.at
            opened = words.word() in IN_BRACKETS
            words.opening()
            if words.word() in words.vocabulary.kinds:
                if not opened and joint[-1:] not in ARROWS:
                    words.fail("a second unit in one order; a fleet on the way is written [F MAO]")
                fleets |= words.kind() is not None
            found.append(words.place())

    def via(self) -> tuple[bool, tuple[Location, ...]]:
        """'via' [('convoy' | 'sea' | 'c')] [place [- place …]]."""
        words = self.words
        before = words.at
        words.opening()
        if not words.accept(verbs.VIA):
            words.at = before
            return False, ()
        words.accept(("a",))
        if words.accept(verbs.BY_SEA):
            words.closing()
            words.accept(("via", "through", "by"))
        route: list[Location] = []
        parted = True
        while words.place_ahead() or (parted and words.word() in words.vocabulary.kinds):
            words.kind()
            route.append(words.place())
            words.closing()
            parted = bool(words.separator()) or words.accept(("and",))
        words.closing()
        return True, tuple(route)
