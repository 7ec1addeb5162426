"""A position judged from Python, and what it may not be."""

from __future__ import annotations

import pytest

from builder import judge, open_variant


@pytest.mark.parametrize("other", ["Italy", "Austria"])
def test_two_units_in_one_province_are_refused(other: str) -> None:
    units = {"Italy": "A Ven"} | {other: "A Ven, F Ven"}
    with pytest.raises(ValueError, match=r"Ven is there already"):
        judge(open_variant("standard"), units, {"Italy": "A Ven-Tri"})


def test_an_army_aboard_shares_its_sea_with_the_fleet() -> None:
    units = {"France": "F ECH, A ECH"}
    judged = judge(open_variant("classix"), units, {"France": "A ECH-Lon, F ECH H"})
    assert {order.result for order in judged} == {"moved", "held"}
