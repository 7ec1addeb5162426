"""The gallery: every board empty and at its start, with its borders in a table, to take along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from builder.draw.maps import draw_turn
from builder.draw.sheet import Sheet
from builder.model.calendar import Phase
from builder.model.position import Position, Turn
from builder.site.addresses import variant as variant_address
from builder.site.artifacts import Artifact, Plate
from builder.site.borders import as_table, rows
from builder.site.downloads import as_json
from builder.site.examples import FindSheet
from builder.site.templating import fill
from builder.site.works import digest
from builder.variant import Variant

FORMS = ("png", "pdf")


def gallery(variants: Sequence[Variant], sheet: FindSheet) -> Artifact:
    """The page with all boards side by side."""
    shown = [v for v in variants if sheet(v) is not None]
    return Artifact(
        "boards/index.html",
        fill("boards.html", variants=shown, own=own_board),
        title="Boards",
        kind="listed",
        description=f"The {len(shown)} boards of the archive, to look at, print and take along.",
    )


def own_board(variant: Variant) -> bool:
    """Has the variant a drawing of its own?"""
    return variant.drawing in ("", variant.name)


def board_files(variant: Variant, sheet: Sheet | None, maps: Path, png: bool) -> Iterator[Artifact]:
    """All that belongs to the board of one variant; `maps` is the archive's folder of maps."""
    address = variant_address(variant.name)
    board = variant.setting.board
    yield Artifact(f"{address}adjacency.json", as_json(as_table(board)))
    for name, folder in (("variant.yaml", variant.name), ("board.yaml", board.name)):
        source = maps / folder / name
        if source.is_file():
            yield Artifact(f"{address}{name}", source.read_bytes())
    if sheet is None:
        return
    for name, drawn in (("map", opening(variant, sheet)), ("board", empty(variant, sheet))):
        yield Artifact(f"{address}{name}.svg", drawn)
        for form in FORMS if png else ():
            plate = Plate(drawn, form, digest(f"{form} {drawn}"))
            yield Artifact(f"{address}{name}.{form}", plate)
    yield board_page(variant, png)


def board_page(variant: Variant, png: bool) -> Artifact:
    """One board: large, to be enlarged and printed, with the table of its provinces."""
    about, board = variant.about, variant.setting.board
    return Artifact(
        f"{variant_address(variant.name)}board/index.html",
        fill(
            "board.html",
            variant=variant,
            about=about,
            rows=rows(board),
            status=about.status or board.status,
            forms=("svg", *FORMS) if png else ("svg",),
            start=variant.setting.calendar.title(variant.setting.start.phase),
        ),
        title=f"The board of {about.title}",
        kind="page",
        description=f"The board of {about.title}: the map, and every province with its borders.",
        words=" ".join(p.name for p in board.provinces.values()),
    )


def opening(variant: Variant, sheet: Sheet) -> str:
    """The board with the units at the start."""
    start = variant.setting.start
    title = variant.setting.calendar.title(start.phase)
    return _still(variant, sheet, start, title, "at the start")


def empty(variant: Variant, sheet: Sheet) -> str:
    """The board with nothing on it, and nobody's colours."""
    start = variant.setting.start
    season = Phase(start.phase.year, "spring", "movement")
    bare = Position(season, (), {})
    board = variant.setting.board
    figures = f"{len(board.provinces)} spaces, {len(list(board.centres))} centres"
    return _still(variant, sheet, bare, figures, "without units")


def _still(variant: Variant, sheet: Sheet, position: Position, subtitle: str, what: str) -> str:
    turn = Turn(position, (), {}, {}, (), (), position)
    title = variant.about.title
    return draw_turn(
        sheet, variant.setting, turn, title=title, subtitle=subtitle, when="before",
        description=f"The board of {title} {what}.", legend=False,
    )  # fmt: skip
