"""Who follows a power sees every order about its units and its land."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE

from builder.notation.notation import parse_order
from builder.site.parts.player import concerned_powers


@pytest.mark.parametrize(
    ("power", "order", "concerned"),
    [
        ("Italy", "A Ven H", {"Italy"}),
        ("Italy", "A Ven-Tri", {"Italy", "Austria"}),
        ("Austria", "F Tri-Alb", {"Austria"}),
        ("France", "A Mar S A Ven-Pie", {"France", "Italy"}),
        ("England", "F Lon-NTH", {"England"}),
    ],
)
def test_an_opening_order_concerns(power: str, order: str, concerned: set[str]) -> None:
    variant = ARCHIVE.variant("standard")
    start = variant.setting.start
    written = parse_order(order, variant.setting, start.phase, power)
    turn = variant.open(start).play([written])
    action = next(a for a, w in turn.written.items() if w is written)
    assert dict(concerned_powers(turn, variant.setting))[action.at] == concerned
