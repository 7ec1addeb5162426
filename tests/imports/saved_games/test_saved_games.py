"""Saved games as the package itself writes them, and where they begin, break off and end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from our_archive import ARCHIVE
from samples import Read

from builder.errors import UnknownWordError
from builder.exports.registry import unwritable_facts
from builder.exports.saved_game import saved_game
from builder.formats.game import read_game, write_game
from builder.imports.importer import Imported, Settings, TextFile
from builder.imports.registry import import_document
from builder.model.findings import Reason
from builder.model.orders import Move
from builder.model.setting import Setting
from builder.playback.replaying import replay
from builder.variant import Variant

Raw = dict[str, Any]
CENTRES = {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN"]}


def phase(name: str, units: dict[str, list[str]], **more: Any) -> Raw:
    """One phase; `retreats` belong to its position."""
    state: Raw = {"name": name, "units": units, "centers": CENTRES}
    state |= {key: more.pop(key) for key in ("retreats", "homes", "note") if key in more}
    return {"name": name, "state": state, "orders": {}, "results": {}, "messages": []} | more


def game(*phases: Raw, **more: Any) -> str:
    return json.dumps({"id": "own", "map": "standard", "phases": list(phases)} | more)


def test_a_waived_build_is_no_unit(read: Read) -> None:
    units = {"FRANCE": ["A BUR"]}
    (found,) = read(
        game(
            phase("W1901A", units, orders={"FRANCE": ["WAIVE"]}, results={"WAIVE": ["void"]}),
            phase("S1902M", units),
        )
    )
    assert found.remarks == ()


def test_a_fleet_that_carries_in_vain(read: Read, standard: Variant) -> None:
    """The package prints `no convoy` of a fleet whose army lacks another one."""
    units = {"FRANCE": ["A POR", "F MAO"], "GERMANY": ["F NAO", "A WAL"]}
    orders = {
        "FRANCE": ["A POR - CLY VIA", "F MAO C A POR - CLY"],
        "GERMANY": ["A WAL S A POR - CLY", "F NAO H"],
    }
    results = {
        "A POR": ["no convoy"], "F MAO": ["no convoy"], "A WAL": ["no convoy"], "F NAO": [],
    }  # fmt: skip
    (found,) = read(
        game(phase("S1901M", units, orders=orders, results=results), phase("F1901M", units))
    )
    (stage,) = replay(standard, found.record).stages
    assert [c.subject for c in stage.comparisons if c.verdict != "agrees"] == []


@pytest.mark.parametrize(
    ("fleet", "differing"),
    [("ENG", []), ("MAO", ["F MAO C A GAS - EDI"]), ("NWG", ["F NWG C A GAS - EDI"])],
)
def test_a_fleet_that_a_convoy_could_do_without(
    fleet: str, differing: list[str], read: Read, standard: Variant
) -> None:
    """The package prints `void` of a fleet that is on no chain of those that were ordered. Of one
    that the army needs that would be a mistake. The fleet in the North Sea has no such order."""
    fleets = [f"F {sea}" for sea in ("MAO", "NAO", "NWG", "ENG")]
    units = {"FRANCE": ["A GAS", *fleets, "F NTH"]}
    orders = ["A GAS - EDI VIA", "F NTH H", *(f"{unit} C A GAS - EDI" for unit in fleets)]
    results = {unit: [] for unit in units["FRANCE"]} | {f"F {fleet}": ["no convoy", "void"]}
    after = {"FRANCE": ["A EDI", *fleets, "F NTH"]}
    (found,) = read(
        game(
            phase("S1901M", units, orders={"FRANCE": orders}, results=results),
            phase("F1901M", after),
        )
    )
    (stage,) = replay(standard, found.record).stages
    assert [c.subject for c in stage.comparisons if c.verdict != "agrees"] == differing
    needless = [
        result.unit
        for result in stage.turn.by_action.values()
        if result.why is Reason.CONVOY_NOT_NEEDED
    ]
    assert [str(unit) for unit in needless] == ["F ENG"]


ROUT = phase(
    "S1901R",
    {"FRANCE": ["A BUR", "A MAR"], "GERMANY": ["*A BUR", "A HOL"], "ITALY": ["A TYR", "*A BOH"]},
    retreats={"GERMANY": {"A BUR": ["BEL", "MUN"]}, "ITALY": {"A BOH": ["SIL", "VIE"]}},
    orders={"GERMANY": ["A BUR R MUN"], "ITALY": ["A BOH R VIE"]},
    results={"A BUR": [], "A BOH": []},
)
ROUTED = phase(
    "F1901M", {"FRANCE": ["A BUR", "A MAR"], "GERMANY": ["A MUN", "A HOL"],
               "ITALY": ["A TYR", "A VIE"]},
)  # fmt: skip


def test_a_game_that_begins_with_retreats(read: Read, standard: Variant) -> None:
    """Munich is open to one and closed to the other, whose attacker came from there."""
    (found,) = read(game(ROUT, ROUTED))
    start = {(str(d.unit), d.origin) for d in found.record.start_dislodged}
    assert start == {("A Bur", None), ("A Boh", "Mun")}
    assert found.record.start_contested == {"Par", "Pic", "Ruh", "Gas", "Gal"}
    (stage,) = replay(standard, found.record).stages
    assert stage.verdict == "agrees"
    assert {str(d.unit): set(d.refuges) for d in stage.turn.before.dislodged} == {
        "A Bur": {"Bel", "Mun"}, "A Boh": {"Sil", "Vie"},
    }  # fmt: skip


def test_where_it_begins_is_written_for_others(read: Read, standard: Variant) -> None:
    (found,) = read(game(ROUT, ROUTED))
    played = replay(standard, found.record)
    (again,) = read(saved_game(played))
    assert set(again.record.start_dislodged) == set(found.record.start_dislodged)
    assert again.record.start_contested == found.record.start_contested
    assert [s.verdict for s in replay(standard, again.record).stages] == ["agrees"]
    assert "retreats that it begins with" in unwritable_facts(played, "judge")
    assert "retreats that it begins with" not in unwritable_facts(played, "saved-game")


def test_where_it_begins_stands_in_the_game_file(standard: Variant) -> None:
    archive = ARCHIVE
    (found,) = import_document(TextFile("own.json", game(ROUT, ROUTED)), lambda _: standard.setting)
    record = found.record  # type: ignore[union-attr]
    text = write_game(record, standard)
    assert "    Italy: [{unit: A Boh, from: Mun}]" in text
    again = read_game(text, "own.yaml", archive.variant)
    assert set(again.start_dislodged) == set(record.start_dislodged)
    assert again.start_contested == record.start_contested


def test_a_game_that_was_dumped_whole_shows_where_it_stands(read: Read, standard: Variant) -> None:
    first = phase("S1901M", {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]})
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"]}
    powers = {
        "FRANCE": {"units": ["A BUR", "A MAR"], "retreats": {}, "centers": ["PAR", "MAR"]},
        "GERMANY": {"units": [], "retreats": {"A BUR": ["RUH"]}, "centers": ["MUN"]},
    }
    dumped = {
        "map_name": "standard", "phase": "SPRING 1901 RETREATS", "powers": powers,
        "state_history": {"S1901M": first["state"]}, "order_history": {"S1901M": orders},
        "message_history": {"S1901M": [{"sender": "FRANCE", "message": "away with you"}]},
    }  # fmt: skip
    (found,) = read(json.dumps(dumped), press=True)
    (recorded,) = found.record.phases
    assert [str(u) for u in recorded.after or ()] == ["A Bur", "A Mar"]
    assert [str(u) for u in recorded.dislodged or ()] == ["A Bur"]
    assert [note.text for note in recorded.notes] == ["away with you"]
    assert [s.verdict for s in replay(standard, found.record).stages] == ["agrees"]


def test_press_after_the_last_orders_is_kept(read: Read) -> None:
    """A phase that was not played is not recorded, but what was written in it is press."""
    played = phase("S1901M", STANDING, orders={"FRANCE": ["A PAR H"]})
    for name, text in (("F1901M", "what now?"), ("COMPLETED", "well played")):
        ended = phase(name, STANDING, messages=[{"sender": "FRANCE", "message": text}])
        (found,) = read(game(played, ended), press=True)
        (recorded,) = found.record.phases
        assert [(note.author, note.text) for note in recorded.notes] == [("France", text)]
        assert recorded.after is not None
    begun = phase("S1901M", STANDING, messages=[{"sender": "FRANCE", "message": "hello"}])
    (found,) = read(game(begun), press=True)
    assert [note.text for p in found.record.phases for note in p.notes] == ["hello"]


def test_phases_stand_in_the_order_of_the_calendar(read: Read, standard: Variant) -> None:
    """Whoever sorts his keys has all Falls before all Springs."""
    states = {"F1901M": ["A BUR"], "S1901M": ["A PAR"], "S1902M": ["A RUH"]}
    orders = {"F1901M": "A BUR - RUH", "S1901M": "A PAR - BUR"}
    dumped = {
        "state_history": {
            name: phase(name, {"FRANCE": units})["state"] for name, units in states.items()
        },
        "order_history": {name: {"FRANCE": [order]} for name, order in orders.items()},
    }
    (found,) = read(json.dumps(dumped))
    stages = replay(standard, found.record).stages
    assert [s.verdict for s in stages if s.recorded] == ["agrees", "agrees"]


STANDING = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
LAST = phase("S1901M", STANDING, orders={"FRANCE": ["A PAR H"]}, results={"A PAR": []})


@pytest.mark.parametrize(
    ("note", "kind", "powers"),
    [
        ("Victory by: FRA, GER", "draw", ("France", "Germany")),
        ("Victory by: GER", "conceded", ("Germany",)),
        ("", "unknown", ()),
    ],
)
def test_the_end_stands_in_the_note(
    read: Read, note: str, kind: str, powers: tuple[str, ...]
) -> None:
    """Where all have agreed, the last phase was not played."""
    agreed, closed = phase("F1901M", STANDING), phase("COMPLETED", STANDING, note=note)
    (found,) = read(game(LAST, agreed, closed))
    assert (found.record.result.kind, found.record.result.powers) == (kind, powers)
    assert len(found.record.phases) == (1 if note else 2)


def test_all_may_agree_while_retreats_are_due(read: Read, standard: Variant) -> None:
    """Then who was driven out is not on the board of the end; he was, after the last moves."""
    before = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]}
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"]}
    due = {"FRANCE": ["A BUR", "A MAR"], "GERMANY": ["*A BUR"]}
    fled = {"GERMANY": {"A BUR": ["BEL", "GAS", "MUN", "PAR", "PIC", "RUH"]}}
    (found,) = read(
        game(
            phase("F1901M", before, orders=orders, results={"A BUR": ["dislodged"]}),
            phase("F1901R", due, retreats=fled),
            phase("COMPLETED", {"FRANCE": ["A BUR", "A MAR"]}, note="Victory by: FRA, GER"),
        )
    )
    assert found.record.result.kind == "draw"
    assert [s.verdict for s in replay(standard, found.record).stages] == ["agrees"]


def test_rules_that_are_not_ours_are_told(read: Read) -> None:
    (found,) = read(game(phase("S1901M", STANDING), rules=["NO_PRESS", "BUILD_ANY", "BLIND"]))
    assert [(r.excerpt, r.message.partition(";")[0]) for r in found.remarks] == [
        ("BLIND", "an unknown rule"),
    ]


def test_what_is_beside_the_game_keeps_nobody_from_reading_it(read: Read) -> None:
    odd = phase("F1901M", STANDING, orders={"FRANCE": ["A PAR H"]}, homes={"FRANCE": 3}, note=[1])
    closed = phase("COMPLETED", STANDING, note={"by": "FRA"})
    for rules in ("NO_PRESS", {"BUILD_ANY": 1}, [None, 7]):
        (found,) = read(game(odd, closed, rules=rules, outcome=4))
        assert (found.remarks, len(found.record.phases)) == ((), 1)


def test_who_must_hold_his_victory_has_not_won_yet(read: Read, standard: Variant) -> None:
    many = [c.upper() for c in standard.setting.centres][:18]
    last = phase("F1901M", STANDING)
    last["state"]["centers"] = {"FRANCE": many}
    for rules, kind in (([], "won"), (["HOLD_WIN"], "unknown")):
        (found,) = read(game(LAST, last, rules=rules))
        assert found.record.result.kind == kind


def test_a_phase_that_is_none_is_told(read: Read) -> None:
    (found,) = read(game(phase("FORMING", {}), LAST, phase("F01", STANDING), {"orders": {}}))
    told = "not a phase; left out"
    assert [(r.message, r.excerpt) for r in found.remarks] == [(told, "F01"), (told, "")]


def test_phases_without_a_game_around_them(read: Read) -> None:
    """A list of them is one game; each is named by its position, if not by itself."""
    then = phase("F1901M", STANDING)
    del then["name"]
    (found,) = read(json.dumps([LAST, then]), "listed.json")
    (recorded,) = found.record.phases
    assert (found.record.id, found.remarks) == ("listed", ())
    assert recorded.after is not None
    (alone,) = read(json.dumps(LAST))
    assert [len(p.orders) for p in alone.record.phases] == [1]


def test_a_phase_that_stands_there_twice_is_not_its_own_result(read: Read) -> None:
    """A game that breaks off with orders given may have its last phase a second time."""
    moved = phase("F1901M", STANDING, orders={"FRANCE": ["A PAR - BUR"]})
    for second in (moved, phase("F1901M", STANDING)):
        (found,) = read(game(LAST, moved, second))
        assert [len(p.orders) for p in found.record.phases] == [1, 1]
        assert found.record.phases[1].after is None
        assert [r.excerpt for r in found.remarks] == ["F1901M"]


def test_a_phase_without_a_position_is_not_compared(read: Read) -> None:
    (found,) = read(game(LAST, {"name": "F1901M", "orders": {"FRANCE": ["A PAR H"]}}))
    assert [p.after for p in found.record.phases] == [None, None]


def settings_of(standard: Variant) -> Settings:
    def settings(name: str) -> Setting:
        if name == "standard":
            return standard.setting
        raise UnknownWordError("variant", name)

    return settings


def test_the_map_is_named_in_full(standard: Variant) -> None:
    text = game(LAST, map="known_world_901")
    (error,) = import_document(TextFile("a.json", text), settings_of(standard))
    assert "known_world_901" in str(error)


def test_a_way_by_sea_that_is_written_out(read: Read) -> None:
    orders = {"FRANCE": ["A BRE - ENG - LON"]}
    (found,) = read(game(phase("S1901M", {"FRANCE": ["A BRE"]}, orders=orders)))
    order = found.record.phases[0].orders[0].order
    assert isinstance(order, Move)
    assert (str(order.to), order.via) == ("Lon", True)


@pytest.mark.parametrize(("name", "told"), [
    ("F9999M", "more than 100 years after the phase before; left out: Fall 9999"),
    ("F99999M", "not a phase; left out: F99999M"),
])  # fmt: skip
def test_a_year_that_no_game_comes_to(read: Read, standard: Variant, name: str, told: str) -> None:
    units, orders = {"FRANCE": ["A BUR"]}, {"FRANCE": ["A BUR H"]}
    (found,) = read(game(phase("S1901M", units, orders=orders), phase(name, units, orders=orders)))
    assert told in str(found.remarks[-1])
    assert len(replay(standard, found.record).stages) == 1


def test_words_that_are_not_english_are_found_in_their_line(read: Read) -> None:
    orders = {"FRANCE": ["A X\N{LATIN CAPITAL LETTER U WITH DIAERESIS}R - MUN"]}
    raw = json.loads(game(phase("S1901M", {"FRANCE": ["A BUR"]}, orders=orders)))
    for plain in (True, False):
        (found,) = read(json.dumps(raw, indent=1, ensure_ascii=plain))
        assert found.remarks[0].line > 1


def test_a_retreat_to_nowhere_is_told(read: Read) -> None:
    lost = phase(
        "S1901R", {"GERMANY": ["*A BUR"]}, retreats={"GERMANY": {"A BUR": ["BEL", "XXX"]}},
        orders={"GERMANY": ["A BUR R BEL"]},
    )  # fmt: skip
    (found,) = read(game(lost, phase("F1901M", {"GERMANY": ["A BEL"]})))
    assert [str(r) for r in found.remarks] == ["line 1: not a place to retreat to: XXX"]


@pytest.mark.parametrize("name", ["ancmed", "build-anywhere"])
def test_saved_games_of_other_variants_are_judged(name: str) -> None:
    """What the package calls the map, or a rule, chooses the variant; nothing of it differs."""
    variant = ARCHIVE.variant(name)
    data = json.loads(saved_game(replay(variant, ARCHIVE.game(f"{name}-exhibition"))))
    if name == "build-anywhere":
        data |= {"map": "standard", "rules": ["BUILD_ANY"]}
    file = TextFile("game.json", json.dumps(data))
    (found,) = import_document(file, lambda known: ARCHIVE.variant(known).setting)
    assert isinstance(found, Imported)
    assert found.record.variant == name
    assert found.remarks == ()
    assert len(found.record.phases) > 10
    verdicts = {s.verdict for s in replay(variant, found.record).stages}
    assert verdicts == {"agrees"}


def test_the_words_of_language_models_are_kept_with_press(read: Read) -> None:
    """Each entry of a diary is kept once, in the phase in which it is new."""
    agent = {"model_id": "a model", "full_private_diary": ["[S1902M] trust nobody"]}
    later = {"model_id": "a model", "full_private_diary": ["[S1902M] trust nobody", "[F1902M] yes"]}
    state = {"units": {"FRANCE": ["A PAR"]}}
    phases = [
        {
            "name": name,
            "state": state,
            "orders": {"FRANCE": ["A PAR H"]},
            "messages": [{"sender": "FRANCE", "recipient": "ITALY", "message": "peace"}],
            "state_agents": {"FRANCE": written},
            "state_history_plans": {"FRANCE": "stay"},
            "state_phase_summaries": {"FRANCE": "we stayed"},
            "summary": '{\n "summary": "nothing happened"\n}',
        }
        for name, written in (("S1902M", agent), ("F1902M", later))
    ]
    game = {"id": "models", "phases": phases, "phase_summaries": {"S1902M": "nothing happened"}}
    (quiet,) = read(json.dumps(game))
    assert quiet.record.players["France"] == "a model"
    assert not any(p.notes for p in quiet.record.phases)
    (told,) = read(json.dumps(game), press=True)
    spring, fall = told.record.phases
    assert [(n.kind, n.text) for n in spring.notes] == [
        ("press", "peace"),
        ("statement", "Plan: stay"),
        ("statement", "Diary: [S1902M] trust nobody"),
        ("statement", "Summary: we stayed"),
        ("commentary", "nothing happened"),
    ]
    assert [n.text for n in fall.notes] == [
        "peace",
        "Plan: stay",
        "Diary: [F1902M] yes",
        "Summary: we stayed",
        "nothing happened",
    ]


def test_a_retreat_that_we_skip_is_read(read: Read, standard: Variant) -> None:
    """The package lists occupied places as retreats of a unit that a convoyed army dislodged, and
    so asks for a retreat where nobody has a refuge."""
    before = {
        "FRANCE": ["A TUN", "F TYS", "A ROM"],
        "ITALY": ["A NAP"],
        "TURKEY": ["A APU", "F ION"],
    }
    orders = {"FRANCE": ["A TUN - NAP VIA", "F TYS C A TUN - NAP", "A ROM S A TUN - NAP"]}
    due = before | {"FRANCE": ["A NAP", "F TYS", "A ROM"], "ITALY": ["*A NAP"]}
    gone = {power: units for power, units in due.items() if power != "ITALY"}
    (found,) = read(
        game(
            phase("S1902M", before, orders=orders, results={"A NAP": ["dislodged"]}),
            phase(
                "S1902R", due,
                retreats={"ITALY": {"A NAP": ["APU", "ROM"]}},
                orders={"ITALY": ["A NAP D"]},
                results={"A NAP": ["disband"]},
            ),
            phase("F1902M", gone),
        )
    )  # fmt: skip
    stages = replay(standard, found.record).stages
    assert [(s.phase.step, s.verdict) for s in stages[:2]] == [
        ("movement", "agrees"), ("retreats", "agrees"),
    ]  # fmt: skip
    assert stages[0].turn.dislodged[0].refuges == ()
