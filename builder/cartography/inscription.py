"""The names on the map: every letter cut once, then set wherever it is wanted."""

from __future__ import annotations

from collections.abc import Iterable

from builder.cartography import names, wording
from builder.cartography.ground import Ground
from builder.cartography.names import Name

INKS = {names.LAND: "#33302a", names.SEA: "#44616e", names.COAST: "#44616e"}
PALE = "#8a8474"
HALO = "#fbf8f0"


def cut(ground: Ground) -> str:
    """The letters used, each as one path with an id, and the two halves of the names."""
    letters = {
        (name.style.face, letter): f'<path id="{_id(name, letter)}" d="{d}"/>'
        for lines in [*ground.labels.values(), wording.everything(ground)]
        for name in lines
        for _, letter in name.letters()
        if (d := name.case.glyphs[letter].path())
    }
    land = [setting(n) for names_ in _split(ground, land=True) for n in names_]
    return "".join(letters[key] for key in sorted(letters)) + f'<g id="names">{"".join(land)}</g>'


def labels(ground: Ground) -> str:
    """The names: those on land over a pale halo, those at sea without."""
    sea = "".join(setting(n) for lines in _split(ground, land=False) for n in lines)
    pale = "".join(
        setting(n)
        for code, lines in ground.labels.items()
        if (site := ground.plan.sites.get(code)) and site.impassable
        for n in lines
    )
    return (
        f'<g id="labels"><g fill="{INKS[names.SEA]}">{sea}</g>'
        f'<use xlink:href="#names" fill="none" stroke="{HALO}" stroke-width="60" '
        f'stroke-linejoin="round" stroke-opacity=".6"/>'
        f'<use xlink:href="#names" fill="{INKS[names.LAND]}"/>'
        f'<g fill="{PALE}">{pale}</g></g>'
    )


def _split(ground: Ground, *, land: bool) -> Iterable[list[Name]]:
    for code, lines in ground.labels.items():
        site = ground.plan.sites.get(code)
        if (lines[0].style == names.LAND) == land and not (site and site.impassable):
            yield lines


def setting(name: Name) -> str:
    """A line set with the letters cut before."""
    scale = f"{name.size / name.case.em:.4f}".rstrip("0").removeprefix("0")
    turn = f" rotate({name.turn:g} {name.pivot[0]:.1f} {name.pivot[1]:.1f})" if name.turn else ""
    place = f"{turn} translate({name.x:.1f} {name.y:.1f}) scale({scale})".strip()
    letters = "".join(
        f'<use xlink:href="#{_id(name, letter)}" x="{pen}"/>'
        for pen, letter in name.letters()
        if name.case.glyphs[letter].contours
    )
    return f'<g transform="{place}">{letters}</g>'


def _id(name: Name, letter: str) -> str:
    return f"{name.style.face[0]}{ord(letter):x}"
