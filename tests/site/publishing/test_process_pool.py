"""Many hands make the same site as one, and stop as one does."""

from __future__ import annotations

import gc
import json
import re
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sample_archive import ALL_PICTURES, NO_PICTURES, ROOT, sample, standard

from builder.archive import Archive
from builder.executors import TASKS_FOR_A_WORKER, garbage_collection_paused, using
from builder.formats.game.writing import write_game
from builder.site.artifacts import Artifact, PngRequest
from builder.site.pages.game import GameArtifacts
from builder.site.parts.page_frame import BODY, TITLE, PageFrame
from builder.site.publishing.content_store import ContentStore
from builder.site.publishing.game_builder import BuiltGame, GameBuilder
from builder.site.publishing.image_cache import ImageCache
from builder.site.publishing.publisher import Publisher, paths_in
from builder.site.publishing.site import Site
from builder.site.publishing.site_build import SiteBuild
from builder.site.publishing.switch import STAGE
from builder.site.search.order_index import block, block_of, index_of, shards

SHELL = PageFrame(lambda _: f"<html><head></head>{TITLE}{BODY}</html>")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An archive on disk, with a few games too many for one."""
    variant = standard()
    (tmp_path / "maps").mkdir()
    shutil.copytree(ROOT / "maps/standard", tmp_path / "maps/standard")
    folder = tmp_path / "games/standard"
    folder.mkdir(parents=True)
    for number in range(TASKS_FOR_A_WORKER + 1):
        record = sample(variant, f"g{number}")
        record = record._replace(phases=record.phases[: 1 + number % 2])
        (folder / f"g{number}.yaml").write_text(write_game(record, variant), encoding="utf-8")
    return tmp_path


def run(root: Path, target: Path, hands: int, monkeypatch: pytest.MonkeyPatch) -> Publisher:
    monkeypatch.setattr("builder.executors.usable_cores", lambda: hands)
    publisher = Publisher(target, SHELL)
    SiteBuild(Site(Archive(root), NO_PICTURES)).run(publisher)
    return publisher.finish()


def written(folder: Path) -> dict[str, bytes]:
    return {
        place.relative_to(folder).as_posix(): place.read_bytes()
        for place in folder.rglob("*")
        if place.is_file()
    }


def test_many_hands_make_the_same_site(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = run(root, root / "one", 1, monkeypatch)
    shared = run(root, root / "many", 2, monkeypatch)
    assert written(root / "many") == written(root / "one")
    assert shared.written == alone.written
    assert run(root, root / "many", 2, monkeypatch).written == 0


def test_a_process_with_threads_is_not_copied(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = run(root, root / "one", 1, monkeypatch)
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    try:
        shared = run(root, root / "many", 2, monkeypatch)
    finally:
        over.set()
        thread.join()
    assert written(root / "many") == written(root / "one")
    assert shared.written == alone.written


def test_wrong_games_do_not_stop_the_others(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("g0", "g4"):
        path = root / f"games/standard/{name}.yaml"
        path.write_text(path.read_text().replace("A Mar", "A Mrx", 1))
    publisher = run(root, root / "site", 2, monkeypatch)
    assert ["g0.yaml:" in publisher.faults[0], "g4.yaml:" in publisher.faults[1]] == [True, True]
    assert "A Mrx" in (root / "site/games/g4/index.html").read_text()
    assert (root / "site/games/g1/1901-fall-movement/index.html").exists()


def test_a_hand_paints_what_it_sets(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[PngRequest] = []
    monkeypatch.setattr(ImageCache, "render", lambda _, job: painted.append(job) or b"png")
    images = ImageCache(Archive(root), ContentStore(root / "store"))
    builder = GameBuilder(Site(images.archive, ALL_PICTURES), root / "site", SHELL, images)
    made = builder.build((root / "games/standard/g1.yaml", ["a key"], ()))
    assert isinstance(made, BuiltGame)
    files = paths_in(made.lines)
    assert files == sorted(written(root / "site" / STAGE))
    assert len(painted) == len([p for p in files if p.endswith("map.png")]) == 2


def test_few_objects_of_a_built_game_are_in_cycles(root: Path) -> None:
    """They are looked for rarely."""
    images = ImageCache(Archive(root), ContentStore(root / "store"))
    builder = GameBuilder(Site(images.archive, NO_PICTURES), root / "site", SHELL, images)
    games = [(root / f"games/standard/g{number}.yaml", ["a key"], ()) for number in range(4)]
    builder.build(games[0])
    with garbage_collection_paused():
        gc.collect()
        for game in games[1:]:
            assert isinstance(builder.build(game), BuiltGame)
        assert gc.collect() < 100 * len(games[1:])


def data(artifact: Artifact) -> Any:
    """What a shard holds."""
    found = re.fullmatch(r"chanceryData\([^,]+,(.*)\);\n", str(artifact.content), re.DOTALL)
    assert found
    return json.loads(found[1])


def made_index(works: list[GameArtifacts], count: int) -> dict[str, Any]:
    """The shards of an index of so many blocks, by their names."""
    members: list[list[Any]] = [[] for _ in range(count)]
    for work in works:
        entry = index_of(work.replay, work.order_rows)
        members[block_of(work.summary.id, count)].append((work.summary, entry))
    blocks = [block(number, count, games) for number, games in enumerate(members)]
    entries = [json.loads(json.dumps(entry)) for _, entry in blocks]
    above = shards(entries, count, len(works), lambda _: standard())
    found = [a for made, _ in blocks for a in made] + [*above]
    assert len({a.path for a in found}) == len(found)
    return {a.path[7:-3]: data(a) for a in found}


def orders_in(index: dict[str, Any], number: int, part: str) -> set[tuple[str, str, str, int]]:
    """The orders of one block; `part` is how the names of its shards end."""
    games = [name for name, *_ in index[f"g-{number}"]]
    shards = (orders for name, orders in index.items() if re.fullmatch(rf"o-\w+-\w+{part}", name))
    return {
        (text, phase, games[game], int(outcome < 0))
        for orders in shards
        for text, phases in orders.items()
        for phase, told in phases.items()
        for game, _, outcome, *_ in told
    }


@pytest.mark.parametrize("count", [1, 4])
def test_the_index_tells_of_every_order(root: Path, count: int) -> None:
    site = Site(Archive(root), NO_PICTURES)
    works = [work for path in site.archive.game_paths if (work := site.work(path))]
    slug = standard().setting.calendar.slug
    expected = {
        (line.shown, slug(stage.phase), work.summary.id, int(line.failed))
        for work in works
        for stage, told in zip(work.replay.stages, work.order_rows, strict=True)
        for line in (line for lines in told.values() for line in lines if line.at)
    }
    index = made_index(works, count)
    found = [orders_in(index, n, f"-{n}" if count > 1 else "") for n in range(count)]
    assert set.union(*found) == expected
    assert index["blocks"] == {"blocks": count, "games": len(works)}
    if count > 1:
        having = int(index["o-standard-par"]["– Bur"], 16)
        asked = [any(text == "A Par – Bur" for text, *_ in orders) for orders in found]
        assert [bool(having >> n & 1) for n in range(count)] == asked


def test_any_executor_makes_the_same_site(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in sorted((root / "games/standard").glob("*.yaml"))[2:]:
        path.unlink()
    alone = run(root, root / "one", 1, monkeypatch)
    with ThreadPoolExecutor(1) as elsewhere, using(elsewhere, 1):
        shared = run(root, root / "many", 1, monkeypatch)
    assert written(root / "many") == written(root / "one")
    assert shared.written == alone.written
