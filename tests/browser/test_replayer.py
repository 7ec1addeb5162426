"""The replay of a game: by key, by pointer, by address, without a script, from disk."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browsing import address, until
from PIL import Image, ImageColor

GAME = "games/sample/"


PARTS = (".md-header", "#phase")
TITLE = "document.querySelector('#phase').textContent"


def reach(page: Any, title: str) -> None:
    """Wait until the player shows a phase: its heading and its picture change together."""
    until(page, f"document.querySelector('#phase').textContent.startsWith('{title}')")


def test_keys_step_through_the_game(page: Any, server: str) -> None:
    page.goto(server + GAME)
    reach(page, "Spring 1901")
    page.keyboard.press("ArrowRight")
    reach(page, "Fall 1901")
    assert address(page).endswith("#1901-fall-movement")
    page.keyboard.press("End")
    reach(page, "The record ends here")
    assert address(page).endswith("#end")
    page.keyboard.press("ArrowLeft")
    reach(page, "Winter 1901")
    page.keyboard.press("Home")
    reach(page, "Spring 1901")


def settled(page: Any) -> Any:
    """The page when the phase that its heading names is drawn and listed. Right after a step that
    may still be the phase before: wait for the other one first (`reach`)."""
    until(
        page,
        """() => {
          const named = document.querySelector("#scrub").getAttribute("aria-valuetext");
          const said = document.querySelector("[data-say]").textContent;
          const waits = document.querySelector(".waiting") !== null;
          return !waits && said.startsWith(named.split(", phase")[0]);
        }""",
    )
    return page


ROVING = re.compile(r' (?:tabindex|role|aria-expanded)="[^"]*"')


def test_the_replay_draws_what_the_page_of_the_phase_shows(page: Any, server: str) -> None:
    page.goto(server + GAME + "1901-fall-movement/")
    pieces = [page.locator(f".board .{part}").inner_html() for part in ("tints", "lines")]
    rows = page.locator("[data-p=Turkey] ol").inner_html()
    assert "lay-paths" in pieces[1]
    page.goto(server + GAME)
    page.locator("[data-go=on]").click()
    reach(page, "Fall 1901")
    settled(page)
    shown = [page.locator(f".board .{part}").inner_html() for part in ("tints", "lines")]
    assert shown == pieces
    listed = page.locator(".pw[data-p=Turkey] ol").inner_html()
    assert ROVING.sub("", listed) == ROVING.sub("", rows)


def test_the_first_phase_comes_back_as_it_was(page: Any, server: str) -> None:
    page.goto(server + GAME)
    first = page.locator(".board .lines").inner_html()
    page.locator("[data-go=on]").click()
    reach(page, "Fall 1901")
    assert settled(page).locator(".board .lines").inner_html() != first
    page.locator("[data-go=back]").click()
    reach(page, "Spring 1901")
    assert settled(page).locator(".board .lines").inner_html() == first


def test_a_step_changes_map_orders_chart_and_words(page: Any, server: str) -> None:
    page.goto(server + GAME)
    before = page.locator(".board .lines").inner_html()
    page.locator("[data-go=on]").click()
    reach(page, "Fall 1901")
    assert settled(page).locator(".board .lines").inner_html() != before
    assert page.locator("#order-a-yor").count() == 1
    assert page.locator("#scrub").get_attribute("aria-valuetext") == (
        "Fall 1901, movement, phase 2 of 3"
    )
    said = page.locator("[data-say]").inner_text()
    assert said.startswith("Fall 1901, movement. 22 orders")
    assert "A Vie – Gal: stood off" in said


def test_the_next_failed_order_opens_and_lights_who_is_to_blame(page: Any, server: str) -> None:
    page.goto(server + GAME + "#1901-fall-movement")
    settled(page).locator("#player").focus()
    page.keyboard.press("f")
    row = page.locator("li:has(#order-a-ser)")
    assert row.get_attribute("class").split() == ["open", "lit"]
    assert row.locator(".why").is_visible()
    assert page.locator("#order-a-ser").get_attribute("aria-expanded") == "true"
    assert "blame" in page.locator("li:has(#order-a-con)").get_attribute("class")
    assert page.locator('.board .lit[data-o="Ser"]').count() > 0
    assert page.locator('.board .blame[data-o="Con"]').count() > 0


def test_the_list_of_orders_is_one_stop_of_the_tab_key(page: Any, server: str) -> None:
    page.goto(server + GAME)
    assert settled(page).locator(".orders [tabindex='0']").count() == 1
    page.locator("#player").focus()
    page.keyboard.press("j")
    first = page.evaluate("document.activeElement.id")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") != first


def test_one_power_is_followed(page: Any, server: str) -> None:
    """Its own orders, and those of others about its units and its land."""
    page.goto(server + GAME + "#1901-fall-movement")
    settled(page).locator("#player").focus()
    page.keyboard.press("3")
    assert page.locator(".pw.mine").count() == 1
    assert "France" in page.locator(".pw.mine h3").inner_text()
    assert (
        page.locator(".pw:visible:not(.mine) li:visible").count()
        == page.locator("li.about").count()
    )
    assert address(page).endswith("#1901-fall-movement/france")
    page.keyboard.press("0")
    assert page.locator(".pw:visible").count() == 7
    assert address(page).endswith("#1901-fall-movement")


def test_a_followed_power_is_an_address(page: Any, server: str) -> None:
    page.goto(server + GAME + "#1901-fall-movement/turkey")
    settled(page)
    assert "Turkey" in page.locator(".pw.mine h3").inner_text()
    assert page.locator("input[name=pw]:checked").get_attribute("value") == "Turkey"


def test_who_follows_a_power_stays_where_no_season_touches_it_any_more(
    page: Any, server: str
) -> None:
    page.goto(server + GAME + "#1901-fall-movement/austria")
    settled(page)
    page.keyboard.press("ArrowRight")
    assert page.locator("[data-headline]").inner_text() == "No later season touches Austria."
    assert page.locator("[data-say]").inner_text() == "No later season touches Austria."
    assert address(page).endswith("#1901-fall-movement/austria")
    page.keyboard.press("ArrowLeft")
    reach(page, "Spring 1901")
    assert address(page).endswith("#1901-spring-movement/austria")


def test_arrows_step_from_the_filter_of_powers(page: Any, server: str) -> None:
    page.goto(server + GAME)
    settled(page).locator("input[name=pw]").first.focus()
    page.keyboard.press("ArrowRight")
    until(page, "location.hash.length > 2")
    assert page.locator("input[name=pw]:checked").get_attribute("value") == ""
    assert not page.locator("#phase").inner_text().startswith("Spring 1901 Movement · 1 of")


@pytest.mark.parametrize("key", ["f", "s", "o", "2"])
def test_keys_work_on_a_fresh_page_and_open_no_search(page: Any, server: str, key: str) -> None:
    page.goto(server + GAME)
    settled(page)
    page.keyboard.press(key)
    shown = {"f": ".orders li.open", "o": ".replay.no-orders", "2": ".pw.mine"}
    page.locator(shown.get(key, ".replay")).first.wait_for()
    page.wait_for_timeout(100)
    assert not page.evaluate("!!document.activeElement.closest('.seek')")


@pytest.mark.parametrize("size", [(1300, 900), (1300, 600), (768, 1000), (390, 800)])
def test_the_first_step_hides_no_title(page: Any, server: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(reduced_motion="reduce")
    page.goto(server + GAME)
    settled(page)
    page.keyboard.press("ArrowRight")
    reach(page, "Fall 1901")
    header, title = (f"document.querySelector('{s}').getBoundingClientRect()" for s in PARTS)
    until(page, f"{title}.top >= {header}.bottom - 1")


def test_help_opens_and_closes(page: Any, server: str) -> None:
    page.goto(server + GAME)
    page.keyboard.press("?")
    assert page.locator(".help").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".help").is_visible()


def test_play_runs_to_the_end_and_stops(fresh_page: Any, server: str) -> None:
    page = fresh_page
    page.goto(server + GAME)
    page.clock.install()
    page.locator(".play").click()
    until(page, f"{TITLE}.startsWith('Fall 1901')", again=lambda: page.clock.run_for(500))
    until(page, f"{TITLE}.startsWith('Winter 1901')", again=lambda: page.clock.run_for(500))
    until(page, f"{TITLE}.startsWith('The record')", again=lambda: page.clock.run_for(500))
    assert page.locator(".play").get_attribute("aria-label") == "Play"
    assert page.locator("[data-headline]").inner_text() == "Unfinished."


def test_an_address_leads_to_its_phase(page: Any, server: str) -> None:
    page.goto(server + GAME + "#1901-winter-adjustments")
    reach(page, "Winter 1901")
    page.evaluate("location.hash = '#1901-spring-movement'")
    until(page, "document.querySelector('#phase').textContent.startsWith('Spring')")


def test_an_address_that_is_none_leads_to_the_first_phase(page: Any, server: str) -> None:
    page.goto(server + GAME + "#%")
    until(page, "document.querySelector('[data-say]').textContent !== ''")
    assert page.locator("#phase").inner_text().startswith("Spring 1901")


def test_the_link_of_a_phase_is_copied(page: Any, server: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(server + GAME + "#1901-fall-movement")
    page.locator("[popovertarget=quote]").click()
    page.locator("[data-copy=link]").click()
    until(page, "document.querySelector('[data-say]').textContent === 'Copied'")
    assert page.evaluate("navigator.clipboard.readText()") == (
        server + GAME + "#1901-fall-movement"
    )


def test_what_is_to_come_can_be_covered(page: Any, server: str) -> None:
    page.goto(server + GAME)
    page.locator(".ending-switch").click()
    assert not page.locator(".mast .spoiler").is_visible()
    later = page.locator(".cols a").nth(2)
    assert later.evaluate("e => getComputedStyle(e).backgroundColor") == page.locator(
        ".bar"
    ).evaluate("e => getComputedStyle(e).backgroundColor")
    page.goto(server + "games/")
    assert not page.locator("#games tbody td").nth(2).is_visible()
    page.locator(".ending-switch").click()
    assert page.locator("#games tbody td").nth(2).is_visible()


def test_without_a_script_the_page_is_a_finished_phase(scriptless: Any, server: str) -> None:
    page = scriptless
    page.goto(server + GAME)
    assert page.locator(".orders li").count() == 22
    assert page.locator(".js:visible").count() == 0
    assert page.locator(".orders .why").first.is_visible()
    page.locator("[data-go=on]").click()
    page.wait_for_url(server + GAME + "1901-fall-movement/")
    assert page.locator("h1").inner_text() == "Fall 1901"


def test_from_disk(page: Any, folder: Path) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.goto(f"file://{folder}/{GAME}index.html")
    page.keyboard.press("ArrowRight")
    reach(page, "Fall 1901")
    assert settled(page).locator(".board .counters use").count() > 0
    assert page.locator("#order-a-yor").count() == 1
    assert errors == []


def test_lists_sort_and_filter_by_their_address(page: Any, server: str) -> None:
    page.goto(server + "games/#q=sample")
    rows = "document.querySelectorAll('#games tbody tr').length"
    until(page, f"{rows} === 1")
    page.locator("#filters [name=q]").fill("nobody")
    until(page, f"{rows} === 0")
    assert address(page).endswith("#q=nobody")
    page.locator("#games thead button").first.click()
    assert "sort=name" in address(page)


def test_an_order_is_found_wherever_it_was_given(page: Any, server: str) -> None:
    page.goto(server)
    page.locator(".seek.wide input").fill("Austrian fleet Trieste - Albania in Spring 1901")
    page.keyboard.press("Enter")
    page.wait_for_selector("#found li a")
    assert page.locator("#found section p").first.inner_text() == "1 time in 1 game; 0 failed."
    page.locator("#found li a").first.click()
    page.wait_for_url("**/games/sample/1901-spring-movement/#order-f-tri")
    assert page.locator("#order-f-tri").is_visible()
    page.goto(server + "search/?find=A+Vie-Gal")
    page.wait_for_selector("#found li a")
    assert page.locator("#found section").first.locator("li").count() == 2
    page.goto(server + "search/?find=A+Vie-Gal+stood+off")
    until(page, "document.querySelectorAll('#found section:first-of-type li').length === 2")
    page.goto(server + "search/?find=Ukrane+Sistem")
    until(
        page,
        "document.querySelector('#found').innerText.includes('The nearest is “ukraine system”')",
    )


def test_on_paper_there_are_no_controls_and_every_reason_is_open(page: Any, server: str) -> None:
    page.goto(server + GAME)
    page.emulate_media(media="print")
    for hidden in (".bar", ".tools", ".powers", ".keys", ".md-header"):
        assert not page.locator(hidden).first.is_visible(), hidden
    assert page.locator(".orders li").count() == 22
    page.goto(server + GAME + "1901-fall-movement/")
    assert page.locator(".zp").first.is_visible()
    assert not page.locator(".runhead").first.is_visible()


def test_in_a_frame_only_the_player_is_seen(page: Any, server: str) -> None:
    page.goto(server)
    page.evaluate(
        "url => { document.body.innerHTML = `<iframe src='${url}' width=900></iframe>` }",
        server + GAME + "#1901-fall-movement",
    )
    frame = page.frame_locator("iframe")
    frame.locator("#phase", has_text="Fall 1901").wait_for()
    assert not frame.locator(".mast").is_visible()


def test_in_a_frame_a_phase_may_show_its_map_alone(page: Any, server: str) -> None:
    page.goto(server + GAME + "1901-fall-movement/#embed")
    assert page.locator(".board").is_visible()
    for hidden in (".md-header", ".runhead", ".title", ".col-a", ".compare"):
        assert not page.locator(hidden).first.is_visible(), hidden


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_the_picture_of_any_phase_can_be_saved(
    page: Any, server: str, folder: Path, scheme: str
) -> None:
    page.goto((server if scheme == "http" else f"file://{folder}/") + GAME + "index.html")
    page.locator("[data-go=on]").click()
    reach(page, "Fall 1901")
    settled(page).evaluate("() => { navigator.clipboard.write = () => Promise.reject() }")
    page.locator("[popovertarget=quote]").click()
    with page.expect_download() as coming:
        page.locator("[data-copy=picture]").click()
    assert coming.value.suggested_filename == "1901-fall-movement.png"
    picture = Image.open(coming.value.path())
    assert picture.width == 1400
    colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20) or []}
    tints = page.eval_on_selector_all(".tints g", "all => all.map(g => g.getAttribute('fill'))")
    assert tints
    assert {ImageColor.getrgb(tint) for tint in ["#dbe6e8", *tints]} <= colours, "sea and tints"


def test_a_strip_of_small_maps_shows_the_seasons_of_a_power(page: Any, server: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(server + GAME)
    strip = page.get_by_role("button", name="Strip of small maps")
    assert strip.is_hidden()
    page.get_by_role("radio", name="Italy").check()
    strip.press("Enter")
    shown = page.locator(".strip figure")
    shown.first.wait_for()
    data = page.evaluate("JSON.parse(document.getElementById('game-data').textContent)")
    at = data["powers"].index("Italy")
    assert shown.count() == sum(bool(phase["c"][at]) for phase in data["phases"])
    assert shown.first.get_by_role("img").get_attribute("class").startswith("board")
    assert "Italy in Sample & Co" in page.locator(".strip h2").inner_text()
    ids = "[...document.querySelectorAll('[id]')].map(e => e.id)"
    found = page.evaluate(ids)
    assert len(found) == len(set(found))


def test_the_years_of_a_game_stand_on_one_page_without_a_script(
    scriptless: Any, server: str
) -> None:
    page = scriptless
    page.goto(server + GAME + "years/")
    maps = page.locator(".years-sheet").get_by_role("img")
    assert maps.count() == page.locator(".years-sheet figure").count() == 1
    assert page.locator(".years-sheet figcaption").inner_text().startswith("1901")
    assert page.locator(".years-sheet .counters use").first.bounding_box()["width"] > 4
    page.locator(".years-sheet a").click()
    assert address(page).endswith("games/sample/#1901-winter-adjustments")


def test_the_map_fills_the_screen_and_lets_it_go_by_keys(page: Any, server: str) -> None:
    page.goto(server + GAME)
    page.get_by_role("button", name="Fill the screen").press("Enter")
    until(page, "document.querySelector('.map-room').matches('.filled')")
    box = "document.querySelector('.map-room').getBoundingClientRect()"
    until(page, f"Math.round({box}.width) === 1440 && Math.round({box}.height) === 900")
    assert page.evaluate("document.activeElement.matches('[data-zoom]')")
    page.keyboard.press("ArrowRight")
    reach(page, "Fall 1901")
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('.map-room').matches('.filled')")
