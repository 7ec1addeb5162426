"""Rules that no position shows by itself: calendars, control, counting, victory, draws."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from our_archive import ARCHIVE

from builder.errors import Mistakes, UnknownWordError
from builder.formats.game.reading import read_game
from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.results import Turn
from builder.model.units import Code, Position, Power, Unit
from builder.notation.notation import parse_order
from builder.variant import Variant

CAT, CLASSIX = ARCHIVE.variant("cat"), ARCHIVE.variant("classix")


def units(variant: Variant, power: str, *written: str) -> tuple[Unit, ...]:
    """`units(v, "France", "A Mar", "F Bre")`."""
    found = []
    for text in written:
        kind, _, place = text.partition(" ")
        at = variant.setting.board.find(place)
        afloat = variant.setting.board.provinces[at.province].terrain == "sea" and kind == "A"
        code = next(k for k in variant.setting.kinds if k == kind)
        found.append(Unit(Power(power), code, at, 1, afloat))
    return tuple(found)


def play(variant: Variant, position: Position, *orders: str) -> Turn:
    """Play a phase by orders like `France: A Mar-Bur`."""
    written: list[Written] = []
    for line in orders:
        power, _, text = line.partition(": ")
        written.append(parse_order(text, variant.setting, position.phase, Power(power)))
    return variant.open(position).play(written)


def owned(**owners: str) -> dict[Code, Power]:
    return {Code(c): Power(p) for p, codes in owners.items() for c in codes.split()}


# Cat Diplomacy: calendar, entitlement, victory, draws


def test_the_years_of_cat_bear_names_in_turn() -> None:
    """Rule 3; CD-30."""
    calendar = CAT.setting.calendar
    names = {n: calendar.year_name(n) for n in range(1, 8)}
    assert names[1] == "Cassiusica I"
    assert names[2] == "Andromeda I"
    assert names[3] == "Telahoma I"
    assert names[4] == "Cassiusica II"
    assert names[7] == "Cassiusica III"
    assert CAT.setting.start.phase == Phase(1, "spring", "movement")
    assert calendar.cycle_name == "Cat"
    assert {step for _, step in calendar.year} == {"movement", "retreats", "adjustments"}
    for written in ("Fall Telahoma II", "Fall Tellahoma II", "fall tel 2", "FTel2M"):
        assert calendar.read(written) == Phase(6, "fall", "movement")
    assert calendar.read("Spring Casiusica II").year == 4
    assert calendar.year_name(148) == "Cassiusica L"
    assert all(calendar.read(f"Spring {calendar.year_name(n)}").year == n for n in range(1, 300))
    with pytest.raises(UnknownWordError):
        calendar.read("Spring Telahoma 0")


def test_the_first_year_finds_its_power_doubled() -> None:
    """Rules 3 and 4."""
    sizes = {(u.power, u.size) for u in CAT.setting.start.units}
    assert sizes == {("Cassiusica", 2), ("Andromeda", 1), ("Telahoma", 1)}


def test_the_three_players_of_cat() -> None:
    """Rule 2."""
    assert set(CAT.setting.powers) == {"Cassiusica", "Telahoma", "Andromeda"}


def test_each_year_doubles_one_power_and_ends_with_none() -> None:
    """Rules 3, 4 and 6, through a cycle without orders."""
    position = CAT.setting.start
    doubled = {}
    while position.phase.year < 5:
        if position.phase.step == "movement":
            found = {u.power for u in position.units if u.size == 2}
            doubled.setdefault(position.phase.year, set()).update(found)
        if position.phase.step == "adjustments":
            assert all(u.size == 1 for u in position.units)
        position = CAT.open(position).play(()).after
    owners = [CAT.setting.calendar.owner(year) for year in (1, 2, 3, 4)]
    assert [doubled[year] for year in (1, 2, 3, 4)] == [{o} for o in owners]


def test_enemy_centres_feed_nobody() -> None:
    """Rule 9; CD-32."""
    owners = owned(Cassiusica="Cop Cob Chr Gol Iro", Telahoma="Tin Cin")
    position = CAT.setting.start._replace(owners=owners)
    book = CAT.open(position)
    assert book.entitlements(position)[Power("Cassiusica")] == 4
    assert book.entitlements(position)[Power("Telahoma")] == 2


NEUTRAL = "Gol Nic Lea Pla Mer"


@pytest.mark.parametrize(
    ("held", "won"),
    [
        (f"{NEUTRAL} Tin Iro Cin Sil", True),
        (f"{NEUTRAL} Tin Iro Cin", False),
        (f"{NEUTRAL} Tin Iro Sil", False),
        ("Gol Nic Lea Pla Tin Iro Cin Sil", False),
        (f"{NEUTRAL} Cop Cob Chr Aga Amb Ala", False),
    ],
)
def test_victory_needs_the_neutral_centres_and_the_homeland(held: str, won: bool) -> None:
    """Rule 7; ruling CD-V1."""
    position = CAT.setting.start._replace(owners=owned(Telahoma=held))
    winners, finding = CAT.open(position).winners(position)
    assert winners == ((Power("Telahoma"),) if won else ())
    assert bool(finding) is won


def test_victory_is_found_after_a_fall() -> None:
    """Rule 7: the last province without a centre is taken and the year ends."""
    owners = owned(Telahoma=f"{NEUTRAL} Tin Iro Cin", Andromeda="Sil")
    position = Position(
        Phase(1, "fall", "movement"), units(CAT, "Telahoma", "A Cin", "A Pla"), owners
    )
    turn = play(CAT, position, "Telahoma: A Cin-Sil")
    assert turn.winners == ("Telahoma",)


def test_two_cannot_draw_alone() -> None:
    """Rule 8; CD-35, ruling CD-V2."""
    book = CAT.open(CAT.setting.start)
    two = [Power("Cassiusica"), Power("Andromeda")]
    assert not book.may_draw(two)
    assert book.may_draw(CAT.setting.powers)
    standard = ARCHIVE.variant("standard")
    assert standard.open(standard.setting.start).may_draw(two)


def test_a_record_of_a_draw_of_two_is_refused() -> None:
    """Rule 8, CD-35: such a game is a draw of three."""
    text = "game: X\nvariant: cat\nresult: {draw: [%s], at: Fall Cassiusica I}\nphases: {}\n"
    three = read_game(text % "Cassiusica, Andromeda, Telahoma", "x.yaml", ARCHIVE.variant)
    assert three.result.kind == "draw"
    with pytest.raises(Mistakes, match="cannot share a draw"):
        read_game(text % "Cassiusica, Andromeda", "x.yaml", ARCHIVE.variant)


def test_where_a_coast_guard_may_be_built() -> None:
    """Rules 9 and 10; CD-33."""
    owners = owned(Cassiusica="Cop Cob Chr Gol")
    position = Position(Phase(3, "winter", "adjustments"), (), owners)
    assert set(CAT.open(position).sites(Power("Cassiusica"))) == {"Cop", "Cob", "Chr"}


# Classix: control of the neutral units, counting, extra centres

NEUTRALS = ("A Swi", "A Swe", "F Cas")
PLACES = {
    "England": ("F Edi", "F Lon", "A Lvp", "A Yor", "A Wal"),
    "France": ("F Bre", "A Mar", "A Par", "A Gas", "A Pic"),
    "Germany": ("A Ber", "A Bud", "F Kie", "A Mun", "A Vie", "A Ruh"),
    "Italy": ("F Nap", "A Rom", "F Tri", "A Ven", "A Apu"),
    "Russia": ("A Mos", "F Sev", "F Stp/sc", "A War", "A Ukr"),
    "Turkey": ("F Ank", "A Con", "A Smy", "A Arm", "A Syr"),
}


def crowd(counts: str) -> tuple[Unit, ...]:
    """`E3 F3 G5 …`: so many units of each power, and the three neutral ones."""
    found = units(CLASSIX, "Neutral", *NEUTRALS)
    for word in counts.split():
        power = next(p for p in PLACES if p.startswith(word[0]))
        found += units(CLASSIX, power, *PLACES[power][: int(word[1:])])
    return found


def controller(turn: Turn) -> str | None:
    return turn.after.memory.get("controller")


def test_a_tie_at_the_start_leaves_the_neutral_units_alone() -> None:
    """Rule 3; CX-37."""
    start = CLASSIX.setting.start
    counts = Counter(u.power for u in start.units)
    assert counts == {
        "England": 3, "France": 3, "Germany": 5, "Italy": 4, "Russia": 4, "Turkey": 3, "Neutral": 3,
    }  # fmt: skip
    turn = play(CLASSIX, start, "Turkey: F Cas S F Sev", "England: A Swe H")
    assert len(turn.faults) == 2
    assert controller(turn) is None
    assert [a for a in turn.actions if a.power == "Neutral" and a.meant is not None] == []


def test_control_is_taken_kept_and_lost() -> None:
    """Rule 3; CX-38, phase by phase."""
    first = Position(Phase(1902, "spring", "movement"), crowd("E4 F5 G5 I4 R5 T3"), {})
    one = play(CLASSIX, first, "Turkey: F Cas S A Arm")
    assert controller(one) == "Turkey"

    two = play(CLASSIX, one.after)
    assert controller(two) == "Turkey"
    assert all(a.meant is None for a in two.actions if a.power == "Neutral")

    third = two.after._replace(
        phase=Phase(1903, "spring", "movement"), units=crowd("E3 F5 G6 I5 R5 T5")
    )
    three = play(CLASSIX, third, "Turkey: A Swi S A Mun")
    assert controller(three) == "Turkey"
    assert three.faults == {}

    fourth = three.after._replace(units=third.units)
    four = play(CLASSIX, fourth, "England: A Swe S A Lvp-Nwy", "Turkey: A Swi S A Mun")
    assert controller(four) == "England"
    assert [w.issuer for w in four.faults] == ["Turkey"]
    named = {str(a.unit): a.meant for a in four.actions if a.power == "Neutral"}
    assert named["A Swe"] is not None
    assert named["A Swi"] is None
    assert named["F CAS"] is None


def test_who_leaves_the_board_loses_control() -> None:
    """Section 4.3 of the rulings on rule 3."""
    position = Position(
        Phase(1903, "spring", "movement"),
        crowd("E4 F5 G5 I4 R5"),
        {},
        memory={"controller": "Turkey"},
    )
    assert controller(play(CLASSIX, position)) is None


def test_lots_may_decide_a_tie() -> None:
    """The option that the second version of the text names."""
    setting = CLASSIX.setting
    options = {**setting.options, "fewest_units_lot": "yes"}
    chosen = replace(CLASSIX, setting=replace(setting, options=options))
    start = setting.start
    orders = ("Turkey: F Cas H", "England: F Cas H", "France: F Cas H")
    lots = {controller(play(chosen, start, *orders)) for _ in range(3)}
    assert len(lots) == 1
    assert lots <= {"Turkey", "England", "France"}
    games = (CLASSIX.playing({"fewest_units_lot": "yes"}, f"game {n}") for n in range(30))
    by_game = [controller(play(game, start, *orders)) for game in games]
    assert set(by_game) == {"Turkey", "England", "France"}, "lots fall alike in all games"


@pytest.mark.parametrize("power", ["Turkey", "England", "France"])
def test_a_lot_that_was_drawn_is_recorded(power: str) -> None:
    orders = ("Turkey: F Cas H", "England: F Cas H", "France: F Cas H")
    game = CLASSIX.playing({"lots_drawn": f"Spring 1901 = {power}, Fall 1902 = Italy"}, "a game")
    assert controller(play(game, game.setting.start, *orders)) == power
    for wrong in ("Spring 1901 = Austria", "Sprung 1901 = Turkey"):
        with pytest.raises(UnknownWordError):
            CLASSIX.playing({"lots_drawn": wrong})


def test_an_army_aboard_counts() -> None:
    """Rule 6; CX-40."""
    owners = owned(England="Lon Edi Lvp")
    force = units(CLASSIX, "England", "A NTH", "F NTH", "A Nwy", "F Edi")
    position = Position(Phase(1902, "winter", "adjustments"), force, owners)
    book = CLASSIX.open(position)
    assert book.dues(position)[Power("England")] == -1


def test_extra_centres_change_the_goal() -> None:
    """Rule 4; CX-41."""
    more = CLASSIX.playing({"extra_centres": "Swi, Naf"})
    assert len(more.setting.centres) == 36
    assert more.setting.victory == 19


# Loeb9 and the Cline boards: names, numbers, set-up


def test_old_names_are_read_as_new_ones() -> None:
    """Loeb9, rule 10; L9-32."""
    setting = ARCHIVE.variant("loeb9").setting
    phase = setting.start.phase
    orders = ("A Norway-Finland", "A Oslo-Finland", "A Nwy-Fin", "A Nor-Fin")
    read = [parse_order(o, setting, phase, Power("Norway")) for o in orders]
    assert len({(w.unit, w.order) for w in read}) == 1
    for old, new in (("Den", "Copenhagen"), ("Por", "Lisbon"), ("Swe", "Stockholm")):
        assert setting.board.find(old) == setting.board.find(new)
    assert setting.board.find("Kakakz") == setting.board.find("Kazakz")


@pytest.mark.parametrize(
    ("name", "centres", "victory", "players"),
    [
        ("cline9-iv", 45, 23, 9),
        ("cline9-vi", 45, 23, 9),
        ("loeb9", 38, 20, 9),
        ("classix", 34, 18, 6),
        ("militarism", 34, 18, 7),
    ],
)
def test_centres_and_what_wins(name: str, centres: int, victory: int, players: int) -> None:
    """Cline IV rule 4, VI rule 7, Loeb9 rules 11 and 12, Classix rules 1 and 4."""
    setting = ARCHIVE.variant(name).setting
    assert len(setting.centres) == centres
    assert setting.victory == victory
    assert len(setting.powers) == players


@pytest.mark.parametrize(
    ("name", "power", "force"),
    [
        ("cline9-iv", "Barbary States", "F Tun, F Mor, A Alg"),
        ("cline9-iv", "Persia", "F Jor/wc, A Ara, A Ira"),
        ("cline9-iv", "Turkey", "A Con, F Ank, F Smy"),
        ("cline9-iv", "Russia", "A Mos, A War, F Sev, F Stp/sc"),
        ("cline9-vi", "Barbary States", "F Tun, F Cab, A Alg"),
        ("cline9-vi", "Persia-Arabia", "F Jer, A Mec, A Teh"),
        ("cline9-vi", "Turkey", "A Con, F Ank, F Smy"),
        ("cline9-vi", "Italy", "A Rom, F Nap, A Mil"),
        ("cline9-vi", "Russia", "A Mos, A Ark, F Sev, F Stp"),
        ("loeb9", "Norway", "A Nwy, F Den, F Swe"),
        ("loeb9", "Spain", "A Cor, A Mad, F Por"),
        ("loeb9", "Russia", "A Mos, A War, F Sev, F Stp/nc"),
        ("classix", "Germany", "A Ber, A Bud, F Kie, A Mun, A Vie"),
        ("classix", "Italy", "F Nap, A Rom, F Tri, A Ven"),
        ("classix", "Neutral", "A Swi, A Swe, F CAS"),
    ],
)
def test_where_they_start(name: str, power: str, force: str) -> None:
    """Cline IV rules 2 and 3, VI rules 3 to 5, Loeb9 rules 8 and 11, Classix rules 1 and 3."""
    start = ARCHIVE.variant(name).setting.start
    assert {str(u) for u in start.units if u.power == power} == set(force.split(", "))


@pytest.mark.parametrize("name", ["cline9-iv", "cline9-vi", "loeb9"])
def test_who_holds_enough_centres_has_won(name: str) -> None:
    """Cline IV rule 4, VI rule 7, Loeb9 rule 12."""
    variant = ARCHIVE.variant(name)
    goal = variant.setting.victory
    power = variant.setting.powers[0]
    for count in (goal - 1, goal):
        centres = sorted(variant.setting.centres)[:count]
        position = variant.setting.start._replace(owners=dict.fromkeys(centres, power))
        winners, _ = variant.open(position).winners(position)
        assert winners == ((power,) if count == goal else ())


@pytest.mark.parametrize(("more", "won"), [(0, ()), (1, ("Germany",))])
def test_of_two_powers_with_enough_centres_the_one_with_more_wins(
    more: int, won: tuple[str, ...]
) -> None:
    """1900, rule 3; ruling BP-V1."""
    variant = ARCHIVE.variant("1900")
    centres = sorted(variant.setting.centres)[: 36 + more]
    owners = {c: Power("Britain" if i < 18 else "Germany") for i, c in enumerate(centres)}
    position = variant.setting.start._replace(owners=owners)
    assert variant.open(position).winners(position)[0] == won


def test_arkangel_is_a_place_to_build_and_no_centre() -> None:
    """Cline VI, rule 5."""
    setting = ARCHIVE.variant("cline9-vi").setting
    arkangel = setting.board.provinces[Code("Ark")]
    assert arkangel.builds == "Russia"
    assert not arkangel.centre
    homes = [p for p in setting.board.provinces.values() if p.centre and p.home == "Russia"]
    assert len(homes) == 3


def test_militarism_says_that_its_text_breaks_off() -> None:
    variant = ARCHIVE.variant("militarism")
    assert "INCOMPLETE" in variant.about.status.upper()
    assert variant.setting.calendar.title(variant.setting.start.phase) == "Winter 1900"
    assert variant.setting.start.units == ()
