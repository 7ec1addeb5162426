"""Turns of the standard game, from units and orders in short notation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from our_archive import ARCHIVE, ROOT

from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import KindCode, Position, Power, Unit
from builder.notation.notation import parse_order

__all__ = ["BOARD", "HOMES", "ROOT", "SPRING", "follow", "play", "setting"]
VARIANT = ARCHIVE.variant("standard")
BOARD = VARIANT.setting.board
HOMES = {p.code: Power(p.home) for p in BOARD.centres if p.home}
SPRING = Phase(1901, "spring", "movement")


def setting() -> Setting:
    """The standard game."""
    return VARIANT.setting


def units(forces: Mapping[str, str]) -> tuple[Unit, ...]:
    """Units by power: `{"France": "A Par, F Spa/sc"}`."""
    return tuple(
        Unit(Power(power), KindCode(kind), BOARD.find(at))
        for power, text in forces.items()
        for kind, at in (u.split() for u in text.split(","))
    )


def written(orders: Mapping[str, str], phase: Phase) -> list[Written]:
    """Orders by power, separated by semicolons."""
    return [
        parse_order(one, setting(), phase, Power(power))
        for power, text in orders.items()
        for one in re.split(r"; ?", text)
    ]


def play(
    forces: Mapping[str, str],
    orders: Mapping[str, str],
    owners: Mapping[str, str] | None = None,
    phase: Phase = SPRING,
) -> Turn:
    """One phase adjudicated."""
    owned = dict(HOMES)
    for power, text in (owners or {}).items():
        owned.update({BOARD.find(c).province: Power(power) for c in text.split()})
    position = Position(phase, units(forces), owned)
    return VARIANT.open(position).play(written(orders, phase))


def follow(turn: Turn, orders: Mapping[str, str]) -> Turn:
    """The next phase of a turn."""
    return VARIANT.open(turn.after).play(written(orders, turn.after.phase))
