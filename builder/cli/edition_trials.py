"""The edition of a game by the evidence of its printed results, for `verify` and `import`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from builder.model.calendar import Calendar, Phase
from builder.model.grouping import grouped
from builder.playback.comparison import Verdict
from builder.playback.replaying import under, walk
from builder.prose.english import listed
from builder.record import Record
from builder.rules.editions import EDITIONS
from builder.variant import Variant


def fitted(variant: Variant, record: Record) -> tuple[Record, str]:
    """A game that names no edition, under the edition that its results fit best, and why.

    The same game and no text if its variant's edition fits as well, or if house rules say how the
    game was judged.
    """
    if record.edition is not None or record.house:
        return record, ""
    own = trial(variant, record, variant.edition)
    chosen = best(trials(variant, record), own.edition) if own.differing else own
    if chosen.edition == own.edition:
        return record, ""
    calendar = variant.setting.calendar
    gained = [p for p, v in own.verdicts.items() if v == "differs" != chosen.verdicts.get(p)]
    phases = listed([calendar.title(phase) for phase in gained])
    why = (
        f"edition of {chosen.edition}, inferred from the results: by it {phases}"
        f" agree{'s' * (len(gained) == 1)}, by that of {own.edition} not"
    )
    return record._replace(edition=chosen.edition), why


def trial_row(variant: Variant, record: Record) -> dict[str, Any]:
    """How many phases of a game agree under each edition, which phases decide, and the best one."""
    tried = trials(variant, record)
    own = record.edition or variant.edition
    calendar = variant.setting.calendar
    return {
        "game": record.id,
        "edition": own,
        "best": best(tried, own).edition,
        "editions": {t.edition: {"agreed": t.agreed, "differing": t.differing} for t in tried},
        "deciding": [_deciding_row(tried, phase, calendar) for phase in deciding(tried)],
    }


def _deciding_row(
    tried: tuple[EditionTrial, ...], phase: Phase, calendar: Calendar
) -> dict[str, Any]:
    found = ((str(t.verdicts.get(phase, "not recorded")), t.edition) for t in tried)
    return {"phase": calendar.short(phase), **grouped(found)}


def trial_lines(row: dict[str, Any]) -> Iterator[str]:
    """The row of a game as lines to read."""
    counts = (
        f"{name}: {n['agreed']} agree, {n['differing']} differ"
        for name, n in row["editions"].items()
    )
    yield f"{row['game']}, edition of {row['edition']}; by each: {'; '.join(counts)}"
    for found in row["deciding"]:
        verdicts = [f"{key} by {listed(by)}" for key, by in found.items() if key != "phase"]
        yield f"    {found['phase']}: {', '.join(verdicts)}"
    if row["best"] != row["edition"]:
        yield f"    fits best: {row['best']}"


PREFERRED = ("1971", "1982", "2000", "2023", "1961")


class EditionTrial(NamedTuple):
    """A game under one edition: the verdict on each phase."""

    edition: str
    verdicts: Mapping[Phase, Verdict]

    @property
    def differing(self) -> int:
        """How many phases differ."""
        return sum(verdict == "differs" for verdict in self.verdicts.values())

    @property
    def agreed(self) -> int:
        """How many phases agree."""
        return sum(verdict == "agrees" for verdict in self.verdicts.values())


def trial(variant: Variant, record: Record, name: str) -> EditionTrial:
    """A game replayed under one edition, with its own house rules and options."""
    played = under(variant, record._replace(edition=name))
    return EditionTrial(name, {stage.phase: stage.verdict for stage in walk(played, record)})


def trials(variant: Variant, record: Record) -> tuple[EditionTrial, ...]:
    """A game replayed under every edition."""
    return tuple(trial(variant, record, name) for name in EDITIONS)


def deciding(tried: Sequence[EditionTrial]) -> tuple[Phase, ...]:
    """The phases on which the editions do not all give the same verdict."""
    phases = dict.fromkeys(phase for trial in tried for phase in trial.verdicts)
    return tuple(p for p in phases if len({t.verdicts.get(p) for t in tried}) > 1)


def best(tried: Sequence[EditionTrial], own: str) -> EditionTrial:
    """The edition under which the fewest phases differ; among equals the game's own, else the one
    by which most games were played."""
    ranks = (own, *PREFERRED)
    return min(tried, key=lambda trial: (trial.differing, ranks.index(trial.edition)))
