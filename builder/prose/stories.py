"""Stories from facts: a headline for each season, a paragraph on a game.

A headline states the greatest of these that the season has: a victory, an elimination, centres
taken from another power, vacant centres gained, a unit dislodged, a landing, an army in another
power's homeland, a stand-off, a unit in a centre that nobody owns. It never says why a player did
something. A headline written by a person comes first.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from builder.model.calendar import Phase
from builder.model.findings import Reason
from builder.model.grouping import grouped
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power, held
from builder.playback.replaying import Replay, Stage
from builder.playback.season_facts import eliminated, moves
from builder.prose.afterwards import afterwards_headline
from builder.prose.english import listed, spelled_out
from builder.prose.names import there
from builder.prose.reason_facts import drivers

TAKES, GAINS = ("takes", "captures"), ("gains", "adds", "occupies")
DRIVES = ("drives {loser} out of {place}", "dislodges {loser} in {place}")
FEW = 2  # facts of a headline, and centres that are named


@lru_cache(maxsize=8)
def headlines(replay: Replay) -> Mapping[Phase, str]:
    """The headline of each phase: a person's, or one that is made. The first phase of a season has
    the headline of the whole season."""
    setting = replay.variant.setting
    found: dict[Phase, str] = {}
    for number, stages in enumerate(replay.seasons()):
        for stage in stages:
            if stage.phase.step == "movement":
                found[stage.phase] = SeasonStory(stages, setting, number).headline()
            else:
                found[stage.phase] = afterwards_headline(stage.turn, setting)
        written = [s.recorded.headline for s in stages if s.recorded and s.recorded.headline]
        if written:
            found[stages[0].phase] = written[0]
    return found


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
        bounced = (a for a in turn.by_action if turn.by_action[a].finding.why is Reason.BOUNCED)
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


def _leads(replay: Replay) -> Iterator[tuple[Sequence[Stage], Power | None, int]]:
    """Each season with the power that leads at its end, and with how many centres; no power if no
    centre changed hands."""
    setting = replay.variant.setting
    for stages in replay.seasons():
        after = stages[-1].next.owners
        owned = Counter(map(after.get, setting.centres))
        first = max(setting.powers, key=lambda power: owned[power])
        alone = sum(owned[power] == owned[first] for power in setting.powers) == 1
        changed = stages[0].turn.before.owners != after
        yield stages, first if alone and changed else None, owned[first]


def story(replay: Replay) -> str:
    """How the game went, in three sentences at most: its end, the lead, who was eliminated."""
    calendar = replay.variant.setting.calendar
    gone = [
        f"{power} in {calendar.year_name(stages[0].phase.year)}"
        for stages in replay.seasons()
        for power in eliminated(stages, replay.variant.setting)
    ]
    end = f"Eliminated: {listed(gone)}." if gone else ""
    return " ".join(filter(None, (_end(replay), _lead(replay), end)))


def _end(replay: Replay) -> str:
    setting, result = replay.variant.setting, replay.record.result
    if not replay.stages:
        return ""
    last = replay.stages[-1]
    when = setting.calendar.season_title(last.phase)
    owned = Counter(last.next.owners[code] for code in setting.centres if code in last.next.owners)
    won = result.powers or last.turn.winners
    if result.kind == "draw":
        shared = f" between {listed(won)}" if won else ""
        return f"The game ended in {when} as a draw{shared}."
    if len(won) == 1:
        how = "won by concession" if result.kind == "conceded" else "won"
        others = (power for power in setting.powers if owned[power] and power != won[0])
        ranked = sorted(others, key=lambda power: -owned[power])
        behind = listed([f"{power} ({owned[power]})" for power in ranked])
        rest = f", ahead of {behind}" if behind else ""
        return f"{won[0]} {how} in {when} with {spelled_out(owned[won[0]], 'centre')}{rest}."
    most = max(owned.values(), default=0)
    first = [power for power in setting.powers if owned[power] == most]
    held = f"{spelled_out(most, 'centre')}{' each' if len(first) > 1 else ''}"
    return f"The record ends with {when}; {listed(first)} then held {held}."


def _lead(replay: Replay) -> str:
    """Who led, and from which year."""
    calendar = replay.variant.setting.calendar
    spells: list[tuple[Power, str]] = []
    for stages, leads, _ in _leads(replay):
        if leads and (not spells or spells[-1][0] != leads):
            spells.append((leads, calendar.year_name(stages[0].phase.year)))
    if not spells:
        return ""
    leader, since = spells[-1]
    if len(spells) == 1:
        start = replay.stages[0].phase
        late = start != calendar.start and since == calendar.year_name(start.year)
        return f"{leader} led throughout the record." if late else f"{leader} led from {since}."
    before = listed([*dict.fromkeys(p for p, _ in spells[:-1] if p != leader)])
    return f"{leader} led from {since}, after {before} had led."
