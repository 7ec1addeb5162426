"""The copy of the whole site, unpacked and opened from disk: links, searches, games."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from browsing import until

from builder.cli.build import write_bundle


@pytest.fixture(scope="module", params=["unpacked", "as built"])
def copy(folder: Path, tmp_path_factory: pytest.TempPathFactory, request: Any) -> str:
    """The address of the unpacked copy on disk, and of the folder as it was built."""
    if request.param == "as built":
        return f"file://{folder}/"
    place = tmp_path_factory.mktemp("copy")
    paths = [str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()]
    write_bundle(place / "site.zip", folder, paths)
    with ZipFile(place / "site.zip") as bundle:
        bundle.extractall(place)
    return f"file://{place}/chancery/"


@pytest.fixture
def quiet(page: Any) -> Any:
    """A page that must not stumble."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []


@pytest.mark.parametrize(
    ("question", "leads_to"),
    [
        ("sample", "games/sample/index.html"),
        ("G. Master", "people/g-master-i/index.html"),
        ("Sample Gazette", "zines/by-title/the-sample-gazette/index.html"),
        ("sample F1901", "games/sample/1901-fall-movement/index.html"),
        ("Ukraine System", "openings/standard/russia/ukraine-system/index.html"),
        ("Smaple", "games/sample/index.html"),
    ],
)
def test_the_box_finds(quiet: Any, copy: str, question: str, leads_to: str) -> None:
    quiet.goto(copy + "games/sample/1901-spring-movement/index.html")
    quiet.keyboard.press("Control+k")
    quiet.keyboard.type(question)
    quiet.locator(f'.seek-panel[data-answers="{question}"] [role=option]').first.wait_for()
    quiet.keyboard.press("ArrowDown")
    quiet.keyboard.press("Enter")
    quiet.wait_for_url(copy + leads_to)
    quiet.wait_for_load_state("load")


def test_the_box_leads_to_the_list_of_games(quiet: Any, copy: str) -> None:
    quiet.goto(copy + "index.html")
    quiet.keyboard.press("/")
    quiet.keyboard.type("G. Master")
    quiet.locator("[role=option]", has_text="Games with").click()
    quiet.wait_for_url("**/games/index.html#q=*")
    assert quiet.locator("#games tbody tr").count() == 1


def test_an_order_is_found(quiet: Any, copy: str) -> None:
    quiet.goto(copy + "index.html")
    quiet.locator(".seek.wide input").fill("A Vie-Gal")
    quiet.keyboard.press("Enter")
    quiet.wait_for_selector("#found li a")
    quiet.locator("#found li a").first.click()
    quiet.wait_for_url(copy + "games/sample/1901-*/**")
    assert quiet.locator("#order-a-vie").is_visible()


def test_every_link_of_the_main_pages_leads_to_a_file(quiet: Any, copy: str) -> None:
    pages = (
        "index.html", "games/index.html", "games/sample/index.html",
        "games/sample/1901-fall-movement/index.html", "variants/standard/index.html",
        "variants/standard/board/index.html", "zines/index.html", "statistics/index.html",
    )  # fmt: skip
    for path in pages:
        quiet.goto(copy + path)
        links = set(quiet.eval_on_selector_all("a[href]", "all => all.map(a => a.href)"))
        local = {link.split("#")[0].split("?")[0] for link in links if link.startswith("file:")}
        assert local
        files = [Path(link.removeprefix("file://")) for link in local]
        lost = [f for f in files if not (f.is_file() or (f / "index.html").is_file())]
        assert lost == [], path


def test_a_folder_opens_its_page_in_our_own_faces(quiet: Any, copy: str) -> None:
    quiet.goto(copy + "index.html")
    quiet.locator("article a[href^='games/']", has_text="games").first.click()
    quiet.wait_for_url("**/games/index.html*")
    faces = "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)"
    until(quiet, f"{faces}.includes('Alegreya') && {faces}.includes('Alegreya Sans')")


def test_the_replay_steps(quiet: Any, copy: str) -> None:
    quiet.goto(copy + "games/sample/index.html")
    quiet.locator("[data-go=on]").click()
    quiet.wait_for_selector("#order-a-yor")
    assert "Fall 1901" in quiet.locator("#phase").inner_text()
    assert quiet.locator(".board .lay-casing path[d]").count() == 1
    quiet.locator("[data-page]").click()
    quiet.wait_for_url(copy + "games/sample/1901-fall-movement/index.html")
