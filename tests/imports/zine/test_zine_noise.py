"""Noise in place of one order of a zine makes no difference, and hides no other one."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as some
from old_mill import BELGIUM, FRENCH_LEFT, TAKEN, issue, opening
from our_archive import ARCHIVE

from builder.imports.importer import Imported, TextFile
from builder.imports.zine.reader import ZINE_REPORTS
from builder.model.calendar import Phase
from builder.playback.replaying import Stage, replay

STANDARD = ARCHIVE.variant("standard")
NOISE = (
    "qwzx", "smudge", "a xyz-QQQ", "%", "[garbled]", "a ??? - ???", "A Xxx S A Yyy-Zzz",
    "the typist slept here", "f blub-BLAB", "see above", "F ?", "a -- b", "???", "(illegible)",
)  # fmt: skip
MILL = (
    opening()
    + issue(14, "Spring 1902", BELGIUM)
    + issue(15, "Summer 1902", TAKEN | {"FRANCE": f"R a bel-PIC; {FRENCH_LEFT}, a PIC"})
)
PLAIN = """Spring 1901

Austria: A Vie-Gal, A Bud-Ser, F Tri-Alb
England: F Lon-Nth, F Edi-Nwg, A Lvp-Yor
France: F Bre-Mid, A Mar S A Par-Bur, A Par-Bur
Germany: F Kie-Den, A Ber-Kie, {A Mun-Bur}
Italy: A Ven H, A Rom-Apu, F Nap-Ion
Russia: {F Sev-Bla}, A Mos-Ukr, A War-Sil, F StP(sc)-Bot
Turkey: {F Ank-Bla}, A Smy-Con, A Con-Bul

Fall 1901

Austria: {A Gal-Rum}, A Ser S A Gal-Rum, {F Alb-Gre}
England: F Nth C A Yor-Nwy, A Yor-Nwy, F Nwg S A Yor-Nwy
France: F Mid-Por, A Mar-Spa, A Bur H
Germany: F Den H, A Kie-Hol, A Mun-Ruh
Italy: A Ven H, A Apu-Tun, F Ion C A Apu-Tun
Russia: {F Sev-Rum}, A Ukr S F Sev-Rum, A Sil-Mun, F Bot-Swe
Turkey: F Ank-Bla, A Con H, {A Bul-Gre}
"""
BRACKETS = PLAIN.translate(str.maketrans("{}", "()"))
ITALICS = PLAIN.replace("{", "<i>").replace("}", "</i>")
ORDER = re.compile(r"\b[AFaf] [A-Z]\w\w(?:\(sc\))?(?:-| [SCH]\b)[^,\n)<]*|\b[af] [a-z]{3}-[A-Z]{3}")
Stages = Mapping[Phase, Stage]


def stages(text: str) -> Stages:
    document = TextFile("zine.txt", text)
    found = [*ZINE_REPORTS.read(document, lambda _: STANDARD.setting, False)]
    games = [game for game in found if isinstance(game, Imported)]
    return {s.phase: s for game in games for s in replay(STANDARD, game.record).stages}


def differing(found: Stages) -> set[Phase]:
    return {phase for phase, stage in found.items() if stage.verdict == "differs"}


TEXTS = {"capitals": MILL, "brackets": BRACKETS, "italics": ITALICS}
DIFFERING = {name: differing(stages(text)) for name, text in TEXTS.items()}


@pytest.mark.parametrize("name", TEXTS)
@given(place=some.integers(0, 200), noise=some.sampled_from(NOISE))
def test_noise_in_place_of_an_order_makes_no_difference(name: str, place: int, noise: str) -> None:
    text = TEXTS[name]
    orders = [*ORDER.finditer(text)]
    order = orders[place % len(orders)]
    damaged = text[: order.start()] + noise + text[order.end() :]
    assert differing(stages(damaged)) <= DIFFERING[name]


OTHERS = ("f KIE h", "a MUN h", "f NAP h", "f TUN h", "a TYO h", "f SWE h", "f STP(NC) h")


@pytest.mark.parametrize("noise", NOISE)
@pytest.mark.parametrize("order", OTHERS)
def test_a_difference_elsewhere_stays_found(order: str, noise: str) -> None:
    """A result is misprinted for Turkey; the noise is far from it."""
    assert order in MILL
    misprinted = MILL.replace("f CON h, a ARM h, a BUL h", "f CON h, a arm-ANK, a BUL-gre", 1)
    before, summer = misprinted.split("Spring 1902")
    damaged = f"{before}Spring 1902{summer.replace(order, noise, 1)}"
    phase = Phase(1902, "spring", "movement")
    clean = stages(MILL)
    assert clean[phase].verdict == "agrees"
    assert phase in differing(stages(damaged.replace("a arm-ANK", "<i>a arm-ank</i>")))


def test_what_was_left_out_beside_an_order_is_kept() -> None:
    found = stages(MILL.replace("a mun-RUH", "smudge"))
    stage = found[Phase(1901, "spring", "movement")]
    assert stage.verdict == "not read"
    assert [doubt.text for doubt in stage.doubts] == ["not understood: Germany: smudge"]


@pytest.mark.parametrize(("opening_sign", "closing_sign"), [("(", ")"), ("<i>", "</i>")])
@pytest.mark.parametrize("order", re.findall(r"\{(.*?)\}", PLAIN))
def test_one_changed_result_changes_one_phase(
    order: str, opening_sign: str, closing_sign: str
) -> None:
    """A failure loses its mark: its phase differs, or has two units in one place; no other differs,
    though the next orders may then name a unit elsewhere."""
    before, after = PLAIN, PLAIN.replace(f"{{{order}}}", order)
    texts = [text.replace("{", opening_sign).replace("}", closing_sign) for text in (before, after)]
    first, second = (stages(text) for text in texts)
    changed = {phase for phase in first if first[phase].verdict != second[phase].verdict}
    assert changed
    assert len(differing(second)) <= 1
