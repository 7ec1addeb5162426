"""`mkdocs serve` shows what is wrong with a game that is being typed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from changing_archive import ChangingArchive
from click.testing import CliRunner
from our_archive import ROOT

from builder.cli import main

PATIENCE = 600.0
GOOD = "game: Good again\nvariant: pure\nphases: {Spring 1901: {England: A Lon H}}\n"


class Server(NamedTuple):
    """A server of an archive that is running."""

    address: str
    process: subprocess.Popen[bytes]

    def page(self, path: str, words: str = "", lacking: str = "") -> str:
        """A page as soon as it has some words, or others no more. While the site is built,
        answers wait."""
        end = time.monotonic() + PATIENCE
        text = ""
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(URLError), urlopen(self.address + path, timeout=PATIENCE) as answer:
                text = answer.read().decode()
                if words in text and not (lacking and lacking in text):
                    return text
            time.sleep(0.3)
        raise AssertionError((path, words, lacking, text[-2000:]))


@contextmanager
def served(place: Path) -> Iterator[Server]:
    """A server of an archive, and where it answers."""
    held = socket.socket()  # so that no other program gets the port
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port = held.getsockname()[1]
    command = [sys.executable, "-m", "mkdocs", "serve", "-q", "-a", f"127.0.0.1:{port}"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    process = subprocess.Popen(command, cwd=place, env=environment)
    try:
        yield Server(f"http://127.0.0.1:{port}/", process)
    finally:
        process.terminate()
        process.wait()
        held.close()


def test_folders_come_and_go_in_a_new_archive(tmp_path: Path) -> None:
    """A new archive has no `maps/`."""
    place = tmp_path / "archive"
    done = CliRunner().invoke(main, ["new", "archive", str(place)])
    assert done.exit_code == 0, done.output
    games, maps = place / "games", place / "maps"
    game = "games/our-first-game/"
    with served(place) as server:
        assert "Our first game" in server.page(game, "Our first game")
        (maps / "mine").mkdir(parents=True)
        (maps / "mine/variant.yaml").write_text("name: My own\nextends: pure\nboard: pure\n")
        assert "My own" in server.page("variants/mine/", "My own")

        games.rename(tmp_path / "games")
        assert "Our first game" not in server.page("games/", lacking="Our first game")
        (tmp_path / "games").rename(games)
        file = games / "standard/our-first-game.yaml"
        server.page(game, "Our first game")
        file.write_text(file.read_text().replace("Our first game", "Our second title"))
        server.page(game, "Our second title")

        shutil.rmtree(maps)
        server.page("variants/", lacking="My own")
        page = place / "docs/a-page.md"
        page.write_text("# A new page\n")
        server.page("a-page/", "A new page")
        (place / "docs").rename(tmp_path / "docs")
        time.sleep(2)  # MkDocs reports that it is missing
        (tmp_path / "docs").rename(place / "docs")
        page.write_text("# Another page\n")
        server.page("a-page/", "Another page")


def test_a_fault_is_on_the_page_and_goes_when_it_is_mended(
    hostile_site: Path, tmp_path: Path
) -> None:
    place = tmp_path / "archive"
    shutil.copytree(hostile_site.parent, place, ignore=shutil.ignore_patterns("site"))
    game = place / "games/pure/typed.yaml"
    game.write_text("game: Bad\nvariant: pure\nphases: 7\n")
    with served(place) as server:
        text = server.page("games/typed/", "expected a mapping")
        assert "assets/reload.js" in text
        assert (
            '<script type="text/plain">\nvar livereload = ' in text
        )  # the policy forbids a script
        assert "Content-Security-Policy" in text
        game.write_text(GOOD)
        server.page("games/typed/", "Good again")


def test_a_page_that_is_gone_waits_until_it_is_mended(tmp_path: Path) -> None:
    """While a board has a mistake, its page states that at its own address, and comes back."""
    archive = ChangingArchive(tmp_path / "archive", Random(1))
    board = archive.read("maps/pure/board.yaml")
    page = "variants/pure/board/"
    with served(archive.root) as server:
        server.page(page, "The board of")
        archive.write("maps/pure/board.yaml", f"{board}more: [\n")
        text = server.page(page, "This page is not built now")
        assert "maps/pure/board.yaml:31:7: this &#x27;[&#x27; is never closed" in text
        assert 'src="../../../assets/reload.js"' in text
        assert "livereload(" in text
        assert 'http-equiv="refresh"' not in text
        archive.write("maps/pure/board.yaml", board)
        server.page(page, "The board of")
