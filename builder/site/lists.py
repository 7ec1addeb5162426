"""The pages above the games: home, catalogue, variants, and what was checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from builder.model.board import Province
from builder.site.addresses import variant as variant_address
from builder.site.artifacts import SCRIPTED, Artifact
from builder.site.summary import Summary
from builder.site.templating import fill
from builder.variant import Variant

SITE = "Chancery"


def home(
    summaries: Sequence[Summary], variants: Sequence[Variant], pictures: bool, png: bool
) -> Artifact:
    """The front page: the newest season, a game to begin with, what is kept here."""
    played = [s for s in summaries if s.phases]
    newest = max(played, key=lambda s: (s.created, s.id), default=None)
    begin = max(played, key=_welcoming, default=None)
    return Artifact(
        "index.html",
        fill(
            "home.html",
            newest=newest,
            begin=begin,
            pictures=pictures,
            variants=variants,
            figures=figures(summaries, variants),
        ),
        title=SITE,
        kind="listed",
        description="An archive of Diplomacy games: every order kept, judged again, and drawn.",
        image=f"games/{newest.id}/{newest.newest[1]}/map.png" if newest and png else "",
    )


def _welcoming(summary: Summary) -> tuple[bool, bool, int]:
    """A game to begin with was won, agrees with its source, and is not too long."""
    return summary.kind == "won", not summary.differing, -abs(summary.phases - 40)


def figures(summaries: Iterable[Summary], variants: Sequence[Variant]) -> Mapping[str, Any]:
    """What the archive holds, and how much of it agrees with what was printed."""
    listed = list(summaries)
    years = sorted({s.created[:4] for s in listed if s.created[:4].isdigit()})
    return {
        "games": len(listed),
        "phases": sum(s.phases for s in listed),
        "variants": len(variants),
        "years": years,
        "agreed": sum(s.agreed for s in listed),
        "ruled": sum(s.ruled for s in listed),
        "differing": sum(s.differing for s in listed),
    }


def catalogue(summaries: Sequence[Summary]) -> Artifact:
    """Every game in one table that a script can sort and filter."""
    facets = {
        "variant": sorted({s.variant_title for s in summaries}),
        "result": sorted({s.kind for s in summaries}),
        "edition": sorted({s.edition for s in summaries}),
    }
    return Artifact(
        "games/index.html",
        fill("games.html", summaries=summaries, facets=facets),
        title="Games",
        kind="listed",
        description=f"The {len(summaries)} games of the archive.",
        head=SCRIPTED + '<script src="{root}assets/catalogue.js" defer></script>',
    )


def search(summaries: Sequence[Summary], variants: Sequence[Variant]) -> Artifact:
    """The search for orders and positions."""
    played = {s.variant for s in summaries}
    return Artifact(
        "search/index.html",
        fill("search.html", variants=[v for v in variants if v.name in played]),
        title="Find an order",
        kind="listed",
        description="Orders and positions of every game of the archive.",
        head=SCRIPTED + '<script src="{root}assets/search.js" defer></script>',
    )


def checked(summaries: Sequence[Summary], variants: Sequence[Variant]) -> Artifact:
    """How much was verified, and every game in which something differs or was ruled."""
    return Artifact(
        "checked/index.html",
        fill(
            "checked.html",
            figures=figures(summaries, variants),
            differing=[s for s in summaries if s.differing],
            ruled=[s for s in summaries if s.ruled and not s.differing],
            agreed=[s for s in summaries if s.compared and not s.differing and not s.ruled],
        ),
        title="What was checked",
        kind="listed",
        description="Every game was judged again and laid beside what its source prints.",
    )


def variant_list(variants: Sequence[Variant], summaries: Sequence[Summary]) -> Artifact:
    """The variants the archive knows."""
    games = {v.name: sum(s.variant == v.name for s in summaries) for v in variants}
    return Artifact(
        "variants/index.html",
        fill("variants.html", variants=variants, games=games),
        title="Variants",
        kind="listed",
        description="The boards and rules that games here were played by.",
    )


def variant_page(variant: Variant, summaries: Sequence[Summary], has_map: bool) -> Artifact:
    """A variant's rules, rulings, powers and spaces."""
    setting = variant.setting
    provinces = sorted(setting.board.provinces.values(), key=lambda p: (p.terrain, p.name))
    return Artifact(
        f"{variant_address(variant.name)}index.html",
        fill(
            "variant.html",
            variant=variant,
            about=variant.about,
            setting=setting,
            games=[s for s in summaries if s.variant == variant.name],
            has_map=has_map,
            opening=_opening(variant),
            terrains=[(t, list(group)) for t, group in groupby(provinces, key=_terrain)],
            free_rulings=_free_rulings(variant),
        ),
        title=variant.about.title,
        kind="listed",
        description=variant.about.summary,
        words=" ".join(p.name for p in provinces),
    )


def _terrain(province: Province) -> str:
    return {"land": "Inland", "coast": "On the coast", "sea": "Seas"}[province.terrain]


def _opening(variant: Variant) -> list[tuple[Any, list[str]]]:
    setting = variant.setting
    return [
        (nation, [str(unit) for unit in setting.start.units if unit.power == nation.name])
        for nation in setting.nations
    ]


def _free_rulings(variant: Variant) -> list[Any]:
    """The rulings that belong to no single rule of the text."""
    numbers = {number for number, _, _ in variant.about.rules}
    return [r for r in variant.about.rulings if r.rule not in numbers]
