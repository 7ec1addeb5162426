"""The outcomes of orders, one word each."""

from enum import StrEnum


class Outcome(StrEnum):
    """What became of an order, in the words that records use.

    `failed` is only recorded, never found: the source says that an order failed and not how.
    """

    MOVED = "moved"
    BOUNCED = "bounced"
    CUT = "cut"
    VOID = "void"
    NO_CONVOY = "no convoy"
    DISRUPTED = "disrupted"
    DISLODGED = "dislodged"
    DESTROYED = "destroyed"
    HELD = "held"
    GIVEN = "given"
    CARRIED = "carried"
    ABOARD = "aboard"
    RETREATED = "retreated"
    DISBANDED = "disbanded"
    BUILT = "built"
    REMOVED = "removed"
    WAIVED = "waived"
    ILLEGAL = "illegal"
    NO_ORDER = "no order"
    UNDECIDED = "undecided"
    FAILED = "failed"


DRIVEN_OUT = frozenset({Outcome.DISLODGED, Outcome.DESTROYED})
