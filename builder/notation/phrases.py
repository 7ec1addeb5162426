"""The parts of an order: units, the units that others help, chains of places, routes by sea.

Each function's docstring is the rule that it reads.
"""

from __future__ import annotations

from builder.model.board import Location
from builder.model.calendar import Step
from builder.model.kinds import KindCode, Power
from builder.model.orders import UnitRef
from builder.notation.vocabulary import BY_SEA, OWN, VIA, KindWord, Vocabulary
from builder.notation.words import ARROWS, CLOSING, GENITIVES, IN_BRACKETS, OrderText


class PhraseReader:
    """Reads parts of an order that `issuer` wrote for a phase of the kind `step`."""

    def __init__(self, text: str, vocabulary: Vocabulary, step: Step, issuer: Power) -> None:
        self.words = OrderText(text, vocabulary)
        self.provinces = vocabulary.board.provinces
        self.adjectives = vocabulary.adjectives
        self.step, self.issuer = step, issuer

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
            words.fail(f"{words.tokens[words.at].text[0]!r} is no kind of unit ({known})")
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
        """A power's name, unless it is rather the name of a place (Norway) or begins one (English
        Channel)."""
        words = self.words
        before = words.at
        if words.word() not in words.vocabulary.power_beginnings:
            return None
        if words.accept((OWN,)):
            return self.issuer
        power = words.power()
        if power is None:
            return None
        if words.word() in words.vocabulary.kinds:
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
        """other := [power] [kind] ['in'] place ['(' power ')']; last: is it a power and a place
        only?"""
        words = self.words
        power = self.leading_power()
        kind = words.kind()
        power = power or self.leading_power()
        if kind and words.word() in words.vocabulary.kinds and not words.place_ahead():
            words.fail(f"{kind.code} or {words.word().upper()}? Write one kind of unit")
        words.accept(("in",))
        genitive = words.tokens[max(words.at - 1, 0)].text.endswith(GENITIVES)
        at = words.place(afoot=kind is not None and kind.code in words.vocabulary.afoot)
        loose = power is not None and kind is None and not genitive
        inside, length = words.bracketed()
        nation = words.vocabulary.powers.get(inside) if inside else None
        if nation:
            power = Power(nation)
            words.at += length
        return at, kind.code if kind else None, power, loose

    def passenger(self) -> tuple[Location, Location | None, KindCode | None, Power | None]:
        """passenger := other [- place …]."""
        self.words.opening()
        at, kind, power, _ = self.other()
        places, _ = self.chain()
        self.via()
        self.words.closing()
        return at, places[-1] if places else None, kind, power

    def chain(self) -> tuple[list[Location], bool]:
        """- place [- place …]; each may name the fleet that is there (`- [F MAO] -`); last: does
        any? A lone place needs no dash before it."""
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
        if not words.accept(VIA):
            words.at = before
            return False, ()
        words.accept(("a",))
        if words.accept(BY_SEA):
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
