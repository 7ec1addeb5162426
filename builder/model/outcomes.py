"""The outcomes of orders, and which of them a word in a source's results may stand for."""

from collections.abc import Mapping
from enum import StrEnum


class Outcome(StrEnum):
    """What became of an order, in the words that records use.
    `failed` occurs in records only: the source says that an order failed, but not how."""

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


ResultVocabulary = Mapping[Outcome, frozenset[Outcome]]
REFUSED = frozenset({Outcome.VOID, Outcome.ILLEGAL})
UNCARRIED = frozenset({Outcome.NO_CONVOY, Outcome.DISRUPTED})
VOCABULARIES: Mapping[str, ResultVocabulary] = {
    "": {},
    # nso: a support for an order that was not given, or that is impossible
    "zine": {Outcome.VOID: REFUSED},
    # *void*: not accepted or not matched; *no convoy*: for whatever reason
    "judge": {Outcome.VOID: REFUSED, Outcome.NO_CONVOY: UNCARRIED | {Outcome.ILLEGAL}},
    # the same; a convoy disrupted by a paradox is no convoy, one for an army that went by land
    # is not marked
    "package": {
        Outcome.VOID: REFUSED,
        Outcome.NO_CONVOY: UNCARRIED,
        Outcome.CARRIED: frozenset({Outcome.CARRIED, Outcome.VOID}),
    },
    # as judges; a convoy for an army that was ordered so succeeds, even by a fleet on no way of it
    "jdip": {
        Outcome.VOID: REFUSED,
        Outcome.NO_CONVOY: UNCARRIED | {Outcome.ILLEGAL},
        Outcome.CARRIED: frozenset({Outcome.CARRIED, Outcome.ILLEGAL}),
    },
    # two words only: a dislodged unit has failed; a support or convoy for an order that was not
    # given has passed
    "pass-fail": {
        Outcome.VOID: REFUSED,
        Outcome.FAILED: DRIVEN_OUT | {Outcome.FAILED},
        Outcome.GIVEN: REFUSED | {Outcome.GIVEN},
        Outcome.CARRIED: REFUSED | {Outcome.CARRIED},
    },
    # one reason for each order that failed: its unit may have been driven out as well
    "one reason": {
        Outcome.BOUNCED: DRIVEN_OUT | {Outcome.BOUNCED},
        Outcome.CUT: DRIVEN_OUT | {Outcome.CUT},
        Outcome.VOID: DRIVEN_OUT | REFUSED,
        Outcome.DISRUPTED: DRIVEN_OUT | {Outcome.DISRUPTED},
        Outcome.NO_CONVOY: DRIVEN_OUT | UNCARRIED | REFUSED,
        Outcome.FAILED: DRIVEN_OUT | {Outcome.FAILED},
        Outcome.GIVEN: REFUSED | {Outcome.GIVEN},
        Outcome.CARRIED: REFUSED | {Outcome.CARRIED},
    },
    # what became of the order; whether its unit was driven out as well is not said
    "order only": {
        Outcome.HELD: DRIVEN_OUT | {Outcome.HELD},
        Outcome.BOUNCED: DRIVEN_OUT | {Outcome.BOUNCED},
        Outcome.CUT: DRIVEN_OUT | REFUSED | {Outcome.CUT},
        Outcome.VOID: DRIVEN_OUT | REFUSED,
        Outcome.CARRIED: DRIVEN_OUT | REFUSED | {Outcome.CARRIED},
        Outcome.DISRUPTED: DRIVEN_OUT | {Outcome.DISRUPTED},
        Outcome.NO_CONVOY: DRIVEN_OUT | UNCARRIED | REFUSED,
        Outcome.FAILED: DRIVEN_OUT | {Outcome.FAILED},
    },
}
