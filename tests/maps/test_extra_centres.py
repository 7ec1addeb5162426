"""Centres that a game adds by its own choice (Classix, rule 4)."""

from __future__ import annotations

import pytest
from test_board_facts import variant

from builder.errors import UnknownWordError
from builder.model.units import KindCode


def test_two_more_centres() -> None:
    """CX-41: thirty-six centres, and nineteen win."""
    played = variant("classix").playing({"extra_centres": "swi, naf"})
    assert len(played.setting.centres) == 36
    assert played.setting.victory == 19
    assert {"Swi", "Naf"} <= played.setting.centres
    assert played.setting.options["extra_centres"] == "swi, naf"
    assert len(variant("classix").setting.centres) == 34


def test_an_island_rises_from_the_sea() -> None:
    played = variant("classix").playing({"extra_centres": "[Ireland, Cre, Swi]"})
    board = played.setting.board
    fleet = played.setting.kinds[KindCode("F")]
    assert set(board.reach(fleet, "spring")[board.find("Ireland")]) == {"NAO", "IRI"}
    assert set(board.reach(fleet, "fall")[board.find("Crete")]) == {"AEG", "ION", "EAS"}
    assert board.locations["Ire"] in board.reach(fleet, "spring")[board.find("Irish Sea")]
    assert "Ire" in board.waters("spring")[board.provinces["NAO"].code]  # type: ignore[index]
    assert "Ireland" not in board.impassable
    assert "Iceland" in board.impassable
    assert all(board.locations[str(end)] is end for ends in board.ways.values() for end in ends)


def test_nothing_chosen_changes_nothing() -> None:
    assert variant("classix").playing({}) is variant("classix")
    assert variant("classix").playing({"extra_centres": ""}).setting.victory == 18


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("classix", {"extra_centres": "Mun"}, "unknown centre to add 'Mun'"),
        ("classix", {"extra_center": "Swi"}, "unknown option 'extra_center'"),
        ("standard", {"extra_centres": "Swi"}, "unknown option 'extra_centres'"),
    ],
)
def test_what_cannot_be_chosen(name: str, options: dict[str, str], words: str) -> None:
    with pytest.raises(UnknownWordError, match=words):
        variant(name).playing(options)
