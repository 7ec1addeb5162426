"""Letters as outlines: what a line measures, where it stands, and where its shapes come from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from our_archive import ROOT, examples

from builder.draw import outlined_text
from builder.draw.outlined_text import face

FACES = ("roman", "italic", "caps", "sans", "sans-bold", "sans-sc")
FONTS = ROOT.parent / "shared" / "maps" / "fonts"


@pytest.mark.parametrize("name", FACES)
def test_every_face_has_the_letters_of_a_board(name: str) -> None:
    wanted = set(map(chr, range(0x20, 0x7F))) | set("ÄÖÜäöüßéèçñøåæ–—‘’“”")
    assert wanted <= set(face(name).glyphs)


@settings(max_examples=examples(100))
@given(st.text(max_size=30), st.text(max_size=30))
def test_a_line_grows_with_its_text(one: str, two: str) -> None:
    sans = face("sans")
    assert sans.length("") == 0
    assert sans.length(one + two) >= max(sans.length(one), sans.length(two)) * 0.9
    assert sans.width(one, 20) == pytest.approx(2 * sans.width(one, 10))


def test_letters_are_kerned_and_tracked() -> None:
    sans = face("sans")
    assert sans.length("AV") < sans.length("A") + sans.length("V")
    assert sans.length("AB", tracking=0.1) == sans.length("AB") + round(0.1 * sans.em)


def test_an_unknown_letter_is_shown_as_a_question() -> None:
    assert face("roman").outline("\N{SNOWMAN}") == face("roman").outline("?")


@pytest.mark.parametrize(
    ("name", "font"),
    [("roman", "alegreya-latin-400-normal.ttf"), ("caps", "alegreya-sc-latin-500-normal.ttf")],
)
def test_the_letter_cases_are_cast_from_the_open_font(name: str, font: str) -> None:
    if not (FONTS / font).exists():
        pytest.skip("the font file is not at hand")
    founding = pytest.importorskip("font_outlines")
    assert founding.page(FONTS / font) == (outlined_text.FONTS / f"{name}.json").read_text("utf-8")
