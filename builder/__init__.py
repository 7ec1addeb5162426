"""Chancery: an archive of Diplomacy games, replayed by its own adjudicator.

The public names are loaded when they are asked for, so that a short command stays quick.
"""

from __future__ import annotations

import importlib
from typing import Any

HOMES = {
    "Archive": "builder.archive",
    "ArchiveError": "builder.errors",
    "Finding": "builder.model.findings",
    "Position": "builder.model.position",
    "Record": "builder.record",
    "Turn": "builder.model.position",
    "Variant": "builder.variant",
    "parse_order": "builder.notation.notation",
    "write_order": "builder.notation.notation",
}
__all__ = sorted(HOMES)


def __getattr__(name: str) -> Any:
    """Load the module of a public name."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(HOMES[name]), name)
