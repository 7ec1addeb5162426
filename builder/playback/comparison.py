"""What is printed beside what the judge finds: one statement, a position, a chart."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from builder.model.findings import Action, Fate, Turn
from builder.model.orders import Written
from builder.model.units import Code, Location, Power, Unit
from builder.record import PhaseRecord

Verdict = Literal["agrees", "differs", "ruled", "not read", "not recorded"]


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
    fate: Fate | None = None
    power: Power | None = None
    at: Location | None = None
    refuges: tuple[frozenset[Location], frozenset[Location]] | None = None
    centre: Code | None = None
    chart: Mapping[Code, Power] | None = None


def positions(turn: Turn, recorded: PhaseRecord) -> Iterator[Comparison]:
    """The printed position and the printed dislodged units, power by power."""
    if recorded.after is not None:
        yield from _units("position", recorded.after, printed_of(recorded, turn.after.units))
    if recorded.dislodged is not None:
        lost = set(matched(recorded.dislodged, [d.unit for d in turn.dislodged]))
        # sources may leave out units that cannot retreat
        ours = [d.unit for d in turn.dislodged if d.refuges or d.unit in lost]
        yield from _units("dislodged units", recorded.dislodged, ours)


def printed_of(recorded: PhaseRecord, units: Iterable[Unit]) -> list[Unit]:
    """Those of our units whose powers are in a printed position."""
    powers = {u.power for u in recorded.after or ()}
    return [u for u in units if recorded.whole or u.power in powers]


def _units(subject: str, theirs: Sequence[Unit], ours: Sequence[Unit]) -> Iterator[Comparison]:
    if alike(theirs, ours):
        yield Comparison(subject, "as computed", "as recorded", "agrees")
        return
    printed, found = _bare(matched(theirs, ours)), _bare(ours)
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
    return set(theirs) == set(ours) or _bare(matched(theirs, ours)) == _bare(ours)


def matched(printed: Iterable[Unit], ours: Iterable[Unit]) -> tuple[Unit, ...]:
    """The printed units, each as ours if it is the same but for doubling or an unprinted coast."""
    known: dict[Unit, Unit] = {}
    for unit in ours:
        seen = unit._replace(size=1)
        known[seen] = unit
        if seen.at.coast:
            known[seen._replace(at=Location(seen.at.province))] = unit
    return tuple(known.get(u, u) for u in printed)


def _bare(units: Iterable[Unit]) -> set[Unit]:
    """Units as sources print them, without doubling."""
    return {u if u.size == 1 else u._replace(size=1) for u in units}


def charts(recorded: PhaseRecord, ours: Mapping[Code, Power]) -> Iterator[Comparison]:
    """The printed owners and numbers of supply centres."""
    if (theirs := recorded.owners) is not None:
        powers = {None, *theirs.values()}
        comparable = {*theirs, *(c for c, power in ours.items() if power in powers)}
        differing = sorted(c for c in comparable if theirs.get(c) != ours.get(c))
        if not differing:
            yield Comparison("supply centres", "as computed", "as recorded", "agrees")
        for code in differing:
            yield Comparison(
                f"centre {code}", theirs.get(code, "nobody"), ours.get(code, "nobody"), "differs",
                centre=code, chart=ours,
            )  # fmt: skip
    owned = Counter(ours.values())
    for power, count in (recorded.counts or {}).items():
        yield Comparison(
            f"centres of {power}", str(count), str(owned[power]),
            "agrees" if owned[power] == count else "differs", power=power, chart=ours,
        )  # fmt: skip
