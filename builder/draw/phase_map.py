"""The picture of a phase, complete or as an overlay for a board that a page holds once."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from itertools import chain
from typing import Literal, NamedTuple, Self

from builder.draw import captions, counters, movement, svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.marks import OVER, UNDER, DrawnMark, SymbolSet
from builder.draw.scene import Scene
from builder.model.board import Board
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import Code, Position, Power

When = Literal["before", "orders", "after"]
ICE = "#eef2f0"


class PhaseMap(NamedTuple):
    """What a phase adds to the board: marks, words, the provinces' tints, and the symbol set."""

    marks: tuple[DrawnMark, ...]
    cartouche: tuple[DrawnMark, ...]
    legend: tuple[DrawnMark, ...]
    tints: Mapping[Code, str]
    symbols: SymbolSet

    def with_prefix(self, prefix: str) -> Self:
        """The same map with signs of other names, for a page that shows several."""
        if not prefix:
            return self
        symbols = {f"{prefix}{name}": paths for name, paths in self.symbols.items()}
        return self._replace(
            marks=tuple(mark.with_prefix(prefix) for mark in self.marks),
            cartouche=tuple(mark.with_prefix(prefix) for mark in self.cartouche),
            legend=tuple(mark.with_prefix(prefix) for mark in self.legend),
            symbols=symbols,
        )


def picture(
    sheet: BoardSheet,
    setting: Setting,
    turn: Turn,
    *,
    title: str = "",
    subtitle: str = "",
    when: When = "orders",
    legend: bool = True,
) -> PhaseMap:
    """The picture of a phase: its orders with their results, or the position before or after it.
    Without a title it has no cartouche."""
    scene = Scene(sheet, setting, turn)
    now = turn.after if when == "after" else turn.before
    counters.draw_owners(scene, now.owners)
    if when == "orders" and now.phase.step == "movement":
        movement.draw_orders(scene)
        counters.draw_counters(scene, now.units, (d.unit for d in turn.dislodged))
    else:
        counters.draw_counters(scene, now.units)
        counters.draw_dislodged(scene, now.dislodged)  # above the unit that came
        if when == "before":
            counters.draw_refuges(scene)
        elif when == "orders" and now.phase.step == "retreats":
            counters.draw_retreats(scene)
        elif when == "orders":
            counters.draw_adjustments(scene)
    drawn = scene.finish()
    words = captions.cartouche(sheet.cartouche, title, subtitle)
    signs = captions.legend(sheet, setting, drawn, now) if legend else ()
    return PhaseMap(
        marks=tuple(drawn),
        cartouche=tuple(DrawnMark("signs", line) for line in words),
        legend=tuple(DrawnMark("signs", sign) for sign in signs),
        tints=tints(sheet, setting, now),
        symbols=scene.symbols,
    )


def tints(sheet: BoardSheet, setting: Setting, position: Position) -> Mapping[Code, str]:
    """The fill of every province that is not left plain.

    A supply centre has its owner's colour. Land without one goes with its homeland: it is the
    power's own while that holds any home centre, then the conqueror's if one power has them
    all. Spaces that are closed in this season are iced over.
    """
    iced = closed(setting.board, position.phase.season)
    return _tints(sheet, setting, tuple(position.owners.items()), iced)


@lru_cache(maxsize=16)  # as the marks of the owners: each holds a whole sheet
def _tints(
    sheet: BoardSheet,
    setting: Setting,
    owned: tuple[tuple[Code, Power], ...],
    iced: frozenset[Code],
) -> Mapping[Code, str]:
    """The tints of provinces; centres are given with their owners."""
    provinces = setting.board.provinces
    owners = dict(owned)
    holders = dict(owned)
    for power, homeland in sheet.homes.items():
        centres = [code for code in homeland if provinces[code].centre]
        master = _master(Power(power), centres, owners)
        if master:
            holders |= {code: master for code in homeland if not provinces[code].centre}
    colours = {nation.name: nation.tint for nation in setting.nations if nation.tint}
    fills = {code: colours[power] for code, power in holders.items() if power in colours}
    fills |= dict.fromkeys(iced, ICE)
    return {code: fill for code, fill in fills.items() if code in sheet.shapes}


def _master(power: Power, centres: Iterable[Code], owners: Mapping[Code, Power]) -> Power | None:
    """Who has the land of a power's homeland: the power while it holds one of the centres there,
    else the one that holds them all."""
    holders = {owners.get(code) for code in centres}
    if power in holders:
        return power
    return holders.pop() if len(holders) == 1 else None


@lru_cache(maxsize=16)  # each holds a board
def closed(board: Board, season: str) -> frozenset[Code]:
    """The provinces that no unit can enter or leave in this season, but in others."""
    shut: set[Code] = set()
    for place in board.locations.values():
        ways = list(chain.from_iterable(board.ways.get(place, {}).values()))
        if ways and not any(way.open_in(season) for way in ways):
            shut.add(place.province)
    return frozenset(shut)


def whole(sheet: BoardSheet, setting: Setting, p: PhaseMap, *, title: str, description: str) -> str:
    """A picture with its board as one SVG file, its words as outlines, which need no font."""
    drawn = [mark.outlined() for mark in p.marks]
    words = [mark.outlined() for mark in p.cartouche + p.legend]
    return "".join(
        (
            f'<svg {svg.HEAD} viewBox="0 0 {svg.points(sheet.width)} {svg.points(sheet.height)}"',
            ' role="img" aria-labelledby="title-words desc-words">',
            f'<title id="title-words">{escape(title)}</title>',
            f'<desc id="desc-words">{escape(description)}</desc>',
            f"<defs>{svg.symbols(p.symbols, (*drawn, *words))}</defs><defs>{sheet.defs}</defs>",
            sheet.layers["sea"] + sheet.tinted(p.tints) + sheet.above(setting),
            svg.layers(drawn, UNDER),
            sheet.over(),
            svg.layers(drawn, OVER),
            svg.layers(words, ("signs",)),
            "</svg>\n",
        )
    )
