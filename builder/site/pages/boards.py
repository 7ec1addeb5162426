"""The pages of the boards: each board empty and at the start, and its borders as a table."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from builder.draw.board_sheet import BoardSheet
from builder.draw.mark_table import places_text, unit_places
from builder.draw.phase_map import picture, whole
from builder.draw.shared_board import shared_board, signs_of_board, small_cut
from builder.model.calendar import Phase
from builder.model.results import Turn
from builder.model.units import Position
from builder.provided import map_file
from builder.site import addresses
from builder.site.artifacts import (
    Artifact,
    PdfRequest,
    PngRequest,
    ThumbnailRequest,
    as_json,
    digest,
    published_yaml,
)
from builder.site.parts.borders import as_table, rows
from builder.site.templating import data_file, page, script_safe
from builder.source.files import read_whole
from builder.source.recording import is_file
from builder.variant import Variant


def board_files(
    variant: Variant, sheet: BoardSheet | None, maps: Path, png: bool
) -> Iterator[Artifact]:
    """All files of a variant's board: data, pictures and its page; `maps` is the folder of maps."""
    address = addresses.variant(variant.name)
    board = variant.setting.board
    yield Artifact(f"{address}adjacency.json", as_json(as_table(board)))
    for name, folder in (("variant.yaml", variant.name), ("board.yaml", board.name)):
        source = map_file(maps, folder, name)
        if is_file(source):
            yield Artifact(f"{address}{name}", published_yaml(read_whole(source)))
    if sheet is None:
        return
    files, layers = shared_board(variant.name, sheet, variant.setting)
    # for the script that saves a picture, which cannot read the other files from disk
    files["board.js"] = f"chancery({json.dumps(variant.name)},{script_safe(layers)});\n"
    shared = addresses.board(variant.name)
    # for the player of a game that has a file of data
    signs = {
        "signs": signs_of_board(sheet, variant.setting),
        "places": places_text(unit_places(sheet)),
    }
    yield data_file(f"{shared}signs.js", f"signs/{variant.name}", signs)
    yield from (Artifact(shared + name, content) for name, content in files.items())
    setting = variant.setting
    title = variant.about.title
    start = variant.setting.start
    figures = f"{len(board.provinces)} spaces, {len(setting.centres)} centres"
    draw = partial(picture, sheet, setting, when="before", legend=False)
    bare = Position(Phase(start.phase.year, "spring", "movement"), (), {})
    for name, still, subtitle, what in (
        ("map", start, setting.calendar.title(start.phase), "at the start"),
        ("board", bare, figures, "without units"),
    ):
        turn = Turn(still, still)
        description = f"The board of {title} {what}."
        shown = draw(turn, title=title, subtitle=subtitle)
        words = {"title": f"{title}, {subtitle}", "description": description}
        text = whole(sheet, setting, shown, **words)
        yield Artifact(f"{address}{name}.svg", text)
        yield Artifact(f"{address}{name}-small.svg", small_cut(sheet, setting, shown, **words))
        if png:
            key = digest(text)
            yield Artifact(f"{address}{name}.png", PngRequest(variant.name, shown, key))
            yield Artifact(f"{address}{name}.pdf", PdfRequest(text, key))
            if name == "map":
                request = ThumbnailRequest(variant.name, shown, key)
                yield Artifact(f"{address}map.webp", request)
    named = ", ".join(
        p.name if p.name.lower().startswith(p.code.lower()) else f"{p.name} {p.code}"
        for p in board.provinces.values()
    )
    path = f"{address}board/index.html"
    yield page(
        path,
        "board.html",
        variant=variant,
        rows=list(rows(board)),
        png=png,
        sheet=sheet,
        words=named,
    )
