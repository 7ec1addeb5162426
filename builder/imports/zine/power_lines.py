"""Reads the lines that name a power in the words of everyday, by the grammar of headings.

ENGLAND, Smith: A(Yor) Std      England (X) - civil disorder      Orders from England:
No orders from England          England - Smith                   AUS (Ann)......
"""

from collections.abc import Sequence

from builder.imports.zine.house import RE
from builder.imports.zine.power_heads import centres_and_rest, player_between
from builder.imports.zine.printed_text import PrintedText
from builder.imports.zine.season_text import PowerEntry
from builder.model.names import plain
from builder.model.setting import Setting
from builder.model.units import Power
from builder.notation.headings import PowerHeading, heading_reader, says_no_orders

ABSENT = "NMR;"  # the entry of a power that sent nothing, however that is said
NOBODY = Power("")
DASHES = ("-", "–", "—", ">")


class PowerLines:
    """Reads such lines under one setting."""

    def __init__(self, setting: Setting) -> None:
        self.powers = setting.power_names
        self.headings = heading_reader(setting)
        self.letters = {nation.letter: nation.name for nation in setting.nations if nation.letter}
        self.adjectives = {plain(nation.adjective) for nation in setting.nations}

    def heading(self, line: PrintedText, before: str) -> PowerHeading | None:
        """The heading that a line is or begins with, `before` being the end of the line before it;
        None for another line, and where a power is named because its unit is helped."""
        heading = self.headings.read(line.text)
        if heading is None or self._helps(line.text, heading.rest, before):
            return None
        if RE.season.match(heading.rest):  # `England Spring 1901`
            heading = heading._replace(rest="")
        if is_aside(line):  # `[England]` is no remark in brackets, `Italy-All:` is a letter
            whole = heading.understood and not heading.rest and line.text.startswith("[")
            return heading if whole else None
        return heading

    def lettered(self, line: PrintedText) -> PowerEntry | None:
        """The entry of a line of centres behind a power's letter: `G: Mun Ber Kie (3) - owes 1`."""
        lettered = RE.letter.match(line.text)
        if lettered is None or lettered["letter"] not in self.letters:
            return None
        if not centres_and_rest(lettered["rest"]):
            return None
        power = Power(self.letters[lettered["letter"]])
        return PowerEntry(power, "", [line.part(lettered.start("rest"))])

    def absent(
        self, heading: PowerHeading, line: PrintedText, entry: PowerEntry | None
    ) -> list[PowerEntry]:
        """An entry for each power that sent nothing, with the units behind the heading. Units that
        stand below several such powers may be of any of them."""
        entries: list[PowerEntry] = []
        for power in heading.powers:
            player = entry.player if entry and entry.power == power else ""
            entries.append(PowerEntry(power, player, [PrintedText(ABSENT, line=line.line)]))
        if len(entries) > 1:
            entries.append(PowerEntry(NOBODY, "", [PrintedText("", line=line.line)]))
        rest = heading.rest.strip("()")
        if rest:
            entries[-1].lines.append(line.last(rest))
        return entries

    def headed(self, heading: PowerHeading, line: PrintedText) -> PowerEntry:
        """The entry that a heading begins."""
        player = player_between(line.text, heading.rest)
        return PowerEntry(heading.powers[0], player, [line.last(heading.rest)])

    def begins_entry(self, line: str) -> bool:
        """Does a line begin what may stand below a power's name?"""
        bare = RE.item_sign.sub("", line)
        if RE.counts.fullmatch(bare):
            return False
        tells = RE.tells.match(bare) is not None
        return tells or self.headings.begins_order(bare) or says_no_orders(bare)

    def has_orders(self, heading: PowerHeading) -> bool:
        """Does a heading that is understood go on with a unit, or a verb that tells of units?"""
        bare = RE.item_sign.sub("", heading.rest)
        first = RE.any_word.match(bare)
        is_kind = first is not None and plain(first[0]) in self.headings.vocabulary.kinds
        return heading.understood and (is_kind or RE.tells.match(bare) is not None)

    def has_name(self, text: str) -> bool:
        """Is the first power in a text named as such, not only as in `FRENCH a pic-bel`?"""
        for word in RE.any_word.findall(text):
            if self.powers.get(word) is not None:
                return plain(word) not in self.adjectives
        return False

    def _helps(self, line: str, rest: str, before: str) -> bool:
        """Does a line name a power because its unit is helped? The line before it ends with the
        verb (`a RUH S`), or it has the unit itself (`for the German a swe-stp: f bot c`)."""
        if RE.before_helped.search(before):
            return True
        if before and line.lstrip()[:1] in DASHES:  # `[F Bel` and below `- Eng]`
            return not RE.sentence_end.search(before)
        head = line.removesuffix(rest).strip()
        return bool(rest) and head[-1:].isalpha() and not self.has_name(head)


def is_only_player(entry: PowerEntry) -> bool:
    """Is the text of an entry nothing but a player's name, as in `England - Smith`?"""
    text = entry.text
    return RE.only_player.fullmatch(text) is not None and RE.counts.fullmatch(text) is None


def last_words(entries: Sequence[PowerEntry]) -> str:
    """The last line of the last entry."""
    return entries[-1].lines[-1].text if entries else ""


def is_aside(line: PrintedText) -> bool:
    """Does a line begin a remark of the game master, a letter or an address?"""
    if RE.aside.match(line.text):
        return True
    return line.begins_in_face() and RE.headed_notes.match(line.text) is not None
