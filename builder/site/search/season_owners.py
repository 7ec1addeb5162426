"""Who owned the centres in each phase of a game, for the small maps of the search."""

import json

from builder.playback.replaying import Replay
from builder.site import addresses
from builder.site.artifacts import Artifact
from builder.site.parts.owner_letters import owner_letters
from builder.site.templating import script_safe


def season_owners(replay: Replay) -> Artifact:
    """A file of a game as a script: the slug of each phase and the owners of the centres at its
    beginning, as `owner_letters` writes them. Owners that stay the same are left out."""
    setting = replay.variant.setting
    rows: list[list[str]] = []
    before = ""
    for stage in replay.stages:
        owners = owner_letters(stage.turn.before.owners, setting)
        slug = setting.calendar.slug(stage.phase)
        rows.append([slug] if owners == before else [slug, owners])
        before = owners
    name = f"seasons/{replay.record.id}"
    text = f"chanceryData({json.dumps(name)},{script_safe(rows)});\n"
    return Artifact(f"{addresses.game(replay.record.id)}seasons.js", text)
