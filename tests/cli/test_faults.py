"""Kills, races and full disks: what was acknowledged is kept, each command is done or not done."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from kills import Outcome, at_once, command, needs_fork, steps_until_killed
from open_games import FILE, PRIVATE, RESULTS, mail, open_game
from our_archive import WHOLE

from builder.archive import Archive
from builder.cli.open_game import OpenGame
from builder.mails import gathering

pytestmark = needs_fork
KILLS = 200 if WHOLE else 7
ROUNDS = 1000 if WHOLE else 2
WRITES = 1 if WHOLE else 3  # each, or every third one, fails
PAST, FUTURE = "2020-01-01", "2031-01-01"
SPRING = "1901-spring-movement"


class Scene(NamedTuple):
    """Commands that prepare an archive, and the one that is killed; each with its input."""

    before: tuple[tuple[str, str], ...]
    words: str
    text: str = ""


JIM, ANN = mail("jim", "F Lon-NTH\nA Lvp-Yor"), mail("ann", "A Par-Bur\n\nPress: Hello!")
RECEIVED = (("receive 2026a", JIM), ("receive 2026a", ANN))
HELD_BACK = (
    ("add 2026a -", "Spring 1901\nEngland: A Lvp-Yor"),
    (f"add 2026a - --embargo {PAST}", "Fall 1901\nEngland: F Lon-NTH"),
    (f"add 2026a - --embargo {FUTURE}", "England: F NTH-Nwy"),
)
SCENES = {
    "receive": Scene(RECEIVED[:1], "receive 2026a", ANN),
    "close": Scene(RECEIVED, "close 2026a --deadline Friday"),
    "close a draft": Scene(RECEIVED, "close 2026a --draft"),
    "publish": Scene(HELD_BACK, "close 2026a --publish"),
    "undo": Scene((*RECEIVED, ("close 2026a", "")), "undo 2026a"),
    "undo a draft": Scene(HELD_BACK, "undo 2026a"),
    "close again": Scene(
        before=(
            *RECEIVED,
            ("close 2026a", ""),
            ("undo 2026a", ""),
            ("receive 2026a", mail("jim", "F Lon-ENG", 6)),
        ),
        words="close 2026a",
    ),
    "replace": Scene(
        (*RECEIVED, ("close 2026a", "")), "add 2026a - --replace S1901M", "England: F Lon-ENG"
    ),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _unpainted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr("builder.mails.results.board_png", lambda _: b"PNG")
    here = Path.cwd()
    yield
    os.chdir(here)


def ran(folder: Path, words: str, text: str = "") -> Outcome:
    return command(folder, words.split(), text)


def state(folder: Path) -> object:
    """What the game has, and what its game master has received for the season that is due."""
    os.chdir(folder)
    opened = OpenGame("2026a", archive=Archive(folder))
    phases = []
    for phase in opened.record.phases:
        orders = sorted((written.issuer, written.text) for written in phase.orders)
        phases.append((phase.phase, orders, phase.nmr, phase.notes, phase.deadline, phase.embargo,
                       phase.draft, phase.published))  # fmt: skip
    announced = [(phase.phase, phase.embargo, phase.draft) for phase in opened.record.to_come]
    mails = gathering.gathered(opened.due, opened.inbox)
    received = {power: [w.text for w in orders] for power, orders in mails.orders.items()}
    return phases, announced, opened.missing, received


def results(folder: Path) -> dict[str, str]:
    """The results that are ready to be sent; mails differ in the words between their parts."""
    texts = {}
    for path in sorted((folder / RESULTS).glob("*")):
        texts[path.name] = "" if path.suffix == ".eml" else path.read_text()
    return texts


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_killed_command_is_done_or_not_done(tmp_path: Path, scene: Scene) -> None:
    start, done, tried = tmp_path / "start", tmp_path / "done", tmp_path / "tried"
    start.mkdir()
    open_game(start, maps=False)
    for words, text in scene.before:
        assert ran(start, words, text).status == 0, words
    shutil.copytree(start, done)
    before = state(start)
    steps = steps_until_killed(lambda: ran(done, scene.words, scene.text), sys.maxsize)
    after = state(done)
    assert before != after
    seen = set[bool]()
    for number in range(KILLS):
        shutil.copytree(start, tried)
        at = steps * number // (KILLS - 1)
        steps_until_killed(lambda: ran(tried, scene.words, scene.text), at)
        now = state(tried)
        assert now in (before, after), f"killed before step {at}"
        seen.add(now == after)
        if now == before or scene.words.startswith(("close", "receive")):
            ran(tried, scene.words, scene.text)
        assert state(tried) == after, f"repeated after a kill before step {at}"
        if not scene.words.startswith("add"):
            assert results(tried) == results(done), f"killed before step {at}"
        shutil.rmtree(tried)
    assert seen == {True, False}, "it was killed before and after it was done"


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_full_disk_leaves_what_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scene: Scene
) -> None:
    """Each write fails in turn; the command says so, and can be repeated when there is room."""
    start, done, tried = tmp_path / "start", tmp_path / "done", tmp_path / "tried"
    start.mkdir()
    open_game(start, maps=False)
    for words, text in scene.before:
        ran(start, words, text)
    shutil.copytree(start, done)
    before = state(start)
    flush = os.fsync
    flushed = 0
    failing = sys.maxsize

    def full(file: int) -> None:
        nonlocal flushed
        flushed += 1
        if flushed >= failing:
            raise OSError(errno.ENOSPC, "No space left on device")
        flush(file)

    monkeypatch.setattr(os, "fsync", full)
    ran(done, scene.words, scene.text)
    after, count = state(done), flushed
    for number in range(1, count + 1, WRITES):
        shutil.copytree(start, tried)
        flushed, failing = 0, number
        outcome = ran(tried, scene.words, scene.text)
        failing = sys.maxsize
        now = state(tried)
        assert now in (before, after), number
        assert outcome.status < 2, outcome.output
        assert now == after or outcome.status == 1, outcome.output
        if now == before or scene.words.startswith("close"):
            ran(tried, scene.words, scene.text)
        assert state(tried) == after, number
        shutil.rmtree(tried)


def fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    open_game(folder, maps=False)
    powers = ("England", "France", "Italy", "Turkey")
    rows = "".join(f"p{number}@example.org: {power}\n" for number, power in enumerate(powers))
    with (folder / PRIVATE / "senders.txt").open("a") as file:
        file.write(rows)
    return folder


def test_four_mails_that_arrive_together_all_count(tmp_path: Path) -> None:
    orders = ("F Lon-NTH", "A Par-Bur", "A Ven-Tyr", "A Con-Bul")
    mails = [mail(f"p{number}", text) for number, text in enumerate(orders)]
    for _ in range(ROUNDS):
        folder = fresh(tmp_path / "archive")
        outcomes = at_once(folder, [(("receive", "2026a"), text) for text in mails])
        acknowledged = []
        for outcome, order in zip(outcomes, orders, strict=True):
            if outcome.status == 0:
                acknowledged.append(order)
            else:  # it waited for a minute, on a machine that is very busy
                assert "another command is at work" in outcome.output, outcomes
        assert len(acknowledged) > 1, outcomes
        received = state(folder)[3]  # type: ignore[index]
        assert sorted(text for texts in received.values() for text in texts) == sorted(acknowledged)


def test_a_mail_beside_a_close_is_in_the_season_or_refused(tmp_path: Path) -> None:
    for _ in range(ROUNDS):
        folder = fresh(tmp_path / "archive")
        assert ran(folder, "receive 2026a", mail("p0", "F Lon-NTH")).status == 0
        late = mail("p1", "A Par-Bur", subject="Spring 1901")
        closed, received = at_once(folder, [(("close", "2026a"), ""), (("receive", "2026a"), late)])
        assert closed.status == 0, closed
        assert received.status in (0, 1), received
        assert ("A Par-Bur" in (folder / FILE).read_text()) == (received.status == 0), received
        if received.status:
            assert "Spring 1901" in received.output


def test_of_two_that_add_a_season_one_says_that_it_lost(tmp_path: Path) -> None:
    for _ in range(ROUNDS):
        folder = fresh(tmp_path / "archive")
        orders = ("F Lon-NTH", "F Lon-ENG")
        words = ("add", "2026a", "-")
        outcomes = at_once(folder, [(words, f"Spring 1901\nEngland: {text}") for text in orders])
        assert sorted(outcome.status for outcome in outcomes) == [0, 1], outcomes
        text = (folder / FILE).read_text()
        for outcome, order in zip(outcomes, orders, strict=True):
            assert (order in text) == (outcome.status == 0)
            assert outcome.status == 0 or "has Spring 1901 already" in outcome.output
