"""What pictures cost on every board: overlays and PNGs, beside cairosvg's picture of the whole SVG.

    python tests/bench/pictures.py                      every board, some minutes
    python tests/bench/pictures.py cline9-iv --phases 40
    python tests/bench/pictures.py --first              the boards as a first build draws them

Of each board: what `chancery map` takes to draw it; how many phases of the archive's own games
there are, and of them the most that the lines and counters of a phase weigh, and the largest
overlay, which has the signs and tints as well; then, of some phases spread evenly over the games,
what a PNG takes and weighs, and how much longer cairosvg takes for the same picture. A
board is rastered once, which is told apart. Processor time, the best of three, each after the
phase before it, as a site is printed; of cairosvg one run, taken in turns with ours.

`--first` draws the pictures of all boards with an empty cache, in one process: how many of each
kind, their processor time and size; the first PNG of each board includes setting it up.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from corpus import ROOT, best, level

from builder.archive import Archive
from builder.cartography import redraw
from builder.draw import svg
from builder.draw.board_sheet import read_sheet
from builder.draw.marks import OVER, UNDER
from builder.draw.phase_map import When, picture, whole
from builder.draw.raster import BoardRaster, board_png
from builder.draw.shared_board import overlay_of
from builder.playback.replaying import Stage, replay
from builder.site.artifacts import Job
from builder.site.pages.boards import board_files
from builder.site.publishing.content_store import ContentStore
from builder.site.publishing.image_cache import SUFFIXES, ImageCache
from builder.variant import Variant

WORDS = {"title": "A game", "subtitle": "A phase"}
MOMENTS: tuple[When, ...] = ("before", "orders", "after")
COLUMNS = (
    "map s", "phases", "marks kB", "overlay kB",
    "set up s", "shown", "PNG ms", "worst", "PNG kB", "worst", "cairosvg",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*", help="variants (all that have games)")
    parser.add_argument("--phases", type=int, default=8, help="PNGs of each board (8)")
    parser.add_argument("--compare", type=int, default=1, help="of these also by cairosvg (1)")
    parser.add_argument("--games", type=int, help="the first games of each board (all)")
    parser.add_argument("--first", action="store_true", help="the boards in a first build")
    given = parser.parse_args()
    archive = Archive(ROOT)
    if given.first:
        first_build(archive, given.boards or archive.variant_names)
        return
    print(f"{'':11}" + "".join(f"{title:>11}" for title in COLUMNS))
    for name in given.boards or archive.variant_names:
        games = [g for g in archive if g.variant == name][: given.games]
        stages = [s for g in games for s in replay(archive.variant(name), g).stages]
        if stages:
            print(row(archive.variant(name), stages, given.phases, given.compare), flush=True)


def first_build(archive: Archive, names: Sequence[str]) -> None:
    """Draw the pictures of boards with an empty cache, each board set up once."""
    seconds: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        images = ImageCache(archive, ContentStore(Path(folder)))
        for name in names:
            for job in jobs_of(archive, name):
                suffix = SUFFIXES[type(job)]
                start = time.process_time()
                content = images.rendered(job)
                seconds[suffix] += time.process_time() - start
                counts[suffix] += 1
                sizes[suffix] += len(content)
    for suffix, count in counts.items():
        print(f"{suffix:5}{count:4}{seconds[suffix]:7.2f} s{sizes[suffix] / 1e3:8.0f} kB")
    print(f"{'all':5}{counts.total():4}{seconds.total():7.2f} s{sizes.total() / 1e3:8.0f} kB")


def jobs_of(archive: Archive, name: str) -> Iterator[Job]:
    """The pictures of a variant's board; its first PNG sets the board up."""
    variant = archive.variant(name)
    drawing = archive.maps_folder / (variant.drawing or name) / "map.svg"
    sheet = read_sheet(drawing) if drawing.is_file() else None
    for artifact in board_files(variant, sheet, archive.maps_folder, png=True):
        if isinstance(artifact.content, Job):
            yield artifact.content


def row(variant: Variant, stages: Sequence[Stage], phases: int, compared: int) -> str:
    """A board's line of the table."""
    setting = variant.setting
    sheet = read_sheet(ROOT / "maps" / (variant.drawing or variant.name) / "map.svg")
    (drawing,) = best(1, lambda: redraw(ROOT / "maps", variant.drawing or variant.name))
    heaviest = 0
    largest = 0
    for stage in stages:
        for when in MOMENTS:
            shown = picture(sheet, setting, stage.turn, when=when, legend=False)
            marks = svg.layers(shown.marks, (*UNDER, *OVER))
            heaviest = max(heaviest, len(marks.encode()))
            largest = max(largest, len(overlay_of(sheet, shown).encode()))
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
        f"{heaviest / 1e3:.1f}",
        f"{largest / 1e3:.1f}",
        f"{seconds:.1f}",
        f"{len(times)}",
    ]
    cells += [f"{level(found, share):.1f}" for found in (times, sizes) for share in (0.5, 1.0)]
    cells.append(f"{level(ratios, 0.5):.0f} times" if ratios else "")
    return f"{variant.name:11}" + "".join(f"{cell:>11}" for cell in cells)


if __name__ == "__main__":
    main()
