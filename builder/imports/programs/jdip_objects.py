"""The turns of a saved game of jDip in the XML of its releases: its objects, as JSX writes them.

    <jsx major='1' minor='1' format='JSX.DataReader'>
    <object id='i0' class='dip.world.World' superclasses=''><declaredClass class='dip.world.World'>
      <default><object field='turnStates' …/><reference field='map' idref='i7'/></default>
    </declaredClass></object></jsx>

An object has the fields of its class and of the classes above it. What stands there for the first
time has an id, by which later fields refer to it. A map lists its keys and values in turn, behind
numbers of its own. Objects are only looked at: nothing of a class is run.
"""

from collections.abc import Iterator

from builder.errors import ArchiveError
from builder.imports.importer import TextFile
from builder.imports.programs.jdip_turns import (
    JdipOrder,
    JdipResult,
    JdipTurn,
    JdipUnit,
    JdipWorld,
    places_of,
)  # fmt: skip
from builder.imports.programs.xml_nodes import XmlNode

WORLD = ".world.World"
SEASONS = {"1000": "spring", "2000": "fall"}  # how a season's place in the year is stored
COASTS = ("nc", "sc", "wc", "ec")
ORDERS = (
    "Hold", "Support", "Convoy", "Retreat", "Move", "Disband", "Build", "Remove", "Waive",
    "DefineState",
)  # fmt: skip
FORMS = (
    "SubstitutedResult", "BouncedResult", "DislodgedResult", "ConvoyPathResult",
    "DependentMoveFailedResult", "TimeResult", "OrderResult", "Result",
)  # fmt: skip
MAPS = ("Map", "Properties", "Hashtable")  # how the names of Java's classes of maps end


class ObjectGraph:
    """The objects of a file, and how they refer to each other."""

    def __init__(self, root: XmlNode) -> None:
        self.by_id: dict[str, XmlNode] = {}
        for node in root.all():
            if "id" in node.attributes:
                self.by_id[node.attributes["id"]] = node

    def resolved(self, node: XmlNode | None) -> XmlNode | None:
        """The object of a field or a member: what it refers to, None for null."""
        if node is not None and node.name == "reference":
            node = self.by_id.get(node.get("idref"))
        return None if node is None or node.name == "null" else node

    def field(self, thing: XmlNode | None, *names: str) -> XmlNode | None:
        """The object in a field, of whichever class it is; of several fields one in another."""
        for name in names:
            holder = None
            for declared in thing.named("declaredClass") if thing is not None else ():
                for default in declared.named("default"):
                    holder = holder or _with_field(default, name)
            thing = self.resolved(holder)
        return thing

    def text(self, thing: XmlNode | None, *names: str) -> str:
        """The text or number in a field, empty for none."""
        value = self.field(thing, *names)
        return value.get("value") if value is not None else ""

    def members(self, thing: XmlNode | None) -> list[XmlNode | None]:
        """The members of a list or an array, None for null."""
        return [self.resolved(member) for member in thing.members] if thing is not None else []

    def entries(self, thing: XmlNode | None) -> Iterator[tuple[XmlNode | None, XmlNode | None]]:
        """The keys and values of a map, which others may wrap."""
        while thing is not None and (inner := self.field(thing, "m") or self.field(thing, "sm")):
            thing = inner
        for declared in thing.named("declaredClass") if thing is not None else ():
            if declared.get("class").endswith(MAPS):
                unnamed = [node for node in declared.members if node.name != "default"]
                sizes = [node for node in unnamed if node.name == "primitive"]
                in_turn = unnamed[len(sizes) :]
                for key, value in zip(in_turn[::2], in_turn[1::2], strict=False):
                    yield self.resolved(key), self.resolved(value)


def _with_field(default: XmlNode, name: str) -> XmlNode | None:
    return next((node for node in default.members if node.get("field") == name), None)


def class_of(thing: XmlNode | None, names: tuple[str, ...]) -> str:
    """The first of several class names, without packages, that an object or one of the classes
    above it has; empty for none."""
    if thing is None:
        return ""
    paths = [thing.get("class"), *thing.get("superclasses").split(",")]
    for path in paths:
        name = path.rpartition(".")[2]
        if name in names:
            return name
    return ""


def world_of_objects(root: XmlNode, document: TextFile) -> JdipWorld:
    """The game of a file. Raises ArchiveError if its first object is no game of jDip."""
    world = root.first("object")
    if world is None or not world.get("class").endswith(WORLD):
        raise ArchiveError(f"{document.name}:{root.line}:{root.column}: no game of jDip is in it")
    return _WorldReader(ObjectGraph(root), world).world_read()


class _WorldReader:
    """Reads the game of one graph of objects."""

    def __init__(self, graph: ObjectGraph, world: XmlNode) -> None:
        self.graph = graph
        self.world = world
        self.provinces = graph.members(graph.field(world, "map", "provinces"))

    def world_read(self) -> JdipWorld:
        """The game with its turns by date."""
        graph = self.graph
        variant = None
        conditions = None
        name = ""
        number = ""
        players: dict[str, str] = {}
        for _, value in graph.entries(graph.field(self.world, "nonTurnData")):
            kind = class_of(
                value, ("World$VariantInfo", "GameMetadata", "PlayerMetadata", "VictoryConditions")
            )
            if kind == "World$VariantInfo":
                variant = value
            elif kind == "VictoryConditions":
                conditions = value
            elif kind == "GameMetadata":
                name = graph.text(value, "gameName")
                number = graph.text(value, "id")
            elif kind == "PlayerMetadata":
                player = graph.text(value, "name") or graph.text(value, "nickname")
                if player:
                    players[self._power(graph.field(value, "power"))] = player
        centres = graph.text(conditions, "numSCForVictory")
        turns = [
            self._turn(phase, turn)
            for phase, turn in graph.entries(graph.field(self.world, "turnStates"))
            if turn is not None
        ]
        return JdipWorld(
            variant=graph.text(variant, "variantName"),
            name=name,
            number=number,
            players=players,
            options=dict(self._options(variant)),
            centres_to_win=int(centres) if centres.isdigit() else 0,
            turns=tuple(turns),
        )

    def _options(self, variant: XmlNode | None) -> Iterator[tuple[str, str]]:
        rules = self.graph.field(variant, "ruleOptions", "optionMap")
        for option, value in self.graph.entries(rules):
            yield self.graph.text(option, "name"), self.graph.text(value, "name")

    def _power(self, power: XmlNode | None) -> str:
        """The first name of a power."""
        names = self.graph.members(self.graph.field(power, "names"))
        return names[0].get("value") if names and names[0] is not None else ""

    def _province(self, province: XmlNode | None) -> str:
        """The first short name of a province, else its whole name."""
        names = self.graph.members(self.graph.field(province, "shortNames"))
        if names and names[0] is not None:
            return names[0].get("value")
        return self.graph.text(province, "fullName")

    def _location(self, location: XmlNode | None) -> str:
        province = self._province(self.graph.field(location, "province"))
        return f"{province}{self._coast(self.graph.field(location, 'coast'))}"

    def _coast(self, coast: XmlNode | None) -> str:
        """`/nc` for one coast of several, else nothing."""
        letters = self.graph.text(coast, "abbreviation")
        return f"/{letters}" if letters in COASTS else ""

    def _kind(self, kind: XmlNode | None) -> str:
        return self.graph.text(kind, "internalName")

    def _turn(self, phase: XmlNode | None, turn: XmlNode) -> JdipTurn:
        graph = self.graph
        units: list[JdipUnit] = []
        owners: dict[str, str] = {}
        position = graph.members(graph.field(turn, "position", "provArray"))
        for province, about in zip(self.provinces, position, strict=False):
            if about is not None:
                code = self._province(province)
                units += self._units(about, code)
                if graph.field(about, "SCOwner") or graph.field(about, "SCHomePower"):
                    owners[code] = self._power(graph.field(about, "SCOwner"))
        orders = [*self._orders(turn)]
        return JdipTurn(
            season=SEASONS.get(graph.text(phase, "seasonType", "position"), ""),
            year=graph.text(phase, "yearType", "year"),
            step=graph.text(phase, "phaseType", "constName"),
            line=turn.line,
            is_resolved=graph.text(turn, "isResolved") == "true",
            is_ended=graph.text(turn, "isEnded") == "true",
            units=tuple(units),
            owners=owners or None,
            orders=tuple(orders),
            results=tuple(self._results(turn, {order.key for order in orders})),
        )

    def _orders(self, turn: XmlNode) -> Iterator[JdipOrder]:
        """The orders of a turn, power by power."""
        graph = self.graph
        for power, listed in graph.entries(graph.field(turn, "orderMap")):
            for order in graph.members(listed):
                if order is not None:
                    yield self._order(order, self._power(power))

    def _results(self, turn: XmlNode, keys: set[str]) -> Iterator[JdipResult]:
        """The results of a turn. One whose order has none of the keys, nor replaces one of them, is
        of an order that the program gave to a unit without one, as in retreats."""
        of_the_turn = set(keys)
        for thing in self.graph.members(self.graph.field(turn, "resultList")):
            if thing is not None:
                result = self._result(thing)
                of_the_turn.update([result.substitute.key] if result.substitute else [])
                yield result if result.order in of_the_turn else result._replace(order="")

    def _units(self, about: XmlNode, province: str) -> Iterator[JdipUnit]:
        """The units in a province: the one that stands there, and a dislodged one."""
        graph = self.graph
        for field in ("unit", "dislodgedUnit"):
            unit = graph.field(about, field)
            if unit is not None:
                yield JdipUnit(
                    power=self._power(graph.field(unit, "owner")),
                    kind=self._kind(graph.field(unit, "type")),
                    place=province + self._coast(graph.field(unit, "coast")),
                    is_dislodged=field != "unit",
                    line=unit.line,
                )

    def _order(self, order: XmlNode, power: str = "") -> JdipOrder:
        """An order in the notation of players, as its class and its fields say it."""
        graph = self.graph
        power = self._power(graph.field(order, "power")) or power
        kind = class_of(order, ORDERS)
        place = self._location(graph.field(order, "src"))
        unit = f"{self._kind(graph.field(order, 'srcUnitType'))} {place}".strip()
        helped = "sup" if kind == "Support" else "convoy"
        start = self._location(graph.field(order, f"{helped}Src"))
        goal = self._location(graph.field(order, f"{helped}Dest"))
        aim = f" - {goal}" if goal and goal != start else ""
        to = self._location(graph.field(order, "dest"))
        text = {
            "Hold": f"{unit} H",
            "Move": f"{unit} {self._way(order)} {to}{self._by_sea(order)}",
            "Retreat": f"{unit} R {to}",
            "Support": f"{unit} S {start}{aim}",
            "Convoy": f"{unit} C {start}{aim}",
            "Disband": f"{unit} D",
            "Build": f"Build {unit}",
            "Remove": f"Remove {unit}",
            "Waive": "Waive",
        }.get(kind, "")
        key = order.get("id") or f"{order.line}:{order.column}"
        shown = text or f"{unit} ({order.get('class')})"
        return JdipOrder(key, power, text, f"{power}: {shown}", order.line)

    def _way(self, move: XmlNode) -> str:
        """`-`, with the first way of fleets that a move names: `- eng -`."""
        routes = self.graph.members(self.graph.field(move, "convoyRoutes"))
        fleets = self.graph.members(routes[0])[1:-1] if routes else []
        return " ".join(["-", *(f"{self._province(fleet)} -" for fleet in fleets)])

    def _by_sea(self, move: XmlNode) -> str:
        return " via convoy" if self.graph.text(move, "_isViaConvoy") == "true" else ""

    def _result(self, result: XmlNode) -> JdipResult:
        graph = self.graph
        order = graph.field(result, "order")
        instead = graph.field(result, "newOrder")
        retreats = graph.field(result, "retreatLocations")
        places = " ".join(self._location(place) for place in graph.members(retreats)) or "none"
        return JdipResult(
            category=graph.text(result, "resultType", "key"),
            form=class_of(result, FORMS),
            order=order.get("id") if order is not None else "",
            message=graph.text(result, "message"),
            line=result.line,
            substitute=self._order(instead) if instead is not None else None,
            retreats=places_of(places) if retreats is not None else None,
        )
