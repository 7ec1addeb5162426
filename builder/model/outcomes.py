"""The outcomes of orders, one word each, and the words of sources that stand for several."""

from collections.abc import Mapping
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


Vocabulary = Mapping[Outcome, frozenset[Outcome]]
REFUSED = frozenset({Outcome.VOID, Outcome.ILLEGAL})
UNCARRIED = frozenset({Outcome.NO_CONVOY, Outcome.DISRUPTED})
VOCABULARIES: Mapping[str, Vocabulary] = {
    "": {},
    # nso is printed of a support for an order that was not given, and of one that cannot be
    "zine": {Outcome.VOID: REFUSED},
    # *void* is all that is not accepted or not matched; *no convoy* whatever stopped it
    "judge": {Outcome.VOID: REFUSED, Outcome.NO_CONVOY: UNCARRIED | {Outcome.ILLEGAL}},
    # the same; a convoy that a paradox disrupts has no convoy, and one for an army that went by
    # land is not marked
    "package": {
        Outcome.VOID: REFUSED,
        Outcome.NO_CONVOY: UNCARRIED,
        Outcome.CARRIED: frozenset({Outcome.CARRIED, Outcome.VOID}),
    },
    # two words for everything: who is driven out has failed, and what nobody stopped has not, be
    # it a support or convoy for an order that was not given
    "pass-fail": {
        Outcome.VOID: REFUSED,
        Outcome.FAILED: DRIVEN_OUT | {Outcome.FAILED},
        Outcome.GIVEN: REFUSED | {Outcome.GIVEN},
        Outcome.CARRIED: REFUSED | {Outcome.CARRIED},
    },
}
