"""Reports that mark their orders one by one; the games in them are made up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from samples import HEADS, LED, WORDS, Read

from builder.errors import ArchiveError
from builder.imports.importer import Imported
from builder.model.orders import Build, Hold, Move, Remove, Retreat, Waive
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay
from builder.variant import Variant

IMPORT = "Game2_1904_Fall.txt"
INFERRED = "no report of the retreats; taken from the orders of spring"


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
    assert [str(r) for r in game.remarks] == [f"line 22: {INFERRED}"]
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
        f"line 22: {INFERRED}",
    ]


def test_a_game_from_its_middle_is_read_year_by_year(read: Read, standard: Variant) -> None:
    games = read(LED[LED.index("Fall, 1901") :])
    assert [len(game.record.phases) for game in games] == [1, 1]
    (note,) = games[0].record.phases[0].notes
    assert note.text.startswith(
        "Winter 1901, with unknown owners: Germany: waive (unusable); Italy"
    )
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
    assert [r.message for r in game.remarks] == ["left out, for it is not an order", INFERRED]


def test_what_is_not_marked_is_not_told_where_all_else_is(read: Read) -> None:
    (game,) = read(WORDS.replace("A Mun H  FAILS", "A Mun H"), IMPORT)
    assert "Mun" not in {r.at for r in game.record.phases[0].results}


def test_prose_is_press(read: Read) -> None:
    assert {n.kind for p in read(LED)[0].record.phases for n in p.notes} == {"inferred"}
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
    assert ("not read", "Turkey: F Ank - Switzerland") in {
        (n.kind, n.text) for p in game.record.phases for n in p.notes
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


def issued(games: list[Imported], power: str) -> Counter[str]:
    """The places that a power's orders name, over all phases."""
    return Counter(
        w.home or "" for g in games for p in g.record.phases for w in p.orders if w.issuer == power
    )


def told(games: list[Imported]) -> list[str]:
    return [r.message for game in games for r in game.remarks]


def kept(games: list[Imported]) -> str:
    """What a game file would hold of the words."""
    return repr([game.record for game in games])


@pytest.mark.parametrize(
    "head", ["Germany (Paul Evans):", "**Germany**", "Germany - Paul Evans", "GERMANY", "germany:"]
)
def test_the_heading_of_a_power_takes_many_forms(head: str, read: Read) -> None:
    games = read(HEADS.replace("Germany:\nF Denmark", f"{head}\nF Denmark"))
    assert issued(games, "Germany") == issued(read(HEADS), "Germany")
    assert "Evans" not in kept(games)


def test_a_power_of_two_words(read: Read) -> None:
    text = LED.replace("Austria:", "Austria-Hungary:")
    assert issued(read(text), "Austria") == issued(read(LED), "Austria")


def test_orders_under_an_unknown_heading_belong_to_nobody(read: Read) -> None:
    games = read(HEADS.replace("Russia:\nA Finland", "Atlantis:\nA Finland"))
    assert "Fin" not in issued(games, "England")
    assert told(games).count("not understood") == 2


def test_winter_under_the_names_of_powers(read: Read, standard: Variant) -> None:
    heads = "Germany:\nBuilds a fleet in Kiel\nItaly\nBuild F Naples\nTurkey\nBuild A Con\nWaive"
    text = LED[: LED.index(" Germany: waive")] + heads + "\n\n" + LED[LED.index("Spring, 1902") :]
    winter = read(text)[0].record.phases[3]
    assert Counter(type(w.order) for w in winter.orders) == {Build: 3, Waive: 1}


@pytest.mark.parametrize(
    "line",
    [
        "A stab by Paul Evans (paul@evans.example), at last.",
        "Retreat was never in the mind of Paul Evans.",
        "German A Mun could have gone to Bur, Paul Evans said.",
        "England: Jack London Evans [jack@london.example]",
        "Russia: Bud Evans <bud@x.org>",
    ],
)
@pytest.mark.parametrize("after", ["A Yorkshire Hold\n", "Germany:\n"])
def test_no_prose_and_no_names_are_kept(line: str, after: str, read: Read) -> None:
    games = read(HEADS.replace(after, f"{after}{line}\n", 1))
    assert "Evans" not in kept(games)
    whole = issued(read(HEADS), "Germany")
    if line.startswith(("England", "Russia")) and after == "Germany:\n":  # ends Germany's orders
        assert issued(games, "Germany") < whole
    else:
        assert issued(games, "Germany") == whole


@pytest.mark.parametrize("mark", ["(*no path*)", "(*bounce, dances*)"])
def test_a_mark_that_is_not_known_says_nothing(mark: str, read: Read) -> None:
    games = read(LED.replace("A Ven - Pie (*bounce*)", f"A Ven - Pie {mark}"))
    assert "Ven" not in {r.at for r in games[0].record.phases[0].results}
    assert any("unknown result" in t for t in told(games))


@pytest.mark.parametrize("word", ["FAILS.", "fails", "FAILS UK", "FAILSUK"])
def test_words_behind_an_order(word: str, read: Read) -> None:
    text = WORDS.replace("A Mun H  FAILS", f"A Mun H  {word}")
    (phase,) = read(text, IMPORT)[0].record.phases
    assert {r.at: r.outcomes for r in phase.results}["Mun"] == {Outcome.FAILED}


@pytest.mark.parametrize(
    "heading",
    ["Fal, 1901", "1901 Fall", "F1901M", "Autumn-1901", "Fall: 1901", "Fall 1901 (continued)"],
)
def test_the_heading_of_a_season_takes_many_forms(
    heading: str, read: Read, standard: Variant
) -> None:
    assert verdicts(LED.replace("Fall, 1901", heading), read, standard) == verdicts(
        LED, read, standard
    )


@pytest.mark.parametrize("heading", ["Fall 1901 Adjustments", "Winter 1901 builds"])
def test_builds_of_any_season_are_those_of_winter(heading: str, read: Read) -> None:
    assert kept(read(LED.replace("Winter, 1901", heading))) == kept(read(LED))


def test_orders_before_any_season_are_told(read: Read) -> None:
    assert "left out, for no season is named before" in told(read(f"England: A Lvp - Yor\n{LED}"))


def test_a_season_told_twice_counts_once(read: Read) -> None:
    spring = LED[LED.index("Spring, 1901") : LED.index("Fall, 1901")]
    again = spring.replace("A Vie - Gal", "A Vie - Boh (*bounce*)")
    games = read(f"{LED}\n{again}")
    assert len(games[0].record.phases[0].orders) == len(read(LED)[0].record.phases[0].orders)
    assert any(t.startswith("reported twice") for t in told(games))


def test_a_second_order_for_a_unit_is_told(read: Read) -> None:
    text = LED.replace("Italy: F Nap - ION", "Italy: F Nap - ION\n Italy: F Nap - TYS", 1)
    assert "a second order for the unit" in told(read(text))


def test_a_retreat_of_a_unit_that_is_not_marked_is_told(read: Read) -> None:
    text = HEADS.replace("A Yorkshire Hold\n", "A Yorkshire Hold\n(retreated to Edinburgh)\n", 1)
    assert "Yor is not marked as dislodged" in told(read(text))


def test_two_units_do_not_retreat_to_one_place(read: Read) -> None:
    text = HEADS.replace("(retreated to Norwegian Sea)\n", "").replace("(*Cut*)", "(*dislodged*)")
    text = text.replace("Fall 1903", "Spring 1903").replace("Spring 1904", "Fall 1903")
    text = text.replace("F North Sea Hold\n", "")
    retreats = [p for p in read(text)[0].record.phases if p.phase.step == "retreats"]
    assert [w.home for p in retreats for w in p.orders] == ["Nwy"]


def test_a_player_who_is_called_like_a_power(read: Read) -> None:
    games = read(WORDS.replace("Anna", "France"), IMPORT)
    assert not issued(games, "France")
    assert "taken for the name of a player, not of a power" in told(games)


def test_one_word_in_capitals_does_not_change_the_words(read: Read) -> None:
    text = LED.replace("A quiet beginning", "Nothing SUCCEEDS like success; a quiet beginning")
    assert read(text)[0].record.words == "judge"
    assert read(WORDS.replace("SUCCEEDS", "FAILS"), IMPORT)[0].record.words == "pass-fail"


def test_a_convoy_that_succeeds_is_told(read: Read) -> None:
    text = WORDS + "\n\nIT\nCarla\nF ION C Apu to Gre  SUCCEEDS\nA Apu to Gre  SUCCEEDS\n"
    (phase,) = read(text, IMPORT)[0].record.phases
    assert {r.at: r.outcomes for r in phase.results}["ION"] == {Outcome.CARRIED}


def test_a_power_not_all_of_whose_units_are_read_is_not_compared(
    read: Read, standard: Variant
) -> None:
    text = LED.replace("Turkey: F Rum H", "Turkey: F Qqq - Zzz")
    assert "not understood" in told(read(text))
    assert verdicts(text, read, standard)["differs"] == 0


def test_a_winter_that_is_not_judged_keeps_its_notes(read: Read) -> None:
    text = LED[LED.index("Fall, 1901") :].replace(
        " Italy: B F Nap", " Italy: build 1\n Italy: B F Nap"
    )
    (fall, *_) = read(text)
    assert "Italy: build 1" in [n.text for p in fall.record.phases for n in p.notes]


def test_only_a_winter_is_no_game(read: Read) -> None:
    winter = "Winter, 1904\n" + "Italy: F Nap (*void*)\n" * 3
    with pytest.raises(ArchiveError, match="no orders of a movement can be read"):
        read(winter)


def test_so_many_builds_are_not_unused(read: Read) -> None:
    games = read(LED.replace("1 unusable", "999999999 unusable"))
    assert len(games[0].record.phases[3].orders) < 5
    assert "left out" in told(games)


@pytest.mark.parametrize(
    ("source", "compared", "differing"),
    [
        ("zine/pouch-annotated/windsor_caissa_S1999R.txt", 30, 2),
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
    assert counted["agrees"] + counted["differs"] + counted["not read"] == compared
    assert counted["differs"] == differing


def test_every_season_of_friends_games(corpus: Path, standard: Variant, read: Read) -> None:
    counted = Counter[str]()
    for path in sorted((corpus / "other").rglob("*.txt")):
        counted += verdicts(path.read_text(encoding="utf-8-sig"), read, standard, path.name)
    assert counted == {"agrees": 43}


def test_a_power_without_orders(read: Read) -> None:
    text = "Spring 1901\n\nFrance: NMR!\nItaly: no orders received\nAustria: A Vie-Gal SUCCEEDS\n"
    (game,) = read(text + "Austria: A Bud-Ser SUCCEEDS\nAustria: F Tri-Alb SUCCEEDS\n")
    assert game.record.phases[0].nmr == ("France", "Italy")
    assert game.remarks == ()
