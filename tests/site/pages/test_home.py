"""The front page and the feeds: what is newest, and nothing of what people wrote is lost."""

from __future__ import annotations

import re

from markupsafe import Markup
from sample_archive import sample, standard

from builder.playback.replaying import replay
from builder.prose.zine_report import report
from builder.record import Note
from builder.site.artifacts import USUAL, feed_link
from builder.site.pages.catalogue import Shelf, figures, newest
from builder.site.pages.feeds import all_games, game_news, newest_games, one_game
from builder.site.parts.feed_entry import FeedEntry
from builder.site.parts.game_summary import GameFigures, summarise
from builder.site.templating import page


def test_the_newest_season_is_that_of_the_latest_publication() -> None:
    variant = standard()
    found = summarise(replay(variant, sample(variant)))
    days = {"older": "2026-05-02", "newer": "2026-05-09", "oldest": "2026-04-30"}
    games = [found._replace(id=name, name=name, published=day, dated=True)
             for name, day in days.items()]  # fmt: skip
    latest = newest(games)
    assert latest is not None
    drawn, shelf = Markup(f"map of {latest.id}"), Shelf((), lambda _: None, lambda _: GameFigures())
    known = {"newest": latest, "drawn": drawn, "figures": figures(games), "shelf": shelf}
    home = page(
        "index.html",
        "home.html",
        variants=[("chaos", "Chaos", "")],
        settings=USUAL,
        issue=None,
        **known,
    )
    feed = all_games(
        newest_games(games), lambda name: [FeedEntry(name, f"games/{name}/", days[name])], USUAL
    )
    assert "map of newer" in str(home.content)
    assert '<a href="variants/chaos/">Chaos</a>' in str(home.content)
    assert re.findall("<title>(.*?)</title>", str(feed.content))[1:] == ["newer", "older", "oldest"]


def test_a_feed_keeps_what_looks_like_an_address_of_its_own() -> None:
    variant = standard()
    record, note = sample(variant), Note("gm", "See ../../rules of {root}.")
    phases = tuple(p._replace(notes=(note,)) for p in record.phases)
    name = "The ../../ cup of {root}"
    played = replay(variant, record._replace(name=name, phases=phases))
    texts = [report(stage.turn, variant.setting, stage.recorded) for stage in played.stages]
    news = game_news(played, texts.__getitem__, lambda _: True)
    own = one_game(played.record, news, USUAL)
    summary = summarise(played)._replace(dated=True)
    whole = all_games([summary], lambda _: news, USUAL)
    for text, root in ((str(own.content), "../../"), (str(whole.content), "")):
        assert f'<link href="{root}games/sample/1901-spring-movement/"/>' in text
        assert f"src=&quot;{root}games/sample/1901-spring-movement/map.png" in text
        assert "See ../../rules of {root}." in text
        assert f"<title>{name}, Spring 1901</title>" in text
    assert "{root}" not in feed_link("", name).replace("{root}", "")
    assert feed_link("x.xml", name).count("{root}") == 1
