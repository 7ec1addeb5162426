"""Compares printed positions and supply-centre charts with ours."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.model.findings import Turn
from builder.model.units import Code, Location, Power, Unit
from builder.playback.comparison import Comparison, Verdict
from builder.record import PhaseRecord

AGREED = {
    subject: Comparison(subject, "as computed", "as recorded", "agrees")
    for subject in ("position", "dislodged units", "supply centres")
}


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
    if recorded.whole or recorded.after is None:
        return list(units)
    powers = {u.power for u in recorded.after}
    return [u for u in units if u.power in powers]


def _units(subject: str, theirs: Sequence[Unit], ours: Sequence[Unit]) -> Iterator[Comparison]:
    if alike(theirs, ours):
        yield AGREED[subject]
        return
    printed, found = set(map(bare, matched(theirs, ours))), set(map(bare, ours))
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
    if set(theirs) == set(ours):
        return True
    return set(map(bare, matched(theirs, ours))) == set(map(bare, ours))


def matched(printed: Iterable[Unit], ours: Iterable[Unit]) -> tuple[Unit, ...]:
    """The printed units, each as ours if it is the same but for doubling or an unprinted coast."""
    known: dict[Unit, Unit] = {}
    for unit in ours:
        seen = bare(unit)
        known[seen] = unit
        if seen.at.coast:
            known[seen._replace(at=Location(seen.at.province))] = unit
    return tuple(known.get(u, u) for u in printed)


def bare(unit: Unit) -> Unit:
    """A unit as sources print it, without doubling."""
    return unit if unit.size == 1 else unit._replace(size=1)


def charts(recorded: PhaseRecord, ours: Mapping[Code, Power]) -> Iterator[Comparison]:
    """The printed owners and numbers of supply centres."""
    if recorded.owners is not None:
        powers = {None, *recorded.owners.values()}
        comparable = (c for c in ours if c in recorded.owners or ours[c] in powers)
        differing = [
            c for c in {*recorded.owners, *comparable} if recorded.owners.get(c) != ours.get(c)
        ]
        if not differing:
            yield AGREED["supply centres"]
        for code in sorted(differing):
            yield Comparison(
                f"centre {code}", recorded.owners.get(code, "nobody"), ours.get(code, "nobody"),
                "differs", centre=code, chart=ours,
            )  # fmt: skip
    if recorded.counts is not None:
        owned = Counter(ours.values())
        for power, count in recorded.counts.items():
            verdict: Verdict = "agrees" if owned[power] == count else "differs"
            yield Comparison(
                f"centres of {power}", str(count), str(owned[power]), verdict, power=power,
                chart=ours,
            )  # fmt: skip
