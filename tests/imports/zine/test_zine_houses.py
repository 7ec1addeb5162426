"""House styles of postal zines: letters for powers, stars, headings without a year; made up."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.importer import Imported
from builder.imports.zine.seasons import centres_and_rest, step_of
from builder.model.calendar import Phase
from builder.model.orders import Build, Hold, Retreat
from builder.model.outcomes import Outcome

SPRING = """\
Spring 1901

AUSTRIA: A Vie-Gal, A Bud-Ser, F Tri-Alb.
FRANCE: A Par-Bur{0}, A Mar-Spa, F Bre-MAO.
GERMANY: A Mun-Bur{0}, A Ber-Kie, F Kie-Den.
"""
FALL = """\

Fall 1901

AUSTRIA: A Gal-Vie, A Ser H, F Alb-Gre.
FRANCE: A Par-Pic, A Spa-Por, F MAO-Spa(sc).
GERMANY: A Mun-Ruh, A Kie-Hol, F Den H.
"""
DRIVEN = """\
Spring 1902
ITALY: A Tri H {}, A Ven S A Tri.
AUSTRIA: A Vie-Tri, A Bud S A Vie-Tri, F Alb S A Vie-Tri.
"""


def failed(game: Imported) -> set[str]:
    spring = game.record.phases[0]
    return {str(p.at) for p in spring.results if p.outcomes & {Outcome.FAILED, Outcome.BOUNCED}}


@pytest.mark.parametrize(
    "line", ["* = failed", "* denotes orders that failed", "(* means bounced)", "* unsuccessful"]
)
def test_stars_that_a_line_explains(read: Read, line: str) -> None:
    (game,) = read(SPRING.format("*") + line + "\n")
    assert (failed(game), game.remarks) == ({"Par", "Mun"}, ())


def test_stars_that_the_next_orders_explain(read: Read) -> None:
    (game,) = read(SPRING.format("*") + FALL)
    assert (failed(game), game.remarks) == ({"Par", "Mun"}, ())


def test_stars_that_nobody_explains(read: Read) -> None:
    (game,) = read(SPRING.format("").replace("A Mar-Spa", "A Mar-Spa*"))
    assert not game.record.phases[0].results
    assert "starred" in game.remarks[0].message


@pytest.mark.parametrize(
    "mark", ["[bounced]", "[ stood off ]", "*bounced*", "(stand-off)", "(standoff)"]
)
def test_marks_behind_an_order(read: Read, mark: str) -> None:
    (game,) = read(SPRING.format(f" {mark}"))
    assert (failed(game), game.remarks) == ({"Par", "Mun"}, ())


@pytest.mark.parametrize("word", ["std", "S.O.", "stand", "Stands", "s/o", "holding"])
def test_words_for_standing(read: Read, word: str) -> None:
    (game,) = read(SPRING.format(" (bounced)").replace("F Tri-Alb.", f"F Tri {word}"))
    assert game.remarks == ()
    assert [w.order for w in game.record.phases[0].orders if w.home == "Tri"] == [Hold()]


def test_a_coast_behind_parentheses(read: Read) -> None:
    (game,) = read(
        "Spring 1901\nRUSSIA: F(StP)sc-Bot; A(Mos)-Ukr; A(War) std; F(Sev)-Rum (bounced).\n"
    )
    assert game.remarks == ()
    assert "Stp/sc" in {str(w.unit.at) for w in game.record.phases[0].orders if w.unit}


@pytest.mark.parametrize("head", ["Autumn Adjustments:", "Winter Builds", "Builds & Removals:"])
def test_letters_and_ledgers_under_a_heading_without_a_year(read: Read, head: str) -> None:
    ledgers = """
A: Vie, Bud, Tri, +Ser, +Gre = 5. Builds A(Bud), A(Vie).
F: Par, Mar, Bre, <s>Bel</s>, +Spa, +Por (5) Builds A Par, A Mar
G: Mun Ber Kie Hol Den (5) no change
"""
    (game,) = read(SPRING.format(" (bounced)") + FALL + f"\n{head}\n" + ledgers)
    assert game.remarks == ()
    fall, winter = game.record.phases[-2:]
    assert fall.owners is not None
    assert winter.phase == Phase(1901, "winter", "adjustments")
    assert [w.order for w in winter.orders] == [
        Build(w.unit.kind, w.unit.at) for w in winter.orders if w.unit and w.unit.kind
    ]
    assert [(w.issuer, str(w.home)) for w in winter.orders] == [
        ("Austria", "Bud"), ("Austria", "Vie"), ("France", "Par"), ("France", "Mar"),
    ]  # fmt: skip
    assert sorted(c for c, p in fall.owners.items() if p == "Germany") == [
        "Ber", "Den", "Hol", "Kie", "Mun",
    ]  # fmt: skip


@pytest.mark.parametrize("mark", ["*dislodged*", "[dislodged]", "(dislodged)", "(d)"])
@pytest.mark.parametrize(
    "options",
    ["Italian A Tri may retreat to Tyr, Bud or OTB.", "Italy A Tri can retreat to Tyr, Bud"],
)
@pytest.mark.parametrize(
    "went",
    ["Retreats: Italy A Tri-Tyr.", "Retreat: Italian A Tri to Tyr", "Retreats:\nITALY: A Tri-Tyr"],
)
def test_retreats_in_words(read: Read, mark: str, options: str, went: str) -> None:
    (game,) = read(f"{DRIVEN.format(mark)}\n{options}\n\n{went}\n")
    assert "not" not in " ".join(r.message for r in game.remarks)
    moves, retreats = game.record.phases
    (lost,) = [p for p in moves.results if p.at == "Tri"]
    assert Outcome.DISLODGED in lost.outcomes
    assert [str(at) for at in lost.options or ()] == ["Tyr", "Bud"]
    assert [(w.issuer, w.order) for w in retreats.orders] == [("Italy", Retreat("Tyr"))]


def test_retreats_before_the_orders_of_the_next_season(read: Read) -> None:
    text = DRIVEN.format("(dislodged)") + "\nFall 1902\nRetreat: Italian A Tri-Tyr.\n"
    (game,) = read(text + "ITALY: A Tyr H, A Ven H.\nAUSTRIA: A Tri H, A Bud H, F Alb H.\n")
    assert [p.phase.step for p in game.record.phases] == ["movement", "retreats", "movement"]


@pytest.mark.parametrize(
    ("line", "absent"),
    [
        ("Italy in anarchy: A Ven, A Rom, F Nap", ()),
        ("Italy (civil disorder): A Ven, A Rom, F Nap", ()),
        ("ITALY: No Moves Received! A Ven, A Rom, F Nap", ("Italy",)),
        ("ITALY: NMR! Army Venice, Army Rome, Fleet Naples hold.", ("Italy",)),
    ],
)
def test_powers_that_nobody_plays(read: Read, line: str, absent: tuple[str, ...]) -> None:
    (game,) = read(SPRING.format(" (bounced)") + line + "\n")
    (spring,) = game.record.phases
    ours = [(str(w.home), w.order) for w in spring.orders if w.issuer == "Italy"]
    assert ours == [("Ven", Hold()), ("Rom", Hold()), ("Nap", Hold())]
    assert spring.nmr == absent


def test_a_heading_that_speaks_of_results_and_units_in_full(read: Read) -> None:
    text = (
        "RESULTS OF SPRING 1901 MOVES\n\nFRANCE (Bob Brown) - Army Paris to Burgundy (stand-off);"
    )
    text += " Army Marseilles to Spain; Fleet Brest to Mid-Atlantic.\n"
    (game,) = read(text)
    assert game.remarks == ()
    assert [len(p.orders) for p in game.record.phases] == [3]


def test_no_return_is_to_be_annihilated(read: Read) -> None:
    (game,) = read(DRIVEN.format("(NRP)"))
    (lost,) = [p for p in game.record.phases[0].results if p.at == "Tri"]
    assert Outcome.DISLODGED in lost.outcomes
    assert lost.options == ()


@pytest.mark.parametrize(
    "text",
    [
        "A Vie-Gal, A Bud-Ser 1901",
        "Well done England 1901",
        "has a BUD, f TRI",
        "Bud, Vie and so on",
    ],
)
def test_other_lists_are_no_ledgers(text: str) -> None:
    assert centres_and_rest(text) is None


@pytest.mark.parametrize("line", ["Retreats were easy", "Builds character", "Winter is coming"])
def test_other_talk_of_retreats_is_no_heading(line: str) -> None:
    assert step_of(line, "fall") == ""


@pytest.mark.parametrize(
    ("mark", "outcome"),
    [
        ("(FAILED?)", Outcome.FAILED), ("(bounced!)", Outcome.BOUNCED),
        ("(stood off by Germany)", Outcome.BOUNCED), ("(repelled)", Outcome.BOUNCED),
        ("(dislodged - annihilated)", Outcome.DISLODGED), ("(failed/dislodged)", Outcome.DISLODGED),
        ("(dislodged, must retreat to Gas or disband)", Outcome.DISLODGED),
    ],
)  # fmt: skip
def test_marks_of_several_words(read: Read, mark: str, outcome: Outcome) -> None:
    (game,) = read(SPRING.format(f" {mark}"))
    (par,) = [p for p in game.record.phases[0].results if p.at == "Par"]
    assert outcome in par.outcomes
    assert Outcome.MOVED not in par.outcomes
    if "must" in mark:
        assert [str(at) for at in par.options or ()] == ["Gas"]


@pytest.mark.parametrize(
    ("head", "season"),
    [
        ("Winter 1900/Spring 1901", "spring"), ("Winter & Spring 1901", "spring"),
        ("Summer/Fall 1901", "fall"), ("Autumn & Winter 1901", "fall"),
        ("Autumn/Winter 1901", "fall"),
    ],
)  # fmt: skip
def test_a_heading_of_two_seasons(read: Read, head: str, season: str) -> None:
    (game,) = read(SPRING.format(" (bounced)").replace("Spring 1901", head))
    assert game.record.phases[0].phase == Phase(1901, season, "movement")


def test_letters_before_orders_and_dues(read: Read) -> None:
    text = """\
Autumn 1902 (Game 77-A)

A: A(Vie) S A(Bud), A(Bud) S A(Vie), F(Tri)-Ven bounce
F: A(Bur)-Mun, A(Par)-Bur, F(Mid)-Wes
G: NMR! (A Mun, F Kie)

G: Mun Ber Kie (3) - owes 1
F: Par Mar Bre Spa Por Bel (6) - gains 2
"""
    (game,) = read(text.replace("F(Tri)", "F(Ven)"))
    (fall,) = game.record.phases
    told = {str(p.at): p.outcomes for p in fall.results}
    assert told["Ven"] == {Outcome.BOUNCED}
    assert [(w.issuer, str(w.home)) for w in fall.orders][-2:] == [
        ("Germany", "Mun"), ("Germany", "Kie"),
    ]  # fmt: skip
    assert fall.nmr == ("Germany",)
    assert fall.owners is not None
    assert len(fall.owners) == 9


@pytest.mark.parametrize("head", ["<u>{}</u>:", "{} (Name)", "{} (Name) "])
def test_heads_without_a_colon_or_underlined(read: Read, head: str) -> None:
    text = SPRING.format(" (bounced)")
    for power in ("AUSTRIA", "FRANCE", "GERMANY"):
        text = text.replace(f"{power}:", head.format(power.title()))
    (game,) = read(text)
    assert [len(p.orders) for p in game.record.phases] == [9]


@pytest.mark.parametrize("word", ["bounce", "bounced", "fails", "stood off"])
def test_a_word_behind_an_order(read: Read, word: str) -> None:
    (game,) = read(SPRING.format(f" {word}"))
    assert (failed(game), game.remarks) == ({"Par", "Mun"}, ())


@pytest.mark.parametrize("head", ["Builds for 1901:", "Adjustments of 1901"])
def test_builds_in_words(read: Read, head: str) -> None:
    builds = "France: 2 builds: A Par, A Mar.\nGermany builds A Ber, A Mun and F Kie.\n"
    (game,) = read(SPRING.format(" (bounced)") + FALL.rstrip(".\n") + f"\n\n{head}\n{builds}")
    assert game.remarks == ()
    winter = game.record.phases[-1]
    assert [str(w.home) for w in winter.orders] == ["Par", "Mar", "Ber", "Mun", "Kie"]


def test_a_build_that_is_not_read_is_told(read: Read) -> None:
    builds = "\n\nBuilds for 1901:\nGermany builds A Mun and F Kie. TURKEY no build\n"
    (game,) = read(SPRING.format(" (bounced)") + FALL.rstrip(".\n") + builds)
    assert [r.message for r in game.remarks] == ["left out"]
