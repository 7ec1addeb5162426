"""A variant: a setting, its rulebook, and its description."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from builder.model.board import Board, Way, province_names
from builder.model.names import Names
from builder.model.setting import Choices, Setting
from builder.model.units import FLEET, Code, Location, Position, Unit
from builder.rules.amendments import compose
from builder.rules.editions import amend, edition
from builder.rules.standard import Standard


class VariantRuling(NamedTuple):
    """Our decision where a rule text is silent; printed with its id on the variant's page."""

    id: str
    question: str
    ruling: str
    why: str = ""
    rule: str = ""


class VariantCard(NamedTuple):
    """The description of a variant; `?` stands for what no source says.

    `origin` is what the rule text says about its aims, makers and versions. `rules` have a number,
    a title and a text each. `insets` are parts of the map to be enlarged: the rule's number, the
    codes shown, the rule in a sentence.
    """

    title: str
    code: str = "?"
    by: str = "?"
    year: str = "?"
    version: str = "?"
    subject: str = "?"
    players: int = 7
    source: str = ""
    status: str = ""
    summary: str = ""
    origin: str = ""
    rules: tuple[tuple[str, str, str], ...] = ()
    insets: tuple[tuple[str, str, str], ...] = ()
    rulings: tuple[VariantRuling, ...] = ()
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Variant:
    """A variant: its description, its setting and its rules.

    `name` is its id and folder; `edition` the edition that it is based on, `amendments` what
    changes the rulebook, and `house` its own choices on points where editions differ, whichever
    edition is played. `drawing` names the board that is drawn, if it is not its own. `other_units`
    are the units at the start under the option of that name.

    >>> from builder import open_variant
    >>> standard = open_variant("standard")
    >>> standard.about.players, standard.under("1971").edition
    (7, '1971')
    """

    name: str
    about: VariantCard
    setting: Setting
    edition: str = "2023"
    amendments: tuple[str, ...] = ()
    drawing: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)
    house: Mapping[str, str] = field(default_factory=dict)
    other_units: tuple[Unit, ...] = ()
    opened: dict[tuple[str, Choices], Variant] = field(default_factory=dict, init=False)

    @cached_property
    def rulebook(self) -> type[Standard]:
        """The standard rulebook under the variant's amendments; raises UnknownWordError."""
        return compose(self.amendments)

    def under(self, name: str | None, house: Mapping[str, str] | None = None) -> Variant:
        """The variant under another edition and with single choices overridden.
        Raises UnknownWordError for an edition or a choice that does not exist."""
        choices = self.setting.choices if name is None else amend(edition(name), self.house)
        if house:
            choices = amend(choices, house)
        if choices == self.setting.choices:
            return self
        key = (name or self.edition, choices)
        if key not in self.opened:
            setting = replace(self.setting, choices=choices)
            self.opened[key] = replace(self, edition=key[0], setting=setting)
        return self.opened[key]

    def playing(self, options: Mapping[str, str], game: str = "") -> Variant:
        """The variant with a game's own options; `game` is its id, by which its lots are drawn.
        The option `extra_centres` names spare spaces of the board that become centres; a majority
        of all centres then wins (Classix, rule 4). With `other_units` the variant's other units are
        on the board at the start. Raises UnknownWordError."""
        if not self.setting.options and not options:
            return self
        names = Names("option", [(key, key) for key in self.setting.options])
        chosen = {names.find(key): value for key, value in options.items()}
        options = {**self.setting.options, **chosen}
        setting = replace(self.setting, options=options, game=game, prepared={})
        _ = setting.lots_drawn  # reports mistakes in them now
        more = [w for w in re.split(r"[\s,\[\]]+", chosen.get("extra_centres", "")) if w]
        if more:
            setting = replace(setting, board=widened(setting.board, more))
            setting = replace(setting, victory=len(setting.centres) // 2 + 1)
        if setting.chosen("other_units"):
            setting = replace(setting, start=setting.start._replace(units=self.other_units))
        return replace(self, setting=setting) if chosen or game else self

    def open(self, position: Position) -> Standard:
        """The rulebook opened at a position, ready to be asked."""
        return self.rulebook(self.setting, position)


def widened(board: Board, names: Iterable[str]) -> Board:
    """The board with some of its spare spaces as centres, which nobody owns at first.
    Impassable land becomes an island, reached from the seas around it. Raises UnknownWordError
    for a name that is no spare space."""
    spare = province_names("centre to add", [space.province for space in board.spare.values()])
    chosen = [Code(spare.find(name)) for name in names]
    provinces = dict(board.provinces)
    for code in chosen:
        provinces[code] = board.spare[code].province._replace(centre=True)
    taken = {provinces[code].name for code in chosen}
    closed = {name: why for name, why in board.impassable.items() if name not in taken}
    ways: dict[Location, dict[Location, tuple[Way, ...]]] = {}
    wide = replace(board, provinces=provinces, ways=ways, impassable=closed)
    places = wide.locations
    for place in places.values():
        ways[place] = {places[end]: way for end, way in board.ways.get(place, {}).items()}
    for code in chosen:
        way = Way(frozenset(FLEET.travels_as), source=provinces[code].source)
        for sea in board.spare[code].seas:
            ways[places[code]][places[sea]] = (way,)
            ways[places[sea]][places[code]] = (way,)
    return wide
