"""Which records are of one game: their orders say it, whatever their names and sources are."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeVar

from builder.model.calendar import Phase
from builder.model.orders import Hold, Written
from builder.model.units import Code, Location, Power
from builder.record import Record
from builder.variant import Variant

LEAST_ORDERS = 10  # that move or help, in one phase: fewer may be alike in two games
LEAST_PHASES = 3  # that two records have alike
ALIKE = 0.75  # the part of the phases of the shorter record that are alike in the longer one
SOUGHT = 6  # phases by which records are found that may be of one game
MOST_RECORDS = 20  # of one game: more are games that a program played again and again
LOOKED_AT = 12  # phases that are compared
DIGITS = 6  # of a digest
OrderMark = tuple[Power, Code | None, str, Code | None, Code | None]


class Recorded(Protocol):
    """What is compared of a record: its id, how much of it is published, how many phases it has,
    and its `order_digests`."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def depth(self) -> str:
        """How much of it is published."""

    @property
    def phases(self) -> int:
        """The number of its phases."""

    @property
    def orders(self) -> str:
        """Its `order_digests`."""


R = TypeVar("R", bound=Recorded)


def order_digests(record: Record, variant: Variant) -> str:
    """A digest of the orders of each of the first movement phases with enough of them, in one text.
    Orders to hold count as none, because many records leave them out."""
    digests = ""
    for phase in record.phases:
        if phase.phase.step != "movement" or len(digests) >= LOOKED_AT * DIGITS:
            continue
        marks = sorted(map(repr, marked(phase.orders)))
        if len(marks) >= LEAST_ORDERS:
            name = variant.setting.calendar.short(phase.phase)
            text = "\n".join((record.variant, name, *marks)).encode()
            digests += blake2b(text, digest_size=DIGITS // 2).hexdigest()
    return digests


def _digests(game: Recorded) -> list[str]:
    text = game.orders
    return [text[at : at + DIGITS] for at in range(0, len(text), DIGITS)]


def marked(orders: Iterable[Written]) -> dict[OrderMark, Written]:
    """The orders of a phase that are none to hold, by what counts of them: power, province of the
    unit, kind of order, provinces that it names. Coasts and ways of writing do not count."""
    marks: dict[OrderMark, Written] = {}
    for written in orders:
        if not isinstance(written.order, Hold):
            marks[_mark(written)] = written
    return marks


def _mark(written: Written) -> OrderMark:
    order = written.order
    return (
        written.issuer,
        written.home,
        type(order).__name__,
        _province(getattr(order, "at", None)),
        _province(getattr(order, "to", None)),
    )


def _province(place: object) -> Code | None:
    return place.province if isinstance(place, Location) else None


def groups(games: Iterable[R]) -> list[list[R]]:
    """The games of which there are several records, each with all of these. The first is the one
    that stands for the game: the fullest that has a page, of several the first by its id."""
    first_of: dict[str, R] = {}
    by_digest: dict[str, list[R]] = {}  # those of several games: few of thousands
    for game in games:
        for digest in _digests(game)[:SOUGHT]:
            first = first_of.setdefault(digest, game)
            if first is not game:
                by_digest.setdefault(digest, [first]).append(game)
    group_of: dict[str, list[R]] = {}
    for alike in by_digest.values():
        if len(alike) > MOST_RECORDS:
            continue
        for one, other in pairwise(alike):
            ours = group_of.get(one.id, [one])
            theirs = group_of.get(other.id, [other])
            if ours is not theirs and is_same(one, other):
                joined = ours + theirs
                group_of.update((game.id, joined) for game in joined)
    whole = {id(group): group for group in group_of.values()}
    return [sorted(group, key=_rank) for group in whole.values()]


def _rank(game: Recorded) -> tuple[bool, int, str]:
    return game.depth == "counts", -game.phases, game.id


def is_same(one: Recorded, other: Recorded) -> bool:
    """Do two records have so many phases alike that they are of one game?"""
    ours = _digests(one)
    theirs = _digests(other)
    shared = len({*ours} & {*theirs})
    return shared >= LEAST_PHASES and shared >= ALIKE * min(len(ours), len(theirs))


class OrderDifference(NamedTuple):
    """The orders of a power in a phase that two records do not share."""

    phase: Phase
    power: Power
    ours: tuple[Written, ...]
    theirs: tuple[Written, ...]


class RecordDifferences(NamedTuple):
    """Where two records of one game differ: the header, as the names of fields with both values;
    phases that only one of them has; and orders."""

    fields: Mapping[str, tuple[str, str]]
    only_ours: tuple[Phase, ...]
    only_theirs: tuple[Phase, ...]
    orders: tuple[OrderDifference, ...]


def differences(one: Record, other: Record) -> RecordDifferences:
    """What another record of a game says otherwise."""
    ours = {phase.phase: phase for phase in one.phases}
    theirs = {phase.phase: phase for phase in other.phases}
    orders: list[OrderDifference] = []
    for phase in ours.keys() & theirs.keys():
        orders += _of_phase(phase, ours[phase].orders, theirs[phase].orders)
    sequence = {phase: number for number, phase in enumerate(ours)}
    orders.sort(key=lambda difference: (sequence[difference.phase], difference.power))
    return RecordDifferences(
        fields=dict(_fields(one, other)),
        only_ours=tuple(phase for phase in ours if phase not in theirs),
        only_theirs=tuple(phase for phase in theirs if phase not in ours),
        orders=tuple(orders),
    )


def _of_phase(
    phase: Phase, ours: Iterable[Written], theirs: Iterable[Written]
) -> Iterator[OrderDifference]:
    here = marked(ours)
    there = marked(theirs)
    only_here = [here[mark] for mark in here if mark not in there]
    only_there = [there[mark] for mark in there if mark not in here]
    for power in sorted({written.issuer for written in (*only_here, *only_there)}):
        yield OrderDifference(
            phase,
            power,
            tuple(written for written in only_here if written.issuer == power),
            tuple(written for written in only_there if written.issuer == power),
        )


def _fields(one: Record, other: Record) -> Iterator[tuple[str, tuple[str, str]]]:
    """The fields of the header that both state and that differ."""
    for name in ("edition", "gm", "zine", "boardman", "miller"):
        values = getattr(one, name) or "", getattr(other, name) or ""
        if all(values) and values[0] != values[1]:
            yield name, values
    results = _result(one), _result(other)
    if all(results) and results[0] != results[1]:
        yield "result", results
    for power, player in one.players.items():
        theirs = other.players.get(power, "?")
        if "?" not in (player, theirs) and player != theirs:
            yield power, (player, theirs)


def _result(record: Record) -> str:
    """How a game ended, in a few words; empty if the record does not say it."""
    result = record.result
    if result.kind == "unknown":
        return ""
    return " ".join((result.kind, *result.powers))
