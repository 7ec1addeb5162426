"""Reads and writes orders.

These are read, in any letter case and with any dash or arrow: `A Mun-Bur`, `A Munich to Burgundy`,
`Mun-Bur`, `F Lon H`, `A Bur S A Mun - Ruh`, `A Bur S Mun`, `A Boh S ITALIAN A Tyr-Mun`,
`F NTH C A Lon-Nwy`, `A Lon-Nwy via NTH`, `A Lon-NTH-Nwy`, `F Mid-Spa(sc)`, `A Par R Gas`,
`A Par disband`, `Build F Bre`, `Remove A Par`, `Waive`; doubled and led units (`DCG Iro
(army)-Tin`, `LA Mun-Bur`), armies aboard (`A Lon > NTH > Bel`, `F NTH-SKA C A Lon`) and
support that names a power and a place only (`A Mun S Italy Tyr`).

An order that is impossible in its phase or for its unit is read like any other; the rulebook
judges it. Only a text that cannot be read is an error.
"""

from collections.abc import Mapping
from functools import lru_cache, partial

from builder.errors import NotationError
from builder.model import orders
from builder.model.calendar import Phase, Step
from builder.model.orders import Order, UnitRef, Written
from builder.model.setting import Setting
from builder.model.units import KindCode, Location, Power
from builder.notation.orders import LONGEST_ORDER_TEXT, OrderReader, ReadOrder
from builder.notation.similar_codes import SimilarCodes, readings
from builder.notation.usual_words import usual_tokens
from builder.notation.vocabulary import BUILDS, REMOVES, RETREATS, Vocabulary

REMEMBERED_ORDERS = 50_000  # texts of one setting whose orders are kept
ANYONE = Power("own")
SIMPLE: Mapping[type, str] = {
    orders.Hold: "H",
    orders.Retreat: "R {0.to}",
    orders.Disband: "disband",
    orders.Embark: "> {0.on}",
    orders.Debark: "> {0.to}",
    orders.Build: "Build {0.kind} {0.at}",
    orders.Remove: "Remove {0.at}",
    orders.Waive: "Waive",
}


class OrderWriter:
    """Writes orders under one setting."""

    dash = " - "

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def written(self, written: Written) -> str:
        """A recorded order in canonical form: `A Mun - Bur`, `Build F Bre`, `Waive`."""
        unit = written.unit
        order = written.order
        if unit is None or isinstance(order, orders.Build):
            return self.action(order)
        if isinstance(order, orders.Remove):
            return f"Remove {self.unit(unit)}"
        return f"{self.unit(unit)} {self.action(order)}"

    def unit(self, unit: UnitRef) -> str:
        """`A Mun`, `DCG Iro (army)`, `LA Mun`, `F Cas (Neutral)`."""
        text = f"{'D' * unit.doubled}{'L' * unit.led}{unit.kind or ''} {unit.at}".strip()
        if unit.part:
            text += f" ({self.setting.kinds[unit.part].name})"
        return f"{text} ({unit.power})" if unit.power else text

    def action(self, order: Order) -> str:
        """What the unit is to do: `H`, `- Bur`, `S A Mun - Bur`."""
        match order:
            case orders.Move():
                return self.move(order)
            case orders.Support(None, to, _, power):
                return f"S {power} {to}"
            case orders.Support(Location() as at, to, kind, power):
                return f"S {self.other(at, kind, power)}{self.towards(to)}"
            case orders.Convoy(at, to, kind, power):
                return f"C {self.other(at, kind, power)}{self.towards(to)}"
            case orders.Embark(on, Location() as to):
                return f"> {on} > {to}"
        return SIMPLE[type(order)].format(order)

    def move(self, move: orders.Move) -> str:
        """`- Nwy`, `- Nwy via NTH`, `- Nwy via convoy`, `- SKA C A Lon`."""
        text = self.towards(move.to).lstrip()
        if move.route:
            text += f" via {self.dash.join(move.route)}"
        elif move.via:
            text += " via convoy"
        return f"{text} C A {move.carries}" if move.carries else text

    def towards(self, to: Location | None) -> str:
        """` - Nwy`; nothing for a unit that stays."""
        return f"{self.dash}{to}" if to else ""

    def other(self, at: Location, kind: KindCode | None, power: Power | None) -> str:
        """The unit that an order helps: `A Ven`, `Italian A Ven`, `Ven (Italy)`."""
        nation = self.setting.nation.get(power) if power else None
        if kind and nation:
            return f"{nation.adjective or nation.name} {kind} {at}"
        text = f"{kind} {at}" if kind else f"{at}"
        return f"{text} ({power})" if power else text


class Notation:
    """Reads orders under one setting, each text once; equal orders are one object, which the
    rules compare faster."""

    def __init__(self, setting: Setting) -> None:
        self.board = setting.board
        self.vocabulary = Vocabulary(setting)
        self.orders: dict[Order, Order] = {}
        self.similar = SimilarCodes(setting)
        self.read_once = lru_cache(REMEMBERED_ORDERS)(partial(self._read_or_refuse, issuer=ANYONE))

    def read(self, text: str, phase: Phase, issuer: Power, line: int = 0) -> Written:
        """Read one order; raises NotationError with the column where it stops making sense."""
        return Written(issuer, *self.known(text, phase.step, issuer), text, line)

    def known(self, text: str, step: Step, issuer: Power) -> ReadOrder:
        """The unit and the order of a text: the same for every issuer unless it says `own`."""
        read = self.read_once(text, step)
        if isinstance(read, NotationError):
            raise NotationError(read.message, read.mark)  # a kept error would keep its callers
        unit, order = read
        if ANYONE in (unit and unit.power, getattr(order, "power", None)):
            return self._read(text, step, issuer)
        return unit, order

    def unit(self, text: str, issuer: Power) -> UnitRef | None:
        """The unit that a text is, in any words; None if it is anything else or more."""
        for tokens in (None, usual_tokens(text, self.vocabulary)):
            reader = OrderReader(text, self.vocabulary, "movement", issuer, tokens)
            try:
                unit = reader.unit()
            except NotationError:
                continue
            if reader.over():
                return unit
        return None

    def _read_or_refuse(self, text: str, step: Step, issuer: Power) -> ReadOrder | NotationError:
        """The order, or the error: what is no order is asked for again as often as what is one."""
        try:
            return self._read(text, step, issuer)
        except NotationError as error:
            return NotationError(error.message, error.mark)

    def _read(self, text: str, step: Step, issuer: Power) -> ReadOrder:
        ways: list[ReadOrder] = []
        errors: list[NotationError] = []
        for way in readings(self.board, text) if self.board.names.namesakes else (text,):
            try:
                unit, order = OrderReader(way, self.vocabulary, step, issuer).read()
                ways.append((unit, self.orders.setdefault(order, order)))
            except NotationError as error:
                errors.append(error)
        if not ways:
            return self._in_other_words(text, step, issuer, errors[0])
        return max(ways, key=lambda read: self.similar.fits(*read)) if len(ways) > 1 else ways[0]

    def _in_other_words(
        self, text: str, step: Step, issuer: Power, error: NotationError
    ) -> ReadOrder:
        """The order of a text in other words or another language, or of one that begins with a
        place named like a power (`Eng Iri`); else raises the error of the text as it stands."""
        tokens = usual_tokens(text, self.vocabulary) if len(text) <= LONGEST_ORDER_TEXT else None
        for places_first in (False, True):
            reader = OrderReader(text, self.vocabulary, step, issuer, tokens)
            reader.places_first = places_first
            try:
                unit, order = reader.read()
            except NotationError:
                continue
            # other words for an order that is impossible are too unsure
            if self.similar.fits(unit, order):
                return unit, self.orders.setdefault(order, order)
        raise error


@lru_cache(maxsize=16)
def notation(setting: Setting) -> Notation:
    """The reader for a setting; the same one again while few settings are in use."""
    return Notation(setting)


def parse_order(text: str, setting: Setting, phase: Phase, issuer: Power, line: int = 0) -> Written:
    """The order that a text says; raises NotationError that quotes the text, with guesses.

    The error's mark has the given line and the column within `text`; a caller that knows the text's
    place in a file moves it there (as `SourceLine.read` does).

    >>> from builder import open_variant, parse_order
    >>> setting = open_variant("standard").setting
    >>> spring = setting.start.phase
    >>> order = parse_order("a marseilles s paris to burgundy", setting, spring, "France")
    >>> order.unit.at.province, order.order.to.province
    ('Mar', 'Bur')
    """
    try:
        return notation(setting).read(text, phase, issuer, line)
    except NotationError as error:
        raise NotationError(error.message, error.mark._replace(line=line)) from None


def parse_unit(text: str, setting: Setting, issuer: Power) -> UnitRef:
    """The unit that a text begins with, builds, removes or sends off; raises NotationError."""
    reader = OrderReader(text, notation(setting).vocabulary, "movement", issuer)
    reader.accept(BUILDS | REMOVES | RETREATS)
    return reader.unit()


def write_order(written: Written, setting: Setting) -> str:
    """The order in canonical form: `A Mun - Bur`.

    >>> from builder import open_variant, parse_order, write_order
    >>> setting = open_variant("standard").setting
    >>> order = parse_order("army munich → bur", setting, setting.start.phase, "Germany")
    >>> write_order(order, setting)
    'A Mun - Bur'
    """
    return OrderWriter(setting).written(written)
