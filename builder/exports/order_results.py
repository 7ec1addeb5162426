"""The result of an order in an export, as printed or else as judged; and all orders as CSV."""

import csv
import io
from collections.abc import Iterator

from builder.model.findings import Action, Finding
from builder.model.orders import Convoy, Written
from builder.model.outcomes import UNCARRIED, Outcome
from builder.model.results import OrderResult
from builder.notation.notation import write_order
from builder.playback.comparison import outcomes
from builder.playback.replaying import Replay, Stage
from builder.record import Printed

TAGS = {
    Outcome.BOUNCED: "bounce", Outcome.CUT: "cut", Outcome.VOID: "void", Outcome.ILLEGAL: "void",
    Outcome.NO_CONVOY: "no convoy", Outcome.DISRUPTED: "no convoy",
    Outcome.DISLODGED: "dislodged", Outcome.DESTROYED: "dislodged",
}  # fmt: skip
COLUMNS = (
    "game", "phase", "power", "order", "as typed", "recorded", "computed", "for", "against",
    "variant",
)  # fmt: skip


def printed_of(stage: Stage, province: str, power: str) -> Printed | None:
    """What the source prints of one unit, if it does."""
    results = stage.recorded.results if stage.recorded else ()
    said = (p for p in results if p.at.province == province and p.power in (None, power))
    return next(said, None)


def order_results(stage: Stage, action: Action) -> frozenset[Outcome]:
    """The outcomes of one order of a movement phase, as the source prints them. If it prints only
    whether the order was done, or nothing, and our result agrees with it, that is given instead."""
    printed = printed_of(stage, action.home, action.power)
    said = printed.outcomes if printed else frozenset()
    if said & TAGS.keys() and Outcome.FAILED not in said:
        return said
    silent = stage.recorded is not None and stage.recorded.silent
    alike = any(c.action is action and c.verdict == "agrees" for c in stage.comparisons)
    if (said or silent) and not alike:
        return said
    lost = stage.turn.loss(action)
    found = outcomes(stage.turn.findings[action], lost)
    return found if action.fault is None else found - {Outcome.HELD} | {action.fault.outcome}


def walked(stage: Stage, action: Action) -> bool:
    """Did a unit go by land, whatever its order says, because no fleet carried it?"""
    turn, way = stage.turn, (action.home, action.goal)
    convoys = (a for a in turn.actions if isinstance(a.order, Convoy) and a.order.passage == way)
    failed = turn.findings[action].why.outcome in UNCARRIED
    return action.fault is None and not failed and not any(map(turn.findings.get, convoys))


def tags(found: frozenset[Outcome], moves: bool) -> list[str]:
    """Outcomes in the words of judges; an order that was done has none."""
    named = [TAGS[o] for o in Outcome if o in found and o in TAGS]
    if Outcome.FAILED in found:
        named.insert(0, "bounce" if moves else "cut")
    return list(dict.fromkeys(named))


def is_gone(stage: Stage, fate: OrderResult) -> bool:
    """Was the unit of a retreat taken off the board?"""
    printed = printed_of(stage, fate.unit.at.province, fate.power) if fate.unit else None
    if printed is not None and printed.outcomes:
        return Outcome.RETREATED not in printed.outcomes
    return fate.to is None or not fate.finding


def orders_csv(replay: Replay) -> str:
    """All orders as CSV, one a row, with the COLUMNS; `recorded` is the printed outcome, `for` and
    `against` are the strengths on both sides."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(row for stage in replay.stages for row in _rows(stage, replay))
    return out.getvalue()


def _rows(stage: Stage, replay: Replay) -> Iterator[tuple[str, ...]]:
    setting = replay.variant.setting
    found: dict[Written, Finding] = {**stage.turn.faults, **stage.turn.repeats}
    found |= {w: stage.turn.findings[a] for a, w in stage.turn.written.items() if a.fault is None}
    found |= {f.written: f.finding for f in stage.turn.ends if f.written is not None}
    for written in stage.recorded.orders if stage.recorded else ():
        finding = found.get(written)
        printed = written.unit and printed_of(stage, written.unit.at.province, written.issuer)
        tally = (finding.tally if finding is not None else None) or ("", "")
        yield (
            replay.record.id, setting.calendar.short(stage.phase),
            written.issuer, write_order(written, setting), written.text,
            ", ".join(sorted(printed.outcomes)) if printed else "",
            "" if finding is None else finding.why.outcome.value, *map(str, tally),
            replay.variant.name,
        )  # fmt: skip
