"""A board or variant that is wrong says where, and says all that is wrong at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import Mistakes, SourceError
from builder.formats.boards import load_board
from builder.formats.variants import load_variant

SMALL = """\
provinces:
  Aaa: {name: Alpha, terrain: coast}
  Bbb: {name: Beta, terrain: coast, coasts: [nc, sc]}
  Ccc: {name: Gamma, terrain: land}
  SEA: {name: The Sea, terrain: sea}
ways:
  A: |
    Aaa: Bbb Ccc
    Bbb: Aaa
    Ccc: Aaa
  F: |
    SEA: Aaa Bbb/nc Bbb/sc
"""


def write(root: Path, name: str, text: str, kind: str = "board") -> Path:
    path = root / name / f"{kind}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def mistakes(root: Path, text: str) -> list[tuple[int, int, str]]:
    write(root, "small", SMALL)
    with pytest.raises(Mistakes) as caught:
        load_board(write(root, "tried", text))
    return [(e.mark.line, e.mark.column, e.message) for e in caught.value.errors]


def test_a_small_board(tmp_path: Path) -> None:
    board = load_board(write(tmp_path, "small", SMALL))
    assert board.name == "small"
    assert set(board.ways[board.find("Alpha")]) == {"Bbb", "Ccc", "SEA"}
    assert set(board.ways[board.find("SEA")]) == {"Aaa", "Bbb/nc", "Bbb/sc"}


def test_a_patch(tmp_path: Path) -> None:
    write(tmp_path, "small", SMALL)
    text = """\
extends: small
drop: [Ccc]
provinces: {Ddd: {name: Delta, terrain: land, centre: yes, home: Us}}
amend: {Aaa: {name: Aleph, aliases: [Alpha]}}
ways: {A: "Ddd: Aaa Bbb>"}
"""
    board = load_board(write(tmp_path, "tried", text))
    assert list(board.provinces) == ["Aaa", "Bbb", "SEA", "Ddd"]
    assert board.find("alpha") == board.find("aleph") == "Aaa"
    assert board.provinces[board.find("Ddd").province].builds == "Us"
    assert set(board.ways[board.find("Ddd")]) == {"Aaa", "Bbb"}
    assert "Ddd" in board.ways[board.find("Aaa")]
    assert "Ddd" not in board.ways[board.find("Bbb")]


def test_a_rule_for_all_ways_of_several_spaces(tmp_path: Path) -> None:
    text = f"{SMALL}special ways: [{{all: 'Ccc, SEA', open: [fall]}}]\n"
    ways = load_board(write(tmp_path, "small", text)).ways
    seasons = {
        f"{start}-{end}": way.seasons
        for start, ends in ways.items()
        for end, (way,) in ends.items()
        if str(start) < str(end)
    }
    fall = frozenset({"fall"})
    assert seasons.pop("Aaa-Bbb") is None
    assert seasons == dict.fromkeys(("Aaa-Ccc", "Aaa-SEA", "Bbb/nc-SEA", "Bbb/sc-SEA"), fall)


def test_neighbours_must_name_each_other(tmp_path: Path) -> None:
    found = mistakes(tmp_path, SMALL.replace("Ccc: Aaa", "Ccc: Bbb"))
    assert (8, 14, "Aaa names Ccc, but Ccc does not name Aaa") in found
    assert (10, 10, "Ccc names Bbb, but Bbb does not name Ccc") in found


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("SEA: Aaa", "SEA: Aax", (12, 10), "no space 'Aax'"),
        ("Bbb/nc Bbb/sc", "Bbb", (12, 14), "which coast of Bbb: nc or sc?"),
        ("Bbb/nc Bbb/sc", "Bbb/nc Bbb/sc Ccc", (12, 28), "fleets cannot stand in Ccc"),
        ("Aaa: Bbb Ccc", "Aaa: Bbb Ccc SEA", (8, 18), "armies cannot stand in SEA"),
        ("    Ccc: Aaa", "    Aaa: Ccc", (10, 5), "Aaa has a line already"),
        ("    Ccc: Aaa", "    Ccc Aaa", (10, 5), "no space 'Ccc Aaa'"),
        ("name: Gamma", "name: Beta", (1, 1), "'Beta' means both Bbb and Ccc"),
        ("name: Gamma", "name: Aaa", (1, 1), "'Aaa' means Ccc and is the code of Aaa"),
        ("terrain: land", "terrain: lnd", (4, 31), "unknown terrain 'lnd'"),
        ("terrain: land", "terrain: land, center: yes", (4, 37), "unknown key 'center'"),
        ("SEA: Aaa Bbb/nc Bbb/sc", "SEA: Aaa Bbb/nc", (1, 1), "no way leads to or from Bbb/sc"),
        ("  F: |", "  H: |", (11, 3), "ways are those of A and F"),
        ("ways:", "extends: nowhere\nways:", (6, 10), "no board 'nowhere'"),
        ("ways:", "extends: ../small\nways:", (6, 10), "'../small' becomes an address"),
        ("ways:", "extends: tried\nways:", (6, 10), "extends itself"),
        ("ways:", "apart: {Aaa-Bbb: why}\nways:", (6, 9), "Aaa and Bbb touch"),
        ("ways:", "special ways: [{A: Aaa-Bbb, force: strong}]\nways:", (6, 36), "strong"),
        ("ways:", "evidence: {x: {source: text, says: y, high: A Bbb-Ccc}}\nways:", (6, 45),
         "no such way: A Bbb-Ccc"),
    ],
)  # fmt: skip
def test_mistakes_have_a_place(
    tmp_path: Path, old: str, new: str, place: tuple[int, int], words: str
) -> None:
    assert old in SMALL
    found = mistakes(tmp_path, SMALL.replace(old, new))
    assert any((line, column) == place and words in text for line, column, text in found), found


VARIANT = """\
name: Tried
board: tried
victory: 1
powers:
  Us: {adjective: our, letter: U, tint: "#ffffff", ink: "#000000", units: [A Aaa]}
"""


def test_a_small_variant(tmp_path: Path) -> None:
    write(tmp_path, "tried", SMALL)
    write(tmp_path, "tried", VARIANT, "variant")
    variant = load_variant(tmp_path, "tried")
    assert variant.setting.powers == ("Us",)
    assert [str(u) for u in variant.setting.start.units] == ["A Aaa"]
    assert variant.about.code == variant.about.year == "?"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("A Aaa", "A Aax", 5, "unknown province 'Aax'"),
        ("A Aaa", "X Aaa", 5, "unknown kind of unit 'X'"),
        ("A Aaa", "F Ccc", 5, "Ccc is inland: no place for a fleet (did you mean A Ccc?)"),
        ("A Aaa", "F Bbb", 5, "'Bbb': on which coast? (Bbb/nc or Bbb/sc)"),
        ("victory: 1", "victory: many", 3, "expected a number of centres"),
        ("victory: 1", "victory: 1\nedition: 1234", 4, "unknown edition '1234'"),
        ("victory: 1", "victory: 1\namendments: [anarchy]", 4, "unknown amendment 'anarchy'"),
        ("victory: 1", "victory: 1\nchoices: {removal: none}", 4, "unknown removal 'none'"),
        ("victory: 1", "victory: 1\nchoices: {anything: yes}", 4, "unknown house rule"),
        ("victory: 1", "victory: 1\ncalendar: {start: Spring x}", 4, "unknown phase 'Spring x'"),
        ("victory: 1", "victory: 1\ncalendar: {year: [spring dance]}", 4, "expected a season"),
    ],
)
def test_mistakes_of_a_variant(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    write(tmp_path, "tried", SMALL)
    assert old in VARIANT
    write(tmp_path, "tried", VARIANT.replace(old, new), "variant")
    with pytest.raises(Mistakes) as caught:
        load_variant(tmp_path, "tried")
    found = [(e.mark.line, e.message) for e in caught.value.errors]
    assert any(at == line and words in text for at, text in found), found


def test_an_army_on_an_island_of_fleets_could_go_nowhere(tmp_path: Path) -> None:
    island = "  Iii: {name: Isle, terrain: coast}\n  SEA:"
    board = SMALL.replace("  SEA:", island, 1).replace("SEA: Aaa", "SEA: Iii Aaa")
    write(tmp_path, "tried", board)
    write(tmp_path, "tried", VARIANT.replace("A Aaa", "A Aaa, A Iii"), "variant")
    with pytest.raises(Mistakes, match="army Iii could go nowhere"):
        load_variant(tmp_path, "tried")


def test_a_variant_that_extends_itself(tmp_path: Path) -> None:
    write(tmp_path, "tried", SMALL)
    write(tmp_path, "tried", f"extends: tried\n{VARIANT}", "variant")
    with pytest.raises(Mistakes, match="the variant extends itself: tried extends tried"):
        load_variant(tmp_path, "tried")


def test_a_home_without_a_power(tmp_path: Path) -> None:
    write(tmp_path, "tried", SMALL.replace("terrain: land", "terrain: land, home: Them"))
    write(tmp_path, "tried", VARIANT, "variant")
    with pytest.raises(Mistakes, match="Ccc belongs to Them, which is not one of the powers"):
        load_variant(tmp_path, "tried")


def test_a_variant_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        load_variant(tmp_path, "nothing")
