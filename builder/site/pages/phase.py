"""The page of one phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from markupsafe import Markup

from builder import __version__
from builder.model.calendar import Phase
from builder.model.setting import Nation
from builder.playback.replaying import Replay, Stage
from builder.playback.rescue import worst_miss
from builder.prose.comparisons import doubt_text, verdict
from builder.prose.english import plural
from builder.prose.headlines import headlines
from builder.prose.order_accounts import correction
from builder.prose.order_rows import OrderRow, OrderRows, list_items, retreaters
from builder.prose.rescue import had
from builder.prose.zine_report import chart_due, who_plays
from builder.site.addresses import board_style
from builder.site.addresses import phase as phase_address
from builder.site.artifacts import SCRIPTED, USUAL, Artifact, SiteSettings, scripts
from builder.site.parts import centre_table
from builder.site.parts.downloads import report_link
from builder.site.parts.game_summary import disputed, guessed_repair, result_kind, result_line
from builder.site.parts.markdown_text import rendered, with_phase_links
from builder.site.search.order_index import position_name
from builder.site.templating import page
from builder.site.trial.links import trial_link

Held = Mapping[Phase, str]  # by phase the day of publication, empty for a draft


@dataclass(frozen=True, slots=True)
class PhasePicture:
    """The picture beside a phase, and the forms (`svg`, `png`) in which it is a file as well."""

    board: Markup
    forms: tuple[str, ...] = ()


def phase_page(
    replay: Replay,
    at: int,
    picture: PhasePicture | None,
    order_rows: OrderRows,
    settings: SiteSettings = USUAL,
    held: Held = MappingProxyType({}),
) -> Artifact:
    """The page of one stage of a replay; `at` counts from 0, `order_rows` are its orders.

    `held` are the phases that are not published yet.
    """
    stage, record = replay.stages[at], replay.record
    calendar = replay.variant.setting.calendar
    slug, phase_title = calendar.slug(stage.phase), calendar.title(stage.phase)
    parts = phase_parts(replay, at, order_rows)
    orders = stage.recorded.orders if stage.recorded else ()
    outcome = result_line(replay) if result_kind(replay) != "unfinished" else ""
    folder = phase_address(record.id, slug)
    later = (after.phase for after in replay.stages[at + 1 :] if after.phase.step == "movement")
    return page(
        f"{folder}index.html",
        "phase.html",
        title=f"{record.name}, {phase_title} · Diplomacy",
        description=f"{describe(parts, record.name)} {outcome}".rstrip(),
        image=f"{folder}map.png" if picture and "png" in picture.forms else "",
        head=SCRIPTED
        + (board_style(replay.variant.name) if picture else "")
        + scripts("zoom", "phase"),
        **parts,
        slug=slug,
        held=held.get(stage.phase),
        report=report_link(record, phase_title, folder, settings),
        page=settings.address + folder if settings.address else "",
        outcome=outcome,
        source=stage.recorded.source if stage.recorded else "",
        edition=record.edition or replay.variant.edition,
        verdict=verdict(stage),
        version=__version__,
        miss=season_miss(replay, stage) if settings.misses else "",
        differing=disputed(stage, replay.variant.setting),
        guess=guessed_repair(replay, stage),
        doubts=[doubt_text(doubt) for doubt in stage.doubts],
        picture=picture,
        previous=neighbour(replay, at - 1),
        following=neighbour(replay, at + 1),
        trial=trial_link(replay.variant, stage.turn.before, orders),
        position=position_name(stage.turn.before) if stage.phase.step == "movement" else "",
        then=next(map(calendar.slug, later), ""),
    )


def season_miss(replay: Replay, stage: Stage) -> str:
    """The single order that would have brought its power most centres, in a sentence."""
    orders = stage.recorded.orders if stage.recorded else ()
    found = worst_miss(replay.variant, stage.turn, orders)
    return had(found, None, stage.turn) if found else ""


def phase_parts(
    replay: Replay, at: int, order_rows: OrderRows, base: str = "../"
) -> dict[str, Any]:
    """What a phase's page and a season in a zine have in common: results, chart, words.

    `base` is the relative address of the game's folder.
    """
    stage, *following = replay.stages[at : at + 2]
    setting = replay.variant.setting
    return {
        "variant": replay.variant,
        "game": replay.record,
        "stage": stage,
        "phase_title": setting.calendar.title(stage.phase),
        "season": setting.calendar.season_title(stage.phase),
        "headline": headlines(replay).get(stage.phase, ""),
        "correction": correction(stage.recorded, stage.turn, setting.board),
        "powers": list(by_power(replay, stage, order_rows)),
        "failures": any(line.failed for listed in order_rows.values() for line in listed),
        "dislodged": retreaters(stage.turn, (f for s in following for f in s.turn.fates)),
        "due": centre_table.due_words,
        "linked": linked(replay, base),
        "notes": stage.recorded.notes if stage.recorded else (),
        **_chart(replay, at),
    }


def linked(replay: Replay, base: str) -> Callable[[str], Markup]:
    """A function that makes HTML of people's words about a game; phases (`S1904M`) become links."""

    def html(text: str) -> Markup:
        known = {stage.phase for stage in replay.stages}
        return with_phase_links(rendered(text), replay.variant.setting.calendar, base, known)

    return html


def neighbour(replay: Replay, at: int) -> Mapping[str, str] | None:
    """The title and the slug of the stage at an index; None if there is none."""
    if not 0 <= at < len(replay.stages):
        return None
    calendar = replay.variant.setting.calendar
    phase = replay.stages[at].phase
    return {"title": calendar.title(phase), "slug": calendar.slug(phase)}


def describe(parts: Mapping[str, Any], game: str) -> str:
    """One sentence on a phase, for link previews: its headline, else how many orders failed."""
    order_rows = [line for power in parts["powers"] for line in power.lines]
    failed = sum(line.failed for line in order_rows)
    season = f"Diplomacy, {game}, {parts['phase_title']}"
    if parts["headline"]:
        return f"{season}: {parts['headline']}."
    counted = f": {plural(len(order_rows), 'order')}, {failed} failed" if order_rows else ""
    return f"{season}{counted}."


def _chart(replay: Replay, at: int) -> dict[str, Any]:
    stage = replay.stages[at]
    if not chart_due(stage.turn):
        return {"chart": None, "chart_title": ""}
    setting = replay.variant.setting
    first = next(s for s in replay.stages if s.phase.year == stage.phase.year)
    winter = stage.turn.before if stage.phase.step == "adjustments" else None
    return {
        "chart": centre_table.chart(first.turn.before.owners, stage.next, replay.variant, winter),
        "chart_title": f"end of {setting.calendar.year_name(stage.phase.year)}",
    }


class PowerOrders(NamedTuple):
    """A power's orders and their results, with its player; `nmr` says that none were received."""

    nation: Nation
    player: str
    nmr: bool
    standby: str
    lines: list[OrderRow]
    rows: Markup


def by_power(replay: Replay, stage: Stage, order_rows: OrderRows) -> Iterator[PowerOrders]:
    """The orders of each power in a phase, in the usual order of the powers."""
    recorded = stage.recorded
    for nation in replay.variant.setting.nations:
        listed = order_rows.get(nation.name, [])
        late = recorded is not None and nation.name in recorded.nmr
        if not listed and not late:
            continue
        calendar = replay.variant.setting.calendar
        yield PowerOrders(
            nation=nation,
            player=who_plays(nation, replay.record.players, stage.turn, calendar),
            nmr=late,
            standby=recorded.standby.get(nation.name, "") if recorded else "",
            lines=listed,
            rows=Markup(list_items(listed)),
        )
