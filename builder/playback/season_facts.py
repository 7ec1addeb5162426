"""Facts about one season that stories, moments and relations share: moves, attacks, support.

Each is found once for a phase, however many ask for it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from builder.model.orders import Convoy, Move
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import Code, Power
from builder.playback.replaying import Stage, alive

Pair = tuple[Power, Power]
KEPT = 128  # phases, as many as the longest games have
once_a_phase = lru_cache(maxsize=KEPT)


@once_a_phase
def moves(turn: Turn) -> Sequence[tuple[Power, Code, bool]]:
    """The successful moves of a phase: the power, the province, and whether it was by convoy."""
    done = [action for action, result in turn.by_action.items() if result.finding.value > 0]
    carried = {action.order.passage for action in done if isinstance(action.order, Convoy)}
    entries: list[tuple[Power, Code, bool]] = []
    for action in done:
        if isinstance(action.order, Move) and action.goal is not None:
            by_convoy = (action.home, action.goal) in carried
            entries.append((action.power, action.goal, by_convoy))
    return tuple(entries)


@once_a_phase
def attacks_on(turn: Turn) -> Sequence[tuple[Pair, Code]]:
    """Each move to a province where another power has a unit or a centre: the power that moves and
    the other power, and the province. Two other powers may be concerned by one move."""
    before = turn.before
    units = {unit.at.province: unit.power for unit in before.units}
    met: list[tuple[Pair, Code]] = []
    for action in turn.actions:
        goal = action.goal
        if goal is not None:
            holder = units.get(goal)
            owner = before.owners.get(goal)
            if holder and holder != action.power:
                met.append(((action.power, holder), goal))
            if owner and owner not in (action.power, holder):
                met.append(((action.power, owner), goal))
    return tuple(met)


def attacks(turn: Turn) -> Iterator[Pair]:
    """The pairs of powers of which one moves to where the other has a unit or a centre."""
    yield from (pair for pair, _ in attacks_on(turn))


@once_a_phase
def helps(turn: Turn) -> Sequence[Pair]:
    """The pairs of powers of which one gave support to a unit of the other, or carried its army;
    a support that was cut or void, and a convoy that was not used, do not count."""
    units = {unit.at.province: unit.power for unit in turn.before.units}
    pairs: list[Pair] = []
    for action, result in turn.by_action.items():
        helped = None
        if action.helps:
            helped = units.get(action.helps[0])
        elif isinstance(action.order, Convoy):
            helped = units.get(action.order.at.province)
        if helped not in (None, action.power) and result.finding.value > 0:
            pairs.append((action.power, Power(str(helped))))
    return tuple(pairs)


def eliminated(stages: Sequence[Stage], setting: Setting) -> Iterator[Power]:
    """The powers that a season left without a centre and a unit."""
    after = alive(stages[-1].next)
    if after.issuperset(setting.powers):
        return
    before = alive(stages[0].turn.before)
    yield from (power for power in setting.powers if power in before and power not in after)
