"""All that a rulebook may read besides the position."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from builder.model.board import Board
from builder.model.calendar import Calendar, Phase
from builder.model.names import Names
from builder.model.units import Code, Kind, KindCode, Location, Position, Power, Unit


class Nation(NamedTuple):
    """A power: its name, the adjective zines use, its letter and its colours on the map.
    `playable` is False for the owner of neutral units; `seat` is its capital; `customary` are the
    units that it gets if it orders no first builds."""

    name: Power
    adjective: str = ""
    letter: str = ""
    tint: str = ""
    ink: str = ""
    playable: bool = True
    seat: Code | None = None
    aliases: tuple[str, ...] = ()
    customary: tuple[Unit, ...] = ()


class Choices(NamedTuple):
    """A choice for each point on which the editions differ; the defaults are those of 2023."""

    convoy_routes: Literal["any_broken", "all_broken"] = "all_broken"
    paradox_rule: tuple[
        Literal["xii5", "water1982", "necessary2000", "needed_fleet", "szykman"], ...
    ] = ("szykman",)
    adjacent_convoy: Literal["opposite_only", "own_fleet_or_via", "via"] = "own_fleet_or_via"
    via_fallback_to_land: Literal["no", "yes", "if_none_ordered"] = "no"
    retreat_to_convoyed_attackers_start: bool = True
    dislodged_stands_off_in_attackers_space: bool = False
    prevent_lost_only_in_head_to_head: bool = True
    impossible_move_refuses_hold_support: bool = False
    waive_builds: bool = True
    removal: Literal["home_distance", "home_steps", "owned_distance"] = "owned_distance"


CHOICES_OF_2023 = Choices()


@dataclass(frozen=True, eq=False, repr=False)
class Setting:
    """Board, kinds, powers, calendar, opening position, edition and options of a game.

    `victory` is the number of centres that wins. `signs` are the words for what amendments add to
    pictures. `game` is the game's id; lots depend on it. `prepared` keeps what was computed about
    the board and the kinds; settings that differ only in `choices` share it. `boarding`: armies may
    be at sea, aboard a fleet.
    """

    board: Board
    kinds: Mapping[KindCode, Kind]
    nations: tuple[Nation, ...]
    calendar: Calendar
    start: Position
    choices: Choices = CHOICES_OF_2023
    victory: int = 18
    options: Mapping[str, str] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    game: str = ""
    boarding: bool = False
    prepared: dict[str, object] = field(default_factory=dict, repr=False)

    @cached_property
    def powers(self) -> tuple[Power, ...]:
        """The powers that are played, in the order in which results print them."""
        return tuple(n.name for n in self.nations if n.playable)

    @cached_property
    def nation(self) -> Mapping[Power, Nation]:
        """Every nation by its name."""
        return {n.name: n for n in self.nations}

    @cached_property
    def power_names(self) -> Names:
        """What people may call each power."""
        spellings = []
        for nation in self.nations:
            words = (nation.name, nation.adjective, *nation.aliases)
            spellings += [(word, nation.name) for word in words if word]
        return Names("power", spellings, [nation.name for nation in self.nations])

    @cached_property
    def weak(self) -> frozenset[KindCode]:
        """The kinds of units without strength, which keep no other unit out of their province."""
        return frozenset(code for code, kind in self.kinds.items() if kind.strength == 0)

    @cached_property
    def centres(self) -> frozenset[Code]:
        """Every province that supports a unit."""
        return frozenset(p.code for p in self.board.centres)

    @cached_property
    def homes(self) -> Mapping[Power, tuple[Code, ...]]:
        """The home centres of each nation, in the board's order."""
        homes = {}
        for power, provinces in self.homelands.items():
            homes[power] = tuple(code for code in provinces if code in self.centres)
        return homes

    @cached_property
    def homelands(self) -> Mapping[Power, tuple[Code, ...]]:
        """The home provinces of each nation, with or without a centre."""
        homelands: dict[Power, list[Code]] = {nation.name: [] for nation in self.nations}
        for province in self.board.provinces.values():
            if province.home in homelands:
                homelands[Power(province.home)].append(province.code)
        return {power: tuple(codes) for power, codes in homelands.items()}

    @cached_property
    def neutral_centres(self) -> tuple[Code, ...]:
        """The centres that are no power's home."""
        return tuple(p.code for p in self.board.centres if p.home is None)

    @cached_property
    def holdings(self) -> frozenset[Code]:
        """Every province that can be owned: centres, homes, and places where a power may build."""
        places = self.board.provinces.items()
        return self.centres.union(code for code, p in places if p.home or p.builds)

    @cached_property
    def lots_drawn(self) -> Mapping[Phase, Power]:
        """The powers chosen by lots that the players drew: `Spring 1901 = Turkey, ...`.
        Raises UnknownWordError for a phase or a power that does not exist."""
        lots: dict[Phase, Power] = {}
        for item in self.options.get("lots_drawn", "").split(","):
            if item.strip():
                when, _, who = item.strip().partition("=")
                lots[self.calendar.read(when)] = Power(self.power_names.find(who.strip()))
        return lots

    def lot(self, phase: Phase, among: Sequence[Power]) -> Power | None:
        """The power that the lot chooses: as the players drew it, else a fixed one for the game."""
        drawn = self.lots_drawn.get(phase)
        if drawn is None:
            return random.Random(f"{self.game} {self.calendar.slug(phase)}").choice(among)
        return drawn if drawn in among else None

    @cached_property
    def counter_words(self) -> Mapping[str, str]:
        """The name of each counter on the board, by its sign: `A`, `CG`, `DA`."""
        words: dict[str, str] = {code: kind.name for code, kind in self.kinds.items()}
        doubled = self.signs.get("D")
        if doubled:
            words |= {f"D{code}": f"{doubled} {word}" for code, word in words.items()}
        return words

    def shores(self, kind: KindCode, code: Code) -> tuple[str, ...]:
        """The coasts of a province on which such a unit stands; empty if it stands in the province
        itself, as land units do."""
        on_land = "A" in self.kinds[kind].travels_as
        return () if on_land else self.board.provinces[code].coasts

    @cached_property
    def stations(self) -> Mapping[KindCode, frozenset[Location]]:
        """The places in which a unit of each kind can stand; its coast may be left out."""
        stations: dict[KindCode, frozenset[Location]] = {}
        for code, kind in self.kinds.items():
            places: set[Location] = set()
            for province in self.board.provinces.values():
                if kind.stands_on(province.terrain):
                    coasts = self.shores(code, province.code)
                    places.add(self.board.locations[province.code])
                    places.update(self.board.locations[f"{province.code}/{c}"] for c in coasts)
            stations[code] = frozenset(places)
        return stations

    def chosen(self, option: str, default: str = "no") -> bool:
        """Is that option chosen: is its value `yes`, `true` or `1`?"""
        return self.options.get(option, default).lower() in ("yes", "true", "1")
