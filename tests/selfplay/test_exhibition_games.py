"""The exhibition games of the archive: written by their seeds, and showing their rules."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
from click.testing import CliRunner
from our_archive import ARCHIVE, ROOT, replayed

from builder.cli import main
from builder.formats.game.reading import read_game
from builder.formats.game.writing import write_game
from builder.formats.sentences import sentences_of
from builder.model.findings import Action, Reason
from builder.model.orders import Convoy, Debark, Embark, Hold, Move, Order, Support
from builder.model.outcomes import Outcome
from builder.model.results import Turn
from builder.model.units import Code
from builder.selfplay.game import exhibit
from builder.selfplay.rule_appearances import SIGNS

EVERY = tuple(sorted(p.parent.name for p in ROOT.glob("games/*/*-exhibition.yaml")))
YEARS = 8
MOST_BLUNDERS = 12


@cache
def turns(name: str) -> tuple[Turn, ...]:
    path = ROOT / f"games/{name}/{name}-exhibition.yaml"
    return tuple(stage.turn for stage in replayed(path).stages)


def done(name: str) -> list[tuple[Turn, Action]]:
    return [(t, a) for t in turns(name) for a, f in t.findings.items() if f.value]


@pytest.mark.parametrize("name", EVERY)
def test_it_is_written_again_letter_for_letter(name: str) -> None:
    path = ROOT / f"games/{name}/{name}-exhibition.yaml"
    text = path.read_text(encoding="utf-8")
    said = re.search(rf"chancery exhibit {name} --seed (\d+) --years (\d+)([^`]*)`", text)
    assert said is not None
    variant, sentences = ARCHIVE.variant(name), sentences_of(ROOT / "maps", name)
    options = dict(pair.split("=") for pair in re.findall(r"--option (\S+)", said[3]))
    game = exhibit(variant, int(said[1]), int(said[2]), sentences, options)
    assert write_game(game.record, variant.playing(options)) == text
    assert [s.number for s in game.unseen if not s.unseen] == []
    assert game.blunders <= MOST_BLUNDERS


@pytest.mark.parametrize("name", EVERY)
def test_each_sentence_names_the_order_that_shows_it(name: str) -> None:
    moments = " ".join(ARCHIVE.game(f"{name}-exhibition").moments.values())
    for s in sentences_of(ROOT / "maps", name):
        if s.seen and not s.unseen:
            assert f"Sentence {s.number}, {s.says}: " in moments


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
def test_what_shows_a_sentence_is_said_in_known_words(name: str) -> None:
    setting = ARCHIVE.variant(name).setting
    kinds = {word for kind in setting.kinds.values() for word in (kind.name, f"from a {kind.name}")}
    orders = {order.__name__.lower() for order in Order.__args__}  # type: ignore[attr-defined]
    known = {*SIGNS, *kinds, *orders, *(f"by a fleet that {o}s" for o in orders)}
    known |= {reason.value for reason in Reason}
    spaces = {*setting.board.provinces, *setting.board.spare}
    for seen in (s.seen for s in sentences_of(ROOT / "maps", name) if s.seen):
        assert {*seen.words} <= known
        assert {*seen.at, *seen.to, *seen.between} <= spaces


def test_the_command_prints_the_game_file() -> None:
    said = CliRunner().invoke(main, ["exhibit", "cat", "--seed", "4", "--years", "1"])
    assert said.exit_code == 0
    game = read_game(said.stdout, "x.yaml", ARCHIVE.variant)
    assert (game.variant, game.status) == ("cat", "exhibition")
    assert {phase.phase.year for phase in game.phases} == {1}
    other = CliRunner().invoke(main, ["exhibit", "cat", "--seed", "5", "--years", "1"])
    assert other.stdout != said.stdout
    assert CliRunner().invoke(main, ["exhibit", "dog"]).exit_code == 2


@pytest.mark.parametrize("name", EVERY)
def test_it_is_long_enough_and_fought_over(name: str) -> None:
    record = ARCHIVE.game(f"{name}-exhibition")
    assert record.status == "exhibition"
    played = turns(name)
    years = {t.before.phase.year for t in played}
    assert len(years) >= YEARS or played[-1].winners
    bounced = sum(f.why.outcome is Outcome.BOUNCED for t in played for f in t.findings.values())
    driven = sum(len(t.dislodged) for t in played)
    assert bounced >= 10
    assert driven >= 1
    assert dict(played[-1].after.owners) != dict(ARCHIVE.variant(name).setting.start.owners)


@pytest.mark.parametrize("name", EVERY)
def test_it_ends_as_its_result_says(name: str) -> None:
    record, last = ARCHIVE.game(f"{name}-exhibition"), turns(name)[-1]
    assert record.result.at == last.before.phase
    assert (record.result.kind == "won") == bool(last.winners)
    if last.winners:
        assert record.result.powers == last.winners


def test_cat_goes_through_two_cycles_with_splits() -> None:
    assert {t.before.phase.year for t in turns("cat")} >= set(range(1, 7))
    halves = [a for t in turns("cat") for a in t.actions if a.half]
    assert len(halves) >= 12
    assert sum(a.unit.kind == "CG" for a in halves) >= 2


def test_classix_has_rides_of_all_kinds_and_changes_of_control() -> None:
    kinds: Counter[str] = Counter()
    for turn, a in done("classix"):
        if not isinstance(a.meant, Embark | Debark):
            continue
        kinds[type(a.meant).__name__] += 1
        here = a.home if a.unit.aboard else a.unit.at.province
        for fleet in turn.actions:
            if isinstance(fleet.order, Convoy | Support) and fleet.order.at == a.unit.at:
                kinds[type(fleet.order).__name__] += fleet.goal is None and bool(here)
            moved = isinstance(fleet.order, Move) and turn.findings[fleet].value
            kinds["rides"] += bool(moved and fleet.goal == a.home and a.goal is not None)
            kinds["holds"] += isinstance(fleet.order, Hold) and fleet.home == a.home
    assert kinds["Embark"] >= 3
    assert kinds["Debark"] >= 2
    assert all(kinds[k] for k in ("Convoy", "Support", "rides", "holds")), kinds
    control = [t.after.memory.get("controller") for t in turns("classix")]
    changes = sum(a != b for a, b in pairwise(control))
    assert changes >= 2


def test_militarism_loses_two_leaders() -> None:
    left = {u.power for u in turns("militarism")[-1].after.units if u.kind == "L"}
    assert len(left) <= 5
    assert {a.leader.kind for t, a in done("militarism") if a.leader} == {"L"}


def test_cline_iv_has_a_criss_cross_and_a_fleet_round_africa() -> None:
    crossed = [f for t in turns("cline9-iv") for f in t.findings.values() if f.why in CROSSED]
    assert crossed
    steps = {(a.home, a.goal) for _, a in done("cline9-iv") if a.goal}
    there = {("WAT", "ANT"), ("ANT", "IND")}
    back = {("IND", "ANT"), ("ANT", "WAT")}
    assert there <= steps or back <= steps


def test_loeb9_has_supported_straits_and_a_fleet_in_the_ice() -> None:
    setting = ARCHIVE.variant("loeb9").setting
    supported = 0
    for turn in turns("loeb9"):
        for m in turn.actions:
            if not isinstance(m.order, Move):
                continue
            kind, season = setting.kinds[m.kind], turn.before.phase.season
            way = setting.board.way(m.at, m.order.to, kind, season)
            weak = way is not None and way.force is not None
            supported += weak and any(backs(s, m) for s in turn.actions)
    assert supported >= 2
    ice = Code("ARC")
    assert any(
        u.at.province == ice
        for t in turns("loeb9")
        for u in t.before.units
        if t.before.phase.season == "fall" and t.before.phase.step == "movement"
    )


def backs(s: Action, m: Action) -> bool:
    order = s.order
    return (
        isinstance(order, Support)
        and order.at == m.at
        and order.to is not None
        and (order.to.province == m.goal)
    )


CROSSED = (Reason.CROSSED, Reason.BEATEN_CROSSING)


def test_a_variant_may_be_named_in_any_letter_case_and_an_option_needs_a_value() -> None:
    shown = [
        CliRunner().invoke(main, ["exhibit", name, "--years", "1"]).stderr
        for name in ("cat", "Cat")
    ]
    assert shown[0] == shown[1]
    wrong = CliRunner().invoke(main, ["exhibit", "cat", "--option", "fewest_units_lot"])
    assert (wrong.exit_code, "write it as KEY=VALUE" in wrong.stderr) == (2, True)
