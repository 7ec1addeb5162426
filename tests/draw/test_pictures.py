"""What a picture of a phase must show, read from the SVG that is written."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from functools import cache
from math import dist

import pytest
from overlays import Overlay, draw_turn, overlay
from standard_play import ROOT, follow, play, setting

from builder.draw.board_sheet import BoardSheet, read_sheet
from builder.model.calendar import Phase
from builder.model.results import Turn
from builder.model.units import Location

NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"
SVG = "{http://www.w3.org/2000/svg}"
FALL = Phase(1902, "fall", "movement")
OWNED = {"Austria": "Ser Bul Gre", "England": "Nwy", "France": "Spa Por", "Russia": "Rum Swe"}
FORCES = {
    "Austria": "A Ser,F Gre,A Bud,A Gal,A Tri",
    "England": "A Nwy,F BAR,F ENG,F NTH",
    "France": "A Bur,F Bre,A Pic,F Por,A Spa",
    "Germany": "F Den,F HEL,A Hol,A Mun,A Ruh",
    "Italy": "F ION,A Tun,F TYS,A Ven",
    "Russia": "A Mos,A Rum,F Sev,A Stp,F Swe,A Ukr",
    "Turkey": "A Arm,F BLA,A Bul,F Con",
}
ORDERS = {
    "Austria": "A Ser-Bul;F Gre S A Ser-Bul;A Bud-Rum;A Gal-Ukr;A Tri-Tyr",
    "England": "A Nwy-Stp;F BAR S A Nwy-Stp;F ENG-Bel;F NTH S F ENG-Bel",
    "France": "A Bur S A Pic-Bel;F Bre-ENG;A Pic-Bel;F Por-MAO;A Spa-Mar",
    "Germany": "F Den-Swe;F HEL-Den;A Hol S F ENG-Bel;A Mun-Bur;A Ruh S A Hol",
    "Italy": "F ION C A Tun-Alb;A Tun-Alb via;F TYS-Tun;A Ven-Tri",
    "Russia": "A Mos-War;A Rum H;F Sev S A Rum;A Stp-Nwy;F Swe S A Stp-Nwy;A Ukr-Gal",
    "Turkey": "A Arm-Sev;F BLA-Rum;A Bul S F BLA-Rum;F Con-AEG",
}


@cache
def sheet() -> BoardSheet:
    return read_sheet(ROOT / "maps/standard/map.svg")


@cache
def busy() -> Turn:
    return play(FORCES, ORDERS, OWNED, FALL)


def drawn(turn: Turn) -> str:
    return draw_turn(sheet(), setting(), turn, title="A Game", subtitle="Fall 1902")


def laid(forces: dict[str, str], orders: dict[str, str]) -> Overlay:
    return overlay(sheet(), setting(), play(forces, orders))


def uses(text: str, sign: str) -> int:
    return len(re.findall(rf'href="#{re.escape(sign)}[".]', text))


def stamps(text: str) -> list[tuple[str, str, float, float]]:
    """Every sign of an overlay: its name, the order it belongs to, and where it stands."""
    found: list[tuple[str, str, float, float]] = []

    def walk(element: ET.Element, order: str) -> None:
        order = element.get("data-o", order)
        if element.tag == "use":
            moved = re.match(r"translate\(([\d.]+) ([\d.]+)\)", element.get("transform", ""))
            x, y = moved.groups() if moved else (element.get("x"), element.get("y"))
            found.append((element.get("href", "")[1:], order, float(x or 0), float(y or 0)))
        for child in element:
            walk(child, order)

    walk(ET.fromstring(f"<g>{text}</g>"), "")
    return found


def test_a_picture_is_complete_in_itself() -> None:
    root = ET.fromstring(drawn(busy()))
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    targets = re.findall(r'(?:href="|url\()#([^")]+)', drawn(busy()))
    assert set(targets) <= set(ids)
    assert not re.findall(r'href="(?!#)', drawn(busy()))
    assert root.find(f"{SVG}title") is not None
    assert not list(root.iter(f"{SVG}text")), "words must be outlines"


def test_it_is_the_same_every_time() -> None:
    assert drawn(busy()) == drawn(play(FORCES, ORDERS, OWNED, FALL))


def test_words_typed_by_people_are_escaped() -> None:
    text = draw_turn(sheet(), setting(), busy(), title="<b> & <i>", subtitle='"', description="<x>")
    assert "<b>" not in text
    assert "<x>" not in text
    ET.fromstring(text)


def test_an_overlay_is_small() -> None:
    layers = overlay(sheet(), setting(), busy())
    assert len(layers.lines) + len(layers.counters) <= 15_000


def test_every_owned_centre_bears_its_owners_letter() -> None:
    shown = [s for s in stamps(overlay(sheet(), setting(), busy()).lines) if "sc." in s[0]]
    assert Counter(name.removeprefix("sc.") for name, *_ in shown) == Counter(
        power[0] for power in busy().before.owners.values()
    )


def test_every_unit_has_one_counter_under_its_order() -> None:
    shown = Counter(s[:2] for s in stamps(overlay(sheet(), setting(), busy()).counters))
    for unit in busy().before.units:
        assert shown[f"{unit.kind}.{unit.power[0]}", str(unit.at)] == 1, unit


def test_a_failed_move_is_broken_and_crossed() -> None:
    layers = laid({"France": "A Par,A Mar"}, {"France": "A Par-Bur;A Mar-Bur"})
    assert layers.lines.count("stroke-dasharray") == 2
    assert uses(layers.counters, "failed") == 2
    assert uses(layers.counters, "burst") == 1
    done = laid({"France": "A Par"}, {"France": "A Par-Bur"})
    assert "dasharray" not in done.lines.partition("lay-casing")[2]
    assert not uses(done.counters, "failed")


def test_three_at_an_empty_space_make_one_burst() -> None:
    layers = laid(
        {"France": "A Bur", "Germany": "A Kie", "England": "F NTH"},
        {"France": "A Bur-Ruh", "Germany": "A Kie-Ruh", "England": "F NTH-HEL"},
    )
    assert uses(layers.counters, "burst") == 1


def test_head_to_head_arrows_do_not_cover_each_other() -> None:
    layers = laid(
        {"Austria": "A Gal", "Russia": "A Ukr"}, {"Austria": "A Gal-Ukr", "Russia": "A Ukr-Gal"}
    )
    one, other = (
        [float(v) for v in re.findall(NUMBER, d)]
        for d in re.findall(r'<path d="(M[^"]*q[^"]*)" stroke-dash', layers.lines)
    )
    control = [one[0] + one[2], one[1] + one[3]], [other[0] + other[2], other[1] + other[3]]
    gap = ((control[0][0] - control[1][0]) ** 2 + (control[0][1] - control[1][1]) ** 2) ** 0.5
    assert gap > 20


def test_a_cut_support_has_two_strokes_and_a_void_one_a_struck_ring() -> None:
    layers = overlay(sheet(), setting(), busy())
    assert uses(layers.counters, "cut") == 4
    void = laid({"France": "A Par,A Mar"}, {"France": "A Par S A Mar-Bur;A Mar H"})
    assert uses(void.counters, "void") == 1


def test_a_support_ends_on_the_arrow_or_round_the_unit() -> None:
    moving = laid({"France": "A Par,A Mar"}, {"France": "A Par S A Mar-Bur;A Mar-Bur"})
    assert uses(moving.lines, "support") == 1
    assert not uses(moving.lines, "hold")
    holding = laid({"France": "A Par,A Bur"}, {"France": "A Par S A Bur;A Bur H"})
    assert uses(holding.lines, "hold") == 1


def test_a_convoy_runs_through_its_fleets() -> None:
    layers = laid(
        {"England": "A Lon,F NTH,F NWG"},
        {"England": "A Lon-Cly via;F NTH C A Lon-Cly;F NWG C A Lon-Cly"},
    )
    assert "lay-bands" in layers.lines
    assert uses(layers.lines, "convoy") == 2
    x, y = sheet().units["NTH"]
    band = re.search(r'<path d="M([\d.]+) ([\d.]+)c([^"]+)"', layers.lines)
    assert band is not None
    at = [float(band[1]), float(band[2])]
    passed = []
    for piece in band[3].split("c"):
        numbers = [float(v) for v in re.findall(NUMBER, piece)]
        at = [at[0] + numbers[-2], at[1] + numbers[-1]]
        passed.append(abs(at[0] - x) + abs(at[1] - y))
    assert min(passed) < 1


def test_an_order_that_cannot_be_is_struck_and_not_drawn_as_a_move() -> None:
    layers = laid({"France": "A Par"}, {"France": "A Par-Mun"})
    assert uses(layers.counters, "void") == 1
    assert not uses(layers.counters, "failed")


def test_a_dislodged_unit_stands_beside_its_attacker() -> None:
    orders = overlay(sheet(), setting(), busy())
    assert uses(orders.lines, "dislodged") == 2
    retreat = follow(busy(), {"Turkey": "A Bul R Con", "Russia": "A Stp D"})
    shown = overlay(sheet(), setting(), retreat)
    assert uses(shown.lines, "dislodged") == 2
    assert uses(shown.counters, "gone") == 1
    at = {sign: (x, y) for sign, order, x, y in stamps(shown.counters) if order == "Bul"}
    assert 20 < dist(at["A.T"], at["A.A"]) < 40


def test_a_board_without_a_place_for_a_dislodged_unit_has_one_beside_the_attacker() -> None:
    for known in ({}, {"Mun": sheet().units["Mun"]}):
        board = replace(sheet(), dislodged=known)
        at = Location("Mun")
        assert 20 < dist(board.beside(at), board.spot(at)) < 40


def test_refuges_are_shown_before_the_retreats() -> None:
    retreat = follow(busy(), {"Turkey": "A Bul R Con", "Russia": "A Stp D"})
    before = overlay(sheet(), setting(), retreat, when="before")
    refuges = sum(len(d.refuges) for d in retreat.before.dislodged)
    assert uses(before.lines, "refuge") == refuges


def test_winter_shows_builds_and_removals() -> None:
    retreat = follow(busy(), {"Turkey": "A Bul R Con", "Russia": "A Stp R Mos"})
    winter = follow(
        retreat, {"England": "B F Lon; B A Lvp", "France": "Remove F Por", "Turkey": "Remove F BLA"}
    )
    shown = overlay(sheet(), setting(), winter)
    built = sum(f.finding.why.outcome == "built" for f in winter.ends)
    removed = sum(f.finding.why.outcome == "removed" for f in winter.ends)
    assert built == 2
    assert uses(shown.counters, "plus") == built
    assert uses(shown.counters, "gone") == removed > 0


def winter(orders: dict[str, str]) -> Overlay:
    phase = Phase(1901, "winter", "adjustments")
    return overlay(sheet(), setting(), play({"France": "A Par,A Bre"}, orders, phase=phase))


def test_a_waived_build_leaves_an_empty_ring_in_a_vacant_home() -> None:
    assert not uses(winter({}).lines, "waived")
    shown = {name: (x, y) for name, _, x, y in stamps(winter({"France": "waive"}).lines)}
    assert shown["waived.F"] == sheet().units["Mar"]


def test_a_build_that_cannot_be_is_struck() -> None:
    shown = winter({"France": "B A Par"})
    assert uses(shown.counters, "void") == 1
    assert not uses(shown.counters, "plus")


def test_after_shows_where_everybody_went() -> None:
    after = overlay(sheet(), setting(), busy(), when="after")
    assert "lay-paths" not in after.lines
    places = set(re.findall(r'data-o="([^"]+)"', after.counters))
    expected = {str(u.at) for u in busy().after.units}
    assert places == expected | {str(d.unit.at) for d in busy().after.dislodged}


@pytest.mark.parametrize("when", ["before", "orders", "after"])
def test_game_and_phase_are_on_every_picture(when: str) -> None:
    moment = next(m for m in ("before", "orders", "after") if m == when)
    named = draw_turn(sheet(), setting(), busy(), title="Game A", subtitle="Phase B", when=moment)
    other = draw_turn(sheet(), setting(), busy(), title="Game C", subtitle="Phase B", when=moment)
    assert ET.fromstring(named).findtext(f"{SVG}title") == "Game A, Phase B"
    assert named.replace("Game A", "Game C") != other, "the cartouche must differ, too"
