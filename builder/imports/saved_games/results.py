"""How a saved game ended, its results, and which of the package's rules it was played by.

The winners stand in the note of the last position, `Victory by: FRA, GER`, or in the `outcome` of
a game that was dumped; several have agreed on a draw.

A convoy is `void` or has `no convoy` where its army goes by land, or fails for want of others that
would carry it. Help is `void` or has `no convoy` where it comes to nothing: against a unit of the
helper's own power, or for an order that is itself `void` or has `no convoy`. Whether such an order
stood, was cut or was driven out, these words leave open."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from builder.imports.json_nodes import JsonNode
from builder.model.board import Code, Reach
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.orders import Convoy, Move, Order, Support
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.record import Result

VICTORY = "Victory by:"
BUILD_ANY, BUILD_ANYWHERE = "BUILD_ANY", "build-anywhere"
HELD, SHARED = "HOLD_WIN", "SHARED_VICTORY"
IDLE = frozenset({Outcome.VOID, Outcome.NO_CONVOY})


def winners(data: JsonNode, last: JsonNode, setting: Setting) -> tuple[Power, ...]:
    """Who the file says has won or shares a draw; `last` is its last position."""
    note = _said(last["note"]) or _said(data["note"])
    named = _words(data["outcome"])[1:]
    if not named and note.startswith(VICTORY):
        named = [name.strip() for name in note.removeprefix(VICTORY).split(",")]
    begun = ((p, name) for name in named for p in setting.powers if _begins(p, name))
    return tuple(dict.fromkeys(p for p, _ in begun))


def _said(node: JsonNode) -> str:
    """A text; what is none tells nothing here, and keeps no game from being read."""
    return node.value if isinstance(node.value, str) else ""


def _words(node: JsonNode) -> list[str]:
    return [*filter(None, map(_said, node.list()))] if isinstance(node.value, list) else []


def _begins(power: Power, name: str) -> bool:
    return bool(name) and power.upper().startswith(name.upper())


def ending(
    told: tuple[Power, ...],
    owners: Mapping[Code, Power],
    rules: frozenset[str],
    at: Phase,
    setting: Setting,
) -> Result:
    """What the file says of the end; else who has as many centres as victory takes has won."""
    owned = Counter(owners.values())
    best = max(owned, key=lambda p: owned[p], default=None)
    if len(told) > 1:
        return Result("draw", told, at)
    if told:
        enough = owned[told[0]] >= setting.victory
        return Result("won" if enough else "conceded", told, at)
    if best is not None and owned[best] >= setting.victory and not rules & {HELD, SHARED}:
        return Result("won", (best,), at)
    return Result()


def house(data: JsonNode, variant: str = "") -> frozenset[str]:
    """The rules of the package by which the game was played, but for one that is the variant's."""
    judged = {BUILD_ANY} if variant == BUILD_ANYWHERE else set()
    return frozenset(rule.upper() for rule in _words(data["rules"])) - judged


def unsupported_rules(
    rules: frozenset[str], homes: JsonNode, setting: Setting
) -> Iterator[tuple[str, str]]:
    """Rules under which the game is not judged, and home centres that are none of ours; what is to
    be said of each, and its word."""
    told = json.loads(Path(__file__).with_name("rules.json").read_text(encoding="utf-8"))
    for rule in sorted(rules.difference(told["untouched"])):
        yield told["changed"].get(rule, "a rule that is not known here; judged without it"), rule
    for nation, codes in homes.items() if isinstance(homes.value, dict) else ():
        power = Power(setting.power_names.get(nation) or "")
        ours = {code.upper() for code in setting.homes.get(power, ())}
        for code in _words(codes):
            if power and code.upper() not in ours:
                yield f"a home centre of {power} that is none here; nothing is built there", code


def tags(words: JsonNode) -> list[str]:
    """The results of one unit: a list, or a single word."""
    many = isinstance(words.value, list)
    return [tag for tag in ([w.text() for w in words.list()] if many else [words.text()]) if tag]


class SavedResults(NamedTuple):
    """The words of one phase, province by province: whose unit stood there, what it was ordered
    and what is said of that; `walks` is where armies may walk."""

    powers: Mapping[Code, Power]
    orders: Mapping[Code, Order]
    said: Mapping[Code, frozenset[Outcome]]
    walks: Reach

    def of(self, here: Code) -> frozenset[Outcome]:
        """The outcomes of the order there, without the words that tell none."""
        said, order = self.said[here], self.orders.get(here)
        by_land = isinstance(order, Convoy) and self._goes_by_land(order)
        if by_land or (isinstance(order, Support | Convoy) and self._is_vain(here, order)):
            return said - IDLE
        return said

    def _goes_by_land(self, convoy: Convoy) -> bool:
        army = self.orders.get(convoy.at.province)
        walked = self.walks.get(convoy.at, {})
        return isinstance(army, Move) and army.to == convoy.to and army.to in walked

    def _is_vain(self, here: Code, order: Support | Convoy) -> bool:
        if order.at is None or order.to is None:
            return False
        own = self.powers.get(here) == self.powers.get(order.to.province)
        idle = self.said.get(order.at.province, frozenset()) & IDLE
        return bool(idle) or (own and isinstance(order, Support))
