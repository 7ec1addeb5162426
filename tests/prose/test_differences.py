"""Why a printed result and ours differ, told in one sentence."""

from __future__ import annotations

from our_archive import ARCHIVE

from builder.formats.game import read_game
from builder.playback.replaying import replay
from builder.prose.comparisons import why_different

GAME = """\
format: 1
game: A printed error
variant: standard
players: {Austria: "?"}
phases:
  Spring 1901:
    Austria: |
      A Vie-Gal (moved)
      A Bud S A Vie-Gal (given)
      F Tri-ADR (moved)
    Russia: |
      A War-Gal (bounced)
    Italy: |
      A Ven-Tri (moved)
  Fall 1901:
    Austria: |
      A Gal-Rum (moved)
      A Bud S A Gal-Rum (given)
    Italy: |
      A Tri-Bud (bounced)
"""


def told(text: str) -> list[str]:
    archive = ARCHIVE
    record = read_game(text, "an-error.yaml", archive.variant)
    played = replay(archive.variant("standard"), record)
    setting = played.variant.setting
    return [
        why_different(c, stage, setting)
        for stage in played.stages
        for c in stage.comparisons
        if c.verdict == "differs"
    ]


def test_a_support_printed_as_given_is_refuted_with_its_cutter() -> None:
    (why,) = told(GAME)
    assert why.startswith("printed as")
    assert "A Bud S A Gal – Rum is cut, because A Tri attacked Budapest from Trieste" in why


def test_a_success_that_was_a_stand_off_is_refuted_with_strengths() -> None:
    (why,) = told(GAME.replace("A Bud S A Vie-Gal (given)\n", "A Bud-Ser\n").split("  Fall")[0])
    assert "A Vie – Gal fails 1:1, because A War came to the same place" in why


SPRING = """\
game: Errors
variant: standard
start: {units: {Austria: [A Vie, A Bud], Russia: [A Gal, F Rum], Turkey: [A Bul, F BLA]}}
phases:
  Spring 1901:
    Austria: |
      A Vie-Gal (bounced)
      A Bud S A Vie-Gal (failed)
    Russia: |
      A Gal H
      F Rum H (dislodged)
    Turkey: |
      A Bul-Ser (bounced)
      F BLA-Con
    after: |
      Turkey: A Gre, F Con
"""


def test_what_succeeds_is_told_with_what_it_meets() -> None:
    assert told(SPRING) == [
        "printed as bounced; A Vie – Gal succeeds 2:1 and dislodges A Gal in Galicia",
        "printed as failed; A Bud S A Vie – Gal is given, as nothing cuts it",
        "printed as held; A Gal is dislodged 2:1, because A Vie came into Galicia with greater"
        " force",
        "printed as dislodged; F Rum stands; nothing dislodges F Rum",
        "printed as bounced; A Bul – Ser succeeds, as nothing stands against it",
        "A Bul – Ser succeeds, as nothing stands against it; no order led to A Gre",
    ]


def test_retreats_and_positions() -> None:
    text = SPRING.partition("phases:")[0] + (
        "phases:\n  Spring 1901:\n    unmarked: unknown\n"
        "    Austria: A Vie-Gal, A Bud S A Vie-Gal\n"
        "    results: |\n      A Gal: dislodged, retreats Boh Vie\n"
        "    after: 'Turkey: A Alb'\n"
    )
    assert told(text) == [
        "A Gal may also retreat to Sil, Ukr and War, which are within its reach, empty, free"
        " of a stand-off and not where its attacker came from;"
        " A Gal cannot retreat to Vie, because the attacker came from there",
        "A Bul stands; F BLA stands; no order led to A Alb",
    ]


def test_a_wrong_order_of_a_unit_that_is_driven_out() -> None:
    text = SPRING.replace("A Gal H\n", "A Gal S A Vie-Bur (cut)\n").replace(
        "Rum H (", "Rum S A Bud ("
    )
    why = next(w for w in told(text) if "A Gal S A Vie" in w)
    assert why == (
        "printed as cut; A Gal S A Vie-Bur is illegal, because A Gal could not go to Burgundy"
        " itself, so it cannot support there. A Vie dislodged A Gal"
    )


def test_a_support_that_fits_no_order_quotes_the_order() -> None:
    text = SPRING.replace("A Bud S A Vie-Gal (failed)", "A Bud S A Vie-Tri (given)")
    assert (
        "printed as given; A Bud S A Vie – Tri is void, because A Vie was not ordered to go to"
        " Trieste (its order: A Vie – Gal)"
    ) in told(text)
