"""Cuts the text of a zine into issues, seasons and the entries of powers; typeface tags stay.

Spring 1909            <i>Moves - Fall 1906</i>            Autumn 1901 - Corrected
Winter 1901/Spring 1902    Autumn & Winter 1902
Fall '04 of the game RED STORM (BNC number 1989AB)
Fall 1904 Results for Red Storm -------------
Dire Straits (2001E) Fall 1904                             Gunboat, Fall 1911 & End

Retreats:    Retreats: Italy A Tri-Tyr        G: Mun, Ber (3)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate

from builder.imports.corrections import near
from builder.imports.importer import SEASONS
from builder.imports.zine.house import RE
from builder.model.calendar import Phase, Step
from builder.model.names import Names, plain
from builder.model.setting import Setting
from builder.model.units import Power

LONGEST, FULLY = 5, 4  # words of a game's name, letters of a power's full name
SPRING = ("spring", "summer")
STEPS: dict[str, Step] = {
    "spring": "movement", "fall": "movement", "summer": "retreats", "autumn": "retreats",
}  # fmt: skip
RETREATS = {"spring": "summer", "fall": "autumn"}
CODE = 3  # letters of a centre's code
LEAST, FEWEST = 3, 2  # letters that stand for powers, centres in a list
FEWEST_MOVES = 3  # orders of a movement
FEW = 6  # words of an order in a line that has no others
VERBS = {"r": "R ", "b": "bld ", "a": ""}
LONG, CENTURY = 400, 100
TAIL = 40  # characters at the end of an entry in which its end is recognised
RULE = frozenset("=-_ ")


@dataclass
class PowerEntry:
    """The entry of one power in a season's report, with its `<i>` tags, as numbered `lines`;
    `guess` is a remark on a guess about its head."""

    power: Power
    player: str
    lines: list[tuple[int, str]]
    guess: str = ""

    @cached_property
    def text(self) -> str:
        """All of it in one line."""
        return " ".join(text for _, text in self.lines)

    @property
    def line(self) -> int:
        """The number of its first line."""
        return self.lines[0][0]

    def at(self, words: str) -> "PowerEntry":
        """The entry from the line on which these words begin."""
        places = (self.text.find(words[:size]) for size in (len(words), 10, 6))
        place = next((p for p in places if p >= 0), 0)
        ends = [*accumulate(len(text) + 1 for _, text in self.lines)]
        first = next((i for i, end in enumerate(ends) if end > place), -1)
        return replace(self, lines=self.lines[first:])


@dataclass(eq=False)
class ZineSeason:
    """One heading of the zine and the report under it. `due` if it only says when orders are due;
    `game` and `number` (Boardman's) if it names them; `guess` is a remark on a guess about it;
    `stray` are lines with orders under no power, `notices` what charts say beside centres."""

    name: str
    year: int
    heading: str
    due: bool = False
    game: str = ""
    number: str = ""
    guess: str = ""
    issue: str = ""
    line: int = 0
    entries: list[PowerEntry] = field(default_factory=list)
    chart: list[PowerEntry] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    stray: list[tuple[int, str]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    @property
    def source(self) -> str:
        """The issue and heading as a source: `#217, 'Autumn 1901 - Corrected'`."""
        return f"#{self.issue}, {self.heading!r}" if self.issue else self.heading

    @property
    def movement(self) -> Phase:
        """The movement that it reports, or that its retreats or builds follow."""
        return Phase(self.year, "spring" if self.name in SPRING else "fall", "movement")

    @property
    def step(self) -> Step:
        """The last step that its heading names."""
        return STEPS.get(self.name, "adjustments")

    @property
    def is_movement(self) -> bool:
        """Does it report orders of a movement, by its heading?"""
        return self.step == "movement" and not self.is_before

    @property
    def is_new(self) -> bool:
        """Is it no correction of an earlier report, nor only a position?"""
        return not (self.is_repair or self.is_before)

    @property
    def is_repair(self) -> bool:
        """Does the heading say that the report corrects an earlier one?"""
        return RE.repair.search(self.heading) is not None

    @property
    def is_before(self) -> bool:
        """Is it only the position before a season (`Pre-Spring 1904`)?"""
        return self.heading.lower().startswith("pre-")

    def is_movement_after(self, orders: int) -> bool:
        """Do its orders hold or help, or are they about as many as the `orders` of the movement
        before? Retreats are few, and neither."""
        if "retreat" in self.heading.lower():
            return False
        texts = [RE.beside_orders.sub(" ", RE.tag.sub("", entry.text)) for entry in self.entries]
        found = [order[0] for text in texts for order in RE.orders.finditer(text)]
        return any(map(RE.stays.search, found)) or len(found) >= max(FEWEST_MOVES, orders / 2)


def heading(line: str) -> ZineSeason | None:
    """The season of a line that is a heading, also if its name is misspelt (`Sprig 1909`); None for
    another line."""
    line = line.lstrip(" ,.;")
    when = RE.season.match(line) or RE.young_year.match(line)
    named = RE.of_game.search(when["rest"]) if when else RE.titled.match(line)
    found = when or named
    beside = found and RE.beside_season.match(found["rest"])
    game = named["game"] if named else ""
    if when:
        fits = bool(named or beside) or not (when["of"] or when["two"])
    else:
        fits = bool(beside) and not RE.no_game.search(game) and len(game.split()) <= LONGEST
    season = re.sub(r"\s*(?:and|&|/)\s*", " and ", found["season"].lower()) if found else ""
    guess = ""
    if not fits:
        found, named, game = RE.misspelt_season.match(line), None, ""
        season = near(found["season"], SEASONS) if found else ""
        guess = f"{found['season']!r} read as {season.capitalize()}" if found else ""
    if found is None or not season:
        return None
    groups, year = named.groupdict() if named else {}, found["year"]
    numbers = [groups.get(key) for key in ("number", "first", "then")]
    if "retreat" in found["rest"].lower():
        season = RETREATS.get(season, season)
    return ZineSeason(
        season,
        1900 + int(year[1:]) if year[0] in "'’" else int(year),
        RE.tag.sub("", line).rstrip(" -="),
        due=RE.due.match(found["rest"]) is not None,
        game=game.strip(" '\"‘’“”"),
        number=next(filter(None, numbers), "").replace(" ", ""),
        guess=guess,
    )


def with_power_names(text: str, setting: Setting) -> str:
    """The text with the names of powers in one form before orders: with a capital, not on a line of
    their own, and not as a letter, if several lines begin with that of a power."""
    names = {n.letter: n.name for n in setting.nations if n.letter}

    def named(found: re.Match[str]) -> str:
        """The line with the power's name, not its letter, before orders or centres; else empty."""
        bare = RE.tag.sub("", found["rest"])
        first = RE.word.match(bare)
        placed = first and setting.board.names.get(first[1])
        if found["letter"] not in names or not (placed or RE.talks_of_units.match(bare)):
            return ""
        player = f" ({found['player']})" if found["player"] else ""
        return f"{found['before']}{names[found['letter']]}{player}: {found['rest']}"

    def known(found: re.Match[str], becomes: str) -> str:
        return becomes if setting.power_names.get(found["power"]) else found[0]

    text = RE.small_power.sub(lambda m: known(m, m[0].replace(m[1], m[1].title(), 1)), text)
    text = RE.power_above.sub(
        lambda m: known(m, f"{RE.tag.sub('', m['head'])}: {m['line']}{m['gap']}"), text
    )
    several = len({m["letter"] for m in RE.letter.finditer(text) if named(m)}) >= LEAST
    return RE.letter.sub(lambda m: named(m) or m[0], text) if several else text


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
    heads = RE.power, RE.power_does, RE.power_and_player, RE.bare_power, RE.broken_power
    head = next((m for m in (pattern.match(line) for pattern in heads) if m), None)
    if head is None and (lone := RE.lone_power.match(line)):
        own, word = {plain(power) for power in powers.known.values()}, plain(lone["power"])
        meant = word in own or (word not in powers.known and near(word, own))
        head = lone if meant and RE.orders.match(lone["text"].lstrip("[(<")) else None
    if head is None or not (len(head["power"]) >= FULLY or RE.short_power.match(line)):
        return None
    found, name = head.groupdict(), head["power"]
    text, guess = found.get("text") or "", ""
    power = powers.get(name)
    if power is None and name.lower() != "neutral":
        orderly = RE.orders.search(text) or RE.tells.match(text) or RE.full.search(text)
        alone = len(name) >= FULLY and "-" not in name  # `Italy-All:` heads a letter
        meant = near(name, powers.known) if orderly and alone else ""
        if not meant:
            return None
        power = powers.known[meant]
        guess = f"{name!r} read as {power}"
    elif head.re in (RE.broken_power, RE.lone_power):
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
    centres, rest = text[: total.start()], text[total.end() :]
    names = [*filter(None, re.split(r"[\s,]+", RE.group.sub(" ", centres)))]
    shape = RE.centre if "," in centres else RE.code
    follows = RE.idle.fullmatch(rest) or RE.list_follows.match(rest)
    if len(names) < FEWEST or not follows or not all(map(shape.fullmatch, names)):
        return None
    return centres, "" if RE.idle.fullmatch(rest) else rest


def _lines(text: str, powers: Names) -> Iterator[tuple[int, str]]:
    """The numbered lines that are not empty, cut before orders or centres of another power."""
    for number, whole in enumerate(text.splitlines(), start=1):
        line = whole.rstrip()
        pieces = RE.inline.split(line) if len(line) > LONG else RE.late.split(line)
        if entry_of(line, powers) or RE.counted.match(RE.tag.sub("", line)):
            line = "\n".join(pieces)
            line = RE.power_within.sub(lambda m: "\n" if powers.get(m["power"]) else m[0], line)
            pieces = line.split("\n")
        parts = (part.strip() for piece in pieces for part in RE.headed_entry.split(piece))
        yield from ((number, part) for part in parts if part)


def _mostly_orders(line: str) -> bool:
    """Does a line have several orders, with few words between them?"""
    bare = RE.helped_unit.sub(r"\1", RE.tag.sub("", line))
    orders = max(len(RE.orders.findall(bare)), len(RE.full.findall(bare)))
    return orders > 1 and orders * FEW >= len(line.split())


class ZineText:
    """A whole file, cut into its issues, each with its number (`216`) and the title over the game,
    its seasons in printed order, and other lines. While it is read, `into` is the list of entries
    that the next lines belong to, `lead` a text to put before these (`has `), `beside` whether
    prose has begun after the last; `undated` are lines with orders under no season."""

    def __init__(self, text: str, setting: Setting) -> None:
        self.issues: list[tuple[str, str]] = []
        self.seasons: list[ZineSeason] = []
        self.notices: list[str] = []
        self.powers, self.places = setting.power_names, setting.board.names
        self.century = setting.calendar.start.year // 100 * 100
        self.season: ZineSeason | None = None
        self.into: list[PowerEntry] | None = None
        self.lead, self.beside = "", False
        self.undated: list[tuple[int, str]] = []
        for number, line in _lines(with_power_names(text, setting), self.powers):
            if not (RULE.issuperset(line) or self._between(line, number)):
                self._line(number, line)
        for last in self.seasons[-1:]:
            last.stray += self.undated

    def games(self) -> list[list[ZineSeason]]:
        """The seasons of each game; a heading without a name belongs to the game named last. They
        are ordered by the numbers of their issues, if these are out of order and equally long."""
        numbers = [number for number, _ in self.issues]
        alike = len({len(n) for n in numbers}) == 1 and all(map(str.isdigit, numbers))
        if alike and numbers != sorted(numbers) and self.seasons:
            self.seasons[0].guess = "issues out of order, read by their numbers"
            self.issues.sort(key=lambda issue: issue[0])
            self.seasons.sort(key=lambda season: season.issue)
        found: dict[str, list[ZineSeason]] = {}
        last = ""
        for season in self.seasons:
            last = season.game.casefold() or last
            found.setdefault(last, []).append(season)
        return [*found.values()] if len({*found} - {""}) > 1 else [self.seasons]

    def _line(self, number: int, line: str) -> None:
        if head := RE.issue.match(line):
            issue = [head["file"], *re.findall(r"\d+", head["file"])][-1]
            self.issues.append((issue, head["title"] or ""))
            self.season, self.into = None, None
        elif (when := heading(line)) and self._follows(when):
            if when.due:  # only says when orders are due
                self.into = None
            else:
                self._open(when, number)
        elif self.season is None:
            self._before_seasons(line, number)
        elif (listed := RE.positions.match(line)) or RE.moves.match(line):
            self.into, self.lead = self.season.entries, "has " if listed else ""
        elif RE.chart.match(line):
            self.season.chart = self.into = []
            self.lead = ""
        elif not self._counted(line, number, self.season):
            self._body(line, number, self.season)

    def _before_seasons(self, line: str, number: int) -> None:
        """Keep a line before the first season of an issue; orders among such are not dated."""
        self.notices.extend([line] if line[0] != "#" else [])
        known = any(self.places.get(m["place"]) for m in RE.head.finditer(line))
        begun = self.undated or entry_of(line, self.powers)
        if _mostly_orders(line) or (begun and (known or RE.orders.search(line))):
            self.undated.append((number, line))

    def _follows(self, when: ZineSeason) -> bool:
        """Is a heading certain, or else of the last season's year or the next?"""
        year = when.year + (self.century if when.year < CENTURY else 0)
        last = self.seasons[-1].year if self.seasons else year
        sure = not when.guess and when.year >= CENTURY
        when.year = year
        return sure or 0 <= year - last <= 1

    def _open(self, season: ZineSeason, line: int) -> None:
        issue = self.issues[-1][0] if self.issues else ""
        beside = [(line, season.heading)] if RE.orders.search(season.heading) else []
        self.season = replace(season, issue=issue, line=line, stray=self.undated + beside)
        self.undated = []
        self.seasons.append(self.season)
        self.into, self.lead, self.beside = self.season.entries, "", False

    def _between(self, line: str, number: int) -> bool:
        """Take in `Retreats: Italy A Tri-Tyr; Austria F Gre otb`, or the heading of such lines
        without a year; False for another line."""
        if (season := self.season) is None:
            return False
        if season.entries and (name := step_of(line, season.name)):
            self._open(ZineSeason(name, season.year, RE.tag.sub("", line)), number)
            return True
        found = retreats_in_words(line, self.powers, number)
        step = RE.tag.sub("", line).partition(":")[0].strip()
        name, year = season.name, season.year
        if name in RETREATS and not season.entries:  # retreats before its orders are of the last
            name, year = ("fall", year - 1) if name == "spring" else ("spring", year)
        if season.name in RETREATS:
            name = step_of(step, name)
        if not name or not found:
            return False
        if name != season.name:
            at = len(self.seasons) - (not season.entries)
            game, known, issue = season.game, season.number, season.issue
            season = ZineSeason(name, year, step, False, game, known, "", issue, number)
            self.seasons.insert(at, season)
        season.entries += found
        return True

    def _counted(self, line: str, number: int, season: ZineSeason) -> bool:
        """Take in `France (4) Bre, Mar. Build F Par`; False for another line. A list of another
        board stays whole."""
        found = RE.counted.match(RE.tag.sub("", RE.struck.sub("", line)))
        if found is None or (power := self.powers.get(found["power"])) is None:
            return False
        centres, rest = found["centres"], found["rest"]
        names = [name.strip("-+?!") for name in RE.centre_name.findall(centres)]
        known = sum(self.places.get(name) is not None for name in names)
        codes = bool(names) and names[0].islower() and len(names[0]) == CODE
        lost = not names and (RE.counts.fullmatch(rest) or (not rest and self.into is season.chart))
        if not (codes or lost or 2 * known > len(names)):
            return False
        if 2 * known < len(names):
            centres, rest = f"{centres}{rest}", ""
        season.chart.append(PowerEntry(Power(power), "", [(number, centres)]))
        self._beside_centres(Power(power), rest, number, season)
        return True

    def _beside_centres(self, power: Power, text: str, number: int, season: ZineSeason) -> None:
        """Keep what a chart says of a power beside its centres; builds of units are an entry."""
        if RE.counts.fullmatch(text):
            season.notices.append(f"{power}: {text}")
        elif RE.adjusts_units.match(text):
            season.entries.append(PowerEntry(power, "", [(number, text)]))
        elif text:
            season.stray.append((number, f"{power}: {text}"))

    def _body(self, line: str, number: int, season: ZineSeason) -> None:
        headed = RE.power_and_player.match(line) or RE.bare_power.match(line)
        if headed and (self.into is None or not season.entries):
            self.into = season.entries
        entry = entry_of(line, self.powers, number) if self.into is not None else None
        listed = entry and centres_and_rest(RE.struck.sub("", entry.text))
        if entry and listed and self.into is season.entries:
            centres, rest = listed
            season.chart.append(replace(entry, lines=[(number, centres)]))
            if not rest:
                return
            entry = replace(entry, lines=[(number, rest)])
        elif entry and self.into is season.chart:
            bare = RE.bracketed.sub(lambda m: " " * len(m[0]), entry.text)
            if beside := RE.beside_centres.search(bare):
                centres, rest = entry.text[: beside.start()], entry.text[beside.start() :]
                entry = replace(entry, lines=[(number, centres)])
                self._beside_centres(entry.power, rest, number, season)
        if entry and self.into is not None:
            lead = "" if entry.text.startswith(self.lead) else self.lead
            self.into.append(replace(entry, lines=[(number, f"{lead}{entry.text}")]))
            self.beside = False
        elif RE.aside.match(line) or not self.into:
            self.into = None if RE.aside.match(line) else self.into
            self._aside(line, number, season)
        else:
            self._wrapped(line, number, season, self.into[-1])

    def _wrapped(self, line: str, number: int, season: ZineSeason, last: PowerEntry) -> None:
        """Take a line as the continuation of the last entry, or as prose after it."""
        tail = last.lines[-1][1][-TAIL:]
        if RE.sentence_end.search(tail) and (self.beside or RE.other_line.match(line)):
            self.beside = True
            self._aside(line, number, season)
        elif (RE.stranger.match(line) or self._names_power(line)) and self.into:
            self.into.append(PowerEntry(Power(""), "", [(number, line)]))
        else:
            begins = RE.head.match(RE.tag.sub("", line)) or RE.order.match(line)
            comma = ", " if begins and RE.told.search(tail) else ""
            last.lines.append((number, f"{comma}{line}"))

    def _names_power(self, line: str) -> bool:
        """Does a line name a power before its first order, though not as a head that is known?"""
        bare = RE.tag.sub("", line)
        order = RE.orders.search(bare) or RE.full.search(bare)
        lead = bare[: order.start()] if order else ""
        named = map(self.powers.get, RE.words.findall(lead))
        return RE.lead.search(lead) is not None and any(named)

    def _aside(self, line: str, number: int, season: ZineSeason) -> None:
        """Keep a line of prose. It is also kept as `stray` if it begins with an order where orders
        are expected, if it holds mostly orders, or if it is the entry of an unknown power."""
        season.prose.append(line)
        bare = RE.item_sign.sub("", RE.tag.sub("", line))
        misprint = RE.misprinted.search(bare) and RE.full.search(bare)
        listed = self.into is season.chart and RE.centre_row.search(bare)
        led = RE.headed.match(bare)
        first = led["text"] if led else bare
        tells = led and ":" in bare[: led.start("text")] and RE.tells.match(first)
        order = (led or self.into is not None) and (RE.orders.match(first) or RE.full.match(first))
        if misprint or listed or tells or order or _mostly_orders(bare):
            season.stray.append((number, line))
