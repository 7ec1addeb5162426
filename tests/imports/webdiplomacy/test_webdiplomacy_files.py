"""webDiplomacy's newer files, its messages, and its variants on the standard board."""

from __future__ import annotations

import json
from typing import Any

import pytest
from samples import Read
from test_webdiplomacy import SIXTEEN, Numbers, Raw, ended, game, phase

from builder.errors import UnknownWordError
from builder.playback.replaying import replay
from builder.variant import Variant

SAID = {"Yes": True, "No": False}


def newer(text: str) -> str:
    """The same game as the newer files have it: true and false, null, and the kind of a unit as
    its type; neither the variant nor the end."""
    data = json.loads(text)

    def told(key: str, value: Any) -> Any:
        return None if key.endswith("errID") and not value else SAID.get(value, value)

    for raw in data["phases"]:
        for order in raw["orders"]:
            order |= {key: told(key, value) for key, value in order.items()}
        for unit in raw["units"]:
            unit |= {"type": unit.pop("unitType"), "retreating": unit["retreating"] == "Yes"}
    return json.dumps({"schema": 1, "gameID": 7, "file": "history", "phases": data["phases"]})


def routed(by: Numbers) -> list[Raw]:
    owned = by.centres(France="PAR MAR", Germany="MUN")
    lost = by.unit("Germany A BUR") | {"retreating": "Yes"}
    return [
        phase(2, "Diplomacy", by.units("France A PAR", "France A MAR", "Germany A BUR"), [
            by.order("France A PAR", "Move", "BUR"),
            by.order("France A MAR", "Support move", "BUR", fromTerrID=str(by.at("PAR"))),
            by.order("Germany A BUR", "Move", "PAR", success="No", dislodged="Yes"),
        ], owned),
        phase(2, "Retreats", [*by.units("France A BUR", "France A MAR"), lost],
              [by.order("Germany A BUR", "Retreat", "RUH")], owned),
        phase(3, "Diplomacy", by.units("France A BUR", "France A MAR", "Germany A RUH"), [], owned),
    ]  # fmt: skip


def test_true_and_false_and_null(read: Read, standard: Variant) -> None:
    """It is said once that the variant is not, and otherwise the same as ever."""
    text = game(*routed(Numbers()))
    (old,), (new,) = read(text), read(newer(text))
    assert old.remarks == ()
    assert [r.message for r in new.remarks] == ["no variant is named; taken for the standard game"]
    assert repr(new.record.phases) == repr(old.record.phases)
    assert [s.verdict for s in replay(standard, new.record).stages] == ["agrees", "agrees"]


def test_all_the_files_of_a_game_in_one(read: Read) -> None:
    history = json.loads(newer(game(*routed(Numbers()))))
    parts = {"variant": {"name": "Classic"}, "game": {"gameOver": "Drawn"}, "history": history}
    (found,) = read(json.dumps([parts]))
    assert found.remarks == ()
    assert found.record.result.kind == "draw"
    assert (found.record.id, len(found.record.phases)) == ("webdiplomacy-7", 2)
    parts["variant"] = {"id": 2, "name": "World"}
    with pytest.raises(UnknownWordError, match="2"):
        read(json.dumps(parts))
    parts["variant"] = {"name": "World"}
    with pytest.raises(UnknownWordError, match=r"World.*1 Classic or 3 FleetRome"):
        read(json.dumps(parts))


def test_every_place_may_have_an_owner(read: Read) -> None:
    """A coast keeps its first owner, whoever has taken the centre."""
    first, second, third = routed(by := Numbers())
    for raw in (first, second, third):
        raw["centers"] = [*raw["centers"], *by.centres(Italy="BUR SPA/NC ION")]
    (found,) = read(game(first, second, third))
    assert found.remarks == ()
    assert set(found.record.start_owners or ()) == {"Par", "Mar", "Mun"}


def test_orders_without_a_position(read: Read) -> None:
    first, *_ = routed(Numbers())
    for raw in (first, later := dict(first, turn=3)):
        del raw["units"]
    (found,) = read(game(first, later))
    assert found.record.start is None
    assert [(p.after, p.dislodged) for p in found.record.phases] == [(None, None)] * 2


@pytest.mark.parametrize(
    ("centres", "kind"), [(SIXTEEN, "won"), ("MOS", "unknown")], ids=["enough", "too few"]
)
def test_who_has_enough_at_the_end_has_won(read: Read, centres: str, kind: str) -> None:
    data = json.loads(newer(ended(Numbers(), centres)))
    assert read(json.dumps(data))[0].record.result.kind == "unknown", "it goes on"
    data["phases"].append(phase(15, "Finished", [], [], []))
    assert read(json.dumps(data))[0].record.result.kind == kind


def test_messages_are_press(read: Read) -> None:
    first, *_ = routed(Numbers())
    first["messages"] = [
        {"message": "one &amp; two<br />three", "fromCountryID": 2, "toCountryID": 4},
        {"message": "to all", "fromCountryID": 4, "toCountryID": 0},
    ]
    assert read(game(first))[0].record.phases[0].notes == ()
    notes = read(game(first), press=True)[0].record.phases[0].notes
    assert [(n.kind, n.author, n.to, n.text) for n in notes] == [
        ("press", "France", "Germany", "one & two\nthree"),
        ("press", "Germany", "all", "to all"),
    ]


def test_a_fleet_in_rome(read: Read) -> None:
    by = Numbers(3)
    (found,) = read(game(phase(0, "Diplomacy", by.units("Italy F ROM"), [], []), variant=3))
    assert found.remarks == ()
    assert found.record.variant == "fleet-rome"
    assert [str(u) for u in found.record.start or ()] == ["F Rom"]


def test_builds_in_every_centre_are_judged(read: Read) -> None:
    by = Numbers(5)
    begun = by.units("Italy A ROM", "Italy A GRE")
    (found,) = read(game(phase(0, "Diplomacy", begun, [], []), variant=5))
    assert found.remarks == ()
    assert found.record.variant == "build-anywhere"
