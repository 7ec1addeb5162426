"""Does the ending that a game file states fit the course of the game?"""

from builder.errors import ArchiveError
from builder.playback.replaying import ending_faults, replay
from builder.record import Record
from builder.variant import Variant


def check_ending(record: Record, variant: Variant) -> None:
    """Raises ArchiveError if the ending or a vote does not fit, for a game that is kept by mail or
    has votes. Others are copied from sources that may contradict themselves."""
    if not (record.votes or record.is_kept_by_mail):
        return
    faults = ending_faults(record, replay(variant, record).stages)
    lines = [f"{record.path}:{line}: {fault}" for line, fault in faults]
    if lines:
        raise ArchiveError("\n".join(lines))
