"""Names of spaces and powers in other languages: lists beside the board, read when needed."""

from __future__ import annotations

from pathlib import Path

import pytest
from our_archive import ARCHIVE, ROOT

from builder.errors import Mistakes, NotationError
from builder.formats.language_lists import check_language_lists
from builder.model.names import ascii_forms, unaccented
from builder.notation.notation import parse_order, write_order
from builder.notation.place_names import LanguageNames, language_names
from builder.source.documents import read

SETTING = ARCHIVE.variant("standard").setting
FILE = ROOT / "maps/standard/names.yaml"
SEAS = {code for code, p in SETTING.board.provinces.items() if p.terrain == "sea"}


def written(text: str) -> str:
    return write_order(parse_order(text, SETTING, SETTING.start.phase, "France"), SETTING)


def names() -> list[tuple[str, str, str]]:
    """Each language with every code and name."""
    listed = []
    for key, value in read(FILE).fields().mapping("names"):
        language = value.mapping()
        language.skip("source", "powers", "unclear")
        for code, value_of_code in language.take("places").mapping():
            listed += [(key.text(), code.text(), word.text) for word in value_of_code.words()]
    return listed


def test_every_language_names_every_space() -> None:
    for key, value in read(FILE).fields().mapping("names"):
        if key.text() != "en":
            places = value.mapping().table("places")
            assert places.keys() == SETTING.board.provinces.keys(), key.text()


@pytest.mark.parametrize("spelling", [str, str.upper, unaccented, lambda n: ascii_forms(n)[-1]])
def test_each_name_is_read_as_its_space(spelling) -> None:
    wrong = []
    for language, code, name in names():
        unit = "F" if code in SEAS else "A"
        try:
            found = written(f"{unit} {spelling(name)} H")
        except NotationError as error:
            found = error.message
        if found != f"{unit} {code} H":
            wrong.append((language, name, found))
    assert not wrong


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A Roma - Nap", "A Rom - Nap"),
        ("F Mar Ionio - Egeo", "F ION - AEG"),
        ("A Mün - Tir", "A Mun - Tyr"),
        ("F Tyr - Tun", "F TYS - Tun"),
        ("A Tyr - Tri", "A Tyr - Tri"),
        ("A Ven S F Tyr - Rom", "A Ven S F TYS - Rom"),
        ("F Golfe de Botnie - Suède", "F BOT - Swe"),
        ("F Edinburg H", "F Edi H"),
        ("F Hol S englische F Bel", "F Hol S English F Bel"),
        ("A Bur S Österreichs A Mun", "A Bur S Austrian A Mun"),
    ],
)
def test_orders_with_names_of_other_languages(text: str, order: str) -> None:
    assert written(text) == order


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("F Atlantik H", "NAO or MAO"),
        ("F Méditerranée H", "WES or EAS"),
        ("F Gulf H", "BOT or LYO"),
    ],
)
def test_a_name_of_two_places_is_asked(text: str, places: str) -> None:
    with pytest.raises(NotationError, match=f"may be {places}"):
        written(text)


def test_a_name_of_two_places_is_asked_in_every_spelling_of_its_umlauts() -> None:
    places = language_names(SETTING.board).places
    assert places["vaelimeri"] == places["valimeri"] == ("WES", "EAS")


def test_variants_inherit_the_names_of_the_spaces_that_they_keep() -> None:
    loeb9 = ARCHIVE.variant("loeb9").setting
    order = parse_order("A Norwegen - Schweden", loeb9, loeb9.start.phase, "Norway")
    assert write_order(order, loeb9) == "A Nwy - Swe"
    assert language_names(ARCHIVE.variant("cat").setting.board).places == {}


def test_the_lists_are_not_read_for_a_text_in_the_boards_own_words() -> None:
    languages = language_names(SETTING.board)
    for name in ("lists", "places", "beginnings", "powers", "power_beginnings"):
        languages.__dict__.pop(name, None)
    for text in ("A Par H", "A Par S A Mar-Bur", "F NTH C A Lon - Nwy", "A Lon-Nwy via convoy"):
        written(text + " ")
    assert "lists" not in languages.__dict__
    assert isinstance(languages, LanguageNames)


def test_mistakes_of_a_list_are_reported(tmp_path: Path) -> None:
    (tmp_path / "board.yaml").write_text((ROOT / "maps/standard/board.yaml").read_text())
    places = "{Vie: Wien, Bud: Wien, Xyz: Foo, Par: London}"
    text = f"names: {{de: {{source: x, places: {places}, unclear: {{A: NAO Zzz}}}}}}\n"
    (tmp_path / "names.yaml").write_text(text)
    with pytest.raises(Mistakes) as caught:
        check_language_lists(tmp_path / "names.yaml")
    told = str(caught.value)
    for part in ("name of Vie as well", "unknown code 'Xyz'", "own name for Lon", "'Zzz' is not"):
        assert part in told
