"""What keeps files and pages from being published."""

from typing import NamedTuple

from builder.errors import ArchiveError
from builder.site.artifacts import Artifact

FAULT = "fault"  # the kind of a note: whoever meets a fault is made again in each build


class Fault(NamedTuple):
    """What keeps a file or a page from being published, and the page that states it instead. A
    build keeps the fault of a game in mind; it looks for all others again."""

    message: str
    page: Artifact
    of_game: bool = False


def fault_of(error: Exception) -> ArchiveError:
    """The fault of a page, as one process reports it to another."""
    if isinstance(error, ArchiveError):
        return ArchiveError(str(error))
    return ArchiveError(f"a fault of this program: {type(error).__name__}: {error}")
