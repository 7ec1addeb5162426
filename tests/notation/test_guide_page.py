"""The examples of docs/ways-to-write-an-order.md are read as the page says."""

from __future__ import annotations

import re

import pytest
from our_archive import ARCHIVE, ROOT

from builder.formats.game.typed_orders import read_typed
from builder.model.calendar import Phase
from builder.model.units import Location, Unit
from builder.notation.notation import write_order
from builder.notation.order_lines import OrderSituation

SETTING = ARCHIVE.variant("standard").setting
FALL = Phase(1903, "fall", "movement")
PAGE = (ROOT / "docs" / "ways-to-write-an-order.md").read_text(encoding="utf-8")
READ, ASKED = PAGE.split("## What is asked")
ROW = re.compile(r"^\| `(.+?)` \| (.+) \|$", re.MULTILINE)
UNITS = tuple(
    Unit("France", kind, Location(place))
    for kind, place in (("F", "ENG"), ("F", "MAO"), ("A", "Gas"), ("A", "Pic"), ("A", "Pie"))
)


def typed(text: str):
    situations = {"France": OrderSituation(UNITS)}
    return read_typed(text, "m", SETTING, FALL, "France", situations=situations)


@pytest.mark.parametrize(("text", "orders"), ROW.findall(READ))
def test_what_is_read(text: str, orders: str) -> None:
    found = typed(text)
    assert not found.mistakes
    written = [write_order(w, SETTING) for w in found.orders["France"]]
    assert written == re.findall(r"`(.+?)`", orders)


@pytest.mark.parametrize(("text", "why"), ROW.findall(ASKED.split("## Headings")[0]))
def test_what_is_asked(text: str, why: str) -> None:
    assert why
    assert typed(text).mistakes


def test_a_place_of_two_names_is_asked() -> None:
    assert typed("F MAO - Atlantic").mistakes
