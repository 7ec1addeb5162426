"""A habit of some sources: they mark a cut support only if the cut changed something.

*The Abyssinian Prince* prints every cut support in italics, other zines only those that mattered.
If a source never marks a cut that changed nothing, an unmarked one is no error of its judge.
"""

from collections.abc import Iterator, Sequence

from builder.model.findings import Action, Reason
from builder.model.orders import Support
from builder.model.outcomes import Outcome
from builder.model.results import Turn
from builder.model.units import Code
from builder.playback.comparison import Comparison
from builder.record import PhaseRecord
from builder.rules.standard import Standard
from builder.variant import Variant

FEWEST = 2  # unmarked cuts that show a habit; a single one may be an oversight


class CutSupports:
    """The cut supports of a game whose cut changed nothing, while they are looked for."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.unmarked: list[Comparison] = []
        self.marked: list[Comparison] = []

    def add(self, turn: Turn, recorded: PhaseRecord, comparisons: Sequence[Comparison]) -> None:
        """Look at one phase."""
        for comparison in comparisons:
            supporter = _cut_supporter(comparison)
            if supporter is None or self._matters(turn, recorded, supporter):
                continue
            if comparison.verdict == "agrees":
                self.marked.append(comparison)
            elif comparison.recorded == Outcome.GIVEN:
                self.unmarked.append(comparison)

    def habit(self) -> list[Comparison]:
        """The differences that are only this habit of the source; none if it marked one such cut,
        or left out too few to tell."""
        is_habit = len(self.unmarked) >= FEWEST and not self.marked
        return self.unmarked if is_habit else []

    def _matters(self, turn: Turn, recorded: PhaseRecord, supporter: Action) -> bool:
        """Would anything else have happened if the support had not been cut?"""
        uncut = _rulebook_without_cut(self.variant.rulebook, supporter.home)
        book = uncut(self.variant.setting, turn.before)
        otherwise = book.play(recorded.orders)
        if otherwise.after != turn.after or otherwise.dislodged != turn.dislodged:
            return True
        return {*_successes(turn, supporter)} != {*_successes(otherwise, supporter)}


def _cut_supporter(comparison: Comparison) -> Action | None:
    """The unit whose support was cut without being dislodged; None for another comparison."""
    result = comparison.result
    action = comparison.action
    if result is None or action is None or comparison.refuges is not None:
        return None
    is_cut = isinstance(action.order, Support) and result.finding.why is Reason.CUT
    return action if is_cut and result.lost is None else None


def _rulebook_without_cut(rulebook: type[Standard], home: Code) -> type[Standard]:
    """The rulebook, but for the unit in one province, whose support no attack cuts."""

    class Uncut(rulebook):  # type: ignore[misc, valid-type]
        def cuts(self, m: Action, s: Action) -> bool:
            return s.home != home and bool(super().cuts(m, s))

    return Uncut


def _successes(turn: Turn, supporter: Action) -> Iterator[tuple[Code, float]]:
    """Each other unit's province, and how far its order succeeded."""
    for action, result in turn.by_action.items():
        if action.home != supporter.home:
            yield action.home, result.finding.value
