"""Reads one phase of a game file: orders by power, printed results, positions and notes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache, partial
from itertools import chain
from typing import cast, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from builder.errors import UnknownWordError
from builder.formats.game.printed_results import OrderMarks, part_marks, read_marks
from builder.formats.positions import Listed, PositionReader, things
from builder.model.calendar import SEASONS, STEP_OF_WORD, Calendar, Phase, Step
from builder.model.names import Names
from builder.model.orders import Order, UnitRef, Written
from builder.model.setting import Setting
from builder.model.units import KindCode, Location, Power, Unit
from builder.notation.headings import says_no_orders
from builder.notation.notation import notation, parse_unit
from builder.notation.vocabulary import OWN
from builder.record import Note, NoteKind, PhaseRecord, Printed, Published
from builder.source.fields import Fields, SourceLine, Value

NOTE_KINDS: tuple[NoteKind, ...] = get_args(NoteKind)
NOBODY = Power("")
NOTHING = "none"
ReadLine = tuple[UnitRef | None, Order, str, OrderMarks | None, str]
MOST_NAMES = 2000  # of phases that are remembered
RESULT = "a result is written as `A Vie-Tri: bounced`"
ABOUT = (
    "deadline", "draft", "embargo", "headline", "note", "notes", "press", "published", "source",
    "standby",
)  # fmt: skip
BESIDE_PHASES = ("moments", "rulings", "votes")  # of the game, by phase
KEYS = (*ABOUT, "after", "centres", "counts", "dislodged", "nmr", "owners", "results", "unmarked")


def read_phase(calendar: Calendar, written: str) -> Phase:
    """A phase by any of its names; raises UnknownWordError with similar phases as guesses."""
    if phase := calendar.get(written):
        return phase
    season, _, rest = written.strip().partition(" ")
    known = [(s, s) for s in calendar.seasons] + list(SEASONS.items())
    near = Names("season", known).guesses(season)
    guesses = [
        f"{word.capitalize()} {rest or calendar.year_name(calendar.start.year)}" for word in near
    ]
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
    """Reads the phases of games under one setting. Where units are `sharing` places, results name
    their kinds; where there is `boarding`, an army may be in a sea."""

    def __init__(self, setting: Setting, sharing: bool, boarding: bool) -> None:
        self.setting = setting
        self.sharing = sharing
        self.notation = notation(setting)
        self.positions = PositionReader(setting, boarding)
        self.named = lru_cache(MOST_NAMES)(partial(read_phase, setting.calendar))

    def phase(self, phase: Phase, value: Value, line: int, silent: bool | None) -> PhaseRecord:
        """The record of a phase from the value under its name, which is in that line. `silent` says
        whether orders without a printed result were done (None: not stated for the game)."""
        fields = value.mapping()
        fields.skip(*ABOUT)
        absent = self.positions.powers(fields.take("nmr"))
        keys = ("after", "dislodged", "unmarked", "results", "counts")
        after, gone, unmarked, printed, counts = map(fields.take, keys)
        chart = fields.take("centres" if "centres" in fields else "owners")
        standing = [*self.positions.lists(after, self._units)] if after.given else []
        orders, marked, nmr = self._orders(phase, fields)
        results = [self._result(orders, *row) for row in self.positions.rows(printed, RESULT)]
        stated = (done_unmarked(unmarked), silent, bool(marked))
        shown = self.positions.by_power(counts) if counts.given else ()
        record = PhaseRecord(
            phase,
            orders=tuple(orders),
            results=(*marked, *filter(None, results)),
            silent=next(answer for answer in stated if answer is not None),
            after=_joined(standing) if after.given else None,
            whole=not after.given or {row[0] for row in standing} >= {*self.setting.powers},
            dislodged=_joined(self.positions.lists(gone, self._units)) if gone.given else None,
            owners=self.positions.chart(chart) if chart.given else None,
            counts={power: count.integer() for power, count in shown} if counts.given else None,
            nmr=tuple(dict.fromkeys((*absent, *nmr))),
            line=line,
        )
        return record if fields.values.keys().isdisjoint(ABOUT) else self._about(fields, record)

    def subject(
        self, line: SourceLine, orders: Sequence[Written]
    ) -> tuple[Power | None, Location, KindCode | None] | None:
        """The power, the place and, where units share places, the kind of the unit that a result
        or a ruling names. A text that names no unit is noted, and None returned."""
        unit = line.read(partial(parse_unit, setting=self.setting, issuer=NOBODY))
        if unit is None:
            return None
        kind = unit.kind if self.sharing else None
        named = ((w.issuer, w.unit) for w in orders if w.unit and w.home == unit.at.province)
        here = [(u.power or issuer, u.at) for issuer, u in named if kind in (None, u.kind)]
        issuers = {issuer for issuer, _ in here}
        power = unit.power or (issuers.pop() if len(issuers) == 1 else None)
        return power, here[0][1] if here and not unit.at.coast else unit.at, kind

    def _about(self, fields: Fields, record: PhaseRecord) -> PhaseRecord:
        fields.take("deadline").read(due_time)
        sent = fields.mapping("published")
        published = Published(
            day=sent.take("day").day(),
            results=sent.text("results", ""),
            failed=_rows_of(sent.take("failed")),
            corrected=sent.take("corrected").day(),
            sent=_rows_of(sent.take("sent")),
        )
        return fields.over(record, "source", "headline", "draft", "deadline")._replace(
            notes=tuple(self._notes(fields)),
            standby={p: v.text() for p, v in self.positions.by_power(fields.take("standby"))},
            embargo=fields.take("embargo").day(),
            published=published,
        )

    def _orders(
        self, phase: Phase, fields: Fields
    ) -> tuple[list[Written], list[Printed], list[Power]]:
        orders = list[Written]()
        marked = list[Printed]()
        nmr = list[Power]()
        each = self.positions.each
        for power, value in self.positions.of_powers(fields, self._power_or_key):
            if value.kind == "scalar" and says_no_orders(value.text()):
                nmr.append(power)
                continue
            row = value.row
            issuer = NOBODY if row and OWN not in row.lower() else power  # of lines that say `own`
            for line, readings in each(value.lines(), self._read, issuer, phase.step):
                for unit, order, text, marks, whole in readings:
                    orders.append(Written(power, unit, order, text, line.line))
                    if unit is not None and marks is not None:
                        kind = unit.kind if self.sharing else None
                        owner = unit.power or power
                        marked.append(Printed(owner, unit.at, *marks, whole, line.line, kind))
        return orders, marked, nmr

    def _read(self, line: SourceLine, power: Power, step: Step) -> tuple[ReadLine, ...]:
        orders = (self._order(piece, power, step) for piece in line.words())
        return tuple(order for order in orders if order)

    def _order(self, line: SourceLine, power: Power, step: Step) -> ReadLine | None:
        """An order with its text, the result that is printed after it, and the text of both."""
        text, marks = part_marks(line, self.setting.board)
        read = text.read(lambda written: self.notation.known(written, step, power))
        if read is None:
            return None
        if marks and read[0] is None:
            line.fail("a result after an order that names no unit")
        return *read, text.text, marks, line.text

    def _power_or_key(self, written: str) -> Power:
        if written.lower() in STEP_OF_WORD:
            raise ValueError(f"{written!r} is a phase of its own, as in `Fall 1901 retreats:`")
        if written.lower() in BESIDE_PHASES:
            there = f"`{written.lower()}:` is a key beside `phases:`"
            raise ValueError(f"{there}, and the name of this phase is a key below it")
        keys = Names("key", [(key, key) for key in sorted(KEYS)])
        guesses = [*self.setting.power_names.guesses(written), *keys.guesses(written)]
        raise UnknownWordError("power or key", written, guesses[:3])

    def _result(
        self, orders: Sequence[Written], order: SourceLine, result: SourceLine
    ) -> Printed | None:
        subject = self.subject(order, orders)
        marks = read_marks(result, self.setting.board)
        if subject is None or marks is None:
            return None
        power, at, kind = subject
        return Printed(power, at, *marks, f"{order.text}: {result.text}", order.line, kind)

    def _units(self, listed: Listed, power: Power) -> tuple[Unit, ...]:
        return things(listed, partial(self._unit, power))

    def _unit(self, power: Power, written: str) -> Unit | None:
        return self.positions.printed(power, written) if written.lower() != NOTHING else None

    def _notes(self, phase: Fields) -> Iterator[Note]:
        kinds: dict[str, NoteKind] = {"note": "gm", "notes": "gm", "press": "press"}
        listed: list[tuple[Value, NoteKind]] = []
        for key, usual in kinds.items():
            listed += [(item, usual) for item in phase.take(key).items()]
        for item, usual in listed:
            if item.kind == "scalar":
                yield Note(usual, item.text())
                continue
            fields = item.mapping()
            kind = cast("NoteKind", fields.choice("kind", NOTE_KINDS, usual) or usual)
            note = Note(kind, fields.text("text"), fields.text("from", ""))
            yield fields.over(note, "to", "dateline", "source")


def _rows_of(value: Value) -> tuple[str, ...]:
    """The rows of a text; between quotes they are one line of the file."""
    rows: list[str] = []
    for line in value.lines():
        rows += line.text.splitlines()
    return tuple(rows)


def _joined(lists: Iterable[tuple[Power, tuple[Unit, ...], Listed]]) -> tuple[Unit, ...]:
    return tuple(chain.from_iterable(units for _, units, _ in lists))
