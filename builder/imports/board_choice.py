"""The board of a foreign game; a text may name it: `# variant: loeb9`, `Variant: Loeb9`."""

from __future__ import annotations

import re
from typing import NamedTuple

from builder.errors import UnknownWordError
from builder.imports.importer import Settings
from builder.model.setting import Setting

NAMED = re.compile(r"^(?:#.*\b|[^\w\n]*)variant:\W*([\w-]+)", re.IGNORECASE | re.MULTILINE)
HEAD = 1000
STANDARD = "standard"


class OnBoard(NamedTuple):
    """The board of a game and the name of its variant; `foreign` is that of one which nobody here
    knows, in whose place the standard board stands."""

    setting: Setting
    variant: str
    foreign: str = ""


def board_of(text: str, settings: Settings) -> OnBoard:
    """The board that the head of a text names; the standard one where it names none."""
    named = NAMED.search(text[:HEAD])
    asked = named[1] if named else STANDARD
    try:
        return OnBoard(settings(asked.lower()), asked.lower())
    except UnknownWordError:
        return OnBoard(settings(STANDARD), STANDARD, asked)
