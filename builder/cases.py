"""Runs worked cases through the rulebook and compares what was found with what was expected."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any

from builder.formats.cases import NOBODY, Case, CaseStep, Expectation
from builder.model.calendar import Phase
from builder.model.findings import Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Disband, Move, Written
from builder.model.outcomes import Outcome
from builder.model.results import OrderResult, Turn
from builder.model.units import Code, Dislodged, Location, Position, Power, Unit
from builder.notation.similar_codes import readdressed
from builder.variant import Variant

NOWHERE = (Reason.REFUGE_CLOSED, Reason.NO_REFUGE)
NO_CHAIN = (Reason.NO_ROUTE, Reason.NO_WAY)
CaseFact = Mapping[str, list[str]] | int | str
CaseFacts = Mapping[str, CaseFact]


@dataclass(frozen=True, slots=True)
class CheckedCase:
    """What differs in one case: `expected` and `found` have the same keys, none if it passed."""

    id: str
    expected: Mapping[str, object]
    found: Mapping[str, object]

    @property
    def passed(self) -> bool:
        """Is everything as expected?"""
        return not self.expected


def play(case: Case) -> Iterator[tuple[CaseStep, Turn]]:
    """Adjudicate the phases of a case one after the other.
    Phases that the case skips are played without orders; a Winter among them changes nothing if
    the case names no owners. A case that cannot be read yields nothing."""
    if case.variant is None or case.start is None or case.mistakes:
        return
    position = case.start
    for step in case.steps:
        position = _reach(case.variant, position, step.phase, bool(case.start.owners))
        orders = readdressed(step.orders, position, case.variant.setting.board)
        turn = case.variant.open(position).play(orders)
        yield step, turn
        position = turn.after


def check(case: Case) -> CheckedCase:
    """Run a case and compare the facts that it names; the order within a fact does not matter."""
    if case.mistakes:
        mistakes = "\n".join(map(str, case.mistakes))
        return CheckedCase(case.id, {"case": "one that can be read"}, {"case": mistakes})
    steps = list(play(case))
    if all(step.expect == Expectation() for step, _ in steps):
        return CheckedCase(case.id, {"expect": "something"}, {"expect": "nothing"})
    expected: dict[str, object] = {}
    found: dict[str, object] = {}
    for number, (step, turn) in enumerate(steps):
        actual = computed(turn, step.expect, case.variant)
        for key, fact in _stated(step.expect, turn).items():
            if fact != actual[key]:
                name = f"then {number}: {key}" if number else key
                expected[name] = fact
                found[name] = actual[key]
    return CheckedCase(case.id, expected, found)


def fact_text(fact: object) -> str:
    """A fact in one line: `England: A Lon, F NTH; France: A Par`."""
    if isinstance(fact, Mapping):
        return "; ".join(f"{k}: {', '.join(v) or 'none'}" for k, v in fact.items()) or "none"
    return str(fact)


def _stated(expect: Expectation, turn: Turn) -> CaseFacts:
    """What a case expects of a turn, in words that can be compared and printed."""
    texts: Mapping[str, Callable[[Any], CaseFact]] = {
        "after": lambda units: _units(_at_year_end(units, turn)),
        "dislodged": _units,
        "retreats": lambda refuges: {
            _named(unit): sorted(map(str, places)) for unit, places in refuges.items()
        },
        "owners": _owners,
        "void": int,
        "won": _winners,
    }
    facts = ((key, text, getattr(expect, key)) for key, text in texts.items())
    return {key: text(fact) for key, text, fact in facts if fact is not None}


def computed(
    turn: Turn, expect: Expectation | None = None, variant: Variant | None = None
) -> CaseFacts:
    """What the rulebook finds, in the same words; of the retreats only those that `expect` names.
    If the variant is given, `owners` has its centres and the other places that `expect` names,
    and a unit that may divide has the refuges that it has as a whole."""
    owners = turn.after.owners
    if variant is not None:
        named = variant.setting.centres.union(expect.owners or () if expect else ())
        owners = {code: power for code, power in owners.items() if code in named}
    lost = {_named(d.unit): sorted(map(str, _as_whole(d, turn, variant))) for d in turn.dislodged}
    if expect and expect.retreats is not None:
        lost = {name: lost.get(name, ["(not dislodged)"]) for name in map(_named, expect.retreats)}
    return {
        "after": _units(_at_year_end(turn.after.units, turn)),
        "dislodged": _units(d.unit for d in turn.dislodged),
        "retreats": lost,
        "owners": _owners(owners),
        "void": len(void(turn)),
        "won": _winners(turn.winners),
    }


def _as_whole(d: Dislodged, turn: Turn, variant: Variant | None) -> Iterable[Location]:
    if variant is None or d.unit.aboard:
        return d.refuges
    kind = variant.setting.kinds[d.unit.kind]
    season = turn.before.phase.season
    near = variant.setting.board.reach(kind, season).get(d.unit.at, {})
    return [place for place in d.refuges if place in near]


def void(turn: Turn) -> frozenset[Written]:
    """The written orders that were not accepted, or of which the judge says that they are void.

    Among them is a move by convoy that no convoy order matches. Not among them are a move by convoy
    that is matched and fails, the order of a fleet at sea whose convoy has no route, and a retreat
    that fails because another unit retreats to the same place.
    """
    stranded, offers = _stranded_convoys(turn)
    void = set()
    for result in turn.refused:
        if result.written not in stranded and not _is_offered(result, offers):
            void.add(result.written)
    for result in turn.by_action.values():
        if result.finding.why.outcome is Outcome.VOID:
            void.add(result.written)
    for end in turn.ends:
        impossible = end.outcome is Outcome.ILLEGAL or end.why in NOWHERE
        if impossible and not isinstance(end.order, Disband):
            void.add(end.written)
    return frozenset(written for written in void if written is not None)


def _stranded_convoys(turn: Turn) -> tuple[Set[Written | None], Set[tuple[Code, Code] | None]]:
    """The convoy orders without a route, and the passages that they name."""
    stranded = set()
    offers = set()
    for result in turn.refused:
        order = result.written.order if result.written else None
        if isinstance(order, Convoy) and result.why in NO_CHAIN:
            stranded.add(result.written)
            offers.add(order.passage)
    return stranded, offers


def _is_offered(result: OrderResult, offers: Set[tuple[Code, Code] | None]) -> bool:
    """Is it a move without a convoy for which a convoy without a route is ordered?"""
    written = result.written
    if written is None or written.home is None or not isinstance(written.order, Move):
        return False
    way = (written.home, written.order.to.province)
    return result.why is Reason.UNCONVOYED and way in offers


def _at_year_end(units: Iterable[Unit], turn: Turn) -> Iterable[Unit]:
    """Units after a turn; if it ends a year none is doubled, even if a case writes it so."""
    ends_year = turn.won is not None or turn.before.phase.step == "adjustments"
    return [u._replace(size=1) for u in units] if ends_year else units


def _units(units: Iterable[Unit]) -> CaseFact:
    return grouped(sorted((str(unit.power), str(unit)) for unit in units))


def _owners(owners: Mapping[Code, Power]) -> CaseFact:
    return grouped(sorted((str(power), str(code)) for code, power in owners.items()))


def _winners(powers: Iterable[Power]) -> CaseFact:
    return ", ".join(sorted(powers)) or NOBODY


def _named(unit: Unit) -> str:
    return f"{unit.power} {unit}"


def _reach(variant: Variant, position: Position, phase: Phase, owners_known: bool) -> Position:
    """The position at a later phase, if nobody orders anything before it."""
    calendar = variant.setting.calendar
    while calendar.rank(position.phase) < calendar.rank(phase):
        book = variant.open(position)
        if position.phase.step == "adjustments" and not owners_known:
            unchanged = position._replace(phase=calendar.next(position.phase))
            position = book.finished(unchanged).after
        else:
            position = book.play(()).after
    return position._replace(phase=phase)
