"""The edition of a game by the evidence of its printed results, for `verify` and `import`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from builder.model.calendar import Calendar, Phase
from builder.model.grouping import grouped
from builder.playback.comparison import Verdict
from builder.playback.replaying import walk
from builder.prose.english import listed
from builder.record import Record
from builder.rules.editions import EDITIONS
from builder.variant import Variant


def fitted(variant: Variant, record: Record) -> tuple[Record, str]:
    """A game that names no edition, under that which its results fit best, and why; the same game
    and nothing if its own is as good, or house rules tell how it was judged."""
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
    """What each edition makes of a game, the phases on which they part, and the best of them."""
    tried = trials(variant, record)
    own = record.edition or variant.edition
    calendar = variant.setting.calendar
    return {
        "game": record.id,
        "edition": own,
        "best": best(tried, own).edition,
        "editions": {t.edition: {"agreed": t.agreed, "differing": t.differing} for t in tried},
        "deciding": [_parted(tried, phase, calendar) for phase in deciding(tried)],
    }


def _parted(tried: tuple[EditionTrial, ...], phase: Phase, calendar: Calendar) -> dict[str, Any]:
    found = ((str(t.verdicts.get(phase, "not recorded")), t.edition) for t in tried)
    return {"phase": calendar.short(phase), **grouped(found)}


def trial_lines(row: dict[str, Any]) -> Iterator[str]:
    """The same for people."""
    counts = (
        f"{name}: {n['agreed']} agree, {n['differing']} differ"
        for name, n in row["editions"].items()
    )
    yield f"{row['game']}, edition of {row['edition']}; by each: {'; '.join(counts)}"
    for parted in row["deciding"]:
        told = [f"{verdict} by {listed(by)}" for verdict, by in [*parted.items()][1:]]
        yield f"    {parted['phase']}: {', '.join(told)}"
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
    """A game replayed under one edition; its house rules stay."""
    played = variant.under(name, record.house).playing(record.options)
    return EditionTrial(name, {stage.phase: stage.verdict for stage in walk(played, record)})


def trials(variant: Variant, record: Record) -> tuple[EditionTrial, ...]:
    """A game replayed under every edition."""
    return tuple(trial(variant, record, name) for name in EDITIONS)


def deciding(tried: Sequence[EditionTrial]) -> tuple[Phase, ...]:
    """The phases on which the editions part."""
    phases = dict.fromkeys(phase for trial in tried for phase in trial.verdicts)
    return tuple(p for p in phases if len({t.verdicts.get(p) for t in tried}) > 1)


def best(tried: Sequence[EditionTrial], own: str) -> EditionTrial:
    """The edition under which least differs; among several the game's own, else the one by which
    most games were played."""
    ranks = (own, *PREFERRED)
    return min(tried, key=lambda trial: (trial.differing, ranks.index(trial.edition)))
