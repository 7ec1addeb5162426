"""Sentences on moments: each in a form of its own, with gaps that are filled, and no reasons."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from our_archive import ARCHIVE, ROOT, replayed

from builder.prose.moments import FORMS, told_moments

GAMES = ARCHIVE.game_paths
FOLDER = ROOT / "games"
WRONG = re.compile(r"[{}\[\]]|None|  |\.\.|,,| one centres|no centres|^[a-z]")
REASONS = re.compile(
    r"\b(because|in order to|wants|hopes|fears|plans|decides|betray|treason)", re.I
)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_sentences_are_whole_and_give_no_reasons(path: Path) -> None:
    for moment in told_moments(replayed(path)):
        assert moment.text
        if moment.text not in replayed(path).record.moments.values():
            assert not WRONG.search(moment.text), moment.text
            assert not REASONS.search(moment.text), moment.text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_no_two_of_ten_read_alike(path: Path) -> None:
    """Without its names and numbers each sentence of a game differs from the others."""
    game = replayed(path)
    board = game.variant.setting.board
    names = [*game.variant.setting.powers, *(p.name for p in board.provinces.values())]
    named = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    written = set(game.record.moments.values())
    made = [m.text for m in told_moments(game) if m.text not in written]
    shapes = [re.sub(r"(NAME(, | and )?)+", "NAME ", named.sub("NAME", text)) for text in made]
    assert len(set(shapes)) == len(shapes), sorted(shapes)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_each_verb_agrees(path: Path) -> None:
    game = replayed(path)
    board = game.variant.setting.board
    names = [*game.variant.setting.powers, *(p.name for p in board.provinces.values())]
    name = "|".join(map(re.escape, names))
    several = re.compile(
        rf"(?:{name}) and (?:the )?(?:{name}) (?:falls|changes|is|takes|has|loses) "
    )
    written = set(game.record.moments.values())
    for text in (moment.text for moment in told_moments(game)):
        assert text in written or not several.search(text), text


def test_known_sentences() -> None:
    (path,) = FOLDER.glob("*/unicorn-2004.yaml")
    texts = [moment.text for moment in told_moments(replayed(path))]
    assert any("Russia" in text and "six centres" in text for text in texts), texts
    changed = told_moments(replayed(path))[-1].centres
    assert ("Russia", 12, 18) in changed


def test_each_kind_has_forms_for_a_game() -> None:
    for kind, forms in FORMS.items():
        assert len(forms["main"]) >= 4, kind
        assert len(set(forms["main"])) == len(forms["main"])


def test_each_kind_has_a_form_for_more_places_than_a_sentence_names() -> None:
    """A game lost five units in one season; a rescue is always of one place."""
    for kind, forms in FORMS.items():
        unnamed = [form for form in forms["main"] if "places" not in form]
        assert unnamed or forms.get("many") or kind == "rescue", kind
