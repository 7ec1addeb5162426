"""Facts about one season that stories, moments and relations share: moves, attacks, support."""

from collections.abc import Iterator, Sequence

from builder.model.orders import Convoy, Move
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import Code, Power
from builder.playback.replaying import Stage, alive

Pair = tuple[Power, Power]


def moves(turn: Turn) -> Iterator[tuple[Power, Code, bool]]:
    """The successful moves of a phase: the power, the province, and whether it was by convoy."""
    done = [action for action, result in turn.by_action.items() if result.finding.value > 0]
    carried = {action.order.passage for action in done if isinstance(action.order, Convoy)}
    for action in done:
        if isinstance(action.order, Move) and action.goal is not None:
            yield action.power, action.goal, (action.home, action.goal) in carried


def attacks_on(turn: Turn) -> Iterator[tuple[Pair, Code]]:
    """Each move to a province where another power has a unit or a centre: the power that moves and
    the other power, and the province. Two other powers may be concerned by one move."""
    before = turn.before
    units = {unit.at.province: unit.power for unit in before.units}
    for action in turn.by_action:
        if action.goal is not None:
            holders = (units.get(action.goal), before.owners.get(action.goal))
            for holder in dict.fromkeys(holders):
                if holder and holder != action.power:
                    yield (action.power, holder), action.goal


def attacks(turn: Turn) -> Iterator[Pair]:
    """The pairs of powers of which one moves to where the other has a unit or a centre."""
    yield from (pair for pair, _ in attacks_on(turn))


def helps(turn: Turn) -> Iterator[Pair]:
    """The pairs of powers of which one gave support to a unit of the other, or carried its army;
    a support that was cut or void, and a convoy that was not used, do not count."""
    units = {unit.at.province: unit.power for unit in turn.before.units}
    for action, result in turn.by_action.items():
        helped = None
        if action.helps:
            helped = units.get(action.helps[0])
        elif isinstance(action.order, Convoy):
            helped = units.get(action.order.at.province)
        if helped not in (None, action.power) and result.finding.value > 0:
            yield action.power, Power(str(helped))


def eliminated(stages: Sequence[Stage], setting: Setting) -> Iterator[Power]:
    """The powers that a season left without a centre and a unit."""
    after = alive(stages[-1].next)
    if after.issuperset(setting.powers):
        return
    before = alive(stages[0].turn.before)
    yield from (power for power in setting.powers if power in before and power not in after)
