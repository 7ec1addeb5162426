"""Who owned the centres in each phase of a game, for the small maps of the search."""

from builder.playback.replaying import Replay
from builder.site import addresses
from builder.site.artifacts import Artifact
from builder.site.parts.owner_letters import owner_letters
from builder.site.templating import data_file


def season_owners(replay: Replay) -> Artifact:
    """The rows of a game in a file of their own, as a script."""
    game = replay.record.id
    return data_file(f"{addresses.game(game)}seasons.js", f"seasons/{game}", season_rows(replay))


def season_rows(replay: Replay) -> list[list[str]]:
    """The slug of each phase and the owners of the centres at its beginning, as `owner_letters`
    writes them. Owners that stay the same are left out."""
    setting = replay.variant.setting
    rows: list[list[str]] = []
    before = ""
    for stage in replay.stages:
        owners = owner_letters(stage.turn.before.owners, setting)
        slug = setting.calendar.slug(stage.phase)
        rows.append([slug] if owners == before else [slug, owners])
        before = owners
    return rows
