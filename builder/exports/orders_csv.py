"""Writes a replay as a table of orders with printed and judged results."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from builder.exports.order_results import printed_of
from builder.model.findings import Finding
from builder.model.orders import Written
from builder.model.setting import Setting
from builder.notation.notation import write_order
from builder.playback.replaying import Replay, Stage

COLUMNS = (
    "game",
    "phase",
    "power",
    "order",
    "as typed",
    "recorded",
    "computed",
    "for",
    "against",
    "variant",
)


def orders_csv(replay: Replay) -> str:
    """One row an order: game, phase, power, order, as typed, recorded and computed outcome, and
    the strength for and against it, and the variant."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    setting = replay.variant.setting
    for stage in replay.stages:
        for row in _rows(stage, setting):
            head = replay.record.id, setting.calendar.short(stage.phase)
            writer.writerow((*head, *row, replay.variant.name))
    return out.getvalue()


def _rows(stage: Stage, setting: Setting) -> Iterator[tuple[str, ...]]:
    found: dict[Written, Finding] = {**stage.turn.faults, **stage.turn.repeats}
    found |= {w: stage.turn.findings[a] for a, w in stage.turn.written.items() if a.fault is None}
    found |= {f.written: f.finding for f in stage.turn.fates if f.written is not None}
    for written in stage.recorded.orders if stage.recorded else ():
        finding = found.get(written)
        printed = written.unit and printed_of(stage, written.unit.at.province, written.issuer)
        recorded = ", ".join(sorted(printed.outcomes)) if printed else ""
        tally = (finding.tally if finding is not None else None) or ("", "")
        yield (
            written.issuer, write_order(written, setting), written.text, recorded,
            "" if finding is None else finding.why.outcome.value, *map(str, tally),
        )  # fmt: skip
