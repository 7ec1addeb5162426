"""Sentences on how a phase compares with what was printed, why, and on what was not read."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Reason
from builder.model.orders import Build, Convoy, Hold, Move, Remove, Support, Written, helped
from builder.model.outcomes import DRIVEN_OUT, Outcome
from builder.model.results import OrderResult, Turn
from builder.model.setting import Setting
from builder.model.units import Code, Power, Unit
from builder.notation.notation import write_order
from builder.playback.comparison import NOT_PRINTED, Comparison, Doubt
from builder.playback.repairs import Repair
from builder.playback.replaying import Stage
from builder.prose.english import in_words, listed, plural, verb
from builder.prose.names import acting_unit, action_text, standing
from builder.prose.reasons import reason
from builder.prose.wording import Sentence, flat, strength

DOUBTS = json.loads(Path(__file__).with_name("doubts.json").read_text(encoding="utf-8"))
LONGEST_RESULT = 3
NOTHING = "–"
DONE = {Outcome.HELD: "stands", Outcome.GIVEN: "is given, as nothing cuts it"}
VERBS = {
    Outcome.CUT: "is cut", Outcome.DISLODGED: "is dislodged", Outcome.VOID: "is void",
    Outcome.ILLEGAL: "is illegal",
}  # fmt: skip


class PhaseLines(NamedTuple):
    """How a phase compares with what was printed: a line for the page's head, a sentence for its
    foot, and `kind`, the style of the line."""

    kind: str
    line: str
    sentence: str


def verdict_lines(stage: Stage, repair: Repair | None = None) -> PhaseLines:
    """What a phase's head and foot say about the printed result. All that one repair explains is
    one difference."""
    if stage.verdict == "not recorded":
        line = "Judged here; no printed result to compare"
        return PhaseLines("unrecorded", line, "The source prints no result of this phase.")
    agreed = what_agrees(stage)
    total = len(stage.comparisons)
    sentence = f"{agreed[:1].upper()}{agreed[1:]}."
    if stage.verdict == "agrees":
        if results_compared(stage):
            return PhaseLines("agrees", "Checked: as printed", sentence)
        return PhaseLines("partly", f"Checked: {agreed}", sentence)
    if stage.verdict == "not read":
        rest = sentence if total else "Nothing was compared."
        line = "Checked: not all was read"
        return PhaseLines("unread", line, f"Not all of this phase was read. {rest}")
    count = Counter(str(c.verdict) for c in stage.comparisons)
    following = len(differences(stage, repair).following)
    count["differs"] -= following
    nouns = {"ruled": "ruling", "differs": "difference"}
    extra = " and ".join(
        plural(count[verdict], word) for verdict, word in nouns.items() if count[verdict]
    )
    if following:
        extra += f", from which {plural(following, 'other')} {verb(following, 'follow')}"
    if not count["differs"] and all(c.recorded == NOT_PRINTED for c in stage.comparisons):
        line = f"Judged here, with {extra}"
        return PhaseLines(stage.verdict, line, "The game master overruled the judge.")
    line = f"{count['agrees']} of {total} as printed"
    went_on = " Play went on from the printed position." if stage.followed else ""
    return PhaseLines(stage.verdict, f"Checked: {line}, {extra}", f"{line}; {extra}.{went_on}")


def results_compared(stage: Stage) -> int:
    """How many printed results of orders agree."""
    return sum(
        c.verdict == "agrees" and c.refuges is None and c.result is not None
        for c in stage.comparisons
    )


def what_agrees(stage: Stage) -> str:
    """`34 positions agree; results were not printed`."""
    recorded = stage.recorded
    agreed = [c for c in stage.comparisons if c.verdict == "agrees"]
    subjects = {c.subject for c in agreed}
    results = results_compared(stage)
    positions = len(recorded.after or ()) if recorded and "position" in subjects else 0
    retreats = sum(c.refuges is not None for c in agreed) + bool(recorded and recorded.dislodged)
    centres = "supply centres" in subjects or any(c.subject.startswith("centre") for c in agreed)
    parts = []
    if results:
        parts.append(plural(results, "result"))
    if positions:
        parts.append(plural(positions, "position"))
    if retreats:
        parts.append("the retreats" if results else "the dislodged units")
    if centres:
        parts.append("the supply centres")
    is_single = len(parts) == 1 and parts[0].startswith("1 ")
    text = f"{listed(parts)} {'agrees' if is_single else 'agree'}" if parts else "nothing agrees"
    return text if results else f"{text}; results were not printed"


def repair_text(repair: Repair, setting: Setting) -> str:
    """`agrees if "A Gal S A Ven - Bud" reads "A Gal S A Vie - Bud"`."""
    head = "agrees"
    if repair.left:
        head = f"agrees but for {listed([c.subject for c in repair.left])}"
    if repair.printed is None or repair.meant is None:
        return f"{head} by the edition of {repair.edition}"
    printed = repair.printed.text or write_order(repair.printed, setting)
    meant = write_order(repair.meant, setting)
    if repair.hidden:
        return f'{head} if a comma was lost in "{printed}": "{meant}"'
    return f'{head} if "{printed}" reads "{meant}"'


def correction_text(repair: Repair, stage: Stage, setting: Setting) -> str:
    """`If the printed “A Gal” is “A Sil”, seven of these nine agree.`"""
    total = sum(c.verdict == "differs" for c in stage.comparisons)
    agreeing = total - len(repair.left)
    what = f"{in_words(agreeing)} of these {in_words(total)} agree"
    if not repair.left:
        what = "this agrees" if total == 1 else f"all {in_words(total)} agree"
    if repair.printed is None or repair.meant is None:
        return f"By the edition of {repair.edition}, {what}."
    if repair.hidden:
        line = _printed(repair.printed, setting)
        hidden = write_order(repair.meant, setting)
        return f"If a comma was lost in “{line}” before “{hidden}”, {what}."
    printed, meant = _changed(repair.printed, repair.meant, setting)
    return f"If the printed “{printed}” is “{meant}”, {what}."


def _printed(written: Written, setting: Setting) -> str:
    return written.text or write_order(written, setting)


def _changed(printed: Written, meant: Written, setting: Setting) -> tuple[str, str]:
    """What differs between two orders: the unit that is helped, or else all of the order."""
    helper = printed.order
    intended = meant.order
    whole = _printed(printed, setting), write_order(meant, setting)
    if not isinstance(helper, Support | Convoy) or not isinstance(intended, Support | Convoy):
        return whole
    if helper.at is None or intended.at is None or printed.home != meant.home:
        return whole
    if helper.at == intended.at or helper.to != intended.to:
        return whole
    kind = intended.kind or helper.kind or "A"
    return f"{helper.kind or kind} {helper.at}", f"{kind} {intended.at}"


class Differences(NamedTuple):
    """What differs in a phase, as its page shows it: each difference, and those that follow from a
    misread order, which counts as one difference."""

    shown: Sequence[Comparison]
    following: Sequence[Comparison]


def differences(stage: Stage, repair: Repair | None = None) -> Differences:
    """The differences and rulings of a phase. Of those that a repair explains the first is that of
    the misread order."""
    disputed = [c for c in stage.comparisons if c.verdict in ("differs", "ruled")]
    if repair is None:
        return Differences(disputed, ())
    left = {c.subject for c in repair.left}
    explained = [c for c in disputed if c.verdict == "differs" and c.subject not in left]
    misread = repair.printed.home if repair.printed else None
    explained.sort(key=lambda c: not _is_about(c, misread))
    following = explained[1:]
    return Differences([c for c in disputed if c not in following], following)


def _is_about(c: Comparison, home: Code | None) -> bool:
    """Is a comparison about the order of the unit in a province?"""
    written = c.result.written if c.result is not None else None
    return written is not None and written.home == home


def doubt_text(doubt: Doubt) -> str:
    """`reading in doubt, line 38: A Mun and A Boh in Mun; nothing is compared`."""
    where = f", {doubt.source}" if doubt.source else ""
    power = doubt.power or "the source"
    return str(DOUBTS[doubt.why]).format(text=doubt.text, power=power, where=where)


def habit_text(unmarked_cuts: int) -> str:
    """The sentence on a source that does not mark the supports whose cut changed nothing."""
    supports = plural(unmarked_cuts, "support")
    return (
        "The source never marks a cut support if the cut changed nothing. "
        f"This concerns {supports}, which {verb(unmarked_cuts, 'count')} as no difference."
    )


def why_different(c: Comparison, stage: Stage, setting: Setting) -> str:
    """`printed as moved; A Gal – Ukr fails 1:2, because the support of A War was cut …`."""
    turn = stage.turn
    board = setting.board
    if c.chart is not None:
        return _ownership(c, c.chart, turn)
    if c.refuges is not None:
        return _refuges(c, turn)
    result = c.result
    if result is None:
        return _position(c, turn, board)
    if result.action is not None:
        text = _reported(result, turn, board)
        printed_as_gone = not DRIVEN_OUT.isdisjoint(c.recorded.split(", "))
        if printed_as_gone and result.lost is None:
            text += f"; nothing dislodges {acting_unit(result.action)}"
    elif result.carried_out:
        text = _ground(reason(result, turn, board))
    else:
        text = flat(reason(result, turn, board)).rstrip(".")
    return f"printed as {c.recorded}; {text}"


def _position(c: Comparison, turn: Turn, board: Board) -> str:
    """Why a printed position differs: what became of the orders that concern it."""
    places = f"{c.recorded} {c.computed}".replace(",", " ").split()
    sentences = []
    for result in turn.results:
        if result.power == c.power and _concerns(result, places):
            sentences.append(_sentence(result, turn, board).rstrip("."))
    if sentences:
        sentences += [f"no order led to {name}" for name in _unled(c, turn)]
    return "; ".join(dict.fromkeys(filter(None, sentences))) or _unexplained(c, turn)


def _concerns(result: OrderResult, places: Sequence[str]) -> bool:
    """Does an order concern one of the places of a printed position?"""
    action = result.action
    if action is not None:
        goes = isinstance(action.order, Move) and action.order.to in places
        return action.at in places or goes
    if result.carried_out:
        return result.unit is not None and result.unit.at in places
    refused = result.order if not result.finding else None
    return isinstance(refused, Build | Remove) and refused.at in places


def _sentence(result: OrderResult, turn: Turn, board: Board) -> str:
    """What became of an order, in a sentence."""
    if result.action is not None:
        return _reported(result, turn, board)
    text = flat(reason(result, turn, board))
    if result.carried_out or result.written is None:
        return text
    return f"{result.written.text}: {text}"


def _reported(result: OrderResult, turn: Turn, board: Board) -> str:
    """`A Gal – Ukr fails 1:2, because the support of A War was cut by A Mos`."""
    action = result.action
    assert action is not None
    finding = result.finding
    holds = isinstance(action.order, Hold)
    text = acting_unit(action) if holds else action_text(action, standing(turn.before.units))
    ground = _ground(reason(result, turn, board))
    if result.fault is not None and result.written is not None:
        return f"{result.written.text} {VERBS[result.outcome]}, because {ground}"
    force = f" {':'.join(map(strength, finding.tally))}" if finding.tally else ""
    if finding.value and action.goal is None:
        return f"{text} {DONE.get(finding.why.outcome, 'is in force')}"
    if finding.value:
        rivals = [a for a in turn.by_action if a.goal == action.goal and a is not action]
        if not (force or ground or rivals):
            return f"{text} succeeds, as nothing stands against it"
        return f"{text} succeeds{force} and {ground}" if ground else f"{text} succeeds{force}"
    because = "; ".join(filter(None, (ground, *_broken_help(result, turn, board))))
    head = f"{text} {VERBS.get(finding.why.outcome, 'fails')}{force}"
    return f"{head}, because {because}" if because else head


def _ground(sentence: Sentence) -> str:
    """A reason as part of a longer sentence: without the result that it begins with."""
    text = flat(sentence).rstrip(".")
    head, _, rest = text.partition(": ")
    if rest and len(head.split()) <= LONGEST_RESULT:
        return rest
    return text if text[1:2] == " " else text[:1].lower() + text[1:]


def _broken_help(result: OrderResult, turn: Turn, board: Board) -> Iterator[str]:
    """Why supports and convoys failed that an order had."""
    action = result.action
    if action is None or result.finding.why is Reason.CUT:
        return
    passage = action.home, action.goal
    for other, help_given in turn.by_action.items():
        if help_given.finding.value or helped(other.order) != passage:
            continue
        if help_given.finding.why is Reason.CUT:
            cutters = " and ".join(acting_unit(a) for a in help_given.finding.by)
            yield f"the support of {acting_unit(other)} was cut by {cutters}"
        elif ground := _ground(reason(help_given, turn, board)):
            yield f"{acting_unit(other)} was no help ({ground})"


def _ownership(c: Comparison, chart: Mapping[Code, Power], turn: Turn) -> str:
    """Why a centre has its owner, or which centres a power has."""
    if c.centre is None:
        held = sorted(code for code, power in chart.items() if power == c.power)
        return f"{c.power} owns {listed(held) or 'no centre'}"
    if turn.before.owners == chart:
        return "no centre changed hands in this phase"
    unit = _unit_in(c.centre, turn)
    if unit is not None:
        return f"{unit} of {unit.power} stood there"
    stayed = f"it stays with {chart[c.centre]}" if c.centre in chart else "nobody took it"
    return f"no unit stood in {c.centre}, so {stayed}"


def _unit_in(province: str, turn: Turn) -> Unit | None:
    """The unit in a province after the phase."""
    for unit in turn.after.units:
        if unit.at.province == province:
            return unit
    return None


def _refuges(c: Comparison, turn: Turn) -> str:
    """Why a dislodged unit may go to more places than were printed, or to fewer."""
    printed_places, our_places = c.refuges or ((), ())
    printed = {place.province for place in printed_places}
    ours = {place.province for place in our_places}
    unit = next((str(d.unit) for d in turn.dislodged if d.unit.at == c.at), "the unit")
    parts = []
    only_ours = sorted(ours - printed)
    if only_ours:
        verb_form = "is" if len(only_ours) == 1 else "are"
        parts.append(
            f"{unit} may also retreat to {listed(only_ours)}, which {verb_form} within"
            " its reach, empty, free of a stand-off and not where its attacker came from"
        )
    for place in sorted(printed - ours):
        parts.append(f"{unit} cannot retreat to {place}, because {_barred(place, c, turn)}")
    return "; ".join(parts)


def _barred(place: str, c: Comparison, turn: Turn) -> str:
    if any(d.unit.at == c.at and d.origin == place for d in turn.dislodged):
        return "the attacker came from there"
    unit = _unit_in(place, turn)
    if unit is not None:
        return f"{unit} of {unit.power} stands there"
    return "a stand-off left it empty" if place in turn.after.contested else "it is out of reach"


def _unled(c: Comparison, turn: Turn) -> list[str]:
    """Printed units that no order explains: none of that kind began or was to end there."""
    explained: set[str] = set()
    for action in turn.by_action:
        if action.power == c.power:
            explained.update(f"{action.kind} {at}" for at in (action.home, action.goal))
    for end in turn.ends:
        order = end.order
        stops = [end.to, getattr(order, "to", None), getattr(order, "at", None)]
        if end.unit is not None:
            stops.append(end.unit.at)
        kind = end.unit.kind if end.unit else None
        explained.update(f"{kind} {at.province}" for at in stops if at)
    printed = c.recorded.split(", ") if c.recorded != NOTHING else []
    return [name for name in printed if name.partition("/")[0] not in explained]


def _unexplained(c: Comparison, turn: Turn) -> str:
    """The sentence on a printed position that no order explains."""
    stood = {str(u) for u in turn.before.units if u.power == c.power}
    names = c.computed.split(", ") if c.computed != NOTHING else []
    parts = [f"no order led to {c.recorded}"] if c.recorded != NOTHING else []
    if names and stood.issuperset(names):
        them = "them" if len(names) > 1 else "it"
        parts.append(f"{listed(names)} stood there before, and no order took {them} away")
    elif names:
        parts.append(f"no order took {c.computed} away")
    return "; ".join(parts)
