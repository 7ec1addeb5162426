"""The page of the editions: where they differ, and which phases would change."""

from __future__ import annotations

from collections.abc import Sequence

from builder.prose.editions import booklets, points
from builder.site.artifacts import Artifact
from builder.site.parts.game_summary import GameSummary
from builder.site.templating import fill


def editions_page(summaries: Sequence[GameSummary]) -> Artifact:
    """The booklets side by side, and every game's phases that hang on the choice."""
    return Artifact(
        "editions/index.html",
        fill(
            "editions.html",
            booklets=booklets(),
            points=points(),
            shifted=[s for s in summaries if s.shifts],
            steady=[s for s in summaries if not s.shifts and s.phases],
        ),
        title="The editions",
        kind="listed",
        description="The five booklets of the rules, where they differ, and what it changes.",
    )
