"""The result of an order in an export, as printed or else as judged; and all orders as CSV."""

import csv
import io
from collections.abc import Iterator

from builder.model.orders import Convoy
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
    for printed in stage.recorded.results if stage.recorded else ():
        if printed.at.province == province and printed.power in (None, power):
            return printed
    return None


def order_results(stage: Stage, result: OrderResult) -> frozenset[Outcome]:
    """The outcomes of one order of a movement phase, as the source prints them. If it prints only
    whether the order was done, or nothing, and our result agrees with it, that is given instead."""
    action = result.action
    assert action is not None
    printed = printed_of(stage, action.home, action.power)
    theirs = printed.outcomes if printed else frozenset()
    if theirs & TAGS.keys() and Outcome.FAILED not in theirs:
        return theirs
    silent = stage.recorded is not None and stage.recorded.silent
    agrees = any(c.action is action and c.verdict == "agrees" for c in stage.comparisons)
    if (theirs or silent) and not agrees:
        return theirs
    return outcomes(result)


def went_by_land(stage: Stage, result: OrderResult) -> bool:
    """Did a unit go by land, whatever its order says, because no fleet carried it?"""
    action = result.action
    assert action is not None
    if result.fault is not None or result.finding.why.outcome in UNCARRIED:
        return False
    for other, convoy in stage.turn.by_action.items():
        passage = other.order.passage if isinstance(other.order, Convoy) else None
        if passage == (action.home, action.goal) and convoy.finding:
            return False
    return True


def tags(outcomes: frozenset[Outcome], moves: bool) -> list[str]:
    """Outcomes of a move or another order in the words of judges; one that was done has none."""
    words = [TAGS[outcome] for outcome in Outcome if outcome in outcomes & TAGS.keys()]
    if Outcome.FAILED in outcomes:
        words.insert(0, "bounce" if moves else "cut")
    return list(dict.fromkeys(words))


def is_gone(stage: Stage, result: OrderResult) -> bool:
    """Was the unit of a retreat taken off the board?"""
    unit = result.unit
    printed = printed_of(stage, unit.at.province, result.power) if unit else None
    if printed is not None and printed.outcomes:
        return Outcome.RETREATED not in printed.outcomes
    return result.to is None or not result.finding


def orders_csv(replay: Replay) -> str:
    """All orders as CSV, one a row, with the COLUMNS; `recorded` is the printed outcome, `for` and
    `against` are the strengths on both sides."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for stage in replay.stages:
        writer.writerows(_rows(stage, replay))
    return out.getvalue()


def _rows(stage: Stage, replay: Replay) -> Iterator[tuple[str, ...]]:
    setting = replay.variant.setting
    results = {result.written: result for result in stage.turn.results}
    for written in stage.recorded.orders if stage.recorded else ():
        result = results.get(written)
        printed = written.unit and printed_of(stage, written.unit.at.province, written.issuer)
        tally = result.finding.tally if result is not None and result.fault is None else None
        strength_for, strength_against = tally or ("", "")
        yield (
            replay.record.id,
            setting.calendar.short(stage.phase),
            written.issuer,
            write_order(written, setting),
            written.text,
            ", ".join(sorted(printed.outcomes)) if printed else "",
            result.outcome.value if result is not None else "",
            str(strength_for),
            str(strength_against),
            replay.variant.name,
        )
