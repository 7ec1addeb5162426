"""The statistics of the archive's games, by variant and power, and by opening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from builder.prose.names import slug
from builder.site.artifacts import Artifact
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.openings import book
from builder.site.templating import fill
from builder.variant import Variant


@dataclass(frozen=True, slots=True)
class ResultTotals:
    """How something fared: games, wins, shares in draws, survivals, centres at the end."""

    name: str
    games: int
    won: int
    drawn: int
    survived: int
    centres: float
    after_first: float


def record(name: str, power: str, games: Sequence[GameSummary]) -> ResultTotals:
    """How a power fared in some games."""
    ends = [_centres(s, power, -1) for s in games]
    firsts = [_centres(s, power, 0) for s in games]
    return ResultTotals(
        name,
        len(games),
        sum(s.kind in ("won", "conceded") and power in s.winners for s in games),
        sum(s.kind == "draw" and power in s.winners for s in games),
        sum(bool(end) for end in ends),
        _mean(ends),
        _mean(firsts),
    )


def _centres(summary: GameSummary, power: str, at: int) -> int:
    if not summary.course or power not in summary.powers:
        return 0
    return summary.course[at][1][summary.powers.index(power)]


def _mean(values: Iterable[int]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0


def by_power(variant: Variant, summaries: Iterable[GameSummary]) -> list[ResultTotals]:
    """How each power of a variant fared in its finished and unfinished games."""
    games = [s for s in summaries if s.variant == variant.name and s.course]
    return [record(str(power), str(power), games) for power in variant.setting.powers]


def by_opening(summaries: Iterable[GameSummary]) -> list[dict[str, Any]]:
    """How each named opening fared, the most played first."""
    found: dict[tuple[str, str], list[GameSummary]] = {}
    for summary in summaries:
        for power, name in summary.openings:
            found.setdefault((power, name), []).append(summary)
    rows = [
        {
            "power": entry["power"],
            "record": record(entry["name"], entry["power"], games),
            "orders": entry["orders"],
            "source": book()["sources"][entry["source"]],
            "games": games[:5],
        }
        for entry in book()["openings"]
        if (games := found.get((entry["power"], entry["name"])))
    ]
    return sorted(rows, key=lambda row: (-row["record"].games, row["power"]))


def statistics_page(summaries: Sequence[GameSummary], variants: Sequence[Variant]) -> Artifact:
    """Results by variant and power, and the openings with a name."""
    played = [v for v in variants if any(s.variant == v.name and s.course for s in summaries)]
    listed = by_opening(summaries)
    return Artifact(
        "statistics/index.html",
        fill(
            "statistics.html",
            tables=[(v, by_power(v, summaries)) for v in played],
            openings=listed,
            variant=book()["variant"],
        ),
        title="Statistics",
        kind="listed",
        description="How the powers and the openings fared in the games of the archive.",
        finds=tuple(
            (
                f"opening-{slug(row['power'])}-{slug(row['record'].name)}",
                row["record"].name,
                f"An opening of {row['power']}: {', '.join(row['orders'])}.",
            )
            for row in listed
        ),
    )
