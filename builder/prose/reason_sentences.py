"""The sentence and the cited rule for each reason.

In braces stand the parts that are filled in: `unit` whose order it is, `power` who gave it, `owner`
whose unit it names, `home` and `goal` the places it is in and goes to, `by` the culprits, `was` to
agree with them, `force` how their strength compares (`stand` for one that stayed), `target` the
unit that a support or convoy names, `start` where that stands, `aim` where it was to go, `instead`
what it was ordered to do, `taker` who drove the culprits out, `driver` who dislodged the unit
itself, `fleets` those whose convoy was not used, `origin` where the culprits came from, `aside`
that it is not where a support was aimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from builder.model.findings import Reason


class ReasonSentence(NamedTuple):
    """A sentence with gaps, and a short citation of the rule it rests on."""

    text: str
    rule: str


BY_RULE: Mapping[Reason, str] = {
    Reason.CIVIL_DISORDER: ".",
    Reason.OFF_CENTRE: ": of those left it alone stood on no supply centre.",
    Reason.FAR_FROM_OWNED: ": it stood farthest from the centres that the power owns.",
    Reason.FAR_FROM_HOME: ": it stood farthest from the power's home centres.",
    Reason.FLEET_FIRST: ": of those equally far away a fleet goes before an army.",
    Reason.FIRST_BY_NAME: ": of those equally far away it comes first in the alphabet.",
}

DRIVEN = "{driver} dislodged {unit}."
NOT_DRIVEN = "Void: no unit of {power} was dislodged from {home}."
BARRED: Mapping[str, str] = {
    "far": "Destroyed: {unit} cannot go from {home} to {goal}, which is no neighbouring place.",
    "occupied": "Destroyed: {unit} may not retreat to {goal}, where a unit stands.",
    "contested": "Destroyed: {unit} may not retreat to {goal}, which a stand-off left empty.",
    "attacker": "Destroyed: {unit} may not retreat to {goal}, where its attacker came from.",
}
TAKEN = "Stood off: {taker} took {goal} and dislodged {by}."
UNWANTED = " The convoy by {fleets} was not used: the order does not ask for it (DATC 4.A.3)."

WORDING: Mapping[Reason, ReasonSentence] = {
    Reason.MOVED: ReasonSentence("{unit} went to {goal}.", "Rulebook, Movement; DATC 5.B.1"),
    Reason.HELD: ReasonSentence("{unit} stayed in {home}.", "Rulebook, Hold"),
    Reason.NO_ORDER: ReasonSentence("{unit} had no order and stood.", "Rulebook, Hold; DATC 4.D.9"),
    Reason.REPELLED: ReasonSentence(
        "Stood off: {by} did not leave {goal}{stand}.", "Rulebook, Standoffs; DATC 5.B.5, 6.D.1"
    ),
    Reason.HEAD_ON: ReasonSentence(
        "Stood off: {by} came the other way{force}.",
        "Rulebook, Standoffs; DATC 5.B.7, 6.E",
    ),
    Reason.OWN_UNIT: ReasonSentence(
        "Stood off: {by} did not leave {goal}, and a power neither dislodges its own units nor"
        " helps others to.",
        "Rulebook, Self-dislodgement; DATC 6.D.10, 6.D.12",
    ),
    Reason.BOUNCED: ReasonSentence(
        "Stood off: {by} came to the same place{force}.", "Rulebook, Standoffs; DATC 6.A.11"
    ),
    Reason.NO_CONVOY: ReasonSentence(
        "No convoy: no chain of fleets that were ordered to carry {unit} joins {home} to {goal}.",
        "Rulebook, Convoys; DATC 5.B.4",
    ),
    Reason.DISRUPTED: ReasonSentence(
        "Convoy disrupted: {by} {was} dislodged, and {unit} stayed where it was.",
        "Rulebook, Convoys disrupted; DATC 6.F.6",
    ),
    Reason.PARADOX: ReasonSentence(
        "Convoy disrupted: the landing would have decided over its own convoy, and such an army"
        " stays and has no effect.",
        "DATC 4.A.2, 6.F.14",
    ),
    Reason.GIVEN: ReasonSentence("Support given to {target}.", "Rulebook, Support; DATC 5.B.2"),
    Reason.CUT: ReasonSentence(
        "Support cut: {by} attacked {home} from {origin}{aside}.",
        "Rulebook, Cutting support; DATC 6.D.2, 6.D.3",
    ),
    Reason.CUT_IN_PART: ReasonSentence(
        "Support cut in part: {by} attacked {home} from {origin}.",
        "Rulebook, Cutting support; DATC 6.D.3",
    ),
    Reason.SUPPORTER_DISLODGED: ReasonSentence(
        "Support cut: {by} dislodged {unit}, and a dislodged unit supports nobody.",
        "Rulebook, Cutting support; DATC 6.D.17",
    ),
    Reason.NOT_ORDERED_SO: ReasonSentence(
        "Void: {instead}.", "Rulebook, Support; DATC 6.D.7, 6.D.9"
    ),
    Reason.CARRIED: ReasonSentence(
        "Carried {target} towards {aim}.", "Rulebook, Convoys; DATC 5.B.3"
    ),
    Reason.CONVOY_IDLE: ReasonSentence("Void: {instead}.", "Rulebook, Convoys; DATC 5.B.3"),
    Reason.CONVOYER_DISLODGED: ReasonSentence(
        "Convoy disrupted: {by} dislodged {unit}.", "Rulebook, Convoys disrupted; DATC 6.F.6"
    ),
    Reason.DISLODGED: ReasonSentence(
        "Dislodged: {by} came into {home}{force}.", "Rulebook, Dislodgement; DATC 5.B.1"
    ),
    Reason.UNDECIDED: ReasonSentence(
        "Undecided: the rules lead in a circle here and no ruling unties it.", "DATC 5.B.9"
    ),
    Reason.NO_SUCH_UNIT: ReasonSentence(
        "Void: no such unit stands in {home}.", "DATC 4.C.1, 4.C.2"
    ),
    Reason.NOT_YOURS: ReasonSentence(
        "Void: the unit in {home} belongs to {owner}, not to {power}.", "DATC 6.A.6"
    ),
    Reason.WRONG_PHASE: ReasonSentence(
        "Void: such an order is not given in this phase.", "DATC 6.H.2, 6.H.4"
    ),
    Reason.ORDERED_TWICE: ReasonSentence(
        "Void: {unit} was given more than one order.", "DATC 4.D.3"
    ),
    Reason.SUPERSEDED: ReasonSentence("Void: another order took its place.", "DATC 4.D.1"),
    Reason.REPEATED: ReasonSentence("Repeated: {unit} has this order already.", "DATC 4.D.3"),
    Reason.NO_WAY: ReasonSentence(
        "Void: {unit} cannot go from {home} to {goal}.", "DATC 6.A.1, 6.A.9"
    ),
    Reason.CLOSED: ReasonSentence(
        "Void: the way from {home} to {goal} is closed in this season.",
        "Loeb9, rule 9; ruling L9-A1",
    ),
    Reason.WRONG_TERRAIN: ReasonSentence("Void: {unit} cannot enter {goal}.", "DATC 6.A.2, 6.A.3"),
    Reason.SAME_PLACE: ReasonSentence(
        "Void: {unit} was ordered to the place where it stood.", "DATC 6.A.4, 6.A.5"
    ),
    Reason.NO_COAST: ReasonSentence(
        "Void: the order does not say to which coast of {goal}.", "DATC 4.B.1, 6.B.1"
    ),
    Reason.WRONG_COAST: ReasonSentence(
        "Void: {unit} cannot reach that coast of {goal}.", "DATC 4.B.3, 6.B.3"
    ),
    Reason.OUT_OF_REACH: ReasonSentence(
        "Void: {unit} could not go to {aim} itself, so it cannot support there.",
        "Rulebook, Support; DATC 6.A.10",
    ),
    Reason.NEEDED_AT_SEA: ReasonSentence(
        "Void: only with a convoy by {unit} could that army come to {aim}, and a fleet that"
        " supports does not convoy.",
        "DATC 6.D.31",
    ),
    Reason.SELF_SUPPORT: ReasonSentence(
        "Void: a unit supports neither itself nor a move into its own place.",
        "DATC 6.A.8, 6.D.34",
    ),
    Reason.NOBODY_MEANT: ReasonSentence(
        "Void: no unit of that power stays in {aim} or was ordered there.",
        "Classix, rule 5; ruling CX-U1",
    ),
    Reason.NOT_AT_SEA: ReasonSentence(
        "Void: only a fleet at sea convoys, and {unit} is none.", "DATC 6.F.1"
    ),
    Reason.NOT_CONVOYABLE: ReasonSentence(
        "Void: no army stands in {start} that could be convoyed.", "DATC 6.A.7"
    ),
    Reason.NO_GOAL: ReasonSentence(
        "Void: the order does not say where the army is to go.", "Rulebook, Convoys"
    ),
    Reason.NO_ROUTE: ReasonSentence(
        "Void: {unit} lies on no route by sea from {start} to {aim}.",
        "Rulebook, Convoys; DATC 6.G.7, 6.G.19",
    ),
    Reason.UNCONVOYED: ReasonSentence(
        "Void: no chain of fleets that were ordered to carry {unit} joins {home} to {goal}.",
        "Rulebook, Convoys; DATC 5.B.4",
    ),
    Reason.RETREATED: ReasonSentence("{unit} retreated to {goal}.", "Rulebook, Retreats"),
    Reason.DISBANDED: ReasonSentence("{unit} was disbanded.", "Rulebook, Retreats"),
    Reason.RETREAT_CLASH: ReasonSentence(
        "Destroyed: two units retreated to {goal}, and both are lost.", "DATC 6.H.7"
    ),
    Reason.NO_REFUGE: ReasonSentence(
        "Destroyed: {unit} had no place to retreat to.", "Rulebook, Retreats"
    ),
    Reason.NOT_RETREATED: ReasonSentence(
        "Destroyed: no retreat was ordered for {unit}.", "Rulebook, Retreats"
    ),
    Reason.REFUGE_CLOSED: ReasonSentence(
        "Destroyed: {unit} may not retreat to {goal}. A retreat leads to a neighbouring place"
        " that is empty, saw no stand-off, and is not where the attacker came from.",
        "Rulebook, Retreats; DATC 6.H.5, 6.H.6",
    ),
    Reason.BUILT: ReasonSentence("{unit} was built.", "Rulebook, Gaining and losing units"),
    Reason.REMOVED: ReasonSentence("{unit} was removed.", "Rulebook, Gaining and losing units"),
    Reason.WAIVED: ReasonSentence("A build was waived.", "DATC 4.D.7"),
    **{
        why: ReasonSentence(
            "{unit} was removed by rule, because no valid order said which unit to remove" + then,
            "Rulebook, Civil disorder; DATC 4.D.8, 6.J",
        )
        for why, then in BY_RULE.items()
    },
    Reason.TOO_MANY: ReasonSentence(
        "Void: no further adjustment was due.", "DATC 4.D.4, 4.D.6, 6.I.1"
    ),
    Reason.NO_WAIVING: ReasonSentence(
        "Void: by the rules of this game builds are not waived.", "DATC 4.D.7"
    ),
    Reason.NOT_HOME: ReasonSentence("Void: {home} is not a home centre of {power}.", "DATC 6.I.6"),
    Reason.NOT_HELD: ReasonSentence("Void: {power} does not own {home}.", "DATC 6.I.5"),
    Reason.NOT_OWNED: ReasonSentence(
        "Void: {home} is no centre of {power}.", "Build Anywhere, rule 1"
    ),
    Reason.OCCUPIED: ReasonSentence("Void: a unit stands in {home}.", "DATC 6.I.3, 6.I.4"),
    Reason.USED_TWICE: ReasonSentence(
        "Void: an adjustment was already made in {home}.", "DATC 6.I.7, 6.J.2"
    ),
    Reason.WRONG_SITE: ReasonSentence(
        "Void: such a unit is not built in {home}.", "DATC 6.I.2, 4.C.4"
    ),
    Reason.WON: ReasonSentence("The game is won.", "Rulebook, Object of the game"),
    Reason.NOT_WON: ReasonSentence("The game is not won yet.", "Rulebook, Object of the game"),
    Reason.EMBARKED: ReasonSentence("{unit} went aboard {by}.", "Classix, rule 6; ruling CX-P2"),
    Reason.STAYED_ABOARD: ReasonSentence("{unit} stays aboard.", "Classix, rule 6; ruling CX-P4"),
    Reason.FLEET_FAILED: ReasonSentence(
        "{unit} stays aboard, because {by} failed.", "Classix, rule 6; ruling CX-P6"
    ),
    Reason.NO_LANDING: ReasonSentence(
        "Void: {unit} cannot land there from {home}.", "Classix, rule 6; rulings CX-P4 and CX-P5"
    ),
    Reason.NO_CONSENT: ReasonSentence(
        "Void: the fleet was not ordered to take {unit} aboard.",
        "Classix, rule 6; ruling CX-P3",
    ),
    Reason.CROSSED: ReasonSentence(
        "Stood off in the crossing: {by} crossed the same water{force}.",
        "Cline 9-Man IV, rule 8; ruling IV-21",
    ),
    Reason.BEATEN_CROSSING: ReasonSentence(
        "Does not move: beaten in the crossing by {by}{force}.",
        "Cline 9-Man IV, rule 8; ruling IV-21",
    ),
    Reason.SPLIT_UNCLEAR: ReasonSentence(
        "Void: the order does not say which half of {unit} it means.",
        "Cat Diplomacy, rule 10; ruling CD-D3",
    ),
    Reason.NO_HALF_CAN: ReasonSentence(
        "Void: neither half of {unit} can do that.", "Cat Diplomacy, rule 4; ruling CD-D2"
    ),
    Reason.NEUTRALS_STAY: ReasonSentence(
        "Void: neutral units do not move.", "Classix, rule 3; ruling CX-N4"
    ),
    Reason.LEADER_ORDERS: ReasonSentence(
        "Void: a leader alone only moves or stands.", "Militarism III, rule 4; ruling M3-L1"
    ),
    Reason.CUSTOMARY: ReasonSentence(
        "{unit} was placed by custom, as no builds were ordered.",
        "Militarism III, rule 2; ruling M3-W1",
    ),
    Reason.LED_ALONG: ReasonSentence(
        "Does what {by} does.", "Militarism III, rule 3; ruling M3-A1"
    ),
    Reason.LEADER_LOST: ReasonSentence(
        "{unit} is lost: its country has neither a unit nor a centre.",
        "Militarism III, rule 3; ruling M3-L7",
    ),
    Reason.BEARS_ARMY: ReasonSentence(
        "Void: an army is aboard the fleet in {home}, which goes only together with it.",
        "Classix, rule 6; ruling CX-P10",
    ),
    Reason.LOST_WITH_FLEET: ReasonSentence(
        "Destroyed: {unit} was aboard, and its fleet did not retreat to a sea.",
        "Classix, rule 6; ruling CX-P7",
    ),
    Reason.LEADER_BARRED: ReasonSentence(
        "Stood off: {by} kept the leader out of {goal}.", "Militarism III, rule 4; ruling M3-L2"
    ),
}
