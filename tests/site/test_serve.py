"""`mkdocs serve` shows what is wrong with a game that is being typed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from our_archive import ROOT

PATIENCE = 600.0
GOOD = "game: Good again\nvariant: pure\nphases: {Spring 1901: {England: A Lon H}}\n"


def shown(address: str, words: str, process: subprocess.Popen[bytes]) -> str:
    """A page as soon as it says these words; while the site is built, answers wait."""
    end, text = time.monotonic() + PATIENCE, ""
    while time.monotonic() < end and process.poll() is None:
        with suppress(URLError), urlopen(address, timeout=PATIENCE) as answer:
            text = answer.read().decode()
        if words in text:
            return text
        time.sleep(0.3)
    raise AssertionError((words, text[-2000:]))


def test_a_fault_is_on_the_page_and_goes_when_it_is_mended(
    hostile_site: Path, tmp_path: Path
) -> None:
    place = tmp_path / "archive"
    shutil.copytree(hostile_site.parent, place, ignore=shutil.ignore_patterns("site"))
    game = place / "games/pure/typed.yaml"
    game.write_text("game: Bad\nvariant: pure\nphases: 7\n")
    held = socket.socket()  # so that no other program gets the port
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port = held.getsockname()[1]
    command = [sys.executable, "-m", "mkdocs", "serve", "-q", "-a", f"127.0.0.1:{port}"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    process = subprocess.Popen(command, cwd=place, env=environment)
    try:
        address = f"http://127.0.0.1:{port}/games/typed/"
        text = shown(address, "expected a mapping", process)
        assert "assets/reload.js" in text
        assert "livereload(" in text
        assert "Content-Security-Policy" in text
        game.write_text(GOOD)
        shown(address, "Good again", process)
    finally:
        process.terminate()
        process.wait()
        held.close()
