"""The list of games is cut into pages, and all of it is data for its script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sample_archive import NO_PICTURES, archive, artifacts, sample, standard

from builder.model.units import Power
from builder.record import Result
from builder.site.pages.catalogue import ROWS, paged


def test_every_game_is_reached_by_links_however_many_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.site.pages.catalogue.ROWS", 2)
    monkeypatch.setattr("builder.site.pages.catalogue.CUT", 10**9)
    games = [sample(standard(), f"game-{n}") for n in range(5)]
    made = {a.path: str(a.content) for a in artifacts(archive(tmp_path, *games), NO_PICTURES)}
    assert 'data-all="../catalogue/games.js"' in made["games/index.html"]
    names = ("games", "catalogue/2", "catalogue/3")
    pages = [made[f"{name}/index.html"] for name in names]
    links = [re.findall(r'<th scope="row"><a href="([^"]*)"', page) for page in pages]
    assert [len(found) for found in links] == [2, 2, 1]
    assert links[2] == ["../../games/game-4/"]
    assert 'href="../catalogue/3/"' in pages[0]
    assert made["catalogue/games.js"].count('"game-') == 5


def test_a_game_more_changes_few_pages_of_a_long_list() -> None:
    names = [f"game-{number}" for number in range(3000)]
    before = [tuple(shown) for _, _, shown in paged(names, str)]
    after = [tuple(shown) for _, _, shown in paged([*names[:1000], "new", *names[1000:]], str)]
    assert sum(before, ()) == tuple(names)
    assert max(map(len, before)) <= ROWS
    assert len({*after} - {*before}) <= 3


def test_a_game_of_people_says_why_it_is_here_and_its_seasons_how_it_ended(tmp_path: Path) -> None:
    game = sample(standard())._replace(
        note="A neat stab.", result=Result("won", (Power("Turkey"),))
    )
    shown = game._replace(id="shown", status="exhibition", note="A trial.")
    made = {a.path: a for a in artifacts(archive(tmp_path, game, shown), NO_PICTURES)}
    games = str(made["games/index.html"].content)
    assert '<span class="here spoiler">A neat stab.</span>' in games
    assert "A trial." not in games
    season = made["games/sample/1901-spring-movement/index.html"]
    assert "How did this game end?</summary><p><b>Turkey wins" in str(season.content)
    assert "Turkey wins" in season.description
