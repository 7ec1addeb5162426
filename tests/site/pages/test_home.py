"""The front page: what is newest there is newest in the feed."""

from __future__ import annotations

import re

from markupsafe import Markup
from sample_archive import sample, standard

from builder.playback.replaying import replay
from builder.site.artifacts import USUAL
from builder.site.pages.catalogue import Shelf
from builder.site.pages.feeds import all_games
from builder.site.pages.overviews import figures, home, newest
from builder.site.parts.game_summary import GameFigures, summarise

ENTRY = "<entry><title>{0}</title><updated>{1}T00:00:00Z</updated></entry>\n"


def test_the_newest_season_is_that_of_the_latest_publication() -> None:
    variant = standard()
    found = summarise(replay(variant, sample(variant)))
    days = {"older": "2026-05-02", "newer": "2026-05-09", "oldest": "2026-04-30"}
    games = [found._replace(id=name, name=name, published=day, created="2026-06-01", dated=True)
             for name, day in days.items()]  # fmt: skip
    latest = newest(games)
    assert latest is not None
    drawn, shelf = Markup(f"map of {latest.id}"), Shelf((), lambda _: None, lambda _: GameFigures())
    page = home(latest, drawn, figures(games), [variant], USUAL, shelf)
    feed = all_games(
        games, USUAL, lambda path: ENTRY.format(name := path.split("/")[1], days[name])
    )
    assert "map of newer" in str(page.content)
    assert re.findall("<title>(.*?)</title>", str(feed.content))[1:] == ["newer", "older", "oldest"]
