"""Many hands make the same site as one, and stop as one does."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sitework import ROOT, sample, standard

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.formats.games_writing import write_game
from builder.site import compositor, galleys, painting
from builder.site.artifacts import Print
from builder.site.compositor import Compositor, Made
from builder.site.darkroom import Darkroom
from builder.site.index import Index, index_of
from builder.site.lines import lines
from builder.site.pages import Site
from builder.site.press import Press
from builder.site.publish import Publisher
from builder.site.shell import BODY, TITLE, Shell
from builder.site.summary import summarise

SHELL = Shell(lambda _: f"<html><head></head>{TITLE}{BODY}</html>")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An archive on disk, with a few games too many for one."""
    variant = standard()
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps/standard").symlink_to(ROOT / "maps/standard")
    folder = tmp_path / "games/standard"
    folder.mkdir(parents=True)
    for number in range(galleys.FEW + 1):
        record = sample(variant, f"g{number}")
        record = record._replace(phases=record.phases[: 1 + number % 2])
        (folder / f"g{number}.yaml").write_text(write_game(record, variant), encoding="utf-8")
    return tmp_path


def run(root: Path, target: Path, hands: int, monkeypatch: pytest.MonkeyPatch) -> Publisher:
    monkeypatch.setattr(galleys, "at_hand", lambda: hands)
    publisher = Publisher(target, SHELL)
    Press(Site(Archive(root), png=False)).run(publisher)
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


def test_one_wrong_game_stops_all_hands(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("g0", "g4"):
        path = root / f"games/standard/{name}.yaml"
        path.write_text(path.read_text().replace("A Mar", "A Mrx", 1))
    with pytest.raises(ArchiveError) as found:
        run(root, root / "site", 2, monkeypatch)
    said = str(found.value)
    assert said.index("g0.yaml:") < said.index("g4.yaml:")
    assert not list((root / "site").rglob("*.*"))


def test_a_hand_paints_what_it_sets(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[Print] = []
    monkeypatch.setattr(painting, "paint", lambda job: painted.append(job) or b"png")
    site, store = Site(Archive(root), png=True), root / "store"
    compositor.begin(Compositor(site, root / "site", SHELL, Darkroom(root, store)))
    path = root / "games/standard/g1.yaml"
    packed = compositor.read(path)
    assert isinstance(packed, bytes)
    made = compositor.set_and_print((path, packed))
    assert isinstance(made, Made)
    assert sorted(made.files) == sorted(p for p in written(root / "site"))
    assert len(painted) == len([p for p in made.files if p.endswith("map.png")]) == 2


def test_the_index_tells_of_every_order(root: Path) -> None:
    archive = Archive(root)
    site = Site(archive, png=False)
    index, expected = Index(), set()
    for at, path in enumerate(archive.game_paths):
        work = site.work(path)
        assert work is not None
        told = [lines(s.turn, work.replay.variant.setting) for s in work.replay.stages]
        index.add(summarise(work.replay), index_of(work.replay, told))
        calendar = work.replay.variant.setting.calendar
        for stage, listed in zip(work.replay.stages, told, strict=True):
            for orders in listed.values():
                expected |= {
                    (line.text, calendar.slug(stage.phase), at, int(line.failed))
                    for line in orders
                    if line.at
                }
    found = {
        (text, phase, game, failed)
        for piece in index.pieces()
        for text, phases in piece[1].items()
        for phase, games in phases.items()
        for game, _, failed in games
    }
    assert found == expected
