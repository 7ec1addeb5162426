"""Every worked case of every variant can be drawn, and nothing of it is lost."""

from __future__ import annotations

import html
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from our_archive import ARCHIVE, WHOLE
from overlays import draw_turn
from standard_play import ROOT

from builder.cases import play
from builder.draw.board_sheet import METADATA, BoardSheet, read_sheet
from builder.draw.marks import SymbolUse
from builder.draw.movement import arrows_of
from builder.draw.phase_map import ICE, closed, picture, tints, whole
from builder.draw.raster import BoardRaster, available
from builder.draw.scene import Scene
from builder.draw.symbols import initials, symbol_set
from builder.formats.cases import read_cases
from builder.model.calendar import Phase
from builder.model.orders import Move, UnitRef, Written
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import KindCode, Unit
from builder.site.pages.game import more_signs

CASES = sorted(p for p in ROOT.glob("tests/cases/*/worked.yaml"))
BOARDS = sorted(p.parent.name for p in ROOT.glob("maps/*/map.svg"))


@cache
def sheet(name: str) -> BoardSheet:
    return read_sheet(ROOT / "maps" / name / "map.svg")


def drawn(path: Path) -> Iterator[tuple[str, BoardSheet, Setting, Turn]]:
    for case in read_cases(path, ARCHIVE.variant):
        if case.variant is not None:
            board = sheet(case.variant.drawing or case.variant.name)
            for _, turn in play(case):
                yield case.id, board, case.variant.setting, turn


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.parent.name)
def test_every_unit_and_every_order_has_its_marks(path: Path) -> None:
    seen = 0
    for case, board, setting, turn in drawn(path):
        found = picture(board, setting, turn, legend=False)
        shown, signs = found.marks, found.symbols
        seen += 1
        assert {m.shape.sign for m in shown if isinstance(m.shape, SymbolUse)} <= signs.keys(), case
        places = {m.order for m in shown if m.layer == "units"}
        assert places >= {str(u.at) for u in turn.before.units if u.kind != "L"}, case
        moved = {str(a.at) for a in turn.actions if a.goal and not a.fault}
        assert moved <= {m.order for m in shown if m.layer == "paths"}, case
        routed = {str(a.at) for a in turn.actions if getattr(a.order, "route", ()) and not a.fault}
        assert routed <= {m.order for m in shown if m.layer == "bands"}, case
    assert seen


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.parent.name)
def test_pictures_are_well_formed_at_every_moment(path: Path) -> None:
    case, board, setting, turn = next(drawn(path))
    for when in ("before", "orders", "after"):
        moment = next(m for m in ("before", "orders", "after") if m == when)
        ET.fromstring(draw_turn(board, setting, turn, title=case, subtitle="x", when=moment))


def test_a_space_closed_in_a_season_is_iced_over() -> None:
    setting = ARCHIVE.variant("loeb9").setting
    spring, fall = (Phase(1901, season, "movement") for season in ("spring", "fall"))
    shut = closed(setting.board, "fall")
    assert shut
    assert not closed(setting.board, "spring")
    for code in shut:
        assert tints(sheet("loeb9"), setting, setting.start._replace(phase=fall))[code] == ICE
        assert code not in tints(sheet("loeb9"), setting, setting.start._replace(phase=spring))


@pytest.mark.parametrize("name", BOARDS)
def test_every_land_of_a_board_can_be_tinted(name: str) -> None:
    board = ARCHIVE.variant(name).setting.board
    entered = {str(c) for c, p in board.provinces.items() if p.code in sheet(name).units}
    offboard = {c for c in entered if c not in sheet(name).shapes}
    assert offboard <= {"ANT", "Mer", "MER", "MRC"}, "only spaces off the board have no shape"


@pytest.mark.skipif(not available(), reason="no Cairo library here")
@pytest.mark.parametrize("name", ["cat", "cline9-vi"] if WHOLE else ["cat"])
def test_other_boards_print_small(name: str) -> None:
    setting = ARCHIVE.variant(name).setting
    board = BoardRaster(sheet(name), setting, 1200)
    still = Turn(setting.start, setting.start)
    shown = picture(sheet(name), setting, still, title=name, subtitle="at the start")
    assert len(board.png(shown)) < 110 * 1024


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
def test_counters_need_no_colour(name: str) -> None:
    setting = ARCHIVE.variant(name).setting
    letters = [n.letter for n in setting.nations]
    assert all(letters)
    assert len(letters) == len(set(letters))
    kinds = tuple(str(k) for k in setting.kinds)
    signs = symbol_set(setting.nations, kinds)
    nation = initials(setting.nations[0])
    outlines = {tuple(t.d for t in signs[f"{kind}.{nation}"]) for kind in kinds}
    assert len(outlines) == len(kinds), "every kind of unit has an outline of its own"


@pytest.mark.parametrize("name", ["cline9-iv", "cline9-vi"])
def test_a_line_to_a_space_off_the_board_goes_through_its_channel(name: str) -> None:
    setting = ARCHIVE.variant(name).setting
    drawn = sheet(name)
    board, fleet = setting.board, next(k for k in setting.kinds if k == "F")
    ways = {(a, b) for a, b in drawn.detours if a in drawn.shapes}
    assert len(ways) >= 2
    for sea, off in ways | {(b, a) for a, b in ways}:
        unit = Unit(setting.powers[0], fleet, board.find(sea))
        start = setting.start._replace(units=(unit,), phase=Phase(1901, "spring", "movement"))
        order = Written(unit.power, UnitRef(unit.at, unit.kind), Move(board.find(off)), "")
        turn = ARCHIVE.variant(name).open(start).play([order])
        (arrow,) = arrows_of(Scene(drawn, setting, turn)).values()
        for stop in drawn.detours[sea, off]:
            assert min(abs(complex(*stop) - dot) for dot in arrow.line.dots) < 12


STANDARD_SIGNS = {  # explained by every key, in the words of `captions`
    "sc", "support", "hold", "cut", "convoy", "built", "waived", "failed", "void", "burst",
    "dislodged", "gone", "refuge", "plus",
}  # fmt: skip


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
def test_every_sign_has_its_words(name: str) -> None:
    """A kind names its counter, an amendment the signs that it adds."""
    setting = ARCHIVE.variant(name).setting
    named = STANDARD_SIGNS | setting.counter_words.keys() | setting.signs.keys()
    used: set[str] = set()
    for path in CASES:
        if path.parent.name == name:
            for _, board, played, turn in drawn(path):
                found = picture(board, played, turn, title="x")
                shown = (m.shape for m in found.marks if isinstance(m.shape, SymbolUse))
                used |= {shape.sign.partition(".")[0] for shape in shown}
    assert used <= named
    if "aboard" in setting.signs:
        assert set(setting.signs) == {"aboard"}
    if name == "cat":
        assert {"DA", "DF", "DCG", "half"} <= used
        assert setting.counter_words["DCG"] == "doubled coast guard"


GUIDE = (ROOT / "docs" / "reading-a-page.md").read_text(encoding="utf-8").lower()
SHAPES = {  # what shows that a sign is drawn on a board
    "canal": r'"canals":\[\{', "bar": "data-strait=", "build": r'"builds":\{"',
    "ice": 'stroke="#7fa3b4"', "closed": 'fill="#b9b2a0" d=',
    "impassable": r'data-kind="closed"[^>]*><title', "thread": r'"boxes":\{"Mer"',
    "strait": '"units":"A","line', "sailing": '"units":"F"',
}  # fmt: skip


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
def test_every_sign_is_explained_by_the_key_the_sheet_and_the_guide(name: str) -> None:
    """The counters, what amendments and boards add, and units of nobody."""
    variant = ARCHIVE.variant(name)
    setting, board = variant.setting, sheet(variant.drawing or name)
    explained = {words: str(shape) for shape, words in more_signs(setting, board)}
    assert all(re.search("<(path|circle|rect)", shape) for shape in explained.values())
    words = {*setting.counter_words.values(), *board.signs.values(), *setting.signs.values()}
    words |= {f"{nation.adjective} unit" for nation in setting.nations if not nation.playable}
    assert words - {"doubled", board.signs["centre"]} <= explained.keys()
    for said in explained.keys() - {"army", "fleet"}:
        assert f"**{said.partition(' (')[0].lower()}**" in GUIDE
    text = (ROOT / "maps" / (variant.drawing or name) / "map.svg").read_text(encoding="utf-8")
    star = "way" in board.signs
    assert "centre" in board.signs
    for sign, shape in SHAPES.items():
        drawn = bool(re.search(shape, text)) and not (star and sign == "strait")
        assert drawn == (sign in board.signs), sign
    found = METADATA.search(text)
    crossings = json.loads(html.unescape(found[1]))["crossings"] if found else []
    both = any(c["units"] == "AF" for c in crossings)
    assert both == bool({"passage", "meeting"} & board.signs.keys())


def test_centres_that_a_game_adds_are_drawn_with_their_names() -> None:
    names = "Swi, Naf, Ice, Ire, Sar, Cor, Sic, Cre"
    variant = ARCHIVE.variant("classix").playing({"extra_centres": names})
    board, setting = sheet("classix"), variant.setting
    units = tuple(
        Unit(setting.powers[0], KindCode("F"), setting.board.locations[code])
        for code in ("Ice", "Ire", "Sar", "Cor", "Sic", "Cre")
    )
    owners = dict.fromkeys(names.split(", "), setting.powers[0])
    position = setting.start._replace(units=units, owners=owners)
    turn = variant.open(position).play(())
    found = picture(board, setting, turn, title="x")
    drawn_owners = [m for m in found.marks if m.layer == "owners"]
    assert sum(isinstance(m.shape, SymbolUse) for m in drawn_owners) == 8
    assert sum(not isinstance(m.shape, SymbolUse) for m in drawn_owners) == 8 + 6
    text = whole(board, setting, found, title="x", description="y")
    assert "<text" not in text, "a picture alone needs no font"
