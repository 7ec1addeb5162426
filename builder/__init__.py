"""Chancery: an archive of Diplomacy games, replayed by its own adjudicator.

>>> from builder import judge, open_variant
>>> orders = {"France": "A Par-Bur, A Mar S A Par-Bur", "Germany": "A Mun-Bur"}
>>> units = {"France": "A Par, A Mar", "Germany": "A Mun"}
>>> for order in judge(open_variant("standard"), units, orders):
...     print(order)
France: A Par – Bur: moved.
France: A Mar S A Par – Bur: given.
Germany: A Mun – Bur: beaten. A Par came to the same place with greater force.

Each public name is loaded when it is first asked for, so that a short command starts quickly.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from builder.archive import Archive as Archive
    from builder.archive import open_variant as open_variant
    from builder.errors import ArchiveError as ArchiveError
    from builder.judging import judge as judge
    from builder.model.findings import Finding as Finding
    from builder.model.findings import Reason as Reason
    from builder.model.results import Turn as Turn
    from builder.model.units import Position as Position
    from builder.model.units import Unit as Unit
    from builder.notation.notation import parse_order as parse_order
    from builder.notation.notation import write_order as write_order
    from builder.playback.replaying import Replay as Replay
    from builder.playback.replaying import replay as replay
    from builder.record import Record as Record
    from builder.variant import Variant as Variant

_MODULES = {
    "Archive": "archive",
    "ArchiveError": "errors",
    "Finding": "model.findings",
    "Position": "model.units",
    "Reason": "model.findings",
    "Record": "record",
    "Replay": "playback.replaying",
    "Turn": "model.results",
    "Unit": "model.units",
    "Variant": "variant",
    "judge": "judging",
    "open_variant": "archive",
    "parse_order": "notation.notation",
    "replay": "playback.replaying",
    "write_order": "notation.notation",
}
__all__ = sorted(_MODULES)
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load the module of a public name."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
