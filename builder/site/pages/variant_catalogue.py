"""The catalogue of variants: a card each, and lists by subject, players and code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.prose.english import plural, spelled_out
from builder.prose.goals import goal_of
from builder.site.artifacts import Artifact, scripts
from builder.site.pages.boards import forms, size
from builder.site.parts.variant_differences import changes
from builder.site.parts.worked_examples import FindSheet
from builder.site.templating import fill
from builder.variant import Variant

UNKNOWN = "?"
NUMBER = re.compile("<(games|here) ([^>]+)>")  # of games of a variant, alone and with its link


class CatalogueCard(NamedTuple):
    """One variant in the catalogue; `?` stands for what no source says.

    `ticks` say in which columns of the comparison it differs from the standard game, `sure` how
    sure its board is.
    """

    variant: Variant
    goal: str
    facts: tuple[tuple[str, str], ...]
    points: tuple[str, ...]
    ticks: tuple[bool, ...]
    sure: str
    forms: tuple[str, ...]
    size: Markup


class CatalogueOrder(NamedTuple):
    """One way to sort the variants: its title, its anchor, and the variants by heading."""

    title: str
    anchor: str
    groups: tuple[tuple[str, tuple[Variant, ...]], ...]


def catalogue_text(variants: Sequence[Variant], sheet: FindSheet, png: bool) -> str:
    """The catalogue in which each number of games is still missing."""
    standard = next((v for v in variants if v.name == "standard"), None)
    ordered = sorted(variants, key=lambda v: v.about.title.casefold())
    cards = [_card(v, standard, sheet(v), png) for v in ordered]
    return fill("variants.html", cards=cards, ways=ways(ordered), columns=list(ODD))


def variant_list(text: str, variants: int, games: Mapping[str, int]) -> Artifact:
    """The catalogue of so many variants; `games` are counts by variant."""

    def number(found: re.Match[str]) -> str:
        count = games.get(found[2], 0)
        if found[1] == "games":
            return str(count)
        return f'<a href="{found[2]}/#games">{count}</a>' if count else "none yet"

    return Artifact(
        "variants/index.html",
        NUMBER.sub(number, text),
        title="Variants",
        kind="listed",
        head=scripts("tables"),
        description=f"The {spelled_out(variants, 'variant')} of the archive: by name, subject,"
        " number of players and code.",
    )


ODD = {  # what the columns of ticks stand for: the points of a variant that differ
    "Board": {"Board", "New spaces", "Spaces that are gone", "New borders"},
    "Odd ways": {"Canals", "Direct passages over water", "Straits", "Crossings", "Seasons"},
    "Kinds": {"Kinds of units", "Units of nobody"},
    "Start": {"Start", "Calendar"},
    "Builds": {"Build anywhere", "Customary builds", "Places to build that are no centres"},
    "Goal": {"Victory", "No two way draw"},
}


def _card(
    variant: Variant, standard: Variant | None, sheet: BoardSheet | None, png: bool
) -> CatalogueCard:
    about, setting = variant.about, variant.setting
    goal, status = goal_of(variant), about.status or setting.board.status
    free = sum(c not in setting.start.owners for c in setting.centres)
    facts = (
        ("Designer", about.by),
        ("Year", about.year),
        ("Version", about.version),
        ("ARDA code", decoded(about.code)),
        ("Subject", about.subject),
        ("Players", str(about.players)),
        ("Centres", f"{len(setting.centres)}, {free} of them free at the start"),
        ("Victory", goal),
        ("Source", about.source or UNKNOWN),
    )
    points: list[str] = []
    if standard is not None and variant.name != standard.name:
        points = list(dict.fromkeys(c.point for c in changes(variant, standard)))
    ticks = tuple(not odd.isdisjoint(points) for odd in ODD.values())
    sure = re.split(r"[:.,;(]| -", status)[0].strip().lower() or "sourced"
    had = forms(png) if sheet else ()
    return CatalogueCard(variant, goal, facts, tuple(points), ticks, sure, had, size(sheet))


CODE = re.compile(r"(?P<group>[a-z])(?P<kind>[a-z])(?P<number>\d+)(?:/(?P<players>\d+))?")
GROUPS = {"c": "Europe of 1901 with another map", "r": "the regular board"}
KINDS = {"cm": "with small changes", "cn": "with two powers more"}


def decoded(code: str) -> str:
    """An ARDA code with the meaning of its group, number and players as far as we know it."""
    found = CODE.fullmatch(code)
    if found is None:
        return code
    said = " ".join(filter(None, (GROUPS.get(found["group"]), KINDS.get(code[:2]))))
    players = f", for {int(found['players'])} players" if found["players"] else ""
    where = f"number {int(found['number'])} of group {code[:2]}"
    return f"{code} ({f'{said}; ' if said else ''}{where}{players})"


def ways(variants: Sequence[Variant]) -> list[CatalogueOrder]:
    """The variants by subject, by number of players and by code; unknown values come last."""
    keys: tuple[tuple[str, str, Callable[[Variant], str]], ...] = (
        ("By subject", "by-subject", lambda v: v.about.subject),
        ("By number of players", "by-players", lambda v: f"{v.about.players:>3}"),
        ("By ARDA code", "by-code", lambda v: v.about.code),
    )
    return [CatalogueOrder(title, anchor, _grouped(variants, key)) for title, anchor, key in keys]


def _grouped(
    variants: Sequence[Variant], key: Callable[[Variant], str]
) -> tuple[tuple[str, tuple[Variant, ...]], ...]:
    ordered = sorted(variants, key=lambda v: (key(v) == UNKNOWN, key(v)))
    return tuple((_heading(name), tuple(same)) for name, same in groupby(ordered, key=key))


def _heading(name: str) -> str:
    if name.strip().isdigit():
        return plural(int(name), "player")
    return "? (no source gives it)" if name == UNKNOWN else name
