"""What can be wrong with a drawing."""

from __future__ import annotations

from collections.abc import Sequence

from builder.errors import ArchiveError


class DrawingError(ArchiveError):
    """A drawing.yaml whose lines do not make the board it describes; every fault found."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))
