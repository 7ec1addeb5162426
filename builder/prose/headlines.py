"""A headline for each season, made from what happened in it.

It states the greatest of these that the season has: a victory, an elimination, centres taken from
another power, vacant centres gained, a unit dislodged, a landing, an army in another power's
homeland, a stand-off, a unit in a centre that nobody owns. It never says why a player did
something. A headline written by a person comes first.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from builder.model.calendar import Phase
from builder.model.findings import Reason, Turn
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Move
from builder.model.position import held
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power
from builder.playback.ending_faults import alive
from builder.playback.replaying import Replay, Stage
from builder.prose.english import listed, spelled_out
from builder.prose.names import there
from builder.prose.reasons import drivers

TAKES, GAINS = ("takes", "captures"), ("gains", "adds", "occupies")
DRIVES = ("drives {loser} out of {place}", "dislodges {loser} in {place}")
FEW = 2  # facts of a headline, and centres that are named


@lru_cache(maxsize=8)
def headlines(replay: Replay) -> Mapping[Phase, str]:
    """The headline of each season by its first phase: a person's, or one that is made."""
    setting = replay.variant.setting
    found: dict[Phase, str] = {}
    for number, stages in enumerate(replay.seasons()):
        written = [s.recorded.headline for s in stages if s.recorded and s.recorded.headline]
        if written:
            found[stages[0].phase] = written[0]
        elif stages[0].phase.step == "movement":
            found[stages[0].phase] = SeasonStory(stages, setting, number).headline()
    return found


def moves(turn: Turn) -> Iterator[tuple[Power, Code, bool]]:
    """The successful moves of a phase: the power, the province, and whether it was by convoy."""
    carried = {
        (a.order.at.province, a.order.to.province)
        for a in turn.actions
        if isinstance(a.order, Convoy) and a.order.to and turn.findings[a].value > 0
    }
    for a in turn.actions:
        if isinstance(a.order, Move) and a.goal is not None and turn.findings[a].value > 0:
            yield a.power, a.goal, (a.home, a.goal) in carried


def eliminated(stages: Sequence[Stage], setting: Setting) -> Iterator[Power]:
    """The powers that a season left without a centre and a unit."""
    was, left = alive(stages[0].turn.before), alive(stages[-1].next)
    yield from (power for power in setting.powers if power in was and power not in left)


class SeasonStory:
    """The facts of one season; `number` counts the seasons and varies the words."""

    def __init__(self, stages: Sequence[Stage], setting: Setting, number: int = 0) -> None:
        self.stages, self.setting, self.number = stages, setting, number
        self.turn, self.before = stages[0].turn, stages[0].turn.before.owners
        self.owned = held(stages[-1].next.owners, setting.centres)

    def headline(self) -> str:
        """One or two facts, the greatest first."""
        kinds = (
            self._endings, self._conquests, self._gains, self._dislodged, self._landings,
            self._invasions, self._stand_offs, self._advances,
        )  # fmt: skip
        chosen = next(filter(None, ([*facts()] for facts in kinds)), ["No unit is dislodged"])
        return "; ".join(chosen[:FEW])

    def _endings(self) -> Iterator[str]:
        for power in self.stages[-1].turn.winners:
            yield f"{power} wins with {spelled_out(len(self.owned[power]), 'centre')}"
        if gone := [*eliminated(self.stages, self.setting)]:
            yield f"{listed(gone)} {'is' if len(gone) == 1 else 'are'} eliminated"

    def _taken(self, vacant: bool) -> Mapping[Power, list[Code]]:
        """Centres that changed hands, by who has them now, those with most first."""
        was = self.before
        found = {
            p: [c for c in sorted(self.owned[p]) if was.get(c) != p and (c not in was) == vacant]
            for p in self.setting.powers
        }
        most = sorted(found.items(), key=lambda item: -len(item[1]))
        return {power: codes for power, codes in most if codes}

    def _conquests(self) -> Iterator[str]:
        for taker, codes in self._taken(vacant=False).items():
            yield f"{taker} {self._word(TAKES)} {self._places(codes)}"
            for loser in dict.fromkeys(self.before[code] for code in codes):
                left = sorted(self.owned[loser])
                if not left:
                    yield f"{loser} has no centre left"
                elif len(left) <= FEW:
                    yield f"{loser} is left with {self._places(left)}"

    def _gains(self) -> Iterator[str]:
        for taker, codes in self._taken(vacant=True).items():
            yield f"{taker} {self._word(GAINS)} {self._places(codes)}"

    def _dislodged(self) -> Iterator[str]:
        places = grouped(
            ((by.power, unit.power), self._place(unit.at.province))
            for unit in (fallen.unit for fallen in self.turn.dislodged)
            for by in drivers(unit, self.turn)[:1]
            if by.power != unit.power
        )
        for (power, loser), where in places.items():
            named = loser if loser in self.setting.powers else "a neutral unit"
            words = self._word(DRIVES).format(loser=named, place=listed(where))
            yield f"{power} {words}"

    def _landings(self) -> Iterator[str]:
        for power, goal, by_sea in moves(self.turn):
            home = self.setting.board.provinces[goal].home
            if by_sea and power not in (self.before.get(goal), home):
                yield f"{power} lands in {self._place(goal)}"

    def _invasions(self) -> Iterator[str]:
        for power, goal, _ in moves(self.turn):
            home = self.setting.board.provinces[goal].home
            if home not in (None, power) and power in self.setting.powers:
                yield f"{power} enters {self._place(goal)}"

    def _stand_offs(self) -> Iterator[str]:
        turn = self.turn
        bounced = (a for a in turn.actions if turn.findings[a].why is Reason.BOUNCED)
        for code, powers in grouped((a.goal, a.power) for a in bounced if a.goal).items():
            if len(names := [*dict.fromkeys(powers)]) > 1:
                yield f"{listed(names)} stand off in {self._place(code)}"

    def _advances(self) -> Iterator[str]:
        """Moves into centres without an owner."""
        for power, goal, _ in moves(self.turn):
            if goal in self.setting.centres and goal not in self.before:
                yield f"{power} enters {self._place(goal)}"

    def _place(self, code: Code) -> str:
        return there(self.setting.board, Location(code))

    def _places(self, codes: Sequence[Code]) -> str:
        if len(codes) > FEW + 1:
            return spelled_out(len(codes), "centre")
        return listed([self._place(code) for code in codes])

    def _word(self, words: Sequence[str]) -> str:
        return words[self.number % len(words)]
