"""An archive with one game that is open, and the commands of its game master."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

from click.testing import CliRunner, Result
from our_archive import ROOT

from builder.cli import main

GAME = 'game: Spring Offensive\nvariant: standard\nplayers: {England: "Jim"}\nphases: {}\n'
SENDERS = "jim@example.org: England\nann@example.org: France\n"
FILE = Path("games/standard/2026a.yaml")
PRIVATE = Path(".chancery/2026a")
HELD = PRIVATE / "held.yaml"
RESULTS = PRIVATE / "results"
UNDONE = PRIVATE / "undone"


def open_game(folder: Path, maps: bool = True) -> None:
    """Write an archive with a game that has not begun into a folder."""
    if maps:
        copytree(ROOT / "maps/standard", folder / "maps/standard")
    (folder / "mkdocs.yml").write_text("site_name: X\n")
    for path, text in ((FILE, GAME), (PRIVATE / "senders.txt", SENDERS)):
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text(text)


def run(*words: str, text: str | None = None) -> Result:
    """Run a command in the current folder."""
    return CliRunner().invoke(main, words, input=text)


def mail(sender: str, text: str, day: int = 4, subject: str = "orders") -> str:
    """A mail of a player."""
    return (
        f"From: {sender}@example.org\nSubject: {subject}\nMessage-ID: <{sender}{day}@x>\n"
        f"Date: {day:02} May 2026 10:00:00 +0000\n\n{text}\n"
    )
