"""`mkdocs serve` shows what is wrong with a game that is being typed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from our_archive import ROOT

GOOD = "game: Good again\nvariant: pure\nphases: {Spring 1901: {England: A Lon H}}\n"


def shown(address: str, words: str, process: subprocess.Popen[bytes]) -> str:
    """A page as soon as it says these words; no answer takes long."""
    end, text = time.monotonic() + 120, ""
    while time.monotonic() < end and process.poll() is None:
        try:
            with urlopen(address, timeout=20) as answer:
                text = answer.read().decode()
        except URLError as error:
            if not isinstance(error.reason, ConnectionError):
                raise
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
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "mkdocs", "serve", "-q", "-a", f"127.0.0.1:{port}"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    process = subprocess.Popen(command, cwd=place, env=environment)
    try:
        address = f"http://127.0.0.1:{port}/games/typed/"
        text = shown(address, "here belongs a mapping", process)
        assert "assets/reload.js" in text
        assert "livereload(" in text
        assert "Content-Security-Policy" in text
        game.write_text(GOOD)
        shown(address, "Good again", process)
    finally:
        process.terminate()
        process.wait()
