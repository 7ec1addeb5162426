"""The pages of named openings: the orders on a map, who named it, and the games that began so."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.draw.geometry.curves import Point
from builder.draw.phase_map import picture
from builder.draw.shared_board import inline_map, overlay_of
from builder.model.orders import Move, Support, Written
from builder.model.units import Power
from builder.notation.notation import parse_order
from builder.prose.entry_lines import opening_line
from builder.prose.names import slug
from builder.site import addresses
from builder.site.artifacts import Artifact, SitePart
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.openings import book
from builder.site.parts.player import small_layer
from builder.site.templating import page
from builder.variant import Variant


class Opening(NamedTuple):
    """An opening that writers gave a name to: whose it is, its first orders, the title of its
    source, and the games of the archive that began with it."""

    power: Power
    name: str
    orders: Sequence[str]
    source: str
    games: Sequence[GameSummary]

    def address(self, variant: str) -> str:
        """The address of its page: `openings/standard/italy/lepanto/`."""
        return f"openings/{variant}/{slug(self.power)}/{slug(self.name)}/"

    def written(self, variant: Variant) -> list[Written]:
        """Its orders as a game master reads them."""
        setting = variant.setting
        phase = setting.start.phase
        return [parse_order(text, setting, phase, self.power) for text in self.orders]


def named_openings(summaries: Sequence[GameSummary]) -> list[Opening]:
    """Every opening of the book, with the games of the archive that began with it."""
    played: dict[tuple[str, str], list[GameSummary]] = {}
    for game in summaries:
        for power, name in game.openings:
            played.setdefault((power, name), []).append(game)
    openings: list[Opening] = []
    for entry in book()["openings"]:
        source = book()["sources"][entry["source"]]
        openings.append(
            Opening(
                power=Power(entry["power"]),
                name=entry["name"],
                orders=entry["orders"],
                source=source["title"],
                games=played.get((entry["power"], entry["name"]), []),
            )
        )
    return openings


def opening_parts(
    openings: Sequence[Opening],
    variant: Callable[[], Variant],
    sheet: Callable[[Variant], BoardSheet | None],
    counted: bool,
) -> Iterator[SitePart[Any]]:
    """A page for each opening of a variant; `counted` says that the power's openings were counted,
    so that there is a page of all of them."""
    for opening in openings:
        name = f"opening-{slug(opening.power)}-{slug(opening.name)}"
        yield SitePart(name, (opening, counted), partial(_page, variant, sheet))


def _page(
    variant: Callable[[], Variant],
    sheet: Callable[[Variant], BoardSheet | None],
    inputs: tuple[Opening, bool],
) -> Iterator[Artifact]:
    opening, counted = inputs
    yield _opening_page(opening, variant(), sheet, counted)


def _opening_page(
    opening: Opening,
    variant: Variant,
    sheet: Callable[[Variant], BoardSheet | None],
    counted: bool,
) -> Artifact:
    path = f"{opening.address(variant.name)}index.html"
    drawing = sheet(variant)
    board = opening_map(opening, variant, drawing, path) if drawing else Markup("")
    return page(
        path,
        "named_opening.html",
        variant=variant,
        opening=opening,
        board=board,
        counted=counted,
        line=opening_line(opening.power, opening.orders, len(opening.games)),
    )


def opening_map(opening: Opening, variant: Variant, sheet: BoardSheet, path: str) -> Markup:
    """The board of the first season with the orders of an opening, for the page at a path."""
    setting = variant.setting
    turn = variant.open(setting.start).play(opening.written(variant))
    drawn = picture(sheet, setting, turn, legend=False)
    folder = f"{addresses.root_of(path)}{addresses.board(variant.name)}"
    return Markup(
        inline_map(
            sheet,
            overlay_of(sheet, drawn),
            folder,
            title=f"Map: {opening.name}",
            description=", ".join(opening.orders),
            codes=small_layer(sheet, setting.board),
        )
    )


def opening_lines(opening: Opening, variant: Variant, sheet: BoardSheet) -> str:
    """The orders of an opening as lines of a small map, in SVG path data: each move from its unit
    to its goal, each support from its unit to the goal that it supports, each hold as a dot."""
    lines = ""
    for written in opening.written(variant):
        unit = written.unit
        if unit is None:
            continue
        order = written.order
        goal = order.to if isinstance(order, Move | Support) else None
        start = sheet.units.get(str(unit.at))
        end = sheet.units.get(str(goal)) if goal else start
        if start and end:
            lines += f"M{_place(start)}L{_place(end)}" if goal else f"M{_place(start)}h0"
    return lines


def _place(point: Point) -> str:
    return f"{point.x:.0f} {point.y:.0f}"
