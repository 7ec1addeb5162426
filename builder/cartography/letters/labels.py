"""The names on the map: each letter is defined once and then used."""

from __future__ import annotations

from collections.abc import Iterator

from builder.cartography import sheet_words
from builder.cartography.geography import graticule
from builder.cartography.geography.board_geometry import BoardGeometry
from builder.cartography.letters import names
from builder.cartography.letters.names import Name, Style, letter_id

INKS = {names.LAND: "#33302a", names.SEA: "#44616e", names.COAST: "#44616e"}
PALE = "#8a8474"
HALO, WATER = "#fbf8f0", "#dbe6e8"


def cut(ground: BoardGeometry) -> str:
    """The letters used, each as one path with an id, and the names that stand on a halo."""
    letters = {
        (name.style.face, letter): f'<path id="{letter_id(name.style.face, letter)}" d="{d}"/>'
        for lines in [*ground.labels.values(), sheet_words.everything(ground)]
        for name in lines
        for _, letter in name.letters()
        if (d := name.case.glyphs[letter].path())
    }
    halves = "".join(
        f'<g id="{half}">{"".join(map(setting, _named(ground, style)))}</g>'
        for half, style in (("names", names.LAND), ("waters", names.SEA))
    )
    words = {n.text: n for n in graticule.figures(ground.projection)}
    figures = "".join(
        f'<g id="{_figure(text)}">{_letters(n)}</g>' for text, n in sorted(words.items())
    )
    cut_letters = "".join(letters[key] for key in sorted(letters))
    return f"{cut_letters}{figures}{halves}"


def labels(ground: BoardGeometry) -> str:
    """The names: those on land and at sea over a halo of their ground, the marks of coasts bare."""
    marks = "".join(map(setting, _named(ground, names.COAST)))
    pale = "".join(
        setting(n)
        for code, lines in ground.labels.items()
        if (site := ground.plan.sites.get(code)) and site.impassable
        for n in lines
    )
    return (
        f'<g id="labels">{_haloed("waters", WATER, INKS[names.SEA])}'
        f'<g fill="{INKS[names.COAST]}">{marks}</g>'
        f'{_haloed("names", HALO, INKS[names.LAND])}<g fill="{PALE}">{pale}</g></g>'
    )


def _haloed(half: str, halo: str, ink: str) -> str:
    return (
        f'<use xlink:href="#{half}" fill="none" stroke="{halo}" stroke-width="60" '
        f'stroke-linejoin="round" stroke-opacity=".6"/><use xlink:href="#{half}" fill="{ink}"/>'
    )


def _named(ground: BoardGeometry, style: Style) -> Iterator[Name]:
    for code, lines in ground.labels.items():
        site = ground.plan.sites.get(code)
        if lines[0].style == style and not (site and site.impassable):
            yield from lines


def setting(name: Name) -> str:
    """A line set with the letters cut before."""
    return f'<g transform="{_place(name)}">{_letters(name)}</g>'


def figures(ground: BoardGeometry) -> str:
    """The degrees in the margin, each set as a word cut before."""
    return "".join(
        f'<use xlink:href="#{_figure(name.text)}" transform="{_place(name)}"/>'
        for name in graticule.figures(ground.projection)
    )


def _figure(text: str) -> str:
    return f"deg{text.rstrip('°')}"


def _place(name: Name) -> str:
    scale = f"{name.size / name.case.em:.4f}".rstrip("0").removeprefix("0")
    turn = f" rotate({name.turn:g} {name.pivot[0]:.1f} {name.pivot[1]:.1f})" if name.turn else ""
    return f"{turn} translate({name.x:.1f} {name.y:.1f}) scale({scale})".strip()


def _letters(name: Name) -> str:
    return "".join(
        f'<use xlink:href="#{letter_id(name.style.face, letter)}" x="{pen}"/>'
        for pen, letter in name.letters()
        if name.case.glyphs[letter].contours
    )
