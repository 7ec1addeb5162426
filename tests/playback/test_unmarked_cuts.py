"""A source that never marks supports whose cut changed nothing: a habit, stated once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from our_archive import ARCHIVE

from builder.cli.verify import verify_command
from builder.formats.game import read_game
from builder.playback.replaying import Replay, replay
from builder.site.pages.game import GameArtifacts

STANDARD = ARCHIVE.variant("standard")
# In each phase Germany cuts the support of A Mar; with or without it A Gas stands in Gascony.
PHASE = """
  {season} {year}:
    France: |
      A Gas H (held)
      A Mar S A Gas ({mar})
    Germany: |
      A Bur - {goal} (bounced)
    after:
      France: A Gas, A Mar
      Germany: A Bur
"""
HEAD = """format: 1
game: Small
variant: standard
start:
  units:
    France: [A Gas, A Mar]
    Germany: [A Bur]
  owners:
    France: [Par, Mar]
    Germany: [Mun]
phases:
"""
SEASONS = [("Spring", 1902), ("Fall", 1902), ("Spring", 1903), ("Fall", 1903)]


def game(*printed: str, goal: str = "Mar") -> str:
    """A game with one phase for each printed result of the cut support."""
    phases = [
        PHASE.format(season=season, year=year, mar=mar, goal=goal)
        for (season, year), mar in zip(SEASONS, printed, strict=False)
    ]
    return HEAD + "".join(phases)


def replayed(text: str) -> Replay:
    return replay(STANDARD, read_game(text, "small.yaml", ARCHIVE.variant))


@pytest.mark.parametrize("number", [2, 3, 4])
def test_cuts_that_are_never_marked_are_a_habit(number: int) -> None:
    played = replayed(game(*["given"] * number))
    assert [stage.verdict for stage in played.stages] == ["agrees"] * number
    assert played.unmarked_cuts == number


@pytest.mark.parametrize(
    ("printed", "differing"),
    [
        (["given"], [0]),  # a single one may be an oversight
        (["given", "cut"], [0]),
        (["given", "given", "cut"], [0, 1]),
        (["given", "failed", "given", "given"], [0, 2, 3]),
    ],
)
def test_a_source_that_marks_one_has_no_such_habit(
    printed: list[str], differing: list[int]
) -> None:
    played = replayed(game(*printed))
    verdicts = [stage.verdict for stage in played.stages]
    assert [at for at, verdict in enumerate(verdicts) if verdict == "differs"] == differing
    assert played.unmarked_cuts == 0


DECISIVE = """
  {season} {year}:
    Germany: |
      A Bur - Gas (bounced)
      A Mar S A Bur - Gas ({mar})
    France: |
      A Gas H (held)
      A Pie - Mar (bounced)
    after:
      France: A Gas, A Pie
      Germany: A Bur, A Mar
"""


def test_a_cut_that_mattered_stays_a_difference() -> None:
    head = HEAD.replace("[A Gas, A Mar]", "[A Gas, A Pie]").replace("[A Bur]", "[A Bur, A Mar]")
    phases = [DECISIVE.format(season=s, year=year, mar="given") for s, year in SEASONS[:3]]
    played = replayed(head + "".join(phases))
    verdicts = [stage.verdict for stage in played.stages if stage.recorded is not None]
    assert verdicts == ["differs"] * 3
    assert played.unmarked_cuts == 0


def test_other_differences_of_such_a_phase_stay_found() -> None:
    text = game("given", "given").replace("A Gas H (held)", "A Gas H (bounced)", 1)
    played = replayed(text)
    assert [stage.verdict for stage in played.stages] == ["differs", "agrees"]
    (difference,) = [c for c in played.stages[0].comparisons if c.verdict == "differs"]
    assert "Gas H" in difference.subject


def test_verify_and_the_page_state_it_once(tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(game("given", "given", "given"))
    found = CliRunner().invoke(verify_command, [str(path)])
    assert found.exit_code == 0
    assert found.output.count("never marks a cut support if the cut changed nothing") == 1
    assert "3 supports" in found.output
    document = json.loads(CliRunner().invoke(verify_command, ["--json", str(path)]).stdout)
    (row,) = document["habits"]
    assert row["game"] == "small"
    assert document["differing"] == []
    pages = {
        a.path: str(a.content) for a in GameArtifacts(replayed(path.read_text()), None).artifacts()
    }
    assert pages["games/small/index.html"].count("never marks a cut support") == 1
    path.write_text(game("cut", "cut"))
    clean = json.loads(CliRunner().invoke(verify_command, ["--json", str(path)]).stdout)
    assert clean["habits"] == []
