"""Compares what is printed with what the judge finds: results, positions and charts.

What is printed is checked before: a province has one unit, no power loses all its units at once,
units are dislodged only where an order leads, charts add up, and results are of units on the board.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Literal, NamedTuple

from builder.model.findings import Action, Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Debark, Embark, Move, Support, Written
from builder.model.outcomes import DRIVEN_OUT, Outcome, ResultVocabulary
from builder.model.results import OrderResult, Turn
from builder.model.units import Code, Dislodged, KindCode, Location, Position, Power, Unit
from builder.record import PhaseRecord, Printed, Ruling

Verdict = Literal["agrees", "differs", "ruled", "not read", "not recorded"]
PrintedByUnit = Mapping[tuple[Code, Power | None, KindCode | None], list[Printed]]
DONE = {
    Outcome.MOVED, Outcome.HELD, Outcome.GIVEN, Outcome.CARRIED, Outcome.ABOARD, Outcome.RETREATED,
    Outcome.BUILT, Outcome.REMOVED, Outcome.WAIVED, Outcome.DISBANDED, Outcome.NO_ORDER,
}  # fmt: skip
WORST_FIRST: tuple[Verdict, ...] = ("differs", "not read", "ruled", "agrees")
NOT_PRINTED = "not printed"  # a ruling on an order of which the source has no result
CARRIED_OUT = frozenset({Outcome.RETREATED, Outcome.BUILT, Outcome.REMOVED})
UNNEEDED = frozenset({Outcome.VOID, Outcome.NO_CONVOY})  # some sources, of convoys not needed
SUCCESS: Mapping[type, Outcome] = {Support: Outcome.GIVEN, Convoy: Outcome.CARRIED}
Why = Literal["line", "crowded", "lost", "unattacked", "chart", "absent", "gap"]
GONE = DRIVEN_OUT | {Outcome.DISBANDED, Outcome.FAILED}
NO_UNIT = frozenset({Outcome.VOID, Outcome.ILLEGAL, Outcome.NO_ORDER})
# How many missing units of a power make a printed position doubtful.
DOUBTFUL_IF_ALL_MISSING = 2
DOUBTFUL_IF_SOME_LISTED = 3


class Doubt(NamedTuple):
    """A line that was not read, or a reading that is impossible.
    `text` is the line as the source has it, or the units, the place or the figures that are
    impossible. `source` names the line, and the file if there are several."""

    why: Why
    text: str
    source: str
    power: Power | None = None


class Comparison(NamedTuple):
    """One thing that the source prints, compared with what we compute.

    `subject` names the order, unit, position or chart; `recorded` and `computed` are a few words
    each. `result` is our result of the order that is compared. `ruling` and `source` are the
    game master's. `refuges` are the retreats of a dislodged unit, as printed and as computed.
    `chart` has the owners as we count them, and `centre` the one that is compared.
    """

    subject: str
    recorded: str
    computed: str
    verdict: Verdict
    ruling: str = ""
    source: str = ""
    result: OrderResult | None = None
    power: Power | None = None
    at: Location | None = None
    refuges: tuple[frozenset[Location], frozenset[Location]] | None = None
    centre: Code | None = None
    chart: Mapping[Code, Power] | None = None

    @property
    def action(self) -> Action | None:
        """What the unit did by the order that is compared, in a movement phase."""
        return self.result.action if self.result else None

    @property
    def written(self) -> Written | None:
        """The order that is compared, as recorded."""
        return self.result.written if self.result else None


AGREEING = {
    subject: Comparison(subject, "as computed", "as recorded", "agrees")
    for subject in ("position", "dislodged units", "supply centres")
}


def _positions(turn: Turn, recorded: PhaseRecord, same_units: bool) -> Iterator[Comparison]:
    """The printed position and the printed dislodged units, power by power."""
    if same_units:
        yield AGREEING["position"]
    elif recorded.after is not None:
        yield from _units("position", recorded.after, printed_of(recorded, turn.after.units))
    if recorded.dislodged is not None:
        ours = [d.unit for d in turn.dislodged]
        if set(recorded.dislodged) == set(ours):
            yield AGREEING["dislodged units"]
            return
        printed = set(matched(recorded.dislodged, ours))
        # sources may leave out units that cannot retreat
        ours = [d.unit for d in turn.dislodged if d.refuges or d.unit in printed]
        yield from _units("dislodged units", recorded.dislodged, ours)


def printed_of(recorded: PhaseRecord, units: Iterable[Unit]) -> list[Unit]:
    """Those of our units whose powers are in a printed position."""
    powers = {unit.power for unit in recorded.after or ()}
    return [unit for unit in units if recorded.whole or unit.power in powers]


def _units(subject: str, theirs: Sequence[Unit], ours: Sequence[Unit]) -> Iterator[Comparison]:
    printed = _undoubled(matched(theirs, ours))
    computed = _undoubled(ours)
    if printed == computed:
        yield AGREEING[subject]
    for power in sorted({unit.power for unit in printed ^ computed}):
        only_printed = [unit for unit in printed - computed if unit.power == power]
        only_computed = [unit for unit in computed - printed if unit.power == power]
        yield Comparison(
            subject=f"{subject} of {power}",
            recorded=_listed(only_printed),
            computed=_listed(only_computed),
            verdict="differs",
            power=power,
            at=only_computed[0].at if len(only_computed) == 1 else None,
        )


def _listed(units: Iterable[Unit]) -> str:
    return ", ".join(sorted(map(str, units))) or "–"


def alike(theirs: Sequence[Unit], ours: Sequence[Unit]) -> bool:
    """Are two positions the same, as far as sources print them?"""
    return _undoubled(matched(theirs, ours)) == _undoubled(ours)


def matched(printed: Iterable[Unit], ours: Iterable[Unit]) -> tuple[Unit, ...]:
    """The printed units, each as ours if it is the same but for doubling or an unprinted coast."""
    ours_as_printed: dict[Unit, Unit] = {}
    for unit in ours:
        single = unit if unit.size == 1 else unit._replace(size=1)
        ours_as_printed[single] = unit
        if single.at.coast:
            ours_as_printed[single._replace(at=Location(single.at.province))] = unit
    return tuple(ours_as_printed.get(unit, unit) for unit in printed)


def _undoubled(units: Iterable[Unit]) -> set[Unit]:
    """Units as sources print them, without doubling."""
    return {unit if unit.size == 1 else unit._replace(size=1) for unit in units}


def _charts(recorded: PhaseRecord, ours: Mapping[Code, Power]) -> Iterator[Comparison]:
    """The printed owners and numbers of supply centres."""
    theirs = recorded.owners
    if theirs == ours:
        yield AGREEING["supply centres"]
    elif theirs is not None:
        powers = set(theirs.values())
        comparable = set(theirs)
        comparable.update(code for code, power in ours.items() if power in powers)
        differing = sorted(code for code in comparable if theirs.get(code) != ours.get(code))
        if not differing:
            yield AGREEING["supply centres"]
        for code in differing:
            yield Comparison(
                subject=f"centre {code}",
                recorded=theirs.get(code, "nobody"),
                computed=ours.get(code, "nobody"),
                verdict="differs",
                centre=code,
                chart=ours,
            )
    if recorded.counts:
        count_of = Counter(ours.values())
        for power, printed in recorded.counts.items():
            computed = count_of[power]
            yield Comparison(
                subject=f"centres of {power}",
                recorded=str(printed),
                computed=str(computed),
                verdict="agrees" if computed == printed else "differs",
                power=power,
                chart=ours,
            )


def compare(
    turn: Turn,
    recorded: PhaseRecord,
    *,
    owners: Mapping[Code, Power],
    rulings: Iterable[Ruling],
    words: ResultVocabulary,
    same_units: bool,
) -> tuple[Comparison, ...]:
    """Everything that the record prints of a phase, compared with our findings. `owners` are the
    owners of the centres as we count them, `words` the source's vocabulary; `same_units` says that
    the printed position is ours."""
    ruling_on = {(ruling.at.province, ruling.power): ruling for ruling in rulings}
    if ruling_on and not recorded.silent:
        unprinted = _ruled_but_not_printed(recorded, ruling_on.values())
        recorded = recorded._replace(results=(*recorded.results, *unprinted))
    of_orders = _orders(turn, recorded, words) if turn.actions else _ends(turn, recorded)
    positions = _positions(turn, recorded, same_units)
    comparisons = (*of_orders, *positions, *_charts(recorded, owners))
    if not ruling_on:
        return comparisons
    return tuple(_ruled(comparison, ruling_on) for comparison in comparisons)


def _ruled_but_not_printed(recorded: PhaseRecord, rulings: Iterable[Ruling]) -> Iterator[Printed]:
    """The outcomes that are ruled of units of which the source prints none."""
    printed = {result.at.province for result in recorded.results}
    for ruling in rulings:
        if ruling.at.province not in printed:
            outcomes = frozenset({ruling.outcome})
            yield Printed(ruling.power, ruling.at, outcomes, text=NOT_PRINTED)


def overall(comparisons: Iterable[Comparison], unread: bool = False) -> Verdict:
    """The verdict on a phase: "differs" if one comparison does, else "not read" if something was
    `unread`, else "ruled" if one is, else "agrees"; "not recorded" without comparisons."""
    verdicts = {comparison.verdict for comparison in comparisons}
    if unread:
        verdicts.add("not read")
    for verdict in WORST_FIRST:
        if verdict in verdicts:
            return verdict
    return "not recorded"


def _ruled(c: Comparison, rulings: Mapping[tuple[Code, Power | None], Ruling]) -> Comparison:
    if c.verdict != "differs" or c.at is None:
        return c
    ruling = rulings.get((c.at.province, c.power)) or rulings.get((c.at.province, None))
    if ruling is None:
        return c
    text = f"{ruling.outcome}: {ruling.why}"
    return c._replace(verdict="ruled", ruling=text, source=ruling.source)


def _orders(turn: Turn, recorded: PhaseRecord, words: ResultVocabulary) -> Iterator[Comparison]:
    if not (recorded.results or recorded.silent):
        return
    printed = grouped(((p.at.province, p.power, p.kind), p) for p in recorded.results)
    for action, result in turn.by_action.items():
        written = result.written
        of_unit = _printed_for(printed, action.unit, written)
        if of_unit is None and not (recorded.silent and written):
            continue
        ours = outcomes(result)
        if result.fault is Reason.UNCONVOYED:
            ours |= {Outcome.NO_CONVOY}
        theirs = of_unit.outcomes if of_unit else frozenset({_success(action)})
        agrees = same(theirs, ours, quiet=recorded.silent, words=words)
        if result.why is Reason.CONVOY_NOT_NEEDED and theirs & UNNEEDED:
            agrees = True
        yield Comparison(
            subject=written.text if written and written.text else str(action.unit),
            recorded=_as_printed(theirs, of_unit),
            computed=_spelled(ours),
            verdict="agrees" if agrees else "differs",
            result=result,
            power=action.power,
            at=action.at,
        )
        if of_unit and of_unit.options is not None and result.lost is not None:
            yield _compared_refuges(result.lost, of_unit.options)


def _success(action: Action) -> Outcome:
    """The outcome of an action that is carried out."""
    if action.goal is not None:
        return Outcome.MOVED
    return SUCCESS.get(type(action.order), Outcome.HELD)


def _as_printed(outcomes: frozenset[Outcome], printed: Printed | None) -> str:
    """Outcomes in words, or else the text of the source."""
    text = printed.text if printed else ""
    if text is NOT_PRINTED:  # no text of a source, whatever it says, is this very object
        return text
    return _spelled(outcomes) or text


def _compared_refuges(lost: Dislodged, options: Iterable[Location]) -> Comparison:
    """The printed retreats of a dislodged unit, beside those that we find."""
    theirs = frozenset(options)
    ours = frozenset(lost.refuges)
    agree = {place.province for place in theirs} == {place.province for place in ours}
    return Comparison(
        subject=f"retreats of {lost.unit}",
        recorded=" ".join(sorted(theirs)) or "nowhere",
        computed=" ".join(sorted(ours)) or "nowhere",
        verdict="agrees" if agree else "differs",
        power=lost.unit.power,
        at=lost.unit.at,
        refuges=(theirs, ours),
    )


def _printed_for(printed: PrintedByUnit, unit: Unit, written: Written | None) -> Printed | None:
    """The printed result of a unit's order; of both halves' results that of this half's order."""
    province = unit.at.province
    for power, kind in product((unit.power, None), (None, unit.kind)):
        results = printed.get((province, power, kind))
        if results:
            return _of_the_order(results, written.text if written is not None else "")
    return None


def _of_the_order(results: Sequence[Printed], text: str) -> Printed:
    """Of several printed results the one whose text begins with that of an order, or the last."""
    for printed in results:
        if text and printed.text.startswith(text):
            return printed
    return results[-1]


def outcomes(result: OrderResult) -> frozenset[Outcome]:
    """What we find of an order of a movement phase, in the words of records."""
    outcomes = {result.finding.why.outcome}
    if result.lost is not None:
        outcomes.add(Outcome.DISLODGED if result.lost.refuges else Outcome.DESTROYED)
    if result.fault is not None:
        outcomes.discard(Outcome.HELD)
        outcomes.add(result.fault.outcome)
    return frozenset(outcomes)


def same(
    theirs: frozenset[Outcome],
    ours: frozenset[Outcome],
    *,
    quiet: bool,
    words: ResultVocabulary = MappingProxyType({}),
) -> bool:
    """Do a printed and a computed outcome say the same?

    A source that says only that a unit was driven out does not say what became of its order. A
    `quiet` source prints nothing for orders that succeeded. Of a unit that held and was driven
    out we find nothing else.
    """
    meant: set[Outcome] = set()
    for word in theirs - DRIVEN_OUT:
        meant.update(words.get(word, (word,)))
    if theirs & DRIVEN_OUT and not ours & DRIVEN_OUT:
        return False
    if ours & DRIVEN_OUT and not (theirs | meant) & DRIVEN_OUT:
        return False
    printed = _in_one_word(meant - DRIVEN_OUT)
    computed = _in_one_word(ours - DRIVEN_OUT)
    if not printed:
        return bool(theirs) or quiet or computed == {"done"}
    if "failed" in printed:
        return "done" not in computed
    if not computed:
        return printed <= {"done"}
    return bool(printed & computed)


def _in_one_word(outcomes: Iterable[Outcome]) -> set[str]:
    """Outcomes, with one word for all orders that were done."""
    return {"done" if outcome in DONE else outcome.value for outcome in outcomes}


def _spelled(outcomes: Iterable[Outcome]) -> str:
    return ", ".join(sorted(str(outcome) for outcome in outcomes))


def _ends(turn: Turn, recorded: PhaseRecord) -> Iterator[Comparison]:
    """The results of retreats, builds and removals, and refused orders that are printed as carried
    out."""
    if not recorded.results:
        return
    printed = grouped(((p.at.province, p.power, p.kind), p) for p in recorded.results)
    for result in turn.ends:
        of_unit = _printed_for(printed, result.unit, result.written) if result.unit else None
        if of_unit is not None and result.unit is not None:
            yield _compared_end(result, result.unit, of_unit)
    for result in turn.beside:
        unit = result.written.unit if result.written and not result.finding else None
        claims = printed.get((unit.at.province, result.power, None)) if unit else None
        if unit is not None and claims and claims[-1].outcomes & CARRIED_OUT:
            yield Comparison(
                subject=result.written.text
                if result.written and result.written.text
                else str(unit),
                recorded=_spelled(claims[-1].outcomes),
                computed=_spelled({result.outcome}),
                verdict="differs",
                result=result,
                power=result.power,
                at=unit.at,
            )


def _compared_end(result: OrderResult, unit: Unit, printed: Printed) -> Comparison:
    """The result of a retreat, build or removal."""
    theirs = printed.outcomes
    ours = frozenset({result.outcome})
    both_gone = bool(theirs & GONE and ours & GONE)
    agrees = both_gone or same(theirs, ours, quiet=False)
    return Comparison(
        subject=result.written.text if result.written else str(unit),
        recorded=_spelled(theirs) or printed.text,
        computed=_spelled(ours),
        verdict="agrees" if agrees else "differs",
        result=result,
        power=result.power,
        at=unit.at,
    )


def impossible_readings(
    turn: Turn, recorded: PhaseRecord, sharing: bool, same_units: bool
) -> Iterator[Doubt]:
    """The impossible readings of a phase; `sharing` says whether units may share a province,
    `same_units` that the printed position is ours."""
    phase_line = f"line {recorded.line}" if recorded.line else ""
    if recorded.after is not None and not same_units:
        units_in = grouped((unit.at.province, unit) for unit in recorded.after)
        for province, units in units_in.items():
            if len(units) > 1 and not sharing:
                crowd = f"{' and '.join(map(str, units))} in {province}"
                yield Doubt("crowded", crowd, phase_line)
        for power, missing in _lost(recorded, turn.after.units):
            yield Doubt("lost", ", ".join(map(str, missing)), phase_line, power)
    for printed in _unattacked(recorded):
        line = f"line {printed.line}" if printed.line else phase_line
        yield Doubt("unattacked", printed.text or str(printed.at), line, printed.power)
    owners = list((recorded.owners or {}).values())
    for power, count in (recorded.counts or {}).items():
        owned = owners.count(power)
        if owned not in (0, count):
            yield Doubt("chart", f"{count}, {owned}", phase_line, power)


def _lost(recorded: PhaseRecord, ours: Iterable[Unit]) -> Iterator[tuple[Power, list[Unit]]]:
    """Powers with several units of which all are missing in a printed position, or so many that
    its list must have broken off."""
    printed = grouped((unit.power, unit.at.province) for unit in recorded.after or ())
    for power, units in grouped((unit.power, unit) for unit in sorted(ours)).items():
        places = set(printed.get(power, ()))
        missing = [unit for unit in units if unit.at.province not in places]
        broken_off = len(missing) == len(units) or len(missing) + len(places) == len(units)
        is_listed = recorded.whole or places
        doubtful = DOUBTFUL_IF_SOME_LISTED if places else DOUBTFUL_IF_ALL_MISSING
        if is_listed and broken_off and len(missing) >= doubtful:
            yield power, missing


def _unattacked(recorded: PhaseRecord) -> Iterator[Printed]:
    """Units printed as dislodged where no order leads, if the position before was inferred from
    the orders: then orders are missing."""
    if recorded.phase.step != "movement" or all(n.kind != "inferred" for n in recorded.notes):
        return
    reached = set()
    for written in recorded.orders:
        if isinstance(written.order, Move | Embark | Debark) and written.order.to:
            reached.add(written.order.to.province)
    for printed in recorded.results:
        if Outcome.DISLODGED in printed.outcomes and printed.at.province not in reached:
            yield printed


def absent(before: Position, recorded: PhaseRecord) -> Iterator[Doubt]:
    """Units with a printed result that are not on the board."""
    if not recorded.results or recorded.phase.step == "adjustments":
        return
    units: Sequence[Unit] = before.units
    if recorded.phase.step == "retreats":
        units = [dislodged.unit for dislodged in before.dislodged]
    occupied: set[tuple[Power | None, Code]] = set()
    for unit in units:
        occupied.add((unit.power, unit.at.province))
        occupied.add((None, unit.at.province))
    for printed in recorded.results:
        of_a_unit = printed.outcomes and not printed.outcomes & NO_UNIT
        if of_a_unit and (printed.power, printed.at.province) not in occupied:
            line = f"line {printed.line}" if printed.line else ""
            yield Doubt("absent", printed.text or str(printed.at), line, printed.power)
