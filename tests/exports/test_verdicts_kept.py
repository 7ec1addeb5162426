"""What agrees with its source agrees as well when it is written elsewhere and read again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from samples import Read

from builder.exports.registry import EXPORTERS
from builder.playback.replaying import Replay, replay
from builder.variant import Variant

WRITERS = {name: EXPORTERS[name].write for name in ("judge", "saved-game")}
FIRST = {"FRANCE": ["A PAR", "A MAR", "A BUR"], "TURKEY": ["A CON", "F AEG"], "ITALY": ["F GRE"]}
ORDERS = {
    "FRANCE": ["A PAR - GAS", "A MAR S A PAR - BUR", "A BUR H"],
    "TURKEY": ["A CON - BUL VIA", "F AEG H"],
    "ITALY": ["F GRE H"],
}
AFTER = {"FRANCE": ["A GAS", "A MAR", "A BUR"], "TURKEY": ["A BUL", "F AEG"], "ITALY": ["F GRE"]}


def saved(results: dict[str, list[str]]) -> str:
    phases = [
        {"name": "S1902M", "state": {"units": FIRST}, "orders": ORDERS, "results": results},
        {"name": "F1902M", "state": {"units": AFTER}, "orders": {}},
    ]
    return json.dumps({"id": "kept", "phases": phases})


def web(success: str) -> str:
    """An army stands, and another supports a move of it."""
    units: list[dict[str, Any]] = [
        {"unitType": "Army", "retreating": "No", "terrID": at, "countryID": 2} for at in (47, 49)
    ]
    orders: list[dict[str, Any]] = [
        {"countryID": 2, "terrID": 47, "unitType": "Army", "type": "Hold", "success": "Yes"},
        {"countryID": 2, "terrID": 49, "unitType": "Army", "type": "Support move",
         "fromTerrID": 47, "toTerrID": 48, "success": success},
    ]  # fmt: skip
    phases = [
        {"turn": 2, "phase": "Diplomacy", "units": units, "orders": orders},
        {"turn": 3, "phase": "Diplomacy", "units": units, "orders": []},
    ]
    return json.dumps({"gameID": 7, "phases": phases})


def played(text: str, read: Read, variant: Variant) -> Replay:
    (game,) = read(text)
    return replay(variant, game.record)


def verdicts(found: Replay) -> list[str]:
    return [s.verdict for s in found.stages if s.recorded and s.recorded.orders]


@pytest.mark.parametrize("name", sorted(WRITERS))
@pytest.mark.parametrize(
    "text", [saved({"A MAR": ["void"]}), web("No")], ids=["a tag that tells nothing", "only failed"]
)
def test_what_a_source_leaves_open_is_written_as_we_find(
    text: str, name: str, read: Read, standard: Variant
) -> None:
    first = played(text, read, standard)
    written = WRITERS[name](first)
    assert "void" in written
    assert verdicts(first) == verdicts(played(written, read, standard)) == ["agrees"]


@pytest.mark.parametrize("name", sorted(WRITERS))
@pytest.mark.parametrize(
    ("text", "tag"),
    [(saved({"A MAR": ["cut"]}), "cut"), (web("Yes"), ""), (saved({"A BUR": ["dislodged"]}), "")],
    ids=["cut", "done", "dislodged"],
)
def test_what_differs_differs_still(
    text: str, tag: str, name: str, read: Read, standard: Variant
) -> None:
    first = played(text, read, standard)
    written = WRITERS[name](first)
    assert tag in written
    assert verdicts(first) == verdicts(played(written, read, standard)) == ["differs"]


def test_an_army_that_walked_is_written_so(read: Read, standard: Variant) -> None:
    """Judges know no way by land of an army that is told to sail."""
    first = played(saved({"A MAR": ["void"]}), read, standard)
    assert "Army Constantinople -> Bulgaria." in WRITERS["judge"](first)
    text = saved({"A MAR": ["void"]}).replace("F AEG H", "F AEG C A CON - BUL")
    first = played(text, read, standard)
    assert "Army Constantinople -> Bulgaria via convoy." in WRITERS["judge"](first)


DUEL = """\
Movement results for Spring of 1901.  (duel.001)

France: Army Marseilles -> Spain.
France: Army Paris HOLD.
France: Fleet Brest HOLD.
Austria: Army Vienna HOLD.
Austria: Army Budapest -> Serbia.
Austria: Fleet Trieste, No Order Processed.
"""


def test_who_does_not_play_has_no_units(read: Read, standard: Variant) -> None:
    first = played(DUEL, read, standard)
    assert {u.power for u in first.stages[0].turn.before.units} == {"France", "Austria"}
    assert set(first.stages[0].turn.before.owners.values()) == {"France", "Austria"}
    for write in WRITERS.values():
        again = played(write(first), read, standard)
        assert set(again.stages[0].turn.before.units) == set(first.stages[0].turn.before.units)


@pytest.mark.parametrize(
    "text",
    [
        DUEL.replace("Austria: Fleet Trieste, No Order Processed.\n", ""),
        DUEL + DUEL.replace("Spring", "Fall").replace("Austria: Fleet Trieste", "Italy: Army Rome"),
    ],
    ids=["not all their units", "another orders later"],
)
def test_who_is_left_out_of_a_report_may_play(text: str, read: Read) -> None:
    assert read(text)[0].record.start is None


LAST = """\
Movement results for Fall of 1903.  (last.001)

France: Army Paris -> Burgundy.
France: Army Marseilles SUPPORT Army Paris -> Burgundy.
France: Army Spain -> Portugal.
Germany: Army Burgundy HOLD.  (*dislodged*)

The German Army in Burgundy can retreat to Belgium or Gascony or Munich or Picardy or Ruhr.

Ownership of supply centers:

France:    Paris, Marseilles, Portugal.
Germany:   Munich.
"""


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_a_last_fall_with_retreats_to_come(name: str, read: Read, standard: Variant) -> None:
    """The centres change hands after the retreats."""
    (game,) = read(LAST)
    before = {at: p for at, p in (game.record.start_owners or {}).items() if at != "Por"}
    first = replay(standard, game.record._replace(start_owners=before))
    again = played(WRITERS[name](first), read, standard)
    assert verdicts(first) == verdicts(again) == ["agrees"]


@pytest.mark.parametrize("name", ["judge", "saved-game", "zine"])
def test_an_unordered_unit_that_is_driven_out_stays_unordered(
    name: str, read: Read, standard: Variant
) -> None:
    """A unit without an order comes back without one, also if it was dislodged."""
    units = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"], "ITALY": ["A TYR"]}
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}
    after = {"FRANCE": ["A BUR", "A MAR"], "GERMANY": ["*A BUR"], "ITALY": ["A TYR"]}
    phases = [
        {"name": "S1902M", "state": {"units": units}, "orders": orders, "results": {}},
        {"name": "S1902R", "state": {"units": after}, "orders": {}},
    ]
    first = played(json.dumps({"id": "idle", "phases": phases}), read, standard)
    (again,) = read(EXPORTERS[name].write(first))
    ordered = {w.issuer for w in again.record.phases[0].orders}
    assert ordered == {"France"}
