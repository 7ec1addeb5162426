"""Cuts the text of a zine into issues, seasons and the entries of powers; typeface tags stay."""

import re
from collections.abc import Iterator
from dataclasses import replace

from builder.imports.zine.headings import heading, main_season, named_seasons
from builder.imports.zine.house import RE
from builder.imports.zine.power_heads import (
    centres_and_rest,
    entry_of,
    retreats_in_words,
    step_of,
)
from builder.imports.zine.power_lines import PowerLines, is_only_player, last_words
from builder.imports.zine.season_text import RETREATS, PowerEntry, ZineSeason
from builder.model.names import Names
from builder.model.setting import Setting
from builder.model.units import Power

CODE = 3  # letters of a centre's code
FEW = 6  # words of an order in a line that has no others
LONG = 400  # letters of a line that has the entries of several powers
CENTURY = 100
TAIL = 40  # characters at the end of an entry in which its end is recognised
RULE = frozenset("=-_ ")


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
    prose has begun after the last, `waiting` a power's name that stood alone on the last line;
    `undated` are lines with orders under no season, `before` all lines since the head of the issue
    that stand before its first season."""

    def __init__(self, text: str, setting: Setting) -> None:
        self.issues: list[tuple[str, str]] = []
        self.seasons: list[ZineSeason] = []
        self.notices: list[str] = []
        self.powers = setting.power_names
        self.places = setting.board.names
        self.power_lines = PowerLines(setting)
        self.waiting: tuple[PowerEntry, str] | None = None
        self.century = setting.calendar.start.year // 100 * 100
        self.season: ZineSeason | None = None
        self.into: list[PowerEntry] | None = None
        self.lead = ""
        self.beside = False
        self._in_correction_note = False
        self.undated: list[tuple[int, str]] = []
        self.before: list[tuple[int, str]] = []
        for number, line in _lines(text, self.powers):
            if not (RULE.issuperset(line) or self._between(line, number)):
                self._line(number, line)
        self._settle_waiting("")
        for last in self.seasons[-1:]:
            last.stray += self.undated
            last.prose += self.before

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
        self._settle_waiting(line)
        if head := RE.issue.match(line):
            issue = [head["file"], *re.findall(r"\d+", head["file"])][-1]
            self.issues.append((issue, head["title"] or ""))
            self.season = None
            self.into = None
        elif (when := heading(line)) and self._follows(when) and not self._names_only_power(when):
            self._open(when, number)
        elif self.season is None:
            self._before_seasons(line, number)
        elif not (self._section(line, self.season) or self._counted(line, number, self.season)):
            self._body(line, number, self.season)

    def _section(self, line: str, season: ZineSeason) -> bool:
        """Begin a section of a report whose heading a line is: a list of units, orders or a chart;
        False for another line."""
        listed = RE.positions.match(line) is not None
        if listed or self._heads_orders(line):
            self.into = season.entries
            self.lead = "has " if listed else ""
        elif RE.chart.match(line):
            self._open_chart(line, season)
        else:
            return False
        return True

    def _heads_orders(self, line: str) -> bool:
        """Is a line the heading of orders? In prose it begins with a capital letter: `orders!` is
        the end of a sentence."""
        first = RE.tag.sub("", line)[:1]
        return RE.moves.match(line) is not None and (first.isupper() or not self._in_prose)

    @property
    def _in_prose(self) -> bool:
        """Has prose begun after the entries of a report?"""
        return self.into is None or self.beside

    def _open_chart(self, line: str, season: ZineSeason) -> None:
        """Begin a chart, which may be that of an earlier year, printed again."""
        season.chart = self.into = []
        self.lead = ""
        dated = main_season(named_seasons(line))
        if dated is not None and dated.year is not None and dated.year < season.year:
            season.chart_year = dated.year

    def _before_seasons(self, line: str, number: int) -> None:
        """Keep a line before the first season of an issue; orders among such are not dated."""
        if line[0] != "#":
            self.notices.append(line)
            self.before.append((number, line))
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

    def _names_only_power(self, when: ZineSeason) -> bool:
        """Is a heading that of a power in the season that is being read (`England Spring 1901`)?"""
        season = self.season
        if season is None or self.powers.get(when.game) is None:
            return False
        return (when.name, when.year) == (season.name, season.year)

    def _open(self, season: ZineSeason, line: int) -> None:
        if season.due:  # only says when orders are due
            self.into = None
            if self.season:
                self.season.prose.append((line, season.heading))
            return
        issue = self.issues[-1][0] if self.issues else ""
        beside = [(line, season.heading)] if RE.orders.search(season.heading) else []
        self.season = replace(season, issue=issue, line=line, stray=self.undated + beside)
        self.season.prose = self.before
        self.undated = []
        self.before = []
        self.seasons.append(self.season)
        self.into = self.season.entries
        self.lead = ""
        self.beside = False
        self._in_correction_note = False

    def _between(self, line: str, number: int) -> bool:
        """Take in `Retreats: Italy A Tri-Tyr; Austria F Gre otb`, or the heading of such lines
        without a year; False for another line."""
        if (season := self.season) is None:
            return False
        name = step_of(line, season.name)
        if name and season.entries and not (self._in_prose and line.endswith(".")):
            self._open(ZineSeason(name, season.year, RE.tag.sub("", line)), number)
            return True
        found = retreats_in_words(line, self.powers, number)
        step = RE.tag.sub("", line).partition(":")[0].strip()
        name = season.name
        year = season.year
        if name in RETREATS and not season.entries:  # retreats before its orders are of the last
            name, year = ("fall", year - 1) if name == "spring" else ("spring", year)
        if season.name in RETREATS:
            name = step_of(step, name)
        if not name or not found:
            return False
        if name != season.name:
            at = len(self.seasons) - (not season.entries)
            game = season.game
            known = season.number
            issue = season.issue
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
        centres = found["centres"]
        rest = found["rest"]
        names = [name.strip("-+?!") for name in RE.centre_name.findall(centres)]
        known = sum(self.places.get(name) is not None for name in names)
        codes = bool(names) and names[0].islower() and len(names[0]) == CODE
        lost = not names and (RE.counts.fullmatch(rest) or (not rest and self.into is season.chart))
        if not (codes or lost or 2 * known > len(names)):
            return False
        if 2 * known < len(names):
            centres = f"{centres}{rest}"
            rest = ""
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
        entry = entry or self.power_lines.lettered(line, number)
        if self.into is season.entries and self._headed(line, number, season, entry):
            return
        if entry:
            entry = self._without_centres(entry, number, season)
            if entry is None:
                return
        if entry and self.into is not None:
            lead = "" if entry.text.startswith(self.lead) else self.lead
            self.into.append(replace(entry, lines=[(number, f"{lead}{entry.text}")]))
            self.beside = False
        elif RE.aside.match(line) or not self.into:
            self.into = None if RE.aside.match(line) else self.into
            self._aside(line, number, season)
        else:
            self._wrapped(line, number, season, self.into[-1])

    def _without_centres(
        self, entry: PowerEntry, number: int, season: ZineSeason
    ) -> PowerEntry | None:
        """An entry without the centres that stand before its orders, which go to the chart; in a
        chart without what stands behind the centres. None if nothing else is in it."""
        if self.into is season.entries:
            listed = centres_and_rest(RE.struck.sub("", entry.text))
            if listed is None:
                return entry
            centres, rest = listed
            season.chart.append(replace(entry, lines=[(number, centres)]))
            return replace(entry, lines=[(number, rest)]) if rest else None
        bare = RE.bracketed.sub(lambda found: " " * len(found[0]), entry.text)
        beside = RE.beside_centres.search(bare) if self.into is season.chart else None
        if beside is None:
            return entry
        centres = entry.text[: beside.start()]
        self._beside_centres(entry.power, entry.text[beside.start() :], number, season)
        return replace(entry, lines=[(number, centres)])

    def _headed(self, line: str, number: int, season: ZineSeason, entry: PowerEntry | None) -> bool:
        """Take in a line that names a power, or says that powers sent no orders, in words that the
        grammar of headings reads; False for another line, and for an `entry` in a zine's form."""
        heading = self.power_lines.heading(line, last_words(season.entries))
        if heading is None:
            return False
        if heading.silent and (season.is_movement or entry is None):
            season.entries += self.power_lines.absent(heading, line, number, entry)
            self.beside = False
            return True
        if entry and heading.understood and not heading.rest and is_only_player(entry):
            season.entries.append(replace(entry, player=entry.text, lines=[(number, "")]))
            return True
        if entry or self.beside:
            return False
        headed = self.power_lines.headed(heading, line, number)
        if heading.understood and not heading.rest:
            self.waiting = headed, line  # the next line shows whether it heads an entry
            return True
        if not self.power_lines.has_orders(heading):
            named = season.entries and self.power_lines.has_name(line)
            if not named or self._is_prose(line):
                return False
            headed = PowerEntry(Power(""), "", [(number, line)])
        season.entries.append(headed)
        return True

    def _settle_waiting(self, line: str) -> None:
        """Take the name of a power that stood alone as the head of an entry, if the next line
        begins one; else it is prose."""
        if self.waiting is None or self.season is None:
            return
        entry, head = self.waiting
        self.waiting = None
        if self.power_lines.begins_entry(line):
            self.season.entries.append(entry)
            self.into = self.season.entries
            self.beside = False
        else:
            self._aside(head, entry.line, self.season)

    def _wrapped(self, line: str, number: int, season: ZineSeason, last: PowerEntry) -> None:
        """Take a line as the continuation of the last entry, or as prose after it."""
        tail = last.lines[-1][1][-TAIL:]
        if self._is_prose(line):
            self.beside = True
            self._aside(line, number, season)
        elif RE.stranger.match(line) and self.into:
            self.into.append(PowerEntry(Power(""), "", [(number, line)]))
        else:
            begins = RE.head.match(RE.tag.sub("", line)) or RE.order.match(line)
            comma = ", " if begins and RE.told.search(tail) else ""
            last.lines.append((number, f"{comma}{line}"))

    def _is_prose(self, line: str) -> bool:
        """Does a line begin or continue the prose after the last entry?"""
        tail = self.into[-1].lines[-1][1][-TAIL:] if self.into else ""
        ended = RE.sentence_end.search(tail) is not None
        return ended and (self.beside or RE.other_line.match(line) is not None)

    def _aside(self, line: str, number: int, season: ZineSeason) -> None:
        """Keep a line of prose. It is also kept as `stray` if it begins with an order where orders
        are expected, if it holds mostly orders, or if it is the entry of an unknown power; but not
        the orders that a note of our own on a correction quotes."""
        season.prose.append((number, line))
        bare = RE.item_sign.sub("", RE.tag.sub("", line))
        if self._in_correction_note or RE.correction_note.match(bare):
            self._in_correction_note = not bare.endswith(".")
            return
        misprint = RE.misprinted.search(bare) and RE.full.search(bare)
        listed = self.into is season.chart and RE.centre_row.search(bare)
        led = RE.headed.match(bare)
        first = led["text"] if led else bare
        tells = led and ":" in bare[: led.start("text")] and RE.tells.match(first)
        order = (led or self.into is not None) and (RE.orders.match(first) or RE.full.match(first))
        if misprint or listed or tells or order or _mostly_orders(bare):
            season.stray.append((number, line))
