"""How a variant differs from the standard game, from its board, data and rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from builder.model.board import Board
from builder.model.setting import Setting
from builder.prose.english import in_words, listed, plural
from builder.prose.goals import goal_of
from builder.rules.amendments import AMENDMENTS, amendment
from builder.rules.editions import edition
from builder.rules.standard import Standard
from builder.site.parts.border_table import joined, pairs
from builder.variant import Variant

CITED = re.compile(r"^(?P<says>.*?)\s*\((?P<source>[^()]*)\)\.?$", re.DOTALL)
USUAL = "2023"
Points = Iterator[tuple[Any, ...]]  # what a VariantDifference holds
KNOWN = {path.rpartition(".")[2]: name for name, path in AMENDMENTS.items()}
KINDS = {"land": "inland", "coast": "a coast", "sea": "a sea"}


@dataclass(frozen=True, slots=True)
class VariantDifference:
    """One difference: the point, what this variant has, its source, and the full list."""

    point: str
    says: str
    source: str = ""
    listed: tuple[str, ...] = ()


def changes(variant: Variant, standard: Variant) -> list[VariantDifference]:
    """Every difference from the standard game in the data and the amendments."""
    here, there = variant.setting, standard.setting
    found = [
        *_powers(here, there),
        *_spaces(here.board, there.board),
        *_borders(here.board, there.board),
        *_play(variant, standard),
        *_amendments(variant.amendments),
    ]
    return [change for point in found if (change := VariantDifference(*point)).says]


def _powers(here: Setting, there: Setting) -> Points:
    new = [n for n in here.powers if n not in there.powers]
    gone = [n for n in there.powers if n not in here.powers]
    if new or gone:
        words = [f"{listed(new)} {'play' if len(new) > 1 else 'plays'}"] if new else []
        words += [f"without {listed(gone)}"] if gone else []
        yield "Powers", f"{in_words(len(here.powers)).capitalize()} of them: {', '.join(words)}."
    others = [n.name for n in here.nations if not n.playable]
    if others:
        yield "Units of nobody", f"{listed(others)} units stand on the board."
    owners = here.start.owners
    centres = [p for p in here.board.provinces.values() if p.centre]
    owned = [(p, owners.get(p.code)) for p in centres if owners.get(p.code) != p.home]
    if not any(p.home for p in centres):
        yield "Owned at the start", "Every power owns a centre and has no home."
    elif owned:
        said = listed([f"{power or 'nobody'} owns {p.name}" for p, power in owned])
        yield "Owned at the start", f"{said[0].upper()}{said[1:]}."
    units = tuple(
        f"{power}: {', '.join(_units(here, power)) or 'none, they are built first'}"
        for power in here.powers
        if _units(here, power) != _units(there, power)
    )
    if units:
        of = "every power" if len(units) == len(here.powers) else plural(len(units), "power")
        yield "Start", f"Other starting units for {of}.", "", units


def _units(setting: Setting, power: str) -> list[str]:
    return sorted(str(u) for u in setting.start.units if u.power == power)


def _spaces(here: Board, there: Board) -> Points:
    ours, theirs = here.provinces, there.provinces
    new = [p.name for c, p in ours.items() if c not in theirs]
    gone = [p.name for c, p in theirs.items() if c not in ours]
    if len(gone) > len(theirs) // 2:
        yield "Board", f"A board of its own with {len(ours)} spaces."
        yield from _odd_spaces(here, there)
        return
    if new:
        yield "New spaces", listed(new) + "."
    if gone:
        yield "Spaces that are gone", listed(gone) + "."
    both = [(theirs[c], p) for c, p in ours.items() if c in theirs]
    renamed = [f"{old.name} is {p.name}" for old, p in both if old.name != p.name]
    yield "Names", _sentence(renamed)
    words = [f"{p.name} becomes a centre" for old, p in both if p.centre and not old.centre]
    words += [f"{p.name} is none any more" for old, p in both if old.centre and not p.centre]
    words += [
        f"{p.name} is a home of {p.home}" if p.home else f"{p.name} is free"
        for old, p in both
        if p.centre and old.centre and p.home != old.home
    ]
    added = sum(p.centre for c, p in ours.items() if c not in theirs)
    words += [f"{plural(added, 'centre')} in the new spaces"] if added else []
    yield "Centres", _sentence(words)
    yield from _odd_spaces(here, there)
    coasts = [
        f"{p.name}: {', '.join(p.coasts) or 'one'}"
        for c, p in ours.items()
        if p.coasts != (theirs[c].coasts if c in theirs else ())
    ]
    yield "Coasts", _sentence(coasts)
    terrains = [f"{p.name} is {KINDS[p.terrain]}" for old, p in both if old.terrain != p.terrain]
    yield "Kinds of spaces", _sentence(terrains)
    yield "Closed land", _sentence(set(here.impassable) - set(there.impassable))


def _odd_spaces(here: Board, there: Board) -> Points:
    """Special spaces: canals, places to build, convoys, passages."""
    known, mine = {p.canal for p in there.provinces.values()}, here.provinces.values()
    canals = [f"{p.name} by the {p.canal}" for p in mine if p.canal and p.canal not in known]
    yield "Canals", _sentence(canals)
    shared = {p.code for p in there.provinces.values() if p.builds and not p.centre}
    places = [p for p in mine if p.builds and not p.centre and p.code not in shared]
    builds = [f"{p.builds} builds in {p.name}" for p in places]
    yield "Places to build that are no centres", _sentence(builds)
    idle = [p.name for p in mine if p.terrain == "sea" and not p.ferries]
    yield "Seas without convoys", _sentence(idle)
    carriers = [p.name for p in mine if p.terrain != "sea" and p.ferries]
    yield "Provinces whose fleets convoy", _sentence(carriers)
    over = [f"{here.provinces[a].name} and {here.provinces[b].name}" for a, b in here.passages]
    yield "Direct passages over water", _sentence(over)


def _borders(here: Board, there: Board) -> Points:
    ours, theirs = pairs(here), pairs(there)
    spaces = here.provinces.keys() & there.provinces.keys()
    if len(spaces) < len(there.provinces) // 2:
        return
    new = joined([p for p in ours if p not in theirs])
    gone = joined([p for p in theirs if p not in ours and _within(p, spaces)])
    for point, changed in (("New borders", new), ("Borders that are gone", gone)):
        if changed:
            says = f"{plural(len(changed), 'pair')} of places."
            yield point, says, "", tuple(changed)
    straits = [p for p, way in ours.items() if way.force == 0]
    yield "Straits", _sentence(joined(straits))
    weak = [p for p, way in ours.items() if way.force]
    yield "Ways of half strength", _sentence(joined(weak))
    crossings = [p for p, way in ours.items() if way.crosses and p not in theirs]
    yield "Crossings", _sentence(joined(crossings))
    shut = [p for p, way in ours.items() if way.seasons is not None]
    seasons = {s for p in shut for s in ours[p].seasons or ()}
    if shut:
        yield "Seasons", f"Open in {listed(sorted(seasons))} only.", "", tuple(joined(shut))


def _within(pair: tuple[str, str, str], spaces: Iterable[str]) -> bool:
    """Are both ends of a pair among these spaces?"""
    return all(end.partition("/")[0] in spaces for end in pair[1:])


def _play(variant: Variant, standard: Variant) -> Points:
    here, there = variant.setting, standard.setting
    if (goal := goal_of(variant)) != goal_of(standard):
        yield "Victory", f"{goal[:1].upper()}{goal[1:]}."
    if here.calendar.start != there.calendar.start:
        yield "Calendar", f"Begins in {here.calendar.title(here.calendar.start)}."
    if here.calendar.cycle:
        yield "Years", f"Are named {listed(here.calendar.cycle)}, in turn."
    kinds = [f"{k.name} ({k.code})" for c, k in here.kinds.items() if c not in there.kinds]
    yield "Kinds of units", _sentence(kinds)
    if variant.edition != USUAL:
        yield "Booklet", f"Judged by that of {variant.edition}, if a game names no other."
    base = edition(variant.edition)
    found = list(here.choices._asdict().items())
    own = [(name, value) for name, value in found if value != getattr(base, name)]
    yield "House rules", _sentence(f"{_spoken(n)}: {_spoken(v)}" for n, v in own)


def _amendments(names: Iterable[str]) -> Points:
    for name, says, source in cited_ideas(names):
        yield name.replace("-", " ").capitalize(), says, source


def cited_ideas(names: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """The docstring of each class of each amendment with its source, base classes first."""
    for name in names:
        for idea in reversed(amendment(name).__mro__):
            if issubclass(idea, Standard) and idea is not Standard and idea.__doc__:
                words = " ".join(idea.__doc__.split())
                found = CITED.match(words)
                yield (
                    KNOWN.get(idea.__name__, name),
                    *((found["says"], found["source"]) if found else (words, "")),
                )


def _spoken(value: object) -> str:
    return str(value).replace("_", " ")


def _sentence(parts: Iterable[str]) -> str:
    text = "; ".join(sorted(parts))
    return f"{text[:1].upper()}{text[1:]}." if text else ""
