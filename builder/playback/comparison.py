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
GONE = DRIVEN_OUT | {Outcome.DISBANDED, Outcome.FAILED}
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
    of_orders = _orders(turn, recorded, words) if turn.by_action else _ends(turn, recorded)
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
    for action, result in turn.by_action.items():
        written = result.written
        said = _printed_for(printed, action.home, action.power, action.kind, written)
        if said is None and not (recorded.silent and written):
            continue
        ours = outcomes(result)
        if result.fault is Reason.UNCONVOYED:
            ours |= {Outcome.NO_CONVOY}
        success = SUCCESS.get(type(action.order), Outcome.HELD)
        done = Outcome.MOVED if action.goal is not None else success
        theirs = said.outcomes if said else frozenset({done})
        agrees = same(theirs, ours, quiet=recorded.silent, words=words)
        subject = written.text if written and written.text else str(action.unit)
        text = said.text if said else ""
        yield Comparison(
            subject,
            ALONE if text is ALONE else _spelled(theirs) or text,
            _spelled(ours),
            "agrees" if agrees else "differs",
            result=result,
            power=action.power,
            at=action.at,
        )
        if said and said.options is not None and result.lost is not None:
            yield _compared_refuges(result.lost, said.options)


def _compared_refuges(lost: Dislodged, options: Iterable[Location]) -> Comparison:
    """The printed retreats of a dislodged unit, beside those that we find."""
    theirs = frozenset(options)
    ours = frozenset(lost.refuges)
    agree = {place.province for place in theirs} == {place.province for place in ours}
    return Comparison(
        f"retreats of {lost.unit}",
        " ".join(sorted(theirs)) or "nowhere",
        " ".join(sorted(ours)) or "nowhere",
        "agrees" if agree else "differs",
        power=lost.unit.power,
        at=lost.unit.at,
        refuges=(theirs, ours),
    )


def _printed_for(
    printed: PrintedByUnit, here: Code, power: Power, kind: KindCode, written: Written | None
) -> Printed | None:
    """The printed result of a unit's order; of both halves' results that of this half's order."""
    for key in product((here,), (power, None), (None, kind)):
        if found := printed.get(key):
            text = written.text if written is not None else ""
            return next((p for p in found if text and p.text.startswith(text)), found[-1])
    return None


def outcomes(result: OrderResult) -> frozenset[Outcome]:
    """What we find of an order of a movement phase, in the words of records."""
    found = {result.finding.why.outcome}
    if result.lost is not None:
        found.add(Outcome.DISLODGED if result.lost.refuges else Outcome.DESTROYED)
    if result.fault is not None:
        found.discard(Outcome.HELD)
        found.add(result.fault.outcome)
    return frozenset(found)


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


def _ends(turn: Turn, recorded: PhaseRecord) -> Iterator[Comparison]:
    if not recorded.results:
        return
    printed = grouped(((p.at.province, p.power, p.kind), p) for p in recorded.results)
    for end in turn.ends:
        if end.unit is None:
            continue
        here = end.unit.at.province
        said = _printed_for(printed, here, end.power, end.unit.kind, end.written)
        if said is None:
            continue
        ours = frozenset({end.outcome})
        both_gone = bool(said.outcomes & GONE and ours & GONE)
        agrees = same(said.outcomes, ours, quiet=False) or both_gone
        yield Comparison(
            end.written.text if end.written else str(end.unit),
            _spelled(said.outcomes) or said.text,
            _spelled(ours),
            "agrees" if agrees else "differs",
            result=end,
            power=end.power,
            at=end.unit.at,
        )
    for result in turn.beside:  # refused orders printed as carried out
        unit = result.written.unit if result.written and not result.finding else None
        claims = printed.get((unit.at.province, result.power, None)) if unit else None
        if unit is not None and claims and claims[-1].outcomes & CARRIED_OUT:
            yield Comparison(
                result.written.text if result.written and result.written.text else str(unit),
                _spelled(claims[-1].outcomes),
                _spelled({result.outcome}),
                "differs",
                result=result,
                power=result.power,
                at=unit.at,
            )


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
