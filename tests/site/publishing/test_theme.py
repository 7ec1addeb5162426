"""The theme's style sheets lose what a site does not use, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from builder.site.publishing.theme import ASLEEP, BROUGHT_BY, in_use, lightened

SETTINGS = {"theme": {}, "extra": {}, "markdown_extensions": [], "plugins": {}}


@pytest.mark.parametrize(
    ("sheet", "named", "left"),
    [
        (".md-nav{a:b}.md-tooltip{c:d}", (), ".md-nav{a:b}"),
        (".tabbed-set{a:b}p{c:d}", (), "p{c:d}"),
        (".tabbed-set{a:b}p{c:d}", ("pymdownx.tabbed",), ".tabbed-set{a:b}p{c:d}"),
        ("p,.tabbed-set,q{a:b}", (), "p,q{a:b}"),
        (":is(p,.tabbed-set),q{a:b}", (), "q{a:b}"),
        ("@media print{.md-top{a:b}}p{c:d}", (), "p{c:d}"),
        ("@media print{.md-top{a:b}p{c:d}}", (), "@media print{p{c:d}}"),
        ('p{content:"}{";a:b}.md-top{c:d}', (), 'p{content:"}{";a:b}'),
        ('@charset "UTF-8";p{a:b}', (), "p{a:b}"),
        ("@keyframes k{0%{a:b}to{a:c}}", (), "@keyframes k{0%{a:b}to{a:c}}"),
        ("[data-md-color-primary=red]{a:b}", ("indigo",), ""),
        ("[data-md-color-primary=red]{a:b}", ("red",), "[data-md-color-primary=red]{a:b}"),
        (
            ':root{--x:url(data:x);--y:url("z");--s:1}p{a:var(--y)}',
            (),
            ':root{--y:url("z");--s:1}p{a:var(--y)}',
        ),
    ],
)
def test_what_is_not_in_use_is_left_out(sheet: str, named: tuple[str, ...], left: str) -> None:
    assert lightened(sheet, named) == left


def selectors(sheet: str) -> Counter[str]:
    """What a sheet dresses, as often as it does."""
    heads = re.findall(r"([^{};]+){[^{}]*}", sheet)
    return Counter(one.strip() for head in heads for one in re.split(r",(?![^(]*\))", head))


def test_a_site_that_uses_all_keeps_all_but_what_sleeps() -> None:
    material = pytest.importorskip("material", reason="the theme is not installed")
    folder = Path(material.__file__).parent / "templates/assets/stylesheets"
    for path in folder.glob("*.css"):
        text = path.read_text(encoding="utf-8")
        colours = re.findall(r"data-md-color-[a-z]+=([a-z-]+)", text)
        kept = lightened(text, {*BROUGHT_BY.values(), *colours})
        lost = selectors(text) - selectors(kept)
        assert [one for one in lost if not any(word in one for word in ASLEEP)] == []
        assert selectors(kept) <= selectors(text)


def test_settings_name_what_they_turn_on() -> None:
    assert in_use(SETTINGS) == {"default", "indigo"}
    palette = [{"scheme": "slate", "primary": "red"}, {"accent": "teal"}]
    theme = {"palette": palette, "features": ["navigation.path"], "language": "ar"}
    found = in_use({**SETTINGS, "theme": theme, "repo_url": "x", "extra": {"status": {"new": "y"}}})
    assert found >= {"slate", "red", "indigo", "default", "teal", "navigation.path", "repo_url"}
    assert found >= {"rtl", "status"}
