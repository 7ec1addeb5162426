"""In a game of which nothing is printed a ruling overrules the judge, and everybody is told."""

from __future__ import annotations

from our_archive import ARCHIVE

from builder.formats.game import read_game
from builder.mails.due_season import due_season
from builder.mails.results import results_text
from builder.playback.replaying import replay
from builder.prose.comparisons import verdict_lines
from builder.site.pages.game import GameArtifacts

GAME = """game: X
variant: standard
phases:
  Spring 1901: {Austria: A Vie-Gal, Russia: A War-Gal, Germany: A Mun H}
  Fall 1901: {Austria: A Gal H}
rulings:
  Spring 1901:
    - {order: A Vie-Gal, outcome: moved, why: Both agreed to it, source: letters}
    - {order: A Mun H, outcome: held, why: Just so, source: letters}
"""


def test_a_ruling_overrules_the_judge_on_the_page_and_in_the_mail() -> None:
    game = read_game(GAME, "x.yaml", ARCHIVE.variant)
    variant = ARCHIVE.variant("standard")
    played = replay(variant, game)
    spring, fall = played.stages
    assert {str(u.at) for u in fall.turn.before.units if u.power == "Austria"} >= {"Gal"}
    assert [(c.subject, c.verdict, c.recorded) for c in spring.comparisons] == [
        ("A Vie-Gal", "ruled", "not printed"), ("A Mun H", "agrees", "not printed"),
    ]  # fmt: skip
    assert verdict_lines(spring).sentence == "The game master overruled the judge."
    assert verdict_lines(spring).line == "Judged here, with 1 ruling"
    text = results_text(played, spring, due_season(variant, game))
    assert "Ruling: A Vie-Gal: moved. Both agreed to it (letters)" in text
    pages = {a.path: str(a.content) for a in GameArtifacts(played, None).artifacts()}
    page = pages["games/x/1901-spring-movement/index.html"]
    assert "moved: Both agreed to it" in page
    assert "The game master overruled the judge." in page
