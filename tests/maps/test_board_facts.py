"""What the rule texts fix about every board and start, in numbers and by name."""

from __future__ import annotations

import re
from functools import cache

import pytest
from our_archive import ROOT

from builder.formats.variants import load_variant
from builder.model.board import Board
from builder.model.units import KindCode
from builder.variant import Variant

MAPS = ROOT / "maps"
NAMES = tuple(sorted(path.parent.name for path in MAPS.glob("*/variant.yaml")))
DUELS = ("france-austria", "germany-italy", "england-turkey")
ON_STANDARD = (
    "standard", "militarism", "classix", "fleet-rome", "build-anywhere", "chaos", *DUELS,
)  # fmt: skip


@cache
def variant(name: str) -> Variant:
    return load_variant(MAPS, name)


def board(name: str) -> Board:
    return variant(name).setting.board


def near(name: str, kind: str, place: str) -> set[str]:
    here = board(name).find(place)
    code = KindCode(kind)
    return {
        str(end)
        for end, ways in board(name).ways[here].items()
        if any(code in w.kinds for w in ways)
    }


@pytest.mark.parametrize(
    ("name", "spaces", "centres", "armies", "fleets", "victory", "players"),
    [
        ("standard", 75, 34, 111, 141, 18, 7),
        ("loeb9", 86, 38, 126, 160, 20, 9),
        ("classix", 77, 34, 116, 143, 18, 6),
        ("cline9-iv", 98, 45, 138, 198, 23, 9),
        ("cline9-vi", 115, 45, 172, 219, 23, 9),
        ("cat", 23, 14, 36, 33, 0, 3),  # wins by other than a number
        ("militarism", 75, 34, 111, 141, 18, 7),
        ("fleet-rome", 75, 34, 111, 141, 18, 7),
        ("build-anywhere", 75, 34, 111, 141, 18, 7),
        ("chaos", 75, 34, 111, 141, 18, 34),
        ("milan", 75, 34, 112, 139, 18, 7),
        ("pure", 7, 7, 21, 0, 4, 7),
        ("ancmed", 79, 34, 112, 155, 18, 5),
        ("1900", 90, 39, 143, 166, 18, 7),
        ("hundred", 41, 17, 61, 68, 9, 3),
    ],
)
def test_numbers(
    name: str, spaces: int, centres: int, armies: int, fleets: int, victory: int, players: int
) -> None:
    setting = variant(name).setting
    ends = [
        (kind, start, end)
        for start, ends in setting.board.ways.items()
        for end, ways in ends.items()
        for way in ways
        for kind in way.kinds
    ]
    assert len(setting.board.provinces) == spaces
    assert len(setting.centres) == centres
    assert sum(kind == "A" for kind, _, _ in ends) == 2 * armies
    assert sum(kind == "F" for kind, _, _ in ends) == 2 * fleets
    assert setting.victory == victory
    assert len(setting.powers) == variant(name).about.players == players


@pytest.mark.parametrize("name", NAMES)
def test_every_way_leads_back(name: str) -> None:
    ways = board(name).ways
    assert all(board(name).locations[str(p)] is p for ends in ways.values() for p in ends)
    for start, ends in ways.items():
        for end, there in ends.items():
            back = ways[end][start]
            assert [(w.kinds, w.force, w.seasons, w.source) for w in there] == [
                (w.kinds, w.force, w.seasons, w.source) for w in back
            ]


@pytest.mark.parametrize("name", NAMES)
def test_ways_fit_the_ground(name: str) -> None:
    for start, ends in board(name).ways.items():
        province = board(name).provinces[start.province]
        for way in (w for ways in ends.values() for w in ways):
            assert ("A" in way.kinds) <= (province.terrain != "sea")
            assert ("F" in way.kinds) <= (province.terrain != "land")
        assert bool(ends) or province.coasts


BESIDE = {  # owned, and no homes
    "chaos": board("chaos").provinces,
    "1900": ("Egy", "Alg"),
    "hundred": board("hundred").provinces,
}
BESIDE_CENTRES = ("Ark", "Gib", "Pro")  # of first units


@pytest.mark.parametrize("name", NAMES)
def test_start(name: str) -> None:
    setting = variant(name).setting
    owners = setting.start.owners
    for unit in setting.start.units:
        assert setting.board.locations[str(unit.at)] is unit.at
        if setting.nation[unit.power].playable and unit.at not in BESIDE_CENTRES:
            assert owners[unit.at.province] == unit.power
    for code, power in owners.items():
        assert code in BESIDE.get(name, ()) or setting.board.provinces[code].home == power
    assert len({u.at.province for u in setting.start.units}) == len(setting.start.units)


def test_seas_ferry_and_nothing_else_does() -> None:
    for name in NAMES:
        idle = {p.code for p in board(name).provinces.values()
                if p.ferries != (p.terrain == "sea")}  # fmt: skip
        odd = {"cline9-iv": {"ANT"}, "cline9-vi": {"ANT"}, "ancmed": {"Bal"}, "1900": {"Gib"}}
        assert idle == odd.get(name, set())


@pytest.mark.parametrize("name", [*ON_STANDARD, "cline9-iv"])
def test_three_split_coasts_of_the_standard_board(name: str) -> None:
    assert near(name, "F", "stp/nc") == {"BAR", "Nwy"}
    assert near(name, "F", "stp/sc") == {"BOT", "Fin", "Lvn"}
    assert near(name, "F", "spa/nc") == {"Gas", "MAO", "Por"}
    assert near(name, "F", "spa/sc") == {"LYO", "MAO", "Mar", "Por", "WES"}
    assert near(name, "F", "bul/ec") == {"BLA", "Con", "Rum"}
    assert near(name, "F", "bul/sc") == {"AEG", "Con", "Gre"}


def test_switzerland_is_no_space_except_in_classix_and_1900() -> None:
    for name in NAMES:
        open_ = name in ("classix", "1900")
        assert ("Swi" in board(name).provinces) == open_
        if name not in ("classix", "cat", "pure", "ancmed", "1900", "hundred"):
            assert "Switzerland" in board(name).impassable
    assert near("classix", "A", "Switzerland") == {"Bur", "Mar", "Mun", "Pie", "Tyr"}
    assert near("classix", "F", "Caspian Sea") == {"Arm", "Sev"}


def test_loeb9_straits_are_for_armies_with_supports_alone() -> None:
    for one, other in (("Cor", "Naf"), ("Nap", "Sic")):
        for start, end in ((one, other), (other, one)):
            place = board("loeb9").locations
            (way,) = board("loeb9").ways[place[start]][place[end]]
            assert (way.kinds, way.force, way.support) == (frozenset({"A"}), 0, False)
    forceless = {(s, e) for s, ends in board("loeb9").ways.items()
                 for e, ways in ends.items() for w in ways if w.force == 0}  # fmt: skip
    assert len(forceless) == 4


def test_loeb9_arctic_is_shut_in_fall() -> None:
    b, fleet = board("loeb9"), variant("loeb9").setting.kinds[KindCode("F")]
    arctic = b.find("Arctic")
    assert set(b.reach(fleet, "spring")[arctic]) == {"BAR", "NAO", "NWG", "Sib"}
    assert not b.reach(fleet, "fall").get(arctic)
    for near_by in ("BAR", "NAO", "NWG", "Sib"):
        assert arctic in b.reach(fleet, "spring")[b.find(near_by)]
        assert arctic not in b.reach(fleet, "fall")[b.find(near_by)]


def test_loeb9_names_old_and_new() -> None:
    for old, code, new, city in (
        ("Norway", "nor", "Oslo", "Nwy"), ("Denmark", "den", "Copenhagen", "Den"),
        ("Portugal", "por", "Lisbon", "Por"), ("Sweden", "swe", "Stockholm", "Swe"),
    ):  # fmt: skip
        assert {str(board("loeb9").find(w)) for w in (old, code, new)} == {city}
        assert board("loeb9").provinces[board("loeb9").find(old).province].name == new
    assert board("loeb9").find("Kakakz") == board("loeb9").find("Kazakz") == "Kaz"


def test_abbreviations_of_cline_vi() -> None:
    """Rule 12: a star marks a centre; the text gives none to Egypt."""
    (text,) = (text for number, _, text in variant("cline9-vi").about.rules if number == "12")
    entries = re.findall(r"(?<=\| )(\w{3}) (\* )?(\w[\w ]+?) (?=\|)", text)
    assert len(entries) == 43
    for code, star, name in entries:
        space = board("cline9-vi").provinces[code]
        assert (space.name, space.centre) == (name, bool(star) or code == "Egy")


def test_abbreviations_of_hundred() -> None:
    """Rule 9: a star marks a centre."""
    (text,) = (text for number, _, text in variant("hundred").about.rules if number == "9")
    entries = re.findall(r"\| (\w{3})( \*)? (\w[\w ]+?) (?=\|)", text)
    assert len(entries) == 41
    spaces = board("hundred").provinces
    for code, star, name in entries:
        space = spaces[board("hundred").find(code).province]
        assert (space.name, space.centre) == (name, bool(star))
        assert space.code.lower() == code
    exceptions = {code for code, _, name in entries if code != name[:3].lower()}
    assert exceptions == {"bch", "brt", "ech", "nmd", "num", "nth", "dov", "was", "pal"}


def test_names_of_hundred_old_and_new() -> None:
    """Rule 9."""
    for words in (
        "Amsterdam ams Hol", "Antwerp ant Fla", "Orleans orl Orl", "Plymouth ply Dev",
        "Artois art Cal", "Aquitaine aqu Guy", "Swabia swa Lor", "Catalonia cat Ara",
        "Iberia ibe Cas", "Northumberland num Num",
    ):  # fmt: skip
        old, abbreviation, new = words.split()
        assert board("hundred").find(old) == board("hundred").find(abbreviation) == new


@pytest.mark.parametrize("name", ["cline9-iv", "cline9-vi"])
def test_cline_antarctic_box(name: str) -> None:
    atlantic = board(name).find("West Atlantic")
    assert near(name, "F", "Antarctic Sea") == {atlantic, "IND"}
    assert not near(name, "A", "Antarctic Sea")


@pytest.mark.parametrize("name", ["cline9-iv", "cline9-vi"])
def test_cline_passages_carry_armies_and_fleets(name: str) -> None:
    for one, other in (("Ire", "Cly"), ("Sic", "Nap")):
        for kind in "AF":
            assert other in near(name, kind, one)
            assert one in near(name, kind, other)


def test_criss_cross_only_in_cline_iv() -> None:
    def crossings(name: str) -> set[tuple[str, str, str]]:
        return {
            (str(start), str(end), "-".join(pair))
            for start, ends in board(name).ways.items()
            for end, ways in ends.items()
            for way in ways
            for pair in way.crosses
        }

    def both(one: str, other: str) -> list[tuple[str, str]]:
        return [(one, other), (other, one)]

    wanted = set()
    for a, b in ((("Ire", "Cly"), ("NAO", "Lvp")), (("Sic", "Nap"), ("TYS", "ION"))):
        for here, there in ((a, b), (b, a)):
            wanted |= {(*p, "-".join(q)) for p in both(*here) for q in both(*there)}
    assert crossings("cline9-iv") == wanted
    assert not crossings("cline9-vi")


def test_canals() -> None:
    assert near("standard", "F", "Kiel") >= {"HEL", "BAL"}
    assert near("standard", "F", "Con") >= {"AEG", "BLA"}
    assert near("cline9-iv", "F", "Egypt") == {"Eth", "Jor/sc", "Jor/wc", "Lib", "RED", "SME"}
    assert near("cline9-vi", "F", "Egypt") == {"Jer", "Lib", "RED", "SMS", "Sud"}
    assert near("cline9-iv", "F", "Sev") == {"Arm", "BLA", "Geo", "Mos", "Rum"}
    assert near("cline9-vi", "F", "Sev") == {"Arm", "BLA", "Geo", "Rum"}
    assert near("cline9-iv", "F", "Caspian Sea") == {"Geo", "Ira/nc", "Mos"}
    assert near("cline9-vi", "F", "csp") == {"Geo", "Kaz", "Teh", "Ura"}
    assert near("cline9-iv", "F", "Moscow") == {"CAS", "Geo", "Sev"}
    assert not near("cline9-vi", "F", "Moscow")
    for name, canals in (("cline9-iv", 4), ("standard", 2)):
        named = {p.canal for p in board(name).provinces.values() if p.canal}
        assert len(named) == canals


@pytest.mark.parametrize("name", ["cline9-iv", "cline9-vi", "loeb9"])
def test_what_does_not_touch(name: str) -> None:
    assert board(name).apart
    for one, other, why in board(name).apart:
        assert why
        for kind in "AF":
            assert not any(end.startswith(other) for end in near(name, kind, one))


def test_arkangel_builds_and_feeds_nobody() -> None:
    ark = board("cline9-vi").provinces[board("cline9-vi").find("Arkangel").province]
    assert (ark.builds, ark.centre, ark.home) == ("Russia", False, None)
    russia = [p for p in board("cline9-vi").provinces.values() if p.home == "Russia"]
    units = [u for u in variant("cline9-vi").setting.start.units if u.power == "Russia"]
    assert (len(russia), len(units)) == (3, 4)


def test_both_spellings_of_cas() -> None:
    b = board("cline9-vi")
    assert b.find("Cas") == b.find("cas") == b.find("spain") == "Cas"
    assert b.find("CAS") == b.find("csp") == b.find("Caspian") == "CAS"


def test_coasts_that_others_write() -> None:
    assert board("cline9-iv").find("jor/ec") == "Jor/sc"
    assert board("cline9-vi").find("stp/sc") == "Stp"
    assert board("cline9-vi").find("cas nc") == "Cas/nc"
    for word in ("W.Af", "W.At", "S.At", "S.Me", "Tyn"):
        assert board("cline9-iv").find(word)


def test_cat_turns_by_thirds() -> None:
    cycles = ("Tin Cop Aga", "Iro Cob Amb", "Cin Chr Ala", "Sil Cal Azu", "Lea Gol Nic",
              "TLP CGP ANP", "TES CAS ANS", "Pla Pla Pla", "Mer Mer Mer")  # fmt: skip
    turn: dict[str, str] = {}
    for one, two, three in map(str.split, cycles):
        turn |= {one: two, two: three, three: one}
    assert set(turn) == set(board("cat").provinces)
    for kind in "AF":
        for place in turn:
            assert {turn[n] for n in near("cat", kind, place)} == near("cat", kind, turn[place])
    home = {p.code: p.home for p in board("cat").provinces.values()}
    order = dict(zip(("Telahoma", "Cassiusica", "Andromeda"),
                     ("Cassiusica", "Andromeda", "Telahoma"), strict=True))  # fmt: skip
    for code, power in home.items():
        assert home[turn[code]] == (order[power] if power else None)  # type: ignore[index]


def test_cat_home_provinces_that_are_no_centres() -> None:
    poor = {p.code: p.home for p in board("cat").provinces.values() if p.home and not p.centre}
    assert poor == {"Sil": "Telahoma", "Cal": "Cassiusica", "Azu": "Andromeda"}
    assert {variant("cat").setting.start.owners[code] for code in poor} == set(poor.values())
    assert all(board("cat").provinces[code].builds is None for code in poor)


def test_coast_guards_keep_to_the_coast() -> None:
    guard = variant("cat").setting.kinds[KindCode("CG")]
    reach = board("cat").reach(guard, "spring")
    ring = ["Tin", "Iro", "Gol", "Cop", "Cob", "Nic", "Aga", "Amb", "Lea"]
    for i, code in enumerate(ring):
        beside = {ring[i - 1], ring[(i + 1) % len(ring)]}
        assert set(reach[board("cat").find(code)]) == beside
    assert sum(len(ends) for ends in reach.values()) == 2 * len(ring)


def test_leaders_go_by_land_and_sea() -> None:
    leader = variant("militarism").setting.kinds[KindCode("L")]
    reach = board("militarism").reach(leader, "spring")
    assert {"ENG", "Pic", "NTH", "Ruh"} <= set(reach[board("militarism").find("Bel")])
    assert (leader.strength, leader.upkeep, leader.captures) == (0, 0, False)


def test_spellings_of_powers() -> None:
    for name, word, power in (
        ("cline9-iv", "barbary", "Barbary States"), ("cline9-iv", "persia", "Persia"),
        ("cline9-vi", "persia", "Persia-Arabia"), ("classix", "neutral", "Neutral"),
        ("cat", "Tellahoma", "Telahoma"), ("cat", "Casiusica", "Cassiusica"),
        ("standard", "Austrian", "Austria"),
    ):  # fmt: skip
        assert variant(name).setting.power_names.find(word) == power


def test_evidence_is_complete() -> None:
    """Every way that the standard board does not have tells where it comes from, and why."""
    old = {
        (start.province, end.province, kind)
        for start, ends in board("standard").ways.items()
        for end, ways in ends.items()
        for way in ways
        for kind in way.kinds
    }
    own = {"ancmed", "cat", "hundred", "pure"}  # boards that are no patch on the standard one
    for name in NAMES:
        b = board(name)
        for start, ends in b.ways.items():
            for end, ways in ends.items():
                for way in ways:
                    (kind,) = way.kinds
                    if name not in own and (start.province, end.province, kind) in old:
                        assert way.source == "standard"
                    else:
                        assert way.source != "standard", (name, start, end)
                        assert way.why in b.reasons
                        assert way.trust in ("high", "medium", "low")


def test_letters_and_names_are_told_apart() -> None:
    for name in NAMES:
        playable = [n for n in variant(name).setting.nations if n.playable]
        assert len({n.letter for n in playable}) == len(playable)


@pytest.mark.parametrize("name", NAMES)
def test_rulings_belong_to_rules(name: str) -> None:
    about = variant(name).about
    numbers = [number for number, _, _ in about.rules]
    assert numbers == [str(n + 1) for n in range(len(numbers))]
    assert {r.rule for r in about.rulings} <= {"", *numbers}
    assert len({r.id for r in about.rulings}) == len(about.rulings)
    assert all(about.summary and r.question.endswith(("?", ".")) for r in about.rulings)


def test_what_is_not_certain_says_so() -> None:
    for name in ("cline9-iv", "cline9-vi", "cat"):
        assert variant(name).about.status.startswith("RECONSTRUCTION")
        assert board(name).status.startswith("RECONSTRUCTION")
    assert variant("militarism").about.status.startswith("TEXT INCOMPLETE")
    codes = {name: variant(name).about.code for name in NAMES}
    assert {n: c for n, c in codes.items() if c != "?"} == {
        "cline9-iv": "cn09/09", "classix": "rs44", "fleet-rome": "rb41", "milan": "cm04",
        "pure": "vb10",
    }  # fmt: skip
