"""Answers of the rulebook: what happened, why, because of whom, at what strength."""

from enum import Enum, StrEnum
from typing import NamedTuple, Self

from builder.model.board import Code, Location
from builder.model.kinds import KindCode, Power
from builder.model.orders import Hold, Move, Order, Written
from builder.model.units import Unit


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


class Reason(Enum):
    """Why; each names its outcome and a code that prose turns into a sentence."""

    outcome: Outcome

    def __new__(cls, code: str, outcome: Outcome) -> Self:
        """Keep the code as the value and the outcome beside it."""
        self = object.__new__(cls)
        self._value_ = code
        self.outcome = outcome
        return self

    # movement
    MOVED = "moved", Outcome.MOVED
    HELD = "held", Outcome.HELD
    NO_ORDER = "no order", Outcome.HELD
    REPELLED = "repelled", Outcome.BOUNCED
    HEAD_ON = "head to head", Outcome.BOUNCED
    OWN_UNIT = "own unit", Outcome.BOUNCED
    BOUNCED = "stand-off", Outcome.BOUNCED
    NO_CONVOY = "no convoy", Outcome.NO_CONVOY
    DISRUPTED = "convoy disrupted", Outcome.DISRUPTED
    PARADOX = "convoy paradox", Outcome.DISRUPTED
    GIVEN = "support given", Outcome.GIVEN
    CUT = "support cut", Outcome.CUT
    CUT_IN_PART = "support cut in part", Outcome.GIVEN
    SUPPORTER_DISLODGED = "supporter dislodged", Outcome.CUT
    NOT_ORDERED_SO = "supported order not given", Outcome.VOID
    CARRIED = "convoy carried", Outcome.CARRIED
    CONVOY_IDLE = "convoy not used", Outcome.VOID
    CONVOYER_DISLODGED = "convoying fleet dislodged", Outcome.DISRUPTED
    DISLODGED = "dislodged", Outcome.DISLODGED
    UNDECIDED = "undecided", Outcome.UNDECIDED
    # orders that are not accepted
    NO_SUCH_UNIT = "no such unit", Outcome.ILLEGAL
    NOT_YOURS = "not theirs to order", Outcome.ILLEGAL
    WRONG_PHASE = "not an order of this phase", Outcome.ILLEGAL
    ORDERED_TWICE = "ordered twice", Outcome.ILLEGAL
    SUPERSEDED = "superseded by another order", Outcome.ILLEGAL
    NO_WAY = "not adjacent", Outcome.ILLEGAL
    CLOSED = "way closed in this season", Outcome.ILLEGAL
    WRONG_TERRAIN = "wrong kind of space", Outcome.ILLEGAL
    SAME_PLACE = "moves to where it is", Outcome.ILLEGAL
    NO_COAST = "coast not stated", Outcome.ILLEGAL
    WRONG_COAST = "coast cannot be reached", Outcome.ILLEGAL
    OUT_OF_REACH = "support out of reach", Outcome.ILLEGAL
    NEEDED_AT_SEA = "supports what it would have to convoy", Outcome.ILLEGAL
    SELF_SUPPORT = "supports itself", Outcome.ILLEGAL
    NOBODY_MEANT = "supports nobody there", Outcome.ILLEGAL
    NOT_AT_SEA = "only a fleet at sea convoys", Outcome.ILLEGAL
    NOT_CONVOYABLE = "no army to be convoyed", Outcome.ILLEGAL
    NO_ROUTE = "on no convoy route", Outcome.ILLEGAL
    UNCONVOYED = "no convoy ordered", Outcome.ILLEGAL
    # retreats
    RETREATED = "retreated", Outcome.RETREATED
    DISBANDED = "disbanded", Outcome.DISBANDED
    RETREAT_CLASH = "two retreats to one place", Outcome.DESTROYED
    NO_REFUGE = "no place to retreat to", Outcome.DESTROYED
    NOT_RETREATED = "no retreat ordered", Outcome.DESTROYED
    REFUGE_CLOSED = "not a legal retreat", Outcome.DESTROYED
    # adjustments
    BUILT = "built", Outcome.BUILT
    REMOVED = "removed", Outcome.REMOVED
    WAIVED = "waived", Outcome.WAIVED
    CIVIL_DISORDER = "removed in civil disorder", Outcome.REMOVED
    TOO_MANY = "more than is due", Outcome.ILLEGAL
    NO_WAIVING = "builds are not waived", Outcome.ILLEGAL
    NOT_HOME = "not an own home centre", Outcome.ILLEGAL
    NOT_HELD = "home centre not held", Outcome.ILLEGAL
    OCCUPIED = "home centre occupied", Outcome.ILLEGAL
    USED_TWICE = "already built or removed there", Outcome.ILLEGAL
    WRONG_SITE = "that kind is not built there", Outcome.ILLEGAL
    # the game
    WON = "won", Outcome.MOVED
    NOT_WON = "not won", Outcome.HELD
    # amendments
    EMBARKED = "embarked", Outcome.ABOARD
    STAYED_ABOARD = "stays aboard", Outcome.ABOARD
    FLEET_FAILED = "carrying fleet failed", Outcome.ABOARD
    NO_LANDING = "no landing from there", Outcome.ILLEGAL
    NO_CONSENT = "the fleet does not consent", Outcome.ILLEGAL
    CROSSED = "stood off in the crossing", Outcome.BOUNCED
    SPLIT_UNCLEAR = "which half is not clear", Outcome.ILLEGAL
    NO_HALF_CAN = "neither half can", Outcome.ILLEGAL
    NEUTRALS_STAY = "neutral units do not move", Outcome.ILLEGAL
    LEADER_ORDERS = "a leader alone only moves or stands", Outcome.ILLEGAL
    CUSTOMARY = "customary unit", Outcome.BUILT
    LEADER_LOST = "lost with its country", Outcome.DESTROYED
    BEARS_ARMY = "an army is aboard", Outcome.ILLEGAL
    LOST_WITH_FLEET = "lost with its fleet", Outcome.DESTROYED
    LEADER_BARRED = "a foreign unit bars the leader", Outcome.BOUNCED


for _reason in Reason:  # plain attributes, as from Python 3.12 on: found several times as fast
    type.__setattr__(Reason, _reason.name, _reason)


class Deed(NamedTuple):
    """What a unit, or a part of one, is taken to do, whoever wrote it and in whatever position.

    `home` and `goal` are the provinces it stands in and moves to (None without a move); `weight`
    is its strength alone; `units` is the unit, and what goes with it; `after` the unit where the
    order would leave it. `fault` is why a written order was not accepted. `supportable` is False
    where an order that failed at the muster still refuses support to stand (DATC 4.E.1). `plain`
    says that the order would be accepted in any position; such a move goes by a way like any
    other.
    """

    power: Power
    kind: KindCode
    at: Location
    home: Code
    order: Order
    goal: Code | None
    weight: int
    units: tuple[Unit, ...]
    after: Unit
    fault: Reason | None
    supportable: bool
    plain: bool


def deed(
    unit: Unit,
    order: Order,
    weight: int = 1,
    *,
    fault: Reason | None = None,
    kind: KindCode | None = None,
    supportable: bool = True,
    plain: bool = False,
) -> Deed:
    """The deed of a unit with that order; `kind` is that of the part which does it."""
    goal = order.to.province if isinstance(order, Move) else None
    after = unit._replace(at=order.to) if isinstance(order, Move) else unit
    return Deed(
        unit.power, kind or unit.kind, unit.at, unit.at.province, order, goal, weight,
        (unit,), after, fault, supportable, plain,
    )  # fmt: skip


class Action:
    """A deed in one movement phase, with the order behind it: `written` is None where there was
    none. Compared by identity; a rulebook may change it while orders are mustered.
    """

    __slots__ = (*Deed._fields, "written")

    def __init__(self, deed: Deed, written: Written | None = None) -> None:
        self.power: Power
        self.kind: KindCode
        self.at: Location
        self.home: Code
        self.order: Order
        self.goal: Code | None
        self.weight: int
        self.units: tuple[Unit, ...]
        self.after: Unit
        self.fault: Reason | None
        self.supportable: bool
        self.plain: bool
        (
            self.power, self.kind, self.at, self.home, self.order, self.goal, self.weight,
            self.units, self.after, self.fault, self.supportable, self.plain,
        ) = deed  # fmt: skip
        self.written = written

    def __repr__(self) -> str:
        return f"{self.power}: {self.kind} {self.at} {self.order}"


HOLD = Hold()


class Finding(NamedTuple):
    """The answer to a question, and why it is so.

    `value` is 0 for no, 1 for yes; for a support how much is left of it. `by` are the
    culprits, `tally` the strength for against the strength that mattered.
    """

    value: int
    why: Reason
    by: tuple[Action, ...] = ()
    tally: tuple[int, int] | None = None

    def __bool__(self) -> bool:
        return self.value > 0
