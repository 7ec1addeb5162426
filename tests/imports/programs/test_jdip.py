"""Saved games of jDip; all of these are made up."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from jdip_files import FORM_17, Turn, of_17, of_objects
from our_archive import ARCHIVE

from builder.cli.game_sources import read_source, sources
from builder.imports.importer import TextFile
from builder.imports.programs.jdip_order_parts import text_of_parts
from builder.imports.programs.xml_nodes import parsed_xml
from builder.imports.registry import importer_of
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay
from builder.record import Record

Write = Callable[..., str]
FORMS = pytest.mark.parametrize("form", [of_17, of_objects])
START = (
    "Austria A vie", "Austria A bud", "Austria F tri",
    "England F lon", "England F edi", "England A lvp",
    "France A par", "France A mar", "France F bre",
    "Germany A ber", "Germany A mun", "Germany F kie",
    "Italy A rom", "Italy A ven", "Italy F nap",
    "Russia A mos", "Russia A war", "Russia F sev", "Russia F stp/sc",
    "Turkey A con", "Turkey A smy", "Turkey F ank",
)  # fmt: skip
OWNERS = {unit.split()[2].partition("/")[0]: unit.split()[0] for unit in START}
SPRING = Turn("Spring", 1901, "Movement", START, OWNERS)
SMALL = ("France A par", "France A mar", "Germany A mun", "Germany A bur", "England F nth")
OWNED = {"par": "France", "mar": "France", "mun": "Germany", "lon": "England", "ber": "none"}


def read(path: Path, form: str | None = None) -> tuple[Record | None, list[str]]:
    """The only game of a file, and what is said of it."""
    ((_, record, errors),) = [
        one
        for source in sources([path], ARCHIVE, form)
        for one in read_source(source, ARCHIVE, form)
    ]
    return record, [*map(str, errors)]


def saved(folder: Path, text: str, name: str = "game.jdip") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def a_record(folder: Path, text: str) -> Record:
    record, errors = read(saved(folder, text))
    assert record is not None, errors
    return record


def verdicts(record: Record) -> dict[str, str]:
    """What differs or was not read in a record, by its subject."""
    variant = ARCHIVE.variant(record.variant)
    comparisons = [c for stage in replay(variant, record).stages for c in stage.comparisons]
    return {c.subject: c.verdict for c in comparisons if c.verdict != "agrees"}


def whole_game() -> list[Turn]:
    """A year with an attack, a retreat, a unit without an order, a build and a removal."""
    spring = Turn(
        "Spring", 1902, "Movement", SMALL, OWNED,
        {
            "France: A par -> bur": "SUCCESS",
            "France: A mar Support A par -> bur": "SUCCESS",
            "Germany: A bur Hold": "DISLODGED: Dislodged from par (2 against 1).",
            "Germany: A mun Hold": "SUCCESS",
            "England: F nth -> hol": "SUCCESS",
        },
    )  # fmt: skip
    retreat = Turn(
        "Spring", 1902, "Retreat",
        ("France A bur", "France A mar", "Germany A mun", "Germany A bur*", "England F hol"), OWNED,
        {"Germany: A bur ~> ruh": "SUCCESS"},
    )  # fmt: skip
    fall = Turn(
        "Fall", 1902, "Movement",
        ("France A bur", "France A mar", "Germany A mun", "Germany A ruh", "England F hol"), OWNED,
        {
            "France: A bur -> mun": "BOUNCED: Bounced with mun (1 against 1).",
            "France: A mar -> spa": "SUCCESS",
            "Germany: A mun Hold": "SUCCESS",
            "Germany: A ruh -> hol": "BOUNCED",
            "England: F hol Hold": "SUCCESS",
        },
    )  # fmt: skip
    owned = OWNED | {"spa": "France", "hol": "England"}
    winter = Turn(
        "Fall", 1902, "Adjustment",
        ("France A bur", "France A spa", "Germany A mun", "Germany A ruh", "England F hol"), owned,
        {
            "France: Build A par": "SUCCESS",
            "Germany: Remove A ruh": "SUCCESS",
            "England: Build F lon": "SUCCESS",
        },
    )  # fmt: skip
    after = Turn(
        "Spring", 1903, "Movement",
        ("France A bur", "France A spa", "France A par", "Germany A mun", "England F hol",
         "England F lon"),
        owned, resolved=False,
    )  # fmt: skip
    return [spring, retreat, fall, winter, after]


def written(form: Write, turns: list[Turn]) -> str:
    """The text of a game. In 1.7 retreats are written as moves."""
    if form is of_17:
        return of_17(*turns).replace("~&gt;", "-&gt;")
    return form(*turns)


@FORMS
def test_a_year_with_retreats_and_builds(form: Write, tmp_path: Path) -> None:
    record, errors = read(saved(tmp_path, written(form, whole_game())))
    assert record is not None
    assert errors == []
    shown = [f"{p.phase.season} {p.phase.step}" for p in record.phases]
    assert shown == ["spring movement", "spring retreats", "fall movement", "winter adjustments"]
    assert [len(p.orders) for p in record.phases] == [5, 1, 5, 3]
    assert record.name == "Our game"
    assert verdicts(record) == {}


@FORMS
@pytest.mark.parametrize(
    ("order", "result", "subject"),
    [
        ("France: A par -> bur", "BOUNCED", "A par -"),
        ("France: A mar Support A par -> bur", "FAILURE: Support cut by Move from gas.", "A mar S"),
        ("Germany: A bur Hold", "SUCCESS", "A bur H"),
    ],
)
def test_a_wrong_result_differs(
    order: str, result: str, subject: str, form: Write, tmp_path: Path
) -> None:
    turns = whole_game()
    turns[0].orders = {**turns[0].orders, order: result}
    (differing,) = verdicts(a_record(tmp_path, written(form, turns))).items()
    assert differing[1] == "differs"
    assert differing[0].lower().replace("army ", "a ").startswith(subject.lower())


@FORMS
def test_a_wrong_position_and_a_wrong_owner_differ(form: Write, tmp_path: Path) -> None:
    turns = whole_game()
    turns[2].units = ("France A bur", "France A mar", "Germany A mun", "Germany A hol",
                      "England F hel")  # fmt: skip
    turns[3].owners = {**turns[3].owners, "spa": "Germany"}
    differing = verdicts(a_record(tmp_path, written(form, turns)))
    assert "centre Spa" in differing
    assert "position of England" in differing


@FORMS
def test_the_usual_start(form: Write, tmp_path: Path) -> None:
    orders = {
        "England: F lon -> nth": "SUCCESS",
        "England: A lvp -> yor": "SUCCESS",
        "Russia: F stp/sc -> bot": "SUCCESS",
    }
    record = a_record(tmp_path, form(replace(SPRING, orders=orders)))
    assert record.start is None
    assert record.variant == "standard"
    assert record.house["removal"] == "home_steps"


@FORMS
def test_a_convoy(form: Write, tmp_path: Path) -> None:
    turn = Turn(
        "Spring", 1902, "Movement",
        ("England A yor", "England F nth", "England F nwg", "Germany A hol", "Germany A kie"),
        OWNED,
        {
            "England: A yor -> nwy by Convoy": "CONVOY_PATH_TAKEN: via nth & SUCCESS",
            "England: F nth Convoy A yor -> nwy": "SUCCESS",
            "England: F nwg Convoy A edi -> nwy": "FAILURE: No associated Move order.",
            "Germany: A hol -> den": "FAILURE: No Convoy route.",
            "Germany: A kie Support A hol -> den": "SUCCESS",
        },
    )  # fmt: skip
    record = a_record(tmp_path, form(turn))
    assert [o for p in record.phases[0].results for o in p.outcomes].count(Outcome.NO_CONVOY) == 1
    assert "A hol - den" not in {subject.lower() for subject in verdicts(record)}


def test_units_without_orders_and_with_illegal_ones(tmp_path: Path) -> None:
    turn = Turn(
        "Spring", 1902, "Movement",
        ("Turkey A smy", "Turkey A con", "Russia A arm", "Russia A syr"), OWNED,
        {
            "Turkey: A con -> vie": "VALIDATION_FAILURE: Illegal order; unit will hold.",
            "Russia: A arm -> smy": "SUCCESS",
            "Russia: A syr Support A arm -> smy": "SUCCESS",
        },
        instead=["Turkey A smy*"],
    )  # fmt: skip
    record = a_record(tmp_path, of_17(turn))
    by_place = {p.at.province: p.outcomes for p in record.phases[0].results}
    assert by_place["Smy"] == {Outcome.NO_ORDER, Outcome.DISLODGED}
    assert by_place["Con"] == {Outcome.VOID}
    assert verdicts(record) == {}


@FORMS
def test_an_order_that_another_one_replaced(form: Write, tmp_path: Path) -> None:
    """In the program the last order for a unit counts; of the first it only says so."""
    turn = replace(
        whole_game()[0],
        orders={
            "England: F nth -> den": "TEXT: Replaced by duplicate order.",
            **whole_game()[0].orders,
        },
    )
    record, errors = read(saved(tmp_path, form(turn)))
    assert record is not None
    texts = [w.text for w in record.phases[0].orders if w.issuer == "England"]
    assert [text[-3:] for text in texts] == ["hol"]
    assert "replaced" in errors[0]
    assert verdicts(record) == {}


@FORMS
def test_waived_and_ignored_builds(form: Write, tmp_path: Path) -> None:
    winter = replace(
        whole_game()[3],
        orders={
            "France: Waive build in par": "SUCCESS",
            "Germany: Remove A ruh": "SUCCESS",
            "England: Build F lon": "SUCCESS",
            "England: Build A lvp": "TEXT: Order ignored; too many valid orders issued.",
        },
    )
    record = a_record(tmp_path, form(winter))
    assert type(record.phases[0].orders[0].order).__name__ == "Waive"
    outcomes = {p.at.province: p.outcomes for p in record.phases[0].results}
    assert outcomes["Lvp"] == {Outcome.FAILED}


@FORMS
def test_an_order_without_an_action_is_reported(form: Write, tmp_path: Path) -> None:
    turn = replace(whole_game()[0], orders={**whole_game()[0].orders, "France: F bre ?": ""})
    turn.orders = {o.removesuffix(" ?") if form is of_17 else o: r for o, r in turn.orders.items()}
    record, errors = read(saved(tmp_path, form(turn)))
    assert record is not None
    assert "not understood: France: " in errors[0]
    assert any(note.kind == "not read" for note in record.phases[0].notes)


def test_orders_of_a_turn_that_is_not_judged(tmp_path: Path) -> None:
    turn = replace(SPRING, orders={"France: A par -> bur": ""}, resolved=False)
    record = a_record(tmp_path, of_17(turn))
    assert [len(p.orders) for p in record.phases] == [1]
    assert record.phases[0].results == ()


@FORMS
def test_a_game_that_is_over(form: Write, tmp_path: Path) -> None:
    board = ARCHIVE.variant("standard").setting
    won = {code.lower(): "France" for code in list(board.centres)[:18]}
    turns = whole_game()
    turns[-1] = replace(turns[-1], owners=won, ended=True, resolved=True)
    record = a_record(tmp_path, written(form, turns))
    assert record.result.kind == "won"
    assert record.result.powers == ("France",)


def test_players_and_no_addresses(tmp_path: Path) -> None:
    players = (
        '<player power="France" type="human" role="player"><valuePair name="name" value="Ann"/>'
        '<valuePair name="email" value="ann@example.org"/><notes>at sea</notes></player>'
        '<player power="Italy"><valuePair name="nick" value="Bo"/></player>'
    )
    record = a_record(tmp_path, of_17(SPRING, *whole_game()[:1], players=players))
    assert record.players["France"] == "Ann"
    assert record.players["Italy"] == "Bo"
    assert "example.org" not in repr(record)


def test_orders_in_parts_without_positions(tmp_path: Path) -> None:
    text = """<?xml version="1.0" encoding="UTF-8"?>
    <game version="1.0"><info><id>1</id></info><variant name="Standard" version="1.1"/>
    <turn season="Spring" year="1901" phase="Movement"><position/>
    <orders power="france"><order source="par" type="move" dest="bur"/>
    <order source="mar" type="support" supportSource="par" supportDest="bur"/>
    <order source="bre" type="hold" result="success"/></orders>
    <orders power="england"><order source="lvp" type="move" dest="nwy" viaConvoy="true"/>
    <order source="nth" type="convoy" convoySource="lvp" convoyDest="nwy"/>
    <order unitType="fleet" source="lon" type="move" dest="eng" result="failure"
      reason="Bounced"/></orders></turn>
    <turn season="Fall" year="1901" phase="Adjustment"><orders power="russia">
    <order unit="fleet" source="stp" coast="nc" type="build"/><order type="waive"/>
    <dance/></orders></turn></game>"""
    record, errors = read(saved(tmp_path, text))
    assert record is not None
    orders = [f"{w.issuer}: {w.text}" for p in record.phases for w in p.orders]
    assert orders == [
        "France: par - bur", "France: mar S par - bur", "France: bre H",
        "England: lvp - nwy via convoy", "England: nth C lvp - nwy", "England: fleet lon - eng",
        "Russia: Build fleet stp/nc", "Russia: Waive",
    ]  # fmt: skip
    outcomes = {p.at.province: p.outcomes for p in record.phases[0].results}
    assert outcomes == {"Bre": {Outcome.HELD}, "Lon": {Outcome.BOUNCED}}
    assert "<dance>" in errors[0]


@pytest.mark.parametrize(
    ("attributes", "text"),
    [
        ('source="par" type="move" dest="bur"', "par - bur"),
        ('src="par" type="Move" destination="bur" unitType="army"', "army par - bur"),
        ('from="bre" to="lon" kind="move" via="convoy"', "bre - lon via convoy"),
        ('source="bre" type="move" dest="lon" viaConvoy="false"', "bre - lon"),
        ('location="spa" coast="sc" unit="F" type="hold"', "F spa/sc H"),
        ('source="mar" type="support" supSrc="par" supDest="bur"', "mar S par - bur"),
        ('source="mar" type="support" supportedSource="par"', "mar S par"),
        ('source="mar" type="support" target="par" dest="bur"', "mar S par - bur"),
        ('source="mar" type="support" target="par"', "mar S par"),
        ('source="mar" type="support" from="par" to="bur" supPower="Italy"', "mar S par - bur"),
        ('source="mar" type="support" supported_unit="par" to="bur"', "mar S par - bur"),
        ('source="mar" type="support" dest="bur"', ""),
        ('source="mar" type="support"', ""),
        ('source="eng" type="convoy" convoySrc="bre" convoyDest="lon"', "eng C bre - lon"),
        ('source="eng" type="convoy" convoyedUnitType="army"', ""),
        ('source="bur" type="retreat" dest="ruh"', "bur R ruh"),
        ('source="bur" type="disband"', "bur D"),
        ('location="par" unit="army" type="build"', "Build army par"),
        ('dest="par" unit="army" type="build"', "Build army par"),
        ('source="par" type="remove"', "Remove par"),
        ('type="waive"', "Waive"),
        ('source="par" type="dance"', ""),
        ('source="par"', ""),
    ],
)
def test_an_order_in_parts(attributes: str, text: str) -> None:
    """Where it is not clear whom an order helps, it is not read."""
    assert text_of_parts(parsed_xml(TextFile("x", f"<order {attributes}/>"))) == text


@pytest.mark.parametrize(
    "position",
    [
        '<position><unit power="france" type="army" province="bur"/>'
        '<sc province="par" owner="france"/></position>',
        '<position power="france"><unit type="army" location="bur"/><sc place="par"/></position>',
        '<state><power name="france"><unit>A bur</unit><centers>par</centers></power></state>',
        '<units><army power="France" province="bur"/><sc power="France">par</sc></units>',
        '<positions><position province="par"><SC owner="France"/></position>'
        '<position province="bur" power="France" unit="army"/></positions>',
    ],
)
@pytest.mark.parametrize("phase", ['season="Fall" year="1901" phase="Movement"', 'phase="F1901M"'])
def test_positions_in_other_forms(position: str, phase: str, tmp_path: Path) -> None:
    order = '<orders><order power="France" source="bur" type="move" dest="mun"/></orders>'
    text = f"<game><variant name='Standard'/><turn {phase}>{position}{order}</turn></game>"
    record, errors = read(saved(tmp_path, text))
    assert record is not None
    assert errors == []
    assert [str(unit) for unit in record.start or ()] == ["A Bur"]
    assert record.start_owners == {"Par": "France"}


def test_what_is_odd_in_a_position_is_reported(tmp_path: Path) -> None:
    position = '<position>A par<dragon province="par"/></position>'
    text = f"<game><variant/><turn phase='S1901M'>{position}<orders/></turn></game>"
    _, errors = read(saved(tmp_path, text))
    reported = [error.rpartition("not understood: ")[2] for error in errors]
    assert reported == ["A par", '<dragon province="par">']


def test_results_in_other_words(tmp_path: Path) -> None:
    text = f"""{FORM_17}<turn season="Spring" year="1901" phase="Movement"><orders>
    <order power="France" source="par" type="move" dest="bur"/>
    <order power="Germany" source="mun" type="move" dest="bur"/>
    <order power="Italy" source="rom" type="hold"/></orders>
    <results><result source="par" type="bounced"/><result source="mun" result="Failed"/>
    <result source="rom" result="dances"/></results></turn></game>"""
    record, errors = read(saved(tmp_path, text))
    assert record is not None
    outcomes = {p.at.province: p.outcomes for p in record.phases[0].results}
    assert outcomes == {"Par": {Outcome.BOUNCED}, "Mun": {Outcome.FAILED}}
    assert "unknown result 'dances'" in errors[0]


def test_reasons_in_german(tmp_path: Path) -> None:
    turn = Turn(
        "Frühling", 1902, "Bewegung", SMALL, OWNED,
        {
            "France: A par -> bur": "FAILURE: Fehlgeschlagen, da Germany: A bur fehlgeschlagen.",
            "Germany: A mun Supports A bur": "FAILURE: Unterstützung durch Truppenbewegung",
        },
    )  # fmt: skip
    (phase,) = a_record(tmp_path, of_17(turn)).phases
    assert (phase.phase.season, phase.phase.step) == ("spring", "movement")
    outcomes = {p.at.province: p.outcomes for p in phase.results}
    assert outcomes == {"Par": {Outcome.BOUNCED}, "Mun": {Outcome.CUT}}


@FORMS
def test_a_variant_that_is_not_ours_is_refused_by_name(form: Write, tmp_path: Path) -> None:
    record, errors = read(saved(tmp_path, form(SPRING, variant="Sail Ho!")))
    assert record is None
    assert "unknown variant 'sail-ho!'" in errors[0]


@FORMS
def test_a_variant_by_its_name(form: Write, tmp_path: Path) -> None:
    turn = Turn("Spring", 1901, "Movement", ["Italy F rom"], {"rom": "Italy"},
                {"Italy: F rom -> tus": "SUCCESS"})  # fmt: skip
    assert a_record(tmp_path, form(turn, variant="Fleet Rome")).variant == "fleet-rome"


def test_builds_in_any_owned_centre(tmp_path: Path) -> None:
    options = {"Option.builds": "OptionValue.any-owned", "Option.wings": "wings-enabled"}
    record, errors = read(saved(tmp_path, of_17(*whole_game()[:1], options=options)))
    assert record is not None
    assert record.variant == "build-anywhere"
    assert record.house == {"via_fallback_to_land": "yes"}
    assert "a rule by which we do not judge: Option.wings" in errors[0]


def test_codes_of_the_program_in_1900(tmp_path: Path) -> None:
    turn = Turn("Spring", 1900, "Movement", ["Britain F gbo"], {},
                {"Britain: F gbo -> swe": "SUCCESS"})  # fmt: skip
    record, errors = read(saved(tmp_path, of_17(turn, variant="1900")))
    assert record is not None
    assert errors == []
    assert [str(u.at) for u in record.start or ()] == ["BOT"]


@FORMS
def test_what_cannot_be_read_is_reported(form: Write, tmp_path: Path) -> None:
    turn = whole_game()[0]
    turn.units = (*turn.units, "France W gas", "Atlantis A swi")
    turn.owners = {**turn.owners, "atl": "France"}
    record, errors = read(saved(tmp_path, form(turn)))
    assert record is not None
    assert {"not a unit: France: W gas", "not a unit: Atlantis: army swi"} <= {
        error.partition(": ")[2] for error in errors
    }
    assert any("not a centre of a power: atl France" in error for error in errors)


def test_a_phase_that_is_there_twice(tmp_path: Path) -> None:
    _, errors = read(saved(tmp_path, of_17(SPRING, SPRING, replace(SPRING, season="Sommer"))))
    assert any("twice" in error for error in errors)
    assert any("not a phase; left out with its orders: Sommer 1901" in error for error in errors)


@pytest.mark.parametrize("packed", [False, True])
def test_files_packed_by_the_program(packed: bool, tmp_path: Path) -> None:
    data = of_17(SPRING, *whole_game()[:1]).encode()
    content = gzip.compress(data) if packed else data
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.jdip").write_bytes(content)
    with zipfile.ZipFile(tmp_path / "a" / "more.zip", "w") as archive:
        archive.writestr("two.jdip", content)
    games = [
        record
        for source in sources([tmp_path / "a"], ARCHIVE)
        for _, record, _ in read_source(source, ARCHIVE)
    ]
    assert [record is not None for record in games] == [True, True]


def test_a_packed_file_that_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "game.jdip"
    path.write_bytes(gzip.compress(of_17(SPRING).encode())[:200])
    record, errors = read(path)
    assert record is None
    assert "cannot be unpacked" in errors[0]


def test_a_document_type_is_refused(tmp_path: Path) -> None:
    head = '<?xml version="1.0"?>\n<!DOCTYPE game [<!ENTITY a "b">\n]>\n'
    path = saved(tmp_path, head + of_17(SPRING).partition("\n")[2])
    record, errors = read(path)
    assert record is None
    assert errors[0].startswith(f"{path}:2:1: a document type (DOCTYPE) is not read")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\n<game><turn>\n  <orders></turn></game>", "3:13: not XML: mismatched tag"),
        (f"{FORM_17}<turn season='Spring'", "1:72: not XML: unclosed token"),
        (f"{FORM_17}<turn year='1'>&nbsp;</turn></game>", "not XML: undefined entity"),
        ("<game><turn>" + "<a>" * 30_000, "elements, or 20,000 in one another"),
        ("<game><turn>" + "<a/>" * 300_000, "more than 300,000 elements"),
        (f"{FORM_17}<variant name='Standard'/></game>", "the game has no turn that can be read"),
        ("<jsx><object class='dip.world.World'/></jsx>", "the game has no turn that can be read"),
    ],
)  # fmt: skip
def test_a_broken_file_is_named_with_its_place(text: str, why: str, tmp_path: Path) -> None:
    path = saved(tmp_path, text)
    record, errors = read(path)
    assert record is None
    assert str(path) in errors[0]
    assert why in errors[0]


def test_other_xml_is_no_game(tmp_path: Path) -> None:
    for text in ("<svg><game/></svg>", "<!-- <game><turn> -->", "<jsx><object/></jsx>", "<game/>"):
        importer = importer_of(TextFile("x.xml", text))
        assert importer is None or importer.name != "jdip"
    record, errors = read(saved(tmp_path, "<jsx><object class='a.B'/></jsx>"), "jdip")
    assert record is None
    assert "no game of jDip is in it" in errors[0]


def test_many_comments_are_passed_over_at_once() -> None:
    text = "<!-- a -->" * 300 + "<svg/>"
    assert importer_of(TextFile("x.xml", text)) is None


def test_a_convoy_by_a_fleet_on_no_way_succeeds_in_the_program(tmp_path: Path) -> None:
    """Its result says that the army was ordered so, not that the fleet carried it."""
    turn = Turn(
        "Spring", 1902, "Movement", ("England A lon", "England F eng", "Germany F hel"), {},
        {
            "England: A lon -> bre": "SUCCESS",
            "England: F eng Convoy A lon -> bre": "SUCCESS",
            "Germany: F hel Convoy A lon -> bre": "SUCCESS",
        },
    )  # fmt: skip
    assert verdicts(a_record(tmp_path, of_17(turn))) == {}


def test_a_move_of_which_the_letters_are_a_province(tmp_path: Path) -> None:
    turn = Turn(
        "Spring", 1902, "Movement", ["Russia F swe"], {}, {"Russia: F swe -> den": "SUCCESS"}
    )
    record, errors = read(saved(tmp_path, of_17(turn)))
    assert record is not None
    assert errors == []
    assert len(record.phases[0].orders) == 1
