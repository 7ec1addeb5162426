"""The moments of a game: the seasons that decided it, found by facts alone.

Each season is scored by its facts: a victory, a change of the lead, an attack on a power whose
units one had supported, the first home centres that a power lost, an elimination, many centres
that changed hands, a landing, units driven out. A loss that one other order would have prevented
counts more. What a person wrote in the game file comes first. No fact says why a player did
something.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.setting import Setting
from builder.model.units import Code, Power
from builder.playback.replaying import Replay, Stage
from builder.playback.rescue import holders, saving_orders
from builder.playback.season_facts import Pair, attacks_on, eliminated, helps, moves
from builder.variant import Variant

FactKind = Literal[
    "victory", "lead", "attack", "home", "elimination", "swing", "loss", "convoy", "dislodged",
    "rescue",
]  # fmt: skip

BEST = 10  # moments of a game
LEAST_FOUND = 5  # of them are found, however many a person wrote
REPEATED = 0.82  # by which each further moment of one kind counts less
BESIDE = 0.35  # the part of their score that the lesser facts of a season add
LEAST = 10.0  # score of a season that is a moment
MANY = 3  # centres that change hands in one season are many
SEARCHED = 8  # seasons in which orders that would have held a centre are looked for
LOSERS = 2  # powers of a season for which they are looked for: a search costs as much as a phase
JUDGED = ("agrees", "not recorded")  # verdicts of phases that went on as the judge finds


class Fact(NamedTuple):
    """One fact about a season.

    `powers` begins with the power that the fact is about: who won, leads, attacks, takes centres or
    lands; who lost its first home centre, many centres, or all. The others follow: the former
    leader, the victim, those who took the centres. `provinces` are those that were taken, attacked
    or lost. `size` is in centres: of a leader or a winner after the season, otherwise those that
    changed hands. `cause` are the homes of the units that moved there.

    A `rescue` says that a power would have held a centre with one other order: `size` is how many
    such orders there are, `cause` the homes of their units.
    """

    kind: FactKind
    score: float
    powers: tuple[Power, ...]
    provinces: tuple[Code, ...] = ()
    size: int = 0
    cause: tuple[Code, ...] = ()


class Moment(NamedTuple):
    """A season that decided the game: its first phase, and its facts, the greatest first.

    `written` is what a person wrote about the phase. `centres` are, for the powers of the facts,
    the centres before and after the season. `saves` are, for a power and a centre that it lost, all
    single orders of its own with which it would have held it.
    """

    phase: Phase
    facts: tuple[Fact, ...]
    written: str = ""
    centres: Mapping[Power, tuple[int, int]] = {}
    saves: Mapping[tuple[Power, Code], tuple[Written, ...]] = {}

    @property
    def score(self) -> float:
        """How much the season weighs in the game."""
        if not self.facts:
            return 0
        return self.facts[0].score + BESIDE * sum(fact.score for fact in self.facts[1:])

    @property
    def provinces(self) -> tuple[Code, ...]:
        """The provinces that the greatest fact is about."""
        return self.facts[0].provinces if self.facts else ()


@lru_cache(maxsize=2)
def moments(replay: Replay) -> tuple[Moment, ...]:
    """The moments of a game in the order of play: all that a person wrote, and the best others, ten
    together at most unless a person wrote more. Orders that would have held a centre are searched
    only in games with a page for each phase."""
    of_seasons = [*scored_seasons(replay)]
    of_seasons.sort(key=lambda moment: -moment.score)
    seasons = {stages[0].phase: stages for stages in replay.seasons()}
    # the search takes longer than all else that is made of a game, and only its puzzles show it
    searched = SEARCHED if replay.record.depth in ("", "phases") else 0
    for number, moment in enumerate(of_seasons[:searched]):
        of_seasons[number] = _with_saves(moment, seasons[moment.phase], replay.variant)
    rank = replay.variant.setting.calendar.rank
    by_phase = {moment.phase: moment for moment in of_seasons}
    written = []
    for phase, text in replay.record.moments.items():
        found = by_phase.pop(phase, Moment(phase, ()))
        written.append(found._replace(written=text))
    count = max(BEST - len(written), LEAST_FOUND)
    best = _best(list(by_phase.values()), count)
    return tuple(sorted((*written, *best), key=lambda moment: rank(moment.phase)))


def _with_saves(moment: Moment, stages: Sequence[Stage], variant: Variant) -> Moment:
    """The moment with the orders that would have held a centre, and with a fact for those.

    A phase whose printed results are not ours is left out, and so is a power that sent no orders.
    """
    stage = stages[0]
    recorded = stage.recorded
    if stage.phase.step != "movement" or recorded is None or stage.verdict not in JUDGED:
        return moment
    turn = stage.turn
    centres = variant.setting.centres
    holder = holders(turn, centres)
    ordering = {written.issuer for written in recorded.orders}
    lost: dict[Power, set[Code]] = {}
    for code, owner in turn.before.owners.items():
        gone = holder.get(code) != owner != stages[-1].next.owners.get(code)
        if code in centres and gone and owner in ordering:
            lost.setdefault(owner, set()).add(code)

    saves: dict[tuple[Power, Code], tuple[Written, ...]] = {}
    losers = sorted(lost.items(), key=lambda loss: -len(loss[1]))
    for power, codes in losers[:LOSERS]:
        for code, orders in saving_orders(variant, turn, recorded.orders, power, codes).items():
            if orders:
                saves[power, code] = tuple(orders)
    facts = [_rescue(moment, key, orders, holder, variant) for key, orders in saves.items()]
    ordered = sorted((*moment.facts, *facts), key=lambda fact: -fact.score)
    return moment._replace(facts=tuple(ordered), saves=saves)


def _rescue(
    moment: Moment,
    key: tuple[Power, Code],
    orders: Sequence[Written],
    holder: Mapping[Code, Power],
    variant: Variant,
) -> Fact:
    power, code = key
    score = 7.0
    if variant.setting.board.provinces[code].home == power:
        score += 4
    if any(fact.kind == "victory" and code in fact.provinces for fact in moment.facts):
        score += 15
    homes = dict.fromkeys(written.home for written in orders if written.home)
    return Fact("rescue", score, (power, holder[code]), (code,), len(orders), tuple(homes))


def _best(candidates: list[Moment], count: int) -> list[Moment]:
    """The seasons with the highest scores. After each, others of its kind count less, so that ten
    moments are not all alike."""
    best: list[Moment] = []
    kinds = Counter[FactKind]()

    def weight(moment: Moment) -> float:
        return moment.score * REPEATED ** kinds[moment.facts[0].kind]

    while candidates and len(best) < count:
        first = max(candidates, key=weight)
        if weight(first) < LEAST:
            break
        candidates.remove(first)
        best.append(first)
        kinds[first.facts[0].kind] += 1
    return best


def scored_seasons(replay: Replay) -> Iterator[Moment]:
    """Each season of a game that has facts, as a moment."""
    course = _Course(replay.variant.setting)
    for stages in replay.seasons():
        season = _Season(stages, course)
        facts = sorted(season.facts(), key=lambda fact: -fact.score)
        course.add(season)
        if facts:
            powers = dict.fromkeys(power for fact in facts for power in fact.powers)
            centres = {
                power: (season.before[power], season.after[power])
                for power in powers
                if power in replay.variant.setting.powers
            }
            yield Moment(stages[0].phase, tuple(facts), centres=centres)


class _Course:
    """What happened in a game before a season: who led, who had lost a home centre, who had
    supported whom, and how often."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.average = len(setting.centres) / max(1, len(setting.powers))
        self.leader: Power | None = None
        self.invaded: set[Power] = set()
        self.supports = Counter[Pair]()
        self.attacked: set[Pair] = set()

    def add(self, season: "_Season") -> None:
        """Note what later seasons are compared with."""
        self.leader = season.leader or self.leader
        self.invaded.update(power for power, codes in season.home_losses().items() if codes)
        for stage in season.movements:
            for pair, _ in attacks_on(stage.turn):
                if self.supports[pair]:
                    self.attacked.add(pair)
            self.supports.update(helps(stage.turn))


class _Season:
    """The facts of one season, compared with the course of the game before it."""

    def __init__(self, stages: Sequence[Stage], course: _Course) -> None:
        self.stages = stages
        self.course = course
        self.setting = course.setting
        self.movements = [stage for stage in stages if stage.phase.step == "movement"]
        self.turn = stages[0].turn
        self.owned_before = stages[0].turn.before.owners
        self.owned_after = stages[-1].next.owners
        self.changed = [*self._changed()]
        self.before = Counter(map(self.owned_before.get, self.setting.centres))
        self.after = Counter(map(self.owned_after.get, self.setting.centres))
        self.winners = stages[-1].turn.winners

    @property
    def leader(self) -> Power | None:
        """The power that alone has most centres; None if no centre changed hands."""
        counts = self.after
        first = max(self.setting.powers, key=lambda power: counts[power])
        tied = sum(counts[power] == counts[first] for power in self.setting.powers) > 1
        return None if tied or self.before == counts else first

    def facts(self) -> Iterator[Fact]:
        """All facts of the season."""
        yield from self._victory()
        yield from self._lead()
        yield from self._attacks()
        yield from self._first_losses()
        yield from self._eliminations()
        yield from self._swings()
        yield from self._landings()
        yield from self._dislodged()

    def _changed(self) -> Iterator[tuple[Code, Power | None, Power | None]]:
        """The centres that changed hands, each with its owner before and after the season."""
        for code in sorted(self.setting.centres):
            owner = self.owned_before.get(code)
            taker = self.owned_after.get(code)
            if owner != taker:
                yield code, owner, taker

    def taken(self, power: Power) -> dict[Code, Power]:
        """The centres that a power took from others, each with its previous owner."""
        taken = {}
        for code, owner, taker in self.changed:
            if owner is not None and taker == power:
                taken[code] = owner
        return taken

    def lost(self, power: Power) -> dict[Code, Power | None]:
        """The centres that a power lost, each with who has it now."""
        return {code: taker for code, owner, taker in self.changed if owner == power}

    def home_losses(self) -> dict[Power, list[Code]]:
        """The home centres that each power lost."""
        provinces = self.setting.board.provinces
        losses = {}
        for power in self.setting.powers:
            losses[power] = [code for code in self.lost(power) if provinces[code].home == power]
        return losses

    def _cause(self, provinces: Sequence[Code]) -> tuple[Code, ...]:
        """The homes of the units that moved to one of the provinces in this season."""
        wanted = set(provinces)
        homes = []
        for stage in self.movements:
            for action, result in stage.turn.by_action.items():
                if action.goal in wanted and result.finding:
                    homes.append(action.home)
        return tuple(dict.fromkeys(homes))

    def _fact(
        self,
        kind: FactKind,
        score: float,
        powers: Sequence[Power | None],
        provinces: Sequence[Code] = (),
        size: int = 0,
    ) -> Fact:
        named = tuple(dict.fromkeys(power for power in powers if power))
        return Fact(kind, score, named, tuple(provinces), size, self._cause(provinces))

    def _victory(self) -> Iterator[Fact]:
        for power in self.winners:
            codes = [*self.taken(power)]
            score = 90 / len(self.winners)
            yield self._fact("victory", score, [power], codes, self.after[power])

    def _lead(self) -> Iterator[Fact]:
        leader = self.leader
        former = self.course.leader
        if not leader or not former or leader == former:
            return
        count = self.after[leader]
        codes = [*self.taken(leader)]
        score = 9 * count / self.course.average
        yield self._fact("lead", score, [leader, former], codes, count)

    def _attacks(self) -> Iterator[Fact]:
        """The first attack of each power on one whose units it had supported."""
        goals: dict[Pair, list[Code]] = {}
        for stage in self.movements:
            for pair, goal in attacks_on(stage.turn):
                goals.setdefault(pair, []).append(goal)
        entered = {(power, goal) for s in self.movements for power, goal, _ in moves(s.turn)}
        for (power, other), provinces in goals.items():
            pair = power, other
            if pair in self.course.attacked or not self.course.supports[pair]:
                continue
            if not {power, other} <= {*self.setting.powers}:
                continue
            taken = [code for code, owner in self.taken(power).items() if owner == other]
            arrived = [code for code in dict.fromkeys(provinces) if (power, code) in entered]
            named = taken or arrived or [*dict.fromkeys(provinces)]
            score = 9.0 + 2 * min(4, self.course.supports[pair])
            entered_centres = [code for code in arrived if code in self.setting.centres]
            score += 9 * len(taken) if taken else 3 * len(arrived) + 5 * len(entered_centres)
            yield self._fact("attack", score, [power, other], named, len(taken))

    def _first_losses(self) -> Iterator[Fact]:
        for power, codes in self.home_losses().items():
            if codes and power not in self.course.invaded:
                takers = [self.owned_after.get(code) for code in codes]
                score = 12.0 + 7 * len(codes)
                yield self._fact("home", score, [power, *takers], codes, len(codes))

    def _eliminations(self) -> Iterator[Fact]:
        for power in eliminated(self.stages, self.setting):
            lost = self.lost(power)
            score = 18.0 + 6 * min(2, len(lost)) if lost else 9.0
            yield self._fact("elimination", score, [power, *lost.values()], [*lost], len(lost))

    def _swings(self) -> Iterator[Fact]:
        for power in self.setting.powers:
            taken = self.taken(power)
            if len(taken) >= MANY:
                score = 11.0 * len(taken) - 9
                yield self._fact("swing", score, [power, *taken.values()], [*taken], len(taken))
            lost = self.lost(power)
            if len(lost) >= MANY and self.after[power]:
                score = 10.0 * len(lost) - 9
                yield self._fact("loss", score, [power, *lost.values()], [*lost], len(lost))

    def _landings(self) -> Iterator[Fact]:
        """Convoys to a centre that their power took from another power."""
        for stage in self.movements:
            for power, goal, by_sea in moves(stage.turn):
                owner = self.owned_before.get(goal)
                if by_sea and owner not in (None, power) and self.owned_after.get(goal) == power:
                    score = 30.0 if power in self.winners else 13.0
                    yield self._fact("convoy", score, [power, owner], [goal], 1)

    def _dislodged(self) -> Iterator[Fact]:
        """The power that drove most units of others out, those without a place to go counted
        double."""
        units: dict[Pair, list[Code]] = {}
        weight = Counter[Pair]()
        for stage in self.movements:
            for lost in stage.turn.dislodged:
                at = lost.unit.at.province
                drivers = [p for p, goal, _ in moves(stage.turn) if goal == at]
                for power in drivers[:1]:
                    if power != lost.unit.power:
                        pair = power, lost.unit.power
                        units.setdefault(pair, []).append(at)
                        weight[pair] += 1 if lost.refuges else 2
        for pair, codes in units.items():
            if weight[pair] >= 2:
                yield self._fact("dislodged", 2.5 * weight[pair] + 3, pair, codes, len(codes))
