"""Puzzles of a game: a power lost a centre, and one other order of its own would have held it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from builder.model.calendar import Phase
from builder.model.orders import Move, Support, Written
from builder.model.units import Code, Power, Unit
from builder.playback.moments import Moment, moments
from builder.playback.replaying import Replay, Stage
from builder.playback.rescue import effective_orders, holders

Difficulty = Literal["easy", "medium", "hard"]


class UnitChoices(NamedTuple):
    """The orders that a unit could be given in a puzzle; `played` is the one that it had, None if
    it had none."""

    unit: Unit
    played: Written | None
    orders: tuple[Written, ...]


class Puzzle(NamedTuple):
    """A centre that a power lost in a phase, the power whose unit held it afterwards, and what the
    units of the loser could have been ordered to do.

    `solutions` are all orders, each alone in place of the one that was played, with which the
    centre would have been held. Orders that can do nothing, such as supports for what nobody was
    ordered to do, are no choices. `is_last` says that the phase is of the last season of the game.
    """

    phase: Phase
    power: Power
    centre: Code
    taker: Power
    choices: tuple[UnitChoices, ...]
    solutions: tuple[Written, ...]
    is_last: bool = False

    @property
    def difficulty(self) -> Difficulty:
        """Easy if a unit only has to go to the centre or stay there, medium if one has to support
        a unit that does, hard if the centre is saved in another place."""
        if any(self._is_at_centre(written) for written in self.solutions):
            return "easy"
        aims = [written.order for written in self.solutions if isinstance(written.order, Support)]
        targets = [order.to or order.at for order in aims]
        supported = any(at is not None and at.province == self.centre for at in targets)
        return "medium" if supported else "hard"

    def _is_at_centre(self, written: Written) -> bool:
        goal = written.order.to if isinstance(written.order, Move) else None
        stays = written.home == self.centre and goal is None
        return stays or (goal is not None and goal.province == self.centre)


@lru_cache(maxsize=2)
def puzzles(replay: Replay) -> tuple[Puzzle, ...]:
    """The puzzles of a game in the order of play: one for each power that could have held a centre
    in one of the moments of the game. A power with two units in one province, or with a unit that
    divides, has none: an order of one of them is no choice of one order for one unit."""
    stages = {stage.phase: stage for stage in replay.stages}
    of_game: list[Puzzle] = []
    for moment in moments(replay):
        for power in dict.fromkeys(power for power, _ in moment.saves):
            if _has_several_units_in_one_place(stages[moment.phase], power):
                continue
            centre = _centre(replay, moment, power)
            saving = moment.saves[power, centre]
            of_game.append(_puzzle(replay, stages[moment.phase], power, centre, saving))
    return tuple(of_game)


def _has_several_units_in_one_place(stage: Stage, power: Power) -> bool:
    units = [unit for unit in stage.turn.before.units if unit.power == power]
    places = {unit.at.province for unit in units}
    return len(places) < sum(unit.size for unit in units)


def _centre(replay: Replay, moment: Moment, power: Power) -> Code:
    """Of the centres that a power could have held a home centre, or the one that fewest orders
    would have held."""
    provinces = replay.variant.setting.board.provinces
    codes = [code for owner, code in moment.saves if owner == power]
    return min(
        codes,
        key=lambda code: (provinces[code].home != power, len(moment.saves[power, code]), code),
    )


def _puzzle(
    replay: Replay, stage: Stage, power: Power, centre: Code, saving: Sequence[Written]
) -> Puzzle:
    turn = stage.turn
    played = {action.unit: result.written for action, result in turn.by_action.items()}
    orders: dict[Code | None, list[Written]] = {}
    for written in effective_orders(replay.variant, turn, power):
        orders.setdefault(written.home, []).append(written)
    solutions = {(written.home, written.order): written for written in saving}
    choices = []
    for unit in turn.before.units:
        if unit.power == power and unit.at.province in orders:
            listed = tuple(orders[unit.at.province])
            choices.append(UnitChoices(unit, played.get(unit), listed))
    return Puzzle(
        phase=stage.phase,
        power=power,
        centre=centre,
        taker=holders(turn, {centre})[centre],
        choices=tuple(choices),
        solutions=tuple(solutions.values()),
        is_last=stage.phase[:2] == replay.stages[-1].phase[:2],
    )
