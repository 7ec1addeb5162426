"""The moments of a game are facts of it, and what a person wrote comes first."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from our_archive import ARCHIVE, WHOLE, replayed

from builder.formats.game import read_game
from builder.model.calendar import Phase
from builder.model.orders import Convoy, Hold, Order, Support
from builder.model.units import Code, Power
from builder.playback.moments import BEST, LEAST_FOUND, Fact, Moment, moments, scored_seasons
from builder.playback.replaying import Replay, Stage, replay
from builder.playback.rescue import effective_orders, holders
from builder.playback.season_facts import eliminated
from builder.rules.possible_orders import possible_orders

GAMES = ARCHIVE.game_paths
SAMPLE = GAMES if WHOLE else GAMES[::6]
FOLDER = GAMES[0].parents[1]
KNOWN = FOLDER / "standard/1998v-come-and-have-a-go.yaml"


def of_a_season(replay: Replay, season: str) -> Moment:
    calendar = replay.variant.setting.calendar
    return next(m for m in moments(replay) if calendar.season_title(m.phase) == season)


def test_an_old_hand_finds_the_turns_of_a_known_game() -> None:
    game = replayed(KNOWN)
    kinds = {
        game.variant.setting.calendar.season_title(moment.phase): moment.facts[0].kind
        for moment in moments(game)
    }
    assert kinds["Spring 1907"] == "attack"  # Italy enters Vienna and Trieste of its ally
    assert kinds["Fall 1907"] == "loss"  # Austria loses five centres
    assert kinds["Fall 1909"] == "elimination"
    assert kinds["Fall 1910"] == "victory"
    attack = of_a_season(game, "Spring 1907").facts[0]
    assert attack.powers == ("Italy", "Austria")
    assert {*attack.provinces} == {"Vie", "Tri"}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_moments_are_phases_of_the_game_in_order(path: Path) -> None:
    game = replayed(path)
    found = moments(game)
    rank = game.variant.setting.calendar.rank
    phases = [moment.phase for moment in found]
    assert phases == sorted(set(phases), key=rank)
    assert len(found) <= max(BEST, len(game.record.moments) + LEAST_FOUND)
    written = {moment.phase: moment.written for moment in found if moment.written}
    assert written == game.record.moments


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_centres_of_facts_changed_hands(path: Path) -> None:
    game = replayed(path)
    seasons = {stages[0].phase: stages for stages in game.seasons()}
    for moment in scored_seasons(game):
        stages = seasons[moment.phase]
        before, after = stages[0].turn.before.owners, stages[-1].next.owners
        for fact in moment.facts:
            power = fact.powers[0]
            if fact.kind == "swing":
                assert all(after[code] == power != before[code] for code in fact.provinces)
            if fact.kind in ("home", "loss"):
                assert all(before[code] == power != after.get(code) for code in fact.provinces)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_leaders_winners_and_former_friends_are_what_facts_say(path: Path) -> None:
    game = replayed(path)
    setting = game.variant.setting
    seasons = {stages[0].phase: stages for stages in game.seasons()}
    for moment in scored_seasons(game):
        stages = seasons[moment.phase]
        counts = Counter(map(stages[-1].next.owners.get, setting.centres))
        named: dict[str, list[Fact]] = {
            kind: [] for kind in ("elimination", "victory", "lead", "attack")
        }
        for fact in moment.facts:
            named.setdefault(fact.kind, []).append(fact)
        assert {f.powers[0] for f in named["elimination"]} == {*eliminated(stages, setting)}
        assert {f.powers[0] for f in named["victory"]} == {*stages[-1].turn.winners}
        for fact in named["lead"]:
            assert counts[fact.powers[0]] == fact.size == max(counts[p] for p in setting.powers)
        for fact in named["attack"]:
            assert _supported_before(game, fact.powers[0], fact.powers[1], moment.phase)


def _supported_before(game: Replay, power: str, other: str, phase: Phase) -> bool:
    rank = game.variant.setting.calendar.rank
    for stage in game.stages:
        if rank(stage.phase) >= rank(phase):
            continue
        owners = {unit.at.province: unit.power for unit in stage.turn.before.units}
        for action in stage.turn.actions:
            named = action.helps[0] if action.helps else None
            if isinstance(action.order, Convoy):
                named = action.order.at.province
            if action.power == power and named is not None and owners.get(named) == other:
                return True
    return False


def test_a_game_of_one_phase_has_the_moment_that_was_written() -> None:
    text = "game: X\nvariant: standard\nmoments: {Spring 1901: It begins.}\n"
    record = read_game(
        f"{text}phases: {{Spring 1901: {{Italy: A Ven - Tyr}}}}\n", "x.yaml", ARCHIVE.variant
    )
    (moment,) = moments(replay(ARCHIVE.variant("standard"), record))
    assert moment.written == "It begins."
    bare = record._replace(moments={})
    assert moments(replay(ARCHIVE.variant("standard"), bare)) == ()


def judged_one_by_one(
    game: Replay, stage: Stage, power: Power, centre: Code
) -> dict[bool, set[tuple[Code | None, Order]]]:
    """All lawful orders of a power with which it holds a centre, in two sets: orders that can do
    something, and supports and convoys for what nobody was ordered to do."""
    assert stage.recorded is not None
    given = {written.home: written.order for written in stage.recorded.orders}
    effective = {
        (written.home, written.order)
        for written in effective_orders(game.variant, stage.turn, power)
    }
    saving: dict[bool, set[tuple[Code | None, Order]]] = {True: set(), False: set()}
    for written in possible_orders(game.variant.open(stage.turn.before), power):
        if given.get(written.home) == written.order:
            continue
        others = [order for order in stage.recorded.orders if order.home != written.home]
        tried = game.variant.open(stage.turn.before).play([*others, written])
        if written in tried.faults:
            continue
        lost = [d for d in tried.dislodged if d.unit.power != power]
        entered = any(at.province == centre for d in lost for at in d.refuges)
        if holders(tried, {centre}).get(centre) == power and not entered:
            key = (written.home, written.order)
            saving[key in effective].add(key)
    return saving


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_the_orders_that_save_a_centre_are_those_that_the_judge_finds(path: Path) -> None:
    """The search leaves out orders that cannot matter: judging all of them finds the same."""
    game = replayed(path)
    stages = {stage.phase: stage for stage in game.stages}
    cases = [(m, key) for m in moments(game) for key in m.saves]
    for moment, (power, centre) in cases[:: 1 if WHOLE else 4]:
        stage = stages[moment.phase]
        saves = {(written.home, written.order) for written in moment.saves[power, centre]}
        judged = judged_one_by_one(game, stage, power, centre)
        assert judged[True] <= saves
        for home, order in saves - judged[True]:
            assert isinstance(order, Support | Convoy), (home, order)  # of a move out of reach
            assert (home, Hold()) in saves
        assert stage.recorded is not None
        given = {written.home: written.order for written in stage.recorded.orders}
        for home, _ in judged[False]:  # such a unit only holds
            assert (home, Hold()) in saves or given.get(home) == Hold()
