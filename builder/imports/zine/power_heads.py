"""Recognises the names of powers before orders, retreats or centres.

AUSTRIA (Davis for Allen): a bud-SER       AUS: a vie-GAL       G: Mun, Ber (3)
Retreats: Italy A Tri-Tyr                  Mun, Ber, +Kie = 3. Builds F(Kie)
"""

import re

from builder.imports.corrections import near
from builder.imports.zine.house import RE
from builder.imports.zine.season_text import RETREATS, PowerEntry
from builder.model.names import Names, plain
from builder.model.units import Power

FULLY = 4  # letters of a power's full name
LEAST = 3  # letters that stand for powers
FEWEST = 2  # centres in a list
VERBS = {"r": "R ", "b": "bld ", "a": ""}


def tagged_end(line: str, rest: str) -> str:
    """The end of a line whose text without tags is `rest`, with its tags."""
    missing = sum(not sign.isspace() for sign in RE.any_tag.sub("", rest))
    pieces = RE.any_tag.split(line)
    kept: list[str] = []
    while pieces and missing:
        piece = pieces.pop()
        if RE.any_tag.fullmatch(piece) is None:
            start = len(piece)
            while start and missing:
                start -= 1
                missing -= not piece[start].isspace()
            piece = piece[start:]
        kept.insert(0, piece)
    opening = [piece for piece in pieces if RE.any_tag.fullmatch(piece)]
    if opening and not opening[-1].startswith("</"):
        kept.insert(0, opening[-1])
    return "".join(kept).strip()


def player_between(line: str, rest: str) -> str:
    """The surname of a player between a power's name and its orders: `ENGLAND, Smith: A Yor H`."""
    bare = RE.tag.sub("", line).strip()
    head = bare.removesuffix(rest).strip()
    found = RE.player.fullmatch(head)
    return found["player"].split()[-1] if found else ""


def step_of(line: str, season: str) -> str:
    """The season of a heading of retreats or builds without a year, after that of `season`."""
    found = RE.step.match(line)
    what = found["what"].lower() if found else ""
    if what.startswith("retreat"):
        return RETREATS.get(season, "")
    return "winter" if what and season != "spring" else ""


def retreats_in_words(line: str, powers: Names, number: int) -> list[PowerEntry]:
    """The entry of each power in `Retreats: Italy A Tri-Tyr; Austria F Gre otb`; none if a name is
    not that of a power."""
    entries: list[PowerEntry] = []
    said = RE.said.match(line)
    for piece in RE.told_apart.split(said["told"]) if said else ():
        name, _, rest = piece.strip(" .;").replace(":", " ").partition(" ")
        if name and not (rest and powers.get(name)):
            return []
        if said and name:
            text = f"{VERBS[said['step'][0].lower()]}{rest.strip()}."
            entries.append(PowerEntry(Power(powers.known[plain(name)]), "", [(number, text)]))
    return entries


def entry_of(line: str, powers: Names, number: int = 0) -> PowerEntry | None:
    """The entry of a power that a line begins; its name may be misspelt before orders, or lack a
    parenthesis or its colon. None for another line."""
    heads = RE.power, RE.power_does, RE.power_and_player, RE.bare_power
    head = next((m for m in (pattern.match(line) for pattern in heads) if m), None)
    if head is None and (lone := RE.lone_power.match(line)):
        own = {plain(power) for power in powers.known.values()}
        word = plain(lone["power"])
        meant = word in own or (word not in powers.known and near(word, own))
        head = lone if meant and RE.orders.match(lone["text"].lstrip("[(<")) else None
    if head is None or not (len(head["power"]) >= FULLY or RE.short_power.match(line)):
        return None
    found = head.groupdict()
    name = head["power"]
    text = found.get("text") or ""
    guess = ""
    power = powers.get(name)
    if power is None and name.lower() != "neutral":
        orderly = RE.orders.search(text) or RE.tells.match(text) or RE.full.search(text)
        alone = len(name) >= FULLY and "-" not in name  # `Italy-All:` heads a letter
        meant = near(name, powers.known) if orderly and alone else ""
        if not meant:
            return None
        power = powers.known[meant]
        guess = f"{name!r} read as {power}"
    elif head.re is RE.lone_power:
        guess = f"read as the head of {power}"
    player = next((found[k] for k in ("player", "squared", "name") if found.get(k)), "")
    names = player.split()
    if len(names) == 2:
        player = names[1]  # the surname
    elif not re.search(r"[A-Za-z]{2}", player):
        player = ""  # a number
    return PowerEntry(Power(power or ""), player, [(number, text)], guess)


def centres_and_rest(text: str) -> tuple[str, str] | None:
    """The centres of `Mun, Ber, +Kie = 3. Builds F(Kie)`, and the text after them."""
    if (total := RE.total.search(text)) is None:
        return None
    centres = text[: total.start()]
    rest = text[total.end() :]
    names = [*filter(None, re.split(r"[\s,]+", RE.group.sub(" ", centres)))]
    shape = RE.centre if "," in centres else RE.code
    follows = RE.idle.fullmatch(rest) or RE.list_follows.match(rest)
    if len(names) < FEWEST or not follows or not all(map(shape.fullmatch, names)):
        return None
    return centres, "" if RE.idle.fullmatch(rest) else rest
