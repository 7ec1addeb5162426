"""Pages for frames on other sites: one phase with its map and nothing else."""

from __future__ import annotations

from builder.playback.replaying import Replay, Stage
from builder.site.addresses import phase as phase_address
from builder.site.artifacts import Artifact
from builder.site.pages.phase import CAPTIONS, PhasePicture
from builder.site.templating import fill


def embed(replay: Replay, stage: Stage, plate: PhasePicture) -> Artifact:
    """A phase's map with a line of words that leads to its page."""
    calendar = replay.variant.setting.calendar
    folder = phase_address(replay.record.id, calendar.slug(stage.phase))
    return Artifact(
        f"{folder}embed.html",
        fill(
            "embed.html",
            game=replay.record,
            title=calendar.title(stage.phase),
            slug=calendar.slug(stage.phase),
            caption=CAPTIONS[stage.phase.step].format(calendar.season_title(stage.phase)),
            plate=plate,
        ),
    )
