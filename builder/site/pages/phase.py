"""The page of one phase."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from markupsafe import Markup

from builder.model.calendar import Phase
from builder.playback.repairs import repair
from builder.playback.replaying import Replay
from builder.playback.rescue import worst_miss
from builder.prose.comparisons import repair_text
from builder.prose.order_accounts import OrderRows
from builder.prose.rescue import had
from builder.site import addresses
from builder.site.artifacts import USUAL, Artifact, SiteSettings
from builder.site.parts.markdown_text import rendered, with_phase_links
from builder.site.search.order_index import position_name
from builder.site.templating import page

Held = Mapping[Phase, str]  # by phase the day of publication, empty for a draft


def phase_page(
    replay: Replay,
    at: int,
    order_rows: OrderRows,
    board: Markup,
    forms: Sequence[str] = (),
    settings: SiteSettings = USUAL,
    held: Held = MappingProxyType({}),
) -> Artifact:
    """The page of one stage of a replay; `at` counts from 0, `order_rows` are its orders.

    `board` is its map, `forms` are those (`svg`, `png`) in which the map is a file as well, and
    `held` the phases that are not published yet.
    """
    stage, stages = replay.stages[at], replay.stages
    calendar, before = replay.variant.setting.calendar, stage.turn.before
    folder = addresses.phase(replay.record.id, calendar.slug(stage.phase))
    orders = stage.recorded.orders if stage.recorded else ()
    miss = worst_miss(replay.variant, stage.turn, orders) if settings.misses else None
    slip = repair(replay.variant, replay.record, stage)
    later = (after.phase for after in stages[at + 1 :] if after.phase.step == "movement")
    return page(
        f"{folder}index.html",
        "phase.html",
        image=f"{folder}map.png" if "png" in forms else "",
        replay=replay,
        at=at,
        order_rows=order_rows,
        linked=linked(replay, "../"),
        board=board,
        forms=forms,
        held=held.get(stage.phase),
        settings=settings,
        folder=folder,
        miss=had(miss, None, stage.turn) if miss else "",
        slip=slip and repair_text(slip, replay.variant.setting),
        position=position_name(before) if before.phase.step == "movement" else "",
        then=next(map(calendar.slug, later), ""),
    )


def linked(replay: Replay, base: str) -> Callable[[str], Markup]:
    """A function that makes HTML of people's words about a game; phases (`S1904M`) become links.

    `base` is the relative address of the game's folder.
    """
    known = {stage.phase for stage in replay.stages}
    calendar = replay.variant.setting.calendar
    return lambda text: with_phase_links(rendered(text), calendar, base, known)
