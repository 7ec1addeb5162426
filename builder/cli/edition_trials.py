"""The edition of a game by the evidence of its printed results, for `verify` and `import`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from builder.model.calendar import Phase
from builder.model.grouping import grouped
from builder.playback.comparison import Verdict
from builder.playback.replaying import under, walk
from builder.prose.english import listed
from builder.record import Record
from builder.rules.editions import EDITIONS
from builder.variant import Variant

PREFERRED = ("1971", "1982", "2000", "2023", "1961")
Verdicts = Mapping[Phase, Verdict]  # on each phase of a game under one edition


def trial(variant: Variant, record: Record, name: str) -> Verdicts:
    """A game replayed under one edition, with its own house rules and options."""
    played = under(variant, record._replace(edition=name))
    return {stage.phase: stage.verdict for stage in walk(played, record)}


def _best(tried: Mapping[str, Verdicts], own: str) -> str:
    """The edition under which the fewest phases differ; among equals the game's own, else the one
    by which most games were played."""
    ranks = (own, *PREFERRED)
    return min(tried, key=lambda name: (_count(tried[name], "differs"), ranks.index(name)))


def _count(verdicts: Verdicts, wanted: Verdict) -> int:
    return [*verdicts.values()].count(wanted)


def fitted(variant: Variant, record: Record) -> tuple[Record, str]:
    """A game that names no edition, under the edition that its results fit best, and why.

    The same game and no text if its variant's edition fits as well, or if house rules say how the
    game was judged.
    """
    own = variant.edition
    if record.edition is not None or record.house:
        return record, ""
    if not _count(trial(variant, record, own), "differs"):
        return record, ""
    tried = {name: trial(variant, record, name) for name in EDITIONS}
    if (best := _best(tried, own)) == own:
        return record, ""
    title = variant.setting.calendar.title
    gained = [p for p, v in tried[own].items() if v == "differs" != tried[best].get(p)]
    why = (
        f"edition of {best}, inferred from the results: by it {listed([*map(title, gained)])}"
        f" agree{'s' * (len(gained) == 1)}, by that of {own} not"
    )
    return record._replace(edition=best), why


def trial_row(variant: Variant, record: Record) -> dict[str, Any]:
    """How many phases of a game agree under each edition, which phases decide, and the best one.

    Those phases decide on which the editions do not all give the same verdict.
    """
    tried = {name: trial(variant, record, name) for name in EDITIONS}
    own = record.edition or variant.edition
    deciding: list[dict[str, Any]] = []
    for phase in dict.fromkeys(phase for verdicts in tried.values() for phase in verdicts):
        found = grouped((str(v.get(phase, "not recorded")), name) for name, v in tried.items())
        if len(found) > 1:
            deciding.append({"phase": variant.setting.calendar.short(phase), **found})
    return {
        "game": record.id,
        "edition": own,
        "best": _best(tried, own),
        "editions": {
            name: {"agreed": _count(v, "agrees"), "differing": _count(v, "differs")}
            for name, v in tried.items()
        },
        "deciding": deciding,
    }


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
