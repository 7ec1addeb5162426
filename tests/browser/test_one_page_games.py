"""A game with one page: its player shows what the pages of phases show, its text says it all."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from pathlib import Path
from typing import Any

import pytest
from browsing import SUB, build, served, until
from our_archive import ARCHIVE
from sample_archive import archive, sample, standard
from shared_folders import Once

from builder.imports.importer import Imported, TextFile
from builder.imports.registry import import_document
from builder.playback.replaying import Replay, replay
from builder.record import Result

LISTS = """() => [...document.querySelectorAll(".pw")].map(part => [part.dataset.p,
  part.querySelector("ol").innerHTML
    .replace(/ (?:tabindex|role|aria-expanded)="[^"]*"| id="order-x-[^"]*"/g, "")])"""
MARKS = """() => [...document.querySelectorAll(
    ".board :is(.tints, .lines, .counters) :is(use, rect)")]
  .map(e => `${e.getAttribute("href") ?? e.className.baseVal} ${e.dataset.o ?? ""}`).sort()"""
LINES = """() => [...document.querySelectorAll(".board .lay-paths path")]
  .flatMap(e => e.getAttribute("d").match(/M[^M]*/g).filter(d => !d.endsWith("z"))).sort()"""
SIGNS = """() => [...document.querySelectorAll(".board :is(.lines, .counters) use")].map(e => {
    const moved = /translate\\((\\S+?)[ ,](\\S+?)\\)/.exec(e.getAttribute("transform") ?? "");
    const [x, y] = moved ? moved.slice(1) : [e.getAttribute("x"), e.getAttribute("y")];
    return [`${e.getAttribute("href")} ${e.closest("[data-o]")?.dataset.o ?? ""}`, +x, +y];
  }).sort()"""
PHASES = 3
WHOLE_GAMES = ("1998v-come-and-have-a-go", "cicero-439643")
FOUGHT = 10  # phases of the second of them, in which six units are dislodged


@pytest.fixture(scope="module")
def depths(once: Once) -> Iterator[str]:
    """The address of a site with the same game twice: with pages of phases, and with one page."""

    def make(place: Path) -> None:
        (place / "archive").mkdir(parents=True)
        variant = standard()
        games = [sample(variant, "pages"), sample(variant, "one")]
        games += [ARCHIVE.game(name) for name in WHOLE_GAMES]
        shown = [game._replace(depth="game") for game in games[1:]]
        fought = games[-1]._replace(id="fought", phases=games[-1].phases[:FOUGHT], result=Result())
        build(place, archive(place / "archive", games[0], fought, *shown))

    with served(once("site-of-depths", make) / SUB) as address:
        yield address


def shown(page: Any, address: str, asked: str, phases: int = PHASES + 1) -> list[Any]:
    """What the player shows of the first phases; left out: of each phase, and of the end."""
    page.goto(address)
    found = []
    for number in range(phases):
        until(page, f"document.querySelector('#scrub').value === '{number}'")
        until(page, "document.querySelector('.waiting') === null")
        page.wait_for_timeout(200)  # the list follows the map
        found.append(page.evaluate(asked))
        page.keyboard.press("ArrowRight")
    return found


@pytest.mark.parametrize("asked", [LISTS, MARKS, LINES])
def test_the_player_shows_the_same_from_one_file_of_data(
    page: Any, depths: str, asked: str
) -> None:
    by_pages = shown(page, f"{depths}games/pages/", asked)
    assert shown(page, f"{depths}games/one/", asked) == by_pages


def test_orders_are_told_the_same_where_units_are_dislodged(page: Any, depths: str) -> None:
    by_pages = shown(page, f"{depths}games/fought/", LISTS, FOUGHT)
    assert str(by_pages).count("Dislodges") == 6
    assert shown(page, f"{depths}games/{WHOLE_GAMES[1]}/", LISTS, FOUGHT) == by_pages


def test_signs_on_lines_are_where_the_pages_have_them(page: Any, depths: str) -> None:
    """The script finds them on lines that are rounded."""
    by_pages = shown(page, f"{depths}games/pages/", SIGNS)
    by_data = shown(page, f"{depths}games/one/", SIGNS)
    count = 0
    for drawn, again in zip(by_pages, by_data, strict=True):
        assert len(drawn) == len(again)
        for (sign, *point), (other, *place) in zip(drawn, again, strict=True):
            assert sign == other
            assert dist(point, place) < 1.5, sign
            count += 1
    assert count > 100


@pytest.mark.parametrize("name", ["1901-fall-movement", "F1901M"])
def test_an_address_leads_the_player_to_a_phase(page: Any, depths: str, name: str) -> None:
    page.goto(f"{depths}games/one/#{name}")
    until(page, "document.querySelector('#phase').textContent.startsWith('Fall 1901')")
    assert page.evaluate("document.querySelector('.replay').getBoundingClientRect().top") < 200


def test_the_text_of_a_phase_is_one_press_away(page: Any, depths: str) -> None:
    page.goto(f"{depths}games/one/#1901-fall-movement")
    until(page, "document.querySelector('#phase').textContent.startsWith('Fall 1901')")
    page.click("[data-page]")
    until(
        page, "document.querySelector('#text-1901-fall-movement').getBoundingClientRect().top < 300"
    )
    page.click("#text-1901-winter-adjustments h4 a")
    until(page, "document.querySelector('#phase').textContent.startsWith('Winter 1901')")


def test_all_orders_can_be_saved_as_text(page: Any, depths: str) -> None:
    page.goto(f"{depths}games/one/")
    with page.expect_download() as saved:
        page.click("[data-orders-as-text]")
    assert saved.value.suggested_filename == "one.txt"
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert "\nFall 1901, movement\n" in text
    assert text.count("A Ven – Tri") == page.inner_text(".contents").count("A Ven – Tri")
    assert page.evaluate("document.querySelectorAll('.told dd').length") == sum(
        line.count(", ") + 1 for line in text.splitlines()[3:] if ": " in line
    )


def orders_and_outcomes(game: Replay) -> list[Any]:
    """Each phase with any orders: its results by power and unit, and the position before it."""
    phases: list[Any] = []
    for stage in game.stages:
        found = set()
        for result in stage.turn.results:
            order = result.order
            places = [str(getattr(order, name, "")) for name in ("at", "to")]
            kind = type(order).__name__
            found.add((result.power, str(result.unit), kind, *places, result.outcome))
        if stage.recorded is not None and stage.recorded.orders:
            phases.append((stage.phase, found, {*stage.turn.before.units}))
    return phases


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_the_saved_text_is_read_back(page: Any, depths: str, name: str) -> None:
    game = ARCHIVE.game(name)
    page.goto(f"{depths}games/{name}/")
    with page.expect_download() as saved:
        page.click("[data-orders-as-text]")
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    document = TextFile(f"{name}.txt", text)
    (imported,) = import_document(document, lambda known: ARCHIVE.variant(known).setting)
    assert isinstance(imported, Imported)
    assert imported.remarks == ()
    record = imported.record
    assert (record.variant, record.result.kind) == (game.variant, game.result.kind)
    assert record.result.powers == game.result.powers
    variant = ARCHIVE.variant(game.variant)
    assert orders_and_outcomes(replay(variant, record)) == orders_and_outcomes(
        replay(variant, game)
    )


def test_without_scripts_the_address_leads_to_the_text(scriptless: Any, depths: str) -> None:
    scriptless.goto(f"{depths}games/one/#1901-fall-movement")
    section = scriptless.locator("[id='1901-fall-movement']")
    assert "A Ven – Tri" in section.inner_text()
    assert section.locator("u").count() > 3


def test_a_file_that_does_not_come_is_reported_and_asked_for_again(page: Any, depths: str) -> None:
    page.route("**/phases.js", lambda route: route.abort())
    page.goto(f"{depths}games/one/")
    page.keyboard.press("ArrowRight")
    until(page, "!document.querySelector('[data-trouble]').hidden")
    page.unroute_all()
    page.click("[data-trouble] button")
    until(page, "document.querySelector('#phase').textContent.startsWith('Fall 1901')")
