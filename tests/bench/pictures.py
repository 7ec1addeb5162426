"""What pictures cost on every board: overlays and PNGs, beside cairosvg's picture of the whole SVG.

    python tests/bench/pictures.py                      every board, about two minutes
    python tests/bench/pictures.py cline9-iv --phases 40

Of each board: what `chancery map` takes to draw it; how many phases of the archive's own games
there are and the largest overlay among all of them; then, of some phases spread evenly over the
games, what a PNG takes and weighs, and how much longer cairosvg takes for the same picture. A
board is rastered once, which is told apart. Processor time, the best of three, each after the
phase before it, as a site is printed; of cairosvg one run, taken in turns with ours.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import pairwise

from corpus import ROOT, best, level

from builder.archive import Archive
from builder.cartography import redraw
from builder.draw.board_sheet import read_sheet
from builder.draw.phase_map import When, picture, whole
from builder.draw.raster import BoardRaster, board_png
from builder.draw.shared_board import overlay_of
from builder.playback.replaying import Stage, replay
from builder.variant import Variant

WORDS = {"title": "A game", "subtitle": "A phase"}
MOMENTS: tuple[When, ...] = ("before", "orders", "after")
COLUMNS = (
    "map s", "phases", "overlay kB",
    "set up s", "shown", "PNG ms", "worst", "PNG kB", "worst", "cairosvg",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*", help="variants (all that have games)")
    parser.add_argument("--phases", type=int, default=8, help="PNGs of each board (8)")
    parser.add_argument("--compare", type=int, default=1, help="of these also by cairosvg (1)")
    parser.add_argument("--games", type=int, default=3, help="games of each board (3)")
    given = parser.parse_args()
    archive = Archive(ROOT)
    print(f"{'':11}" + "".join(f"{title:>11}" for title in COLUMNS))
    for name in given.boards or archive.variant_names:
        games = [g for g in archive if g.variant == name][: given.games]
        stages = [s for g in games for s in replay(archive.variant(name), g).stages]
        if stages:
            print(row(archive.variant(name), stages, given.phases, given.compare), flush=True)


def row(variant: Variant, stages: Sequence[Stage], phases: int, compared: int) -> str:
    """A board's line of the table."""
    setting = variant.setting
    sheet = read_sheet(ROOT / "maps" / (variant.drawing or variant.name) / "map.svg")
    (drawing,) = best(1, lambda: redraw(ROOT / "maps", variant.drawing or variant.name))
    layers = [picture(sheet, setting, s.turn, when=when) for s in stages for when in MOMENTS]
    largest = max(len(overlay_of(sheet, one)) for one in layers)
    start = time.process_time()
    board = BoardRaster(sheet, setting)
    seconds = time.process_time() - start
    times, sizes, ratios = [], [], []
    step = max(1, len(stages) // phases)
    for before, stage in list(pairwise(stages))[::step][:phases]:
        drawn, last = (picture(sheet, setting, s.turn, **WORDS) for s in (stage, before))
        _, ours = best(3, lambda last=last: board.png(last), lambda drawn=drawn: board.png(drawn))
        times.append(ours * 1e3)
        sizes.append(len(board.png(drawn)) / 1e3)
        if len(ratios) < compared:
            text = whole(sheet, setting, drawn, title="A game", description="")
            ours, theirs = best(
                1, lambda drawn=drawn: board.png(drawn), lambda text=text: board_png(text)
            )
            ratios.append(theirs / ours)
    cells = [
        f"{drawing:.1f}",
        f"{len(stages)}",
        f"{largest / 1e3:.1f}",
        f"{seconds:.1f}",
        f"{len(times)}",
    ]
    cells += [f"{level(found, share):.1f}" for found in (times, sizes) for share in (0.5, 1.0)]
    cells.append(f"{level(ratios, 0.5):.0f} times" if ratios else "")
    return f"{variant.name:11}" + "".join(f"{cell:>11}" for cell in cells)


if __name__ == "__main__":
    main()
