"""How case files are read: forgiving of spelling, and of nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from our_archive import ARCHIVE, ROOT

from builder.cases import check, computed, play
from builder.cli import main
from builder.formats.cases import Case, read_cases
from builder.model.findings import Reason

variant = ARCHIVE.variant
SWAP = """
  phase: Spring 1901 moves
  units: {eNGLAND: [a lon, F "North Sea"], FRANCE: [A bel]}
  orders: {england: [A London - Belgium, f nth c a lon-bel], france: [A bel-lon]}
"""


def read(tmp_path: Path, text: str, edition: str | None = None) -> list[Case]:
    path = tmp_path / "cases.yaml"
    path.write_text(text)
    return read_cases(path, variant, edition)


def only(tmp_path: Path, fields: str, head: str = "cases:\n") -> Case:
    lines = fields.strip("\n").splitlines()
    indented = "\n".join(f"  {line.strip()}" for line in lines)
    (case,) = read(tmp_path, f"{head}- id: x\n{indented}\n")
    return case


def complaint(case: Case) -> str:
    return " / ".join(mistake.message for mistake in case.mistakes)


PLAIN = "phase: Spring 1901 moves\nunits: {france: [A par]}\n"


def test_names_are_read_in_any_case(tmp_path: Path) -> None:
    fields = """
    phase: spring 1901 Moves
    units: {eNGLAND: [a LON, F north sea], French: [A bel]}
    orders: {england: [A London - Belgium, f nth c a lon-bel], FRANCE: [A bel-Pic]}
    expect: {after: {England: [A BEL, F NTH], France: [A Pic]}}
    """
    assert check(only(tmp_path, fields)).passed


def test_a_file_may_be_one_case(tmp_path: Path) -> None:
    (case,) = read(tmp_path, PLAIN + "orders: {france: [A par-bur]}\n")
    (_, turn), *more = play(case)
    assert computed(turn)["after"] == {"France": ["A Bur"]}
    assert more == []


def test_a_convoy_to_no_place_is_told_as_such(tmp_path: Path) -> None:
    fields = """
    phase: Spring 1901 moves
    units: {England: [A Lon, F NTH]}
    orders: {England: [A Lon-Nwy, F NTH C A Lon]}
    expect: {void: 2}
    """
    case = only(tmp_path, fields)
    assert check(case).passed
    ((_, turn),) = play(case)
    assert Reason.NO_GOAL in {fault.why for fault in turn.faults.values()}


def test_words_alone_are_left_out(tmp_path: Path) -> None:
    case = only(tmp_path, "expect_text: the fleet may be removed")
    assert case.skipped
    assert case.mistakes == ()


def test_a_case_that_expects_nothing_fails(tmp_path: Path) -> None:
    verdict = check(only(tmp_path, PLAIN + "orders: {france: [A par-bur]}"))
    assert not verdict.passed


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("phase: Spring 1901 moves\nunits: {france: [A pariss]}", "pariss"),
        ("phase: Spring 1901 moves\nunits: {gaul: [A par]}", "gaul"),
        ("phase: Spring 1901 moves\nunits: {france: [X par]}", "unknown kind of unit 'X'"),
        ("phase: Spring 1901 moves\nunits: {russia: [F stp]}", "on which coast?"),
        ("phase: Spring 1901 moves", "the key 'units' is missing"),
        ("phase: Maytime 1901\nunits: {}", "unknown phase"),
        (PLAIN + "ordres: {france: [A par H]}", "unknown key 'ordres' (orders?)"),
        (PLAIN + "expect: {afterwards: {}}", "unknown key 'afterwards' (after?)"),
        (PLAIN + "edition: 1066", "unknown edition '1066'"),
        (PLAIN + "options: {flying: yes}", "unknown option 'flying'"),
        (PLAIN + "variant: chess", "chess"),
        (PLAIN + "orders: {france: [A par to the moon]}", "moon"),
        (PLAIN + "then: [{phase: Spring 1901 moves}]", "does not come after"),
        (PLAIN + "expect: {retreats: {france: [par]}}", "france"),
        (PLAIN + f"expect: {{void: {'9' * 5000}}}", "a number of 5000 digits is too large"),
        (PLAIN + "owners: {france: [par], germany: [par]}", "par is listed under France already"),
        (PLAIN + "orders: {france: [A par H], FRA: [A par H]}", "'FRA' is here already"),
        (PLAIN + "expect: {after: {france: [], France: []}}", "'France' is here already"),
        (PLAIN + "owners: {france: [par],\nFrench: [mar]}", "already (as 'france' in line 5)"),
        (PLAIN + "expect: {retreats: {france A par: [bur], France A Par: []}}", "here already"),
    ],
)
def test_what_is_not_understood_fails(tmp_path: Path, fields: str, message: str) -> None:
    case = only(tmp_path, fields)
    assert message in complaint(case)
    assert not check(case).passed


def test_one_bad_case_spares_the_others(tmp_path: Path) -> None:
    good = "- {id: b, phase: Spring 1901 moves, units: {france: [A par]}, expect: {void: 0}}"
    first, second = read(tmp_path, f"cases:\n- {{id: a, phase: Spring 1901 moves}}\n{good}\n")
    assert not check(first).passed
    assert check(second).passed


def test_mistakes_point_at_their_place(tmp_path: Path) -> None:
    case = only(tmp_path, "phase: Spring 1901 moves\nunits: {france: [A Brg]}")
    (mistake,) = case.mistakes
    assert "cases.yaml:4:" in str(mistake)
    assert "Bur" in str(mistake)
    assert "^^^" in str(mistake)


def test_the_edition_asked_for_overrules(tmp_path: Path) -> None:
    text = 'edition: "1982"\n' + PLAIN
    assert read(tmp_path, text)[0].variant != read(tmp_path, text, "1971")[0].variant
    by_case, by_command = read(tmp_path, 'edition: "1971"\n' + PLAIN), read(tmp_path, text, "1971")
    assert by_case[0].variant is not None
    assert by_command[0].variant is not None
    assert by_case[0].variant.setting.choices == by_command[0].variant.setting.choices


def test_options_may_be_house_choices(tmp_path: Path) -> None:
    fields = """
    phase: Spring 1901 moves
    options: {via_fallback_to_land: yes}
    units: {France: [A Bel]}
    orders: {France: [A Bel-Hol via]}
    expect: {after: {France: [A Hol]}}
    """
    case = only(tmp_path, fields)
    assert case.variant is not None
    assert case.variant.setting.choices.via_fallback_to_land


def test_a_case_may_begin_in_a_retreat(tmp_path: Path) -> None:
    fields = """
    phase: Fall 1901 retreats
    units: {Germany: [A Par]}
    dislodged: {France: [{unit: A par, from: bur}, {unit: A pic, from: null}]}
    contested: [gas]
    orders: {France: [A Par R Gas, A Pic R Par]}
    expect: {after: {Germany: [A Par]}}
    """
    assert check(only(tmp_path, fields)).passed


def test_phases_may_be_passed_over(tmp_path: Path) -> None:
    fields = """
    phase: Spring 1901 moves
    owners: {France: [Par]}
    units: {France: [A Bur]}
    orders: {France: [A Bur-Bel]}
    then: [{phase: Winter 1902 adjustments, orders: {France: [Build A Par]}, expect: \
{owners: {France: [Bel, Par]}, after: {France: [A Bel, A Par]}}}]
    """
    verdict = check(only(tmp_path, fields))
    assert verdict.found == verdict.expected


def test_a_winter_passed_over_takes_no_unit_where_nobody_owns_anything(tmp_path: Path) -> None:
    fields = """
    phase: Fall 1901 moves
    units: {France: [A Bur], Italy: [A Boh]}
    orders: {France: [A Bur-Bel]}
    then: [{phase: Spring 1902 moves, expect: {after: {France: [A Bel], Italy: [A Boh]}}}]
    """
    assert check(only(tmp_path, fields)).passed


@pytest.mark.parametrize(
    ("head", "unit", "message"),
    [
        ("standard", "A NTH", "NTH is at sea: no place for an army (did you mean F NTH?)"),
        ("standard", "F Mun", "Mun is inland: no place for a fleet (did you mean A Mun?)"),
        ("cat", "CG Cin", "Cin is inland: no place for a coast guard (did you mean A Cin?)"),
        ("classix", "A NTH", ""),
        ("militarism", "L NTH", ""),
    ],
)
def test_no_unit_is_where_none_can_be(tmp_path: Path, head: str, unit: str, message: str) -> None:
    setting = variant(head).setting
    power, phase = setting.powers[0], setting.calendar.title(setting.calendar.start)
    text = f"variant: {head}\nphase: {phase}\nunits: {{{power}: [{unit}]}}\nexpect: {{void: 0}}\n"
    (case,) = read(tmp_path, text)
    assert complaint(case) == message
    assert all(f":3:{len(f'units: {{{power}: [') + 1}:" in str(m) for m in case.mistakes)


def test_wrong_choices_are_shown_each_at_its_place(tmp_path: Path) -> None:
    case = only(tmp_path, f"{PLAIN}options: {{convoy_rotes: any_broken, removal: nobody}}")
    assert [m.mark.column for m in case.mistakes] == [13, 48]
    assert "convoy_routes?" in complaint(case)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_the_command_reports_in_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    path = tmp_path / "mixed.yaml"
    path.write_text(
        "cases:\n"
        "- {id: good, phase: Spring 1901 moves, units: {france: [A par]}, expect: {void: 0}}\n"
        "- {id: bad, phase: Spring 1901 moves, units: {france: [A par]}, expect: {void: 1}}\n"
        "- {id: words, expect_text: nothing to run}\n"
    )
    result = run("cases", str(path), "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert (document["cases"], document["passed"]) == (3, 1)
    assert document["failed"] == [{"id": "bad", "expected": {"void": 1}, "found": {"void": 0}}]
    assert [skipped["id"] for skipped in document["skipped"]] == ["words"]
    assert "1 failed" in run("cases", str(path)).stdout


def test_the_command_ends_with_nought_only_if_nothing_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert run("cases", "tests/cases/datc/6a.yaml").exit_code == 0
    assert run("cases", str(tmp_path / "missing.yaml")).exit_code == 2


@pytest.mark.parametrize("text", ["cases: []", "[]", "variant: loeb9\ncases: []"])
@pytest.mark.parametrize("command", ["cases", "judge"])
def test_a_file_without_cases_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, command: str
) -> None:
    monkeypatch.chdir(ROOT)
    path = tmp_path / "none.yaml"
    path.write_text(text)
    result = run(command, str(path))
    assert result.exit_code == 2
    assert "the list of cases is empty" in result.stderr


def test_a_position_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    path = tmp_path / "position.yaml"
    path.write_text(PLAIN + "orders: {france: [A par-bur, A mar-spa]}\n")
    result = run("judge", str(path), "--json")
    assert result.exit_code == 0
    (phase,) = json.loads(result.stdout)["cases"][0]["phases"]
    moved, refused = phase["results"]
    assert moved["outcome"] == "moved"
    assert refused["why"]
    assert refused["carried_out"] is False
    assert phase["after"]["units"] == {"France": ["A Bur"]}
    assert "Spring 1901" in run("judge", str(path)).stdout


@pytest.mark.parametrize("nothing", ["null", "~", "", "{}", "[]"])
def test_nothing_is_written_in_many_ways(tmp_path: Path, nothing: str) -> None:
    keys = "".join(f"{key}: {nothing}\n" for key in ("owners", "contested", "options", "then"))
    fields = PLAIN + keys + f"dislodged: {nothing}\norders: {{france: {nothing}}}\n"
    expected = f"expect: {{after: {{france: [A Par], italy: {nothing}}}, dislodged: {nothing}}}\n"
    case = only(tmp_path, fields + expected)
    assert complaint(case) == ""
    assert check(case).passed


def test_one_dislodged_unit_needs_no_list(tmp_path: Path) -> None:
    fields = """
    phase: Fall 1901 retreats
    units: {germany: [A Bur]}
    dislodged: {france: {unit: A Bur, from: mun}}
    orders: {france: [A Bur - Par]}
    expect: {after: {germany: [A Bur], france: [A Par]}}
    """
    assert check(only(tmp_path, fields)).passed


def test_a_collection_of_1600_positions_is_read(tmp_path: Path) -> None:
    """More lines and commas than any other file may have."""
    places = [str(unit.at) for unit in variant("standard").setting.start.units]
    holds = "\n".join(f"    - {unit}" for unit in variant("standard").setting.start.units)
    position = f"- phase: Spring 1901 moves\n  owners:\n    England: {', '.join(places)}\n"
    position += f"  units:\n    England:\n{holds}\n  orders:\n    England:\n"
    position += holds.replace("\n", " H\n") + " H\n"
    text = "cases:\n" + 1600 * position
    assert text.count("\n") + text.count(",") > 80_000
    cases = read(tmp_path, text)
    assert len(cases) == 1600
    assert not any(case.mistakes for case in cases)
