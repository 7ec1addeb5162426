"""The phases of a saved game, as saved or as dumped.

A saved game has a list of phases, each with its position, orders and results. A game that was
dumped whole has separate histories of positions, orders, results and messages, each by phase, and
the current position under its powers:

    {"state_history": {"S1901M": {"units": …}}, "order_history": {"S1901M": {"FRANCE": […]}},
     "phase": "FALL 1901 MOVEMENT",
     "powers": {"FRANCE": {"units": ["A PAR"], "retreats": {"F BRE": ["MAO"]}, "centers": […]}}}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builder.imports.json_nodes import JsonNode

HISTORIES = {
    "state": "state_history", "orders": "order_history", "results": "result_history",
    "messages": "message_history",
}  # fmt: skip


def phases(data: JsonNode) -> Iterator[tuple[str, JsonNode]]:
    """The name of each phase, and its position, orders, results and messages."""
    if data["phases"].given:
        for raw in data["phases"].list():
            yield raw["name"].text() or raw["state"]["name"].text(), raw
        return
    for name, _ in data["state_history"].items():
        kept = {key: data[key_of][name].value for key, key_of in HISTORIES.items()}
        yield name, JsonNode(kept, data.name, f"state_history.{name}")
    if data["powers"].given and (name := data["phase"].text()):
        yield name, JsonNode({"state": _standing(data["powers"])}, data.name, "powers")


def _standing(powers: JsonNode) -> dict[str, dict[str, Any]]:
    """The position under the powers, which list dislodged units only among the retreats."""
    found: dict[str, dict[str, Any]] = {"units": {}, "retreats": {}, "centers": {}}
    for nation, power in powers.items():
        fallen = [f"*{unit}" for unit, _ in power["retreats"].items()]
        found["units"][nation] = [u.text() for u in power["units"].list()] + fallen
        found["retreats"][nation] = power["retreats"].value
        found["centers"][nation] = power["centers"].value
    return found
