"""Why a printed result and ours differ, told in one sentence."""

from __future__ import annotations

from pathlib import Path

from builder.archive import Archive
from builder.formats.games import read_game
from builder.prose.differences import why_different
from builder.replay import replay

ROOT = Path(__file__).resolve().parents[2]
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
    archive = Archive(ROOT)
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
