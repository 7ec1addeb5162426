"""The rulebook compiled to machine code, for those who judge by the thousand; never needed.

The text is the same and so is every answer. What was compiled from another text, or for another
Python, is not used.
"""

from __future__ import annotations

import sys
import warnings
from hashlib import sha256
from pathlib import Path

from builder import rules

TEXT = Path(rules.__path__[0])


def chapters(text: Path = TEXT) -> list[Path]:
    """The files that are compiled: the chapters of the rulebook, without the amendments."""
    return sorted(file for file in text.glob("*.py") if file.name != "__init__.py")


def place(folder: Path, text: Path = TEXT) -> Path:
    """Where in a folder the compiled chapters stand: each text and each Python has its own."""
    words = sha256()
    for file in chapters(text):
        words.update(file.name.encode() + b"\0" + file.read_bytes())
    return folder.expanduser() / f"{sys.implementation.cache_tag}-{words.hexdigest()[:16]}"


def use(folder: str) -> None:
    """Have the chapters imported from there from now on; warns if none fit."""
    there = place(Path(folder))
    if there.is_dir():
        rules.__path__.insert(0, str(there))
    else:
        warnings.warn(
            f"{folder} holds no rulebook compiled from this text for this Python, so the text "
            "itself is read. To compile it: chancery compile FOLDER",
            stacklevel=2,
        )
