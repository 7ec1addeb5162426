"""A whole game as a zine prints it, with results as printed or else as judged."""

from itertools import zip_longest

from builder.model.findings import Action
from builder.model.outcomes import Outcome
from builder.model.turns import Turn
from builder.playback.replaying import Replay, Stage
from builder.prose.reasons import FATES
from builder.prose.zine_report import positions, report
from builder.record import PhaseRecord

STANDARD = "standard"
PRINTED = FATES | {Outcome.FAILED: "failed"}


def whole_game(replay: Replay) -> str:
    """The name of a game and the report of each phase.

    If the record differs from what we find, the positions are printed as well.
    """
    record, setting = replay.record, replay.variant.setting
    players = {p: name for p, name in record.players.items() if name != "?"}
    board = [f"# variant: {record.variant}"] * (record.variant != STANDARD)
    lines = [record.name.upper(), *board, ""]
    for stage, then in zip_longest(replay.stages, replay.stages[1:]):
        turn = _as_it_went_on(stage, then)
        lines.append(report(turn, setting, stage.recorded, players, said=_printed(stage)))
        if stage.followed or stage.verdict in ("differs", "ruled"):
            lines += ["Positions", "", *positions(turn.after, setting, everyone=True), ""]
    return "\n".join(lines)


def _as_it_went_on(stage: Stage, then: Stage | None) -> Turn:
    """The phase with the position from which play went on, if that is not ours; no centre
    changes hands before retreats."""
    turn = stage.turn._replace(dislodged=stage.dislodged)
    if not stage.followed:
        return turn
    after = stage.next
    if then is not None and then.phase.step == "retreats":
        after = after._replace(owners=stage.turn.before.owners)
    known = {d.unit: d for d in stage.dislodged}
    dislodged = tuple(known.get(d.unit, d) for d in after.dislodged)
    return turn._replace(after=after, dislodged=dislodged)


def _printed(stage: Stage) -> dict[Action, str]:
    """The source's words for the orders whose results differ from ours."""
    return {
        c.action: _words(c.action, stage.recorded)
        for c in stage.comparisons
        if c.verdict in ("differs", "ruled") and c.action and not c.refuges
    }


def _words(action: Action, recorded: PhaseRecord | None) -> str:
    results = recorded.results if recorded else ()
    said = [p for p in results if p.at.province == action.home and p.power in (None, action.power)]
    found = {o for p in said for o in p.outcomes}
    return ", ".join(dict.fromkeys(PRINTED[o] for o in Outcome if o in found and o in PRINTED))
