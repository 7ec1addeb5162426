"""One sentence on why a printed result and ours differ."""

from collections.abc import Iterator, Mapping

from builder.model.findings import Action, Fate, Finding, Reason, Turn
from builder.model.orders import Build, Hold, Move, Remove, helped
from builder.model.outcomes import DRIVEN_OUT, Outcome
from builder.model.setting import Setting
from builder.model.units import Code, Power, Unit
from builder.playback.comparison import Comparison
from builder.playback.replaying import Stage
from builder.prose.english import listed
from builder.prose.names import acting_unit, action_text, standing
from builder.prose.reasons import (
    Sentence,
    flat,
    is_dislodged,
    reason,
    reason_of_fate,
    refusal,
    strength,
)

LONGEST_FATE = 3
NOTHING = "–"
DONE = {Outcome.HELD: "stands", Outcome.GIVEN: "is given, as nothing cuts it"}
VERBS = {
    Outcome.CUT: "is cut",
    Outcome.DISLODGED: "is dislodged",
    Outcome.VOID: "is void",
    Outcome.ILLEGAL: "is illegal",
}


def why_different(c: Comparison, stage: Stage, setting: Setting) -> str:
    """`printed as moved; A Gal – Ukr fails 1:2, because the support of A War was cut …`."""
    turn = stage.turn
    if c.chart is not None:
        return _claim(c, c.chart, turn)
    if c.refuges is not None:
        return _refuges(c, turn)
    if c.action is not None:
        found = reported_outcome(c.action, turn, setting)
        return f"printed as {c.recorded}; {found}{_spared(c, c.action, turn)}"
    if c.fate is not None:
        return f"printed as {c.recorded}; {_ground(reason_of_fate(c.fate, turn, setting.board))}"
    if c.written is not None and c.written in turn.faults:
        refused = refusal(c.written, turn.faults[c.written], turn, setting.board)
        return f"printed as {c.recorded}; {flat(refused).rstrip('.')}"
    explained = [reported_outcome(a, turn, setting) for a in _concerned(c, turn)]
    explained += [
        flat(reason_of_fate(f, turn, setting.board))
        for f in turn.fates
        if f.power == c.power and _is_named(c, f.unit)
    ]
    explained += [
        f"{w.text}: {flat(refusal(w, f, turn, setting.board))}"
        for w, f in turn.faults.items()
        if w.issuer == c.power and isinstance(w.order, Build | Remove) and _has(c, w.order.at)
    ]
    explained = [sentence.rstrip(".") for sentence in explained]
    if explained:
        explained += [f"no order led to {name}" for name in _unled(c, turn)]
    return "; ".join(dict.fromkeys(filter(None, explained))) or _unexplained(c, turn)


def _spared(c: Comparison, action: Action, turn: Turn) -> str:
    """`; nothing dislodges A Mun`, if the source prints the unit as dislodged."""
    printed = any(word in DRIVEN_OUT for word in c.recorded.split(", "))
    spared = printed and not is_dislodged(action, turn)
    return f"; nothing dislodges {acting_unit(action)}" if spared else ""


def reported_outcome(action: Action, turn: Turn, setting: Setting) -> str:
    """`A Gal – Ukr fails 1:2, because the support of A War was cut by A Mos`."""
    finding = turn.findings[action]
    text = action_text(action, standing(turn.before.units))
    if isinstance(action.order, Hold):
        text = acting_unit(action)
    if action.fault is not None and action in turn.written:
        verb = VERBS[action.fault.outcome]
        because = _ground(reason(action, finding, turn, setting.board))
        return f"{turn.written[action].text} {verb}, because {because}"
    if finding.value:
        return f"{text} {_done(action, finding, turn, setting)}"
    verb = VERBS.get(finding.why.outcome, "fails")
    force = f" {':'.join(map(strength, finding.tally))}" if finding.tally else ""
    grounds = [_ground(reason(action, finding, turn, setting.board))]
    grounds += [_broken(other, turn, setting) for other in _broken_help(action, turn)]
    because = "; ".join(filter(None, grounds))
    head = f"{text} {verb}{force}"
    return f"{head}, because {because}" if because else head


def _done(action: Action, finding: Finding, turn: Turn, setting: Setting) -> str:
    """`succeeds 2:1 and dislodges A Gal in Galicia`."""
    if action.goal is None:
        return DONE.get(finding.why.outcome, "is in force")
    force = f" {':'.join(map(strength, finding.tally))}" if finding.tally else ""
    ground = _ground(reason(action, finding, turn, setting.board))
    rivals = [a for a in turn.actions if a.goal == action.goal and a is not action]
    if not (force or ground or rivals):
        return "succeeds, as nothing stands against it"
    return f"succeeds{force}{' and ' if ground else ''}{ground}"


def _ground(sentence: Sentence) -> str:
    """A reason as part of a longer sentence: without the fate that it begins with."""
    text = flat(sentence).rstrip(".")
    head, _, rest = text.partition(": ")
    if rest and len(head.split()) <= LONGEST_FATE:
        return rest
    return text if text[1:2] == " " else text[:1].lower() + text[1:]


def _broken_help(action: Action, turn: Turn) -> Iterator[Action]:
    """The supports and convoys that failed an order."""
    finding = turn.findings[action]
    if finding.value or finding.why is Reason.CUT:
        return
    for other in turn.actions:
        if not turn.findings[other].value and helped(other.order) == (action.home, action.goal):
            yield other


def _broken(helper: Action, turn: Turn, setting: Setting) -> str:
    finding = turn.findings[helper]
    if finding.why is Reason.CUT:
        cutters = " and ".join(acting_unit(a) for a in finding.by)
        return f"the support of {acting_unit(helper)} was cut by {cutters}"
    ground = _ground(reason(helper, finding, turn, setting.board))
    return f"{acting_unit(helper)} was no help ({ground})" if ground else ""


def _claim(c: Comparison, chart: Mapping[Code, Power], turn: Turn) -> str:
    """Why a centre has its owner, or which centres a power has."""
    if c.centre is None:
        held = sorted(code for code, power in chart.items() if power == c.power)
        return f"{c.power} owns {listed(held) or 'no centre'}"
    unit = next((u for u in turn.after.units if u.at.province == c.centre), None)
    if turn.before.owners == chart:
        return "no centre changed hands in this phase"
    if unit is None:
        stayed = f"it stays with {chart[c.centre]}" if c.centre in chart else "nobody took it"
        return f"no unit stood in {c.centre}, so {stayed}"
    return f"{unit} of {unit.power} stood there"


def _refuges(c: Comparison, turn: Turn) -> str:
    """Why a dislodged unit may go to more places than were printed, or to fewer."""
    printed, ours = ({at.province for at in places} for places in c.refuges or ((), ()))
    unit = next((str(d.unit) for d in turn.dislodged if d.unit.at == c.at), "the unit")
    parts = []
    if more := sorted(ours - printed):
        parts.append(
            f"{unit} may also retreat to {listed(more)}, which {'are' if more[1:] else 'is'} within"
            " its reach, empty, free of a stand-off and not where its attacker came from"
        )
    for place in sorted(printed - ours):
        parts.append(f"{unit} cannot retreat to {place}, because {_barred(place, c, turn)}")
    return "; ".join(parts)


def _barred(place: str, c: Comparison, turn: Turn) -> str:
    if any(d.unit.at == c.at and d.origin == place for d in turn.dislodged):
        return "the attacker came from there"
    unit = next((u for u in turn.after.units if u.at.province == place), None)
    if unit is not None:
        return f"{unit} of {unit.power} stands there"
    if place in turn.after.contested:
        return "a stand-off left it empty"
    return "it is out of reach"


def _unled(c: Comparison, turn: Turn) -> Iterator[str]:
    """Printed units that no order explains: none of that kind began or was to end there."""
    mine = [a for a in turn.actions if a.power == c.power]
    explained = {f"{a.kind} {at}" for a in mine for at in (a.home, a.goal)}
    for fate in turn.fates:
        kind = fate.kind or (fate.unit and fate.unit.kind)
        explained |= {f"{kind} {at}" for at in _stops(fate)}
    for name in c.recorded.split(", ") if c.recorded != NOTHING else ():
        if name.partition("/")[0] not in explained:
            yield name


def _stops(fate: Fate) -> Iterator[Code]:
    if fate.unit is not None:
        yield fate.unit.at.province
    order = fate.written.order if fate.written else None
    for place in (fate.to, getattr(order, "to", None), getattr(order, "at", None)):
        if place is not None:
            yield place.province


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


def _concerned(c: Comparison, turn: Turn) -> Iterator[Action]:
    for a in turn.actions:
        goal = a.order.to if isinstance(a.order, Move) else None
        if a.power == c.power and (_is_named(c, a.units[0]) or (goal and _has(c, goal))):
            yield a


def _is_named(c: Comparison, unit: Unit | None) -> bool:
    return unit is not None and _has(c, unit.at)


def _has(c: Comparison, place: str) -> bool:
    return place in f"{c.recorded} {c.computed}".replace(",", " ").split()
