"""The judge in a browser answers as the one here, to the byte, under a strict content policy."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest
from browsing import SHEETS, SMALL, SUB, Quiet, address, browser_or_skip, served, until, violations
from our_archive import ARCHIVE, ROOT, WHOLE
from PIL import Image

from builder.archive import Archive
from builder.cli.game_sources import read_source, sources
from builder.draw.board_sheet import BoardSheet, read_sheet
from builder.formats.cases import read_cases, write_case
from builder.playback.replaying import replay
from builder.prose.judged_cases import judged_json
from builder.site.addresses import fragment
from builder.site.assets import colours, common_assets
from builder.site.trial.browser_judge import BrowserJudge, fetching_judge
from builder.site.trial.pages import (
    engine_data,
    engine_files,
    imported,
    list_of_trials,
    places_on_sheet,
    python_files,
    trial_page,
    without_docstrings,
)
from builder.variant import Variant

POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
INTERPRETER = ROOT / "builder/site/trial/interpreter"
WITHIN = {  # what the interpreter has built in
    "array", "binascii", "cmath", "errno", "itertools", "math", "os", "sys", "unicodedata",
}  # fmt: skip
MOST = 4_250_000
FEW = 1 if WHOLE else 5  # one in so many files of cases is tried
APART = 1 if WHOLE else 97  # one in so many recorded phases
PHASES = 1000  # of the archive, and from others' games as many as it lacks
OTHERS = ROOT.parent / "shared/corpus/json-diplomacy"
SHELL = '<!doctype html><meta charset="utf-8"><title>{}</title>{}{}'


class Strict(Quiet):
    """A server that allows no script but the site's own."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


@pytest.fixture(scope="module")
def archive() -> Archive:
    return ARCHIVE


@pytest.fixture(scope="module")
def trials(archive: Archive, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The trial pages of all variants without the theme around them."""
    browser_or_skip()
    site = tmp_path_factory.mktemp("trial") / SUB

    def sheet(variant: Variant) -> BoardSheet | None:
        place = ROOT / "maps" / (variant.drawing or variant.name) / "map.svg"
        return read_sheet(place) if place.is_file() else None

    variants = list(archive.variants.values())
    names = [variant.name for variant in variants]
    files = [*engine_files(), *common_assets(), colours(variants), list_of_trials(variants)]
    for variant in variants:
        files += trial_page(variant, sheet(variant), names, engine_data())
    for name in sorted({variant.drawing or variant.name for variant in variants}):
        if (ROOT / "maps" / name / "map.svg").is_file():
            files.append(places_on_sheet(name, ROOT / "maps" / name / "map.svg"))
    for file in files:
        place, content = site / file.path, file.content
        if file.kind == "page":
            head = file.head.format(root="../../")
            content = SHELL.format(file.title, head, content)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else str(content).encode())
    return site


@pytest.fixture(scope="module")
def trial(trials: Path, chromium: Any) -> Iterator[Any]:
    """The trial page of the standard game; `problems` are what its console complained of."""
    with served(trials, Strict) as address:
        page = chromium.new_page()
        page.set_default_timeout(240_000)
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.goto(f"{address}try/standard/")
        yield page
        page.close()


@pytest.fixture(scope="module")
def here(trials: Path, archive: Archive) -> BrowserJudge:
    """The same judge in this Python, with the data that the site holds."""

    def held(name: str) -> Any:
        def text(variant: str) -> str | None:
            place = trials / "try" / variant / name
            return place.read_text(encoding="utf-8") if place.is_file() else None

        return text

    return fetching_judge(held("variant.json"), held("sheet.svg"), archive.variant_names)


def ask(page: Any, name: str, text: str) -> str:
    """What the page's judge says, as text."""
    found: str = page.evaluate(
        "async ([name, text]) => String(await chancery[name](text))", [name, text]
    )
    return found


DEAF = """
class Deaf {  // begins, and never answers a question
  postMessage({ id, ask }) {
    const data = ask === "begin" ? { id, answer: "" } : { id, begun: true };
    setTimeout(() => this.onmessage({ data }), 10);
  }
  terminate() { window.ended = (window.ended ?? 0) + 1; }
}
window.Worker = Deaf;
"""
RAW = """
window.Worker = class {
  postMessage({ id }) { setTimeout(() => this.onmessage({ data: { id, failed: true } }), 10); }
  terminate() {}
};
"""


def test_a_question_without_an_answer_is_stopped(trials: Path, chromium: Any) -> None:
    """By the reader, or after a time."""
    with served(trials, Strict) as address:
        page = chromium.new_page()
        page.clock.install()
        page.add_init_script(DEAF)
        page.route("**/start.json", lambda route: route.abort())
        page.goto(f"{address}try/standard/")
        stop, said = page.locator("[data-stop]"), page.locator("[data-say]")
        page.clock.run_for(1000)  # the position at the start is asked for at once
        stop.click()
        said.filter(has_text="Stopped.").wait_for()
        assert not stop.is_visible()
        assert page.evaluate("window.ended") == 1
        page.locator("details summary").click()
        page.click("[data-use]")
        page.clock.run_for(1000)
        page.clock.run_for(30_000)
        said.filter(has_text="more than 30 seconds").wait_for()
        assert page.evaluate("window.ended") == 2
        page.close()


def test_no_error_of_the_interpreter_is_on_the_page(trials: Path, chromium: Any) -> None:
    with served(trials, Strict) as address:
        page = chromium.new_page()
        page.add_init_script(RAW)
        page.route("**/start.json", lambda route: route.abort())
        page.goto(f"{address}try/standard/")
        page.locator("[data-say]", has_text="The judge did not start.").wait_for()
        page.close()


METERED = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


@pytest.mark.parametrize("metered", [False, True])
def test_the_start_is_shown_before_the_judge_is_there(
    trials: Path, chromium: Any, metered: bool
) -> None:
    """Its results and its possible orders are data of the site. On a metered connection the judge
    is fetched only when a reader asks for something else."""
    asked: list[str] = []
    with served(trials, Strict) as address:
        page = chromium.new_page()
        page.route("**/engine/**", lambda route: (asked.append(route.request.url), route.abort()))
        if metered:
            page.add_init_script(METERED)
        page.goto(f"{address}try/standard/")
        page.locator("[data-say]", has_text="no orders failed").wait_for()
        field = page.locator("[aria-label='Order for A Vie of Austria']")
        field.fill("A Vie - B")
        page.locator(".choices button", has_text="A Vie - Boh").first.wait_for()
        if metered:
            assert not asked
        page.locator("[data-say]", has_text="The judge did not start").wait_for()
        assert asked, "the changed order is a question to the judge"
        page.close()


def test_nothing_is_said_to_be_recorded_where_nothing_was(trial: Any, chromium: Any) -> None:
    page = chromium.new_page()
    page.goto(trial.url.partition("#")[0])
    field = page.locator("[aria-label='Order for A Vie of Austria']")
    field.fill("A Vie - Gal")
    page.locator("[data-power=Austria] ol", has_text="A Vie – Gal").wait_for()
    assert page.locator(".was", has_text="recorded").count() == 0
    page.close()


def test_the_prepared_answers_are_those_of_the_judge(trials: Path, here: BrowserJudge) -> None:
    found = sorted(trials.glob("try/*/start.json"))
    assert len(found) == len(ARCHIVE.variant_names)
    for place in found:
        answers = json.loads(place.read_text(encoding="utf-8"))
        assert answers["look"] == here.look(answers["position"])
        for power, orders in answers["orders"].items():
            assert orders == here.orders(answers["position"], power)
            assert json.loads(orders), power


def test_all_worked_cases_are_judged_alike(trial: Any, archive: Archive) -> None:
    for path in sorted((ROOT / "tests/cases").rglob("*.yaml"))[::FEW]:
        expected = judged_json(read_cases(path, archive.variant))
        assert ask(trial, "judge", path.read_text(encoding="utf-8")) == expected, path.name
    assert not trial.problems


def recorded(archive: Archive) -> Iterator[str]:
    """Recorded phases as worked cases: of all games here, then of others."""
    foreign = (
        record for s in sources([OTHERS], archive) for _, record, _ in read_source(s, archive)
    )
    for game in chain(archive, filter(None, foreign) if OTHERS.is_dir() else ()):
        played = replay(archive.variant(game.variant), game)
        for stage in played.stages:
            orders = stage.recorded.orders if stage.recorded else ()
            yield write_case(played.variant, stage.turn.before, orders)


def test_recorded_phases_have_the_same_rows_and_overlays(
    trial: Any, archive: Archive, here: BrowserJudge
) -> None:
    for text in islice(recorded(archive), 0, PHASES, APART):
        expected = here.look(text)
        assert "mistakes" not in json.loads(expected), text
        assert ask(trial, "look", text) == expected


COMPILED = """async damaged => {
  for (const name of await caches.keys()) {
    const kept = await caches.open(name);
    for (const { url } of await kept.keys()) {
      if (!url.endsWith("compiled-modules")) continue;
      const form = new FormData();
      for (const [path, file] of await (await kept.match(url)).formData())
        form.append(path, damaged ? file.slice(0, 40) : file);
      await kept.put(url, new Response(form));
      return [...form.values()].map(({ size }) => size);
    }
  }
  return [];
}"""


def test_modules_are_compiled_once_for_all_pages(
    trials: Path, chromium: Any, here: BrowserJudge
) -> None:
    """The next page has what an earlier one compiled. If that is damaged, it counts as none."""
    text = "variant: standard\nphase: Spring 1901 moves\nunits: {Austria: [A Vie]}\n"
    text += "orders: {Austria: [A Vie H]}\n"
    with served(trials, Strict) as address:
        context = chromium.new_context()
        page = context.new_page()
        page.set_default_timeout(240_000)
        sizes: list[list[int]] = []
        for damaged in (False, True, False):
            page.goto(f"{address}try/standard/")
            assert ask(page, "look", text) == here.look(text)
            until(page, f"({COMPILED})(false).then(sizes => sizes.length > 50)")
            sizes.append(page.evaluate(COMPILED, False))
            page.evaluate(COMPILED, damaged)
        assert min(sizes[0]) > 100
        assert sizes[0] == sizes[1] == sizes[2]
        context.close()


def test_every_module_that_is_imported_is_there() -> None:
    kept = (INTERPRETER / "modules.txt").read_text(encoding="utf-8").split()
    there = {name.partition("/")[0].removesuffix(".py") for name in kept} | WITHIN
    names = {name for text in python_files().values() for name in imported(text)}
    assert {name.partition(".")[0] for name in names} & sys.stdlib_module_names <= there


def test_the_engine_is_small(trials: Path) -> None:
    sent = [*(trials / "assets/engine").iterdir(), trials / "assets/judge-worker.js"]
    assert sum(p.stat().st_size for p in sent if p.suffix in (".js", ".pack")) < MOST
    assert len(fragment("variant: standard\n")) < 40


def test_a_reader_goes_from_a_phase_to_another_outcome_and_judges_its_link_by_keyboard_alone(
    page: Any, server: str
) -> None:
    page.set_default_timeout(240_000)
    page.goto(f"{server}games/sample/#1901-fall-movement")
    page.click("[data-try]")
    order = page.locator("[aria-label='Order for F ION of Italy']")
    order.wait_for()
    assert order.input_value() == "F ION C A Apu - Tun"
    assert "#1" in address(page)
    order.fill("F Ionian Sea - Aegan Sea")
    wrong = page.locator("li", has=order).locator(".wrong")
    wrong.filter(has_text="^").wait_for()
    assert "AEG" in wrong.inner_text()
    assert page.evaluate(SMALL) == []
    order.fill("f ion hold")
    page.locator("[data-power=Italy] ol", has_text="F ION H").wait_for()
    assert not wrong.inner_text()
    assert "F ION C A Apu" in page.locator("li", has=order).inner_text()
    page.locator("[data-power=Italy] .rescue").first.click()
    page.locator(".rescues", has_text="Had Italy's F ION convoyed A Apu to Tun").wait_for()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("[data-result]")
    page.locator("[data-say]", has_text="copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Italy: " in copied
    assert "F ION H" in copied
    assert address(page) in copied
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject() }")
    with page.expect_download() as coming:
        page.click("[data-picture]")
    with Image.open(coming.value.path()) as picture:
        assert picture.width == 1400
    link = address(page)
    page.goto("about:blank")
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto(link)
    order.wait_for()
    assert order.input_value() == "f ion hold"
    page.locator("[aria-label='Order for A Vie of Austria']").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("A Vie-B")
    page.locator(".choices button", has_text="A Vie - Boh").first.wait_for()
    while not page.evaluate("document.activeElement.textContent.startsWith('A Vie - Boh')"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("[data-power=Austria] ol", has_text="A Vie – Boh").wait_for()
    assert page.evaluate("document.activeElement.value") == "A Vie - Boh"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == (
        "Order for A Vie of Austria"
    )
    assert "orders failed" in page.locator("[role=status]").inner_text()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        until(page, f"document.body.dataset.mdColorScheme === '{SHEETS[scheme]}'")
        assert violations(page, ["wcag2a", "wcag2aa", "wcag22aa"]) == []
    page.click("[data-on]")
    page.locator("#phase", has_text="adjustments").wait_for()


def test_docstrings_are_left_out_and_lines_keep_their_numbers() -> None:
    text = (
        '"""A module."""\n\nNAME = 1\n\n\ndef f():\n    """Only this.\n\n    It is long.\n    """\n'
    )
    bare = without_docstrings(text)
    assert bare == "\n\nNAME = 1\n\n\ndef f():\n    pass\n\n\n\n"
    assert without_docstrings('NAME = """no docstring"""\n') == 'NAME = """no docstring"""\n'
