"""A paragraph on a whole game, and its turning points, from the centres at each year's end."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from builder.model.calendar import Phase
from builder.model.findings import Turn
from builder.model.units import Power
from builder.playback.replaying import Replay, Stage
from builder.prose.english import listed, noun, spelled_out
from builder.prose.headlines import eliminated, moves

Kind = Literal["lead", "attack", "home centre", "elimination", "convoy"]


class TurningPoint(NamedTuple):
    """A season that changed the game: its first phase, what changed, and a sentence."""

    phase: Phase
    kind: Kind
    text: str


def _leads(
    replay: Replay,
) -> Iterator[tuple[Sequence[Stage], Mapping[Power, int], Power | None]]:
    """Each season with the centres at its end and the leader; none if no centre changed hands."""
    setting = replay.variant.setting
    for stages in replay.seasons():
        after = stages[-1].next.owners
        owned = Counter(after[code] for code in setting.centres if code in after)
        first = max(setting.powers, key=lambda power: owned[power])
        alone = sum(owned[power] == owned[first] for power in setting.powers) == 1
        yield stages, owned, first if alone and stages[0].turn.before.owners != after else None


def turning_points(replay: Replay) -> Iterator[TurningPoint]:
    """The turning points of a game, in order.

    They are each change of the lead, each power's first attack on a power whose units it had
    supported, its first loss of home centres, its elimination, and the convoys that took the
    last centres of a victory.
    """
    setting = replay.variant.setting
    homes = {p.code: p.home for p in setting.board.provinces.values() if p.home and p.centre}
    leader: Power | None = None
    invaded: set[Power] = set()
    friends: dict[tuple[Power, Power], bool] = {}
    for stages, owned, leads in _leads(replay):
        phase, turn, after = stages[0].phase, stages[0].turn, stages[-1].next.owners
        if leads and leader and leads != leader:
            text = f"{leads} takes the lead with {spelled_out(owned[leads], 'centre')}."
            yield TurningPoint(phase, "lead", text)
        leader = leads or leader
        for one, other in _first_attacks(turn, friends):
            text = f"{one} attacks {other}, whose units it had supported."
            yield TurningPoint(phase, "attack", text)
        before = turn.before.owners
        for power in setting.powers:
            lost = [c for c, home in homes.items() if home == power == before.get(c)]
            lost = sorted(code for code in lost if after.get(code) != power)
            if lost and power not in invaded:
                invaded.add(power)
                names = listed([setting.board.provinces[code].name for code in lost])
                text = f"{power} loses {names}, its first {noun(len(lost), 'home centre')} to fall."
                yield TurningPoint(phase, "home centre", text)
        for power in eliminated(stages, setting):
            yield TurningPoint(phase, "elimination", f"{power} is eliminated.")
        for text in _deciding_convoys(replay, stages) if stages[-1] is replay.stages[-1] else ():
            yield TurningPoint(phase, "convoy", text)


def _deciding_convoys(replay: Replay, stages: Sequence[Stage]) -> Iterator[str]:
    """The convoys of the last season that took centres for the only winner."""
    before, after = stages[0].turn.before.owners, stages[-1].next.owners
    winners = stages[-1].turn.winners
    for power, goal, by_sea in moves(stages[0].turn):
        if by_sea and winners == (power,) and before.get(goal) != power == after.get(goal):
            name = replay.variant.setting.board.provinces[goal].name
            yield f"A convoy takes {name}, one of the centres that decide for {power}."


def _first_attacks(
    turn: Turn, friends: dict[tuple[Power, Power], bool]
) -> Iterator[tuple[Power, Power]]:
    """The pairs of powers of which the first now attacks the second, whose units it had supported.

    An attack is a move to a place with a unit or centre of the other. `friends` is updated: it has
    each pair with support, True until the first attack.
    """
    units = {unit.at.province: unit.power for unit in turn.before.units}
    for action in turn.actions:
        if action.goal is not None:
            for other in {units.get(action.goal), turn.before.owners.get(action.goal)} - {None}:
                pair = action.power, Power(str(other))
                if friends.get(pair):
                    friends[pair] = False
                    yield pair
    for action in turn.actions:
        helped = units.get(action.helps[0]) if action.helps else None
        if helped not in (None, action.power) and turn.findings[action].value > 0:
            friends.setdefault((action.power, Power(str(helped))), True)


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
        others = sorted((p for p in setting.powers if owned[p]), key=lambda power: -owned[power])
        behind = listed([f"{power} ({owned[power]})" for power in others if power != won[0]])
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
    for stages, _, leads in _leads(replay):
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
