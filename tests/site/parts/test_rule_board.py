"""The board beside the rules of a variant lights the provinces that a rule names, and no others."""

from __future__ import annotations

from our_archive import ARCHIVE, ROOT

from builder.draw.board_sheet import read_sheet
from builder.site.parts.rule_board import named_provinces, rule_board


def test_names_of_provinces_are_found_in_a_text() -> None:
    board = ARCHIVE.variant("standard").setting.board
    text = "From the North Sea to Norway, not to the Norwegian Sea; Norway again. A Bud stays."
    assert named_provinces(text, board) == ["NTH", "Nwy", "NWG"]


def test_a_longer_name_hides_the_shorter_one_in_it() -> None:
    board = ARCHIVE.variant("cline9-iv").setting.board
    assert named_provinces("through the Western Mediterranean", board) == ["WES"]


def test_the_named_provinces_have_a_shape_to_be_lit() -> None:
    variant = ARCHIVE.variant("cline9-iv")
    sheet = read_sheet(ROOT / "maps/cline9-iv/map.svg")
    named = named_provinces(
        "The Antarctic Sea lies beside the Indian Ocean.", variant.setting.board
    )
    drawn = str(rule_board(variant, sheet, named))
    assert drawn.count("data-lit=") == len(named) == 2
    assert 'class="lights" fill="none"' in drawn


def test_a_list_of_all_names_lights_none() -> None:
    hundred = ARCHIVE.variant("hundred")
    lists = [named_provinces(text, hundred.setting.board) for _, _, text in hundred.about.rules]
    assert [len(named) > 0 for named in lists][-2:] == [True, False]
