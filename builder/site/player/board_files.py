"""The files of a variant's shared board: its layers, the shapes of tints, and all of it as data."""

from __future__ import annotations

import json
from collections.abc import Iterator

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.draw.shared_board import code_size, cuts, file_of, height, shared_board, style_sheet
from builder.model.setting import Setting
from builder.site.addresses import board as board_address
from builder.site.artifacts import Artifact
from builder.variant import Variant


def script_safe(value: object) -> Markup:
    """Plain data as JSON that may stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def shared_board_files(variant: Variant, sheet: BoardSheet) -> Iterator[Artifact]:
    """Everything below the address of a variant's board.

    `board.js` has the same layers and shapes for the script that saves a picture: from disk it
    could not read the others.
    """
    folder = board_address(variant.name)
    board = shared_board(sheet, variant.setting)
    for name, layer in board.layers.items():
        yield Artifact(f"{folder}{name}.svg", file_of(sheet, layer))
    sizes = f"--land:{code_size(sheet, 'land'):.0f}px;--sea:{code_size(sheet, 'sea'):.0f}px"
    ratio = f"--ratio:{sheet.width / height(sheet, small=True):.3f}"
    style = style_sheet(variant.name, sheet, board, f"{sizes};{ratio}")
    yield Artifact(f"{folder}board.css", style)
    yield Artifact(f"{folder}seas.css", cuts(variant.name, board.seas))
    data = script_safe({"layers": board.layers, "shapes": board.shapes})
    yield Artifact(f"{folder}board.js", f"chancery({json.dumps(variant.name)},{data});\n")


def small_layer(sheet: BoardSheet, setting: Setting) -> str:
    """What a small map shows in place of names: each space's code where its name stands."""
    kind = {str(p.code): p.terrain for p in setting.board.provinces.values()}
    words = (
        f'<text class="{kind[code]}" x="{at.x:.0f}" y="{at.y:.0f}">{code}</text>'
        for code, at in sheet.codes.items()
        if code in kind
    )
    return f'<g class="codes" aria-hidden="true">{"".join(words)}</g>'
