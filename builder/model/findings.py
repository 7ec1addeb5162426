"""Answers of the rulebook: what happened, why, and because of whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Self

from builder.model.orders import Convoy, Hold, Move, Order, Support, helped
from builder.model.outcomes import Outcome
from builder.model.units import Code, Location, Unit


class Reason(Enum):
    """A reason for an outcome: a code, which `prose` turns into a sentence, and the outcome.

    >>> Reason.DISRUPTED.value, Reason.DISRUPTED.outcome.value
    ('convoy disrupted', 'disrupted')
    """

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
    CONVOY_NOT_NEEDED = "convoy not needed", Outcome.CARRIED
    CONVOY_IDLE = "convoy not used", Outcome.VOID
    CONVOYER_DISLODGED = "convoying fleet dislodged", Outcome.DISRUPTED
    DISLODGED = "dislodged", Outcome.DISLODGED
    UNDECIDED = "undecided", Outcome.UNDECIDED
    # orders that are not accepted
    NO_SUCH_UNIT = "no such unit", Outcome.ILLEGAL
    NOT_YOURS = "not theirs to order", Outcome.ILLEGAL
    WRONG_PHASE = "not an order of this phase", Outcome.ILLEGAL
    ORDERED_TWICE = "ordered twice", Outcome.ILLEGAL
    REPEATED = "repeated", Outcome.VOID
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
    NO_GOAL = "convoy to no place", Outcome.ILLEGAL
    NO_ROUTE = "on no convoy route", Outcome.ILLEGAL
    UNCONVOYED = "no convoy ordered", Outcome.ILLEGAL
    # retreats
    RETREATED = "retreated", Outcome.RETREATED
    DISBANDED = "disbanded", Outcome.DISBANDED
    RETREAT_CLASH = "two retreats to one place", Outcome.DESTROYED
    NO_REFUGE = "no place to retreat to", Outcome.DESTROYED
    NOT_RETREATED = "no retreat ordered", Outcome.DESTROYED
    REFUGE_CLOSED = "not a legal retreat", Outcome.DESTROYED
    RETREATS_DIFFER = "different retreats ordered", Outcome.DESTROYED
    # adjustments
    BUILT = "built", Outcome.BUILT
    REMOVED = "removed", Outcome.REMOVED
    WAIVED = "waived", Outcome.WAIVED
    CIVIL_DISORDER = "removed in civil disorder", Outcome.REMOVED
    OFF_CENTRE = "removed by rule, on no centre", Outcome.REMOVED
    FAR_FROM_OWNED = "removed by rule, far from owned centres", Outcome.REMOVED
    FAR_FROM_HOME = "removed by rule, far from home", Outcome.REMOVED
    FLEET_FIRST = "removed by rule, a fleet first", Outcome.REMOVED
    FIRST_BY_NAME = "removed by rule, first by name", Outcome.REMOVED
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
    BEATEN_CROSSING = "beaten in the crossing", Outcome.BOUNCED
    SPLIT_UNCLEAR = "which half is not clear", Outcome.ILLEGAL
    SAME_HALF = "only one half can do either", Outcome.ILLEGAL
    TOO_MANY_HALVES = "more orders than halves", Outcome.ILLEGAL
    NO_HALF_CAN = "neither half can", Outcome.ILLEGAL
    NEUTRALS_STAY = "neutral units do not move", Outcome.ILLEGAL
    LEADER_ORDERS = "a leader alone only moves or stands", Outcome.ILLEGAL
    CUSTOMARY = "customary unit", Outcome.BUILT
    CUSTOM_WAIVED = "customary units waived", Outcome.WAIVED
    LEADER_PLACED = "leader placed in the capital", Outcome.BUILT
    LEADER_BUILT_ONCE = "a leader is built once", Outcome.ILLEGAL
    LEADER_STAYS = "a leader is never removed", Outcome.ILLEGAL
    LED_ALONG = "led with its unit", Outcome.MOVED
    LEADER_LOST = "lost with its country", Outcome.DESTROYED
    BEARS_ARMY = "an army is aboard", Outcome.ILLEGAL
    LOST_WITH_FLEET = "lost with its fleet", Outcome.DESTROYED
    NOT_OWNED = "not an own centre", Outcome.ILLEGAL
    NO_FIRST_CENTRE = "no first centre left", Outcome.ILLEGAL
    NO_EMERGENCY = "no emergency", Outcome.ILLEGAL
    LEADER_BARRED = "a foreign unit bars the leader", Outcome.BOUNCED


for _reason in Reason:  # plain attributes, as in Python 3.12: their lookup is several times as fast
    type.__setattr__(Reason, _reason.name, _reason)


HOLDS, MOVES, SUPPORTS, CONVOYS = range(4)
ROLES: Mapping[type, int] = {Move: MOVES, Support: SUPPORTS, Convoy: CONVOYS}


class Action:
    """What a unit, or a part of one, is taken to do in a movement phase.

    Phases in which a unit does the same may share one action. It is therefore compared by identity,
    and changed only while orders are accepted, by a rulebook that makes its own (`revising`).

    `unit` is the unit as it stands on the board. `half` is its half that acts, if it divides, and
    `leader` the leader that goes with it; both are None for most actions.

    `meant` is the order as it was written, None if there was none; `order` is what the unit does
    by it, and `role` says whether that is a move, a support, a convoy or none of these. `home` and
    `goal` are the provinces that the unit stands in and moves to (None without a move). `weight` is
    its strength without supports; `after` is the unit where its order would leave it. `fault` is
    why a written order was not accepted. Of a support, `aim` is the province where it acts; `helps`
    is the supported unit's province, its goal, and the coast of that goal if written (None if the
    support names no unit). `supportable` is False if a refused order still excludes support to hold
    (DATC 4.E.1). `plain` says that the order is accepted in any position; such a move uses an
    ordinary way.
    """

    __slots__ = (
        "after", "aim", "at", "fault", "goal", "half", "helps", "home", "kind", "leader", "meant",
        "order", "plain", "power", "role", "supportable", "unit", "weight",
    )  # fmt: skip

    def __init__(
        self,
        unit: Unit,
        order: Order,
        meant: Order | None,
        weight: int = 1,
        *,
        fault: Reason | None = None,
        half: Unit | None = None,
        supportable: bool = True,
        plain: bool = False,
    ) -> None:
        self.unit = unit
        self.half = half
        self.leader: Unit | None = None
        self.power = unit.power
        self.kind = unit.kind if half is None else half.kind
        self.at = unit.at
        self.home = unit.at.province
        self.meant = meant
        self.weight = weight
        self.fault = fault
        self.supportable = supportable
        self.become(order)
        self.plain = plain

    def become(self, order: Order) -> None:
        """Change what the unit does, while orders are accepted."""
        unit = self.unit
        self.order = order
        self.plain = False
        self.role = ROLES.get(type(order), HOLDS)
        self.goal: Code | None = order.to.province if isinstance(order, Move) else None
        self.after = unit._replace(at=order.to) if isinstance(order, Move) else unit
        self.aim: Code | None = None
        self.helps: tuple[Code, Code | None, Location | None] | None = None
        if isinstance(order, Support):
            target = order.to or order.at
            named = helped(order)
            self.aim = target.province if target else None
            coast = order.to if order.to and order.to.coast else None
            self.helps = (*named, coast) if named else None

    @property
    def piece(self) -> Unit:
        """What carries out the order: the unit, or its half."""
        return self.unit if self.half is None else self.half

    def __repr__(self) -> str:
        return f"{self.power}: {self.kind} {self.at} {self.order}"


HOLD = Hold()


@dataclass(slots=True, unsafe_hash=True)
class Finding:
    """The answer to a question, and its reason; never changed, because many phases share it.

    `value` is 0 for no, 1 for yes; for a support its strength after cuts. `by` are the actions that
    caused the answer, `tally` is the attack's strength and the strength against it.

    >>> repelled = Finding(0, Reason.REPELLED, tally=(1, 2))
    >>> repelled.value, repelled.why.outcome.value, repelled.tally
    (0, 'bounced', (1, 2))
    """

    value: int
    why: Reason
    by: tuple[Action, ...] = ()
    tally: tuple[float, float] | None = None

    def __bool__(self) -> bool:
        return self.value > 0
