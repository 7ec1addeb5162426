"""A whole game as one HTML file that opens from disk."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache

from markupsafe import Markup

from builder.playback.replaying import Replay
from builder.site.addresses import game as game_address
from builder.site.artifacts import Artifact
from builder.site.assets import HERE, colours, script, style_sheet
from builder.site.templating import fill

FONT = re.compile(r"url\((fonts/[a-z-]+\.woff2)\)")
PHASE = re.compile(r'href="([a-z0-9-]+)/(?:#[a-z]+)?"')
OUTSIDE = re.compile(r'<a ([^>]*?)href="(?!#)[^"]*"([^>]*)>(.*?)</a>', re.DOTALL)


@cache
def style() -> str:
    """The style sheet with its fonts inside it."""

    def inside(found: re.Match[str]) -> str:
        data = b64encode((HERE / found[1]).read_bytes()).decode()
        return f"url(data:font/woff2;base64,{data})"

    return FONT.sub(inside, style_sheet())


@cache
def scripts() -> str:
    """What plays a game, and what enlarges its map."""
    return script("zoom") + script("replay")


def standalone(replay: Replay, page: Artifact, text: str) -> Artifact:
    """The page of a game as one file, with its `text` below.

    Links to other pages become steps, or plain words.
    """
    calendar = replay.variant.setting.calendar
    steps = {calendar.slug(stage.phase) for stage in replay.stages}

    def step(found: re.Match[str]) -> str:
        return f'href="#{found[1]}"' if found[1] in steps else found[0]

    body = PHASE.sub(step, str(page.content))
    body = OUTSIDE.sub(r"<span \1\2>\3</span>", body)
    return Artifact(
        f"{game_address(replay.record.id)}game.html",
        fill(
            "standalone.html",
            title=replay.record.name,
            style=Markup(style() + colours([replay.variant])),
            script=Markup(scripts()),
            body=Markup(body),
            text=text,
        ),
    )
