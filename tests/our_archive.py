"""The archive of this project, opened once in each process: its boards are read once, too."""

from pathlib import Path

from builder.archive import Archive

ROOT = Path(__file__).resolve().parents[1]
ARCHIVE = Archive(ROOT)
