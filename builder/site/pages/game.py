"""The pages of a whole game: one with player, chart and facts, and one with a map of every year."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from builder.draw import svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.captions import amendment_entries
from builder.draw.marks import DrawnMark, Shape, SymbolUse
from builder.draw.phase_map import picture
from builder.draw.shared_board import counters, inline_map, tinted
from builder.draw.symbols import initials, symbol_set
from builder.model.setting import Setting
from builder.model.units import Power
from builder.playback.replaying import Replay
from builder.prose.order_accounts import OrderRows
from builder.site import addresses
from builder.site.artifacts import USUAL, Artifact, SiteSettings
from builder.site.pages.phase import Held, linked
from builder.site.parts import centre_table
from builder.site.parts.game_summary import GameSummary
from builder.site.templating import page

ROOM = 4  # powers named beside the chart


def game_page(
    replay: Replay,
    summary: GameSummary,
    player: Mapping[str, Any],
    order_rows: OrderRows,
    image: str = "",
    settings: SiteSettings = USUAL,
    held: Held = MappingProxyType({}),
    sheet: BoardSheet | None = None,
) -> Artifact:
    """The page of a game with its player; it explains the signs of the `sheet`.

    `order_rows` are the orders of the first phase, `image` the picture for link previews, and
    `held` the phases that are not published yet.
    """
    setting, record = replay.variant.setting, replay.record
    address = addresses.game(record.id)
    return page(
        f"{address}index.html",
        "game.html",
        image=image,
        replay=replay,
        summary=summary,
        player=player,
        order_rows=order_rows,
        ends=_ends(replay),
        more_signs=more_signs(setting, sheet),
        linked=linked(replay, ""),
        moments=sorted(record.moments, key=setting.calendar.rank),
        held=held,
        settings=settings,
        folder=address,
    )


def _ends(replay: Replay) -> Iterator[tuple[Power, int]]:
    """The powers with most centres at the end, `ROOM` at most, in the order of the chart."""
    if replay.stages:
        counts = centre_table.counts(replay.final.owners, replay.variant.setting)
        most = sorted(counts.values(), reverse=True)[:ROOM][-1]
        yield from [(power, n) for power, n in counts.items() if n and n >= most][:ROOM]


def more_signs(setting: Setting, sheet: BoardSheet | None) -> Iterator[tuple[Markup, str]]:
    """The counters of a game and the signs of its amendments and board: each as SVG, with words."""
    drawn = symbol_set(setting.nations, tuple(map(str, setting.kinds)))
    sample = initials(next(n for n in setting.nations if n.playable))
    added = [entry for _, entry in amendment_entries(setting, sample)]
    others = [nation for nation in setting.nations if not nation.playable]

    def counter(sign: str) -> list[Shape]:
        return [SymbolUse(sign, 0, 0)]

    found = [(words, counter(f"{sign}.{sample}")) for sign, words in setting.counter_words.items()]
    found += [(e.word, [shape._replace(x=shape.x - 15) for shape in e.shapes]) for e in added]
    found += [(f"{n.adjective} unit", counter(f"A.{initials(n)}")) for n in others]
    for number, (words, shapes) in enumerate(found):
        marks = [DrawnMark("signs", shape) for shape in shapes]
        prefix = f"sign-{number}-"
        body = svg.symbols(drawn, marks, prefix)
        used = svg.power_group(marks).replace('href="#', f'href="#{prefix}')
        yield Markup(f"<defs>{body}</defs>{used}"), words
    for sign, drawing in sheet.drawn_signs.items() if sheet else ():
        if sheet and sign != "centre":  # every page explains that one
            yield Markup(f'<g transform="scale(1.5)">{drawing}</g>'), sheet.signs[sign]


def years_page(replay: Replay, sheet: BoardSheet) -> Artifact:
    """The board at the end of each year as a small map, with who owned how many centres."""
    setting, record = replay.variant.setting, replay.record
    stages = {stage.phase: stage for stage in replay.stages}
    years, maps = centre_table.years(replay), list[Markup]()
    drawn = [
        picture(sheet, setting, stages[y.phase].turn, when="after", legend=False) for y in years
    ]
    signs = {name: sign for p in drawn for name, sign in p.symbols.items()}
    marks = [mark for p in drawn for mark in p.marks]
    defs = f"<defs>{svg.symbols(signs, marks)}</defs>"  # in the first map, for all of them
    folder = f"../../../{addresses.board(replay.variant.name)}"
    for year, p in zip(years, drawn, strict=True):
        overlay = f"{defs}{tinted(p)}<!--lines-->{counters(p)}"
        name = f"{record.name}, end of {year.name}"
        maps.append(Markup(inline_map(sheet, overlay, folder, name)))
        defs = ""
    return page(
        f"{addresses.game(record.id)}years/index.html", "years.html",
        game=record, variant=replay.variant, years=zip(years, maps, strict=True),
    )  # fmt: skip
