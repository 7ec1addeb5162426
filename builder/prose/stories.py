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
from builder.playback.season_facts import Pair, eliminated, moves
from builder.prose.afterwards import afterwards_headline
from builder.prose.english import listed, spelled_out
from builder.prose.names import there
from builder.prose.reason_facts import drivers

TAKES = ("takes", "captures")
GAINS = ("gains", "adds", "occupies")
DRIVES = ("drives {loser} out of {place}", "dislodges {loser} in {place}")
MOST_NAMED = 2  # facts of a headline, and centres that are named


@lru_cache(maxsize=2)
def headlines(replay: Replay) -> Mapping[Phase, str]:
    """The headline of each phase: a person's, or one that is made. The first phase of a season has
    the headline of the whole season."""
    setting = replay.variant.setting
    headline_of: dict[Phase, str] = {}
    for number, stages in enumerate(replay.seasons()):
        for stage in stages:
            if stage.phase.step == "movement":
                headline_of[stage.phase] = SeasonStory(stages, setting, number).headline()
            else:
                headline_of[stage.phase] = afterwards_headline(stage.turn, setting)
        written = [s.recorded.headline for s in stages if s.recorded and s.recorded.headline]
        if written:
            headline_of[stages[0].phase] = written[0]
    return headline_of


class SeasonStory:
    """The facts of one season; `number` counts the seasons and varies the words."""

    def __init__(self, stages: Sequence[Stage], setting: Setting, number: int = 0) -> None:
        self.stages = stages
        self.setting = setting
        self.number = number
        self.turn = stages[0].turn
        self.before = stages[0].turn.before.owners
        self.owned = held(stages[-1].next.owners, setting.centres)

    def headline(self) -> str:
        """One or two facts, the greatest first."""
        kinds = (
            self._endings, self._conquests, self._gains, self._dislodged, self._landings,
            self._invasions, self._stand_offs, self._advances,
        )  # fmt: skip
        for kind in kinds:
            facts = list(kind())
            if facts:
                return "; ".join(facts[:MOST_NAMED])
        return "No unit is dislodged"

    def _endings(self) -> Iterator[str]:
        for power in self.stages[-1].turn.winners:
            yield f"{power} wins with {spelled_out(len(self.owned[power]), 'centre')}"
        if gone := [*eliminated(self.stages, self.setting)]:
            yield f"{listed(gone)} {'is' if len(gone) == 1 else 'are'} eliminated"

    def _taken(self, vacant: bool) -> Mapping[Power, list[Code]]:
        """Centres that changed hands, by who has them now, those with most first."""
        taken: dict[Power, list[Code]] = {}
        for power in self.setting.powers:
            for code in sorted(self.owned[power]):
                was_vacant = code not in self.before
                if self.before.get(code) != power and was_vacant == vacant:
                    taken.setdefault(power, []).append(code)
        return dict(sorted(taken.items(), key=lambda item: -len(item[1])))

    def _conquests(self) -> Iterator[str]:
        for taker, codes in self._taken(vacant=False).items():
            yield f"{taker} {self._word(TAKES)} {self._places(codes)}"
            for loser in dict.fromkeys(self.before[code] for code in codes):
                left = sorted(self.owned[loser])
                if not left:
                    yield f"{loser} has no centre left"
                elif len(left) <= MOST_NAMED:
                    yield f"{loser} is left with {self._places(left)}"

    def _gains(self) -> Iterator[str]:
        for taker, codes in self._taken(vacant=True).items():
            yield f"{taker} {self._word(GAINS)} {self._places(codes)}"

    def _dislodged(self) -> Iterator[str]:
        places: dict[Pair, list[str]] = {}
        for unit in (dislodged.unit for dislodged in self.turn.dislodged):
            movers = drivers(unit, self.turn)
            if movers and movers[0].power != unit.power:
                pair = (movers[0].power, unit.power)
                places.setdefault(pair, []).append(self._place(unit.at.province))
        for (power, loser), names in places.items():
            shown_loser = loser if loser in self.setting.powers else "a neutral unit"
            words = self._word(DRIVES).format(loser=shown_loser, place=listed(names))
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
            names = list(dict.fromkeys(powers))
            if len(names) > 1:
                yield f"{listed(names)} stand off in {self._place(code)}"

    def _advances(self) -> Iterator[str]:
        """Moves into centres without an owner."""
        for power, goal, _ in moves(self.turn):
            if goal in self.setting.centres and goal not in self.before:
                yield f"{power} enters {self._place(goal)}"

    def _place(self, code: Code) -> str:
        return there(self.setting.board, Location(code))

    def _places(self, codes: Sequence[Code]) -> str:
        if len(codes) > MOST_NAMED + 1:
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
        is_single = sum(owned[power] == owned[first] for power in setting.powers) == 1
        centres_changed = stages[0].turn.before.owners != after
        leader = first if is_single and centres_changed else None
        yield stages, leader, owned[first]


def story(replay: Replay) -> str:
    """How the game went, in three sentences at most: its end, the lead, who was eliminated."""
    calendar = replay.variant.setting.calendar
    eliminations = []
    for stages in replay.seasons():
        year = calendar.year_of(stages[-1].phase)
        for power in eliminated(stages, replay.variant.setting):
            eliminations.append(f"{power} in {year}")
    sentences = [_end(replay), _lead(replay)]
    if eliminations:
        sentences.append(f"Eliminated: {listed(eliminations)}.")
    return " ".join(filter(None, sentences))


def _end(replay: Replay) -> str:
    setting = replay.variant.setting
    result = replay.record.result
    if not replay.stages:
        return ""
    last = replay.stages[-1]
    when = setting.calendar.season_title(last.phase)
    owned = Counter(last.next.owners[code] for code in setting.centres if code in last.next.owners)
    winners = result.powers or last.turn.winners
    if result.kind == "draw":
        shared = f" between {listed(winners)}" if winners else ""
        return f"The game ended in {when} as a draw{shared}."
    if len(winners) == 1:
        how = "won by concession" if result.kind == "conceded" else "won"
        others = (power for power in setting.powers if owned[power] and power != winners[0])
        ranked = sorted(others, key=lambda power: -owned[power])
        behind = listed([f"{power} ({owned[power]})" for power in ranked])
        rest = f", ahead of {behind}" if behind else ""
        return (
            f"{winners[0]} {how} in {when} with {spelled_out(owned[winners[0]], 'centre')}{rest}."
        )
    largest = max(owned.values(), default=0)
    leaders = [power for power in setting.powers if owned[power] == largest]
    holding = f"{spelled_out(largest, 'centre')}{' each' if len(leaders) > 1 else ''}"
    return f"The record ends with {when}; {listed(leaders)} then held {holding}."


def _lead(replay: Replay) -> str:
    """Who led, and from which year."""
    calendar = replay.variant.setting.calendar
    spells: list[tuple[Power, str]] = []
    for stages, leads, _ in _leads(replay):
        if leads and (not spells or spells[-1][0] != leads):
            spells.append((leads, calendar.year_of(stages[-1].phase)))
    if not spells:
        return ""
    leader, since = spells[-1]
    if len(spells) == 1:
        start = replay.stages[0].phase
        late = start != calendar.start and since == calendar.year_of(start)
        return f"{leader} led throughout the record." if late else f"{leader} led from {since}."
    earlier = dict.fromkeys(power for power, _ in spells[:-1] if power != leader)
    return f"{leader} led from {since}, after {listed(list(earlier))} had led."
