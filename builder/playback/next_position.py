"""The position from which play went on: ours, the printed one, or by rulings and later orders."""

from collections.abc import Iterable, Iterator

from builder.model.findings import Turn
from builder.model.orders import Move
from builder.model.outcomes import Outcome
from builder.model.position import Position
from builder.model.units import Code, Dislodged, Unit
from builder.playback.comparison import Comparison, alike, matched, printed_of
from builder.record import PhaseRecord, Ruling
from builder.variant import Variant


def follow(variant: Variant, turn: Turn, recorded: PhaseRecord) -> Position:
    """The position from which play went on: the recorded one, or ours as far as none is."""
    after = turn.after
    if recorded.after is not None:
        ours = printed_of(recorded, after.units)
        if not alike(recorded.after, ours):
            rest = tuple(u for u in after.units if u not in ours)
            after = after._replace(units=matched(recorded.after, after.units) + rest)
    if recorded.dislodged is not None:
        printed = dict.fromkeys(matched(recorded.dislodged, [d.unit for d in turn.dislodged]))
        fallen = {d.unit for d in turn.dislodged if d.refuges or d.unit in printed}
        if printed.keys() != fallen:
            known = {d.unit: d for d in turn.dislodged}
            lost = [known.get(u) or Dislodged(u, _attacker(u, turn, recorded)) for u in printed]
            after = after._replace(dislodged=tuple(lost))
            if after.dislodged and after.phase.step != "retreats":
                after = after._replace(phase=variant.setting.calendar.next(turn.before.phase))
    if recorded.owners is not None:  # the printed chart; of powers that it leaves out, as we find
        charted = set(recorded.owners.values())
        others = {code: power for code, power in after.owners.items() if power not in charted}
        if (owners := others | dict(recorded.owners)) != dict(after.owners):
            return after._replace(owners=owners)
    return _counted_again(variant, turn, after)


def _counted_again(variant: Variant, turn: Turn, after: Position) -> Position:
    """A changed position before Winter, with the owners that follow from it."""
    if after is turn.after or after.phase.step != "adjustments":
        return after
    return variant.open(turn.before).close_year(after._replace(owners=turn.before.owners))


def _attacker(unit: Unit, turn: Turn, recorded: PhaseRecord) -> Code | None:
    """The province from which the unit came that the record has in a dislodged unit's place; None
    if it came by convoy."""
    came = {u.power for u in recorded.after or () if u.at.province == unit.at.province}
    for a in turn.actions:
        if a.goal == unit.at.province and a.power in came:
            return None if isinstance(a.order, Move) and a.order.via else a.home
    return None


def apply(
    variant: Variant, turn: Turn, rulings: list[Ruling], after: Position | None = None
) -> Position:
    """The position after rulings on moves: a unit is put where its ruling says."""
    after = turn.after if after is None else after
    for ruling in rulings:
        there = (a for a in turn.actions if a.home == ruling.at.province)
        action = next((a for a in there if ruling.power in (None, a.power)), None)
        if action is None or type(action.order) is not Move:
            continue
        done = turn.findings[action].value > 0
        ends = [action.units[0], action.units[0]._replace(at=action.order.to)]
        if done != (ruling.outcome is Outcome.MOVED):
            was, now = reversed(ends) if done else ends
            after = after._replace(units=tuple(now if u == was else u for u in after.units))
    return _counted_again(variant, turn, after)


def witnessed(comparisons: Iterable[Comparison], later: PhaseRecord) -> Iterator[Ruling]:
    """Rulings on moves with a disputed result, made from the orders of the next movement phase:
    they name the unit where it went, or where it stayed."""
    named = {(w.issuer, w.home) for w in later.orders}
    for c in comparisons:
        a = c.action
        if c.verdict != "differs" or a is None or a.goal is None or c.refuges is not None:
            continue
        went, stayed = ((a.power, place) in named for place in (a.goal, a.home))
        if went != stayed:
            outcome = Outcome.MOVED if went else Outcome.BOUNCED
            yield Ruling(later.phase, a.power, a.at, "", outcome, "", "")
