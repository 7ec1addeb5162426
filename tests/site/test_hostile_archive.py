"""An archive whose every text wants to be code, built: nothing of it is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hostile_archive import ELSEWHERE, ISSUE, MARK, add_files, archive, build, run
from html_checker import page_fault

from builder.site.publishing.content_store import ContentStore

FOLDERS = ("games", "png")  # of the cache, which hold a folder for each site or renderer
SEALED = b"[]", b"{}", b"null", b'{"key": 1}', b"\xff", b"[" * 9999
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


class Page(HTMLParser):
    """What a browser would run or load of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.faults: list[str] = []
        self.within = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.within = tag if tag == "script" and "json" not in (given.get("type") or "") else ""
        for key, value in attrs:
            address = re.sub(r"[\x00-\x20]", "", value or "").lower()
            if key.startswith("on") or key == "style" or "javascript:" in address:
                self.faults.append(f"{tag} {key}={value!r}")
            if key == "src" and re.match(r"[\\/]{2}|https?:|data:", address):
                self.faults.append(f"{tag} {key}={value!r}")
        if tag in ("iframe", "object", "embed", "base"):
            self.faults.append(tag)

    def handle_data(self, data: str) -> None:
        if self.within:
            self.scripts.append(data)
            self.within = ""


@pytest.fixture(scope="module")
def site(hostile_site: Path) -> Path:
    return hostile_site


def test_nothing_that_people_wrote_runs(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert not page_fault(path.name, text), path
        page = Page(text)
        assert not page.faults, (path, page.faults)
        assert not [s for s in page.scripts if MARK in s], path


def test_every_page_has_a_policy_without_exceptions(site: Path) -> None:
    header = (site / "_headers").read_text()
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        found = POLICY.search(text)
        if 'http-equiv="refresh"' not in text:
            assert found is not None, path
        if found is not None:
            assert "unsafe-inline" not in found[1]
            assert "http" not in found[1]
            for allowed in re.findall(r"'sha256-[^']*'", found[1]):
                assert allowed in header, path


def test_data_in_pages_cannot_end_their_element(site: Path) -> None:
    text = (site / "games/hostile/index.html").read_text(encoding="utf-8")
    for kind, data in re.findall(
        r'<script type="([^"]*json)"[^>]*>(.*?)</script>', text, re.DOTALL
    ):
        assert "<" not in data, kind
        json.loads(data)


def test_a_bad_game_or_issue_does_not_stop_the_others(site: Path, tmp_path: Path) -> None:
    place = tmp_path / "archive"
    shutil.copytree(site.parent, place)
    (place / "games/pure/bad.yaml").write_text("game: Bad\nvariant: pure\nphases: 7\n")
    (place / "games/pure/HOSTILE.yaml").write_text("game: Twin\nvariant: pure\nphases: {}\n")
    (place / "docs/zines/two.md").write_text(ISSUE.replace("2026-05-01", "May"))
    for name in ("x.html", "README.md", "index.md", "sub/index.md", "feed.xml.md", "two.markdown"):
        (place / "docs/zines" / name).parent.mkdir(exist_ok=True)
        (place / "docs/zines" / name).write_text("<script>")
    (place / "maps/pure/sentences.yaml").write_text("a: [")
    (place / "docs/glossary.md").write_text("# A\n\n```diplomacy\nphase: <b>Spring</b> 1901\n```\n")
    sheet = place / "maps/pure/map.svg"
    sheet.write_text(sheet.read_text().replace("<path ", "<script>1</script><path ", 1))
    before = (place / "site/SHA256SUMS").read_text()
    done = build(place)
    assert done.returncode == 1, done.stderr
    assert "12 faults" in done.stderr
    assert "a fault of this program" not in done.stderr
    assert str(place) not in (place / "site/games/bad/index.html").read_text()
    assert "sentences.yaml" in (place / "site/variants/pure/index.html").read_text()
    assert "'script' is not allowed" in done.stderr
    assert "docs/glossary.md:4:" in done.stderr
    assert "&lt;b&gt;Spring" in (place / "site/glossary/index.html").read_text()
    assert "a mapping" in (place / "site/games/bad/index.html").read_text()
    assert "is not a date" in (place / "site/zines/two/index.html").read_text()
    assert "its file has mistakes" not in (place / "site/games/hostile/index.html").read_text()
    assert not (place / "site/zines/x.html").exists()
    for line in before.splitlines():
        assert (place / "site" / line[66:]).exists() or not line.endswith(".html"), line


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_what_is_no_plain_file_inside_the_archive_is_not_read(site: Path, tmp_path: Path) -> None:
    place = tmp_path / "archive"
    shutil.copytree(site.parent, place)
    names = "games/pure/{}.yaml", "docs/zines/{}.png", "docs/{}.md", "maps/pure/{}.yaml"
    for name in names:
        os.mkfifo(place / name.format("pipe"))
        (place / name.format("environ")).symlink_to("/proc/self/environ")
        (place / name.format("loop")).symlink_to(place / name.format("loop"))
    checked = run(place, "check")
    assert checked.returncode == 1
    for name in names:
        for kind in ("pipe", "environ", "loop"):
            assert name.format(kind) in checked.stderr, checked.stderr
    assert "HOME=" not in checked.stderr
    done = build(place)
    assert "12 faults" in done.stderr, done.stderr
    assert not [p for p in (place / "site").rglob("*.html") if b"HOME=" in p.read_bytes()]
    (place / "docs/zines/up").symlink_to("..")
    (place / "docs/zines/down").symlink_to("..")  # two of them have no end
    done = build(place)
    assert "docs/zines/up: a folder that is a link is not followed" in done.stderr
    assert "14 faults" in done.stderr, done.stderr


def git(place: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", str(place), *who, *words], check=True, capture_output=True)


@pytest.mark.skipif(sys.platform == "win32", reason="names that Windows does not have")
def test_check_gate_and_build_agree_on_every_file(site: Path, tmp_path: Path) -> None:
    """And each faulty file has a page that states its fault, at an address that is its own."""
    place = tmp_path / "archive"
    shutil.copytree(site.parent, place)
    git(place, "init", "-q", "-b", "main")
    (place / ".gitignore").write_text("site/\n.cache/\n.chancery/\n")
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "base")
    git(place, "switch", "-q", "-c", "change")
    added = add_files(place)

    checked = run(place, "check")
    gate = run(place, "check", "--contribution", "main")
    built = build(place)
    assert (checked.returncode, gate.returncode, built.returncode) == (1, 1, 1)
    refused, _, mistakes = gate.stdout.partition("## With mistakes")
    in_gate = refused + mistakes.partition("\n## ")[0]
    faults = [page.read_text() for page in (place / "site").rglob("index.html")]
    faults = [text for text in faults if "its file has mistakes" in text]
    for name, words in added.items():
        path = re.compile(rf"{re.escape(str(place))}/{re.escape(name)}[:\n]")
        assert bool(path.search(checked.stderr)) == bool(words), (name, checked.stderr)
        assert (f"`{name}`:" in in_gate) == bool(words), (name, gate.stdout)
        pages = [text for text in faults if f"{name}:" in text]
        assert len(pages) == bool(words), (name, pages)
        assert f"{name}:" in built.stderr or not words, (name, built.stderr)
        assert words in checked.stderr
    assert len(faults) == len([words for words in added.values() if words])
    for path, words in (
        ("games/sound-one", "Small"),
        ("games/hostile", "An issue"),
        ("zines/sound", "Sound"),
        ("variants/sound", "Sound"),
    ):
        text = (place / "site" / path / "index.html").read_text()
        assert "its file has mistakes" not in text, path
        assert words in text or path == "games/hostile"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive built in another folder, on another day, with another number of processes."""
    place = archive(tmp_path_factory.mktemp("hostile") / "elsewhere")
    done = run(place, "build", "--strict", program=ELSEWHERE)
    assert done.returncode == 0, done.stderr
    return place


def test_a_build_elsewhere_makes_the_same_bytes(site: Path, elsewhere: Path) -> None:
    """Those of PDFs as well."""
    sums = (site / "SHA256SUMS").read_text()
    assert (elsewhere / "site/SHA256SUMS").read_text() == sums
    assert "sitemap.xml" not in sums  # it would need the address
    if shutil.which("chromium"):
        assert "zines/bad/one/issue.pdf" in sums


def test_nothing_in_the_cache_is_trusted(elsewhere: Path) -> None:
    """Spoilt entries count as missing, also those with a right seal and links without an end."""
    place = elsewhere
    before = (place / "site/SHA256SUMS").read_text()
    kept = [p for p in (place / ".cache").rglob("*") if p.is_file() and p.name != "lock"]
    assert len(kept) > 10
    for number, path in enumerate(sorted(kept)):
        kind, *parts = path.relative_to(place / ".cache/chancery").parts
        name = "/".join(parts[kind in FOLDERS :])
        match number % 6:
            case 0:
                path.write_bytes(path.read_bytes()[:-7])
            case 1:
                path.unlink()
                path.mkdir()
            case 2 if hasattr(os, "mkfifo"):
                path.unlink()
                path.symlink_to("/dev/zero")
            case _:
                ContentStore(path.parents[name.count("/")]).put(name, SEALED[number % len(SEALED)])
    done = build(place)
    assert done.returncode == 0, done.stderr
    assert (place / "site/SHA256SUMS").read_text() == before
