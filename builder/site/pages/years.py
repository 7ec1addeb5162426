"""A game at a glance: the page with the map of every year, and the small picture of its course."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate, groupby

from markupsafe import Markup

from builder.draw import svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.phase_map import PhaseMap, picture
from builder.draw.shared_board import (
    NUMBER,
    SHAPE,
    STRAIGHT,
    counters,
    filled,
    height,
    opened,
    scale_of,
    tinted,
)
from builder.model.board import Code
from builder.playback.replaying import Replay
from builder.site.addresses import board as board_address
from builder.site.addresses import board_style
from builder.site.addresses import game as game_address
from builder.site.artifacts import Artifact
from builder.site.parts import ownership_history
from builder.site.templating import fill

GRID = 160  # tenths of a unit: corners of a miniature stand on it
SEA, UNOWNED = "#dbe6e8", "#e8e0cf"


def years_page(replay: Replay, sheet: BoardSheet) -> Artifact:
    """The board at the end of each year as a small map, with who owned how many centres."""
    setting, record = replay.variant.setting, replay.record
    ends = {stage.phase: stage for stage in replay.stages}
    played = ownership_history.years(replay)
    maps = {
        f"{record.name}, end of {year.name}": picture(
            sheet, setting, ends[year.phase].turn, when="after", legend=False
        )
        for year in played
    }
    drawn = contact_sheet(sheet, maps, f"../../../{board_address(replay.variant.name)}")
    slug = setting.calendar.slug
    years = [(y, slug(y.phase), Markup(art)) for y, art in zip(played, drawn, strict=True)]
    return Artifact(
        f"{game_address(record.id)}years/index.html",
        fill("years.html", game=record, variant=replay.variant, years=years),
        title=f"{record.name}, year by year",
        kind="page",
        description=f"The map of {record.name} at the end of every year.",
        head=board_style(replay.variant.name),
    )


def course_picture(replay: Replay, sheet: BoardSheet) -> str:
    """The last map of a game and, beside it, the centres by year, as one small SVG file."""
    setting = replay.variant.setting
    last = picture(sheet, setting, replay.stages[-1].turn, when="after", legend=False)
    wide, high = sheet.width, height(sheet, small=True)
    tints = {nation.name: nation.tint for nation in setting.nations}
    played = ownership_history.years(replay)
    left, step = wide * 1.06, wide * 0.9 / max(len(played), 1)
    unit = high / max(len(setting.centres), 1)
    bars = f'<path fill="{UNOWNED}" d="M{left:.0f} 0h{wide * 0.9:.0f}v{high:.0f}H{left:.0f}z"/>'
    for at, year in enumerate(played):
        below = accumulate(year.counts.values(), initial=0)
        for (power, count), under in zip(year.counts.items(), below, strict=False):
            if count:
                place = f"M{left + at * step:.0f} {high - under * unit:.0f}"
                size = f"h{step:.0f}v{-count * unit:.0f}h{-step:.0f}z"
                bars += f'<path fill="{tints[power]}" d="{place}{size}"/>'
    return (
        f'<svg {svg.HEAD} viewBox="0 0 {wide * 1.96:.0f} {high:.0f}">'
        f'<rect width="{wide:.0f}" height="{high:.0f}" fill="{SEA}"/>'
        f"{miniature(sheet, last.tints)}{bars}</svg>\n"
    )


def contact_sheet(
    sheet: BoardSheet, pictures: Mapping[str, PhaseMap], folder: str
) -> Iterator[str]:
    """Small maps of positions for one page, by their titles: tints and counters without words.

    The first brings the signs that all of them use.
    """
    case = {name: sign for p in pictures.values() for name, sign in p.case.items()}
    used = svg.used([mark for p in pictures.values() for mark in p.marks])
    defs = f"<defs>{svg.signs(case, used)}</defs>"
    for title, p in pictures.items():
        brought = f"{defs}{tinted(sheet, p)}<!--lines-->{counters(p)}"
        yield opened(sheet, folder, title, small=True) + filled(sheet, folder, brought)
        defs = ""


def miniature(sheet: BoardSheet, tints: Mapping[Code, str]) -> str:
    """The lands of a board in their tints, for a picture as high as a few lines of text."""
    drawn: dict[str, str] = {}
    for code, d in SHAPE.findall(sheet.layers["provinces"]):
        if code not in sheet.seas and STRAIGHT.fullmatch(d):
            tint = tints.get(Code(code), sheet.plain)
            drawn[tint] = drawn.get(tint, "") + "".join(map(_coarse, d.split("M")[1:]))
    paths = "".join(f'<path fill="{tint}" d="{d}"/>' for tint, d in drawn.items())
    scale = f'transform="scale({scale_of(sheet) * GRID:g})"'
    return f'<g stroke="#8c8270" stroke-width=".3" {scale}>{paths}</g>'


def _coarse(outline: str) -> str:
    """One closed line in tenths, `100 100l10 0 …z`, in steps of the grid; nothing of an islet."""
    numbers = [int(n) for n in NUMBER.findall(outline)]
    places = zip(accumulate(numbers[::2]), accumulate(numbers[1::2]), strict=True)
    corners = [near for near, _ in groupby((round(x / GRID), round(y / GRID)) for x, y in places)]
    bends = [
        at
        for before, at, after in zip(corners, corners[1:], corners[2:], strict=False)
        if (at[0] - before[0]) * (after[1] - at[1]) != (at[1] - before[1]) * (after[0] - at[0])
    ]
    return f"M{'L'.join(f'{x} {y}' for x, y in [corners[0], *bends])}z" if len(bends) > 2 else ""
