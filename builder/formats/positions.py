"""Positions as people type them, read and written: units, owners and dislodged units by power.

units: {telahoma: [DCG iro, A cin], cassiusica: [A cal]}
owners: {telahoma: [iro, cin]}
dislodged: {germany: [{unit: A bur, from: par}]}
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, groupby
from typing import Any, TypeVar, TypeVarTuple

from builder.errors import UnknownWordError
from builder.model.board import Board, Province
from builder.model.names import Names
from builder.model.setting import Setting
from builder.model.units import Code, Dislodged, Kind, KindCode, Location, Power, Unit
from builder.notation.notation import notation
from builder.notation.similar_codes import SimilarCodes, readings
from builder.source.fields import Fields, SourceLine, Value
from builder.source.writing import scalar

T = TypeVar("T")
L = TypeVar("L", Value, SourceLine)
About = TypeVarTuple("About")
Listed = Value | SourceLine  # both have `words`
MOST_LISTS = 20_000  # of one kind that are remembered
NOBODY = frozenset({"null", "none", "~", "-"})
POWER_AND_THINGS = "expected a power and what it has: `England: A Lon, F NTH`"
UNIT = re.compile(r"(?P<kind>[A-Za-z]+)\.?\s+(?P<place>\S.*)")


class PositionReader:
    """Reads positions under one setting; mistakes are noted in the file. Where the rules have
    `boarding`, an army may be in a sea, aboard the fleet there."""

    def __init__(self, setting: Setting, boarding: bool = False) -> None:
        self.setting = setting
        self.boarding = boarding
        self.namesakes = SimilarCodes(setting)
        kinds = setting.kinds.items()
        words: list[tuple[str, str]] = []
        for code, kind in kinds:
            words += [(word, code) for word in (code, kind.name, *kind.aliases)]
        self.kinds = Names("kind of unit", words)
        self.printed = cache(self._printed)
        self._readings = defaultdict[tuple[object, ...], dict[str, Any]](dict)

    def each(
        self, listed: Iterable[L], read: Callable[[L, *About], T], *about: *About
    ) -> Iterator[tuple[L, T]]:
        """Lists, each with what `read` makes of it, and of what is known `about` it. A list without
        mistakes is read once: positions repeat most lists of the phase before, and games most
        orders."""
        readings = self._readings[read, about]
        for one in listed:
            row = one.row
            reading: T | None = readings.get(row)
            if reading is None:
                mistakes = one.document.mistakes
                before = len(mistakes)
                reading = read(one, *about)
                if row and len(mistakes) == before:
                    if len(readings) >= MOST_LISTS:
                        readings.clear()
                    readings[row] = reading
            yield one, reading

    def lists(
        self, value: Value, read: Callable[[Listed, Power], T]
    ) -> Iterator[tuple[Power, T, Listed]]:
        """What `read` makes of the things of each power: under its name, or in lines such as
        `England: A Lon, F NTH`."""
        if value.kind == "mapping":
            for power, below in self.by_power(value):
                yield power, next(self.each([below], read, power))[1], below
            return
        for line, row in self.each(value.lines(), self._row, read):
            if row:
                yield *row, line

    def _row(self, line: SourceLine, read: Callable[[Listed, Power], T]) -> tuple[Power, T] | None:
        head, colon, _ = line.text.partition(":")
        if not colon:
            line.fail(POWER_AND_THINGS)
            return None
        names = self.setting.power_names
        name = names.get(head) or line.part(0, len(head)).read(names.find)
        if not name:
            return None
        power = Power(name)
        return power, read(line.part(len(head) + 1), power)

    def by_power(self, value: Value) -> list[tuple[Power, Value]]:
        """The value under the name of each power; a power that is named twice is noted."""
        return self.of_powers(value.mapping(), self.setting.power_names.find)

    def of_powers(self, fields: Fields, find: Callable[[str], str]) -> list[tuple[Power, Value]]:
        """The same of a mapping in which other keys were asked for; `find` raises an error for a
        key that is no power."""
        named = self.setting.power_names.get
        values = []
        first_of = dict[str, Value]()
        for word, below in fields.rest():
            power = named(word) or below.key.read(find)
            if power is not None:
                first = first_of.setdefault(power, below)
                if first is not below:
                    note_repeated(below.key, first.key)
                values.append((Power(power), below))
        return values

    def rows(self, value: Value, expected: str) -> Iterator[tuple[SourceLine, SourceLine]]:
        """`England: A Lon, F NTH` line by line, or the same as a mapping; a line without a colon is
        noted with what is `expected`."""
        if value.kind == "mapping":
            yield from ((key.as_line(), below.as_line()) for key, below in value.mapping())
            return
        for line in value.lines():
            head, colon, _ = line.text.partition(":")
            if colon:
                yield line.part(0, len(head)), line.part(len(head) + 1)
            else:
                line.fail(expected)

    def powers(self, value: Value) -> tuple[Power, ...]:
        """A list of powers."""
        return tuple(map(Power, value.each(self.setting.power_names.find)))

    def units(self, value: Value) -> tuple[Unit, ...]:
        """The units of each power."""
        return tuple(unit for _, unit in self._placed(value))

    def start(self, value: Value) -> Iterator[Unit]:
        """The units that a game or a case starts with; two in one space are noted. Leaders and
        armies aboard share their space with other units."""
        standing: dict[Code, Unit] = {}
        for line, unit in self._placed(value):
            if not unit.aboard and self.setting.kinds[unit.kind].strength:
                if first := standing.get(unit.at.province):
                    line.fail(f"{first.power} {first.kind} {first.at} is there already")
                standing[unit.at.province] = unit
            yield unit

    def _placed(self, value: Value) -> Iterator[tuple[SourceLine, Unit]]:
        for power, below in self.by_power(value):
            for line in below.words():
                unit = line.read(partial(self.unit, power))
                if unit is not None:
                    yield line, unit

    def unit(self, power: Power, written: str) -> Unit:
        """Read `A Bur`, `F Stp/nc`, `DCG Iro` (D marks a doubled unit); raises UnknownWordError or
        ValueError."""
        unit = self.printed(power, written)
        if self.setting.shores(unit.kind, unit.at.province) and not unit.at.coast:
            province = self.setting.board.provinces[unit.at.province]
            raise ValueError(_which_coast(written.partition(" ")[2].strip(), province))
        return unit

    def _printed(self, power: Power, written: str) -> Unit:
        """The same as a source prints it, which may leave out the coast of a fleet."""
        try:
            return self._short(power, written)
        except (ValueError, UnknownWordError):
            unit = self._in_words_of_orders(power, written)
            if unit is None:
                raise
            return unit

    def _short(self, power: Power, written: str) -> Unit:
        """A kind and a place, in short or in full."""
        unit = UNIT.fullmatch(written)
        if unit is None:
            raise ValueError(f"{written!r} is not a unit (as in 'A Bur')")
        word = unit["kind"]
        doubled = self.kinds.get(word) is None and word[0] in "dD" and self.kinds.get(word[1:])
        code = KindCode(doubled or self.kinds.find(word))
        board = self.setting.board
        kind = self.setting.kinds[code]
        place = self.place(kind, unit["place"])
        aboard = board.provinces[place.province].terrain == "sea" and "F" not in kind.travels_as
        why_not = _no_place(kind, place, board, self.setting.kinds)
        if why_not and not (aboard and self.boarding):
            raise ValueError(why_not)
        return Unit(power, code, place, 2 if doubled else 1, aboard)

    def _in_words_of_orders(self, power: Power, written: str) -> Unit | None:
        """A unit of that power as orders name it: `Fleet in Brest`, `A Mun (Germany)`."""
        named = notation(self.setting).unit(written, power)
        if named is None or named.kind is None or named.power not in (None, power):
            return None
        kind = self.setting.kinds[named.kind]
        aboard = self.boarding and not kind.stands_on(
            self.setting.board.provinces[named.at.province].terrain
        )
        if not aboard and _no_place(kind, named.at, self.setting.board, self.setting.kinds):
            return None
        return Unit(power, named.kind, named.at, 2 if named.doubled else 1, aboard)

    def place(self, kind: Kind, written: str) -> Location:
        """The location of a unit of that kind: a coast, if one is written."""
        board = self.setting.board
        places = map(board.find, readings(board, written))
        place = max(places, key=lambda at: self.namesakes.stands(kind.code, at))
        if "A" in kind.travels_as:
            return board.locations[place.province]
        province = board.provinces[place.province]
        if place.coast not in ("", *province.coasts):
            raise ValueError(_which_coast(written, province))
        return place

    def provinces(self, value: Value) -> frozenset[Code]:
        """A list of provinces."""
        return frozenset(place.province for place in value.each(self.setting.board.find))

    def owners(self, value: Value) -> Mapping[Code, Power]:
        """The owner of each province; a province under two powers is noted."""
        return self._chart(value, self._provinces)

    def chart(self, value: Value) -> Mapping[Code, Power]:
        """The same of supply centres; provinces that cannot be owned are noted."""
        return next(self.each([value], self._chart, self._centres))[1]

    def _chart(
        self, value: Value, read: Callable[[Listed, Power], tuple[Code, ...]]
    ) -> Mapping[Code, Power]:
        owners: dict[Code, Power] = {}
        for power, codes, listed in self.lists(value, read):
            if owners.keys().isdisjoint(codes):
                owners.update(dict.fromkeys(codes, power))
                continue
            for piece in chain.from_iterable(line.words() for line in listed.lines()):
                place = self.setting.board.get(piece.text.rpartition(":")[2])
                first = owners.setdefault(place.province, power) if place else power
                if first != power:
                    piece.fail(f"{piece.text} is listed under {first} already")
        return owners

    def _provinces(self, listed: Listed, _: Power) -> tuple[Code, ...]:
        return tuple(place.province for place in things(listed, self.setting.board.find))

    def _centres(self, listed: Listed, _: Power) -> tuple[Code, ...]:
        return things(listed, self._centre)

    def _centre(self, written: str) -> Code:
        province = self.setting.board.find(written).province
        if province not in self.setting.holdings:
            raise ValueError(f"{written} is not a supply centre")
        return province

    def dislodged(self, value: Value) -> Iterator[Dislodged]:
        """Units that must retreat, and the province that their attacker came from; a unit that is
        listed twice is noted."""
        listed: dict[Unit, Value] = {}
        for power, below in self.by_power(value):
            for item in [below] if below.kind == "mapping" else below.items():
                fields = item.mapping()
                named = fields.need("unit")
                unit = named.read(partial(self.unit, power))
                origin = fields.take("from")
                is_named = origin.given and origin.text().lower() not in NOBODY
                place = origin.read(partial(self.near, unit)) if is_named else None
                if unit is not None:
                    note_repeated(named, listed.setdefault(unit, named))
                    yield Dislodged(unit, place.province if place else None)

    def refuges(self, value: Value) -> Mapping[Unit, frozenset[Location]]:
        """The legal retreats of dislodged units, each named by its power, kind and place."""
        refuges: dict[Unit, frozenset[Location]] = {}
        key_of_unit: dict[Unit, Value] = {}
        for key, spaces in value.mapping():
            unit = key.read(self.owned_unit)
            places = frozenset(spaces.each(partial(self.near, unit)))
            if unit is not None:
                note_repeated(key, key_of_unit.setdefault(unit, key))
                refuges[unit] = places
        return refuges

    def near(self, unit: Unit | None, written: str) -> Location:
        """A place beside the unit; raises UnknownWordError."""
        board = self.setting.board
        goes = self.namesakes.goes
        places = map(board.find, readings(board, written))
        return max(places, key=lambda at: unit is not None and goes(unit.kind, unit.at, at))

    def owned_unit(self, written: str) -> Unit:
        """Read `germany A mun`; raises UnknownWordError or ValueError."""
        words = written.split()
        names = self.setting.power_names
        for length in range(1, len(words)):
            if power := names.get(" ".join(words[:length])):
                return self.unit(Power(power), " ".join(words[length:]))
        raise UnknownWordError("power", words[0], names.guesses(words[0]))


def things(listed: Listed, reader: Callable[[str], T | None]) -> tuple[T, ...]:
    """What `reader` makes of each thing in a list, those with mistakes left out."""
    return tuple(chain.from_iterable(line.each(reader) for line in listed.lines()))


def note_repeated(key: Value, first: Value) -> None:
    """Note a key if it is not the first that names the same, in whatever spelling."""
    if key is not first:
        key.fail(f"{key.text()!r} is here already (as {first.text()!r} in line {first.line})")


def _which_coast(written: str, province: Province) -> str:
    """The question about a place written without its coast, or with a coast that it lacks."""
    known = " or ".join(f"{province.code}/{coast}" for coast in province.coasts)
    return f"{written!r}: on which coast? ({known or province.code})"


def _no_place(kind: Kind, at: Location, board: Board, kinds: Mapping[KindCode, Kind]) -> str:
    """Why no unit of that kind can be there, and which kind may be meant; empty if it can."""
    terrain = board.provinces[at.province].terrain
    if kind.stands_on(terrain):
        return ""
    plain = [k for k in kinds.values() if k.strength and len(k.travels_as) == 1]
    others = [k.code for k in plain if k.stands_on(terrain)]
    where = {"sea": "at sea", "land": "inland"}.get(terrain, "ashore")
    meant = f" (did you mean {others[0]} {at}?)" if others else ""
    article = "an" if kind.name[0] in "aeiou" else "a"
    return f"{at} is {where}: no place for {article} {kind.name}{meant}"


class PositionWriter:
    """Writes units and owners under one setting, in lines of `key:` and `  power: things`; as a
    text behind `|`, if `as_text` and the powers' names allow it."""

    def __init__(self, setting: Setting, as_text: bool = False) -> None:
        self.sign = " |" if as_text and all(n == scalar(n) for n in setting.powers) else ""
        self.order = {nation.name: number for number, nation in enumerate(setting.nations)}

    def units(self, key: str, units: Sequence[Unit] | None) -> Iterator[str]:
        """Units by power; nothing if they are not known (None)."""
        if units is not None:
            yield from self.by_power(key, [(unit.power, str(unit)) for unit in units])

    def dislodged(self, dislodged: Sequence[Dislodged]) -> Iterator[str]:
        """The units that must retreat, each with the place that its attacker came from."""
        rows = sorted(dislodged, key=lambda d: self.order[d.unit.power])
        if rows:
            yield "dislodged:"
        for power, group in groupby(rows, key=lambda d: d.unit.power):
            lost = [f"unit: {d.unit}" + (f", from: {d.origin}" if d.origin else "") for d in group]
            yield f"  {scalar(power)}: [{', '.join(f'{{{one}}}' for one in lost)}]"

    def chart(self, key: str, owners: Mapping[Code, Power] | None) -> Iterator[str]:
        """Centres by owner; nothing if the owners are not known (None)."""
        if owners is not None:
            yield from self.by_power(key, [(power, str(code)) for code, power in owners.items()])

    def by_power(self, key: str, things: Iterable[tuple[Power, str]]) -> Iterator[str]:
        """Things of each power, given as pairs of a power and a text."""
        rows = sorted(things, key=lambda thing: self.order[thing[0]])
        yield f"{key}:{self.sign}" if rows else f"{key}: {{}}"
        for power, group in groupby(rows, key=lambda row: row[0]):
            yield f"  {scalar(power)}: {', '.join(thing for _, thing in group)}"
