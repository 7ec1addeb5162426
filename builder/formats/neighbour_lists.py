"""Reads the `ways` of a board.yaml: lists of neighbours, checked from both sides.

    A: |
      Cor: Por Mad Cat          # all the army neighbours of Cor, whatever they were before
    F: |
      Stp/nc: BAR Nwy           # fleets stand on coasts where a province has several
      Nwy: BAR NTH Stp/nc

A line says all there is to say about its place. Where two places both have a line, each must
name the other; a neighbour without a line takes what the line says of it. `Xyz>` is a one-way
neighbour: nothing leads back.
"""

import re
from collections.abc import Mapping
from itertools import product

from builder.model.board import Province, RemovedWay, Way, Ways
from builder.model.grouping import grouped
from builder.model.units import NEVER_ON, Code, KindCode, Location
from builder.source.fields import Fields, SourceLine, Value

WORD = re.compile(r"\S+")
WayKey = tuple[KindCode, Location, Location]
KINDS = ("A", "F")
UNIT = {"A": "armies", "F": "fleets"}
FORCES: Mapping[str, float | None] = {"": None, "supports only": 0, "half": 0.5}


class NeighbourLists:
    """The ways of a board while its file is read; every mistake is noted at its place."""

    def __init__(
        self, places: Mapping[str, Location], provinces: Mapping[Code, Province], known: Ways
    ) -> None:
        self.places = places
        self.provinces = provinces
        self.lost: list[RemovedWay] = []
        inherited: list[tuple[tuple[KindCode, Location, Location], Way]] = []
        for start, ends in known.items():
            for end, ways in ends.items():
                for way in ways:
                    inherited += [((kind, start, end), way) for kind in way.kinds]
        underneath = grouped(inherited)
        self.inherited = {(kind, a.province, b.province) for kind, a, b in underneath}
        self.edges: dict[WayKey, list[Way]] = {
            (kind, places[start], places[end]): ways
            for (kind, start, end), ways in underneath.items()
            if start in places and end in places
        }

    def read_lines(self, key: Value, value: Value) -> None:
        """Read the neighbours by one kind of unit."""
        kind = KindCode(key.text())
        if kind not in KINDS:
            key.fail("ways are those of A and F; other kinds travel as these do")
            return
        stated: dict[Location, dict[Location, SourceLine]] = {}
        for line in value.lines():
            head, colon, _ = line.text.partition(":")
            start = self.place(line.part(0, len(head)), kind)
            if not colon:
                line.fail("expected a place, a colon and its neighbours")
            elif start in stated:
                line.fail(f"{start} has a line already")
            elif start is not None:
                rest = line.part(len(head) + 1)
                pieces = [rest.part(*word.span()) for word in WORD.finditer(rest.text)]
                words = (p.part(0, -1) if p.text.endswith(">") else p for p in pieces)
                ends = zip((self.place(word, kind) for word in words), pieces, strict=True)
                stated[start] = {end: piece for end, piece in ends if end is not None}
        self._replace(kind, stated)

    def _replace(
        self, kind: KindCode, stated: Mapping[Location, Mapping[Location, SourceLine]]
    ) -> None:
        before = {e: ways for e, ways in self.edges.items() if e[0] == kind}
        for edge in before:
            if edge[1] in stated or edge[2] in stated:
                del self.edges[edge]
        for start, ends in stated.items():
            for end, piece in ends.items():
                there = (kind, start, end)
                back = (kind, end, start)
                plain = [Way(frozenset({kind}))]
                self.edges[there] = before.get(there, plain)
                if not piece.text.endswith(">"):
                    self.edges[back] = before.get(back, plain)
                    if end in stated and start not in stated[end]:
                        piece.fail(f"{start} names {end}, but {end} does not name {start}")

    def place(self, word: SourceLine, kind: KindCode | None = None) -> Location | None:
        """The location of that exact code, if units of that kind may stand there."""
        place = self.places.get(word.text)
        if place is None:
            word.fail(f"there is no space {word.text!r} on the board")
            return None
        province = self.provinces[place.province]
        if kind is not None and province.terrain == NEVER_ON[kind]:
            word.fail(f"{UNIT[kind]} cannot stand in {place}")
        elif kind == "A" and place.coast:
            word.fail("armies stand in the province, not on a coast of it")
        elif kind == "F" and province.coasts and not place.coast:
            word.fail(f"which coast of {place}: {' or '.join(province.coasts)}?")
        return place

    def pair(self, text: SourceLine) -> tuple[Location, Location] | None:
        """The two locations of `Ire-Cly`."""
        head, dash, _ = text.text.partition("-")
        if not dash:
            text.fail("expected two spaces: Xyz-Xyz")
            return None
        one = self.place(text.part(0, len(head)))
        other = self.place(text.part(len(head) + 1))
        return None if one is None or other is None else (one, other)

    def touch(self, one: Location, other: Location) -> bool:
        """Does any way join the two spaces, on any coast?"""
        coasts = {place for place in (one, other) if place.coast}
        return any(
            {start.province, end.province} == {one.province, other.province}
            and coasts <= {start, end}
            for _, start, end in self.edges
        )

    def read_special(self, fields: Fields) -> None:
        """Read a way with a rule of its own, or give such a rule to ways that are there."""
        edges = self._chosen(fields)
        crossing = self._both(fields.take("crossed by"))
        seasons = frozenset(fields.texts("open")) or None
        force = fields.choice("force", FORCES, "")
        support = fields.flag("support", True)
        cited = fields.text("rule", "")
        rule = Way(frozenset(), seasons, FORCES[force], support, crossing, rule=cited)
        for edge in edges:
            self._govern(edge, rule)
        crossed = frozenset(e[1:] for e in edges)
        for edge in self.edges:
            if edge[1:] in crossing:
                self._govern(edge, Way(frozenset(), crosses=crossed))

    def _chosen(self, fields: Fields) -> list[WayKey]:
        if "all" in fields:
            here = {self.place(word) for word in fields.take("all").words()}
            return [e for e in self.edges if not here.isdisjoint(e[1:])]
        for kind in map(KindCode, KINDS):
            if kind in fields:
                return [(kind, *p) for p in self._both(fields.take(kind))]
        joined = self._both(fields.need("between"))
        return [e for e in self.edges if e[1:] in joined]

    def _both(self, value: Value) -> frozenset[tuple[Location, Location]]:
        pairs = [p for p in map(self.pair, value.words()) if p]
        return frozenset(pairs + [(b, a) for a, b in pairs])

    def _govern(self, edge: WayKey, rule: Way) -> None:
        self.edges[edge] = [
            way._replace(
                seasons=rule.seasons or way.seasons,
                force=way.force if rule.force is None else rule.force,
                support=way.support and rule.support,
                crosses=way.crosses | rule.crosses,
                rule=way.rule or rule.rule,
            )
            for way in self.edges.get(edge, [Way(frozenset({edge[0]}))])
        ]

    def explain(self, value: Value, source: str, why: str, trust: str) -> None:
        """Give the named ways their source, in both directions."""
        for word in value.words():
            kinds, _, rest = word.text.partition(" ")
            if not rest or not set(kinds) <= set(KINDS):
                word.fail("expected a way: A Xyz-Xyz, F Xyz-Xyz or AF Xyz-Xyz")
                continue
            pair = self.pair(word.part(len(kinds) + 1))
            ends = (pair, pair[::-1]) if pair else ()
            for kind, way in product(kinds, ends):
                edge = (KindCode(kind), *way)
                if edge not in self.edges:
                    word.fail(f"there is no such way: {edge[0]} {edge[1]}-{edge[2]}")
                    continue
                ways = self.edges[edge]
                self.edges[edge] = [w._replace(source=source, why=why, trust=trust) for w in ways]

    def explain_rest(self, source: str, why: str, trust: str) -> None:
        """Give this source to every way that the board underneath does not have."""
        for edge, ways in self.edges.items():
            if (edge[0], edge[1].province, edge[2].province) not in self.inherited:
                self.edges[edge] = [
                    w if w.why else w._replace(source=source, why=why, trust=trust) for w in ways
                ]

    def read_lost(self, value: Value, why: str) -> None:
        """Note ways of the board underneath that this board lacks; it may lack the spaces too."""
        for word in value.words():
            kind, _, rest = word.text.partition(" ")
            start, _, end = rest.partition("-")
            for letter in kind:
                edge = (KindCode(letter), Location(start), Location(end))
                self.lost.append(RemovedWay(KindCode(letter), start, end, why))
                if edge in self.edges:
                    word.fail(f"{letter} {rest} is on the board")

    def result(
        self, places: Mapping[str, Location]
    ) -> dict[Location, dict[Location, tuple[Way, ...]]]:
        """The ways from every location to others, both as `places` has them and in its order."""
        reach: dict[Location, dict[Location, tuple[Way, ...]]] = {p: {} for p in places.values()}
        order = {place: n for n, place in enumerate(reach)}
        for (_, start, end), ways in sorted(
            self.edges.items(), key=lambda e: (order[e[0][1]], order[e[0][2]], e[0][0])
        ):
            near = reach[start]
            near[places[end]] = (*near.get(end, ()), *ways)
        return reach
