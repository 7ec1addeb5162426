"""Recognises the names of powers before orders, retreats or centres.

AUSTRIA (Davis for Allen): a bud-SER       AUS: a vie-GAL       G: Mun, Ber (3)
Retreats: Italy A Tri-Tyr                  Mun, Ber, +Kie = 3. Builds F(Kie)
"""

import re

from builder.imports.corrections import near
from builder.imports.zine.house import RE
from builder.imports.zine.printed_text import PrintedText
from builder.imports.zine.season_text import RETREATS, PowerEntry
from builder.model.names import Names, plain
from builder.model.units import Power

FULLY = 4  # letters of a power's full name
FEWEST = 2  # centres in a list
TWO_LETTERS = re.compile(r"[A-Za-z]{2}")
SEPARATORS = re.compile(r"[\s,]+")
VERBS = {"r": "R ", "b": "bld ", "a": ""}


def player_between(line: str, rest: str) -> str:
    """The surname of a player between a power's name and its orders: `ENGLAND, Smith: A Yor H`."""
    head = line.strip().removesuffix(rest).strip()
    named = RE.player.fullmatch(head)
    return named["player"].split()[-1] if named else ""


def step_of(line: str, season: str) -> str:
    """The season of a heading of retreats or builds without a year, after that of `season`."""
    heading = RE.step.match(line)
    if heading is None:
        return ""
    if heading["what"].lower().startswith("retreat"):
        return RETREATS.get(season, "")
    return "winter" if season != "spring" else ""


def retreats_in_words(line: PrintedText, powers: Names) -> list[PowerEntry]:
    """The entry of each power in `Retreats: Italy A Tri-Tyr; Austria F Gre otb`; none if a name is
    not that of a power."""
    statement = RE.said.match(line.text)
    if statement is None:
        return []
    verb = VERBS[statement["step"][0].lower()]
    entries: list[PowerEntry] = []
    for piece in RE.told_apart.split(statement["told"]):
        name, _, orders = piece.strip(" .;").replace(":", " ").partition(" ")
        if not name:
            continue
        if not (orders and powers.get(name)):
            return []
        text = PrintedText(f"{verb}{orders.strip()}.", line=line.line)
        entries.append(PowerEntry(Power(powers.known[plain(name)]), "", [text]))
    return entries


def entry_of(line: PrintedText, powers: Names) -> PowerEntry | None:
    """The entry of a power that a line begins; its name may be misspelt before orders, or lack a
    parenthesis or its colon. None for another line."""
    head = _head(line, powers)
    if head is None or not (len(head["power"]) >= FULLY or RE.short_power.match(line.text)):
        return None
    groups = head.groupdict()
    name = head["power"]
    orders = PrintedText("", line=line.line)
    if "text" in groups:
        orders = line.part(head.start("text"))
    guess = ""
    power = powers.get(name)
    if power is None and name.lower() != "neutral":
        power = _misspelt_power(name, orders.text, powers)
        if not power:
            return None
        guess = f"{name!r} read as {power}"
    elif head.re is RE.lone_power:
        guess = f"read as the head of {power}"
    player = groups.get("player") or groups.get("squared") or groups.get("name") or ""
    return PowerEntry(Power(power or ""), _surname(player), [orders], guess)


def _head(line: PrintedText, powers: Names) -> re.Match[str] | None:
    """The name of a power with which a line begins, and what else stands before its orders."""
    for pattern in (RE.power, RE.power_does, RE.power_and_player):
        if head := pattern.match(line.text):
            return head
    if bare := _bare_power(line):
        return bare
    lone = RE.lone_power.match(line.text)
    if lone and RE.orders.match(lone["text"].lstrip("[(<")):
        own = {plain(power) for power in powers.known.values()}
        word = plain(lone["power"])
        if word in own or (word not in powers.known and near(word, own)):
            return lone
    return None


def _bare_power(line: PrintedText) -> re.Match[str] | None:
    """The name of a power that only a typeface parts from its orders."""
    bare = RE.bare_power.match(line.text)
    in_face = bare and line.ends_between(bare.end("power"), bare.start("text"))
    return bare if in_face else None


def is_sure_head(line: PrintedText) -> bool:
    """Is a line the head of an entry in a form in which nothing but entries is printed?"""
    return RE.power_and_player.match(line.text) is not None or _bare_power(line) is not None


def _misspelt_power(name: str, orders: str, powers: Names) -> str:
    """The power that a misspelt name before orders may mean; empty if there is none."""
    orderly = RE.orders.search(orders) or RE.tells.match(orders) or RE.full.search(orders)
    alone = len(name) >= FULLY and "-" not in name  # `Italy-All:` heads a letter
    meant = near(name, powers.known) if orderly and alone else ""
    return powers.known[meant] if meant else ""


def _surname(player: str) -> str:
    """The surname of a player; empty for a number."""
    names = player.split()
    if len(names) == 2:
        return names[1]
    return player if TWO_LETTERS.search(player) else ""


def centres_and_rest(text: str) -> tuple[str, str] | None:
    """The centres of `Mun, Ber, +Kie = 3. Builds F(Kie)`, and the text after them."""
    total = RE.total.search(text)
    if total is None:
        return None
    centres = text[: total.start()]
    rest = text[total.end() :]
    names = [*filter(None, SEPARATORS.split(RE.group.sub(" ", centres)))]
    shape = RE.centre if "," in centres else RE.code
    is_idle = RE.idle.fullmatch(rest) is not None
    follows = is_idle or RE.list_follows.match(rest)
    if len(names) < FEWEST or not follows or not all(map(shape.fullmatch, names)):
        return None
    return centres, "" if is_idle else rest
