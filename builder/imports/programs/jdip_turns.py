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

from builder.imports.programs.jdip_order_parts import SHAPES, YES, place_of, text_of_parts
from builder.imports.programs.xml_nodes import XmlNode

NOBODY = ("", "none", "undefined", "null")
POSITIONS = ("positions", "position", "initialpositions", "units", "state")
KINDS_OF_NAMES = ("army", "fleet")
DISLODGED = "dislodgedunit"
UNITS = ("unit", DISLODGED, *KINDS_OF_NAMES)
CENTRES = (
    "sc", "supplycenter", "supplycentre", "center", "centre",
    "scs", "supplycenters", "supplycentres", "centers", "centres",
)  # fmt: skip
GROUPS = ("orders", "orderset", "power")  # elements around orders
PROVINCE = ("province", "location", "loc", "place", "at")
KIND = ("type", "unitType", "unit", "kind")
RESULT = ("category", "result", "outcome", "status", "success", "resolution", "value")


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
        turns=tuple(_turn(node) for node in root.all() if _is_turn(node)),
    )


def _text_within(info: XmlNode | None, *names: str) -> str:
    """The text of the first element of these names that has one, outside the players."""
    groups = [info, *info.named("gameInfo")] if info is not None else []
    for group in groups:
        for node in group.named(*names):
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


def _is_turn(node: XmlNode) -> bool:
    return node.name == "turn" or (node.name == "phase" and node.first("orders") is not None)


def _turn(node: XmlNode) -> JdipTurn:
    """A turn; its phase may be an element of its own."""
    phase = node.first("phase")
    about = phase if phase is not None and not node.get("season") else node
    oddities: list[tuple[int, str]] = []
    units: list[JdipUnit] = []
    owners: dict[str, str] = {}
    for member in node.members:
        if member.name.lower() in POSITIONS:
            _read_position(member, units, owners, oddities)
    orders = _orders(node, oddities)
    results: list[JdipResult] = []
    for member in node.named("results"):
        results += _results(member, orders)
    results += _results_beside(orders)
    return JdipTurn(
        season=about.get("season"),
        year=about.get("year"),
        step=about.get("phase", "type", "name"),
        line=node.line,
        is_resolved=node.get("resolved").lower() in ("", *YES),
        is_ended=node.get("ended").lower() in YES,
        units=tuple(units),
        owners=owners or None,
        orders=tuple(order for order, _ in orders),
        results=tuple(results),
        oddities=tuple(oddities),
    )


def _read_position(
    container: XmlNode,
    units: list[JdipUnit],
    owners: dict[str, str],
    oddities: list[tuple[int, str]],
) -> None:
    """Add the units and the owners of a position, and what is neither. An element around others
    may name their province, or their power."""
    waiting = [("", "", container)]
    while waiting:
        province, power, node = waiting.pop()
        name = node.name.lower()
        province = node.get(*PROVINCE) or province
        power = node.get("power", "owner") or (node.get("name") if name == "power" else "") or power
        kind = name if name in KINDS_OF_NAMES else node.get(*KIND)
        if name in CENTRES:
            for code in [province] if province else node.text.replace(",", " ").split():
                owners[code] = power
        elif name in UNITS or (node.get("power") and kind):
            units.append(_unit(node, kind, province, power))
        elif node.members or name in POSITIONS or name == "power":
            waiting.extend((province, power, member) for member in reversed(node.members))
            if node.text.strip():
                oddities.append((node.line, node.text.strip()))
        else:
            oddities.append((node.line, node.shown()))


def _unit(node: XmlNode, kind: str, province: str, power: str) -> JdipUnit:
    """A unit by its attributes, or by its text (`A par`)."""
    if not province:
        kind, _, province = node.text.strip().partition(" ")
    coast = node.get("coast")
    place = f"{province}/{coast}" if coast.lower() not in NOBODY else province
    is_dislodged = node.get("dislodged").lower() in YES or node.name.lower() == DISLODGED
    return JdipUnit(power, kind, place, is_dislodged, node.line)


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
    waiting = [("", node) for node in reversed(turn.members) if node.name == "orders"]
    while waiting:
        power, node = waiting.pop()
        if node.name.lower() in GROUPS:
            power = node.get("power", "name") or power
            waiting.extend((power, member) for member in reversed(node.members))
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
        text = text_of_parts(node)
    shown = f"{power}: {text}" if text else f"{power}: {node.shown()}"
    return JdipOrder(key, power, text, shown.removeprefix(": "), node.line)


def _results(container: XmlNode, orders: Orders) -> Iterator[JdipResult]:
    """The results of a turn, in the order of the file."""
    keys = {order.key for order, _ in orders}
    by_place = {place_of(node).lower(): order.key for order, node in orders if place_of(node)}
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
        if key not in keys:
            key = by_place.get((key or place_of(node)).lower(), key)
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
