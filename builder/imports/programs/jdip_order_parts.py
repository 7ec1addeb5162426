"""Orders of saved games whose parts are attributes, or elements in the order.

    <order source="par" type="move" dest="bur"/>
    <order source="mar" type="support" supportSource="par" supportDest="bur"/>
    <order unit="fleet" source="stp" coast="nc" type="build"/>

The names are those that writers give to the fields of jDip's own orders, in any spelling.
"""

from builder.imports.programs.xml_nodes import XmlNode

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
HELPING = ("support", "convoy")
PLACES = ("source", "src", "province", "location", "loc", "place", "at", "from", "unit")
GOALS = ("dest", "destination", "to", "goal", "target")
TARGET = "target"  # the goal, unless there is another one: then the helped unit
ORDERS = ("type", "kind", "action", "order", "ordertype")
UNITS = ("unittype", "unit", "kind", "srcunittype", "sourceunittype", "unitkind")
OF_HELP = ("sup", "conv", "help", "aux", "assist")  # in the name of a part of the helped unit
OF_GOAL = ("dest", "to", "goal")  # in the name of the place to which it is helped
NOT_PLACES = ("power", "type", "kind", "nation", "country")  # how other names of its parts end
KINDS_OF_UNITS = ("a", "army", "f", "fleet", "w", "wing")
YES = ("true", "yes", "1")
NO = ("false", "no", "0")


def text_of_parts(node: XmlNode) -> str:
    """The order as players write it; empty if its kind, or whom it helps, is not known."""
    parts = _parts(node)
    kind = _kind_of_order(node, parts)
    goal = next((parts[name] for name in GOALS if parts.get(name)), "")
    helped = ""
    if kind in HELPING:
        helped, goal = _helped(parts, goal)
        if not helped:
            return ""
    place = place_of(node) or (goal if kind == "build" else "")
    if parts.get("coast") and "/" not in place:
        place = f"{place}/{parts['coast']}"
    unit = next((parts[name] for name in UNITS if is_kind(parts.get(name, ""))), "")
    by_sea = any(value.lower() in (*YES, "convoy") for value in _ways(parts))
    return SHAPES.get(kind, "").format(
        unit=f"{unit} {place}".strip(),
        goal=goal,
        helped=helped,
        aim=f" - {goal}" if goal and goal != helped else "",
        by_sea=" via convoy" if by_sea else "",
    )


def place_of(node: XmlNode) -> str:
    """The place of the ordered unit, as an attribute or an element says it."""
    parts = _parts(node)
    named = (parts.get(name, "") for name in PLACES)
    return next((place for place in named if place and not is_kind(place)), "")


def is_kind(text: str) -> bool:
    """Is it a word for a kind of unit?"""
    return text.lower() in KINDS_OF_UNITS


def _parts(node: XmlNode) -> dict[str, str]:
    """The attributes of an order and the texts of the elements in it, by their names in letters. An
    element without a text may name its province."""
    parts = {_letters(name): value.strip() for name, value in node.attributes.items()}
    for member in node.members:
        parts.setdefault(_letters(member.name), member.text.strip() or member.get("province"))
    return parts


def _kind_of_order(node: XmlNode, parts: dict[str, str]) -> str:
    """The kind of an order, as a key of `SHAPES`, by the name of its element or by a part of it;
    empty if neither says it."""
    kinds = [_letters(node.name), *(_letters(parts.get(name, "")) for name in ORDERS)]
    return next((kind for kind in kinds if kind in SHAPES), "")


def _helped(parts: dict[str, str], goal: str) -> tuple[str, str]:
    """The place of the helped unit, and its goal if it moves; no place if none is named as such."""
    helped = ""
    for name, value in parts.items():
        of_help = any(word in name for word in OF_HELP) and not name.endswith(NOT_PLACES)
        if not of_help or not value or value.lower() in (*YES, *NO):
            continue
        if any(word in name for word in OF_GOAL):
            goal = value
        else:
            helped = value
    if helped:
        return helped, goal
    if parts.get("from") and any(parts.get(name) for name in PLACES[: PLACES.index("from")]):
        return parts["from"], goal
    if parts.get(TARGET) == goal:
        return goal, ""
    return parts.get(TARGET, ""), goal


def _ways(parts: dict[str, str]) -> list[str]:
    """What the parts say of a way by sea."""
    return [value for name, value in parts.items() if "convoy" in name or name == "via"]


def _letters(name: str) -> str:
    """A name in lower case, without anything but letters: `viaConvoy` as `via_convoy`."""
    return "".join(filter(str.isalpha, name.lower()))
