"""The verdict "not read", the smallest repair, the edition by evidence, and what verify says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from our_archive import ARCHIVE
from samples import Read

from builder.cli.import_command import import_command
from builder.cli.verify import fitted, trial, trial_row, verify_command
from builder.formats.game import read_game, write_game
from builder.playback.repairs import repair
from builder.playback.replaying import Stage, replay, under
from builder.prose.comparisons import (
    correction_text,
    differences,
    doubt_text,
    repair_text,
    verdict_lines,
    what_agrees,
)
from builder.record import Note, Record
from builder.variant import Variant

STANDARD = ARCHIVE.variant("standard")
GAME = """format: 1
game: Small
variant: standard
start:
  units:
    France: [A Par, A Mar]
    Germany: [A Mun, A Ruh, A Kie]
  owners:
    France: [Par, Mar, Bre, Spa, Por]
    Germany: [Mun, Kie, Ber]
phases:
  Spring 1902:
    France: |
      A Par - Bur (moved)
      A Mar S A Par - Bur (given)
    Germany: |
      A Mun - Bur (bounced)
      A Ruh H (held)
      A Kie H (held)
"""


OTHERS = ("Austria", "England", "Italy", "Russia", "Turkey")
REST = "".join(f"      {name}: none\n" for name in OTHERS)


def game(text: str = GAME) -> Record:
    return read_game(text, "small.yaml", ARCHIVE.variant)


def stage(text: str) -> Stage:
    return replay(STANDARD, game(text)).stages[0]


def with_position(france: str, germany: str) -> str:
    """The position afterwards, without units of all others."""
    return f"{GAME}    after:\n      France: {france}\n      Germany: {germany}\n{REST}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (with_position("A Bur, A Mar", "A Mun, A Ruh, F Mar"), "A Mar and F Mar in Mar"),
        (with_position("A Bur, A Mar", "none"), "A Kie, A Mun, A Ruh of Germany are missing"),
        (f"{GAME}    owners: {{France: 'Par, Mar'}}\n    counts: {{France: 3}}\n", "add up"),
    ],
)
def test_a_position_that_cannot_be_is_not_compared(text: str, why: str) -> None:
    found = stage(text)
    assert (found.verdict, found.comparisons, found.followed) == ("not read", (), False)
    (doubt,) = found.doubts
    assert why in doubt_text(doubt)
    assert "reading in doubt, line 12" in doubt_text(doubt)


def test_a_lost_unit_is_a_difference_and_no_doubt() -> None:
    found = stage(with_position("A Bur, A Mar", "A Mun, A Ruh"))
    assert (found.verdict, found.doubts) == ("differs", ())


def test_a_result_of_a_unit_that_is_not_there_is_in_doubt() -> None:
    found = stage(GAME.replace("A Kie H (held)", "A Kie H (held)\n      F Den H (held)"))
    assert [d.why for d in found.doubts] == ["absent"]
    assert found.verdict == "not read"
    assert stage(GAME.replace("A Kie H (held)", "F Den H (nsu)")).verdict == "agrees"


def test_a_difference_counts_before_what_was_not_read_and_that_before_agreement() -> None:
    unread = GAME + "    notes:\n      - {kind: not read, text: F Lon dances, source: line 7}\n"
    assert stage(unread).verdict == "not read"
    assert stage(unread.replace("A Ruh H (held)", "A Ruh H (dislodged)")).verdict == "differs"
    again = write_game(game(unread), STANDARD)
    note = read_game(again, "small.yaml", ARCHIVE.variant).phases[0].notes
    assert note == (Note("not read", "F Lon dances", source="line 7"),)


def test_what_agrees_is_told() -> None:
    assert what_agrees(stage(GAME)) == "5 results agree"
    bare = GAME.replace(" (moved)", "").replace(" (given)", "").replace(" (held)", "")
    text = bare.replace(" (bounced)", "") + "    after:\n      France: A Bur, A Mar\n"
    assert what_agrees(stage(text)) == "2 positions agree; results were not printed"


@pytest.mark.parametrize(
    ("printed", "meant", "told"),
    [
        (
            "A Mar S A Par - Bur",
            "A Mar S A Mun - Bur",
            '"A Mar S A Mun - Bur" reads "A Mar S A Par',
        ),
        ("A Mun - Bur", "A Mun - Ber", '"A Mun - Ber" reads "A Mun - Bur"'),
        ("A Ruh H (held)", "A Ruh - Kie (held)", ""),
    ],
)
def test_the_smallest_repair_is_one_slip(printed: str, meant: str, told: str) -> None:
    text = GAME.replace(printed, meant, 1)
    record = game(text)
    found = replay(STANDARD, record).stages[0]
    assert found.verdict == "differs"
    slip = repair(STANDARD, record, found)
    said = repair_text(slip, STANDARD.setting) if slip else ""
    assert told in said
    assert bool(said) == bool(told)


def test_the_example_of_a_zine_is_repaired() -> None:
    record = ARCHIVE.game("2005a")
    variant = under(STANDARD, record)
    (found,) = [s for s in replay(variant, record).stages if s.verdict == "differs"]
    slip = repair(variant, record, found)
    assert slip is not None
    assert '"A Gal S A Vie - Bud"' in repair_text(slip, STANDARD.setting)


ROUTES = """format: 1
game: Routes
variant: standard
start:
  units:
    England: [A Lon, F NTH, F ENG]
    France: [F Bre, F MAO]
phases:
  Spring 1902:
    England: |
      A Lon - Bel via convoy (failed)
      F NTH C A Lon - Bel
      F ENG C A Lon - Bel (dislodged)
    France: |
      F Bre - ENG (moved)
      F MAO S F Bre - ENG (given)
"""


def test_the_edition_is_taken_by_evidence_and_named() -> None:
    record = read_game(ROUTES, "routes.yaml", ARCHIVE.variant)
    chosen, why = fitted(STANDARD, record)
    assert chosen.edition == "1971"
    assert "by it Spring 1902 agrees, by that of 2023 not" in why
    row = trial_row(STANDARD, record)
    assert row["best"] == "1971"
    (parted,) = row["deciding"]
    assert parted["phase"] == "S1902M"
    assert {"1961", "1971"} == {*parted["agrees"]}
    assert fitted(STANDARD, record._replace(edition="2000")) == (
        record._replace(edition="2000"), "",
    )  # fmt: skip


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(verify_command, [*words])
    return result.exit_code, result.stdout, result.stderr


def test_verify_counts_what_was_not_read(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(with_position("A Bur, A Mar", "A Mun, F Mar"), encoding="utf-8")
    code, out, _ = run(str(file), "--json")
    document = json.loads(out)
    (row,) = document["not_read"]
    assert code == 0
    assert (row["game"], row["phase"], row["line"]) == ("small", "S1902M", 12)
    assert (document["compared"], document["agreed"], document["differing"]) == (0, 0, [])
    assert run(str(file), "--strict")[0] == 1
    assert "small S1902M: not read, line 12" in run(str(file))[1]
    assert "1 not read" in run(str(file))[1].splitlines()[-1]


def test_phases_of_games_with_one_name_are_counted_apart(tmp_path: Path) -> None:
    text = "Spring 1901\nFrance\nA Par-Bur {}\nA Mar-Spa\nF Bre-MAO\n"
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "game.txt").write_text(text.format("(bounced)"))
    paths = [str(tmp_path / folder / "game.txt") for folder in ("one", "other")]
    result = CliRunner().invoke(verify_command, paths)
    assert "2 games, 2 phases, 2 compared: 0 agree, 0 ruled, 2 differ" in result.stdout
    rows = json.loads(CliRunner().invoke(verify_command, [*paths, "--json"]).stdout)
    assert (rows["phases_differing"], rows["phases_not_read"]) == (2, 0)


def test_verify_replays_under_each_edition(tmp_path: Path) -> None:
    file = tmp_path / "routes.yaml"
    file.write_text(ROUTES, encoding="utf-8")
    out = run(str(file), "--editions")[1]
    assert "S1902M: agrees by 1961 and 1971, differs by 1982, 2000 and 2023" in out
    assert "fits best: 1971" in out
    (row,) = json.loads(run(str(file), "--editions", "--json")[1])["editions"]
    assert row["best"] == "1971"
    assert "editions" not in json.loads(run(str(file), "--json")[1])


TABLE = "phase,power,order,recorded\n" + "".join(
    f"S1901M,{power},{order},{result}\n"
    for power, order, result in (
        ("France", "A Par - Bur", "moved"), ("France", "A Mar S A Par - Bur", "given"),
        ("Germany", "A Mun - Bur", "bounced"),
    )
)  # fmt: skip


def test_an_import_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "table.csv").write_text(TABLE, encoding="utf-8")
    result = CliRunner().invoke(
        import_command, [str(tmp_path / "table.csv"), "-o", str(tmp_path / "out")]
    )
    assert result.exit_code == 0, result.stderr
    assert "read back, 1 phase, 1 compared: 1 agree" in result.stderr
    monkeypatch.setattr("builder.cli.import_command.write_game", lambda *_: GAME)
    result = CliRunner().invoke(
        import_command, [str(tmp_path / "table.csv"), "-o", str(tmp_path / "more")]
    )
    assert result.exit_code == 0
    monkeypatch.setattr("builder.cli.import_command.write_game", lambda *_: "format: 1\n")
    result = CliRunner().invoke(
        import_command, [str(tmp_path / "table.csv"), "-o", str(tmp_path / "none")]
    )
    assert result.exit_code == 1
    assert "not written, a fault of ours" in result.stderr
    assert not (tmp_path / "none").exists()


MAILS = """:: Judge: NONE  Game: sample  Variant: Standard

Movement results for Fall of 1901.  (sample.003)

France: Army Burgundy -> Munich.
France: Army Tyrolia SUPPORT Army Burgundy -> Munich.
Germany: Army Munich HOLD.  (*dislodged*)
Germany: Fleet Denmark HOLD.

The German Army in Munich can retreat to
Berlin or Bohemia or Kiel or Ruhr or Silesia.

Ownership of supply centers:

France:    Brest, Marseilles, Munich, Paris.
Germany:   Berlin, Denmark, Kiel.

Movement results for Spring of 1902.  (sample.006)

France: Army Munich HOLD.
France: Army Tyrolia HOLD.
France: Army Paris HOLD.
Germany: Army Berlin HOLD.
Germany: Fleet Denmark HOLD.
"""


def test_retreats_and_builds_that_no_mail_tells_follow_from_the_next_orders(read: Read) -> None:
    (found,) = read(MAILS)
    played = replay(STANDARD, found.record)
    assert [s.phase.step for s in played.stages] == [
        "movement", "retreats", "adjustments", "movement",
    ]  # fmt: skip
    assert {s.verdict for s in played.stages} == {"agrees"}
    kinds = [[n.kind for n in p.notes] for p in found.record.phases]
    assert kinds == [[], ["inferred"], ["inferred"], []]


def test_builds_that_no_board_allows_are_not_read(read: Read) -> None:
    text = MAILS + (
        "\nAdjustment orders for Winter of 1902.  (sample.007)\n\n"
        "France:  30000000 unused builds.\n"
    )
    (found,) = read(text)
    assert sum(len(p.orders) for p in found.record.phases) < 20
    assert any("30000000" in r.excerpt for r in found.remarks)


def test_a_position_that_rests_on_an_untold_phase_is_no_difference() -> None:
    text = with_position("A Bur, A Mar, A Par", "A Mun, A Ruh, A Kie")
    assert stage(text).verdict == "differs"
    found = replay(STANDARD, game(f"{text}  Spring 1903:\n    France: A Par H\n"))
    first, *_, last = found.stages
    assert (first.verdict, first.followed) == ("not read", True)
    assert "Fall 1902 is missing" in doubt_text(first.doubts[0])
    assert {str(u) for u in last.turn.before.units} >= {"A Par", "A Bur", "A Mar"}


def test_the_next_orders_tell_where_a_disputed_unit_went() -> None:
    text = GAME.replace("A Mar S A Par - Bur (given)", "A Mar H (held)") + "  Fall 1902:\n"
    later = "    France: |\n      A {} H\n      A Mar H\n    Germany: |\n      A Mun H\n"
    went, stayed = (game(text + later.format(place)) for place in ("Bur", "Par"))
    first, then = replay(STANDARD, went).stages
    assert (first.verdict, first.followed) == ("differs", True)
    assert "A Bur" in {str(u) for u in then.turn.before.units}
    first, then = replay(STANDARD, stayed).stages
    assert (first.verdict, first.followed) == ("differs", False)
    assert "A Par" in {str(u) for u in then.turn.before.units}


def test_a_list_that_breaks_off_is_in_doubt() -> None:
    text = with_position("A Bur, A Mar", "A Mun").replace("A Kie]", "A Kie, F Den]")
    (doubt,) = stage(text).doubts
    assert "A Kie, A Ruh, F Den of Germany are missing" in doubt_text(doubt)


def test_what_the_editor_says_of_people_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "register.json").write_text("{}", encoding="utf-8")
    found = CliRunner().invoke(verify_command, [str(tmp_path / "games")])
    assert "register" not in found.output


def test_a_line_that_was_not_read_may_be_named_in_any_words(tmp_path: Path) -> None:
    note = '    notes: [{kind: not read, text: A Ruh smudged, source: "page 3, at the foot"}]\n'
    path = tmp_path / "small.yaml"
    path.write_text(GAME + note, encoding="utf-8")
    found = CliRunner().invoke(verify_command, [str(path), "--json"])
    (row,) = json.loads(found.stdout)["not_read"]
    assert row["line"] == 0
    assert row["reason"] == "not understood, page 3, at the foot: A Ruh smudged"
    assert found.exit_code == 0


def test_each_half_of_a_divided_unit_has_its_own_result() -> None:
    text = """game: X
variant: cat
start: {units: {Cassiusica: DCG Lea, Telahoma: "A Ala, A Sil, A Iro"}}
phases:
  Spring Cassiusica I:
    Cassiusica: |
      DCG Lea (army) - Amb (moved)
      DCG Lea (fleet) - Tin (bounced, dislodged)
    Telahoma: |
      A Ala - Lea (moved)
      A Sil S A Ala - Lea (given)
      A Iro - Tin (bounced)
"""
    (stage,) = replay(ARCHIVE.variant("cat"), read_game(text, "x.yaml", ARCHIVE.variant)).stages
    assert {c.subject: (c.recorded, c.verdict) for c in stage.comparisons} == {
        "DCG Lea (army) - Amb": ("moved", "agrees"),
        "DCG Lea (fleet) - Tin": ("bounced, dislodged", "agrees"),
        "A Ala - Lea": ("moved", "agrees"),
        "A Sil S A Ala - Lea": ("given", "agrees"),
        "A Iro - Tin": ("bounced", "agrees"),
    }


def test_the_lots_of_a_game_fall_alike_under_every_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    record = ARCHIVE.game("classix-exhibition")
    variant = ARCHIVE.variant("classix")

    def noted(variant: Variant, record: Record) -> Iterator[Stage]:
        played.append(variant.setting.game)
        return iter(())

    monkeypatch.setattr("builder.playback.replaying.walk", noted)
    trial(variant, record, "1971")
    assert played == [under(variant, record).setting.game] == [record.id]


def exchange(results: dict[str, list[str]], after: dict[str, list[str]]) -> str:
    """A saved game in which one army asks for a convoy to the next province, and another does not;
    a fleet of its own could carry it."""
    units = {"RUSSIA": ["A ANK"], "TURKEY": ["F BLA", "A CON"]}
    orders = {"RUSSIA": ["A ANK - CON VIA"], "TURKEY": ["F BLA C A CON - ANK", "A CON - ANK"]}
    phases = [
        {"name": "S1903M", "state": {"units": units}, "orders": orders, "results": results},
        {"name": "F1903M", "state": {"units": after}, "orders": {}},
    ]
    return json.dumps({"id": "exchange", "map": "standard", "phases": phases})


def test_convoy_rules_are_found_by_the_results(tmp_path: Path) -> None:
    """They changed places: the fleet carried the army of its own power without being asked."""
    after = {"RUSSIA": ["A CON"], "TURKEY": ["F BLA", "A ANK"]}
    path = tmp_path / "exchange.json"
    path.write_text(exchange({"A ANK": [], "F BLA": [], "A CON": []}, after), encoding="utf-8")
    found = CliRunner().invoke(verify_command, [str(path)])
    assert found.exit_code == 0, found.output
    assert "adjacent_convoy: own_fleet_or_via, inferred from 1 of 1 phase" in found.output
    bounced = exchange({"A ANK": ["bounce"], "A CON": ["bounce"]}, {
        "RUSSIA": ["A ANK"], "TURKEY": ["F BLA", "A CON"],
    })  # fmt: skip
    path.write_text(bounced, encoding="utf-8")
    assert "adjacent_convoy" not in CliRunner().invoke(verify_command, [str(path)]).output


def test_a_misread_support_is_one_difference_with_its_likeliest_correction_first() -> None:
    record = ARCHIVE.game("2005a")
    variant = under(STANDARD, record)
    (found,) = [s for s in replay(variant, record).stages if s.verdict == "differs"]
    slip = repair(variant, record, found)
    assert slip is not None
    count = sum(c.verdict == "differs" for c in found.comparisons)
    shown = differences(found, slip)
    assert len(shown.shown) == 1 + len(slip.left)
    assert len(shown.following) == count - len(shown.shown) > 0
    assert "3 differences, from which 6 others follow" in verdict_lines(found, slip).line
    said = correction_text(slip, found, STANDARD.setting)
    assert said == "If the printed “A Ven” is “A Vie”, seven of these nine agree."


def carried_against_support(result: list[str]) -> str:
    """A saved game in which an army lands where a fleet supports the fleet that carries it."""
    units = {"FRANCE": ["A HOL"], "GERMANY": ["F NTH"], "ENGLAND": ["F YOR"]}
    orders = {
        "FRANCE": ["A HOL - YOR VIA"], "GERMANY": ["F NTH C A HOL - YOR"],
        "ENGLAND": ["F YOR S F NTH"],
    }  # fmt: skip
    results = {"A HOL": ["bounce"], "F NTH": [], "F YOR": result}
    phases = [
        {"name": "S1903M", "state": {"units": units}, "orders": orders, "results": results},
        {"name": "F1903M", "state": {"units": units}, "orders": {}},
    ]
    return json.dumps({"id": "landing", "map": "standard", "phases": phases})


def test_the_paradox_rule_of_a_program_is_found_by_the_results(tmp_path: Path) -> None:
    """The package `diplomacy` keeps a landing from cutting support for a fleet of its convoy."""
    path = tmp_path / "landing.json"
    path.write_text(carried_against_support([]), encoding="utf-8")
    found = CliRunner().invoke(verify_command, [str(path)])
    assert found.exit_code == 0, found.output
    assert "paradox_rule: needed_fleet then szykman, inferred from 1 of 1 phase" in found.output
    assert "Assumed before: the army stays and has no effect (Szykman)" in found.output
    path.write_text(carried_against_support(["cut"]), encoding="utf-8")
    found = CliRunner().invoke(verify_command, [str(path)])
    assert found.exit_code == 0, found.output
    assert "paradox_rule" not in found.output
