"""What zines, judges and programs call the spaces of the standard board."""

from __future__ import annotations

import pytest
from test_board_facts import board

from builder.errors import UnknownWordError

SPELLINGS = {
    "Nwy": "nor|nwy|NWY|Norway",
    "Stp": "stp|pet|St. Petersburg|St Petersburg|Saint Petersburg",
    "LYO": "lyo|gol|Gulf of Lyon|Gulf of Lyons",
    "TYS": "tys|tyn|tyh|Tyrrhenian Sea|Tyrr.",
    "MAO": "mao|mid|mat|Mid-Atlantic Ocean|Mid Atlantic",
    "BOT": "bot|gob|Gulf of Bothnia",
    "EAS": "eas|emed|eme|ems|Eastern Mediterranean|East Med",
    "WES": "wes|wme|wms|Western Med",
    "NWG": "nwg|nrg|norw sea|Norwegian Sea",
    "HEL": "hel|hgb|heb|Helgoland|Heligoland Bight",
    "Lvp": "lvp|lpl|livp|Liverpool",
    "Lvn": "lvn|lvo|lva|livo|Livonia",
    "NAO": "nao|nat|N. Atlantic",
    "Tyr": "tyr|tyo|tyl|trl|Tyrolia|Tyrol",
    "Rum": "rum|Rumania|Romania",
    "Rom": "rom|Rome",
    "ENG": "eng|ech|English Channel",
    "IRI": "iri|irs|Irish Sea",
    "NTH": "nth|nts|North Sea",
    "Naf": "naf|North Africa",
    "Mar": "mar|Marseilles|Marseille",
    "Ser": "ser|Serbia|Servia",
    "Stp/nc": "stp/nc|Stp(nc)|STP NC|St. Petersburg (North Coast)",
    "Spa/sc": "spa/sc|Spain south coast",
    "Bul/ec": "bul/ec|Bul(EC)|Bulgaria east coast",
}


@pytest.mark.parametrize("code", SPELLINGS)
def test_spellings(code: str) -> None:
    for word in SPELLINGS[code].split("|"):
        assert board("standard").find(word) == code, word


@pytest.mark.parametrize("word", ["liv", "at", "nor sea", "Switzerland", "swi", "Xyz"])
def test_what_could_be_two_or_none_is_no_name(word: str) -> None:
    with pytest.raises(UnknownWordError):
        board("standard").find(word)


def test_a_slip_is_answered_with_guesses() -> None:
    with pytest.raises(UnknownWordError) as caught:
        board("standard").find("Brg")
    assert "Bur" in caught.value.guesses
