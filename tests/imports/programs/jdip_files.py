"""Saved games of jDip, made up for the tests, in both forms that the program has written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

FORM_17 = '<game creator="jDip" creatorVersion="1.7.0" specification="FORMAT_1_0">'
CLASSES = {
    "->": "Move", "~>": "Retreat", "Hold": "Hold", "Support": "Support", "Convoy": "Convoy",
    "Disband": "Disband",
}  # fmt: skip
FORMS = {
    "BOUNCED": "bouncedOrderResult",
    "DEPENDENT": "dependentFailedOrderResult",
    "DISLODGED": "dislodgedOrderResult",
    "CONVOY_PATH_TAKEN": "convoyPathOrderResult",
}


@dataclass
class Turn:
    """A turn: units as `France A par`, with a star if dislodged; orders as the program writes them,
    each with its result: a category, and a message behind a colon. `instead` are units that got
    another order: `Turkey A smy`, with a star if it was dislodged."""

    season: str
    year: int
    phase: str
    units: Iterable[str] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    orders: Mapping[str, str] = field(default_factory=dict)
    instead: Iterable[str] = ()
    resolved: bool = True
    ended: bool = False
    more: str = ""


def of_17(
    *turns: Turn,
    variant: str = "Standard",
    name: str = "Our game",
    options: Mapping[str, str] | None = None,
    players: str = "",
) -> str:
    """A game in the XML of jDip 1.7."""
    rules = "".join(f'<option name="{n}" value="{v}"/>' for n, v in (options or {}).items())
    lines = [
        '<?xml version="1.0"?>',
        FORM_17,
        f'<variant name={quoteattr(variant)} version="1.0"><symbols name="Simple" version="1.0"/>',
        f'<map name="Standard"/><ruleOptions>{rules}</ruleOptions></variant>',
        f"<info><gameInfo><name>{escape(name)}</name><gameID>none</gameID></gameInfo>",
        f"{players}</info><setup/>",
    ]
    for number, turn in enumerate(turns):
        lines += _turn_of_17(turn, number)
    return "\n".join([*lines, "</game>", ""])


def _turn_of_17(turn: Turn, number: int) -> Iterator[str]:
    state = f'resolved="{str(turn.resolved).lower()}"' + (' ended="true"' if turn.ended else "")
    yield f'<turn season="{turn.season}" phase="{turn.phase}" year="{turn.year}" {state}>'
    yield "<positions>"
    for unit in turn.units:
        power, kind, place = unit.strip("*").split()
        province, _, coast = place.partition("/")
        at_coast = f' coast="{coast}"' if coast else ""
        fallen = ' dislodged="true"' if unit.endswith("*") else ""
        yield f'<position province="{province}" lastOccupier="{power}">'
        kind = {"A": "army", "F": "fleet"}.get(kind, kind)
        yield f'<unit power="{power}"{at_coast} type="{kind}"{fallen}/></position>'
    for centre, power in turn.owners.items():
        yield f'<position province="{centre}"><SC owner="{power}" homePower="none"/></position>'
    yield "</positions><adjustments/><orders>"
    keys = {text: f"X.{number}.{n}" for n, text in enumerate(turn.orders)}
    for text, key in keys.items():
        order = f'<order id="{key}" text={quoteattr(text)}/>'
        yield f'<orderSet power="{text.partition(":")[0]}">{order}</orderSet>'
    yield "</orders><results>"
    for n, unit in enumerate(turn.instead):
        result = "DISLODGED" if unit.endswith("*") else "SUCCESS"
        yield from _held_instead("none", unit.strip("*").replace(" ", ": ", 1), f"Y.{n}", result)
    for text, results in turn.orders.items():
        for result in filter(None, results.split(" & ")):
            if result.startswith("VALIDATION_FAILURE"):
                unit = " ".join(text.split()[:3])
                yield from _held_instead(keys[text], unit, f"{keys[text]}h", "SUCCESS")
            yield _result_of_17(result, text.partition(":")[0], keys[text])
    yield '<timeResult power="none"><message>Order resolution completed.</message></timeResult>'
    yield f"</results><dislodgedUnits/>{turn.more}<powerInfo/></turn>"


def _held_instead(key: str, unit: str, new_key: str, result: str) -> Iterator[str]:
    """The order to hold that the program gave a unit (`Italy: A rom`), and its result."""
    power = unit.partition(":")[0]
    yield f'<substitutedOrderResult power="{power}" category="SUBSTITUTED" order="{key}">'
    yield f'<message/><newOrder id="{new_key}" text="{unit} Holds"/></substitutedOrderResult>'
    yield _result_of_17(result, power, new_key)


def _result_of_17(result: str, power: str, key: str) -> str:
    category, _, message = result.partition(": ")
    form = FORMS.get(category, "orderResult")
    category = "FAILURE" if category in ("BOUNCED", "DEPENDENT") else category
    return (
        f'<{form} power="{power}" category="{category}" order="{key}">'
        f"<message>{escape(message)}</message></{form}>"
    )


class Objects:
    """Writes the objects of a game as JSX does; each is written once, then referred to."""

    def __init__(self) -> None:
        self.ids: dict[str, str] = {}
        self.count = 0

    def text(self, value: str, name: str = "") -> str:
        """A string, in a field if it has a name."""
        return f"<string{_field(name)} id='i{self._next()}' value={quoteattr(value)}/>"

    def thing(
        self, class_name: str, fields: Mapping[str, str], name: str = "", key: str = ""
    ) -> str:
        """An object with its fields, already written; with a key it is the same again."""
        if key in self.ids and key:
            return f"<reference{_field(name)} idref='{self.ids[key]}'/>"
        number = f"i{self._next()}"
        if key:
            self.ids[key] = number
        content = "".join(fields.values())
        return (
            f"<object{_field(name)} id='{number}' class='dip.{class_name}' superclasses=''>"
            f"<declaredClass class='dip.{class_name}'><default>{content}</default></declaredClass>"
            "</object>"
        )

    def listed(self, members: Iterable[str], name: str = "", tag: str = "collection") -> str:
        """A list or an array."""
        return f"<{tag}{_field(name)} id='i{self._next()}'>{''.join(members)}</{tag}>"

    def mapping(self, pairs: Iterable[tuple[str, str]], name: str = "") -> str:
        """A map, with two numbers of its own before its keys and values."""
        flat = "".join(key + value for key, value in pairs)
        return (
            f"<object{_field(name)} id='i{self._next()}' class='java.util.HashMap'"
            " superclasses='java.util.AbstractMap,'>"
            "<declaredClass class='java.util.AbstractMap'><default/></declaredClass>"
            "<declaredClass class='java.util.HashMap'><default>"
            "<primitive field='threshold' type='int' value='24'/></default>"
            f"<primitive type='int' value='32'/><primitive type='int' value='7'/>{flat}"
            "</declaredClass></object>"
        )

    def _next(self) -> int:
        self.count += 1
        return self.count


def _field(name: str) -> str:
    return f" field='{name}'" if name else ""


def number(name: str, value: object, kind: str = "int") -> str:
    """A field with a number or a truth value."""
    return f"<primitive field='{name}' type='{kind}' value='{str(value).lower()}'/>"


class ObjectsOfGame(Objects):
    """Writes the objects of one game."""

    def game(self, turns: Iterable[Turn], variant: str = "Standard", name: str = "Our game") -> str:
        """A game in the XML of jDip's releases."""
        turns = list(turns)
        units = [unit.strip("*").split()[2] for turn in turns for unit in turn.units]
        centres = [centre for turn in turns for centre in turn.owners]
        self.codes = sorted({place.partition("/")[0] for place in (*units, *centres)})
        provinces = self.listed((self.province(code) for code in self.codes), "provinces", "array")
        chart = self.thing("world.Map", {"provinces": provinces}, "map")
        states = self.mapping(((self.phase(turn), self.turn(turn)) for turn in turns), "m")
        wrapped = self.thing("Collections$SynchronizedMap", {"m": states}, "turnStates")
        about = self.thing("world.World$VariantInfo", {"v": self.text(variant, "variantName")})
        metadata = self.thing("world.metadata.GameMetadata", {"n": self.text(name, "gameName")})
        pairs = [(self.text("_variant_info_"), about), (self.text("_world_metadata_"), metadata)]
        fields = {"map": chart, "turns": wrapped, "more": self.mapping(pairs, "nonTurnData")}
        world = self.thing("world.World", fields)
        return f"<!--\n  written by JSX\n-->\n<jsx major='1' format='JSX.DataReader'>{world}</jsx>"

    def power(self, name: str, field_name: str = "") -> str:
        """A power by its only name."""
        names = self.listed([self.text(name)], "names", "array")
        return self.thing("world.Power", {"names": names}, field_name, f"power {name}")

    def province(self, code: str, field_name: str = "") -> str:
        """A province by its short name."""
        names = self.listed([self.text(code)], "shortNames", "array")
        return self.thing("world.Province", {"names": names}, field_name, f"province {code}")

    def location(self, place: str, field_name: str) -> str:
        """A province with a coast, `mv` for an army."""
        code, _, coast = place.partition("/")
        fields = {"province": self.province(code, "province"), "coast": self.coast(coast)}
        return self.thing("world.Location", fields, field_name)

    def coast(self, letters: str) -> str:
        """A coast by its letters."""
        letters = letters or "mv"
        fields = {"a": self.text(letters, "abbreviation")}
        return self.thing("world.Coast", fields, "coast", f"coast {letters}")

    def kind(self, letter: str, field_name: str) -> str:
        """The kind of a unit."""
        word = {"A": "army", "F": "fleet"}.get(letter, letter)
        return self.thing("world.Unit$Type", {"n": self.text(word, "internalName")}, field_name)

    def phase(self, turn: Turn) -> str:
        """A phase by its numbers."""
        step = {"Movement": "movement", "Retreat": "retreat", "Adjustment": "adjustment"}
        place = number("position", {"Spring": 1000, "Fall": 2000}[turn.season])
        parts = {
            "s": self.thing("world.Phase$SeasonType", {"p": place}, "seasonType"),
            "y": self.thing("world.Phase$YearType", {"y": number("year", turn.year)}, "yearType"),
            "p": self.thing(
                "world.Phase$PhaseType",
                {"c": self.text(step[turn.phase], "constName")},
                "phaseType",
            ),
        }
        return self.thing("world.Phase", parts)

    def turn(self, turn: Turn) -> str:
        """A turn with its position, its orders and their results."""
        standing = {}
        for unit in turn.units:
            _, _, place = unit.strip("*").split()
            standing.setdefault(place.partition("/")[0], []).append(unit)
        members = []
        for code in self.codes:
            here = standing.get(code, [])
            fields = {unit: self.unit(unit) for unit in here}
            if code in turn.owners and turn.owners[code] != "none":
                fields["owner"] = self.power(turn.owners[code], "SCOwner")
            members.append(
                self.thing("world.Position$ProvinceData", fields) if fields else "<null/>"
            )
        board = self.listed(members, "provArray", "array")
        position = self.thing("world.Position", {"p": board}, "position")
        orders = {}
        for text in turn.orders:
            orders.setdefault(text.partition(":")[0], []).append(self.order(text))
        pairs = [(self.power(power), self.listed(given)) for power, given in orders.items()]
        results = []
        for text, said in turn.orders.items():
            results += [self.result(text, one) for one in said.split(" & ") if one]
        fields = {
            "results": "",
            "orders": self.mapping(pairs, "orderMap"),
            "position": position,
            "ended": number("isEnded", turn.ended, "boolean"),
            "resolved": number("isResolved", turn.resolved, "boolean"),
        }
        fields["results"] = self.listed(results, "resultList")
        return self.thing("world.TurnState", fields)

    def unit(self, unit: str) -> str:
        """A unit, a dislodged one with a star."""
        power, kind, place = unit.strip("*").split()
        fields = {
            "type": self.kind(kind, "type"),
            "owner": self.power(power, "owner"),
            "coast": self.coast(place.partition("/")[2]),
        }
        name = "dislodgedUnit" if unit.endswith("*") else "unit"
        return self.thing("world.Unit", fields, name)

    def order(self, text: str, name: str = "") -> str:
        """An order as an object: `France: A par -> bur`."""
        power, _, rest = text.partition(": ")
        words = rest.split()
        fields = {"power": self.power(power, "power")}
        if words[0] in ("Build", "Remove", "Waive"):
            class_name = words.pop(0)
            words = [] if class_name == "Waive" else words
        else:
            class_name = CLASSES.get(words[2], "DefineState")
        if words:
            fields["type"] = self.kind(words[0], "srcUnitType")
            fields["src"] = self.location(words[1], "src")
        if class_name in ("Move", "Retreat"):
            fields["dest"] = self.location(words[3], "dest")
            fields["sea"] = number("_isViaConvoy", "convoy" in rest, "boolean")
        elif class_name in ("Support", "Convoy"):
            prefix = "sup" if class_name == "Support" else "convoy"
            fields["start"] = self.location(words[4], f"{prefix}Src")
            if "->" in words:
                fields["goal"] = self.location(words[-1], f"{prefix}Dest")
        return self.thing(f"order.{class_name}", fields, name, text)

    def result(self, text: str, said: str) -> str:
        """A result of an order."""
        category, _, message = said.partition(": ")
        class_name = {
            "BOUNCED": "BouncedResult",
            "DEPENDENT": "DependentMoveFailedResult",
            "DISLODGED": "DislodgedResult",
        }.get(category, "OrderResult")
        category = "FAILURE" if category in ("BOUNCED", "DEPENDENT") else category
        key = self.thing(
            "order.result.OrderResult$ResultType", {"k": self.text(category, "key")}, "resultType"
        )
        fields = {
            "message": self.text(message, "message"),
            "type": key,
            "order": self.order(text, "order"),
        }
        return self.thing(f"order.result.{class_name}", fields)


def of_objects(*turns: Turn, variant: str = "Standard", name: str = "Our game") -> str:
    """A game in the XML of jDip's releases."""
    return ObjectsOfGame().game(turns, variant, name)
