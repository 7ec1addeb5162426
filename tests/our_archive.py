"""The archive of this project, opened once in each process: boards and games are read once, too.

With `CHANCERY_TESTS=whole` the expensive laws are tried on everything; otherwise on samples.
"""

import os
from functools import cache
from pathlib import Path

from builder.archive import Archive
from builder.playback.replaying import Replay, replay

ROOT = Path(__file__).resolve().parents[1]
ARCHIVE = Archive(ROOT)
WHOLE = os.environ.get("CHANCERY_TESTS") == "whole"


@cache
def replayed(path: Path) -> Replay:
    """A game of the archive, replayed."""
    record = ARCHIVE.game(path)
    return replay(ARCHIVE.variant(record.variant), record)


def examples(count: int) -> int:
    """How many examples a law tries: that many on a whole run, otherwise half."""
    return count if WHOLE else count // 2
