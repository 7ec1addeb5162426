"""The end of a saved game, its results, and the package's rules that it was played by.

The winners are in the note of the last position, `Victory by: FRA, GER`, or in the `outcome` of a
dumped game; several winners have agreed on a draw.

A convoy is `void` or has `no convoy` if its army goes by land, or if another convoy that the army
needs is missing. A support is `void` or has `no convoy` if it has no effect: against a unit of the
same power, or for an order that is itself `void` or has `no convoy`. These words do not say whether
such an order was cut or its unit dislodged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from builder.imports.foreign_game import PhaseSheet
from builder.imports.json_nodes import JsonNode
from builder.model.board import Reach
from builder.model.calendar import Phase
from builder.model.orders import Convoy, Move, Support
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Code, Power, Unit
from builder.record import Printed, Result

VICTORY = "Victory by:"
BUILD_ANY, BUILD_ANYWHERE = "BUILD_ANY", "build-anywhere"
HELD, SHARED = "HOLD_WIN", "SHARED_VICTORY"
IDLE = frozenset({Outcome.VOID, Outcome.NO_CONVOY})


def winners(data: JsonNode, last: JsonNode, setting: Setting) -> tuple[Power, ...]:
    """The powers that the file names as winners or as sharing a draw; `last` is its last
    position."""
    note = _said(last["note"]) or _said(data["note"])
    named = _words(data["outcome"])[1:]
    if not named and note.startswith(VICTORY):
        named = [name.strip() for name in note.removeprefix(VICTORY).split(",")]
    begun = ((p, name) for name in named for p in setting.powers if _begins(p, name))
    return tuple(dict.fromkeys(p for p, _ in begun))


def _said(node: JsonNode) -> str:
    """A text; empty for any other value, which is no reason to refuse the game."""
    return node.value if isinstance(node.value, str) else ""


def _words(node: JsonNode) -> list[str]:
    return [*filter(None, map(_said, node.list()))] if isinstance(node.value, list) else []


def _begins(power: Power, name: str) -> bool:
    return bool(name) and power.upper().startswith(name.upper())


def ending(
    won_by: tuple[Power, ...],
    owners: Mapping[Code, Power],
    rules: frozenset[str],
    at: Phase,
    setting: Setting,
) -> Result:
    """The end that the file states; else a win of the power with enough centres for victory."""
    owned = Counter(owners.values())
    best = max(owned, key=lambda p: owned[p], default=None)
    if len(won_by) > 1:
        return Result("draw", won_by, at)
    if won_by:
        enough = owned[won_by[0]] >= setting.victory
        return Result("won" if enough else "conceded", won_by, at)
    if best is not None and owned[best] >= setting.victory and not rules & {HELD, SHARED}:
        return Result("won", (best,), at)
    return Result()


def house(data: JsonNode, variant: str = "") -> frozenset[str]:
    """The package's rules by which the game was played, without one that the variant has."""
    judged = {BUILD_ANY} if variant == BUILD_ANYWHERE else set()
    return frozenset(rule.upper() for rule in _words(data["rules"])) - judged


def unsupported_rules(
    rules: frozenset[str], homes: JsonNode, setting: Setting
) -> Iterator[tuple[str, str]]:
    """A message and the word for each rule that the judging ignores, and for each home centre that
    the board does not have."""
    known = json.loads(Path(__file__).with_name("rules.json").read_text(encoding="utf-8"))
    for rule in sorted(rules.difference(known["untouched"])):
        yield known["changed"].get(rule, "an unknown rule; judged without it"), rule
    for nation, codes in homes.items() if isinstance(homes.value, dict) else ():
        power = Power(setting.power_names.get(nation) or "")
        ours = {code.upper() for code in setting.homes.get(power, ())}
        for code in _words(codes):
            if power and code.upper() not in ours:
                yield f"not a home centre of {power} on this board; nothing is built there", code


def tags(words: JsonNode) -> list[str]:
    """The results of one unit: a list, or a single word."""
    many = isinstance(words.value, list)
    return [tag for tag in ([w.text() for w in words.list()] if many else [words.text()]) if tag]


def without_idle_words(sheet: PhaseSheet, units: Iterable[Unit], walks: Reach) -> Iterator[Printed]:
    """The results, without `void` and `no convoy` where these say nothing; `walks` are the ways of
    armies."""
    powers = {u.at.province: u.power for u in units}
    orders = {w.home: w.order for w in sheet.orders}
    void = {p.at.province for p in sheet.results if p.outcomes & IDLE}

    def is_idle(here: Code) -> bool:
        match orders.get(here):
            case Convoy(at, to):
                army = orders.get(at.province)
                by_land = isinstance(army, Move) and army.to == to and to in walks.get(at, {})
                return by_land or (to is not None and at.province in void)
            case Support(at, to) if at and to:
                own = powers.get(here) == powers.get(to.province)
                return own or at.province in void
        return False

    for p in sheet.results:
        yield p._replace(outcomes=p.outcomes - IDLE) if is_idle(p.at.province) else p
