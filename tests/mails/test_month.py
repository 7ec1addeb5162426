"""Some weeks of a game master: untidy mails become five seasons, and no file is edited by hand.

`CHANCERY_MONTH=wheel` plays it with the package as it is installed, builds the site as the
workflow of a new archive says, prints its issue, and looks at it in a browser below a sub-path.
"""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import UTC, date, datetime
from email import policy
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree
from threading import Thread
from xml.etree import ElementTree

import pytest
import yaml
from click.testing import CliRunner
from month_of_mails import PLAYERS, SEASONS
from our_archive import ROOT
from strange_mails import FORGED, UNREAD

from builder.archive import Archive
from builder.cli import main
from builder.model.calendar import Phase
from builder.model.orders import Convoy, Order, Support
from builder.model.units import Power
from builder.notation.notation import parse_order

Run = Callable[..., tuple[int, str]]
WHEEL = os.environ.get("CHANCERY_MONTH") == "wheel"
GAME = Path("games/standard/2026a.yaml")
ADDRESS = "https://example.org/some/where/"
SETTINGS = {"CHANCERY_SITE_URL": ADDRESS, "CHANCERY_NO_SANDBOX": "1"}
ATOM = "{http://www.w3.org/2005/Atom}"
LATER = """
import datetime, sys
class Later(datetime.datetime):
    @classmethod
    def now(cls, tz=None): return super().now(tz) + datetime.timedelta(days=7)
datetime.datetime = Later
from builder.cli import main; main()
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the game master works."""
    return tmp_path_factory.mktemp("month")


@pytest.fixture(scope="module")
def program(home: Path) -> list[str]:
    """How to call the package: as it is here, or as it is installed from its wheel."""
    if not WHEEL:
        return ["", ""]
    source = home / "source"
    for part in ("builder", "docs", "games", "maps"):
        copytree(ROOT / part, source / part)
    for part in ("pyproject.toml", "README.md", "LICENSE", "mkdocs.yml"):
        (source / part).write_bytes((ROOT / part).read_bytes())
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "-w", home, source], check=True)
    (wheel,) = home.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(home / "installed")
    start = f"import sys; sys.path.insert(0, {str(home / 'installed')!r})\n"
    return [start + "from builder.cli import main; main()", start + LATER]


@pytest.fixture(scope="module")
def run(home: Path, program: list[str]) -> Run:
    """Runs a command in the archive, a week later if need be: its exit code and what it said."""

    def called(
        *words: str, text: str = "", later: bool = False, at: str = "post"
    ) -> tuple[int, str]:
        if WHEEL or later or words[0] == "build":
            code = program[later] or (LATER if later else "from builder.cli import main; main()")
            command = [sys.executable, "-B", "-c", code, *words]
            folders = "" if WHEEL else str(ROOT)
            ran = subprocess.run(
                command, cwd=home / at, capture_output=True, text=True, input=text,
                env=os.environ | {"PYTHONPATH": folders, **SETTINGS},
            )  # fmt: skip
            return ran.returncode, ran.stdout + ran.stderr
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(home / at)
            patch.setattr("builder.mails.results.board_png", lambda _: b"PNG")
            found = CliRunner().invoke(main, words, input=text)
        return found.exit_code, found.output

    return called


def meaning(text: str, power: str, archive: Archive, phase: Phase) -> set[object]:
    """What a list of orders means, however it is spelt."""
    setting = archive.variant("standard").setting
    found = [parse_order(part, setting, phase, Power(power)) for part in text.split(", ")]
    return {(written.home, bare(written.order)) for written in found}


def bare(order: Order) -> Order:
    """An order without the kind and the power of the unit that it helps."""
    return order._replace(kind=None, power=None) if isinstance(order, Support | Convoy) else order


def hostile_mails() -> list[bytes]:
    """Twenty mails that nobody can read, or that pretend to be Jim's."""
    found = [*FORGED.values(), *(data for name, data in UNREAD.items() if name != "a long line")]
    return [data.replace(b"ann@example.org", b"jim@example.org") for data in found][:20]


@pytest.fixture(scope="module")
def played(home: Path, run: Run) -> Archive:
    """The archive after five seasons."""
    said = run("new", "archive", "post", "--title", "The Tuesday Post", at=".")
    assert said[0] == 0, said
    run("new", "game", "2026a", "--title", "Tuesday League", "--gm", "Bob")
    listed = [f"{power}: {name} <{name}@example.org>" for power, name in PLAYERS.items()]
    assert run("new", "player", "2026a", *listed)[0] == 0
    day = mails = 0
    hostile = hostile_mails()
    assert len(hostile) == 20
    for season in SEASONS:
        folder = home / "mails" / season.title
        folder.mkdir(parents=True)
        untidy = set()
        few, hostile = hostile[:5], hostile[5:]
        for number, data in enumerate(few):
            untidy.add("hostile")
            (folder / f"00-{number}.eml").write_bytes(data)
        for mail in season.mails:
            day += 1
            (folder / f"{day:02}.eml").write_bytes(mail.data(day))
            untidy |= set() if mail.fine else {mail.sender}
        code, said = run("receive", "2026a", str(folder))
        assert code == bool(untidy), said
        assert "a fault of ours" not in said
        kept = len(season.mails) + len(few) - said.count("received before")
        assert len([*(home / "post/.chancery/2026a").glob("*-*-*/*.eml")]) == mails + kept
        mails += kept
        assert season.title in run("status", "2026a")[1]
        code, said = run("close", "2026a", "--deadline", "Friday")
        assert code == 0, said
        archive = Archive(home / "post")
        closed = archive.game("2026a").phases[-1]
        title = archive.variant("standard").setting.calendar.title(closed.phase)
        assert title == season.title
        assert {p for p, text in season.meant.items() if text == "NMR"} == {*closed.nmr}, title
        for power, text in season.meant.items():
            given = {(w.home, bare(w.order)) for w in closed.orders if w.issuer == power}
            wanted = meaning(text, power, archive, closed.phase) if text != "NMR" else set()
            assert given == wanted, (title, power)
    return Archive(home / "post")


def test_no_order_is_lost_and_no_press(played: Archive) -> None:
    game = played.game("2026a")
    movement = [phase for phase in game.phases if phase.phase.step == "movement"]
    assert len(movement) == 5
    assert len(game.phases) > len(movement) + 2
    assert sum(len(season.mails) for season in SEASONS) + len(hostile_mails()) >= 60
    press = [(note.author, note.text) for p in game.phases for note in p.notes]
    assert press == [("Italy", "Rome to all: we love peace."),
                     ("Italy", "Rome to Vienna:\nThe rent is due.")]  # fmt: skip
    assert dict(game.players) == PLAYERS


@pytest.fixture(scope="module")
def corrected(played: Archive, run: Run) -> str:
    """What a correction says that is made a week after the fact."""
    text = "France: A Bel S A Par-Gas\nA Par-Gas\nF Spa/sc-LYO\nA Por-Spa\nA Mar-Pie\nF Bre-MAO"
    code, said = run("add", "2026a", "-", "--replace", "S1902M", text=text, later=True)
    assert code == 0, said
    return said


@pytest.fixture(scope="module")
def site(played: Archive, corrected: str, run: Run) -> Path:
    """The site, built as the workflow of a new archive builds it."""
    run("new", "issue", "post-1", "--title", "The Post, number 1")
    issue = played.root / "docs/zines/post-1.md"
    text = issue.read_text().replace("draft: true\n", "")
    issue.write_text(re.sub("!season.*", "!season 2026a Fall 1901 : results map chart", text))
    steps = yaml.safe_load((played.root / ".github/workflows/site.yml").read_text())["jobs"]
    ours = [step["run"] for step in steps["build"]["steps"] if "chancery " in step.get("run", "")]
    assert ours == ["chancery check", "chancery build"]
    for step in ours:
        code, said = run(*step.split()[1:], *(["--png", "none"] * ("build" in step and not WHEEL)))
        assert code == 0, said
    return played.root / "site"


def entries(feed: Path) -> list[dict[str, str]]:
    """A feed's entries; what the format demands of a feed is there."""
    root = ElementTree.parse(feed).getroot()
    assert root.tag == f"{ATOM}feed"
    for part in (root, *root.iter(f"{ATOM}entry")):
        for needed in ("id", "title", "updated"):
            assert len(part.findall(ATOM + needed)) == 1, needed
        datetime.fromisoformat(part.findtext(f"{ATOM}updated", ""))
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    found = [
        {e.tag.removeprefix(ATOM): e.text or e.get("href", "") for e in entry}
        for entry in root.iter(f"{ATOM}entry")
    ]
    assert len({entry["id"] for entry in found}) == len(found)
    assert [e["updated"] for e in found] == sorted((e["updated"] for e in found), reverse=True)
    return found


def days_apart(one: str, other: str) -> int:
    return (date.fromisoformat(other) - date.fromisoformat(one)).days


def test_a_correction_a_week_later_is_on_the_page_and_in_the_feeds(site: Path) -> None:
    sent = next(
        p.published for p in Archive(site.parent).game("2026a").phases if p.published.corrected
    )
    assert days_apart(sent.day, sent.corrected) in (7, 8)  # midnight may have passed between
    assert days_apart(sent.day, f"{datetime.now(UTC):%Y-%m-%d}") in (0, 1)
    told = f"Corrected on {sent.corrected}, after the results were sent out on {sent.day}. "
    told += "Before: France A Bel H: dislodged. After: France A Bel S A Par – Gas: void, dislodged."
    page = site / "games/2026a/1902-spring-movement/index.html"
    assert told in page.read_text()
    for feed in ("feed.xml", "games/2026a/feed.xml"):
        first = entries(site / feed)[0]
        assert first["title"] == "Corrected: Tuesday League, Spring 1902", feed
        assert first["updated"].startswith(sent.corrected)
        assert told == first["summary"]
        assert first["link"] == ADDRESS + "games/2026a/1902-spring-movement/"
        assert "A Bel S A Par – Gas" in first["content"]


def test_each_season_has_an_entry_with_its_results(site: Path) -> None:
    found = entries(site / "games/2026a/feed.xml")
    seasons = [entry for entry in found if not entry["title"].startswith("Corrected")]
    assert [entry["title"].split(", ")[1] for entry in seasons] == [
        "Spring 1903", "Winter 1902", "Fall 1902", "Spring 1902", "Winter 1901", "Fall 1901",
        "Spring 1901",
    ]  # fmt: skip
    assert "GERMANY (Kurt)" in seasons[3]["content"]
    assert ("map.png" in seasons[0]["content"]) == WHEEL
    titles = [entry["title"] for entry in entries(site / "zines/feed.xml")]
    assert "The Post, number 1" in titles


def test_what_is_sent_out_is_ready(played: Archive) -> None:
    folder = played.root / ".chancery/2026a"
    mail = email.message_from_bytes(
        (folder / "results/1902-spring-movement.eml").read_bytes(), policy=policy.default
    )
    assert str(mail["Bcc"]).count("@") == 7
    assert [part.get_content_type() for part in mail.walk() if not part.is_multipart()] == [
        "text/plain", "text/html", "image/png",
    ]  # fmt: skip
    text = mail.get_body(("plain",)).get_content()
    assert "France: A Bel to Bur, Pic, Ruh, or disband" in text
    assert len([*folder.glob("acknowledgements/*.eml")]) > 30


@pytest.mark.skipif(not WHEEL, reason="takes a minute: CHANCERY_MONTH=wheel")
def test_the_issue_is_printed_and_every_page_opens_below_a_sub_path(site: Path) -> None:
    for name in ("issue.pdf", "issue-letter.pdf"):
        assert (site / "zines/post-1" / name).read_bytes().startswith(b"%PDF")
    sync_playwright = pytest.importorskip("playwright.sync_api").sync_playwright
    chromium = shutil.which("chromium") or pytest.skip("no chromium here")
    place = site.parent / "served/some/where"
    copytree(site, place)
    handler = partial(SimpleHTTPRequestHandler, directory=site.parent / "served")
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    wrong: list[str] = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("response", lambda r: wrong.append(r.url) if r.status >= 400 else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        for path in ("", "games/", "games/2026a/", "games/2026a/1902-spring-movement/", "zines/",
                     "zines/post-1/", "publishing/"):  # fmt: skip
            page.goto(f"http://127.0.0.1:{server.server_port}/some/where/{path}")
            broken = "[...document.images].filter(i => i.complete && !i.naturalWidth).length"
            assert page.evaluate(broken) == 0, path
            assert "Tuesday" in page.inner_text("body"), path
        browser.close()
    server.shutdown()
    server.server_close()
    assert not wrong
