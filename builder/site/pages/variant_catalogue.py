"""The catalogue of variants: a card each, and lists by subject, players and code."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from builder.model.grouping import grouped
from builder.prose.english import spelled_out
from builder.prose.goals import goal_of
from builder.site.artifacts import Artifact, scripts
from builder.site.pages.boards import size
from builder.site.parts.variant_differences import changes
from builder.site.parts.worked_examples import FindSheet
from builder.site.templating import fill, filled_in
from builder.variant import Variant

UNKNOWN = "?"
ODD = {  # what the columns of ticks stand for: the points of a variant that differ
    "Board": {"Board", "New spaces", "Spaces that are gone", "New borders"},
    "Odd ways": {"Canals", "Direct passages over water", "Straits", "Crossings", "Seasons"},
    "Kinds": {"Kinds of units", "Units of nobody"},
    "Start": {"Start", "Calendar"},
    "Builds": {"Build anywhere", "Customary builds", "Places to build that are no centres"},
    "Goal": {"Victory", "No two way draw"},
}
CODE = re.compile(r"(?P<group>[a-z])(?P<kind>[a-z])(?P<number>\d+)(?:/(?P<players>\d+))?")
GROUPS = {"c": "Europe of 1901 with another map", "r": "the regular board"}
KINDS = {"cm": "with small changes", "cn": "with two powers more"}


def catalogue_text(variants: Sequence[Variant], sheet: FindSheet, png: bool) -> str:
    """The catalogue in which each number of games is still missing."""
    standard = next((v for v in variants if v.name == "standard"), None)
    ordered = sorted(variants, key=lambda v: v.about.title.casefold())
    cards = [_card(v, standard) for v in ordered]
    return fill(
        "variants.html",
        cards=cards,
        ways=ways(ordered),
        columns=ODD,
        decoded=decoded,
        sheet=sheet,
        size=size,
        png=png,
    )


def variant_list(text: str, variants: int, games: Mapping[str, int]) -> Artifact:
    """The catalogue of so many variants; `games` are counts by variant."""

    def linked(name: str) -> str:
        count = games.get(name, 0)
        return f'<a href="{name}/#games">{count}</a>' if count else "none yet"

    return Artifact(
        "variants/index.html",
        filled_in(text, here=linked, games=lambda name: str(games.get(name, 0))),
        title="Variants",
        kind="listed",
        head=scripts("tables"),
        description=f"The {spelled_out(variants, 'variant')} of the archive: by name, subject,"
        " number of players and code.",
    )


def _card(variant: Variant, standard: Variant | None) -> dict[str, Any]:
    """A variant with the `points` on which it differs from the standard game, `ticks` for the
    columns of these, and how `sure` its board is."""
    status = variant.about.status or variant.setting.board.status
    points = list(dict.fromkeys(change.point for change in changes(variant, standard)))
    return {
        "variant": variant,
        "goal": goal_of(variant),
        "points": points,
        "ticks": [not odd.isdisjoint(points) for odd in ODD.values()],
        "sure": re.split(r"[:.,;(]| -", status)[0].strip().lower() or "sourced",
    }


def decoded(code: str) -> str:
    """An ARDA code with the meaning of its group, number and players as far as we know it."""
    found = CODE.fullmatch(code)
    if found is None:
        return code
    said = " ".join(filter(None, (GROUPS.get(found["group"]), KINDS.get(code[:2]))))
    players = f", for {int(found['players'])} players" if found["players"] else ""
    where = f"number {int(found['number'])} of group {code[:2]}"
    return f"{code} ({f'{said}; ' if said else ''}{where}{players})"


def ways(variants: Sequence[Variant]) -> list[tuple[str, str, dict[Any, list[Variant]]]]:
    """The variants by subject, by number of players and by code; unknown values come last. Each
    way has a title and an anchor."""

    def by(key: Callable[[Variant], Any]) -> dict[Any, list[Variant]]:
        ordered = sorted(variants, key=lambda v: (key(v) == UNKNOWN, key(v)))
        return grouped((key(v), v) for v in ordered)

    return [
        ("By subject", "by-subject", by(lambda v: v.about.subject)),
        ("By number of players", "by-players", by(lambda v: v.about.players)),
        ("By ARDA code", "by-code", by(lambda v: v.about.code)),
    ]
