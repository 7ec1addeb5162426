"""Games of diplicity and of its successor; all of these are made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from our_archive import ARCHIVE
from samples import Read

from builder.cli.game_sources import read_source, sources
from builder.model.calendar import Phase
from builder.model.units import Power
from builder.playback.replaying import Replay, replay
from builder.record import Record
from builder.variant import Variant

State = dict[str, Any]
OWNERS = {
    "France": ["bre", "mar", "par"],
    "Germany": ["ber", "kie", "mun"],
}


def units(**by_nation: str) -> list[dict[str, Any]]:
    """`units(France="A par; F spa/nc; *A bur")`; a star marks a dislodged unit."""
    listed = []
    for nation, texts in by_nation.items():
        for text in texts.split("; ") if texts else ():
            kind, place = text.lstrip("*").split()
            listed.append(
                {
                    "nation": nation,
                    "type": {"A": "Army", "F": "Fleet"}[kind],
                    "province": place,
                    "dislodged": text.startswith("*"),
                }
            )
    return listed


def centres(**more: str) -> dict[str, str]:
    owned = {place: nation for nation, places in OWNERS.items() for place in places}
    return owned | more


def phase(
    title: str, orders: list[str], after: State | None = None, **more: object
) -> dict[str, Any]:
    """`Spring 1902 Movement`; orders as `France: par Move bur = ErrBounce`."""
    season, year, step = title.split()
    listed = []
    for order in orders:
        nation, _, rest = order.partition(": ")
        parts, _, resolution = rest.partition(" = ")
        listed.append(
            {"nation": nation, "selected": parts.split(), "expected_resolution": resolution or None}
        )
    return {"season": season, "year": int(year), "type": step, "orders": listed} | {
        "expected_state_after": after,
        "resolution_trigger": "deadline",
        **more,
    }


def state(owners: dict[str, str] | None = None, **by_nation: str) -> State:
    return {"units": units(**by_nation), "supply_centers": owners or centres()}


START = state(France="A par; A mar; F mid", Germany="A mun; A bel; A ruh")


def game(*phases: dict[str, Any], **more: object) -> str:
    first = phases[0] | {"state_before": START}
    data = {"schema_version": 1, "variant": "Classical", "phases": [first, *phases[1:]]}
    return json.dumps(data | more)


ORDERS = [
    "France: mar Hold = OK",
    "France: par Hold = OK",
    "France: mid Move spa spa/nc = OK",
    "Germany: mun Move bur = OK",
    "Germany: bel Hold = OK",
    "Germany: ruh Hold = OK",
]


def year() -> list[dict[str, Any]]:
    """The moves and the empty retreats of a Spring, and moves in Fall."""
    after = state(France="A par; A mar; F spa/nc", Germany="A bur; A bel; A ruh")
    return [
        phase("Spring 1902 Movement", ORDERS, after),
        phase("Spring 1902 Retreat", [], after),
        phase("Fall 1902 Movement", ["Germany: bel Hold = OK"], after),
    ]


def judged(record: Record, standard: Variant) -> Replay:
    return replay(standard, record)


def test_retreats_in_which_no_unit_is_dislodged_are_no_phase(read: Read, standard: Variant) -> None:
    (one,) = read(game(*year()[:2]))
    assert [p.phase.step for p in one.record.phases] == ["movement"]
    assert [s.verdict for s in judged(one.record, standard).stages] == ["agrees"]


def test_a_coast_stands_behind_the_province(read: Read) -> None:
    (one,) = read(game(*year()[:1]))
    goals = [getattr(w.order, "to", None) for w in one.record.phases[0].orders]
    assert "Spa/nc" in goals


def test_an_order_that_holds_is_ok_even_if_its_unit_is_driven_out(
    read: Read, standard: Variant
) -> None:
    """The successor says so in the position only."""
    start = state(France="A par; A gas", Germany="A bur; A pic; A ruh")
    moves = phase(
        "Fall 1902 Movement",
        [
            "France: par Hold = OK",
            "France: gas Move bur = OK",
            "Germany: bur Move par = OK",
            "Germany: pic Support bur par = OK",
            "Germany: ruh Support bur par = ErrIllegalSupportPosition",
        ],
        state(France="*A par; A bur", Germany="A par; A pic; A ruh"),
    )
    retreats = phase(
        "Fall 1902 Retreat",
        ["France: par Move bre = OK"],
        state(centres(par="Germany"), France="A bre; A bur", Germany="A par; A pic; A ruh"),
    )
    data = {"variant": "Classical", "phases": [moves | {"state_before": start}, retreats]}
    (one,) = read(json.dumps(data))
    assert [s.verdict for s in judged(one.record, standard).stages] == ["agrees", "agrees"]
    retreats["expected_state_after"]["supply_centers"]["par"] = "France"
    (one,) = read(json.dumps(data))
    wrong = [
        c.subject
        for s in judged(one.record, standard).stages
        for c in s.comparisons
        if c.verdict == "differs"
    ]
    assert wrong == ["centre Par"]


def test_the_owners_after_empty_retreats_are_those_after_the_moves(
    read: Read, standard: Variant
) -> None:
    spring, nothing, moves = year()
    after = state(centres(bel="Germany", spa="France"))
    after["units"] = spring["expected_state_after"]["units"]
    (one,) = read(game(spring, nothing, moves, phase("Fall 1902 Retreat", [], after)))
    stages = judged(one.record, standard).stages
    assert [p.owners is not None for p in one.record.phases] == [True, True]
    assert [s.verdict for s in stages] == ["agrees", "agrees"]


def test_an_outcome(read: Read) -> None:
    for kind, result in (("solo", "won"), ("draw", "draw")):
        outcome = {"type": kind, "winners": ["Germany"], "winning_phase_ordinal": 1}
        (one,) = read(game(year()[0], outcome=outcome))
        assert one.record.result[:3] == (
            result,
            (Power("Germany"),),
            Phase(1902, "spring", "movement"),
        )


def test_a_unit_that_cannot_be_read_makes_no_difference(read: Read, standard: Variant) -> None:
    spring = year()[0]
    spring["expected_state_after"]["units"][0]["province"] = "xyz"
    (one,) = read(game(spring))
    (stage,) = judged(one.record, standard).stages
    assert stage.verdict == "not read"
    assert not [c for c in stage.comparisons if c.verdict == "differs"]


def read_file(path: Path) -> tuple[Record | None, list[str]]:
    """The only game of a file or folder, and what is said of it."""
    ((_, record, errors),) = [
        one for source in sources([path], ARCHIVE) for one in read_source(source, ARCHIVE)
    ]
    return record, [*map(str, errors)]


def test_the_codes_of_another_board(tmp_path: Path) -> None:
    first = phase("Year 1425 Movement", ["England: dev Move not = OK"])
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"variant": "Hundred", "phases": [first]}), encoding="utf-8")
    record, _ = read_file(path)
    assert record is not None
    assert record.variant == "hundred"
    assert [getattr(w.order, "to", "") for w in record.phases[0].orders] == ["Num"]


def test_a_variant_that_is_not_played_here_is_named(tmp_path: Path) -> None:
    first = phase("Spring 1901 Movement", ["Canton: abc Hold = OK"])
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"variant": "Canton", "phases": [first]}), encoding="utf-8")
    record, errors = read_file(path)
    assert record is None
    assert "unknown variant 'canton'" in errors[0]


def item(name: str, about: dict[str, Any]) -> dict[str, Any]:
    return {"Name": name, "Type": "Item", "Properties": about, "Links": []}


def api_files(folder: Path) -> None:
    """A game as the site's API gives it, in files of one folder."""
    wrapped = [
        {"Province": u["province"], "Unit": {"Type": u["type"], "Nation": u["nation"]}}
        for u in START["units"]
    ]
    moved = [
        {"Province": place, "Unit": {"Type": kind, "Nation": nation}}
        for place, kind, nation in (("bur", "Army", "France"), ("mun", "Army", "Germany"))
    ]
    owned = [{"Province": place, "Owner": nation} for place, nation in centres().items()]
    about = {"GameID": "agx", "Season": "Spring", "Year": 1902, "SCs": owned}
    phases = [
        about
        | {
            "PhaseOrdinal": 1,
            "Type": "Movement",
            "Units": wrapped[:1] + wrapped[3:4],
            "Resolutions": [
                {"Province": "par", "Resolution": "OK"},
                {"Province": "mun", "Resolution": "ErrBounce:par"},
            ],
        },
        about | {"PhaseOrdinal": 2, "Type": "Retreat", "Units": moved, "Dislodgeds": None},
    ]
    listed = item("phases", {})
    listed["Properties"] = [item("Spring 1902", one) for one in phases]
    (folder / "phases.json").write_text(json.dumps(listed, indent=2), encoding="utf-8")
    for number, parts in ((1, [("France", "par bur"), ("Germany", "mun bur")]), (2, [])):
        orders = [
            item(
                "order",
                {
                    "GameID": "agx",
                    "PhaseOrdinal": number,
                    "Nation": nation,
                    "Parts": [way.split()[0], "Move", way.split()[1]],
                },
            )
            for nation, way in parts
        ]
        file = item("orders", {})
        file["Properties"] = orders
        file["Links"] = [
            {"Rel": "self", "URL": f"https://example.org/Game/agx/Phase/{number}/Orders"}
        ]
        (folder / f"orders {number}.json").write_text(json.dumps(file), encoding="utf-8")
    members = [{"User": {"Name": "Jane Roe", "Email": "jane@example.org"}, "GameID": "agx"}]
    about = {"Variant": "Classical", "NewestPhaseMeta": [], "Members": members}
    (folder / "game.json").write_text(json.dumps(item("game", about)), encoding="utf-8")


def test_files_of_the_api_in_a_folder_are_one_game(tmp_path: Path, standard: Variant) -> None:
    api_files(tmp_path)
    record, errors = read_file(tmp_path)
    assert record is not None
    assert not errors
    (stage,) = judged(record, standard).stages
    assert [c.verdict for c in stage.comparisons if "centre" not in c.subject].count("differs") == 2
    assert "Jane" not in repr(record)


@pytest.mark.parametrize("form", ["a list", "by name", "in a list of the site's"])
def test_answers_of_the_api_in_one_file(form: str, tmp_path: Path) -> None:
    """A program may save all that the API gives for a game into one file."""
    api_files(tmp_path)
    answers = {}
    for path in sorted(tmp_path.iterdir()):
        answers[path.stem] = json.loads(path.read_text(encoding="utf-8"))
        path.unlink()
    about = answers["game"]["Properties"]
    about["ID"] = "agx"
    about["Variant"] = "Italy vs Germany"
    orders = {"1": answers.pop("orders 1"), "2": answers.pop("orders 2")}
    together = {
        "a list": [*answers.values(), *orders.values()],
        "by name": answers | {"orders": orders},
        "in a list of the site's": {"Properties": [*answers.values(), *orders.values()]},
    }
    (tmp_path / "game.json").write_text(json.dumps(together[form]), encoding="utf-8")
    record, _ = read_file(tmp_path)
    assert record is not None
    assert record.id == "diplicity-agx"
    assert record.variant == "germany-italy"
    assert sum(len(phase.orders) + len(phase.notes) for phase in record.phases) >= 2


def test_a_game_is_known_by_its_own_number(tmp_path: Path) -> None:
    """The game's file names it `ID`, its phases `GameID`: the variant is only in the first."""
    api_files(tmp_path)
    path = tmp_path / "game.json"
    text = path.read_text(encoding="utf-8").replace('"GameID": "agx"', '"X": 1')
    path.write_text(text.replace('"Variant"', '"ID": "agx", "Variant"'), encoding="utf-8")
    record, errors = read_file(tmp_path)
    assert record is not None
    assert not errors


@pytest.mark.parametrize(
    ("alone", "why"), [("phases.json", "no orders"), ("orders 1.json", "without the phases")]
)
def test_a_file_of_the_api_alone_is_refused(tmp_path: Path, alone: str, why: str) -> None:
    api_files(tmp_path)
    record, errors = read_file(tmp_path / alone)
    assert record is None
    assert why in errors[0]


def test_a_part_of_a_position_is_not_compared(read: Read, standard: Variant) -> None:
    spring = year()[0]
    spring["expected_state_after"]["units"] = spring["expected_state_after"]["units"][:2]
    (one,) = read(game(spring))
    assert one.record.phases[0].after is None
    assert any("2 of 6 units" in remark.message for remark in one.remarks)
    (stage,) = judged(one.record, standard).stages
    assert stage.verdict == "agrees"
