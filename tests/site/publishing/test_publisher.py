"""Only what changed is written, all of it at once; only what we wrote is ever removed."""

from __future__ import annotations

import errno
import os
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from kills import needs_fork, steps_until_killed
from our_archive import WHOLE

from builder.errors import ArchiveError
from builder.site.artifacts import Artifact
from builder.site.parts.page_frame import ABOUT, BODY, TITLE, PageFrame, meta, quoted
from builder.site.publishing.publisher import Publisher
from builder.site.publishing.switch import settle

DOCUMENT = f"<html><head><title>{TITLE}</title><meta content='{ABOUT}'></head><p>{BODY}</html>"


def publisher(folder: Path) -> Publisher:
    return Publisher(folder, PageFrame(lambda _: DOCUMENT, "https://example.org/"))


def test_a_page_is_put_into_its_frame(tmp_path: Path) -> None:
    artifact = Artifact(
        "games/x/index.html", "<b>in</b>", "A & B", "page", description='"c"', image="games/x/m.png"
    )
    first = publisher(tmp_path)
    first.put(artifact)
    first.finish()
    page = (tmp_path / "games/x/index.html").read_text()
    assert "<title>A &amp; B</title>" in page
    assert "<p><b>in</b>" in page
    assert '<meta property="og:image" content="https://example.org/games/x/m.png">' in page
    assert "@@" not in page


def test_the_same_bytes_are_not_written_again(tmp_path: Path) -> None:
    first, second = publisher(tmp_path), publisher(tmp_path)
    first.put(Artifact("a/b.txt", "one"))
    first.finish()
    stamp = (tmp_path / "a/b.txt").stat().st_mtime_ns
    second.put(Artifact("a/b.txt", "one"))
    assert second.written == 0
    second.finish()
    assert (tmp_path / "a/b.txt").stat().st_mtime_ns == stamp
    second.put(Artifact("a/b.txt", "two"))
    assert (tmp_path / "a/b.txt").read_text() == "one"
    second.finish()
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
    assert len(stamps[0]) == 4


def test_a_manifest_cannot_point_outside(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    victim = tmp_path / "victim.txt"
    victim.write_text("mine")
    (site / "SHA256SUMS").write_text(f"{'0' * 64}  ../victim.txt\n")
    publisher(site).finish()
    assert victim.exists()


def test_what_a_theme_prints_as_it_is_is_text() -> None:
    assert meta("A<b>", '"><script>')["title"] == "A&lt;b&gt;"
    assert meta("A<b>", '"><script>')["description"] == "&quot;&gt;&lt;script&gt;"
    assert quoted({"hide": ["toc"], "title": "<i>"}) == {"hide": ["toc"], "title": "&lt;i&gt;"}


def contents(folder: Path) -> dict[str, str]:
    files = (place for place in folder.rglob("*") if place.is_file())
    return {place.relative_to(folder).as_posix(): place.read_text() for place in files}


def build(folder: Path, word: str, count: int = 60) -> None:
    """A site whose files all hold one word, under names that partly depend on it."""
    settle(folder)
    run = publisher(folder)
    for number in range(count):
        run.put(Artifact(f"{number % 7}/{number}.txt", word))
        run.put(Artifact(f"{word}/{number}.txt", word))
    run.finish()


def is_whole(folder: Path) -> bool:
    """Do all files of a site hold one word, are they all there, and are their sums right?"""
    held = contents(folder)
    sums = dict(line.split("  ")[::-1] for line in held.pop("SHA256SUMS").splitlines())
    sums.pop("_headers")
    held.pop("_headers")
    right = {path: sha256(text.encode()).hexdigest() for path, text in held.items()} == sums
    return right and len(set(held.values())) == 1 and len(held) == 120


def built_until(folder: Path, word: str, most: int) -> int:
    """How often a build in a process of its own touches a file; it is killed before one more."""
    return steps_until_killed(lambda: build(folder, word), most)


def published(folder: Path) -> dict[str, str]:
    """What a visitor may see of a site: nothing that is staged."""
    return {path: text for path, text in contents(folder).items() if not path.startswith(".")}


def without_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the switch be as on Windows."""
    monkeypatch.setattr("builder.site.publishing.switch._exchange_function", lambda: None)


KILLS = 200 if WHOLE else 30


@needs_fork
@pytest.mark.skipif(sys.platform != "linux", reason="tried on Linux only")
def test_a_site_is_the_old_or_the_new_one_after_every_kill(tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(site, "old")
    expected = {word: _sole(tmp_path / word, word) for word in ("old", "even", "odd")}
    steps = built_until(site, "new", sys.maxsize)
    expected["new"] = published(site)
    before, seen = "new", set[bool]()
    for number in range(KILLS):
        word = "even" if number % 2 else "odd"
        built_until(site, word, steps * number // KILLS)
        now = published(site)
        assert now in (expected[before], expected[word]), number
        seen.add(now == expected[word])
        before = word if now == expected[word] else before
    assert seen == {True, False}
    settle(site)
    assert is_whole(site)


def test_links_for_the_next_switch_show_the_same_site(tmp_path: Path) -> None:
    """So nothing that was taken out of a site is left beside it."""
    site = tmp_path / "site"
    beside = tmp_path / ".site.chancery-next"
    build(site, "old")
    assert not beside.exists(), "the first site is moved into its place"
    for word in ("new", "newer"):
        build(site, word)
        assert is_whole(site)
        links = {path.relative_to(beside): path.stat().st_ino for path in _files(beside)}
        assert links == {path.relative_to(site): path.stat().st_ino for path in _files(site)}
        (site / word).chmod(0o750)
    assert (site / "newer").stat().st_mode & 0o777 == 0o750
    build(site, "newer", 59)
    assert (site / "newer").stat().st_mode & 0o777 == 0o750, "as its owner has set it"
    (beside / "newer/1.txt").unlink()
    (beside / "newer/stranger").mkdir()
    build(site, "newer")
    assert is_whole(site)
    assert not (site / "newer/stranger").exists()


def test_a_fault_behind_the_switch_does_not_undo_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new site is in its place by then; nothing of the old one stays beside it."""

    def full_disk(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    site = tmp_path / "site"
    build(site, "old")
    monkeypatch.setattr("builder.site.publishing.switch.renew_links", full_disk)
    build(site, "new")
    assert is_whole(site)
    assert (site / "new/1.txt").read_text() == "new"
    assert not (site / "old").exists()
    assert not (tmp_path / ".site.chancery-next").exists()


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _sole(folder: Path, word: str) -> dict[str, str]:
    build(folder, word)
    return published(folder)


@needs_fork
def test_without_exchange_a_site_is_whole_after_thirty_kills(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_exchange(monkeypatch)
    build(tmp_path, "old")
    steps, midway = built_until(tmp_path, "new", sys.maxsize), 0
    assert is_whole(tmp_path)
    for number in range(30):
        built_until(tmp_path, "even" if number % 2 else "odd", steps * number // 30)
        midway += (tmp_path / ".chancery-stage").exists()
        if not (tmp_path / ".chancery-journal").exists():
            staged = published(tmp_path)
            assert len({*staged.values()} - {staged["SHA256SUMS"], staged["_headers"]}) == 1, (
                "not touched before"
            )
        settle(tmp_path)
        assert is_whole(tmp_path)
    assert midway > 20


def test_what_is_not_ours_stays_in_an_exchange(tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(site, "old")
    site.chmod(0o750)
    (site / "theirs/empty").mkdir(parents=True)
    (site / "theirs/a.txt").write_text("mine")
    (site / "link").symlink_to("theirs")
    inode = (site / "theirs/a.txt").stat().st_ino
    build(site, "new")
    assert (site / "theirs/empty").is_dir()
    assert (site / "theirs/a.txt").stat().st_ino == inode
    assert (site / "link").readlink() == Path("theirs")
    assert site.stat().st_mode & 0o777 == 0o750
    assert not (site / "old").exists()
    assert (site / "new/1.txt").read_text() == "new"


def test_where_the_folder_above_may_not_be_written_files_move_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builder.site.publishing.switch.NextSite.put_together", refused)
    monkeypatch.setattr("builder.site.publishing.switch._moved", lambda _: False)
    build(tmp_path, "old")
    build(tmp_path, "new")
    assert is_whole(tmp_path)


@pytest.mark.parametrize("after", [0, 1, 2, 30, 60])
def test_a_switch_that_was_interrupted_is_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    without_exchange(monkeypatch)
    build(tmp_path, "old")
    replaced, replace = 0, os.replace

    def stopped(source: str, target: str) -> None:
        nonlocal replaced
        if replaced >= after:
            raise OSError(28, "No space left on device")
        replaced += 1
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr("builder.site.publishing.switch.os.replace", stopped)
        with pytest.raises(OSError, match="No space"):
            build(tmp_path, "new")
    settle(tmp_path)
    assert is_whole(tmp_path)
    assert (tmp_path / ("new" if after else "old")).exists()
    assert not [name for name in contents(tmp_path) if name.startswith(".")]


@pytest.mark.parametrize(
    ("path", "text"),
    [("a.svg", "<svg><g></svg>"), ("a.json", "{"), ("a.xml", "<a>&")],
)
def test_a_file_that_cannot_be_parsed_is_not_published(
    tmp_path: Path, path: str, text: str
) -> None:
    with pytest.raises(ArchiveError, match=path):
        publisher(tmp_path).put(Artifact(path, text))


def test_an_address_cannot_lead_out_of_the_site(tmp_path: Path) -> None:
    for path in ("../x.txt", "/x.txt", "a/../../x.txt"):
        with pytest.raises(ArchiveError, match="out of the site"):
            publisher(tmp_path).put(Artifact(path, "x"))


def test_addresses_that_were_published_keep_answering(tmp_path: Path) -> None:
    first = publisher(tmp_path)
    pages = ("index", "games/index", "games/old/index", "games/old/f1/index", "games/gone/index")
    for name in pages:
        first.put(Artifact(f"{name}.html", "<p>x</p>"))
    first.finish()
    for _ in range(2):
        second = publisher(tmp_path)
        second.moved["games/old/"] = "games/new/"
        for name in ("index", "games/index", "games/new/index", "games/new/f1/index"):
            second.put(Artifact(f"{name}.html", "<p>x</p>"))
        second.finish()
    led = {name: (tmp_path / f"{name}.html").read_text() for name in pages[2:]}
    assert 'url=../../games/new/"' in led["games/old/index"]
    assert 'url=../../../games/new/f1/"' in led["games/old/f1/index"]
    assert 'url=../../games/"' in led["games/gone/index"]


def test_what_was_renamed_leads_on_where_nothing_was_published_yet(tmp_path: Path) -> None:
    run = publisher(tmp_path)
    run.moved["games/old/"] = "games/new/"
    for name in ("index", "games/new/index", "games/new/f1/index"):
        run.put(Artifact(f"{name}.html", "<p>x</p>"))
    run.finish()
    assert 'url=../../../games/new/f1/"' in (tmp_path / "games/old/f1/index.html").read_text()
    assert 'url=../../games/new/"' in (tmp_path / "games/old/index.html").read_text()


def test_a_list_of_what_was_published_elsewhere_is_enough(tmp_path: Path) -> None:
    """A host that builds anew each time gets the last `SHA256SUMS` before it builds."""
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  games/gone/f1/index.html\n")
    run = publisher(tmp_path)
    run.put(Artifact("games/index.html", "<p>x</p>"))
    run.finish()
    assert 'url=../../../games/"' in (tmp_path / "games/gone/f1/index.html").read_text()
