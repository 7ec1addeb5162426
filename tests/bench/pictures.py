"""What a phase's PNG costs: milliseconds and bytes, beside cairosvg's picture of the whole SVG.

    python tests/bench/pictures.py --phases 60

Phases of the archive's own games, spread evenly over them. A board is rastered once, which is
told apart. Ours and cairosvg's take turns; of each the best of two counts, in processor time.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from corpus import ROOT, best, level

from builder.archive import Archive
from builder.draw.maps import picture, whole
from builder.draw.raster import Press, once
from builder.draw.sheet import read_sheet
from builder.replay import Stage, replay
from builder.variant import Variant


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--phases", type=int, default=60, help="how many (60)")
    given = parser.parse_args()
    archive = Archive(ROOT)
    replays = [replay(archive.variant(g.variant), g) for g in archive]
    stages = [(r.variant, s) for r in replays for s in r.stages]
    rooms: dict[str, Room] = {}
    rows = []
    for variant, stage in stages[:: max(1, len(stages) // given.phases)]:
        room = rooms.setdefault(variant.name, Room(variant))
        rows.append(room.row(stage))
    setting = sum(room.seconds for room in rooms.values()) / len(rooms)
    print(f"{len(rows)} phases on {len(rooms)} boards, each board set up in {setting:.2f} s")
    titles = ("SVG ms", "kB", "PNG ms", "kB", "cairosvg ms", "kB")
    print(f"{'':8}" + "".join(f"{title:>12}" for title in titles))
    for name, share in (("median", 0.5), ("worst", 1.0)):
        shown = [level([r[column] for r in rows], share) for column in range(6)]
        print(f"{name:8}" + "".join(f"{value:12.1f}" for value in shown))


class Room:
    """A board set up for printing; `seconds` is what that took."""

    def __init__(self, variant: Variant) -> None:
        place = ROOT / "maps" / (variant.drawing or variant.name) / "map.svg"
        self.variant, self.sheet = variant, read_sheet(Path(place))
        start = time.process_time()
        self.press = Press(self.sheet, variant.setting)
        self.seconds = time.process_time() - start

    def row(self, stage: Stage) -> tuple[float, ...]:
        """Of one phase: ms and kB of its overlay, of our PNG and of cairosvg's."""
        setting = self.variant.setting
        drawn = picture(self.sheet, setting, stage.turn, title="A game", subtitle="A phase")
        text = whole(self.sheet, setting, drawn, title="A game", description="")
        draw, ours, theirs = best(
            2,
            lambda: picture(self.sheet, setting, stage.turn, title="A game", subtitle="A phase"),
            lambda: self.press.print(drawn),
            lambda: once(text),
        )
        sizes = (len(text.encode()), len(self.press.print(drawn)), len(once(text)))
        pairs = zip((draw, ours, theirs), sizes, strict=True)
        return tuple(n for seconds, size in pairs for n in (seconds * 1e3, size / 1e3))


if __name__ == "__main__":
    main()
