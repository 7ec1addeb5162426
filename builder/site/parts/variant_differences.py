"""How a variant differs from the standard game, from its board, data and rules."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from builder.model.board import Board
from builder.model.grouping import grouped
from builder.model.setting import Setting
from builder.prose.english import in_words, listed, plural, verb
from builder.prose.goals import goal_of
from builder.rules.amendments import AMENDMENTS, amendment
from builder.rules.editions import edition
from builder.rules.standard import Standard
from builder.site.parts.borders import Border, joined, pairs
from builder.variant import Variant

CITED = re.compile(r"^(?P<says>.*?)\s*\((?P<source>[^()]*)\)\.?$", re.DOTALL)
CITED_RULE = re.compile(r"(?P<game>[^,;]+), (?:rules?|examples?) ")
CITED_RULING = re.compile(r"rulings? (?P<first>[A-Z0-9]+-[A-Z]*\d+)")
USUAL = "2023"
Points = Iterator[tuple[Any, ...]]  # what a VariantDifference holds; `says` may be parts of it
KNOWN = {path.rpartition(".")[2]: name for name, path in AMENDMENTS.items()}
KINDS = {"land": "inland", "coast": "a coast", "sea": "a sea"}


class VariantDifference(NamedTuple):
    """One difference: the point, what this variant has, its source, and the full list."""

    point: str
    says: str
    source: str = ""
    listed: Sequence[str] = ()


def changes(variant: Variant, standard: Variant | None) -> list[VariantDifference]:
    """Every difference from the standard game in the data and the amendments."""
    if standard is None:
        return []
    differences = []
    for point, says, *more in _points(variant, standard):
        text = says if isinstance(says, str) else "; ".join(sorted(says))
        if text:
            ended = text if isinstance(says, str) else f"{text[:1].upper()}{text[1:]}."
            differences.append(VariantDifference(point, ended, *more))
    return differences


def _points(variant: Variant, standard: Variant) -> Points:
    here = variant.setting
    there = standard.setting
    yield from _powers(here, there)
    yield from _spaces(here.board, there.board)
    yield from _borders(here.board, there.board)
    yield from _play(variant, standard)
    for name, says, source in cited_ideas(variant.amendments):
        yield name.replace("-", " ").capitalize(), says, own_citations(source, variant)


def _powers(here: Setting, there: Setting) -> Points:
    new = [n for n in here.powers if n not in there.powers]
    gone = [n for n in there.powers if n not in here.powers]
    few = len(gone) > len(here.powers)
    words = [listed(here.powers)] if few and not new else []
    words += [f"{listed(new)} {verb(len(new), 'play')}"] if new else []
    words += [f"without {listed(gone)}"] if gone else []
    if words:
        yield "Powers", f"{in_words(len(here.powers)).capitalize()} of them: {', '.join(words)}."
    others = [n.name for n in here.nations if not n.playable]
    yield "Units of nobody", others and f"{listed(others)} units stand on the board."
    owners = here.start.owners
    owned = [(p, owners.get(p.code)) for p in here.board.centres if owners.get(p.code) != p.home]
    if not any(p.home for p in here.board.centres):
        yield "Owned at the start", "Every power owns a centre and has no home."
    elif owned:
        by_owner = grouped((power or "nobody", p.name) for p, power in owned)
        says = "; ".join(f"{power} owns {listed(names)}" for power, names in by_owner.items())
        yield "Owned at the start", f"{says[0].upper()}{says[1:]}."
    mine = grouped((unit.power, str(unit)) for unit in here.start.units)
    theirs = grouped((unit.power, str(unit)) for unit in there.start.units)
    units = []
    for power in here.powers:
        own = sorted(mine.get(power, ()))
        if own != sorted(theirs.get(power, ())):
            units.append(f"{power}: {', '.join(own) or 'none, they are built first'}")
    if units:
        of = "every power" if len(units) == len(here.powers) else plural(len(units), "power")
        yield "Start", f"Other starting units for {of}.", "", units


def _spaces(here: Board, there: Board) -> Points:
    ours = here.provinces
    theirs = there.provinces
    new = [p.name for c, p in ours.items() if c not in theirs]
    gone = [p.name for c, p in theirs.items() if c not in ours]
    if len(gone) > len(theirs) // 2:
        yield "Board", f"A board of its own with {len(ours)} spaces."
        yield from _odd_spaces(here, there)
        return
    yield "New spaces", new and f"{listed(new)}."
    yield "Spaces that are gone", gone and f"{listed(gone)}."
    both = [(theirs[c], p) for c, p in ours.items() if c in theirs]
    yield "Names", [f"{old.name} is {p.name}" for old, p in both if old.name != p.name]
    words = [f"{p.name} becomes a centre" for old, p in both if p.centre and not old.centre]
    words += [f"{p.name} is none any more" for old, p in both if old.centre and not p.centre]
    for old, p in both:
        if p.centre and old.centre and p.home != old.home:
            words.append(f"{p.name} is a home of {p.home}" if p.home else f"{p.name} is free")
    added = sum(p.centre for c, p in ours.items() if c not in theirs)
    if added:
        words.append(f"{plural(added, 'centre')} in the new spaces")
    yield "Centres", words
    yield from _odd_spaces(here, there)
    coasts = ((p, theirs[c].coasts if c in theirs else ()) for c, p in ours.items())
    other = [f"{p.name}: {', '.join(p.coasts) or 'one'}" for p, old in coasts if p.coasts != old]
    yield "Coasts", other
    terrains = [f"{p.name} is {KINDS[p.terrain]}" for old, p in both if old.terrain != p.terrain]
    yield "Kinds of spaces", terrains
    yield "Closed land", set(here.impassable) - set(there.impassable)


def _odd_spaces(here: Board, there: Board) -> Points:
    """Special spaces: canals, places to build, convoys, passages."""
    mine = here.provinces.values()
    theirs = there.provinces.values()
    dug = {p.canal for p in theirs}
    yield "Canals", [f"{p.name} by the {p.canal}" for p in mine if p.canal and p.canal not in dug]
    shared = {p.code for p in theirs if p.builds and not p.centre}
    places = [p for p in mine if p.builds and not p.centre and p.code not in shared]
    yield "Places to build that are no centres", [f"{p.builds} builds in {p.name}" for p in places]
    yield "Seas without convoys", [p.name for p in mine if p.terrain == "sea" and not p.ferries]
    carriers = [p.name for p in mine if p.terrain != "sea" and p.ferries]
    yield "Provinces whose fleets convoy", carriers
    over = [f"{here.provinces[a].name} and {here.provinces[b].name}" for a, b in here.passages]
    yield "Direct passages over water", over


def _borders(here: Board, there: Board) -> Points:
    ours = pairs(here)
    theirs = pairs(there)
    spaces = here.provinces.keys() & there.provinces.keys()
    if len(spaces) < len(there.provinces) // 2:
        return

    def is_within_both(border: Border) -> bool:
        return all(end.partition("/")[0] in spaces for end in border[1:])

    new = joined(p for p in ours if p not in theirs)
    gone = joined(p for p in theirs if p not in ours and is_within_both(p))
    for point, changed in (("New borders", new), ("Borders that are gone", gone)):
        yield point, changed and f"{plural(len(changed), 'pair')} of places.", "", changed
    yield "Straits", joined(p for p, way in ours.items() if way.force == 0)
    yield "Ways of half strength", joined(p for p, way in ours.items() if way.force)
    yield "Crossings", joined(p for p, way in ours.items() if way.crosses and p not in theirs)
    shut = [p for p, way in ours.items() if way.seasons is not None]
    seasons: set[str] = set()
    for border in shut:
        seasons.update(ours[border].seasons or ())
    yield "Seasons", shut and f"Open in {listed(sorted(seasons))} only.", "", joined(shut)


def _play(variant: Variant, standard: Variant) -> Points:
    here = variant.setting
    there = standard.setting
    if (goal := goal_of(variant)) != goal_of(standard):
        yield "Victory", f"{goal[:1].upper()}{goal[1:]}."
    if here.calendar.start != there.calendar.start:
        yield "Calendar", f"Begins in {here.calendar.title(here.calendar.start)}."
    if here.calendar.cycle:
        yield "Years", f"Are named {listed(here.calendar.cycle)}, in turn."
    kinds = [f"{k.name} ({k.code})" for c, k in here.kinds.items() if c not in there.kinds]
    yield "Kinds of units", kinds
    if variant.edition != USUAL:
        yield "Booklet", f"Judged by that of {variant.edition}, if a game names no other."
    usual = edition(variant.edition)._asdict()
    own = [(name, v) for name, v in here.choices._asdict().items() if v != usual[name]]
    yield "House rules", [f"{name}: {value}".replace("_", " ") for name, value in own]


def own_citations(source: str, variant: Variant) -> str:
    """The parts of an amendment's citation that are about a variant: an amendment that several
    variants use cites the text and the rulings of each.

    `1900, rule 6; Loeb9, rule 4; ruling L9-S6` is `Loeb9, rule 4; ruling L9-S6` for Loeb9.
    """
    title_words = set(variant.about.title.split())
    rulings = {ruling.id for ruling in variant.about.rulings}
    parts = []
    for part in source.split("; "):
        rule = CITED_RULE.match(part)
        ruling = CITED_RULING.match(part)
        of_another_game = rule is not None and not title_words.issuperset(rule["game"].split())
        unknown_here = ruling is not None and ruling["first"] not in rulings
        if not of_another_game and not unknown_here:
            parts.append(part)
    return "; ".join(parts)


def cited_ideas(names: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """The docstring of each class of each amendment with its source, base classes first."""
    for name in names:
        for idea in reversed(amendment(name).mro()):
            if issubclass(idea, Standard) and idea is not Standard and idea.__doc__:
                words = " ".join(idea.__doc__.split())
                cited = CITED.match(words)
                says, source = cited.groups() if cited else (words, "")
                yield KNOWN.get(idea.__name__, name), says, source
