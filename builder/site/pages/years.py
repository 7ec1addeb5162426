"""A game at a glance: the page with the map of every year."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from markupsafe import Markup

from builder.draw import svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.phase_map import PhaseMap, picture
from builder.draw.shared_board import counters, filled, opened, tinted
from builder.playback.replaying import Replay
from builder.site.addresses import board as board_address
from builder.site.addresses import board_style
from builder.site.addresses import game as game_address
from builder.site.artifacts import Artifact
from builder.site.parts import centre_table
from builder.site.templating import fill


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
    return Artifact(
        f"{game_address(record.id)}years/index.html",
        fill("years.html", game=record, variant=replay.variant, years=years),
        title=f"{record.name}, year by year",
        kind="page",
        description=f"The map of {record.name} at the end of every year.",
        head=board_style(replay.variant.name),
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
