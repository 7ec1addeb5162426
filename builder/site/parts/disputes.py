"""The phases whose results differ from ours or were not read, each with the reason."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.setting import Setting
from builder.playback.comparison import Comparison
from builder.playback.repairs import repair
from builder.playback.replaying import Replay, Stage
from builder.prose.compared import repair_text
from builder.prose.differences import why_different
from builder.prose.doubts import doubt_text

Dispute = tuple[str, str, str, bool, tuple[tuple[str, str], ...]]


def disputed(stage: Stage, setting: Setting) -> list[tuple[Comparison, str]]:
    """What differs in a phase, or was ruled, with the reason."""
    return [
        (c, why_different(c, stage, setting))
        for c in stage.comparisons
        if c.verdict in ("differs", "ruled")
    ]


def guessed_repair(replay: Replay, stage: Stage) -> str:
    """The slip that would explain a phase that differs, as a guess; nothing if there is none."""
    found = repair(replay.variant, replay.record, stage)
    return f"A guess: {repair_text(found, replay.variant.setting)}" if found else ""


def disputes(replay: Replay) -> Iterator[Dispute]:
    """Every phase that is not as printed or was not read, as plain values: its title, slug and
    verdict, whether play went on from the printed position, and what differs with the reason."""
    setting = replay.variant.setting
    calendar = setting.calendar
    for stage in replay.stages:
        told = [(c.subject, _sentence(c, why)) for c, why in disputed(stage, setting)]
        told += [("Not read", doubt_text(doubt)) for doubt in stage.doubts]
        if guess := guessed_repair(replay, stage):
            told.append(("Smallest repair", guess))
        if told:
            title, slug = calendar.title(stage.phase), calendar.slug(stage.phase)
            yield title, slug, stage.verdict, stage.followed, tuple(told)


def _sentence(c: Comparison, why: str) -> str:
    if c.verdict == "ruled":
        return f"ruled {c.ruling.rstrip('.')}"
    if c.refuges is None and (c.action is not None or c.fate is not None):
        return why
    return f"printed {c.recorded}, judged {c.computed}; {why}"
