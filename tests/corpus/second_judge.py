"""Phases that differ from what was printed, judged once more by the Python package `diplomacy`.

differences.py asks it for every explanation where the package is installed; to see phase by phase:

    pip install diplomacy
    python tests/corpus/second_judge.py zine/tap

The package gets the position and the orders as we read them. Told are, phase by phase, whether it
leaves the same units in the same places, calls the same supports cut or void, and offers the same
retreats as we do; an order that it drops as impossible counts as void. Ends with 1 where one of
these differs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from diplomacy import Game

from builder.archive import Archive
from builder.cli.game_sources import read_source, sources
from builder.model.findings import Action
from builder.model.orders import Support, Written
from builder.model.outcomes import Outcome
from builder.model.units import Dislodged
from builder.playback.replaying import Stage, under, walk

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))
from cross_check import ours, spelt
from differences import CORPUS, ROOT

RETREATS = "retreats of "
VOID = frozenset({Outcome.VOID, Outcome.ILLEGAL})


def differing(source: str, archive: Archive) -> Iterator[tuple[str, Stage]]:
    """Every movement phase of a source that is not as printed, with the name of its game."""
    for found in sources([CORPUS / source], archive):
        for _, record, _ in read_source(found, archive):
            if record is not None and record.variant == "standard":
                for stage in walk(under(archive.variant(record.variant), record), record):
                    if stage.verdict == "differs" and stage.turn.actions:
                        yield record.id, stage


def confirmed(source: str, archive: Archive) -> dict[tuple[str, str], list[str]]:
    """For each phase of movement that differs, by its game and short name, what the package finds
    otherwise than we do."""
    short = archive.variant("standard").setting.calendar.short
    return {(game, short(stage.phase)): apart(stage) for game, stage in differing(source, archive)}


def is_of(subject: str, told: str) -> bool:
    """Does what the package finds otherwise concern an explanation of that subject?"""
    about = told.partition(":")[0]
    return about == subject if about.startswith(RETREATS) else not subject.startswith(RETREATS)


def apart(stage: Stage) -> list[str]:
    """What the package finds otherwise in a phase."""
    game = judged(stage)
    units = {f"{p} {u}" for p, found in game.get_units().items() for u in found}
    told = [f"only one of both: {x}" for x in sorted(units ^ ours(stage.turn))]
    words = game.get_phase_history()[-1].results
    for action, finding in stage.turn.findings.items():
        order = action.order if action.meant is None else action.meant
        if isinstance(order, Support) and not _against_own(action, order, stage):
            outcome = action.fault.outcome if action.fault else finding.why.outcome
            spoken = {str(word) for word in words.get(f"{action.kind} {action.at.upper()}", ())}
            if not _alike(outcome, spoken):
                there = " ".join(spoken) or "given"
                told.append(f"{action.home}: {outcome} here, {there} there")
    return told + [text for lost in stage.turn.dislodged for text in _retreats(lost, game)]


def _alike(outcome: Outcome, spoken: set[str]) -> bool:
    if "dislodged" in spoken:
        return True
    if outcome in VOID:
        return not spoken - {"void"}
    return spoken & {"cut", "void"} == ({"cut"} if outcome is Outcome.CUT else set())


def _against_own(action: Action, order: Support, stage: Stage) -> bool:
    """Is it a support against an own unit, void by the package, not by DATC 6.D.12?"""
    units = stage.turn.before.units
    return order.to is not None and any(
        u.power == action.power and u.at.province == order.to.province for u in units
    )


def judged(stage: Stage) -> Game:
    """The phase as the package plays it."""
    game, before = Game(), stage.turn.before
    game.clear_units()
    game.set_current_phase("S1901M")
    where = {u.at.province: u for u in before.units}
    for power in game.powers:
        mine = [u for u in before.units if u.power.upper() == power]
        game.set_units(power, [f"{u.kind} {u.at.upper()}" for u in mine])
    for power in game.powers:
        told = [spelt(w, where) for w in _standing(stage) if w.issuer.upper() == power]
        game.set_orders(power, told)
    game.process()
    return game


def _standing(stage: Stage) -> list[Written]:
    there = {(u.power, u.at.province) for u in stage.turn.before.units}
    orders = stage.recorded.orders if stage.recorded else ()
    return [w for w in orders if w.unit and (w.issuer, w.unit.at.province) in there]


def _retreats(lost: Dislodged, game: Game) -> Iterator[str]:
    power = game.powers[lost.unit.power.upper()]
    there = {p[:3] for p in power.retreats.get(f"{lost.unit.kind} {lost.unit.at.upper()}", ())}
    here = {place.upper()[:3] for place in lost.refuges}
    if there != here:
        yield f"{RETREATS}{lost.unit}: {sorted(here)} here, {sorted(there)} there"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sources", nargs="+")
    archive, bad = Archive(ROOT), 0
    for source in parser.parse_args().sources:
        for game, stage in differing(source, archive):
            told = apart(stage)
            bad += bool(told)
            print(game, *stage.phase, "; ".join(told) or "judged alike")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
