"""Headlines and stories say what happened, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from our_archive import ARCHIVE, ROOT, replayed

from builder.formats.cases import read_cases
from builder.formats.game import read_game
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Move
from builder.model.results import Turn
from builder.model.units import KindCode, Power, Unit
from builder.playback.replaying import Replay, replay
from builder.playback.season_facts import attacks
from builder.prose.afterwards import afterwards_headline
from builder.prose.english import in_words, listed
from builder.prose.stories import SeasonStory, headlines, story

TAKEN = re.compile(r"(\w[\w -]*?) (?:takes|captures|gains|adds) ([^;]+)")
GAMES = ARCHIVE.game_paths
FOLDER = ROOT / "games"
KNOWN = FOLDER / "standard/1998v-come-and-have-a-go.yaml"


def test_one_known_game() -> None:
    found = replayed(KNOWN)
    calendar = found.variant.setting.calendar
    told = {
        calendar.season_title(phase): text
        for phase, text in headlines(found).items()
        if phase.step == "movement"
    }
    assert told["Spring 1903"] == "England drives Russia out of Sweden and Norway"
    assert told["Fall 1909"] == "England and Germany are eliminated"
    assert told["Fall 1910"] == "France wins with eighteen centres; Russia is eliminated"
    assert story(found).startswith("France won in Fall 1910 with eighteen centres, ahead of Italy")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_phase_has_a_sentence(path: Path) -> None:
    found = replayed(path)
    told = headlines(found)
    assert {stage.phase for stage in found.stages} == told.keys()
    for text in (*told.values(), story(found)):
        assert text
        assert text[0].isupper()
        assert not re.search(r"\b(None|Neutral|one centres|no centres)\b|  |,,|\.\.", text), text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_taken_was_taken(path: Path) -> None:
    """Each centre that a headline names changed hands in that season, and to that power."""
    found = replayed(path)
    setting = found.variant.setting
    names = {p.name: p.code for p in setting.board.provinces.values()}
    last = {(s.phase.year, s.phase.season): s for s in found.stages}
    first = {(s.phase.year, s.phase.season): s for s in reversed(found.stages)}
    for phase, text in headlines(found).items():
        season = phase.year, phase.season
        for power, places in re.findall(
            r"(\w[\w -]*?) (?:takes|captures|gains|adds) ([^;]+)", text
        ):
            before = first[season].turn.before.owners
            after = last[season].next.owners
            if not places.endswith("centres"):
                for place in re.split(r", | and ", places):
                    code = names[place.removeprefix("the ")]
                    assert after[code] == power != before.get(code), text


AFTERWARDS = """
variant: standard
cases:
- {id: retreat, phase: Spring 1902 retreats, units: {France: [A Mun]},
   dislodged: {Germany: [{unit: A Mun, from: Tyr}]}, orders: {Germany: [A Mun-Ber]},
   expect: {void: 0}}
- {id: lost, phase: Spring 1902 retreats, units: {France: [F NTH]},
   dislodged: {Germany: [{unit: F NTH, from: ENG}]}, orders: {Germany: [F NTH disband]},
   expect: {void: 0}}
- {id: build, phase: Winter 1902 adjustments, units: {France: [F Bre]},
   owners: {France: [Bre, Par, Mar]}, orders: {France: [Build A Par, Build F Mar]},
   expect: {void: 0}}
- {id: remove, phase: Winter 1902 adjustments, units: {Turkey: [F BLA, A Con]},
   owners: {Turkey: [Con]}, orders: {Turkey: [Remove F BLA]}, expect: {void: 0}}
- {id: nothing, phase: Winter 1902 adjustments, units: {Turkey: [A Con]},
   owners: {Turkey: [Con]}, orders: {}, expect: {void: 0}}
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("retreat", "Germany retreats to Berlin"),
        ("lost", "Germany loses its fleet in the North Sea"),
        ("build", "France builds in Paris and Marseilles"),
        ("remove", "Turkey removes its fleet in the Black Sea"),
        ("nothing", "No unit is built or removed"),
    ],
)
def test_retreats_and_winters_have_headlines(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(AFTERWARDS)
    (case,) = [case for case in read_cases(path, ARCHIVE.variant) if case.id == name]
    assert not case.mistakes, case.mistakes
    assert case.start is not None
    assert case.variant is not None
    turn = case.variant.open(case.start).play(case.steps[0].orders)
    assert afterwards_headline(turn, case.variant.setting) == text


def test_a_written_headline_comes_first() -> None:
    found = replayed(KNOWN)
    stage = found.stages[0]
    assert stage.recorded is not None
    written = stage._replace(recorded=stage.recorded._replace(headline="The fox wakes"))
    changed = Replay(found.variant, found.record, (written, *found.stages[1:]), found.final)
    assert headlines(changed)[stage.phase] == "The fox wakes"


CASES = """
variant: standard
cases:
- {id: landing, phase: Spring 1902 moves, units: {England: [A Lon, F NTH]},
   orders: {England: [A Lon-Nwy, F NTH C A Lon-Nwy]}, expect: {void: 0}}
- {id: stand-off, phase: Spring 1902 moves, units: {France: [A Par], Germany: [A Mun]},
   orders: {France: [A Par-Bur], Germany: [A Mun-Bur]}, expect: {void: 0}}
- {id: advance, phase: Spring 1902 moves, units: {Austria: [A Bud]},
   orders: {Austria: [A Bud-Ser]}, expect: {void: 0}}
- {id: nothing, phase: Spring 1902 moves, units: {France: [A Par]},
   orders: {France: [A Par H]}, expect: {void: 0}}
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("landing", "England lands in Norway"),
        ("stand-off", "France and Germany stand off in Burgundy"),
        ("advance", "Austria enters Serbia"),
        ("nothing", "No unit is dislodged"),
    ],
)
def test_smaller_facts(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(CASES)
    (case,) = [case for case in read_cases(path, ARCHIVE.variant) if case.id == name]
    assert case.start is not None
    assert case.variant is not None
    turn = case.variant.open(case.start).play(case.steps[0].orders)
    stage = replayed(KNOWN).stages[0]
    season = stage._replace(turn=turn, next=turn.after, recorded=None)
    assert SeasonStory([season], case.variant.setting).headline() == text


def test_one_centre_is_no_plural() -> None:
    text = "game: X\nvariant: standard\nstart: {units: {Italy: A Ven}, owners: {Italy: Ven}}\n"
    record = read_game(
        f"{text}phases: {{Spring 1901: {{Italy: A Ven H}}}}\n", "x.yaml", ARCHIVE.variant
    )
    told = story(replay(ARCHIVE.variant("standard"), record))
    assert told == "The record ends with Spring 1901; Italy then held one centre."


def test_numbers_and_lists() -> None:
    assert [in_words(0), in_words(1), in_words(20), in_words(21)] == ["no", "one", "twenty", "21"]
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_an_order_against_two_powers_attacks_first_the_one_that_stands_there() -> None:
    setting = ARCHIVE.variant("standard").setting
    at, (bur, mun) = setting.start, map(setting.board.find, ("bur", "mun"))
    france, austria = Power("France"), Power("Austria")
    units = Unit(france, KindCode("A"), bur), Unit(austria, KindCode("A"), mun)
    before = at._replace(units=units, owners={mun.province: Power("Germany")})
    action = Action(units[0], Move(mun), Move(mun))
    turn = Turn(before, before, (action,), {action: Finding(0, Reason.REPELLED, tally=(1, 1))})
    assert [*attacks(turn)] == [(france, austria), (france, "Germany")]
