"""Orders as people write them; the two laws that tie reading and writing together."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from our_archive import ARCHIVE, examples

from builder.errors import NotationError
from builder.model.calendar import Phase
from builder.model.orders import (
    Build,
    Convoy,
    Debark,
    Disband,
    Embark,
    Hold,
    Move,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
    Written,
)
from builder.model.units import Location
from builder.notation.notation import (
    OrderWriter,
    notation,
    parse_order,
    parse_unit,
    write_order,
)
from builder.notation.orders import OrderReader
from builder.notation.vocabulary import CONVOYS, SUPPORTS
from builder.notation.words import tokens_of

SETTING = ARCHIVE.variant("standard").setting
BOARDING = replace(SETTING, boarding=True)
MOVES = Phase(1901, "spring", "movement")
RETREATS = Phase(1901, "spring", "retreats")
WINTER = Phase(1901, "winter", "adjustments")


def at(text: str) -> Location:
    return SETTING.board.locations[text]


def order(text: str, phase: Phase = MOVES, setting=SETTING):
    return parse_order(text, setting, phase, "Germany").order


def canonical(text: str, phase: Phase = MOVES, setting=SETTING) -> str:
    return write_order(parse_order(text, setting, phase, "Germany"), setting)


@pytest.mark.parametrize(
    "text",
    [
        "A Mun - Bur", "A Mun-Bur", "A Munich - Burgundy", "a mun → bur", "A MUN BUR",
        "a mun -> bur", "A Mun – Bur", "A Mun—Bur", "A Mun > Bur", "A Mun to Bur.",
        "army Munich moves to Burgundy", "  A  Mun  -  Bur  ", "A Munich-Burg",
        "A mun-BUR", "(A Mun-Bur)", "A Mun. - Bur.",
        "a München-Bur",
        "A Mun m Bur", "A Mun M-Bur", "A Mun attacks Bur", "1. A Mun-Bur", "(12) A Mun-Bur",
        "2: A Mun moves to Bur", "• A Mun-Bur", "* A Mun-Bur",
    ],
)  # fmt: skip
def test_a_move_in_every_form(text):
    assert parse_order(text, SETTING, MOVES, "Germany").unit == UnitRef(at("Mun"), "A")
    assert order(text) == Move(at("Bur"))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("F Lon H", "F Lon H"),
        ("f SEV h.", "F Sev H"),
        ("F London Stand", "F Lon H"),
        ("F Lon to hold", "F Lon H"),
        ("F Lon-H", "F Lon H"),
        ("F Lon holding", "F Lon H"),
        ("A Par S A Bur holding", "A Par S A Bur"),
        ("A Par support to hold A Bur", "A Par S A Bur"),
        ("A Par SH Bur", "A Par S Bur"),
        ("A Gas supports A Bur in moving to Par", "A Gas S A Bur - Par"),
        ("The army in Gas SM A Bur-Par", "A Gas S A Bur - Par"),
        ("F Lon-Nth Sea", "F Lon - NTH"),
        ("F Lon-Eng. Ch.", "F Lon - ENG"),
        ("A Gas supports A Bur moving to Par", "A Gas S A Bur - Par"),
        ("Army Gascony Support A Bur Move Par", "A Gas S A Bur - Par"),
        ("F NTH convoy a lon move nwy", "F NTH C A Lon - Nwy"),
        ("A Lon via convoy - Nwy", "A Lon - Nwy via convoy"),
        ("A Lon (by sea) to Nwy", "A Lon - Nwy via convoy"),
        ("Army Edinburgh -> North Sea -> Belgium", "A Edi - Bel via NTH"),
        ("Army Serbia SUPPORT Fleet Albania -> Greece.", "A Ser S F Alb - Gre"),
        ("Mun-Bur", "Mun - Bur"),
        ("A Bur S A Mun-Ruh", "A Bur S A Mun - Ruh"),
        ("A Bur S Mun-Ruh", "A Bur S Mun - Ruh"),
        ("A Bur supports Army Munich to Ruhr", "A Bur S A Mun - Ruh"),
        ("A Bur S A Mun", "A Bur S A Mun"),
        ("A Bur S A Mun H", "A Bur S A Mun"),
        ("A Bur S A Mun to hold", "A Bur S A Mun"),
        ("A Bur S (A Mun-Ruh)", "A Bur S A Mun - Ruh"),
        ("A Mar S (A Par S A Bur)", "A Mar S A Par"),
        ("A Mar S A Par S A Bur - Gas", "A Mar S A Par"),
        ("A Boh S ITALIAN A Tyo-Mun", "A Boh S Italian A Tyr - Mun"),
        ("A Boh S Italy's A Tyr-Mun", "A Boh S Italian A Tyr - Mun"),
        ("A Boh S A Tyr (Italy) - Mun", "A Boh S Italian A Tyr - Mun"),
        ("A Mun S Italian Tyr", "A Mun S Tyr (Italy)"),
        ("A Mun S Italy Tyr", "A Mun S Italy Tyr"),
        ("A Mun S own Tyr", "A Mun S Germany Tyr"),
        ("F NTH C A Lon-Nwy", "F NTH C A Lon - Nwy"),
        ("f north sea convoys army london to norway", "F NTH C A Lon - Nwy"),
        ("F NTH C A Lon", "F NTH C A Lon"),
        ("F NTH-SKA C A Lon", "F NTH - SKA C A Lon"),
        ("A Lon-Nwy via", "A Lon - Nwy via convoy"),
        ("A Lon-Nwy (via convoy)", "A Lon - Nwy via convoy"),
        ("A Lon-Nwy via C", "A Lon - Nwy via convoy"),
        ("A Bud supports the Austrian army in Serbia to Trieste", "A Bud S Austrian A Ser - Tri"),
        ("A Lon-Nwy by convoy", "A Lon - Nwy via convoy"),
        ("A Lon-Nwy via convoy via NTH", "A Lon - Nwy via NTH"),
        ("A Lon to Norway via the North Sea", "A Lon - Nwy via NTH"),
        ("A Lon - Nwy via NTH, NWG", "A Lon - Nwy via NTH - NWG"),
        ("A Lon-NTH-Nwy", "A Lon - Nwy via NTH"),
        ("A Lon > NTH > Nwy", "A Lon - Nwy via NTH"),
        ("A Lon > Wal", "A Lon - Wal"),
        ("Eng > Mao", "ENG - MAO"),
        ("A Con > F Bla > Rum", "A Con - Rum via BLA"),
        ("A Gas-[F MAO]-Tun", "A Gas - Tun via MAO"),
        ("F Mid-Spa(sc)", "F MAO - Spa/sc"),
        ("F Mid-Atlantic Ocean - Spain/sc", "F MAO - Spa/sc"),
        ("F MAO-SPA SC", "F MAO - Spa/sc"),
        ("F MAO - Spain (South Coast)", "F MAO - Spa/sc"),
        ("F St. Petersburg (s.c.) - gulf of bothnia", "F Stp/sc - BOT"),
        ("f bul-ec - con", "F Bul/ec - Con"),
        ("F Bul(e)-Con", "F Bul/ec - Con"),
        ("F W. Med - Tun", "F WES - Tun"),
        ("F West Med-Tunis", "F WES - Tun"),
        ("F Ska S Norway", "F SKA S Nwy"),
        ("F Norwegian Sea-Norway", "F NWG - Nwy"),
        ("- A Mun - Bur", "A Mun - Bur"),
        ("A N Africa - Tun", "A Naf - Tun"),
        ("Italian A Ven-Rom", "A Ven (Italy) - Rom"),
        ("A Ven (Italy) - Rom", "A Ven (Italy) - Rom"),
        ("A Par (s) Bur", "A Par S Bur"),
        ("A Mun (S) Kie-Ruh", "A Mun S Kie - Ruh"),
        ("A Spa (s) Por-Mar", "A Spa S Por - Mar"),
        ("F Spa (s) A Por", "F Spa S A Por"),
        ("F Spa (s) Por", "F Spa S Por"),
        ("F Spa (s) S Por", "F Spa/sc S Por"),
        ("F Spa (S)-Mid", "F Spa/sc - MAO"),
        ("F Mid (S) A Por-Spa", "F MAO S A Por - Spa"),
        ("F NTH [C] A Lon - Nwy", "F NTH C A Lon - Nwy"),
        ("F Nth (c) Lon - Nwy", "F NTH C Lon - Nwy"),
        ("A Mun (H)", "A Mun H"),
        ("A Mun -S- A Bur", "A Mun S A Bur"),
        ("A Bur S Germany's Mun", "A Bur S Mun (Germany)"),
        ("A Mos S Russian War-Lvn", "A Mos S War (Russia) - Lvn"),
        ("F(Lon) to North Sea", "F Lon - NTH"),
    ],
)  # fmt: skip
def test_what_is_read_and_how_it_is_written(text, written):
    assert canonical(text) == written
    assert canonical(written) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("A Lon > NTH > Nwy", "A Lon > NTH > Nwy"),
        ("A Lon > NTH", "A Lon > NTH"),
        ("A NTH > Nwy", "A NTH > Nwy"),
        ("A Con > F Bla > Rum", "A Con > BLA > Rum"),
        ("A Gas-[F MAO]-Tun", "A Gas > MAO > Tun"),
        ("A/F NTH-SKA", "F NTH - SKA"),
    ],
)
def test_armies_go_aboard_where_the_board_has_boarding(text, written):
    assert canonical(text, setting=BOARDING) == written


@pytest.mark.parametrize(
    ("text", "phase", "expected"),
    [
        ("A Par R Gas", RETREATS, Retreat(at("Gas"))),
        ("A Par retreats to Gas", RETREATS, Retreat(at("Gas"))),
        ("A Par - Gas", RETREATS, Retreat(at("Gas"))),
        ("A Par R Gas", MOVES, Retreat(at("Gas"))),
        ("A Par-Gas via", RETREATS, Move(at("Gas"), True)),
        ("A Par disband", RETREATS, Disband()),
        ("Disband A Par", RETREATS, Disband()),
        ("A Par retreats otb", RETREATS, Disband()),
        ("A Par retreats off the board", RETREATS, Disband()),
        ("A Par dis", RETREATS, Disband()),
        ("a par otb", RETREATS, Disband()),
        ("R a par-GAS", RETREATS, Retreat(at("Gas"))),
        ("R a par otb", RETREATS, Disband()),
        ("Builds an army in Paris", WINTER, Build("A", at("Par"))),
        ("Builds a fleet in St Petersburg (south coast)", WINTER, Build("F", at("Stp/sc"))),
        ("Removes the army in Paris", WINTER, Remove(at("Par"))),
        ("A Par d", MOVES, Disband()),
        ("A Par disband", WINTER, Remove(at("Par"))),
        ("D A Par", WINTER, Remove(at("Par"))),
        ("Remove A Par", WINTER, Remove(at("Par"))),
        ("A Par removed", WINTER, Remove(at("Par"))),
        ("-A Par", WINTER, Remove(at("Par"))),
        ("Build F Bre", WINTER, Build("F", at("Bre"))),
        ("bld a par", WINTER, Build("A", at("Par"))),
        ("+F Stp(nc)", WINTER, Build("F", at("Stp/nc"))),
        ("A Par build", WINTER, Build("A", at("Par"))),
        ("Build F Bre", MOVES, Build("F", at("Bre"))),
        ("- Build F Bre", WINTER, Build("F", at("Bre"))),
        ("Waive", WINTER, Waive()),
        ("Build waived", WINTER, Waive()),
        ("A Par - Gas", WINTER, Move(at("Gas"))),
        ("A Par H", WINTER, Hold()),
        ("a vie", WINTER, Build("A", at("Vie"))),
        ("no builds", WINTER, Waive()),
    ],
)
def test_orders_of_the_other_phases(text, phase, expected):
    assert order(text, phase) == expected


@pytest.mark.parametrize(
    ("text", "column", "width", "message"),
    [
        ("A Mun-Brg", 7, 3, "unknown province 'Brg' (Bur or Bre or Ber?)"),
        ("A Brg S A Mun", 3, 3, "unknown province 'Brg' (Bur or Bre or Ber?)"),
        ("F Nrth Sea - Nwy", 3, 8, "unknown province 'Nrth Sea'"),
        ("A Liv - Bur", 3, 3, "'Liv' may be Lvp or Lvn"),
        ("A Gas S F A Bur-Par", 11, 1, "F or A? Write one kind of unit"),
        ("S F A Bur-Par", 1, 1, "for which unit?"),
        ("convoy a lon move nwy", 1, 6, "for which unit?"),
        ("3. A Mun-Brg", 10, 3, "unknown province 'Brg'"),
        ("A Mun -", 8, 1, "a place is missing here"),
        ("A Mun S", 8, 1, "a place is missing here"),
        ("A Mun", 6, 1, "what is the unit to do?"),
        ("A Mun X Bur", 7, 1, "'X' is not what a unit can do"),
        ("A Mun-Bur quickly", 11, 7, "'quickly' makes no sense here"),
        ("", 1, 1, "an order is missing"),
        ("   ", 1, 1, "an order is missing"),
        ("A Mun-Bur (boinked)", 11, 9, "'(boinked)' is not a coast, half of a unit"),
        ("A Mun-Bur F Kie-Den", 11, 9, "a second order?"),
        ("B Mun-Bur", 1, 1, "'B' is not a kind of unit (A or F)"),
        ("Build Par", 1, 5, "build what?"),
        ("A", 2, 1, "a place is missing"),
        ("A - Bur", 3, 1, "a place is missing"),
        ("A Mun/sc-Bur", 6, 3, "Munich has no south coast"),
        ("F Bre - Spa (ec)", 13, 4, "Spain has no east coast"),
        ("all hold", 1, 3, "Write one order for each"),
        ("S Germany's Mun", 1, 1, "as in A Bur S A Mun"),
        ("A Bel-F NTH-Nwy", 7, 1, "a second unit"),
        ("A BEL H F NTH-NWG F DEN H", 9, 17, "a second order?"),
        ("A Lon-Nwy via F NTH F ENG-Bre", 21, 9, "a second order?"),
        ("A Yor-Nwy via convoy F NTH C A Yor-Nwy", 28, 11, "'C A Yor-Nwy' makes no sense here"),
        ("A Par Mar-Bur", 7, 3, "a dash or a verb is missing before Mar"),
        ("A Bur S A Par Mar-Gas", 15, 3, "a dash or a verb is missing before Mar"),
    ],
)
def test_errors_point_at_the_word(text, column, width, message):
    with pytest.raises(NotationError) as caught:
        parse_order(text, SETTING, MOVES, "Germany", 7)
    mark = caught.value.mark
    assert message in caught.value.message
    assert (mark.line, mark.column, mark.width) == (7, column, width)


def test_many_similar_codes_in_one_text_are_soon_refused():
    setting = ARCHIVE.variant("cline9-vi").setting
    with pytest.raises(NotationError):
        parse_order("A " + "cas " * 90, setting, setting.start.phase, setting.powers[0])


def test_more_words_in_usual_words_than_the_text_has_are_an_error_of_notation():
    tokens = tokens_of("A Mun - Bur Bur Bur")
    with pytest.raises(NotationError, match="makes no sense here"):
        OrderReader("AMun-Bur", notation(SETTING).vocabulary, "movement", "Germany", tokens).read()


def test_a_refused_text_is_refused_again_with_a_mark_of_its_own():
    errors = []
    for line in (3, 8):
        with pytest.raises(NotationError) as caught:
            parse_order("A Mun - Xyzzy", SETTING, MOVES, "Germany", line)
        errors.append(caught.value)
    assert [error.mark.line for error in errors] == [3, 8]
    assert errors[0].message == errors[1].message


def test_an_impossible_order_is_no_error():
    assert order("A Mun - NTH") == Move(at("NTH"))
    assert order("A Gas - Spa/sc").to.coast == "sc"
    assert order("F Mun C A Mun - Mun") == Convoy(at("Mun"), at("Mun"), "A")


def test_a_unit_alone():
    assert parse_unit("F Bul/ec H", SETTING, "Turkey") == UnitRef(at("Bul/ec"), "F")
    assert parse_unit("Bul", SETTING, "Turkey") == UnitRef(at("Bul"))
    assert parse_unit("bld f ber", SETTING, "Germany") == UnitRef(at("Ber"), "F")
    assert parse_unit("Remove A Mun", SETTING, "Germany") == UnitRef(at("Mun"), "A")


def test_what_was_written_is_kept():
    written = parse_order("a mun-BUR", SETTING, MOVES, "Germany", 12)
    assert (written.text, written.line, written.issuer) == ("a mun-BUR", 12, "Germany")


@pytest.mark.parametrize(
    ("variant", "text", "unit", "expected"),
    [
        ("cat", "DCG Iro (army)-Tin", {"kind": "CG", "part": "A", "doubled": True}, "Move"),
        ("cat", "DCG Iro (fleet) Stand", {"kind": "CG", "part": "F", "doubled": True}, "Hold"),
        ("cat", "DA Cin S Cin-Sil", {"kind": "A", "doubled": True}, "Support"),
        ("cat", "CG Amb S Ala", {"kind": "CG", "doubled": False}, "Support"),
        ("militarism", "LA Mun-Bur", {"kind": "A", "led": True}, "Move"),
        ("militarism", "L Mun H", {"kind": "L", "led": False}, "Hold"),
        ("militarism", "Build L Vie", {"kind": "L"}, "Build"),
        ("militarism", "F NTH C LA Lon-Nwy", {"kind": "F"}, "Convoy"),
        ("classix", "F Cas(neutral) S A Mos-Sev", {"kind": "F", "power": "Neutral"}, "Support"),
        ("classix", "A Mun S neutral Swi", {"kind": "A"}, "Support"),
        ("cline9-iv", "F Mor (Barbary States) H", {"kind": "F", "power": "Barbary States"}, "Hold"),
    ],
)  # fmt: skip
def test_units_of_the_variants(variant, text, unit, expected):
    if variant not in ARCHIVE.variant_names:
        pytest.skip(f"no variant {variant} yet")
    setting = ARCHIVE.variant(variant).setting
    written = parse_order(text, setting, MOVES, setting.powers[0])
    assert type(written.order).__name__ == expected
    assert {key: getattr(written.unit, key) for key in unit} == unit
    again = parse_order(write_order(written, setting), setting, MOVES, setting.powers[0])
    assert (again.unit, again.order) == (written.unit, written.order)


places = st.sampled_from(sorted(SETTING.board.locations.values()))
seas = st.sampled_from([at(c) for c, p in SETTING.board.provinces.items() if p.terrain == "sea"])
lands = st.sampled_from([at(c) for c, p in SETTING.board.provinces.items() if p.terrain != "sea"])
kinds = st.sampled_from(["A", "F"])
maybe_kind = st.none() | kinds
maybe_power = st.none() | st.sampled_from(SETTING.powers)
units = st.tuples(places, maybe_kind, maybe_power).map(lambda u: UnitRef(*u))
armies = lands.map(lambda place: UnitRef(place, "A"))
aboard = seas.map(lambda place: UnitRef(place, "A"))
routes = st.lists(seas, min_size=1, max_size=3).map(tuple)
helped = (places, st.none() | places, maybe_kind, maybe_power)
nobody = st.tuples(st.none(), places, st.none(), st.sampled_from(SETTING.powers))
actions = st.one_of(
    st.just(Hold()),
    st.tuples(places, st.booleans()).map(lambda m: Move(*m)),
    st.tuples(places, st.just(True), routes).map(lambda m: Move(*m)),
    st.tuples(places, lands).map(lambda m: Move(m[0], carries=m[1])),
    st.tuples(*helped).map(lambda s: Support(*s)),
    nobody.map(lambda s: Support(*s)),
    st.tuples(*helped).map(lambda c: Convoy(*c)),
)
embarked = st.tuples(seas, st.none() | lands).map(lambda e: Embark(e[0].province, e[1]))
moves = st.one_of(
    st.tuples(units, actions),
    st.tuples(armies, embarked),
    st.tuples(aboard, lands.map(Debark)),
)
retreats = st.tuples(units, places.map(Retreat) | st.just(Disband()))
builds = st.tuples(kinds, places).map(lambda b: (UnitRef(b[1], b[0]), Build(*b)))
removals = units.map(lambda u: (u, Remove(u.at)))
winter = st.one_of(builds, removals, st.just((None, Waive())))
written = st.one_of(
    st.tuples(st.just(MOVES), moves),
    st.tuples(st.just(RETREATS), retreats),
    st.tuples(st.just(WINTER), winter),
)


@given(written, st.sampled_from(["-", "–", "→"]))
def test_law_what_is_written_reads_as_what_it_was(case, dash):
    phase, (unit, wanted) = case
    assume(getattr(wanted, "carries", None) is None or unit.kind != "A")  # only fleets carry
    text = write_order(Written("Germany", unit, wanted), SETTING).replace(" - ", f" {dash} ")
    aboard = isinstance(wanted, Embark | Debark)
    again = parse_order(text, BOARDING if aboard else SETTING, phase, "Germany")
    assert (again.unit, again.order) == (unit, wanted)


verbs = st.sampled_from(sorted(SUPPORTS | CONVOYS)).flatmap(
    lambda word: st.sampled_from([word, word.upper(), word.title()])
)
forms = [" {} ", " ({}) ", "({})", " [{}] ", "[{}]", " -{}- ", " {}. ", "/{} ", " {}-"]
around = st.sampled_from(forms)
spots = st.sampled_from([at(c) for c in ("Spa", "Stp", "Bul", "Par", "Lon", "NTH")])
helpers = st.tuples(spots, maybe_kind).map(lambda u: UnitRef(*u))
coasts = st.sampled_from(["", "", "(sc)", " (n)", "/s", " nc", "(S)"])


@settings(max_examples=examples(400))
@given(
    helpers, coasts, verbs, around, units, st.none() | places, st.sampled_from([MOVES, RETREATS])
)
def test_law_support_and_convoy_are_never_read_as_a_move(unit, coast, verb, form, other, to, phase):
    """However the verb is spelled, and whatever coast stands before it."""
    ends = OrderWriter(SETTING)
    goal = f" - {to}" if to else ""
    for helped in (ends.unit(other), str(other.at)):
        text = f"{ends.unit(unit)}{coast}{form.format(verb)}{helped}{goal}"
        with suppress(NotationError):
            assert isinstance(order(text, phase), Support | Convoy), text


WORDS = (
    "A F Mun Bur stp spa nc (sc) NTH - > → H S C R via convoy Build Remove Waive D to the Italian "
    "Germany ( ) [ ] North Sea , . Brg own m holding 1. • by convoy"
)
words = st.sampled_from(WORDS.split())


@given(st.lists(words, max_size=9).map(" ".join), st.sampled_from([MOVES, RETREATS, WINTER]))
def test_law_writing_is_a_fixpoint_and_nothing_else_is_raised(text, phase):
    try:
        once = canonical(text, phase)
    except NotationError:
        return
    assert canonical(once, phase) == once


@given(st.text(max_size=30) | st.lists(words, max_size=5).map(" ".join))
def test_law_what_cannot_be_read_is_pointed_at(text):
    try:
        order(text)
    except NotationError as error:
        found = error.mark
    else:
        return
    assert found.excerpt == text
    assert 1 <= found.column <= len(text) + 1


@pytest.mark.parametrize("text", ["F English Channel H", "F Lon S F English Channel"])
def test_a_place_that_begins_like_a_power_is_a_place(text):
    written = parse_order(text, SETTING, MOVES, "Germany")
    assert written.unit.power is None
    assert getattr(written.order, "power", None) is None
    assert parse_order("English F Lon H", SETTING, MOVES, "Germany").unit.power == "England"
