from __future__ import annotations

import json
from typing import Any

import pytest
from samples import Read

from builder.errors import ArchiveError
from builder.model.orders import Disband, Move, Waive
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay
from builder.record import PhaseRecord
from builder.variant import Variant


def state(**units: list[str]) -> dict[str, Any]:
    return {"units": {p.upper(): u for p, u in units.items()}, "centers": {"FRANCE": ["PAR"]}}


SAVED = {
    "id": "abc",
    "map": "standard",
    "phases": [
        {
            "name": "S1901M",
            "state": state(france=["A PAR", "A MAR"], germany=["A BUR"], england=["A LON"]),
            "orders": {
                "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
                "GERMANY": ["A BUR H"],
                "ENGLAND": ["A LON - BRE VIA"],
            },
            "results": {"A PAR": [], "A MAR": [], "A BUR": ["dislodged"], "A LON": ["no convoy"]},
            "messages": [{"sender": "FRANCE", "recipient": "ALL", "message": "hello"}],
        },
        {
            "name": "S1901R",
            "state": state(france=["A BUR", "A MAR"], germany=["*A BUR"], england=["A LON"])
            | {"retreats": {"GERMANY": {"A BUR": ["RUH"]}}},
            "orders": {"FRANCE": [], "GERMANY": ["A BUR D"]},
            "results": {"A BUR": ["disband"]},
        },
        {
            "name": "W1901A",
            "state": state(france=["A BUR", "A MAR"], england=["A LON"]),
            "orders": {"FRANCE": ["WAIVE", "A MAR D", "nonsense"], "GERMANY": None},
            "results": {},
        },
        {"name": "COMPLETED", "state": state(france=["A BUR"], germany=[]), "orders": {}},
    ],
}
WEB = {
    "gameID": 7,
    "phases": [
        {
            "turn": 1, "phase": "Diplomacy",
            "units": [
                {"unitType": "Army", "retreating": "No", "terrID": 47, "countryID": 2},
                {"unitType": "Fleet", "retreating": "No", "terrID": 79, "countryID": 7},
            ],
            "orders": [
                {"turn": 1, "phase": "Diplomacy", "countryID": 2, "terrID": 47,
                 "unitType": "Army", "type": "Move", "toTerrID": 48, "fromTerrID": 0,
                 "viaConvoy": "No", "success": "No", "dislodged": "Yes"},
                {"turn": 1, "phase": "Diplomacy", "countryID": 7, "terrID": 79,
                 "unitType": "Fleet", "type": "Support move", "toTerrID": 35,
                 "fromTerrID": 34, "viaConvoy": "No", "success": "Yes", "dislodged": "No"},
            ],
            "centers": [{"terrID": 47, "countryID": 2}],
        }
    ],
}  # fmt: skip


def test_saved_game(read: Read) -> None:
    record = read(json.dumps(SAVED), "abc.json")[0].record
    movement, retreats, winter = record.phases
    assert movement.silent
    assert [p.outcomes for p in movement.results] == [{Outcome.DISLODGED}, {Outcome.NO_CONVOY}]
    assert movement.orders[3].order == Move(movement.orders[3].order.to, via=True)  # type: ignore[union-attr]
    assert retreats.orders[0].order == Disband()
    assert isinstance(winter.orders[0].order, Waive)
    assert winter.after is not None
    assert [str(u) for u in winter.after] == ["A Bur"]


def test_what_is_not_understood_is_kept(read: Read) -> None:
    (game,) = read(json.dumps(SAVED))
    assert [r.excerpt for r in game.remarks] == ["nonsense"]
    assert "nonsense" in game.record.phases[2].notes[0].text


def test_messages_are_press(read: Read) -> None:
    assert read(json.dumps(SAVED))[0].record.phases[0].notes == ()
    (note,) = read(json.dumps(SAVED), press=True)[0].record.phases[0].notes
    assert (note.kind, note.author, note.text) == ("press", "France", "hello")


def test_one_game_a_line(read: Read) -> None:
    lines = "\n".join(json.dumps(SAVED) for _ in range(3))
    games = read(lines, "many.jsonl")
    assert [[r.line for r in game.remarks] for game in games] == [[1], [2], [3]]


def test_saved_game_replays(read: Read, standard: Variant) -> None:
    record = read(json.dumps(SAVED))[0].record
    assert [s.verdict for s in replay(standard, record).stages][:2] == ["agrees", "agrees"]


def test_territories_by_number(read: Read) -> None:
    record = read(json.dumps(WEB))[0].record
    (phase,) = record.phases
    assert (phase.phase.year, phase.phase.season) == (1901, "fall")
    assert [(w.issuer, str(w.unit.at)) for w in phase.orders if w.unit] == [
        ("France", "Par"), ("Russia", "Stp/sc"),
    ]  # fmt: skip
    assert phase.results[0].outcomes == {Outcome.FAILED, Outcome.DISLODGED}


def shown(phase: PhaseRecord) -> tuple[object, ...]:
    return phase.phase, phase.results, phase.after, phase.owners, list(map(str, phase.orders))


def test_a_game_that_was_dumped_with_its_histories(read: Read) -> None:
    kept = {"state": "state_history", "orders": "order_history", "results": "result_history"}
    dumped: dict[str, Any] = {"map_name": "standard", "game_id": "abc"}
    for key, name in kept.items():
        dumped[name] = {p["name"]: p[key] for p in SAVED["phases"] if key in p}  # type: ignore[attr-defined]
    saved, found = read(json.dumps(SAVED))[0].record, read(json.dumps(dumped))[0].record
    assert list(map(shown, found.phases)) == list(map(shown, saved.phases))
    assert found.source.note == "abc"


def test_what_the_package_calls_void(read: Read, standard: Variant) -> None:
    """A support against an own unit, and a convoy that its army does not use."""
    units = {
        "france": ["A PAR", "A BUR", "A MAR", "F NTH"], "england": ["A LON", "F ENG"],
    }  # fmt: skip
    orders = {
        "FRANCE": ["A PAR - BUR", "A BUR H", "A MAR S A PAR - BUR", "F NTH C A LON - WAL"],
        "ENGLAND": ["A LON - WAL", "F ENG H"],
    }
    after = {**units, "england": ["A WAL", "F ENG"]}
    results = {"A PAR": ["bounce"], "A MAR": ["void"], "F NTH": ["void", "no convoy"]}
    phases = [{"name": "S1901M", "state": state(**units), "orders": orders, "results": results},
              {"name": "F1901M", "state": state(**after), "orders": {}}]  # fmt: skip
    (game,) = read(json.dumps({"phases": phases}))
    (stage,) = replay(standard, game.record).stages
    assert [(c.subject, c.recorded) for c in stage.comparisons if c.verdict != "agrees"] == []
    assert ("A MAR S A PAR - BUR", "A MAR: void") in [
        (c.subject, c.recorded) for c in stage.comparisons
    ]


def test_an_army_sails_only_where_it_is_told_to(read: Read) -> None:
    assert read(json.dumps(WEB))[0].record.house["adjacent_convoy"] == "via"


def test_how_a_game_ended(read: Read) -> None:
    assert read(json.dumps(WEB | {"gameOver": "Drawn"}))[0].record.result.kind == "draw"
    assert read(json.dumps(WEB))[0].record.result.kind == "unknown"


@pytest.mark.parametrize("number", ["\N{SUPERSCRIPT TWO}", "9" * 5000, 1.5, [1]])
def test_a_number_that_is_none_is_named(read: Read, number: object) -> None:
    phase = {"turn": number, "phase": "Diplomacy", "orders": [{"terrID": 1}]}
    with pytest.raises(ArchiveError, match=r"phases\[0\]\.turn is .*, not a number"):
        read(json.dumps({"phases": [phase]}))


def test_a_part_of_a_game_that_is_no_mapping_is_named(read: Read) -> None:
    history = {"phases": [{"turn": 0, "phase": "Diplomacy", "orders": [{"terrID": 1}]}]}
    with pytest.raises(ArchiveError, match='game is "x", not a mapping'):
        read(json.dumps({"game": "x", "history": history}))
