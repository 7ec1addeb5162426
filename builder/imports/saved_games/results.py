"""The end of a saved game, its results, and the package's rules that it was played by.

The winners are in the note of the last position, `Victory by: FRA, GER`; several winners have
agreed on a draw.

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
LATER_WON = {"HOLD_WIN", "SHARED_VICTORY"}  # not at once by the power with most centres
IDLE = frozenset({Outcome.VOID, Outcome.NO_CONVOY})


def winners(data: JsonNode, last: JsonNode, setting: Setting) -> tuple[Power, ...]:
    """The powers that the file names as winners or as sharing a draw; `last` is its last
    position."""
    notes = [node.value for node in (last["note"], data["note"]) if isinstance(node.value, str)]
    note = next(filter(None, notes), "")
    said = note.removeprefix(VICTORY) if note.startswith(VICTORY) else ""
    named = [name.strip().upper() for name in said.split(",")]
    known = (p for name in named if name for p in setting.powers if p.upper().startswith(name))
    return tuple(dict.fromkeys(known))


def _words(node: JsonNode) -> list[str]:
    """The texts of a list; other values are left out, which are no reason to refuse the game."""
    listed = node.value if isinstance(node.value, list) else []
    return [word for word in listed if word and isinstance(word, str)]


def ending(
    won_by: tuple[Power, ...],
    owners: Mapping[Code, Power],
    rules: frozenset[str],
    at: Phase,
    setting: Setting,
) -> Result:
    """The end that the file states; else a win of the power with enough centres for victory."""
    if len(won_by) > 1:
        return Result("draw", won_by, at)
    owned = Counter(owners.values())
    best = won_by or tuple(power for power, _ in owned.most_common(1))
    enough = bool(best) and owned[best[0]] >= setting.victory
    if won_by:
        return Result("won" if enough else "conceded", best, at)
    return Result("won", best, at) if enough and not rules & LATER_WON else Result()


def house(data: JsonNode, variant: str = "") -> frozenset[str]:
    """The package's rules by which the game was played, without one that the variant has."""
    judged = {BUILD_ANY} if variant == BUILD_ANYWHERE else set()
    return frozenset(rule.upper() for rule in _words(data["rules"])) - judged


def unsupported_rules(rules: frozenset[str]) -> Iterator[tuple[str, str]]:
    """A message and the word for each rule that the judging ignores."""
    known = json.loads(Path(__file__).with_name("rules.json").read_text(encoding="utf-8"))
    for rule in sorted(rules.difference(known["untouched"])):
        yield known["changed"].get(rule, "an unknown rule; judged without it"), rule


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
