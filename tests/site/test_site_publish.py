"""Only what changed is written; only what we wrote is ever removed."""

from __future__ import annotations

from pathlib import Path

from builder.site.artifacts import Artifact
from builder.site.build.publisher import Publisher
from builder.site.parts.page_frame import ABOUT, BODY, TITLE, PageFrame, meta, quoted

DOCUMENT = f"<html><head><title>{TITLE}</title><meta content='{ABOUT}'></head><p>{BODY}</html>"


def publisher(folder: Path) -> Publisher:
    return Publisher(folder, PageFrame(lambda _: DOCUMENT, "https://example.org/"))


def test_a_page_is_stamped_into_its_shell(tmp_path: Path) -> None:
    artifact = Artifact(
        "games/x/index.html", "<b>in</b>", "A & B", "page", description='"c"', image="games/x/m.png"
    )
    publisher(tmp_path).put(artifact)
    page = (tmp_path / "games/x/index.html").read_text()
    assert "<title>A &amp; B</title>" in page
    assert "<p><b>in</b>" in page
    assert '<meta property="og:image" content="https://example.org/games/x/m.png">' in page
    assert "@@" not in page


def test_the_same_bytes_are_not_written_again(tmp_path: Path) -> None:
    first, second = publisher(tmp_path), publisher(tmp_path)
    first.put(Artifact("a/b.txt", "one"))
    stamp = (tmp_path / "a/b.txt").stat().st_mtime_ns
    second.put(Artifact("a/b.txt", "one"))
    assert (first.written, second.written) == (1, 0)
    assert (tmp_path / "a/b.txt").stat().st_mtime_ns == stamp
    second.put(Artifact("a/b.txt", "two"))
    assert (tmp_path / "a/b.txt").read_text() == "two"


def test_what_is_no_longer_made_is_removed_and_strangers_stay(tmp_path: Path) -> None:
    first = publisher(tmp_path)
    first.put(Artifact("old/deep/page.txt", "x"))
    first.put(Artifact("kept.txt", "x"))
    first.finish()
    (tmp_path / "stranger.txt").write_text("mine")
    second = publisher(tmp_path)
    second.put(Artifact("kept.txt", "x"))
    second.finish()
    assert not (tmp_path / "old").exists()
    assert (tmp_path / "kept.txt").exists()
    assert (tmp_path / "stranger.txt").read_text() == "mine"


def test_a_second_run_touches_no_file(tmp_path: Path) -> None:
    stamps = []
    for _ in range(2):
        run = publisher(tmp_path)
        run.put(Artifact("a/b.txt", "one"))
        run.finish()
        stamps.append({place: place.stat().st_mtime_ns for place in tmp_path.rglob("*")})
    assert stamps[0] == stamps[1]
    assert len(stamps[0]) == 3


def test_a_manifest_cannot_point_outside(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    victim = tmp_path / "victim.txt"
    victim.write_text("mine")
    (site / ".chancery-files").write_text("../victim.txt\n")
    publisher(site).finish()
    assert victim.exists()


def test_what_a_theme_prints_as_it_is_is_text() -> None:
    assert meta("A<b>", '"><script>')["title"] == "A&lt;b&gt;"
    assert meta("A<b>", '"><script>')["description"] == "&quot;&gt;&lt;script&gt;"
    assert quoted({"hide": ["toc"], "title": "<i>"}) == {"hide": ["toc"], "title": "&lt;i&gt;"}
