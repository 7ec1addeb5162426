"""A second run of the build makes only what changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from sample_archive import ALL_PICTURES, NO_PICTURES, StubArchive, archive, sample, standard

from builder.errors import ArchiveError
from builder.site.pages.game import GameArtifacts
from builder.site.parts.page_frame import BODY, TITLE, PageFrame
from builder.site.publishing.content_store import ContentStore
from builder.site.publishing.publisher import Publisher
from builder.site.publishing.site import Site
from builder.site.publishing.site_build import SiteBuild, SiteOptions
from builder.site.search import order_index
from builder.source.files import read_bytes


@pytest.fixture
def held(tmp_path: Path) -> StubArchive:
    variant = standard()
    (tmp_path / "a").mkdir()
    return archive(tmp_path / "a", sample(variant, "one"), sample(variant, "two"))


def run(held: StubArchive, target: Path) -> tuple[Publisher, list[str]]:
    made: list[str] = []

    class Watched(Site):
        def work(self, path: Path, records: Sequence[Path] = ()) -> GameArtifacts | None:
            made.append(path.stem)
            return super().work(path, records)

    publisher = Publisher(target, PageFrame(lambda _: f"<html><head></head>{TITLE}{BODY}</html>"))
    options = SiteOptions(remembers=True)
    build = SiteBuild(Watched(held, NO_PICTURES), options)  # type: ignore[arg-type]
    build.run(publisher)
    publisher.finish()
    return publisher, made


def test_nothing_changed_nothing_made(held: StubArchive, tmp_path: Path) -> None:
    first, made = run(held, tmp_path / "site")
    assert {*made} == {"one", "two"}
    second, again = run(held, tmp_path / "site")
    assert again == []
    assert second.written == 0
    assert second.kept == first.kept


def test_games_that_others_leave_are_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_index, "FULL", 1)  # game in a block: fewer games, fewer blocks
    (tmp_path / "a").mkdir()
    held = archive(tmp_path / "a", *(sample(standard(), name) for name in "abcde"))
    run(held, tmp_path / "site")
    for path in [*held.records][:3]:
        del held.records[path]
    publisher, made = run(held, tmp_path / "site")
    assert made == []
    assert "games/e/index.html" in publisher.paths()
    assert run(held, tmp_path / "site")[0].written == 0


def test_one_game_changed_one_game_made(held: StubArchive, tmp_path: Path) -> None:
    run(held, tmp_path / "site")
    path = next(iter(held.records))
    path.write_text("game: changed\n")
    held.records[path] = held.records[path]._replace(name="Renamed")
    second, made = run(held, tmp_path / "site")
    assert made == ["one"]
    assert second.written > 0
    assert "Renamed" in (tmp_path / "site/games/one/index.html").read_text()


def test_a_file_that_was_tampered_with_is_made_again(held: StubArchive, tmp_path: Path) -> None:
    run(held, tmp_path / "site")
    page = tmp_path / "site/games/two/index.html"
    good = page.read_text()
    page.write_text("spoilt")
    _, made = run(held, tmp_path / "site")
    assert made == ["two"]
    assert page.read_text() == good


def test_games_that_cannot_be_read_have_pages_that_say_so(
    held: StubArchive, tmp_path: Path
) -> None:
    run(held, tmp_path / "site")
    path = next(iter(held.records))
    path.write_text("game: broken\n")

    def broken(which: Path) -> object:
        raise ArchiveError(f"{which}:1:1: nonsense")

    held.game = broken  # type: ignore[method-assign,assignment]
    publisher, _ = run(held, tmp_path / "site")
    assert len(publisher.faults) == 1
    page = (tmp_path / f"site/games/{path.stem}/index.html").read_text()
    assert "nonsense" in page
    assert "cannot be built" in page


def test_a_mistake_that_several_games_meet_is_reported_once(
    held: StubArchive, tmp_path: Path
) -> None:
    run(held, tmp_path / "site")
    assert len(held.records) > 1
    for path in held.records:
        path.write_text("game: another\n")

    def broken(which: Path) -> object:
        raise ArchiveError("maps/standard/variant.yaml:1:1: nonsense")

    held.game = broken  # type: ignore[method-assign,assignment]
    publisher, _ = run(held, tmp_path / "site")
    assert publisher.faults == ["maps/standard/variant.yaml:1:1: nonsense"]
    for path in held.records:
        assert "nonsense" in (tmp_path / f"site/games/{path.stem}/index.html").read_text()


def test_a_game_that_cannot_be_built_is_tried_again_only_if_it_changes(
    held: StubArchive, tmp_path: Path
) -> None:
    path = next(iter(held.records))
    other = tmp_path / "other"
    other.write_text("which the game needs")

    def broken(which: Path) -> object:
        if which != path:
            return held.records[which]
        read_bytes(other)
        raise ArchiveError(f"{which}:1:1: nonsense")

    path.write_text("game: broken\n")
    held.game = broken  # type: ignore[method-assign,assignment]
    first, _ = run(held, tmp_path / "site")
    second, made = run(held, tmp_path / "site")
    assert made == []
    assert second.faults == first.faults
    assert second.written == 0
    other.write_text("which the game needs, and which is changed")
    assert run(held, tmp_path / "site")[1] == ["one"]
    del held.game
    path.write_text("game: mended\n")
    third, made = run(held, tmp_path / "site")
    assert {*made} == {"one"}
    assert third.faults == []
    assert run(held, tmp_path / "site")[1] == []


def test_a_fault_of_the_program_is_met_again_in_each_build(
    held: StubArchive, tmp_path: Path
) -> None:
    def full(_: Path) -> object:
        raise OSError("no space left on the disk")

    held.game = full  # type: ignore[method-assign,assignment]
    run(held, tmp_path / "site")
    assert run(held, tmp_path / "site")[1] == ["one", "two"]


def test_a_game_of_which_nothing_is_published_is_not_made_again(
    held: StubArchive, tmp_path: Path
) -> None:
    path = next(iter(held.records))
    record = held.records[path]
    drafts = tuple(phase._replace(draft=True) for phase in record.phases)
    held.records[path] = record._replace(phases=drafts)
    run(held, tmp_path / "site")
    publisher, made = run(held, tmp_path / "site")
    assert made == []
    assert not (tmp_path / "site/games/one").exists()
    assert publisher.faults == []


def test_a_draft_stays_out_of_every_file(held: StubArchive, tmp_path: Path) -> None:
    path = next(iter(held.records))
    record = held.records[path]
    hidden = record.phases[1]._replace(draft=True, headline="A secret stab")
    held.records[path] = record._replace(phases=(record.phases[0], hidden, record.phases[2]))
    run(held, tmp_path / "site")
    folder = tmp_path / "site/games/one"
    assert (folder / "1901-spring-movement/index.html").exists()
    assert not (folder / "1901-fall-movement").exists()
    for place in folder.rglob("*"):
        if place.is_file():
            assert b"A secret stab" not in place.read_bytes(), place
            assert b"Yor-Nwy" not in place.read_bytes(), place


def test_pictures_of_another_hand_are_kept_elsewhere(
    held: StubArchive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Path] = []

    def set_up(archive: StubArchive, store: ContentStore) -> None:
        kept.append(store.folder)
        raise ArchiveError("enough")

    monkeypatch.setattr("builder.site.publishing.site_build.ImageCache", set_up)
    publisher = Publisher(tmp_path / "site", PageFrame(lambda _: BODY))
    for hand in ("one", "other", "one"):
        monkeypatch.setattr(
            "builder.site.publishing.site_build.renderer_version", lambda hand=hand: hand
        )
        with pytest.raises(ArchiveError, match="enough"):
            SiteBuild(Site(held, ALL_PICTURES)).run(publisher)  # type: ignore[arg-type]
    assert kept[0] == kept[2] != kept[1]


def test_without_the_library_there_are_maps_and_one_clear_word(
    held: StubArchive,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("builder.site.publishing.site_build.renderer_version", str)
    publisher = Publisher(tmp_path / "site", PageFrame(lambda _: f"<head></head>{BODY}"))
    SiteBuild(Site(held, ALL_PICTURES)).run(publisher)  # type: ignore[arg-type]
    publisher.finish()
    assert [r.levelname for r in caplog.records] == ["WARNING"]
    assert "libcairo2" in caplog.text
    folder = tmp_path / "site/games/one/1901-fall-movement"
    assert (folder / "map.svg").exists()
    assert not (folder / "map.png").exists()
    assert "map.png" not in (folder / "index.html").read_text()


def test_a_variant_that_cannot_be_read_has_its_page(held: StubArchive, tmp_path: Path) -> None:
    held.errors[Path("maps/loeb9/variant.yaml")] = ArchiveError("the key 'powers' is missing")
    publisher, _ = run(held, tmp_path / "site")
    assert publisher.faults == ["the key 'powers' is missing"]
    assert "powers" in (tmp_path / "site/variants/loeb9/index.html").read_text()
    assert (tmp_path / "site/games/one/index.html").exists()
