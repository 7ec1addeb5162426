"""The pages of a whole game: one with player, chart and facts, and one with a map of every year."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from builder import __version__
from builder.draw import svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.captions import amendment_entries
from builder.draw.marks import DrawnMark, PaintedPath, SymbolUse
from builder.draw.phase_map import PhaseMap, picture
from builder.draw.shared_board import counters, on_board, opening, tinted
from builder.draw.symbols import initials, symbol_set
from builder.model.setting import Setting
from builder.model.units import Power
from builder.playback.replaying import Replay, Stage
from builder.prose.game_story import story, turning_points
from builder.prose.goals import goal_of, progress_of
from builder.prose.headlines import headlines
from builder.site.addresses import board as board_address
from builder.site.addresses import board_style
from builder.site.addresses import game as game_address
from builder.site.artifacts import SCRIPTED, USUAL, Artifact, SiteSettings, scripts
from builder.site.pages import feeds
from builder.site.pages.phase import Held, linked
from builder.site.parts import centre_table
from builder.site.parts.downloads import report_link
from builder.site.parts.game_summary import GameSummary, votes
from builder.site.player.player_data import Player
from builder.site.templating import page

ROOM = 4


def bars(replay: Replay) -> list[tuple[tuple[str, str, str], list[dict[str, Any]]]]:
    """The chart's columns by year: one for each phase, the last one for the end of the game.

    A year's name is in three parts, of which narrow charts show the middle one. A column has the
    phase's `slug` and `label`, the season's `letter`, and the centres by power, and `unowned`.
    """
    setting = replay.variant.setting
    calendar = setting.calendar

    def bar(stage: Stage) -> dict[str, Any]:
        phase, end = stage.phase, stage is replay.stages[-1]
        position = stage.next if end else stage.turn.before
        have = centre_table.counts(position.owners, setting)
        return {
            "slug": calendar.slug(phase),
            "label": f"{calendar.season_title(phase)}, {phase.step}",
            "letter": phase.season[0].upper() if calendar.is_first_step(phase) else "·",
            "centres": [(p, n) for p, n in have.items() if n],
            "unowned": len(setting.centres) - sum(have.values()),
        }

    years = groupby(replay.stages, key=lambda stage: stage.phase.year)
    return [(calendar.year_parts(year), [*map(bar, stages)]) for year, stages in years]


def ends(replay: Replay) -> Iterator[tuple[Power, int]]:
    """The powers with most centres at the end, four at most, in the order of the chart."""
    if replay.stages:
        setting = replay.variant.setting
        counts = centre_table.counts(replay.final.owners, setting)
        most = sorted(counts.values(), reverse=True)[:ROOM][-1]
        yield from [(power, n) for power, n in counts.items() if n and n >= most][:ROOM]


def game_page(
    replay: Replay,
    summary: GameSummary,
    player: Player,
    settings: SiteSettings = USUAL,
    held: Held = MappingProxyType({}),
    sheet: BoardSheet | None = None,
) -> Artifact:
    """The page of a game with its player; it explains the signs of the `sheet`.

    `held` are the phases that are not published yet.
    """
    setting = replay.variant.setting
    calendar = setting.calendar
    address = game_address(replay.record.id)
    return page(
        f"{address}index.html",
        "game.html",
        title=f"{replay.record.name} · Diplomacy",
        description=f"{replay.record.name}, Diplomacy ({summary.variant_title}), {summary.span}."
        f" {summary.result}".strip(),
        image=player.image,
        head=SCRIPTED
        + (board_style(replay.variant.name) if player.board else "")
        + feeds.link(f"{address}feed.xml", replay.record.name)
        + scripts("zoom", "replay"),
        variant=replay.variant,
        game=replay.record,
        summary=summary,
        player=player,
        nations=[n for n in setting.nations if n.playable],
        bars=bars(replay),
        count=len(replay.stages),
        ends=list(ends(replay)),
        years=[(y.name, calendar.slug(y.phase)) for y in centre_table.years(replay)],
        table=list(centre_table.table(replay)),
        goal=goal_of(replay.variant),
        needed=sorted(centre_table.goal_table(replay), key=lambda row: row[1]),
        more_signs=list(more_signs(setting, sheet)),
        progress=progress_of(replay.variant, replay.final),
        phases=phases(replay),
        story=story(replay),
        turning_points=[
            (calendar.season_title(point.phase), calendar.slug(point.phase), point.text)
            for point in turning_points(replay)
        ],
        linked=linked(replay, ""),
        moments=[
            (calendar.title(phase), calendar.slug(phase), replay.record.moments[phase])
            for phase in sorted(replay.record.moments, key=calendar.rank)
        ],
        votes=list(votes(replay)),
        version=__version__,
        held=len(held) if settings.drafts else 0,
        report=report_link(replay.record, "", address, settings),
        page=settings.address + address if settings.address else "",
        archive=settings.title,
        headline=headlines(replay).get(replay.stages[0].phase, "") if replay.stages else "",
        silent=sum(s.verdict == "not recorded" for s in replay.stages),
    )


def more_signs(setting: Setting, sheet: BoardSheet | None) -> Iterator[tuple[Markup, str]]:
    """The counters of a game and the signs of its amendments and board: each as SVG, with words."""
    drawn = symbol_set(setting.nations, tuple(map(str, setting.kinds)))
    sample = initials(next(n for n in setting.nations if n.playable))
    found: list[tuple[Sequence[PaintedPath | SymbolUse], str]] = [
        ([SymbolUse(f"{sign}.{sample}", 0, 0)], words)
        for sign, words in setting.counter_words.items()
    ]
    found += [
        ([shape._replace(x=shape.x - 15) for shape in entry.shapes], entry.word)
        for _, entry in amendment_entries(setting, sample)
    ]
    found += [
        ([SymbolUse(f"A.{initials(nation)}", 0, 0)], f"{nation.adjective} unit")
        for nation in setting.nations
        if not nation.playable
    ]
    for number, (shapes, words) in enumerate(found):
        marks = [DrawnMark("signs", shape) for shape in shapes]
        prefix = f"sign-{number}-"
        body = svg.symbols(drawn, svg.used_signs(marks), prefix)
        used = svg.power_group(marks).replace('href="#', f'href="#{prefix}')
        yield Markup(f"<defs>{body}</defs>{used}"), words
    if sheet is None:
        return
    for sign, shape in sheet.drawn_signs.items():
        if sign != "centre":  # every page explains that one
            yield Markup(f'<g transform="scale(1.5)">{shape}</g>'), sheet.signs[sign]


def phases(replay: Replay) -> list[tuple[str, list[dict[str, Any]]]]:
    """Every phase with its verdict, by year: the game's list of contents."""
    calendar = replay.variant.setting.calendar
    years = groupby(replay.stages, key=lambda stage: calendar.year_name(stage.phase.year))
    return [
        (
            name,
            [
                {
                    "slug": calendar.slug(stage.phase),
                    "title": calendar.title(stage.phase).replace(f" {name}", ""),
                    "verdict": stage.verdict,
                    "headline": headlines(replay).get(stage.phase, ""),
                }
                for stage in group
            ],
        )
        for name, group in years
    ]


def years_page(replay: Replay, sheet: BoardSheet) -> Artifact:
    """The board at the end of each year as a small map, with who owned how many centres."""
    setting, record = replay.variant.setting, replay.record
    ends = {stage.phase: stage for stage in replay.stages}
    played = centre_table.years(replay)
    maps = {
        f"{record.name}, end of {year.name}": picture(
            sheet, setting, ends[year.phase].turn, when="after", legend=False
        )
        for year in played
    }
    drawn = contact_sheet(sheet, maps, f"../../../{board_address(replay.variant.name)}")
    slug = setting.calendar.slug
    years = [(y, slug(y.phase), Markup(art)) for y, art in zip(played, drawn, strict=True)]
    return page(
        f"{game_address(record.id)}years/index.html", "years.html",
        game=record, variant=replay.variant, years=years,
        title=f"{record.name}, year by year",
        description=f"The map of {record.name} at the end of every year.",
        head=board_style(replay.variant.name),
    )  # fmt: skip


def contact_sheet(
    sheet: BoardSheet, pictures: Mapping[str, PhaseMap], folder: str
) -> Iterator[str]:
    """Small maps of positions for one page, by their titles: tints and counters without words.

    The first brings the signs that all of them use.
    """
    signs = {name: sign for p in pictures.values() for name, sign in p.symbols.items()}
    used = svg.used_signs([mark for p in pictures.values() for mark in p.marks])
    defs = f"<defs>{svg.symbols(signs, used)}</defs>"
    for title, p in pictures.items():
        overlay = f"{defs}{tinted(sheet, p)}<!--lines-->{counters(p)}"
        yield opening(sheet, folder, title) + on_board(sheet, folder, overlay)
        defs = ""
