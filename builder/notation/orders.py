"""The grammar of orders. Each function's docstring is the rule that it reads."""

import re
from collections.abc import Sequence
from typing import NoReturn

from builder.model import orders
from builder.model.calendar import Step
from builder.model.orders import Order, UnitRef
from builder.model.units import KindCode, Location, Power
from builder.notation import vocabulary as verbs
from builder.notation.vocabulary import KindWord, Vocabulary
from builder.notation.words import (
    ARROWS,
    CLOSING,
    GENITIVES,
    IN_BRACKETS,
    JOINTS,
    NUMBERED,
    OrderText,
    Token,
)

ReadOrder = tuple[UnitRef | None, Order]
LONGEST_ORDER_TEXT = 400
BY_VERB = verbs.HOLDS | verbs.HELPS


class OrderReader(OrderText):
    """Reads an order that `issuer` wrote for a phase of the kind `step`: first whole orders, then
    their parts: units, the units that others help, chains of places, routes by sea."""

    def __init__(
        self,
        text: str,
        vocabulary: Vocabulary,
        step: Step,
        issuer: Power,
        tokens: Sequence[Token] | None = None,
    ) -> None:
        super().__init__(text, vocabulary, tokens)
        self.step = step
        self.issuer = issuer
        self.places_first = False

    def read(self) -> ReadOrder:
        """order := build | remove | waive | disband unit | unit action."""
        if not self.text[:1].isalpha():
            number = re.match(NUMBERED, self.text)
            self.at += sum(start < number.end() for start, _ in self.spans) if number else 0
        if self.over():
            self.fail("an order is missing here")
        if len(self.text) > LONGEST_ORDER_TEXT:
            self.fail(f"too long for one order: more than {LONGEST_ORDER_TEXT} letters")
        self.opening()
        if self.word() in verbs.BY_UNIT and self.word(1) and not self.place_ahead():
            self.fail("for which unit? Write one order for each, as in A Bur S A Mun")
        read = self._led_by_verb() or self._led_by_unit()
        self.closing()
        if not self.over():
            self._left_over()
        return read

    def _left_over(self) -> NoReturn:
        token = self.tokens[self.at]
        start, _ = self.span(self.at)
        rest = self.text[start:].rstrip()
        message = f"{rest!r} makes no sense here"
        if token.text in ("(", "["):
            message = f"{rest!r} is not a coast, half of a unit or known result"
        elif token.word in self.vocabulary.kinds:
            message = f"{rest!r}: a second order? Put it on its own line, or a comma between"
        self.fail(message, end=start + len(rest))

    def _led_by_verb(self) -> ReadOrder | None:
        """'Waive' | 'Build' ['a'] unit | 'Build' 'waived' | 'Remove' unit | 'Disband' unit
        | 'R' unit - place."""
        if self.word() not in verbs.LEADING:
            return None
        if self.accept(verbs.WAIVES) or (self.word(1) in verbs.BUILDS and self.accept(("no",))):
            self.accept(verbs.BUILDS)
            return None, orders.Waive()
        winter = self.step == "adjustments"
        if not winter or self.word(1) in verbs.VERBS:
            self.accept(("-",))
        if self.accept(verbs.WINTER_BUILDS if winter else verbs.BUILDS):
            if self.accept(verbs.WAIVES):
                return None, orders.Waive()
            self.at += self.word() == "a" and self.word(1) in self.vocabulary.kinds
            unit = self.unit()
            return unit, self._built(unit)
        if self.accept(verbs.WINTER_REMOVES if winter else verbs.REMOVES):
            unit = self.unit()
            return unit, orders.Remove(unit.at)
        retreats = self.word() in verbs.RETREATS
        kind = self.word() in self.vocabulary.kinds
        if kind or not self.accept(verbs.RETREATS | verbs.DISBANDS):  # `D`: perhaps a kind
            return None
        unit = self.unit()
        return unit, self._retreat() if retreats else self._disband(unit)

    def _led_by_unit(self) -> ReadOrder:
        """unit action, where the action may be: hold, support, convoy, move, retreat, …"""
        unit = self.unit()
        if self.joint() and self.word(1) not in BY_VERB:
            return unit, self._move(unit)
        if self.word(1) in verbs.HOLDS and (self.joint() or self.word() == "to"):
            self.at += 1
        if self.joint() and self._whole_verb_behind():
            self.at += 1
        if self.verb(verbs.HOLDS):
            return unit, orders.Hold()
        if self.verb(verbs.SUPPORTS):
            return unit, self._support()
        if self.verb(verbs.CONVOYS):
            return unit, orders.Convoy(*self.passenger())
        if self.step == "adjustments" and unit.kind and self.over():
            return unit, orders.Build(unit.kind, unit.at)
        return unit, self._verb_behind(unit)

    def _whole_verb_behind(self) -> bool:
        """Is a whole verb behind the dash that is next: `A Ber-Supports A Hol`? `-S-` has two
        dashes, and `-S` may be the beginning of a place."""
        verb = self.word(1)
        closed = self.tokens[self.at + 2].kind in JOINTS
        return verb in verbs.HELPS and len(verb) > 1 and not closed

    def _verb_behind(self, unit: UnitRef) -> Order:
        """retreat | disband | move; in Winter also 'build' and 'remove' after the unit."""
        if self.accept(verbs.RETREATS):
            return self._retreat()
        if self._disbands():
            return self._disband(unit)
        if self.step == "adjustments" and self.accept(verbs.WINTER_BUILDS - {"+"}):
            return self._built(unit)
        if self.step == "adjustments" and self.accept(verbs.REMOVES):
            return orders.Remove(unit.at)
        self.accept(verbs.MOVES)
        return self._move(unit)

    def _disbands(self) -> bool:
        """'disband' | 'off' ['the'] 'board'."""
        board = [self.word(), self.word(1)] == ["off", "board"]
        self.at += 2 * board
        return board or self.accept(verbs.OFF)

    def _built(self, unit: UnitRef) -> Order:
        if unit.kind is None:
            self.fail("build what? write A for an army, F for a fleet", 0)
        return orders.Build(unit.kind, unit.at)

    def _disband(self, unit: UnitRef) -> Order:
        return orders.Remove(unit.at) if self.step == "adjustments" else orders.Disband()

    def _support(self) -> Order:
        """support := 'S' ['hold'] other ['H' | - place … | ('S' | 'C') …] | 'S' power place."""
        self.accept(("-", "to"))
        self.accept(verbs.HOLDS)
        self.opening()
        named = self.word()
        at, kind, power, vague = self.other()
        if self.verb(verbs.HELPS):
            self._support()
            return orders.Support(at, None, kind, power)
        if self.word(1) in verbs.HOLDS and (self.joint() or self.word() == "to"):
            self.at += 1
        self.accept(verbs.HOLDS)
        if self.word(1) in verbs.GOING:
            self.accept(("in",))
        places, _ = self.chain()
        self.via()
        self.closing()
        if vague and not places and named not in self.vocabulary.adjectives:
            return orders.Support(None, at, None, power)
        return orders.Support(at, places[-1] if places else None, kind, power)

    def _retreat(self) -> Order:
        """retreat := 'R' ['to'] place | 'R' 'disband'."""
        if self._disbands():
            return orders.Disband()
        self.separator()
        return orders.Retreat(self.place())

    def _move(self, unit: UnitRef) -> Order:
        """move := ['via' 'convoy'] - place … ['via' ['convoy' | place …]] ['C' army]
        | '>' [sea '>'] place."""
        arrow = self.word() == ">"
        by_sea = self._by_sea()
        if self._verb_in_name() and self.place_ahead():
            self._unclear_name()
        places, fleets = self.chain()
        if len(places) == 1:
            self._check_goal(unit, places[0])
        if not places and self.over():
            self.fail("what is the unit to do? (H, -, S, C … is missing here)")
        if not places:
            self.fail(f"{self.tokens[self.at].text!r} is not what a unit can do (H, -, S, C …)")
        bound, route = (True, ()) if by_sea else self.via()
        boarding = self.vocabulary.setting.boarding
        if boarding and unit.kind != "F" and not route and (arrow or fleets):
            boarded = self._boarded(unit.at, places)
            if boarded is not None:
                return boarded
        if self.step == "retreats" and len(places) == 1 and not bound:
            return orders.Retreat(places[0])
        route = route or tuple(places[:-1])
        carrier = unit.kind not in self.vocabulary.afoot and self.accept(verbs.CONVOYS)
        carries = self.passenger()[0] if carrier else None
        return orders.Move(places[-1], bound or bool(route), route, carries)

    def _verb_in_name(self) -> bool:
        """Is the abbreviation before also a shorter name with the letter of a verb? Without a dash
        `ADRS Ven` is a move from the Adriatic Sea, or `ADR S Ven` that lost its blank."""
        name = self.tokens[self.at - 1].text
        known = self.vocabulary.board.names.get
        helps = name[-1:].lower() in BY_VERB
        return helps and known(name) is None and known(name[:-1]) is not None

    def _unclear_name(self) -> NoReturn:
        name = self.tokens[self.at - 1].text
        goal = self.tokens[self.at].text
        both = f"{name[:-1]} {name[-1]} {goal} or {name} - {goal}"
        self.fail(f"{name} {goal} may be {both}; write a blank or a dash", self.at - 1)

    def _check_goal(self, unit: UnitRef, goal: Location) -> None:
        """Fails where a fleet cannot reach its goal, and the goal's name is also that of others:
        `F ENG - Nor` is not Norway."""
        setting = self.vocabulary.setting
        name = self.tokens[self.at - 1].text
        if not unit.kind or unit.kind in self.vocabulary.afoot or not self._may_be_unclear(name):
            return
        kind = setting.kinds[unit.kind]
        starts = [unit.at]
        for coast in setting.board.locations.values():
            if coast.province == unit.at.province and coast != unit.at:
                starts.append(coast)
        for season in setting.calendar.seasons:
            reach = setting.board.reach(kind, season)
            for start in starts:
                if any(place.province == goal.province for place in reach.get(start, ())):
                    return
        codes = self.vocabulary.languages.get(name)
        if len(codes) > 1:
            self.at -= 1
            self._unclear(codes, 1)

    def _may_be_unclear(self, name: str) -> bool:
        """Is it a name of a place but not its code, so that it may be short for others too?"""
        code = self.vocabulary.board.names.get(name)
        return code is not None and code.casefold() != name.casefold()

    def _by_sea(self) -> bool:
        """'via' 'convoy' before the place."""
        ahead = self.word() in ("(", "[")
        if self.word(ahead) not in verbs.VIA or self.word(ahead + 1) not in verbs.BY_SEA:
            return False
        self.opening()
        self.at += 2
        self.closing()
        return True

    def _boarded(self, start: Location, places: list[Location]) -> Order | None:
        """`A Lon > NTH > Bel` embarks and lands, `A Lon > NTH` embarks, `A NTH > Bel` lands."""
        provinces = self.vocabulary.board.provinces
        seas = [provinces[place.province].terrain == "sea" for place in (start, *places)]
        if seas[0] and len(places) == 1:
            return orders.Debark(places[0])
        if not seas[1] or len(places) > 2:
            return None
        return orders.Embark(places[0].province, places[1] if len(places) > 1 else None)

    def unit(self) -> UnitRef:
        """unit := [power] [kind] place ['(' half | power ')']."""
        power = self.leading_power()
        kind = self.kind() or KindWord(KindCode(""))
        power = power or self.leading_power()
        self.accept(("in",))
        self.opening()
        letter = self.word() if not kind.code else ""
        if len(letter) == 1 and letter.isalpha() and not self.place_ahead():
            known = " or ".join(self.vocabulary.codes)
            self.fail(f"{self.tokens[self.at].text[0]!r} is not a kind of unit ({known})")
        at = self.place(kind.code or None)
        if self.word() in CLOSING:
            self.at += 1
        part = None
        led = kind.led
        while True:
            if half := self.bracketed(self.vocabulary.kinds.get):
                beside = half.code in self.vocabulary.setting.weak and kind.code
                led = led or bool(beside)  # `A Par (L)`: the army with its leader
                part = part if beside else half.code
            elif nation := self.bracketed(self.vocabulary.power):
                power = nation
            else:
                return UnitRef(at, kind.code or None, power, part, kind.doubled, led)

    def leading_power(self) -> Power | None:
        """A power's name, unless the words are the name of a place instead (Norway) or begin one
        (English Channel)."""
        before = self.at
        if not self.vocabulary.begins_power(self.word()):
            return None
        if self.places_first and self.place_ahead():
            return None
        if self.accept((verbs.OWN,)):
            return self.issuer
        power = self.power()
        if power is None or self.word() in self.vocabulary.kinds:
            return power
        after = self.at
        placed = self.place_ahead()
        self.at = before
        if self.place_ahead():
            self.place()
            longer = self.at > after
            self.at = before
            if longer or not placed:
                return None
        self.at = after
        return power

    def other(self) -> tuple[Location, KindCode | None, Power | None, bool]:
        """other := [power] [kind] ['in'] place ['(' power ')'].
        Returns place, kind and power; also whether only a power and a place are named."""
        power = self.leading_power()
        kind = self.kind()
        power = power or self.leading_power()
        if kind and self.word() in self.vocabulary.kinds and not self.place_ahead():
            self.fail(f"{kind.code} or {self.word().upper()}? Write one kind of unit")
        self.accept(("in",))
        bracketed = kind is not None and self.word() in IN_BRACKETS  # `S A(GAS)-BUR`
        self.at += bracketed
        genitive = self.tokens[max(self.at - 1, 0)].text.endswith(GENITIVES)
        at = self.place(kind.code if kind else None)
        if bracketed and self.word() in CLOSING:
            self.at += 1
        vague = power is not None and kind is None and not genitive
        nation = self.bracketed(self.vocabulary.power)
        power = nation or power
        return at, kind.code if kind else None, power, vague

    def passenger(self) -> tuple[Location, Location | None, KindCode | None, Power | None]:
        """passenger := other [- place …], after the 'C' of a convoy."""
        self.opening()
        at, kind, power, _ = self.other()
        places, _ = self.chain()
        self.via()
        self.closing()
        return at, places[-1] if places else None, kind, power

    def chain(self) -> tuple[list[Location], bool]:
        """- place [- place …]; each may name the fleet that is there (`- [F MAO] -`). Returns the
        places, and whether any fleet is named. A lone place needs no dash before it."""
        places: list[Location] = []
        fleets = False
        bare = 0
        while True:
            before = self.at
            self.closing()
            joint = self.separator()
            if not joint and (places or not self.place_ahead()):
                self.at = before
                return places, fleets
            if places and bare:
                self.fail(f"a dash or a verb is missing before {places[0]}", bare)
            bare = 0 if joint else self.at
            opened = self.word() in IN_BRACKETS
            self.opening()
            if self.word() in self.vocabulary.kinds:
                if not opened and joint[-1:] not in ARROWS:
                    self.fail("a second unit in one order; a fleet on the way is written [F MAO]")
                fleets |= self.kind() is not None
            places.append(self.place())

    def via(self) -> tuple[bool, tuple[Location, ...]]:
        """'via' [('convoy' | 'sea' | 'c')] [place [- place …]]."""
        before = self.at
        self.opening()
        if not self.accept(verbs.VIA):
            self.at = before
            return False, ()
        self.accept(("a",))
        if self.accept(verbs.BY_SEA):
            self.closing()
            self.accept(("via", "through", "by"))
        route: list[Location] = []
        parted = True
        while self.place_ahead() or (parted and self.word() in self.vocabulary.kinds):
            self.kind()
            route.append(self.place())
            self.closing()
            parted = bool(self.separator()) or self.accept(("and",))
        self.closing()
        return True, tuple(route)
