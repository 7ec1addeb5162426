"""An archive in which every text that people write wants to be code; its board is a small one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from our_archive import ROOT

MARK = "window.hostile=1"
SCRIPT = f"<script>{MARK}</script>"
WORDS = (
    SCRIPT, f"<img src=x onerror={MARK}>", f"<!-- note {SCRIPT}", f"</script>{SCRIPT}",
    f"\"><svg onload={MARK}>", f"'-{MARK}-'", f"javascript:{MARK}", "{{ 7*7 }}{% x %}", "]]>&<",
    f"</title>{SCRIPT}", f"</textarea>{SCRIPT}", "`${" + MARK + "}`", "\\u003cscript>", "&lt;b&gt;",
)  # fmt: skip


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def text(at: int) -> str:
    return quoted(f"{WORDS[at % len(WORDS)]} {at}")


def game() -> str:
    """A game with a hostile text wherever a text may be."""
    return f"""\
game: {text(0)}
variant: pure
gm: {text(1)}
zine: {text(2)}
boardman: {text(3)}
miller: {text(4)}
source:
  title: {text(5)}
  issues: {text(6)}
  url: {text(6)}
  transcriber: {text(7)}
  note: {text(8)}
players: {{England: {text(2)}, France: {text(3)}, Turkey: {text(0)}}}
result: {{draw: [England, France], at: Fall 1901, text: {text(9)}}}
tags: [{text(0)}, {text(1)}]
created: 2026-05-01
note: {text(10)}
moments: {{Spring 1901: {text(11)}}}
phases:
  Spring 1901:
    source: {text(12)}
    headline: {text(13)}
    deadline: {text(1)}
    note: {text(2)}
    notes:
    - {{kind: gm, text: {text(0)}}}
    - {{kind: press, text: {text(6)}, from: {text(3)}, to: {text(4)}, dateline: {text(5)}}}
    standby: {{France: {text(0)}}}
    England: A Lon S A Par-Ber
    France: |
      A Par-Ber (bounced)
    Germany: A Ber H
"""


ISSUE = f"""\
---
title: {text(0)}
number: {text(1)}
editor: {text(3)}
zine: {text(4)}
summary: {text(5)}
date: 2026-05-01
---
# An issue

{SCRIPT} [press]({"javascript:" + MARK}) ![x](//evil.example/x.png) ![y](/&#9;/evil.example/y.png)
![z](\\\\\\\\evil.example/z.png) <img src="http://evil.example/a.png" onerror="{MARK}">
<a href="data:text/html,{SCRIPT}">x</a> <iframe src="https://evil.example"></iframe>
<p style="background:url(//evil.example)" onclick="{MARK}">p</p>

| a | b |
|--:|:-:|
| {SCRIPT} | 2 |

!season hostile Spring 1901
"""


VARIANT = f"""\
name: {text(0)}
extends: pure
by: {text(1)}
code: {text(2)}
year: {text(3)}
version: {text(4)}
subject: {text(5)}
source: {text(6)}
status: sourced
summary: {text(7)}
kinds: {{A: {{name: {text(8)}}}}}
powers:
  France: {{adjective: {text(9)}, letter: "<", tint: "#123", ink: "#456", aliases: [{text(10)}]}}
rules:
  1:
    title: {text(11)}
    text: |
      {SCRIPT} <img src=x onerror={MARK}> [x](javascript:{MARK}) {{{{ 7*7 }}}}

      ```diplomacy
      title: {text(12)}
      phase: Spring 1901 moves
      units: {{france: [A par]}}
      orders: {{france: [A par-ber]}}
      expect: {{after: {{france: [A ber]}}}}
      ```
rulings:
  "<b>1":
    rule: 1
    question: {text(13)}
    ruling: {text(0)}
    why: {text(6)}
"""
BOARD = f"""\
extends: pure
status: sourced
sources: [{text(0)}, {text(1)}]
amend:
  Ber: {{note: {text(3)}}}
  Par: {{aliases: [{text(4)}], note: {text(6)}}}
"""
SENTENCES = f'"1.1": {{says: {text(3)}, shown: [EV-01]}}\n'


def archive(place: Path) -> Path:
    """The hostile archive, in a folder that is made for it."""
    place.mkdir(parents=True)
    shutil.copy(ROOT / "mkdocs.yml", place)
    shutil.copytree(ROOT / "docs", place / "docs", ignore=shutil.ignore_patterns("zines"))
    shutil.copytree(ROOT / "maps/pure", place / "maps/pure")
    for name, content in {
        "games/pure/hostile.yaml": game(),
        "docs/zines/bad/one.md": ISSUE,
        "maps/evil/variant.yaml": VARIANT,
        "maps/evil/board.yaml": BOARD,
        "maps/evil/sentences.yaml": SENTENCES,
        "mkdocs.yml": (ROOT / "mkdocs.yml")
        .read_text()
        .replace("site_name: Chancery", f"site_name: {text(0)}")
        .replace("  - chancery:", f"  - chancery:\n      title: {text(4)}"),
    }.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(content, encoding="utf-8")
    return place


SMALL_GAME = "game: Small\nvariant: pure\nphases: {Spring 1901: {England: A Lon H}}\n"
HEAD = "---\ntitle: Spoilt\ndate: 2026-05-01\n---\n"
PIXELS = (20_000).to_bytes(4, "big")
HUGE = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + PIXELS + PIXELS + bytes(9)
DOT = b"GIF89a\x01\0\x01\0"
# Files that people add, and what is wrong with each; empty if nothing is.
ADDED = {
    "games/pure/sound-one.yaml": (SMALL_GAME, ""),
    "games/pure/sound one.yaml": (SMALL_GAME, "becomes an address"),
    "games/pure/SOUND-ONE.yaml": (SMALL_GAME, "becomes an address"),
    "games/other/sound-one.yaml": ("game: Broken twin\nvariant: pure\nphases: 7\n", "a mapping"),
    "games/pure/con.yaml": (SMALL_GAME, "a device on Windows"),
    "games/pure/twin.yaml": (SMALL_GAME, "of that name already"),
    "games/other/twin.yaml": (SMALL_GAME, "of that name already"),
    "games/pure/out.yaml": (SMALL_GAME + "formerly: ../../index\n", "becomes an address"),
    "games/pure/late.yaml": (
        SMALL_GAME + "result: {winner: England, year: 1910}\n", "a later end",
    ),
    "games/pure/votes.yaml": (
        SMALL_GAME + "votes: {Spring 1901: [{draw: England, for: France, against: France}]}\n",
        "voted for and against",
    ),
    "games/pure/one.yml": (SMALL_GAME, "NAME.yaml"),
    "games/notes.txt": ("x", "NAME.yaml"),
    "maps/Bad Name/variant.yaml": ("name: Bad\nextends: pure\n", "a-z, 0-9"),
    "maps/sound/variant.yaml": ("name: Sound\nextends: pure\nboard: pure\n", ""),
    "maps/broken/variant.yaml": ("name: [\n", ""),
    "maps/sound/page.html": (SCRIPT, "not read"),
    "docs/con.md": ("# A device\n", "Windows forbids"),
    "docs/zines/sound.md": (f"{HEAD}# Sound\n", ""),
    "docs/zines/Not Sound.md": (f"{HEAD}# Not\n", "not published"),
    "docs/zines/index.md": (f"{HEAD}# Not\n", "not published"),
    "docs/zines/away.md": (HEAD.replace("---\n", "---\nformerly: ../x\n", 1), "an address"),
    "docs/zines/lost.md": (f"{HEAD}!season nothing Spring 1901\n", "unknown game"),
    "docs/zines/page.png": (SCRIPT, "is not a PNG picture"),
    "docs/zines/huge.png": (HUGE, "40 million"),
    "docs/zines/dot.gif": (DOT, ""),
}  # fmt: skip
LINKS = {"docs/linked": "../games", "docs/zines/up": "..", "games/pure/link.yaml": "/etc/passwd"}


def add_files(place: Path) -> dict[str, str]:
    """Add what people add to an archive; what is wrong with each file, by its path."""
    for name, (content, _) in ADDED.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    for name, target in LINKS.items():
        (place / name).symlink_to(target)
    wrong = {name: words for name, (_, words) in ADDED.items()}
    wrong["maps/broken/variant.yaml"] = "broken/variant.yaml:"
    return wrong | dict.fromkeys(LINKS, "link")


def build(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Build it with the command, and print its issues where there is a browser."""
    return run(place, "build", "--strict", *words)


# A day in another year, other processes, another time zone: nothing of that is in a site.
ELSEWHERE = """
import datetime, os, sys, time
class Day(datetime.date):
    @classmethod
    def today(cls):
        return cls(2031, 7, 14)
datetime.date = Day
now = time.time
time.time = lambda: now() + 150_000_000
os.sched_getaffinity = lambda _: {0, 1}
import builder.executors as executors
executors.TASKS_FOR_A_WORKER = 0.5  # so that one game is shared out
from builder.cli import main
main()
"""


def run(place: Path, *words: str, program: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in it, or a program that does."""
    command = [sys.executable, *(["-c", program] if program else ["-m", "builder"]), *words]
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or "none"
    environment = os.environ | {
        "PYTHONPATH": str(ROOT), "CHANCERY_CHROMIUM": browser, "CHANCERY_NO_SANDBOX": "1",
        "TZ": "Asia/Tokyo" if program else "UTC",
    }  # fmt: skip
    return subprocess.run(
        command, cwd=place, env=environment, capture_output=True, text=True, check=False,
        timeout=1200,
    )  # fmt: skip
