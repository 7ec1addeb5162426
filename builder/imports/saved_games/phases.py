"""The phases of a saved game, as saved or as dumped.

A saved game has them in a list, each with all that belongs to it; there may be nothing but that
list, or one phase alone. A game that was dumped whole has a history of the positions, one of the
orders, one of the results and one of the messages, each by phase, and the position in which it
stands with its powers:

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
Raws = Iterator[tuple[str, JsonNode]]


def phases(data: JsonNode) -> Raws:
    """The phases by their names, with what belongs to each."""
    if data["phases"].given:
        for raw in data["phases"].list():
            yield raw["name"].text() or _named(raw["state"]), raw
        return
    for name, _ in data["state_history"].items():
        kept = {key: data[key_of][name].value for key, key_of in HISTORIES.items()}
        yield name, JsonNode(kept, data.name, f"state_history.{name}")
    if data["powers"].given and data["phase"].text():
        yield (
            data["phase"].text(),
            JsonNode({"state": _standing(data["powers"])}, data.name, "powers"),
        )


def gathered(data: Any) -> Any:
    """The phases of one game that stand in a list of their own, or one phase alone, as a game."""
    members = data if isinstance(data, list) else [data]
    if members and all(isinstance(m, dict) and "state" in m and "phases" not in m for m in members):
        return {"phases": members}
    return data


def _named(state: JsonNode) -> str:
    return state["name"].text() if isinstance(state.value, dict) else ""


def _standing(powers: JsonNode) -> dict[str, dict[str, Any]]:
    """The position of the powers; who must retreat has left the board."""
    found: dict[str, dict[str, Any]] = {"units": {}, "retreats": {}, "centers": {}}
    for nation, power in powers.items():
        fallen = [f"*{unit}" for unit, _ in power["retreats"].items()]
        found["units"][nation] = [u.text() for u in power["units"].list()] + fallen
        found["retreats"][nation] = power["retreats"].value
        found["centers"][nation] = power["centers"].value
    return found
