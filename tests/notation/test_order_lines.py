"""Lines as people write them: several orders, labels, lists, remarks, conditions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from our_archive import ARCHIVE, examples
from processor_time import at_most

from builder.formats.game.typed_orders import TypedOrders, read_typed, with_guesses
from builder.model.calendar import Phase
from builder.model.units import Location, Power, Unit
from builder.notation.notation import write_order
from builder.notation.order_lines import OrderLineReader, OrderSituation

SETTING = ARCHIVE.variant("standard").setting
STEPS = {
    "movement": Phase(1903, "fall", "movement"),
    "retreats": Phase(1903, "fall", "retreats"),
    "adjustments": Phase(1903, "winter", "adjustments"),
}
STANDING = {
    "movement": {
        "Austria": ("A Vie, A Bud, A Ser, A Tri, F Alb", 0),
        "England": ("F NTH, F NWG, F Bel, F Nwy, A Yor, A Lon", 0),
        "France": ("F ENG, F MAO, A Gas, A Pic, A Pie", 0),
        "Germany": ("A Mun, A Ruh, A Kie, A Ber, F Hol, F Den", 0),
        "Italy": ("F ION, F TYS, A Tun, A Apu, A Ven", 0),
        "Russia": ("A Ukr, A War, A Sev, A Fin, F BLA, F BOT", 0),
        "Turkey": ("F AEG, F EAS, A Bul, A Con, A Smy", 0),
    },
    "retreats": {"Austria": ("A Tri", 0), "England": ("F NTH, A Nwy", 0)},
    "adjustments": {
        "Austria": ("A Vie, A Bud, A Gal, A Ser, F Alb", -2),
        "England": ("F NTH, F NWG, A Nwy", 2),
        "Turkey": ("F AEG, A Bul, F BLA", 1),
    },
}
SAMPLES = yaml.safe_load(Path(__file__).with_name("wordings.yaml").read_text(encoding="utf-8"))
WORDINGS = [
    (group["step"], group["power"], text, meant)
    for group in SAMPLES
    for text, meant in group["texts"].items()
]
KIND = re.compile(r"(^|Remove |[SC] )(?:A|F) ")  # of a unit that is there anyway


def situations(step: str) -> dict[str, OrderSituation]:
    found = {}
    for power, (text, builds) in STANDING[step].items():
        units = [Unit(power, one[0], Location(one[2:])) for one in text.split(", ")]
        found[power] = OrderSituation(tuple(units), builds)
    return found


def typed(step: str, power: str, text: str) -> TypedOrders:
    phase = STEPS[step]
    return read_typed(text, "m", SETTING, phase, power, situations=situations(step))


def effect(orders: list[str]) -> list[str]:
    """Orders without the letter of a unit that is there."""
    return sorted(o if o.startswith("Build") else KIND.sub(r"\1", o) for o in orders)


@pytest.mark.parametrize(("step", "power", "text", "meant"), WORDINGS)
def test_a_wording(step: str, power: str, text: str, meant: str) -> None:
    found = typed(step, power, text)
    if meant == "ask":
        assert found.mistakes or not found.orders
        return
    orders = [write_order(w, SETTING) for mine in found.orders.values() for w in mine]
    assert not found.mistakes
    assert effect(orders) == effect(meant.split("; "))


CONDITIONS = (
    "if Italy leaves", "unless Italy stays", "provided Italy leaves", "only if Ven is empty",
    "as long as Italy agrees", "falls Italien geht", "wenn Italien geht", "si l'Italie part",
    "se l'Italia parte", "als Italië gaat", "om Italien går", "hvis Italien går",
    "jos Italia lähtee",
    "or A Pie H", "oder A Pie H", "ou A Pie H", "otherwise hold", "sonst A Pie H", "sinon A Pie H",
)  # fmt: skip
JOINTS = (", {}", " ({})", "; {}", " - {}", " {}", ": {}", " [{}]", ". {}", "\n{}")


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("joint", JOINTS[:-1])
def test_law_no_order_is_taken_without_its_condition(condition: str, joint: str) -> None:
    found = typed("movement", "France", "A Pie-Mar" + joint.format(condition))
    assert found.mistakes


@pytest.mark.parametrize(
    "text",
    [
        "If Italy attacks Mar: A Pie H\nOtherwise:\nA Pie-Tus",
        "Plan A:\nA Gas-Bur\nPlan B (if England is in Bel):\nA Gas-Spa",
        "Preferred: A Gas-Bur\nAlternative: A Gas-Par",
        "[ ] A Gas-Bur\n[x] A Pic-Par",
    ],
)
def test_conditions_over_several_lines(text: str) -> None:
    assert typed("movement", "France", text).mistakes


@pytest.mark.parametrize(
    "line",
    [
        "Let me know if you need anything.", "If you have questions, call me.", "Thanks, Bob",
        "I may be late next week.", "See you in Paris, perhaps on Friday", "Paris, 27 November",
        "This message is confidential. If you are not the addressee, delete it.",
    ],
)  # fmt: skip
def test_talk_keeps_nothing_open(line: str) -> None:
    found = typed("movement", "France", f"A Gas-Bur\n{line}")
    assert not found.mistakes
    assert [w.text for w in found.orders["France"]] == ["A Gas-Bur"]


PIECES = (
    *[
        "A",
        "F",
        "Gas",
        "Bur",
        "ENG",
        "Mao",
        "-",
        ">",
        "->",
        "S",
        "C",
        "H",
        "R",
        "via",
        "if",
        "or",
        "and",
        "not",
        "the",
        "to",
        "Germany",
        "England:",
        "(Italy)",
    ],
    *[
        "[x]",
        "(",
        ")",
        ";",
        ",",
        ".",
        ":",
        "/",
        "&",
        "+",
        "Build",
        "Remove",
        "Waive",
        "all",
        "others",
        "hold",
        "NMR",
        "1.",
        "*",
        "|",
        "?",
        "!",
        "Gascony",
        "Münch",
    ],
    *["Burgundy", "Roma", "<b>", "</s>", "~~", "=", "'A"],
    "\n",
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join)


@settings(max_examples=examples(300))
@given(TEXTS | st.text(max_size=40), st.sampled_from([None, "France"]), st.sampled_from([*STEPS]))
def test_law_every_line_is_accounted_for_and_nothing_is_raised(
    text: str, power: str | None, step: str
) -> None:
    found = read_typed(text, "m", SETTING, STEPS[step], power, situations=situations(step))
    with_guesses(found)
    accounted = {line.number for line in found.lines}
    for number, row in enumerate(text.splitlines(), start=1):
        if any(sign.isalnum() for sign in row):
            assert number in accounted, row


def test_labels_reach_the_lines_below() -> None:
    text = "Armies:\nGas-Bur\nPic-Bel\n\nFleets:\nEng-Mao"
    orders = typed("movement", "France", text).orders["France"]
    assert [write_order(w, SETTING) for w in orders] == [
        "A Gas - Bur",
        "A Pic - Bel",
        "F ENG - MAO",
    ]
    removals = typed("adjustments", "England", "Remove:\nF NTH\nA Nwy").orders["England"]
    assert [write_order(w, SETTING) for w in removals] == ["Remove F NTH", "Remove A Nwy"]


def test_orders_left_as_before_are_asked() -> None:
    found = typed("movement", "France", "A Gas-Mar, rest as before")
    assert "Write them all again" in str(found.mistakes[0])


def test_a_leader_and_an_army_in_one_city_are_two_builds() -> None:
    setting = ARCHIVE.variant("militarism").setting
    for text in ("A Par, L Par", "LA Par", "A Par with leader", "IA Par"):
        found = read_typed(text, "m", setting, setting.start.phase, "France")
        orders = [write_order(w, setting) for w in found.orders["France"]]
        assert orders == ["Build A Par", "Build L Par"], text


def test_doubled_units_in_many_words() -> None:
    setting = ARCHIVE.variant("cat").setting
    for text in ("2A Cob - Cal", "2 A Cob - Cal", "AA Cob - Cal", "Double A Cob - Cal"):
        found = read_typed(text, "m", setting, setting.start.phase, "Cassiusica")
        orders = [write_order(w, setting) for w in found.orders["Cassiusica"]]
        assert orders == ["DA Cob - Cal"], text
    (order,) = typed("movement", "France", "2 A Gas-Bur").orders["France"]
    assert not order.unit.doubled


@pytest.mark.parametrize(
    "line",
    [
        "A Gas-Bur " * 1200,
        "A Gas H and " * 40 + "peace",
        "A Gas-Bur " + "(a) " * 1500,
        "A Gas-Bur! " * 500,
        "My orders: " * 700,
        "A Gas-Bur, " * 500,
    ],
    ids=lambda line: line[:22],
)
def test_a_line_without_end_is_soon_read_or_reported(line: str) -> None:
    with at_most(20):
        found = typed("movement", "France", line)
    assert found.orders.get("France") or found.mistakes or line.startswith("My orders")


def test_many_orders_without_commas_in_one_line() -> None:
    items = OrderLineReader(SETTING, "movement", Power("France")).read("A Gas-Bur A Pic-Bel " * 50)
    assert [item.text for item in items] == ["A Gas-Bur", "A Pic-Bel"] * 50
