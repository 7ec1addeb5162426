"""A mail that is too large is kept to the byte, listed with the reason, and never read."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from builder.cli import main
from builder.mails.inbox import KeptMail

LIMIT = 1_000  # bytes, instead of 25 MB
SMALL = b"From: gia@x.org\nSubject: orders\n\nA Ven-Tri\n"
LARGE = b"From: olga@x.org\nSubject: orders\n\nA War-Gal\n" + b"x" * LIMIT + b"\n"
POSTMARK = b"From a@x.org Fri May  3 10:00:00 2026\n"
FOLDER = Path(".chancery/x/1901-spring-movement")
REASON = "larger than 0 MB, so it is not read"


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive with a game of two known players."""
    for module in ("mails.message", "mails.inbox", "cli.receive"):
        monkeypatch.setattr(f"builder.{module}.LARGEST", LIMIT)
    monkeypatch.chdir(tmp_path)
    run("new", "archive", ".")
    run("new", "game", "x", "--title", "X")
    run("new", "player", "x", "Italy: Gia <gia@x.org>", "Russia: Olga <olga@x.org>")


def run(*words: str, text: bytes | None = None) -> Result:
    return CliRunner().invoke(main, words, input=text)


def kept() -> list[bytes]:
    return [path.read_bytes() for path in sorted(FOLDER.glob("*.eml"))]


@pytest.mark.parametrize("way", ["file", "mbox", "standard input"])
def test_a_large_mail_is_kept_and_listed(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    large = LARGE
    if way == "mbox":
        small = POSTMARK + SMALL + b"\n"
        large = POSTMARK + LARGE + b"\n"
        Path("box").write_bytes(small + large + small.replace(b"Tri", b"Pie"))
        received = run("receive", "x", "box")
    elif way == "file":
        Path("large.eml").write_bytes(LARGE)
        received = run("receive", "x", "large.eml")
    else:
        received = run("receive", "x", "-", text=LARGE)
    assert received.exit_code == 1
    assert REASON in received.output
    assert large in kept()
    assert len(kept()) == (3 if way == "mbox" else 1)

    monkeypatch.setattr(KeptMail, "data", property(_only_small))
    status = run("status", "x")
    assert REASON in status.output
    assert "A War" not in status.output


def _only_small(mail: KeptMail) -> bytes:
    data = mail.path.read_bytes()
    assert len(data) <= LIMIT, "a large mail is never read"
    return data


def test_a_large_mail_stops_no_season_and_is_kept_once() -> None:
    Path("mails").mkdir()
    Path("mails/1.eml").write_bytes(LARGE)
    Path("mails/2.eml").write_bytes(SMALL)
    run("receive", "x", "mails")
    again = run("receive", "x", "mails")
    assert again.output.count("received before") == 2
    assert len(kept()) == 2
    other = LARGE.replace(b"War-Gal", b"War-Ukr")
    assert len(other) == len(LARGE)
    run("receive", "x", "-", text=other)
    assert other in kept()
    closed = run("close", "x")
    assert closed.exit_code == 0, closed.output
    assert closed.output.count(REASON) == 2
