"""Screenshots of the same pages of two sites, and which of them differ.

    python tests/bench/screenshots.py BEFORE AFTER            # two built sites, or revisions
    python tests/bench/screenshots.py v1.0 . --width 390 --out /tmp/looks

A revision is built from its own files with `GAMES` alone, `.` from those of this folder. Prints
the pages of which more than `--most` per mille of the pixels differ, and those that only one site
has; draws the ones that differ before, after and as a difference into `--out`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

from page_speed import CHROMIUM, Quiet
from PIL import Image, ImageChops, ImageDraw
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
GAMES = (
    "cat/cat-exhibition", "loeb9/loeb9-exhibition", "standard/1998v-come-and-have-a-go",
    "standard/2005a-spirals-of-paranoia",
)  # fmt: skip
FAINT = 24  # of 255, by which a pixel may differ
TALLEST = 4000  # pixels of a page that are looked at
THUMB = 420


def built(given: str, place: Path) -> Path:
    """A folder that is a site, or the site of a revision, built in a new folder."""
    if Path(given, "sitemap.xml").exists() or Path(given, "SHA256SUMS").exists():
        return Path(given)
    source, site = place / "source", place / "site"
    source.mkdir(parents=True)
    kept = subprocess.run(
        ["git", "-C", str(ROOT), "archive", "HEAD" if given == "." else given],
        check=True, stdout=subprocess.PIPE,
    ).stdout  # fmt: skip
    subprocess.run(["tar", "-x", "-C", str(source)], input=kept, check=True)
    if given == ".":
        for name in ("builder", "docs", "maps", "games"):
            shutil.rmtree(source / name)
            shutil.copytree(ROOT / name, source / name)
    for game in (source / "games").glob("*/*.yaml"):
        if f"{game.parent.name}/{game.stem}" not in GAMES:
            game.unlink()
    for issue in (source / "docs/zines").glob("*-issue.md"):  # which places games that are gone
        issue.unlink()
    command = [sys.executable, "-m", "builder", "build", "--png", "none", "--site", str(site)]
    environment = {**os.environ, "PYTHONPATH": str(source), "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(command, check=True, cwd=source, env=environment, stdout=subprocess.DEVNULL)
    return site


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of a site on a server of its own."""
    handler = partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}/"
        http.shutdown()


def seen(page: Any, address: str) -> Image.Image:
    """A page from its head down to `TALLEST` pixels."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.mouse.move(0, 0)
    shot = Image.open(BytesIO(page.screenshot(full_page=True, animations="disabled")))
    return shot.convert("RGB").crop((0, 0, shot.width, min(shot.height, TALLEST)))


def difference(before: Image.Image, after: Image.Image) -> tuple[float, Image.Image]:
    """How many of a thousand pixels differ, and where: white."""
    size = before.width, max(before.height, after.height)
    both = [Image.new("RGB", size, "#808080") for _ in range(2)]
    for canvas, shot in zip(both, (before, after), strict=True):
        canvas.paste(shot)
    mask = ImageChops.difference(*both).convert("L").point(lambda v: 255 if v > FAINT else 0)
    return 1000 * mask.histogram()[255] / (size[0] * size[1]), mask


def contact_sheet(found: list[tuple[str, float, list[Image.Image]]]) -> Image.Image:
    """A row for each page: before, after, difference."""
    rows = []
    for path, share, shots in found:
        small = [s.convert("RGB").resize((THUMB, THUMB * s.height // s.width)) for s in shots]
        row = Image.new("RGB", (3 * THUMB, 16 + max(s.height for s in small)), "white")
        ImageDraw.Draw(row).text((4, 2), f"{path}  {share:.1f} per mille", "black")
        for column, shot in enumerate(small):
            row.paste(shot, (column * THUMB, 16))
        rows.append(row)
    sheet = Image.new("RGB", (3 * THUMB, sum(row.height for row in rows)))
    top = 0
    for row in rows:
        sheet.paste(row, (0, top))
        top += row.height
    return sheet


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--most", type=float, default=1.0, help="per mille")
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play, ExitStack() as held:
        sites = [built(given.before, Path(folder, "1")), built(given.after, Path(folder, "2"))]
        pages = [{p.relative_to(site).as_posix() for p in site.rglob("*.html")} for site in sites]
        for path in sorted(pages[0] ^ pages[1]):
            print(f"only {'before' if path in pages[0] else 'after'}: {path}")
        shared = sorted(pages[0] & pages[1])
        paths = [shared[i * len(shared) // given.pages] for i in range(given.pages)]
        addresses = [held.enter_context(served(site)) for site in sites]
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": given.width, "height": 900})
        found = []
        for path in dict.fromkeys(paths):
            before, after = (seen(page, address + path) for address in addresses)
            share, mask = difference(before, after)
            if share > given.most:
                found.append((path, share, [before, after, mask]))
                print(f"{share:6.1f} {path}", flush=True)
        browser.close()
    print(f"{len(found)} of {len(set(paths))} pages differ")
    given.out.mkdir(parents=True, exist_ok=True)
    for number in range(0, len(found), 8):
        contact_sheet(found[number : number + 8]).save(given.out / f"{number // 8 + 1}.png")


if __name__ == "__main__":
    main()
