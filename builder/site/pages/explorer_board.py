"""The explorer's board: what was ordered from a position, each order as thick as it was frequent.

A page for each variant that has games or counts of openings. It begins at the start of the game or
at a position that a link names. Its script counts what games say of themselves. Without scripts it
leads to the lists of openings.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from builder.draw import svg
from builder.draw.board_sheet import BoardSheet, SheetError
from builder.draw.marks import OVER, UNDER, DrawnMark, SymbolUse
from builder.draw.movement import MOVE_BENDS
from builder.draw.phase_map import picture
from builder.draw.scene import LINE, Scene
from builder.draw.shared_board import EM, inline_map, tinted
from builder.draw.symbols import initials, letter_of
from builder.model.results import Turn
from builder.model.units import Location
from builder.prose.names import DASH, slug
from builder.site import addresses
from builder.site.artifacts import Artifact, SitePart
from builder.site.parts.openings import first_phases
from builder.site.parts.player import small_layer
from builder.site.search.season_orders import FAILED
from builder.site.templating import page, script_safe
from builder.variant import Variant

FindVariant = Callable[[str], Variant]
FindSheet = Callable[[Variant], BoardSheet | None]
SIGNS = {"move": DASH, "support": "S", "convoy": "C", "via": "via", "failed": FAILED}  # of orders


class BoardInputs(NamedTuple):
    """A variant's name, the number of its games here, and whether its openings were counted."""

    variant: str
    games: int
    counted: bool


def address(variant: str) -> str:
    """The address of a variant's board: `openings/standard/`."""
    return f"openings/{variant}/"


def board_parts(
    games: Mapping[str, int], counted: Sequence[str], find: FindVariant, sheet: FindSheet
) -> Iterator[SitePart[BoardInputs]]:
    """A page for each variant with games, given their numbers, or with counts of openings."""
    for name in sorted({*games, *counted}):
        inputs = BoardInputs(name, games.get(name, 0), name in counted)
        yield SitePart(f"explorer-{name}", inputs, partial(_page, find, sheet))


def _page(find: FindVariant, sheet: FindSheet, inputs: BoardInputs) -> Iterator[Artifact]:
    variant = find(inputs.variant)
    drawing = sheet(variant)
    if drawing is not None:
        path = f"{address(variant.name)}index.html"
        start = variant.open(variant.setting.start).play([])
        yield page(
            path,
            "explorer.html",
            variant=variant,
            inputs=inputs,
            board=_board(variant, drawing, start, path),
            data=script_safe(_data(variant, drawing, start, inputs)),
            season=variant.setting.calendar.season_title(first_phases(variant.setting.calendar)[0]),
        )


def _board(variant: Variant, sheet: BoardSheet, start: Turn, path: str) -> Markup:
    """The board at the start, with the counters of all powers and kinds of units for the script."""
    setting = variant.setting
    drawn = picture(sheet, setting, start, when="before", legend=False)
    counters: list[DrawnMark] = []
    for nation in setting.nations:
        for sign in setting.counter_words:
            name = f"{sign}.{initials(nation)}"
            if name in drawn.symbols:
                counters.append(DrawnMark("units", SymbolUse(name, 0, 0)))
    signs = svg.symbols(drawn.symbols, (*drawn.marks, *counters))
    overlay = (
        f"<defs>{signs}</defs>{tinted(drawn)}<!--lines-->"
        f'<g class="lines" font-size="{EM:g}">{svg.layers(drawn.marks, UNDER)}</g><!--names-->'
        f'<g class="counters">{svg.layers(drawn.marks, OVER)}</g>'
    )
    return Markup(
        inline_map(
            sheet,
            overlay,
            f"{addresses.root_of(path)}{addresses.board(variant.name)}",
            title=f"The board of {variant.about.title} at the start",
            description="The lists beside this map say the same in words.",
            codes=small_layer(sheet, setting.board),
        )
    )


def _data(
    variant: Variant, sheet: BoardSheet, start: Turn, inputs: BoardInputs
) -> Mapping[str, Any]:
    """What the script needs of a board: its powers, where units stand, the lines of moves."""
    setting = variant.setting
    calendar = setting.calendar
    spots = {str(at): spot for at, spot in _spots(variant, sheet)}
    return {
        "variant": variant.name,
        "counted": inputs.counted,
        "seasons": [(calendar.slug(p), calendar.season_title(p)) for p in first_phases(calendar)],
        "powers": [
            (str(n.name), slug(n.name), letter_of(n), initials(n), n.playable)
            for n in setting.nations
        ],
        "signs": SIGNS,
        "spots": spots,
        "lines": dict(_lines(variant, Scene(sheet, setting, start))),
        "pen": sheet.pen,
        "line": LINE,
    }


def _spots(variant: Variant, sheet: BoardSheet) -> Iterator[tuple[Location, tuple[int, int]]]:
    """Where a unit stands in each location that the drawing has a place for."""
    for at in variant.setting.board.locations.values():
        with suppress(SheetError):
            spot = sheet.spot(at)
            yield at, (round(spot.x), round(spot.y))


def _lines(variant: Variant, scene: Scene) -> Iterator[tuple[str, str]]:
    """The line of each move to a neighbouring location as a map draws it, as path data."""
    for start, ends in variant.setting.board.ways.items():
        for end in ends:
            with suppress(SheetError):
                stops = [*scene.detour(start, end)]
                line = scene.course(scene.spot(start), stops, scene.spot(end), MOVE_BENDS[:1])
                yield f"{start} {end}", line.d
