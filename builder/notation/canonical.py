"""Orders in the form in which we write them ourselves, read at a glance.

A law: what is read here is what the grammar reads. All other spellings are left to it.
"""

from __future__ import annotations

import re

from builder.model.kinds import Power
from builder.model.names import plain
from builder.model.orders import Convoy, Hold, Move, Order, Support, UnitRef
from builder.notation.vocabulary import VERBS, Vocabulary

PLACE = r"(\w+(?:/\w+)?)"
OTHER = rf"(?:(\w+) )?(\w+) {PLACE}(?: ?- ?{PLACE})?"
FORM = re.compile(rf"(\w+) {PLACE}(?: ?- ?{PLACE}| (H)| ([SC]) {OTHER})")


class Canonical:
    """Reads `A Mun - Bur`, `A Mun-Bur`, `A Mun H`, `A Bur S A Mun`, `F NTH C A Lon - Nwy`,
    `A Bur S German A Mun`, with kinds and provinces by their codes; equal orders are one and the
    same."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        board, kinds = vocabulary.board, vocabulary.kinds
        other = {*vocabulary.power_beginnings, *kinds, *VERBS, *board.names.namesakes}
        self.places = {
            str(at): at for at in board.locations.values() if plain(at.province) not in other
        }
        self.kinds = {str(code): kinds[plain(code)].code for code in vocabulary.codes}
        others, powers = {*kinds, *VERBS, *board.names.known}, vocabulary.powers
        self.powers = {
            powers.shown[word]: Power(code)
            for word, code in powers.known.items()
            if word not in others
        }
        self.orders: dict[tuple[str | None, ...], Order] = {}

    def read(self, text: str) -> tuple[UnitRef, Order] | None:
        """The unit and its order in a movement phase; None where the text is written otherwise."""
        found = FORM.fullmatch(text)
        if found is None:
            return None
        kind, at, *doing = found.groups()
        key = tuple(doing)
        order = self.orders.get(key)
        if order is None:
            order = self._order(*key)
        if order is None or kind not in self.kinds or at not in self.places:
            return None
        self.orders[key] = order
        return UnitRef(self.places[at], self.kinds[kind]), order

    def _order(
        self,
        to: str | None,
        hold: str | None,
        verb: str | None,
        power: str | None,
        kind: str | None,
        start: str | None,
        end: str | None,
    ) -> Order | None:
        if hold:
            return Hold()
        if to is not None:
            return Move(self.places[to]) if to in self.places else None
        if kind not in self.kinds or start not in self.places:
            return None
        if end is not None and end not in self.places:
            return None
        if power is not None and power not in self.powers:
            return None
        goal = self.places[end] if end is not None else None
        other = self.places[start], goal, self.kinds[kind], self.powers[power] if power else None
        if verb == "S":
            return Support(*other)
        return Convoy(*other) if goal is not None else None
