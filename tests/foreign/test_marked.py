"""Reports that mark their orders one by one; the games in them are made up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from samples import HEADS, LED, WORDS, Read

from builder.errors import ArchiveError
from builder.model.orders import Build, Hold, Move, Remove, Retreat, Waive
from builder.model.outcomes import Outcome
from builder.replay import replay
from builder.variant import Variant

IMPORT = "Game2_1904_Fall.txt"


def verdicts(text: str, read: Read, standard: Variant, name: str = "game.txt") -> Counter[str]:
    found = [replay(standard, game.record) for game in read(text, name)]
    return Counter(s.verdict for r in found for s in r.stages)


def test_a_power_before_each_order(read: Read, standard: Variant) -> None:
    (game,) = read(LED)
    phases = {standard.setting.calendar.short(p.phase): p for p in game.record.phases}
    assert [*phases] == ["S1901M", "F1901M", "F1901R", "W1901A", "S1902M"]
    told = {r.at: r.outcomes for r in phases["F1901M"].results}
    assert told["Tri"] == {Outcome.VOID, Outcome.DISLODGED}
    assert told["BLA"] == {Outcome.MOVED}
    assert not game.remarks
    assert verdicts(LED, read, standard) == {"agrees": 4, "not recorded": 1}


def test_retreats_are_taken_from_the_next_orders(read: Read) -> None:
    (game,) = read(LED)
    (went,) = game.record.phases[2].orders
    assert went.order == Retreat(went.order.to)
    assert went.order.to == "Alb"
    unknown = LED.replace(" Austria: F Alb H\n", "")
    assert "retreats" not in {p.phase.step for p in read(unknown)[0].record.phases}


def test_a_winter_of_several_powers_on_a_line(read: Read) -> None:
    (game,) = read(LED)
    winter = game.record.phases[3]
    assert [(w.issuer, type(w.order)) for w in winter.orders] == [
        ("Germany", Waive), ("Italy", Build), ("Turkey", Build), ("Turkey", Waive),
    ]  # fmt: skip
    removed = LED.replace("Germany: waive (unusable)", "Germany: R F Hol (defaults)")
    assert isinstance(read(removed)[0].record.phases[3].orders[0].order, Remove)


def test_words_behind_a_build_are_told_to_be_left_out(read: Read) -> None:
    text = LED.replace("Italy: B F Nap", "Italy: B F Nap Rightly, for more is to come")
    (game,) = read(text)
    assert [str(r) for r in game.remarks] == [
        "line 42: left out: Rightly",
        "line 42: left out: for more is to come",
    ]


def test_a_game_from_its_middle_is_read_year_by_year(read: Read, standard: Variant) -> None:
    games = read(LED[LED.index("Fall, 1901") :])
    assert [len(game.record.phases) for game in games] == [1, 1]
    (note,) = games[0].record.phases[0].notes
    assert note.text.startswith("In Winter, with owners not told: Germany: waive (unusable); Italy")
    assert games[1].record.start is not None


def test_orders_under_the_names_of_powers(read: Read, standard: Variant) -> None:
    games = read(HEADS)
    assert [len(game.record.phases) for game in games] == [2, 1]
    fall, retreats = games[0].record.phases
    assert {r.at: r.outcomes for r in fall.results}["Nwy"] == {Outcome.DISLODGED}
    assert [(w.order, w.issuer) for w in retreats.orders] == [(Retreat("NWG"), "England")]
    assert verdicts(HEADS, read, standard) == {"agrees": 3}


def test_what_is_due_is_a_note(read: Read) -> None:
    notes = [n.text for game in read(HEADS) for p in game.record.phases for n in p.notes]
    assert "Austria: build 2" in notes


def test_two_words_for_everything(read: Read, standard: Variant) -> None:
    (game,) = read(WORDS, IMPORT)
    (phase,) = game.record.phases
    assert standard.setting.calendar.short(phase.phase) == "F1904M"
    assert game.record.words == "pass-fail"
    assert verdicts(WORDS, read, standard, IMPORT) == {"agrees": 1}
    wrong = WORDS.replace("A Mun H  FAILS", "A Mun H  SUCCEEDS")
    assert verdicts(wrong, read, standard, IMPORT) == {"differs": 1}


def test_the_names_of_players_are_left_out(read: Read) -> None:
    (game,) = read(WORDS, IMPORT)
    assert set(game.record.players.values()) == {"?"}
    assert "Anna" not in repr(game)
    letters = LED + "\n\nAustria: Anna B Miller [email]\n"
    (game,) = read(letters)
    assert "Anna" not in repr(game.record)
    assert [r.message for r in game.remarks] == ["left out, for it is no order"]


def test_what_is_not_marked_is_not_told_where_all_else_is(read: Read) -> None:
    (game,) = read(WORDS.replace("A Mun H  FAILS", "A Mun H"), IMPORT)
    assert "Mun" not in {r.at for r in game.record.phases[0].results}


def test_prose_is_press(read: Read) -> None:
    assert not [n for p in read(LED)[0].record.phases for n in p.notes]
    told = [n.text for p in read(LED, press=True)[0].record.phases for n in p.notes]
    assert "A quiet beginning, if ever there was one." in told


def test_without_a_season_nothing_can_be_read(read: Read) -> None:
    with pytest.raises(ArchiveError, match="no season is named"):
        read(WORDS, "game.txt")


@pytest.mark.parametrize(
    ("name", "phase"),
    [
        ("Game2_1904_Fall.txt", "F1904M"), ("post10375_F1904.txt", "F1904M"),
        ("spring-1904.txt", "S1904M"), ("a/1904-autumn", "F1904M"),
    ],
)  # fmt: skip
def test_the_season_in_a_file_s_name(name: str, phase: str, read: Read, standard: Variant) -> None:
    (game,) = read(WORDS, name)
    assert standard.setting.calendar.short(game.record.phases[0].phase) == phase


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("Italy: F Nap - ION", "Itlay: F Nap - ION", "'Itlay' read as Italy"),
        ("Italy: F Nap - ION", "Italy F Nap - ION", "'Italy' read as Italy"),
        ("Italy: F Nap - ION", "Atlantis: F Nap - ION", "not understood"),
        ("Italy: F Nap - ION", "F Nap - ION", "not understood"),
        ("(*bounce*)", "(*bonce*)", "'bonce' read as bounce"),
        ("(*bounce*)", "(*dances*)", "unknown result 'dances'"),
        ("Italy: B F Nap", "Italy: B F Nalpes", "'Nalpes' read as Nap"),
        ("Italy: B F Nap", "Italy: B F Qqq", "not understood"),
        ("Turkey: F Ank - BLA", "Turkey: F Ank - Switzerland", "not understood"),
    ],
)
def test_slips_are_guessed_or_told(right: str, wrong: str, told: str, read: Read) -> None:
    remarks = [str(r) for game in read(LED.replace(right, wrong, 1)) for r in game.remarks]
    assert any(told in remark for remark in remarks), remarks


def test_an_order_of_which_only_the_unit_is_read_is_a_hold(read: Read) -> None:
    (game,) = read(LED.replace("Turkey: F Ank - BLA", "Turkey: F Ank - Switzerland", 1))
    (held,) = [w.order for w in game.record.phases[0].orders if w.home == "Ank"]
    assert held == Hold()
    assert "not understood: Turkey: F Ank - Switzerland" in {
        n.text for p in game.record.phases for n in p.notes
    }


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("(retretaed to Norwegian Sea)", "'retretaed' read as retreated"),
        ("(retreated to Norwegina Sea)", "not understood"),
    ],
)
def test_slips_in_retreats(wrong: str, told: str, read: Read) -> None:
    text = HEADS.replace("(retreated to Norwegian Sea)", wrong)
    assert any(told in str(r) for game in read(text) for r in game.remarks)


def test_a_misspelt_power_above_its_orders(read: Read) -> None:
    text = HEADS.replace("Russia:\n", "Rusia:\n", 1)
    found = read(text)
    assert [str(r) for r in found[0].remarks] == ["line 11: 'Rusia' read as Russia: Rusia:"]
    orders = found[0].record.phases[0].orders
    assert Counter(w.issuer for w in orders)["Russia"] == 2
    assert any(isinstance(w.order, Move) for w in orders)


@pytest.mark.parametrize(
    ("source", "compared", "differing"),
    [
        ("zine/pouch-annotated/windsor_caissa_S1999R.txt", 29, 2),
        ("zine/pouch-annotated/caissa_judge-notation.txt", 40, 0),
        ("zine/pouch-annotated/caissa_short-notation.txt", 40, 0),
        ("zine/pouch-annotated/smithson_seamove.txt", 10, 0),
    ],
)
def test_annotated_games(
    corpus: Path, standard: Variant, read: Read, source: str, compared: int, differing: int
) -> None:
    text = (corpus / source).read_text(encoding="utf-8")
    counted = verdicts(text, read, standard, source)
    assert counted["agrees"] + counted["differs"] == compared
    assert counted["differs"] == differing


def test_every_season_of_friends_games(corpus: Path, standard: Variant, read: Read) -> None:
    counted = Counter[str]()
    for path in sorted((corpus / "other").rglob("*.txt")):
        counted += verdicts(path.read_text(encoding="utf-8-sig"), read, standard, path.name)
    assert counted == {"agrees": 43}
