"""The archive of this project, opened once in each process: its boards are read once, too.

With `CHANCERY_TESTS=whole` the expensive laws are tried on everything; otherwise on samples.
"""

import os
from pathlib import Path

from builder.archive import Archive

ROOT = Path(__file__).resolve().parents[1]
ARCHIVE = Archive(ROOT)
WHOLE = os.environ.get("CHANCERY_TESTS") == "whole"
