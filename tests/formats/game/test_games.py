"""Game files: what they say, that writing them loses nothing, and what is said of mistakes."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from our_archive import ARCHIVE

from builder.errors import ArchiveError, Mistakes, SourceError
from builder.formats.game import load_game, read_game, write_game
from builder.formats.positions import PositionWriter
from builder.model.calendar import Phase
from builder.model.orders import Build, Hold, Move, UnitRef, Waive, Written
from builder.model.outcomes import Outcome
from builder.model.units import Unit
from builder.record import Note, PhaseRecord, Printed, Record, Result, Ruling, Source
from builder.source.writing import KEPT_OUT

STANDARD = ARCHIVE.variant("standard")
SETTING = STANDARD.setting
EVERYTHING = Path(__file__).with_name("everything.yaml")
SPRING = Phase(1901, "spring", "movement")

SMALL = """\
game: Small
variant: standard
phases:
  Spring 1901:
    England: |
      F Lon-NTH
      A Lvp-Yor
    France: A Par-Bur, A Mar S A Par-Bur
"""


def at(text: str):
    return SETTING.board.locations[text]


def game(text: str) -> Record:
    return read_game(text, "small.yaml", ARCHIVE.variant)


def phase(lines: str) -> PhaseRecord:
    body = "".join(f"    {line}\n" for line in lines.splitlines())
    (found,) = game(f"game: x\nvariant: standard\nphases:\n  Spring 1901:\n{body}").phases
    return found


def bare(record: Record) -> Record:
    """The record without what writing may change: texts as typed, and lines."""
    phases = tuple(
        p._replace(
            line=0,
            orders=tuple((w.issuer, w.unit, w.order) for w in p.orders),
            results=frozenset(r._replace(text="", line=0) for r in p.results),
        )
        for p in record.phases
    )
    rulings = tuple(r._replace(line=0) for r in record.rulings)
    return record._replace(phases=phases, rulings=rulings, path="")


@pytest.fixture(scope="module")
def everything() -> Record:
    return load_game(EVERYTHING, ARCHIVE.variant)


def test_the_header(everything: Record):
    r = everything
    assert (r.id, r.name, r.variant) == ("everything", "A Game With Everything", "standard")
    assert (r.edition, r.house, r.status) == ("1971", {"waive_builds": "no"}, "reconstruction")
    assert (r.gm, r.zine, r.boardman, r.revision) == ("Somebody", "A Zine", "1901A", 2)
    assert r.source == Source("A Zine", "1-9", "https://example.org/", "", "typed: by hand")
    assert r.tags == ("first", "second")
    assert r.note == "Two lines\nof words."
    assert r.result == Result(
        "draw", ("England", "France"), Phase(1901, "winter", "adjustments"), "agreed"
    )
    assert r.moments == {Phase(1901, "fall", "movement"): "a turn"}


def test_players_are_unknown_unless_named(everything: Record):
    assert list(everything.players) == list(SETTING.powers)
    assert {p for p, name in everything.players.items() if name != "?"} == {"France"}


def test_the_start(everything: Record):
    assert Unit("France", "A", at("Par")) in everything.start
    assert everything.start_owners == {
        "Lon": "England", "Edi": "England", "Lvp": "England",
        "Mar": "France", "Par": "France", "Bre": "France",
    }  # fmt: skip


ROUT = """\
game: Rout
variant: standard
start:
  units: {France: A Bur, Germany: A Ber}
  dislodged:
    Germany: [{unit: A Ruh, from: Mun}, {unit: F Kie}]
    France: {unit: A Gas, from: none}
  contested: Bel, Hol
phases:
  Spring 1901 retreats:
    Germany: A Ruh R Hol
"""


def test_a_game_that_begins_with_retreats():
    record = game(ROUT)
    fallen = {(str(d.unit), d.origin) for d in record.start_dislodged}
    assert fallen == {("A Ruh", "Mun"), ("F Kie", None), ("A Gas", None)}
    assert record.start_contested == {"Bel", "Hol"}
    again = game(write_game(record, STANDARD))
    assert {*again.start_dislodged} == {*record.start_dislodged}
    assert again.start_contested == record.start_contested


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("1901 retreats", "1901", "6:5", "only a game that begins with retreats"),
        ("  units: {France: A Bur, Germany: A Ber}\n", "", "5:5", "gives `units`"),
        ("{unit: F Kie}", "{unit: A RUH}", "6:48", "'A RUH' is here already (as 'A Ruh'"),
        ("{unit: F Kie}", "A Kie", "6:41", "expected a mapping"),
        ("{unit: F Kie}", "{from: Kie}", "6:41", "the key 'unit' is missing"),
        ("{unit: F Kie}", "{unit: F Kie, form: Den}", "6:55", "unknown key 'form' (from?)"),
        ("Bel, Hol", "Bel, Hox", "8:19", "unknown province 'Hox'"),
    ],
)
def test_mistakes_in_a_start(old: str, new: str, place: str, message: str):
    text = ROUT.replace(old, new, 1)
    with pytest.raises(Mistakes) as caught:
        game(text)
    assert f"small.yaml:{place}: " in str(caught.value)
    assert message in str(caught.value)


def test_orders_in_every_arrangement(everything: Record):
    spring, fall, _, winter = everything.phases
    assert [w.text for w in spring.orders] == [
        "F Lon-NTH", "F Edi-NWG", "A Lvp-Yor", "A Mar S A Par-Bur", "A Par-Bur",
    ]  # fmt: skip
    assert [w.line for w in spring.orders] == [33, 34, 34, 35, 35]
    assert [w.order for w in fall.orders[:2]] == [Move(at("Nwy")), Move(at("Wal"))]
    assert [w.order for w in winter.orders] == [Build("F", at("Lon")), Waive()]
    assert winter.orders[1].unit is None


def test_results_behind_orders_and_apart(everything: Record):
    spring, fall, retreats, winter = everything.phases
    found = {(p.power, p.at): p.outcomes for p in spring.results}
    assert found == {
        ("England", "Lvp"): {Outcome.BOUNCED},
        ("France", "Par"): {Outcome.FAILED},
        (None, "Bre"): {Outcome.HELD},
    }
    assert [(p.outcomes, p.options) for p in fall.results] == [
        ({Outcome.DISLODGED}, (at("Bre"), at("Gas"))),
        ({Outcome.DISLODGED}, ()),
        ({Outcome.NO_ORDER}, None),
    ]
    assert retreats.results[0].outcomes == {Outcome.RETREATED}
    assert winter.results[0].outcomes == {Outcome.BUILT}


def test_what_is_said_of_unmarked_orders():
    assert phase("England: F Lon-NTH").silent is False
    assert phase("England: F Lon-NTH, A Lvp-Yor *").silent is True
    assert phase("unmarked: unknown\nEngland: F Lon-NTH, A Lvp-Yor *").silent is False
    assert phase("unmarked: done\nEngland: F Lon-NTH").silent is True
    assert game(f"unmarked: done\n{SMALL}").phases[0].silent is True


def test_the_rest_of_a_phase(everything: Record):
    spring, fall, _, winter = everything.phases
    assert spring.after[0] == Unit("England", "F", at("NTH"))
    assert len(spring.after) == 6
    assert (spring.headline, spring.source, spring.deadline) == (
        "The Beginning", "issue 1", "1 January",
    )  # fmt: skip
    assert spring.nmr == ("Russia",)
    assert spring.notes == (
        Note("gm", "A word of the game master."),
        Note("press", "Hello: you", "London", "Paris", "London"),
    )
    assert (fall.nmr, fall.standby) == (("Turkey",), {"Russia": "Jones"})
    assert (fall.embargo, fall.draft) == ("2031-01-02", True)
    failed = ("England A Lvp – Bel: void",)
    assert fall.published == ("2031-01-03", "4f2a9c1d", failed, "", ())
    assert fall.dislodged == (Unit("France", "A", at("Par")),)
    assert fall.after is None
    assert winter.owners["Nwy"] == "England"
    assert winter.counts == {"England": 4, "France": 1}


def test_rulings(everything: Record):
    assert everything.rulings == (
        Ruling(SPRING, "England", at("Lvp"), "A Lvp-Yor", Outcome.MOVED,
               "the GM said so", "issue 2", everything.rulings[0].line),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("mark", "outcomes", "options"),
    [
        ("(bounced)", "bounced", None),
        ("(*bounce*)", "bounced", None),
        ("(*bounce*, *dislodged*)", "bounced dislodged", None),
        ("[cut by A Mun]", "cut", None),
        ("(d r:ber,sil,ruh,otb)", "dislodged", "Ber Sil Ruh"),
        ("(d r: otb)", "dislodged", ""),
        ("(d ann)", "dislodged", ""),
        ("(dislodged, retreats to Stp/nc or Fin)", "dislodged", None),
        ("(dislodged, no retreat)", "dislodged", ""),
        ("(dislodged, retreats Stp/nc North Sea)", "dislodged", None),
        ("(retreats North Sea, Bul(sc))", "dislodged", "NTH Bul/sc"),
        ("(nso)", "void", None),
        ("(imp)", "illegal", None),
        ("(no convoy).", "no-convoy", None),
        ("*", "failed", None),
        ("- OK", "moved", None),
        ("-bounced.", "bounced", None),
    ],
)
def test_marks(mark, outcomes, options):
    try:
        found = phase(f"Germany: |\n  A Mun H {mark}").results
    except Mistakes:
        assert "or" in mark or "North Sea" in mark
        return
    wanted = {Outcome(o.replace("-", " ")) for o in outcomes.split()}
    assert found == (
        Printed(
            "Germany", at("Mun"), frozenset(wanted),
            None if options is None else tuple(at(o) for o in options.split()),
            f"A Mun H {mark}", 6,
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    "results",
    ["|\n  A Mun-Bur: dislodged, retreats: Ber\n  Kie: held", "{A Mun: 'd r:Ber', F Kie: held}"],
)
def test_results_apart(results):
    found = phase(f"Germany: A Mun-Bur, F Kie H\nresults: {results}").results
    assert [(p.power, p.at, p.options) for p in found] == [
        ("Germany", at("Mun"), (at("Ber"),)),
        ("Germany", at("Kie"), None),
    ]


@pytest.mark.parametrize("text", ["F Mid-Spa(sc)", "A Boh (Austria) H", "A Lon-Nwy (via convoy)"])
def test_other_brackets_are_part_of_the_order(text):
    found = phase(f"England: |\n  {text}")
    assert not found.results
    assert found.orders[0].text == text


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("{winner: Turkey, year: 1902}", ("won", ("Turkey",), Phase(1902, "fall", "movement"))),
        ("{winner: turkish, at: F1901R}", ("won", ("Turkey",), Phase(1901, "fall", "retreats"))),
        ("{draw: 'England, Turkey'}", ("draw", ("England", "Turkey"), None)),
        ("{conceded to: Italy}", ("conceded", ("Italy",), None)),
        ("{unfinished: 1904}", ("unfinished", (), Phase(1904, "fall", "movement"))),
        ("{unfinished: yes, at: Spring 1905}", ("unfinished", (), Phase(1905, *SPRING[1:]))),
        ("unfinished", ("unfinished", (), None)),
    ],
)
def test_how_a_game_ended(result, expected):
    found = game(f"result: {result}\n{SMALL}").result
    assert (found.kind, found.powers, found.at) == expected


def test_phases_by_any_of_their_names():
    text = SMALL.replace("Spring 1901:", "S1901M:")
    names = ("1901-spring-retreats", "Autumn 1901", "Fall 1901, retreats", "Winter 1901 builds")
    more = "".join(f"  {name}:\n" for name in names)
    assert [SETTING.calendar.short(p.phase) for p in game(text + more).phases] == [
        "S1901M", "S1901R", "F1901M", "F1901R", "W1901A",
    ]  # fmt: skip


# -- writing ----------------------------------------------------------------------------------


def test_writing_is_canonical_and_loses_nothing(everything: Record):
    text = write_game(everything, STANDARD)
    again = read_game(text, str(EVERYTHING), ARCHIVE.variant)
    assert bare(again) == bare(everything)
    assert write_game(again, STANDARD) == text
    assert "  A Lvp - Yor (bounced)\n" in text
    assert "    after: |\n      England: F NTH, F NWG, A Lvp\n" in text


def test_a_power_with_a_colon_in_its_name_has_its_own_key():
    nations = (n._replace(name=f"{n.name}: the first") for n in SETTING.nations)
    setting = replace(SETTING, nations=tuple(nations))
    lines = [
        *PositionWriter(setting, as_text=True).by_power("after", [("England: the first", "F Lon")])
    ]
    assert lines == ["after:", '  "England: the first": F Lon']


letters = st.characters(codec="utf-8").filter(lambda c: not KEPT_OUT.match(c))
texts = st.text(letters, max_size=30).map(str.strip)
prose = st.text(letters | st.sampled_from("\n #:,"), max_size=60).map(
    lambda t: "\n".join(t.splitlines()).strip()
)
words = st.text(letters, max_size=30).map(lambda t: " ".join(t.split()))
locations = st.sampled_from(sorted(SETTING.board.locations.values()))
armies = st.sampled_from(
    sorted(c for c, p in SETTING.board.provinces.items() if p.terrain != "sea")
)
powers = st.sampled_from(SETTING.powers)


@settings(max_examples=60)
@given(
    st.fixed_dictionaries(
        {
            "name": texts.filter(bool),
            "gm": texts | words,
            "note": prose,
            "players": st.fixed_dictionaries({p: texts.filter(bool) for p in SETTING.powers}),
            "status": st.sampled_from(["recorded", "exhibition"]),
        }
    ),
    st.lists(st.tuples(armies, powers), unique_by=lambda u: u[0], max_size=8),
    st.lists(st.sampled_from(list(Outcome)[:19]), max_size=3),
    st.booleans(),
    st.lists(st.builds(lambda k, t, a: Note(k, t, a), st.sampled_from(["gm", "press"]),
                       texts.filter(bool), texts), max_size=3),
)  # fmt: skip
def test_law_what_is_written_reads_the_same(header, stands, outcomes, silent, notes):
    orders = [Written(p, UnitRef(at(c), "A"), Hold()) for c, p in stands]
    orders.sort(key=lambda w: SETTING.powers.index(w.issuer))
    results = [Printed(w.issuer, w.unit.at, frozenset(outcomes)) for w in orders[1:] if outcomes]
    after = [Unit(w.issuer, "A", w.unit.at) for w in orders]
    record = Record(
        id="law", variant="standard", **header,
        phases=(PhaseRecord(SPRING, tuple(orders), tuple(results), silent, tuple(after),
                            notes=tuple(notes)),),
    )  # fmt: skip
    text = write_game(record, STANDARD)
    again = read_game(text, "law.yaml", ARCHIVE.variant)
    assert bare(again) == bare(record)
    assert write_game(again, STANDARD) == text


# -- mistakes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("A Par-Bur,", "A Par-Brg,", "8:19", "unknown province 'Brg' (Bur or Bre or Ber?)"),
        ("F Lon-NTH", "F Lon-NHT", "6:13", "unknown province 'NHT' (NTH"),
        ("F Lon-NTH", "F Lon", "6:12", "what is the unit to do?"),
        ("England:", "Engalnd:", "5:5", "unknown power or key 'Engalnd' (England?)"),
        ("England:", "aftr:", "5:5", "unknown power or key 'aftr' (after or"),
        ("Spring 1901", "Sprung 1901", "4:3", "unknown phase 'Sprung 1901' (Spring 1901?)"),
        ("Spring 1901", "Spring 19O1", "4:3", "(Spring 1901 or Spring 1901 retreats?)"),
        ("game: Small", "game: Small\nresult: {winer: Turkey}", "2:10", "'winer' (winner?)"),
        ("Spring 1901", "Winter 1901 moves", "4:3", "unknown phase"),
        ("variant: standard", "variant: standrd", "2:10", "unknown variant 'standrd' (standard?)"),
        ("variant: standard", "variant: zzz", "2:10", "unknown variant 'zzz'"),
        ("variant: standard\n", "", "1:1", "the key 'variant' is missing"),
        ("game: Small\n", "", "1:1", "the key 'game' is missing"),
        ("game: Small", "gmae: Small", "1:1", "unknown key 'gmae' (game or gm?)"),
        ("game: Small", "game: Small\nedition: 1972", "2:10", "1972"),
        ("game: Small", "game: Small\nhouse: {waive: no}", "2:9", "(waive_builds?)"),
        ("game: Small", "game: Small\nhouse: {waive_builds: so}", "2:23", "yes or no"),
        ("    France", "    embargo: 2 May\n    France", "8:14", "'2 May' is not a date"),
        ("Spring 1901", "Autum 1901", "4:3", "unknown phase 'Autum 1901' (Fall 1901?)"),
        ("Spring 1901", "Spring 190²", "4:3", "unknown phase"),
        ("Spring 1901", "Spring 19011", "4:3", "unknown phase"),
        ("game: Small", "game: Small\nformat: 2", "2:9", "does not read"),
        ("game: Small", "game: Small\nstatus: invented", "2:9", "invented"),
        ("game: Small", "game: Small\nformerly: ok, ../../x", "2:15", "becomes an address"),
        ("game: Small", "game: Small\nformerly: [ok, '\"><script>']", "2:17", "an address"),
        ("game: Small", "game: Small\nresult: {winner: Turky}", "2:18", "Turkey?"),
        ("game: Small", "game: Small\nmoments: {Spring 19: x}", None, None),
        ("game: Small", "game: Small\noptions: {foo: yes}", "2:11", "unknown option 'foo'"),
        ("game: Small", "game: Small\nmoments: {Fall 1901: x}", "2:11", "no phase Fall 1901"),
        ("game: Small", "game: Small\nstart: {owners: {Italy: Boh}}", "2:25", "not a supply"),
        ("game: Small", "game: Small\nresult: {winner: Italy, draw: [Italy]}", "2:31", "one"),
        ("game: Small", "game: Small\nstart: {units: {Italy: [A Mar, F Mar]}}", "2:32", "A Mar"),
        ("    France", "    after: |\n      F Lon\n    France", "9:7", "a power and what it has"),
        ("A Lvp-Yor", "A Lvp" + " S A Lvp" * 999, "7:7", "too long for one order"),
        ("A Lvp-Yor", "A Lvp-Yor (bounced, dislogded)", "7:27", "'dislogded' (dislodged"),
        ("A Lvp-Yor", "A Lvp-Yor (d r:Edo)", "7:22", "unknown province 'Edo'"),
        ("France: A", "France: [A", None, None),
        ("    France", "\tFrance", "8:1", "a tab"),
        ("    France", "    England", "8:5", "the key 'England' is here twice"),
        ("    France", "    ENGLAND", "8:5", "already (as 'England' in line 5)"),
    ],
)  # fmt: skip
def test_a_mistake_has_its_place(old, new, place, message):
    text = SMALL.replace(old, new, 1)
    assert text != SMALL
    if place is None:
        with pytest.raises(ArchiveError):
            game(text + ("" if "[" in new else "moments: {Spring: x}\n"))
        return
    with pytest.raises((SourceError, Mistakes)) as caught:
        game(text)
    found = str(caught.value)
    assert f"small.yaml:{place}: " in found
    assert message in found


@pytest.mark.parametrize(
    ("more", "place", "message"),
    [
        ("  Fall 9101: {}\n", "9:3", "more than 100 years after Spring 1901"),
        ("  Winter 1900: {}\n", "9:3", "Winter 1900 comes after Spring 1901; phases go in"),
        ("  S1901M: {}\n", "9:3", "Spring 1901 is here twice (first in line 4)"),
        ("  Spring 1901: {}\n", "9:3", "the key 'Spring 1901' is here twice"),
        ("    results: A Lvp bounced\n", "9:14", "a result is written as"),
        ("    results: |\n      A Lvp-Yor: bouncd\n", "10:18", "unknown result 'bouncd' (bounced"),
        ("    results: |\n      A Lpv-Yor: bounced\n", "10:9", "unknown province 'Lpv'"),
        ("    results: {A Lvp: [bounced]}\n", "9:22", "expected text, not a list"),
        ("rulings: {Spring 1901: [{order: [A], outcome: moved, why: x, source: y}]}\n", "9:33",
         "expected text, not a list"),
        ("start: {units: {England: F Stp}}\n", "9:26", "'Stp': on which coast? (Stp/nc or Stp/sc)"),
        ("    after: {England: F Stp/ec}\n", "9:22", "'Stp/ec': on which coast? (Stp/nc or"),
        ("    after: England F Lon\n", "9:12", "expected a power and what it has"),
        ("    after: |\n      England: F Lon, F Stp/ec\n", "10:23", "'Stp/ec': on which coast?"),
        ("    after: |\n      Enlgand: F Lon\n", "10:7", "unknown power 'Enlgand' (England?)"),
        ("    owners: |\n      England: Lon\n      France: Lon\n", "11:7", "France: Lon is listed"),
        ("    owners: {England: Lon, France: Lon}\n", "9:36", "Lon is listed under England"),
        ("    owners: |\n      England: Lon, Wal\n", "10:21", "Wal is not a supply centre"),
        ("    counts: {England: four}\n", "9:23", "'four' is not a whole number"),
        ("    notes: [{text: x, kind: gossip}]\n", "9:29", "unknown kind 'gossip'"),
        ("rulings:\n  Fall 1901: []\n", "10:3", "the game has no phase Fall 1901"),
        ("rulings:\n  Spring 1901: [{order: A Lvp-Yor, outcome: moved, why: x}]\n", "10:17",
         "the key 'source' is missing"),
        ("    retreats: A Mun R Ber\n", "9:5", "'retreats' is a phase of its own"),
        ("    Germany: Waive (bounced)\n", "9:14", "a result after an order that names no unit"),
    ],
)  # fmt: skip
def test_a_mistake_in_what_follows(more, place, message):
    with pytest.raises(Mistakes) as caught:
        game(SMALL + more)
    assert f"small.yaml:{place}: {message}" in str(caught.value)


def test_all_mistakes_of_a_file_in_one_run():
    text = SMALL.replace("NTH", "NHT").replace("Par-Bur", "Par-Brg").replace("game:", "gaem:")
    with pytest.raises(Mistakes) as caught:
        game(text)
    assert [e.mark.line for e in caught.value.errors] == [1, 1, 6, 8, 8]


def test_a_name_that_is_no_address():
    with pytest.raises(Mistakes, match=r"the file's name .* becomes an address"):
        read_game(SMALL, "My Game.yaml", ARCHIVE.variant)


def test_an_impossible_order_and_odd_counts_are_no_mistakes():
    found = phase("England: A Mun-NTH, Build F Lon\nafter: {England: [A Mun, A Mun, A Tun]}")
    assert len(found.orders) == 2
    assert len(found.after) == 3


@pytest.mark.parametrize(
    ("result", "good"),
    [
        ("{winner: Turkey, at: Fall 1901}", True),
        ("{draw: [France, Turkey], at: Spring 1902}", True),
        ("{winner: Turkey, at: Fall 1909}", False),
        ("{conceded to: Turkey, year: 1909}", False),
        ("{draw: [France, Turkey], at: Fall 1900}", False),
        ("{unfinished: 1909}", True),
    ],
)
def test_a_result_lies_within_the_recorded_years(result: str, good: bool) -> None:
    text = f"result: {result}\n{SMALL}"
    if good:
        read_game(text, "x.yaml", ARCHIVE.variant)
        return
    with pytest.raises(Mistakes, match="the record ends with Spring 1901"):
        read_game(text, "x.yaml", ARCHIVE.variant)


def test_a_game_has_up_to_a_thousand_phases(tmp_path: Path) -> None:
    years = range(1901, 2235)
    year_of = "  Spring {0}: {{}}\n  Fall {0}: {{}}\n  Winter {0}: {{}}\n".format
    phases = "".join(map(year_of, years))
    path = tmp_path / "long.yaml"
    path.write_text(f"game: Long\nvariant: standard\nphases:\n{phases}")
    with pytest.raises(Mistakes, match=r":1004:3: a game has up to 1,000 phases") as caught:
        ARCHIVE.game(path)
    assert len(caught.value.errors) == 1


@pytest.mark.parametrize("key", ["votes", "rulings", "Moments"])
def test_what_stands_beside_the_phases_is_named_in_a_phase(key: str) -> None:
    text = f"game: X\nvariant: standard\nphases:\n  Spring 1901:\n    {key}: []\n"
    with pytest.raises(Mistakes, match=rf"x.yaml:5:5: `{key.lower()}:` is a key beside `phases:`"):
        read_game(text, "x.yaml", lambda _: ARCHIVE.variant("standard"))
