"""Reads one phase of a game file: orders by power, printed results, positions and notes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import cast, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from builder.errors import UnknownWordError
from builder.formats.game.printed_results import part_marks, read_marks
from builder.formats.positions import Listed, PositionReader, require_unique
from builder.model.calendar import FIRST, SEASONS, WORDS, Calendar, Phase
from builder.model.names import Names
from builder.model.orders import Written
from builder.model.units import KindCode, Location, Power, Unit
from builder.notation.notation import notation, parse_unit
from builder.notation.vocabulary import nothing_came
from builder.record import Note, NoteKind, PhaseRecord, Printed, Published
from builder.source.fields import Fields, Value
from builder.source.lines import SourceLine
from builder.variant import Variant

NOTE_KINDS: tuple[NoteKind, ...] = get_args(NoteKind)
NOBODY = Power("")
NOTHING = "none"
RESULT = "a result is written as `A Vie-Tri: bounced`"
POWER_AND_THINGS = "expected a power and what it has: `England: A Lon, F NTH`"
ABOUT = (
    "deadline", "draft", "embargo", "headline", "note", "notes", "press", "published", "source",
    "standby",
)  # fmt: skip
KEYS = (*ABOUT, "after", "centres", "counts", "dislodged", "nmr", "owners", "results", "unmarked")


def read_phase(calendar: Calendar, written: str) -> Phase:
    """A phase by any of its names; raises UnknownWordError with similar phases as guesses."""
    if phase := calendar.get(written):
        return phase
    season, _, rest = written.strip().partition(" ")
    known = [(s, s) for s in calendar.seasons] + list(SEASONS.items())
    near = Names("season", known).guesses(season)
    guesses = [f"{word.capitalize()} {rest or calendar.year_name(FIRST.year)}" for word in near]
    guesses = [guess for guess in guesses if guess.lower() != written.strip().lower()]
    examples = (calendar.title(calendar.start), f"{calendar.title(calendar.start)} retreats")
    raise UnknownWordError("phase", written, guesses or examples)


def due_time(deadline: str) -> datetime | None:
    """When `2026-05-31 18:00 Europe/Oslo` is; None for a deadline in words. Raises ValueError for a
    time that does not exist, or is without a known time zone."""
    if not re.match(r"\d{4}-\d\d-\d\d[ T]", deadline):
        return None
    day, hour, zone = (*deadline.split(maxsplit=2), "", "")[:3]
    try:
        return datetime.fromisoformat(f"{day} {hour}").replace(tzinfo=ZoneInfo(zone))
    except (ValueError, OSError, ZoneInfoNotFoundError):
        raise ValueError(
            "a deadline is words, or a day, a time and its zone: `2026-05-31 18:00 Europe/Oslo`"
        ) from None


def done_unmarked(value: Value) -> bool | None:
    """Does `unmarked` say that orders without a printed result were done? None if missing."""
    return value.choice(("done", "unknown"), "word") == "done" if value.given else None


class PhaseReader:
    """Reads the phases of one game. `silent` says whether orders without a printed result were
    done (None: not stated for the game)."""

    def __init__(self, variant: Variant, positions: PositionReader, silent: bool | None) -> None:
        self.setting, self.sharing = variant.setting, variant.rulebook.sharing
        self.positions, self.silent, self.notation = positions, silent, notation(self.setting)

    def phase(self, phase: Phase, value: Value, line: int) -> PhaseRecord:
        """The record of a phase from the value under its name, which is in that line."""
        given, record = value.mapping(), PhaseRecord(phase, line=line)
        given.skip(*ABOUT)
        if not given.pairs.keys().isdisjoint(ABOUT):
            record = self._about(given, record)
        absent = tuple(self.positions.powers(given.take("nmr")))
        keys = ("after", "dislodged", "unmarked", "results", "counts")
        after, gone, unmarked, printed, counts = map(given.take, keys)
        chart = given.take("centres" if "centres" in given else "owners")
        standing = [*self._by_power(after)]
        orders, marked, nmr = self._orders(phase, given)
        results = [self._result(orders, *row) for row in self.positions.rows(printed, RESULT)]
        stated = (done_unmarked(unmarked), self.silent, bool(marked))
        shown = self.positions.by_power(counts) if counts.given else ()
        return record._replace(
            orders=tuple(orders),
            results=(*marked, *filter(None, results)),
            silent=next(said for said in stated if said is not None),
            after=self._units(standing) if after.given else None,
            whole=not after.given or {power for power, _ in standing} >= {*self.setting.powers},
            dislodged=self._units(self._by_power(gone)) if gone.given else None,
            owners=self.positions.chart(self._by_power(chart)) if chart.given else None,
            counts={power: count.integer() for power, count in shown} if counts.given else None,
            nmr=tuple(dict.fromkeys((*absent, *nmr))),
        )

    def subject(
        self, line: SourceLine, orders: Sequence[Written]
    ) -> tuple[Power | None, Location, KindCode | None] | None:
        """The power, the place and, where units share places, the kind of the unit that a result
        or a ruling names. A text that names no unit is noted, and None returned."""
        unit = line.read(partial(parse_unit, setting=self.setting, issuer=NOBODY))
        if unit is None:
            return None
        kind = unit.kind if self.sharing else None
        here = [
            (w.unit.power or w.issuer, w.unit.at)
            for w in orders
            if w.unit and w.home == unit.at.province and kind in (None, w.unit.kind)
        ]
        issuers = {issuer for issuer, _ in here}
        power = unit.power or (issuers.pop() if len(issuers) == 1 else None)
        return power, here[0][1] if here and not unit.at.coast else unit.at, kind

    def _about(self, given: Fields, record: PhaseRecord) -> PhaseRecord:
        given.take("deadline").read(due_time)
        sent = given.mapping("published")
        failed = (row for line in sent.take("failed").lines() for row in line.text.splitlines())
        day, results, corrected = sent.take("day"), sent.text("results", ""), sent.take("corrected")
        return given.over(record, "source", "headline", "draft", "deadline")._replace(
            notes=tuple(self._notes(given)),
            standby={p: v.text() for p, v in self.positions.by_power(given.take("standby"))},
            embargo=given.take("embargo").day(),
            published=Published(day.day(), results, tuple(failed), corrected.day()),
        )

    def _orders(
        self, phase: Phase, given: Fields
    ) -> tuple[list[Written], list[Printed], list[Power]]:
        orders, marked, nmr = list[Written](), list[Printed](), list[Power]()
        known, names = dict[Power, Value](), self.setting.power_names
        for word, key, value in given.rest():
            power = Power(names.get(word) or "") or key.read(self._power_or_key)
            if power is None:
                continue
            require_unique(power, key, known)
            if value.kind == "scalar" and nothing_came(value.text()):
                nmr.append(power)
                continue
            for line in (piece for whole in value.lines() for piece in whole.words()):
                order, printed = self._order(line, phase, power)
                orders += [order] if order else []
                marked += [printed] if printed else []
        return orders, marked, nmr

    def _order(
        self, line: SourceLine, phase: Phase, power: Power
    ) -> tuple[Written | None, Printed | None]:
        """An order, and the result that is printed after it."""
        text, marks = part_marks(line, self.setting.board)
        read = self.notation.read
        order = text.read(lambda written: read(written, phase, power, line.line))
        if order is None or marks is None:
            return order, None
        if (unit := order.unit) is None:
            line.fail("a result after an order that names no unit")
            return order, None
        kind = unit.kind if self.sharing else None
        return order, Printed(unit.power or power, unit.at, *marks, line.text, order.line, kind)

    def _power_or_key(self, written: str) -> Power:
        if written.lower() in WORDS:
            raise ValueError(f"{written!r} is a phase of its own, as in `Fall 1901 retreats:`")
        keys = Names("key", [(key, key) for key in sorted(KEYS)])
        guesses = [*self.setting.power_names.guesses(written), *keys.guesses(written)]
        raise UnknownWordError("power or key", written, guesses[:3])

    def _result(
        self, orders: Sequence[Written], order: SourceLine, listed: Listed
    ) -> Printed | None:
        result = listed.as_line() if isinstance(listed, Value) else listed
        subject, marks = self.subject(order, orders), read_marks(result, self.setting.board)
        if subject is None or marks is None:
            return None
        power, at, kind = subject
        return Printed(power, at, *marks, f"{order.text}: {result.text}", order.line, kind)

    def _units(self, lists: Iterable[tuple[Power, Listed]]) -> tuple[Unit, ...]:
        def unit(power: Power, written: str) -> Unit | None:
            return None if written.lower() == NOTHING else self.positions.printed(power, written)

        read = self.positions.listed
        return tuple(u for p, listed in lists for u in read(listed, partial(unit, p), p))

    def _by_power(self, value: Value) -> Iterator[tuple[Power, Listed]]:
        if value.kind == "mapping":
            yield from self.positions.by_power(value)
            return
        for head, listed in self.positions.rows(value, POWER_AND_THINGS):
            issuer = head.read(self.setting.power_names.find)
            if issuer is not None:
                yield Power(issuer), listed

    def _notes(self, given: Fields) -> Iterator[Note]:
        kinds: dict[str, NoteKind] = {"note": "gm", "notes": "gm", "press": "press"}
        listed = [(item, kinds[key]) for key in kinds for item in given.take(key).items()]
        for item, usual in listed:
            if item.kind == "scalar":
                yield Note(usual, item.text())
                continue
            fields = item.mapping()
            kind = cast("NoteKind", fields.choice("kind", NOTE_KINDS, usual) or usual)
            note = Note(kind, fields.text("text"), fields.text("from", ""))
            yield fields.over(note, "to", "dateline", "source")
