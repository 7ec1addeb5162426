"""The turns of a saved game of jDip, as its files say them, and how they stand in the XML of 1.7.

    <game creator="jDip" creatorVersion="1.7.0" specification="FORMAT_1_0">
      <variant name="Standard" version="1.0"/>
      <info><gameInfo><name>Ours</name></gameInfo>
        <player power="France"><valuePair name="name" value="Ann"/></player></info>
      <turn season="Spring" phase="Movement" year="1901" resolved="true">
        <positions><position province="par"><unit power="France" type="army"/>
          <SC owner="France" homePower="France"/></position></positions>
        <orders><orderSet power="France">
          <order id="F.0.1" text="France: A par -&gt; bur"/></orderSet></orders>
        <results><orderResult power="France" category="SUCCESS" order="F.0.1">
          <message/></orderResult></results>
        <dislodgedUnits/></turn></game>

What 1.7 lists under `dislodgedUnits` are the ways of retreat as they were before the moves, so they
are not read; who was dislodged is in the results, and in the position of the next turn.

The orders of other writers may have parts instead of a text, and no place of their own in the
positions is needed:

    <orders power="france"><order source="par" type="move" dest="bur" result="success"/></orders>
"""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import NamedTuple

from builder.imports.xml_nodes import XmlNode

NOBODY = ("", "none", "undefined", "null")
POSITIONS = ("positions", "position", "initialpositions", "units", "state")
UNITS = ("unit", "army", "fleet", "dislodgedunit")
CENTRES = ("sc", "supplycenter", "supplycentre", "center", "centre")
GROUPS = ("orders", "orderset", "power")  # elements around orders
PROVINCE = ("province", "location", "loc", "place", "at")
OWN_PLACE = ("source", "src", "from", "unit", *PROVINCE)
GOAL = ("dest", "destination", "to", "target", "goal")
HELPED = (
    "supSrc", "supSource", "supportSrc", "supportSource", "supportedSource", "supported",
    "supporting", "supportFrom", "convoySrc", "convoySource", "convoyedSource", "convoyed",
    "convoying", "convoyFrom", "helped", "aux", "auxSource", "targetSource", "object",
)  # fmt: skip
HELPED_TO = (
    "supDest", "supportDest", "supportedDest", "supportDestination", "supportTo", "supportedTo",
    "convoyDest", "convoyedDest", "convoyDestination", "convoyTo", "auxDest", "targetDest",
)  # fmt: skip
SHAPES = {
    "hold": "{unit} H",
    "move": "{unit} - {goal}{by_sea}",
    "moveexplicit": "{unit} - {goal} via convoy",
    "support": "{unit} S {helped}{aim}",
    "convoy": "{unit} C {helped}{aim}",
    "retreat": "{unit} R {goal}",
    "disband": "{unit} D",
    "build": "Build {unit}",
    "remove": "Remove {unit}",
    "waive": "Waive",
}
KIND = ("unitType", "unit", "kind", "srcUnitType", "sourceUnitType")
KINDS_OF_UNITS = ("a", "army", "f", "fleet", "w", "wing")
RESULT = ("category", "result", "outcome", "status", "success", "resolution")
YES = ("true", "yes", "1")


class JdipUnit(NamedTuple):
    """A unit in a position; `place` has its coast, as in `stp/nc`."""

    power: str
    kind: str
    place: str
    is_dislodged: bool
    line: int


class JdipOrder(NamedTuple):
    """An order; `key` is how results name it, `text` is empty for one that cannot be put so."""

    key: str
    power: str
    text: str
    shown: str
    line: int


class JdipResult(NamedTuple):
    """A result of the order with a key, if it has one. `category` and `message` are the program's
    words, `form` says what kind of result it is. `substitute` is the order that was judged instead,
    `retreats` are the places to which a dislodged unit could go, None if they are not listed."""

    category: str
    form: str
    order: str
    message: str
    line: int
    substitute: JdipOrder | None = None
    retreats: tuple[str, ...] | None = None


class JdipTurn(NamedTuple):
    """A turn: the position with which it begins, its orders and their results. `owners` are None
    if no centre is listed."""

    season: str
    year: str
    step: str
    line: int
    is_resolved: bool
    is_ended: bool
    units: tuple[JdipUnit, ...]
    owners: Mapping[str, str] | None
    orders: tuple[JdipOrder, ...]
    results: tuple[JdipResult, ...]
    oddities: tuple[tuple[int, str], ...] = ()


class JdipWorld(NamedTuple):
    """A saved game: its variant, its name and number, the players by power, the rules that were
    chosen by the program's words, and its turns."""

    variant: str
    name: str
    number: str
    players: Mapping[str, str]
    options: Mapping[str, str]
    centres_to_win: int
    turns: tuple[JdipTurn, ...]


def world_of(root: XmlNode) -> JdipWorld:
    """The game of a file in the form of jDip 1.7."""
    variant = root.first("variant")
    info = root.first("info")
    options: dict[str, str] = {}
    centres_to_win = 0
    for node in variant.all() if variant else ():
        if node.name == "option":
            options[node.get("name")] = node.get("value")
        elif node.name == "winningSupplyCenters" and node.get("value").isdigit():
            centres_to_win = int(node.get("value"))
    return JdipWorld(
        variant=variant.get("name") if variant else root.get("variant"),
        name=_text_within(info, "name") or root.get("name"),
        number=_text_within(info, "gameID", "id") or root.get("id"),
        players=dict(_players(root)),
        options=options,
        centres_to_win=centres_to_win,
        turns=tuple(_turn(node) for node in root.all() if node.name == "turn"),
    )


def _text_within(info: XmlNode | None, *names: str) -> str:
    """The text of the first element of these names that has one, outside the players."""
    groups = [info, *info.named("gameInfo")] if info is not None else []
    for node in (member for group in groups for member in group.named(*names)):
        if node.text.strip().lower() not in NOBODY:
            return node.text.strip()
    return info.get(*names) if info is not None else ""


def _players(root: XmlNode) -> Iterator[tuple[str, str]]:
    """The name, else the nickname, of each player by power. Nothing else is read of them."""
    for node in root.all():
        if node.name != "player" or not node.get("power"):
            continue
        names = {"name": node.get("name"), "nick": node.get("nick", "nickname")}
        for member in node.members:
            if member.name == "valuePair":
                names[member.get("name")] = member.get("value")
            elif member.name in names:
                names[member.name] = member.text.strip()
        name = names["name"] or names["nick"]
        if name.lower() not in NOBODY:
            yield node.get("power"), name


def _turn(node: XmlNode) -> JdipTurn:
    """A turn; its phase may be an element of its own."""
    phase = node.first("phase")
    about = phase if phase is not None and not node.get("season") else node
    units: list[JdipUnit] = []
    owners: dict[str, str] = {}
    results: list[JdipResult] = []
    oddities: list[tuple[int, str]] = []
    has_owners = False
    for member in node.members:
        if member.name.lower() in POSITIONS:
            units += _units(member)
            centres = [*_centres(member)]
            has_owners = has_owners or bool(centres)
            owners.update(centres)
    orders = _orders(node, oddities)
    for member in node.members:
        if member.name == "results":
            results += _results(member, orders)
    results += _results_beside(orders)
    return JdipTurn(
        season=about.get("season"),
        year=about.get("year"),
        step=about.get("phase", "type"),
        line=node.line,
        is_resolved=node.get("resolved").lower() in ("", *YES),
        is_ended=node.get("ended").lower() in YES,
        units=tuple(units),
        owners=owners if has_owners else None,
        orders=tuple(order for order, _ in orders),
        results=tuple(results),
        oddities=tuple(oddities),
    )


def _placed(container: XmlNode) -> Iterator[tuple[str, XmlNode]]:
    """The elements of a position, each with its province, which an element around it may name."""
    waiting = [("", container)]
    while waiting:
        province, node = waiting.pop()
        province = node.get(*PROVINCE) or province
        yield province, node
        waiting.extend((province, member) for member in reversed(node.members))


def _units(container: XmlNode) -> Iterator[JdipUnit]:
    for province, node in _placed(container):
        name = node.name.lower()
        kind = node.get("type", *KIND)
        if name in UNITS[1:3]:
            kind = name
        if name not in UNITS and not (node.get("power") and kind):
            continue
        if not province and node.text.strip():  # `A par`
            kind, _, province = node.text.strip().partition(" ")
        coast = node.get("coast")
        place = f"{province}/{coast}" if coast.lower() not in NOBODY else province
        is_dislodged = node.get("dislodged").lower() in YES or name == UNITS[3]
        yield JdipUnit(node.get("power", "owner"), kind, place, is_dislodged, node.line)


def _centres(container: XmlNode) -> Iterator[tuple[str, str]]:
    """The owner of each centre that is listed, `none` for one without."""
    for province, node in _placed(container):
        if node.name.lower() in CENTRES:
            yield province or node.text.strip(), node.get("owner", "power")


def places_of(text: str) -> tuple[str, ...] | None:
    """The places of `alb tri gre`; none of them for `none`, None for `undefined` or nothing."""
    if text.strip().lower() == "none":
        return ()
    return tuple(text.replace(",", " ").split()) if text.lower() not in NOBODY else None


Orders = list[tuple[JdipOrder, XmlNode]]


def _orders(turn: XmlNode, oddities: list[tuple[int, str]]) -> Orders:
    """The orders of a turn with their elements. Other elements among them are added to the
    oddities."""
    orders: Orders = []
    numbers = count(1)
    waiting = [("", node) for node in turn.members if node.name == "orders"]
    while waiting:
        power, node = waiting.pop(0)
        if node.name.lower() in GROUPS:
            power = node.get("power", "name") or power
            waiting[:0] = [(power, member) for member in node.members]
        elif node.name == "order" or node.name.lower() in SHAPES:
            key = node.get("id") or f"order {next(numbers)}"
            orders.append((order_of(node, key, node.get("power") or power), node))
        else:
            oddities.append((node.line, node.shown()))
    return orders


def order_of(node: XmlNode, key: str, power: str) -> JdipOrder:
    """The order of an element: its text without the power before it, else its parts."""
    text = node.get("text") or node.text.strip()
    nation, colon, rest = text.partition(":")
    if colon:
        power = power or nation.strip()
        text = rest.strip()
    elif not text:
        text = _text_of_parts(node)
    shown = f"{power}: {text}" if text else f"{power}: {node.shown()}"
    return JdipOrder(key, power, text, shown.removeprefix(": "), node.line)


def _text_of_parts(node: XmlNode) -> str:
    """The text of an order whose parts are attributes, or elements in it; empty if its kind is not
    known."""
    parts = {name.lower(): value.strip() for name, value in node.attributes.items()}
    for member in node.members:
        parts.setdefault(member.name.lower(), member.text.strip())

    def part(names: tuple[str, ...]) -> str:
        return next((parts[name.lower()] for name in names if parts.get(name.lower())), "")

    kind = node.name.lower() if node.name != "order" else part(("type", "kind", "action"))
    shape = SHAPES.get("".join(filter(str.isalpha, kind.lower())), "")
    place = next((p for p in map(parts.get, OWN_PLACE) if p and not _is_kind(p)), "")
    coast = part(("coast",))
    unit = next((k for k in map(part, zip(KIND, strict=True)) if _is_kind(k)), "")
    goal = part(HELPED_TO) or part(GOAL)
    helped = part(HELPED)
    if not helped and "{helped}" in shape:
        helped, goal = _helped_of(part(("from",)), goal, is_from_used=parts.get("from") == place)
    by_sea = any(
        value.lower() in (*YES, "convoy")
        for name, value in parts.items()
        if "convoy" in name or name == "via"
    )
    return shape.format(
        unit=f"{unit} {place}{f'/{coast}' if coast and '/' not in place else ''}".strip(),
        goal=goal,
        helped=helped,
        aim=f" - {goal}" if goal and goal != helped else "",
        by_sea=" via convoy" if by_sea else "",
    )


def _helped_of(start: str, goal: str, is_from_used: bool) -> tuple[str, str]:
    """The helped unit and its goal, if no part names the unit as such: it stands at `from`, if that
    is not the order's own place, else at the goal."""
    return (goal, "") if is_from_used or not start else (start, goal)


def _is_kind(text: str) -> bool:
    return text.lower() in KINDS_OF_UNITS


def _results(container: XmlNode, orders: Orders) -> Iterator[JdipResult]:
    """The results of a turn, in the order of the file."""
    by_place = {_place_of(node).lower(): order.key for order, node in orders if _place_of(node)}
    for node in container.members:
        substitute = None
        message = ""
        retreats = None
        for member in node.members:
            if member.name == "newOrder":
                key = member.get("id", "idref") or f"instead {member.line}:{member.column}"
                substitute = order_of(member, key, node.get("power"))
            elif member.name == "message":
                message = member.text.strip()
            elif member.name == "retreats":
                retreats = places_of(member.text)
        key = node.get("order")
        if not key:
            key = by_place.get(node.get(*OWN_PLACE).lower(), "")
        yield JdipResult(
            category=node.get("category", "type", *RESULT) or node.text.strip(),
            form=node.name,
            order="" if key.lower() in NOBODY else key,
            message=message or node.get("message"),
            line=node.line,
            substitute=substitute,
            retreats=retreats,
        )


def _results_beside(orders: Orders) -> Iterator[JdipResult]:
    """The results that stand in the orders themselves."""
    for order, node in orders:
        within = node.first("result", "results")
        category = node.get(*RESULT)
        message = node.get("message", "reason")
        if within is not None and not category:
            category = within.get("type", *RESULT) or within.text.strip()
            message = message or within.get("message", "reason")
        if category:
            yield JdipResult(category, "result beside", order.key, message, node.line)
        if node.get("dislodged").lower() in YES:
            yield JdipResult("DISLODGED", "result beside", order.key, "", node.line)


def _place_of(node: XmlNode) -> str:
    return next((p for p in map(node.get, OWN_PLACE) if p and not _is_kind(p)), "")
