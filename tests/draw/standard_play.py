"""A table to play at: the standard board and powers, units and orders in short notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from our_archive import ROOT

from builder.formats.boards import load_board
from builder.model.calendar import Calendar, Phase
from builder.model.kinds import ARMY, FLEET, KindCode, Power
from builder.model.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
    Written,
)
from builder.model.position import Position
from builder.model.setting import Nation, Setting
from builder.model.turns import Turn
from builder.model.units import Unit
from builder.rules.standard import Standard

BOARD = load_board(ROOT / "maps/standard/board.yaml")
NATIONS = tuple(
    Nation(Power(name), "", name[0], tint, ink)
    for name, tint, ink in (
        ("Austria", "#e3aca1", "#a5372c"),
        ("England", "#a9b2d8", "#2e3f8a"),
        ("France", "#aed6e4", "#1f7399"),
        ("Germany", "#bdb6ab", "#37342f"),
        ("Italy", "#b9d2a0", "#3a7433"),
        ("Russia", "#d9cbe3", "#6d4a8c"),
        ("Turkey", "#efd78d", "#8a5d06"),
    )
)
HOMES = {p.code: Power(p.home) for p in BOARD.centres if p.home}
SPRING = Phase(1901, "spring", "movement")


def setting(start: Position | None = None) -> Setting:
    """The standard game."""
    return Setting(
        BOARD,
        {ARMY.code: ARMY, FLEET.code: FLEET},
        NATIONS,
        Calendar(),
        start or Position(SPRING, (), HOMES),
    )


def units(forces: Mapping[str, str]) -> tuple[Unit, ...]:
    """Units by power: `{"France": "A Par, F Spa/sc"}`."""
    return tuple(
        Unit(Power(power), KindCode(kind), BOARD.find(at))
        for power, text in forces.items()
        for kind, at in (u.split() for u in text.split(",") if u.strip())
    )


def order(text: str) -> tuple[UnitRef | None, Order]:  # noqa: C901
    """One order: `A Mun-Bur`, `F NTH C A Lon-Nwy`, `A Bur S A Mun`, `A Mun R Ber`, `B F Lon`."""
    if text == "waive":
        return None, Waive()
    words = text.replace("-", " - ").split()
    if words[0] == "B":
        return None, Build(KindCode(words[1]), BOARD.find(words[2]))
    kind, at, *rest = words
    ref = UnitRef(BOARD.find(at), KindCode(kind))
    match rest:
        case ["X"]:
            return ref, Remove(ref.at)
        case ["D"]:
            return ref, Disband()
        case ["R", to]:
            return ref, Retreat(BOARD.find(to))
        case ["-", to]:
            return ref, Move(BOARD.find(to))
        case ["-", to, "via"]:
            return ref, Move(BOARD.find(to), via=True)
        case ["S", _, who]:
            return ref, Support(BOARD.find(who))
        case ["S", _, who, "-", to]:
            return ref, Support(BOARD.find(who), BOARD.find(to))
        case ["C", _, who, "-", to]:
            return ref, Convoy(BOARD.find(who), BOARD.find(to))
    return ref, Hold()


def written(orders: Mapping[str, str]) -> list[Written]:
    """Orders by power, apart by semicolons or lines."""
    out = []
    for power, text in orders.items():
        for one in filter(str.strip, re.split(r"[;\n]", text)):
            ref, what = order(one.strip())
            out.append(Written(Power(power), ref, what, one.strip()))
    return out


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
    return Standard(setting(), position).play(written(orders))


def follow(turn: Turn, orders: Mapping[str, str]) -> Turn:
    """The next phase of a turn."""
    return Standard(setting(), turn.after).play(written(orders))


def names(turn: Turn) -> Iterable[str]:
    """The provinces where units stand after a turn."""
    return (str(u) for u in turn.after.units)
