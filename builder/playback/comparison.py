"""Compares what is printed with what the judge finds: results, positions and charts.

What is printed is checked before: a province has one unit, no power loses all its units at once,
units are dislodged only where an order leads, charts add up, and results are of units on the board.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Literal, NamedTuple

from builder.model.findings import Action, Finding, Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Debark, Embark, Move, Support, Written
from builder.model.outcomes import DRIVEN_OUT, Outcome, Vocabulary
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
ALONE = "not printed"  # a ruling on an order of which the source has no result
CARRIED_OUT = frozenset({Outcome.RETREATED, Outcome.BUILT, Outcome.REMOVED})
SUCCESS: Mapping[type, Outcome] = {Support: Outcome.GIVEN, Convoy: Outcome.CARRIED}
Why = Literal["line", "crowded", "lost", "unattacked", "chart", "absent", "gap"]
NO_UNIT = frozenset({Outcome.VOID, Outcome.ILLEGAL, Outcome.NO_ORDER})
SEVERAL, MANY = 2, 3  # missing units that are in doubt: if all are, and if some are left


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
    each. `action`, `written` or `fate` is the order that is compared. `ruling` and `source` are the
    game master's. `refuges` are the retreats of a dislodged unit, as printed and as computed.
    `chart` has the owners as we count them, and `centre` the one that is compared.
    """

    subject: str
    recorded: str
    computed: str
    verdict: Verdict
    ruling: str = ""
    source: str = ""
    action: Action | None = None
    written: Written | None = None
    fate: OrderResult | None = None
    power: Power | None = None
    at: Location | None = None
    refuges: tuple[frozenset[Location], frozenset[Location]] | None = None
    centre: Code | None = None
    chart: Mapping[Code, Power] | None = None


AGREEING = {
    subject: Comparison(subject, "as computed", "as recorded", "agrees")
    for subject in ("position", "dislodged units", "supply centres")
}


def _positions(turn: Turn, recorded: PhaseRecord, as_found: bool) -> Iterator[Comparison]:
    """The printed position and the printed dislodged units, power by power."""
    if as_found:
        yield AGREEING["position"]
    elif recorded.after is not None:
        yield from _units("position", recorded.after, printed_of(recorded, turn.after.units))
    if recorded.dislodged is not None:
        ours = [d.unit for d in turn.dislodged]
        if {*recorded.dislodged} == {*ours}:
            yield AGREEING["dislodged units"]
            return
        lost = {*matched(recorded.dislodged, ours)}
        # sources may leave out units that cannot retreat
        ours = [d.unit for d in turn.dislodged if d.refuges or d.unit in lost]
        yield from _units("dislodged units", recorded.dislodged, ours)


def printed_of(recorded: PhaseRecord, units: Iterable[Unit]) -> list[Unit]:
    """Those of our units whose powers are in a printed position."""
    powers = {u.power for u in recorded.after or ()}
    return [u for u in units if recorded.whole or u.power in powers]


def _units(subject: str, theirs: Sequence[Unit], ours: Sequence[Unit]) -> Iterator[Comparison]:
    printed, found = _bare(matched(theirs, ours)), _bare(ours)
    if printed == found:
        yield AGREEING[subject]
    for power in sorted({u.power for u in printed ^ found}):
        more = sorted(str(u) for u in printed - found if u.power == power)
        missing = [u for u in found - printed if u.power == power]
        less, at = sorted(map(str, missing)), missing[0].at if len(missing) == 1 else None
        yield Comparison(
            f"{subject} of {power}", ", ".join(more) or "–", ", ".join(less) or "–", "differs",
            power=power, at=at,
        )  # fmt: skip


def alike(theirs: Sequence[Unit], ours: Sequence[Unit]) -> bool:
    """Are two positions the same, as far as sources print them?"""
    return _bare(matched(theirs, ours)) == _bare(ours)


def matched(printed: Iterable[Unit], ours: Iterable[Unit]) -> tuple[Unit, ...]:
    """The printed units, each as ours if it is the same but for doubling or an unprinted coast."""
    known: dict[Unit, Unit] = {}
    for unit in ours:
        seen = unit if unit.size == 1 else unit._replace(size=1)
        known[seen] = unit
        if seen.at.coast:
            known[seen._replace(at=Location(seen.at.province))] = unit
    return tuple(known.get(u, u) for u in printed)


def _bare(units: Iterable[Unit]) -> set[Unit]:
    """Units as sources print them, without doubling."""
    return {u if u.size == 1 else u._replace(size=1) for u in units}


def _charts(recorded: PhaseRecord, ours: Mapping[Code, Power]) -> Iterator[Comparison]:
    """The printed owners and numbers of supply centres."""
    theirs = recorded.owners
    if theirs == ours:
        yield AGREEING["supply centres"]
    elif theirs is not None:
        powers = {None, *theirs.values()}
        comparable = {*theirs, *(c for c, power in ours.items() if power in powers)}
        differing = sorted(c for c in comparable if theirs.get(c) != ours.get(c))
        if not differing:
            yield AGREEING["supply centres"]
        for code in differing:
            yield Comparison(
                f"centre {code}", theirs.get(code, "nobody"), ours.get(code, "nobody"), "differs",
                centre=code, chart=ours,
            )  # fmt: skip
    if recorded.counts:
        owned = Counter(ours.values())
        for power, count in recorded.counts.items():
            yield Comparison(
                f"centres of {power}", str(count), str(owned[power]),
                "agrees" if owned[power] == count else "differs", power=power, chart=ours,
            )  # fmt: skip


def compare(
    turn: Turn,
    recorded: PhaseRecord,
    owners: Mapping[Code, Power],
    rulings: Iterable[Ruling],
    words: Vocabulary,
    as_found: bool,
) -> tuple[Comparison, ...]:
    """Everything that the record prints of a phase, compared with our findings. `owners` are the
    owners of the centres as we count them, `words` the source's vocabulary; `as_found` says that
    the printed position is ours."""
    ruled = {(r.at.province, r.power): r for r in rulings}
    if ruled and not recorded.silent:
        known = {r.at.province for r in recorded.results}
        rest = (r for r in ruled.values() if r.at.province not in known)
        alone = [Printed(r.power, r.at, frozenset({r.outcome}), text=ALONE) for r in rest]
        recorded = recorded._replace(results=(*recorded.results, *alone))
    of_orders = _orders(turn, recorded, words) if turn.actions else _fates(turn, recorded)
    found = (*of_orders, *_positions(turn, recorded, as_found), *_charts(recorded, owners))
    return tuple(_ruled(c, ruled) for c in found) if ruled else found


def overall(comparisons: Iterable[Comparison], unread: bool = False) -> Verdict:
    """The verdict on a phase: "differs" if one comparison does, else "not read" if something was
    `unread`, else "ruled" if one is, else "agrees"; "not recorded" without comparisons."""
    verdicts = {c.verdict for c in comparisons}.union(["not read"] if unread else ())
    return next(filter(verdicts.__contains__, WORST_FIRST), "not recorded")


def _ruled(c: Comparison, rulings: Mapping[tuple[Code, Power | None], Ruling]) -> Comparison:
    if c.verdict != "differs" or c.at is None:
        return c
    ruling = rulings.get((c.at.province, c.power)) or rulings.get((c.at.province, None))
    if ruling is None:
        return c
    text = f"{ruling.outcome}: {ruling.why}"
    return c._replace(verdict="ruled", ruling=text, source=ruling.source)


def _orders(turn: Turn, recorded: PhaseRecord, words: Vocabulary) -> Iterator[Comparison]:
    if not (recorded.results or recorded.silent):
        return
    printed = grouped(((p.at.province, p.power, p.kind), p) for p in recorded.results)
    for a in turn.actions:
        written = turn.written.get(a)
        said = _printed_for(printed, a.home, a.power, a.kind, written)
        if said is None and not (recorded.silent and written):
            continue
        lost = turn.loss(a)
        ours = outcomes(turn.findings[a], lost)
        if a.fault is not None:
            ours = ours - {Outcome.HELD} | {a.fault.outcome}
            ours |= {Outcome.NO_CONVOY} if a.fault is Reason.UNCONVOYED else set()
        done = Outcome.MOVED if a.goal is not None else SUCCESS.get(type(a.order), Outcome.HELD)
        theirs = said.outcomes if said else frozenset({done})
        agrees = same(theirs, ours, quiet=recorded.silent, words=words)
        subject = written.text if written and written.text else str(a.unit)
        text = said.text if said else ""
        yield Comparison(
            subject, ALONE if text is ALONE else _spelled(theirs) or text, _spelled(ours),
            "agrees" if agrees else "differs",
            action=a, written=written, power=a.power, at=a.at,
        )  # fmt: skip
        if said and said.options is not None and lost is not None:
            options, refuges = frozenset(said.options), frozenset(lost.refuges)
            alike = {p.province for p in options} == {p.province for p in refuges}
            one, other = (" ".join(sorted(found)) or "nowhere" for found in (options, refuges))
            yield Comparison(
                f"retreats of {lost.unit}", one, other, "agrees" if alike else "differs",
                power=a.power, at=a.at, refuges=(options, refuges),
            )  # fmt: skip


def _printed_for(
    printed: PrintedByUnit, here: Code, power: Power, kind: KindCode, written: Written | None
) -> Printed | None:
    """The printed result of a unit's order; of both halves' results that of this half's order."""
    for key in product((here,), (power, None), (None, kind)):
        if found := printed.get(key):
            text = written.text if written is not None else ""
            return next((p for p in found if text and p.text.startswith(text)), found[-1])
    return None


def outcomes(finding: Finding, lost: Dislodged | None) -> frozenset[Outcome]:
    """What we find of an order, in the words of records; `lost` is its unit if dislodged."""
    driven = Outcome.DISLODGED if lost and lost.refuges else Outcome.DESTROYED
    return frozenset({finding.why.outcome, driven} if lost else {finding.why.outcome})


def same(
    theirs: frozenset[Outcome],
    ours: frozenset[Outcome],
    *,
    quiet: bool,
    words: Vocabulary = MappingProxyType({}),
) -> bool:
    """Do a printed and a computed outcome say the same?

    A source that says only that a unit was driven out does not say what became of its order. A
    `quiet` source prints nothing for orders that succeeded. Of a unit that held and was driven
    out we find nothing else.
    """
    meant = {o for word in theirs - DRIVEN_OUT for o in words.get(word, (word,))}
    if theirs & DRIVEN_OUT and not ours & DRIVEN_OUT:
        return False
    if ours & DRIVEN_OUT and not (theirs | meant) & DRIVEN_OUT:
        return False
    said = {"done" if o in DONE else o.value for o in meant}
    done = {"done" if o in DONE else o.value for o in ours - DRIVEN_OUT}
    if not said:
        return bool(theirs) or quiet or done == {"done"}
    if "failed" in said:
        return "done" not in done
    if not done:
        return said <= {"done"}
    return bool(said & done)


def _spelled(found: Iterable[Outcome]) -> str:
    return ", ".join(sorted(str(o) for o in found))


def _fates(turn: Turn, recorded: PhaseRecord) -> Iterator[Comparison]:
    if not recorded.results:
        return
    printed = grouped(((p.at.province, p.power, p.kind), p) for p in recorded.results)
    for fate in turn.ends:
        if fate.unit is None:
            continue
        here = fate.unit.at.province
        said = _printed_for(printed, here, fate.power, fate.unit.kind, fate.written)
        if said is None:
            continue
        ours = frozenset({fate.finding.why.outcome})
        gone = DRIVEN_OUT | {Outcome.DISBANDED, Outcome.FAILED}
        alike = same(said.outcomes, ours, quiet=False) or bool(said.outcomes & gone and ours & gone)
        yield Comparison(
            fate.written.text if fate.written else str(fate.unit),
            _spelled(said.outcomes) or said.text, _spelled(ours), "agrees" if alike else "differs",
            fate=fate, written=fate.written, power=fate.power, at=fate.unit.at,
        )  # fmt: skip
    for written, finding in turn.faults.items():  # refused orders printed as carried out
        unit = written.unit
        claims = printed.get((unit.at.province, written.issuer, None)) if unit else None
        if unit is not None and claims and claims[-1].outcomes & CARRIED_OUT:
            yield Comparison(
                written.text or str(unit), _spelled(claims[-1].outcomes),
                _spelled({finding.why.outcome}), "differs",
                written=written, power=written.issuer, at=unit.at,
            )  # fmt: skip


def impossible(turn: Turn, recorded: PhaseRecord, crowds: bool, as_found: bool) -> Iterator[Doubt]:
    """The impossible readings of a phase; `crowds` says whether units may share a province,
    `as_found` that the printed position is ours."""
    where = f"line {recorded.line}" if recorded.line else ""
    if recorded.after is not None and not as_found:
        there = grouped((unit.at.province, unit) for unit in recorded.after)
        for province, units in there.items():
            if len(units) > 1 and not crowds:
                yield Doubt("crowded", f"{' and '.join(map(str, units))} in {province}", where)
        for power, missing in _lost(recorded, turn.after.units):
            yield Doubt("lost", ", ".join(map(str, missing)), where, power)
    for printed in _unattacked(recorded):
        place = f"line {printed.line}" if printed.line else where
        yield Doubt("unattacked", printed.text or str(printed.at), place, printed.power)
    for power, count in (recorded.counts or {}).items():
        owned = [*(recorded.owners or {}).values()].count(power)
        if owned not in (0, count):
            yield Doubt("chart", f"{count}, {owned}", where, power)


def _lost(recorded: PhaseRecord, ours: Iterable[Unit]) -> Iterator[tuple[Power, list[Unit]]]:
    """Powers with several units of which all are missing in a printed position, or so many that
    its list must have broken off."""
    printed = grouped((unit.power, unit.at.province) for unit in recorded.after or ())
    for power, units in grouped((unit.power, unit) for unit in sorted(ours)).items():
        places = {*printed.get(power, ())}
        missing = [unit for unit in units if unit.at.province not in places]
        cut_off = len(missing) == len(units) or len(missing) + len(places) == len(units)
        listed = recorded.whole or places
        if listed and cut_off and len(missing) >= (MANY if places else SEVERAL):
            yield power, missing


def _unattacked(recorded: PhaseRecord) -> Iterator[Printed]:
    """Units printed as dislodged where no order leads, if the position before was inferred from
    the orders: then orders are missing."""
    if recorded.phase.step != "movement" or all(n.kind != "inferred" for n in recorded.notes):
        return
    goals = (w.order.to for w in recorded.orders if isinstance(w.order, Move | Embark | Debark))
    reached = {to.province for to in goals if to}
    for printed in recorded.results:
        if Outcome.DISLODGED in printed.outcomes and printed.at.province not in reached:
            yield printed


def absent(before: Position, recorded: PhaseRecord) -> Iterator[Doubt]:
    """Units with a printed result that are not on the board."""
    if not recorded.results or recorded.phase.step == "adjustments":
        return
    moving = recorded.phase.step == "movement"
    units = before.units if moving else [lost.unit for lost in before.dislodged]
    known = {(power, u.at.province) for u in units for power in (u.power, None)}
    for printed in recorded.results:
        of_a_unit = printed.outcomes and not printed.outcomes & NO_UNIT
        if of_a_unit and (printed.power, printed.at.province) not in known:
            line = f"line {printed.line}" if printed.line else ""
            yield Doubt("absent", printed.text or str(printed.at), line, printed.power)
