"""An archive in which every text that people write wants to be code."""

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
variant: standard
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
    England: F Lon-NTH
    France: |
      A Par-Bur (bounced)
      A Mar S A Par-Bur
    Germany: A Mun-Bur
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


def archive(place: Path) -> Path:
    """The hostile archive, in a folder that is made for it."""
    place.mkdir(parents=True)
    shutil.copy(ROOT / "mkdocs.yml", place)
    shutil.copytree(ROOT / "docs", place / "docs", ignore=shutil.ignore_patterns("zines"))
    shutil.copytree(ROOT / "maps/standard", place / "maps/standard")
    for name, content in {
        "games/standard/hostile.yaml": game(),
        "docs/zines/bad/one.md": ISSUE,
    }.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(content, encoding="utf-8")
    return place


def build(place: Path) -> subprocess.CompletedProcess[str]:
    """Build it with the command; no browser is found."""
    return run(place, "build", "--strict")


def run(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in it."""
    command = [sys.executable, "-m", "builder", *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "CHANCERY_CHROMIUM": "none", "PATH": ""}
    return subprocess.run(
        command, cwd=place, env=environment, capture_output=True, text=True, check=False,
        timeout=300,
    )  # fmt: skip
