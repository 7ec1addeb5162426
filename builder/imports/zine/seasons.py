"""Parts the lines of a zine into issues, seasons and the entries of powers: the second pass."""

import re
from dataclasses import replace

from builder.imports.zine.headings import heading, main_season, named_seasons
from builder.imports.zine.house import RE
from builder.imports.zine.power_heads import (
    centres_and_rest,
    entry_of,
    is_sure_head,
    retreats_in_words,
    step_of,
)
from builder.imports.zine.power_lines import PowerLines, is_aside, is_only_player, last_words
from builder.imports.zine.printed_lines import cut_lines
from builder.imports.zine.printed_text import PrintedText
from builder.imports.zine.season_text import RETREATS, PowerEntry, ZineSeason
from builder.model.setting import Setting
from builder.model.units import Power

CODE = 3  # letters of a centre's code
FEW = 6  # words of an order in a line that has no others
CENTURY = 100
TAIL = 40  # characters at the end of an entry in which its end is recognised
RULE = frozenset("=-_ ")


def _mostly_orders(line: str) -> bool:
    """Does a line have several orders, with few words between them?"""
    bare = RE.helped_unit.sub(r"\1", line)
    orders = max(len(RE.orders.findall(bare)), len(RE.full.findall(bare)))
    return orders > 1 and orders * FEW >= len(line.split())


class ZineText:
    """A whole file, cut into its issues, each with its number (`216`) and the title over the game,
    its seasons in printed order, and other lines.

    While it is read, `section` is the list of entries that the next lines belong to, `verb_ahead`
    a verb to put before each of these (`has `), `prose_has_begun` after the last of them,
    `waiting_heading` a power's name that stood alone on the last line. `undated_orders` stand under
    no season, `lines_before` are all between the head of an issue and its first season.
    """

    def __init__(self, lines: list[PrintedText], setting: Setting) -> None:
        self.issues: list[tuple[str, str]] = []
        self.seasons: list[ZineSeason] = []
        self.notices: list[str] = []
        self.powers = setting.power_names
        self.places = setting.board.names
        self.power_lines = PowerLines(setting)
        self.waiting_heading: tuple[PowerEntry, PrintedText] | None = None
        self.century = setting.calendar.start.year // 100 * 100
        self.season: ZineSeason | None = None
        self.section: list[PowerEntry] | None = None
        self.verb_ahead = ""
        self.prose_has_begun = False
        self._in_correction_note = False
        self.undated_orders: list[tuple[int, str]] = []
        self.lines_before: list[tuple[int, str]] = []
        for line in cut_lines(lines, self.powers):
            if not (RULE.issuperset(line.text) or self._between(line)):
                self._line(line)
        self._settle_waiting(PrintedText(""))
        for last in self.seasons[-1:]:
            last.stray += self.undated_orders
            last.prose += self.lines_before

    def games(self) -> list[list[ZineSeason]]:
        """The seasons of each game; a heading without a name belongs to the game named last. They
        are ordered by the numbers of their issues, if these are out of order and equally long."""
        numbers = [number for number, _ in self.issues]
        equally_long = len({len(number) for number in numbers}) == 1
        counted = equally_long and all(map(str.isdigit, numbers))
        if counted and numbers != sorted(numbers) and self.seasons:
            self.seasons[0].guess = "issues out of order, read by their numbers"
            self.issues.sort(key=lambda issue: issue[0])
            self.seasons.sort(key=lambda season: season.issue)

        seasons_of_game: dict[str, list[ZineSeason]] = {}
        game = ""
        for season in self.seasons:
            game = season.game.casefold() or game
            seasons_of_game.setdefault(game, []).append(season)
        named_games = seasons_of_game.keys() - {""}
        return [*seasons_of_game.values()] if len(named_games) > 1 else [self.seasons]

    def _line(self, line: PrintedText) -> None:
        self._settle_waiting(line)
        issue = RE.issue.match(line.text)
        when = None if issue else heading(line.text)
        if issue:
            number = [issue["file"], *re.findall(r"\d+", issue["file"])][-1]
            self.issues.append((number, issue["title"] or ""))
            self.season = None
            self.section = None
        elif when and self._follows(when) and not self._names_only_power(when):
            self._open(when, line.line)
        elif self.season is None:
            self._before_seasons(line)
        elif not (self._section(line.text, self.season) or self._counted(line, self.season)):
            self._body(line, self.season)

    def _section(self, line: str, season: ZineSeason) -> bool:
        """Begin a section of a report whose heading a line is: a list of units, orders or a chart;
        False for another line."""
        listed = RE.positions.match(line) is not None
        if listed or self._heads_orders(line):
            self.section = season.entries
            self.verb_ahead = "has " if listed else ""
        elif RE.chart.match(line):
            self._open_chart(line, season)
        else:
            return False
        return True

    def _heads_orders(self, line: str) -> bool:
        """Is a line the heading of orders? In prose it begins with a capital letter: `orders!` is
        the end of a sentence."""
        is_heading = RE.moves.match(line) is not None
        return is_heading and (line[:1].isupper() or not self._in_prose)

    @property
    def _in_prose(self) -> bool:
        """Does the next line belong to prose rather than to an entry?"""
        return self.section is None or self.prose_has_begun

    def _open_chart(self, line: str, season: ZineSeason) -> None:
        """Begin a chart, which may be that of an earlier year, printed again."""
        season.chart = self.section = []
        self.verb_ahead = ""
        dated = main_season(named_seasons(line))
        if dated is not None and dated.year is not None and dated.year < season.year:
            season.chart_year = dated.year

    def _before_seasons(self, line: PrintedText) -> None:
        """Keep a line before the first season of an issue; orders among such are not dated."""
        text = line.text
        numbered = line.line, text
        if text[0] != "#":
            self.notices.append(text)
            self.lines_before.append(numbered)
        names_unit = any(self.places.get(unit["place"]) for unit in RE.head.finditer(text))
        begun = self.undated_orders or entry_of(line, self.powers)
        if _mostly_orders(text) or (begun and (names_unit or RE.orders.search(text))):
            self.undated_orders.append(numbered)

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
        """Begin the report under a heading; one that says when orders are due ends a report."""
        if season.due:
            self.section = None
            if self.season:
                self.season.prose.append((line, season.heading))
            return
        stray = self.undated_orders
        if RE.orders.search(season.heading):
            stray = [*stray, (line, season.heading)]
        issue = self.issues[-1][0] if self.issues else ""
        self.season = replace(season, issue=issue, line=line, stray=stray, prose=self.lines_before)
        self.undated_orders = []
        self.lines_before = []
        self.seasons.append(self.season)
        self.section = self.season.entries
        self.verb_ahead = ""
        self.prose_has_begun = False
        self._in_correction_note = False

    def _between(self, line: PrintedText) -> bool:
        """Take in `Retreats: Italy A Tri-Tyr; Austria F Gre otb`, or the heading of such lines
        without a year; False for another line."""
        season = self.season
        if season is None:
            return False
        name = step_of(line.text, season.name)
        if name and season.entries and not (self._in_prose and line.text.endswith(".")):
            self._open(ZineSeason(name, season.year, line.text), line.line)
            return True
        entries = retreats_in_words(line, self.powers)
        if not entries:
            return False
        step = line.text.partition(":")[0].strip()
        name = season.name
        year = season.year
        if name in RETREATS and not season.entries:  # retreats before its orders are of the last
            name, year = ("fall", year - 1) if name == "spring" else ("spring", year)
        if season.name in RETREATS:
            name = step_of(step, name)
        if not name:
            return False
        if name != season.name:
            place = len(self.seasons) - (not season.entries)
            season = ZineSeason(
                name,
                year,
                step,
                game=season.game,
                number=season.number,
                issue=season.issue,
                line=line.line,
            )
            self.seasons.insert(place, season)
        season.entries += entries
        return True

    def _counted(self, line: PrintedText, season: ZineSeason) -> bool:
        """Take in `France (4) Bre, Mar. Build F Par`; False for another line. A list of another
        board stays whole."""
        counted = RE.counted.match(line.text)
        power = self.powers.get(counted["power"]) if counted else None
        if counted is None or power is None:
            return False
        centres = line.part(*counted.span("centres"))
        rest = line.part(*counted.span("rest"))
        names = [name.strip("-+?!") for name in RE.centre_name.findall(centres.text)]
        of_board = sum(self.places.get(name) is not None for name in names)
        codes = bool(names) and names[0].islower() and len(names[0]) == CODE
        without_centres = not names and (
            RE.counts.fullmatch(rest.text) or (not rest.text and self.section is season.chart)
        )
        if not (codes or without_centres or 2 * of_board > len(names)):
            return False
        if 2 * of_board < len(names):
            centres = line.part(counted.start("centres"))
            rest = PrintedText("", line=line.line)
        season.chart.append(PowerEntry(Power(power), "", [centres]))
        self._beside_centres(Power(power), rest, season)
        return True

    def _beside_centres(self, power: Power, text: PrintedText, season: ZineSeason) -> None:
        """Keep what a chart says of a power beside its centres; builds of units are an entry."""
        if RE.counts.fullmatch(text.text):
            season.notices.append(f"{power}: {text.text}")
        elif RE.adjusts_units.match(text.text):
            season.entries.append(PowerEntry(power, "", [text]))
        elif text.text:
            season.stray.append((text.line, f"{power}: {text.text}"))

    def _body(self, line: PrintedText, season: ZineSeason) -> None:
        """Take in a line of a report that is no heading."""
        entry = self._entry(line, season)
        if self.section is season.entries and self._headed(line, season, entry):
            return
        if entry:
            entry = self._without_centres(entry, season)
            if entry is None:
                return
        if entry and self.section is not None:
            lead = "" if entry.text.startswith(self.verb_ahead) else self.verb_ahead
            self.section.append(replace(entry, lines=[entry.lines[0].behind(lead)]))
            self.prose_has_begun = False
        elif is_aside(line) or not self.section:
            self.section = None if is_aside(line) else self.section
            self._aside(line, season)
        else:
            self._wrapped(line, season, self.section[-1])

    def _entry(self, line: PrintedText, season: ZineSeason) -> PowerEntry | None:
        """The entry of a power that a line begins in a zine's form; where no list is being read,
        only one with a player's name, or with the power in italics."""
        if (self.section is None or not season.entries) and is_sure_head(line):
            self.section = season.entries
        entry = entry_of(line, self.powers) if self.section is not None else None
        return entry or self.power_lines.lettered(line)

    def _without_centres(self, entry: PowerEntry, season: ZineSeason) -> PowerEntry | None:
        """An entry without the centres that stand before its orders, which go to the chart; in a
        chart without what stands behind the centres. None if nothing else is in it."""
        line = entry.printed
        if self.section is season.entries:
            listed = centres_and_rest(line.text)
            if listed is None:
                return entry
            centres, rest = listed
            season.chart.append(replace(entry, lines=[line.part(0, len(centres))]))
            return replace(entry, lines=[line.last(rest)]) if rest else None
        bare = RE.bracketed.sub(lambda bracket: " " * len(bracket[0]), line.text)
        beside = RE.beside_centres.search(bare) if self.section is season.chart else None
        if beside is None:
            return entry
        self._beside_centres(entry.power, line.part(beside.start()), season)
        return replace(entry, lines=[line.part(0, beside.start())])

    def _headed(self, line: PrintedText, season: ZineSeason, entry: PowerEntry | None) -> bool:
        """Take in a line that names a power, or says that powers sent no orders, in words that the
        grammar of headings reads; False for another line, and for an `entry` in a zine's form."""
        heading = self.power_lines.heading(line, last_words(season.entries))
        if heading is None:
            return False
        if heading.silent and (season.is_movement or entry is None):
            season.entries += self.power_lines.absent(heading, line, entry)
            self.prose_has_begun = False
            return True
        if entry and heading.understood and not heading.rest and is_only_player(entry):
            nothing = PrintedText("", line=line.line)
            season.entries.append(replace(entry, player=entry.text, lines=[nothing]))
            return True
        if entry or self.prose_has_begun:
            return False
        headed = self.power_lines.headed(heading, line)
        if heading.understood and not heading.rest:
            self.waiting_heading = headed, line  # the next line shows whether it heads an entry
            return True
        if not self.power_lines.has_orders(heading):
            named = season.entries and self.power_lines.has_name(line.text)
            if not named or self._is_prose(line):
                return False
            headed = PowerEntry(Power(""), "", [line])
        season.entries.append(headed)
        return True

    def _settle_waiting(self, line: PrintedText) -> None:
        """Take the name of a power that stood alone as the head of an entry, if the next line
        begins one; else it is prose."""
        if self.waiting_heading is None or self.season is None:
            return
        entry, head = self.waiting_heading
        self.waiting_heading = None
        if self.power_lines.begins_entry(line.text):
            self.season.entries.append(entry)
            self.section = self.season.entries
            self.prose_has_begun = False
        else:
            self._aside(head, self.season)

    def _wrapped(self, line: PrintedText, season: ZineSeason, last: PowerEntry) -> None:
        """Take a line as the continuation of the last entry, or as prose after it."""
        tail = last.lines[-1].text[-TAIL:]
        if self._is_prose(line):
            self.prose_has_begun = True
            self._aside(line, season)
        elif RE.stranger.match(line.text) and self.section:
            self.section.append(PowerEntry(Power(""), "", [line]))
        else:
            begins = RE.head.match(line.text) or RE.order.match(line.text)
            comma = ", " if begins and RE.told.search(tail) else ""
            last.lines.append(line.behind(comma))

    def _is_prose(self, line: PrintedText) -> bool:
        """Does a line begin or continue the prose after the last entry?"""
        tail = self.section[-1].lines[-1].text[-TAIL:] if self.section else ""
        if RE.sentence_end.search(tail) is None:
            return False
        begins = not line.begins_in_face() and RE.other_line.match(line.text) is not None
        return self.prose_has_begun or begins

    def _aside(self, line: PrintedText, season: ZineSeason) -> None:
        """Keep a line of prose. It is also kept as `stray` if it begins with an order where orders
        are expected, if it holds mostly orders, or if it is the entry of an unknown power; but not
        the orders that a note of our own on a correction quotes."""
        season.prose.append((line.line, line.text))
        bare = RE.item_sign.sub("", line.text)
        if self._in_correction_note or RE.correction_note.match(bare):
            self._in_correction_note = not bare.endswith(".")
            return
        if self._may_have_orders(bare, season) or _mostly_orders(bare):
            season.stray.append((line.line, line.text))

    def _may_have_orders(self, line: str, season: ZineSeason) -> bool:
        """Is a line of prose a misprint that is corrected, a row of a chart, or an order?"""
        if RE.misprinted.search(line) and RE.full.search(line):
            return True
        if self.section is season.chart and RE.centre_row.search(line):
            return True
        headed = RE.headed.match(line)
        if headed is None:
            return self.section is not None and _begins_with_order(line)
        orders = headed["text"]
        tells = ":" in line[: headed.start("text")] and RE.tells.match(orders) is not None
        return tells or _begins_with_order(orders)


def _begins_with_order(text: str) -> bool:
    """Does a text begin with an order as zines print them?"""
    return RE.orders.match(text) is not None or RE.full.match(text) is not None
