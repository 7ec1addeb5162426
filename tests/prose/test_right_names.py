"""Reasons have the right names: what did not happen is not said."""

from __future__ import annotations

from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.cases import play
from builder.errors import NotationError
from builder.formats.cases import read_cases
from builder.notation.notation import parse_order
from builder.prose.order_accounts import OrderAccount, accounts
from builder.prose.wording import flat


def judged(tmp_path: Path, variant: str, phase: str, rest: str) -> dict[str, OrderAccount]:
    """The accounts of one phase, by the text of the order or by the unit."""
    path = tmp_path / "one.yaml"
    lines = [f"variant: {variant}", "cases:", "- id: X", "  title: x", f"  phase: {phase}"]
    lines += [f"  {line}" for line in rest.strip().splitlines()]
    path.write_text("\n".join([*lines, "  expect: {void: 0}"]), encoding="utf-8")
    (case,) = read_cases(path, ARCHIVE.variant)
    assert case.variant is not None
    assert not case.mistakes
    ((_, turn),) = play(case)
    return {account.text: account for account in accounts(turn, case.variant.setting.board)}


def test_a_leader_is_built_once(tmp_path: Path) -> None:
    rows = judged(
        tmp_path,
        "militarism",
        "Winter 1902 adjustments",
        """
owners: {austria: [vie, bud, tri, ser]}
units: {austria: [A vie, A bud, L vie]}
orders: {austria: [Build L vie, Remove L vie]}
""",
    )
    assert flat(rows["Build L Vie"].why) == "Void: a leader is built once, before the first Spring."


def test_first_units_are_customary_and_not_in_civil_disorder(tmp_path: Path) -> None:
    rows = judged(
        tmp_path, "militarism", "Winter 1900 adjustments", "units: {}\norders: {austria: [Waive]}"
    )
    assert rows["A Ber"].word == "customary"
    assert rows["L Ber"].word == "no order"
    assert not rows["A Ber"].failed
    assert "Waive" not in rows["A Ber"].line
    waived = rows["Waive"]
    assert flat(waived.ground).startswith("Austria waived its builds.")
    assert not waived.failed


def test_only_units_removed_by_rule_are_in_civil_disorder(tmp_path: Path) -> None:
    rows = judged(
        tmp_path,
        "standard",
        "Winter 1902 adjustments",
        "owners: {france: [par]}\nunits: {france: [A par, A bur]}\norders: {}",
    )
    assert rows["A Bur"].word == "civil disorder"


def test_who_is_beaten_in_a_crossing_was_not_stood_off(tmp_path: Path) -> None:
    rows = judged(
        tmp_path,
        "cline9-iv",
        "Spring 1902 moves",
        """
units: {turkey: [F tys], italy: [A sic, A rom]}
orders: {turkey: [F tys-ion], italy: [A sic-nap, A rom S A sic-nap]}
""",
    )
    assert rows["F TYS – ION"].word == "beaten"
    assert "tood off" not in flat(rows["F TYS – ION"].why)


def test_two_retreats_to_two_coasts_are_to_one_province(tmp_path: Path) -> None:
    rows = judged(
        tmp_path,
        "standard",
        "Spring 1902 retreats",
        """
units: {germany: [A bel]}
dislodged: {france: [{unit: F gas, from: bre}], italy: [{unit: F wes, from: tun}]}
orders: {france: [F gas R spa/nc], italy: [F wes R spa/sc]}
""",
    )
    for row in rows.values():
        assert flat(row.why) == "Destroyed: two units retreated to Spain, and both are lost."


def test_an_impossible_half_of_a_retreat_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    rows = judged(
        tmp_path,
        "cat",
        "Spring Telahoma I retreats",
        """
units: {cassiusica: [A gol, A cal]}
dislodged: {telahoma: [{unit: DA cin, from: cal}]}
orders: {telahoma: [DA cin R sil, DA cin R gol]}
""",
    )
    assert flat(rows["DA Cin R Gol"].why) == (
        "Void: A Cin may not retreat to Gold, where a unit stands."
    )
    assert rows["DA Cin R Sil"].result_word == ""


@pytest.mark.parametrize("text", ["L Mun - Swi", "L Mun - Switzerland", "A Tun S F Nap - Sicily"])
def test_closed_land_is_named(text: str) -> None:
    setting = ARCHIVE.variant("militarism").setting
    with pytest.raises(NotationError, match=r"(Switzerland|Sicily) is closed: no"):
        parse_order(text, setting, setting.calendar.read("Spring 1902"), setting.powers[3])


@pytest.mark.parametrize(
    ("orders", "why"),
    [
        ("[DCG iro-tin, DCG iro H]", "the order does not say which half of DCG Iro it means"),
        ("[DCG iro-sil, DCG iro-cin]", "only one half of DCG Iro can carry out either order"),
        (
            "[DCG iro-tin, DCG iro H, DCG iro-gol]",
            "DCG Iro has two halves and was given more than two different orders",
        ),
        ("[DCG iro-tin, DCG iro S A tin-iro]", "a unit supports neither itself nor a move into"),
    ],
)
def test_void_halves_have_reasons_of_their_own(tmp_path: Path, orders: str, why: str) -> None:
    rows = judged(
        tmp_path,
        "cat",
        "Spring Telahoma I moves",
        f"units: {{telahoma: [DCG iro, A tin]}}\norders: {{telahoma: {orders}}}",
    )
    assert any(why in flat(row.why) for row in rows.values())
