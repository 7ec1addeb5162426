"""The charts of centres that a zine prints after a year."""

import re
from collections.abc import Iterable, Iterator, Mapping

from builder.imports.foreign_game import ForeignGame
from builder.imports.zine.house import RE
from builder.imports.zine.season_text import PowerEntry
from builder.model.units import Code, Power

Owners = dict[Code, Power]
WORDS = frozenset({"none", "out", "-"})
HOME = frozenset({"home", "homes"})
CELL = "|"  # the sign between two cells
FEWEST = 2  # names of another board in a chart's row


class ZineChart:
    """The owners of centres in the chart of one season; `unsure` are centres that depend on a
    retreat (`kie?`) or are listed under two powers, with the powers that may own them.

    `Home` stands for a power's home centres that no other power has. Each word that is not a place
    is reported; it may mean the only unowned centre whose code ends with it.
    """

    def __init__(self, entries: Iterable[PowerEntry], game: ForeignGame) -> None:
        self.game = game
        self.owners: Owners = {}
        self.unsure: dict[Code, list[Power]] = {}
        homes: list[PowerEntry] = []
        others: list[tuple[PowerEntry, str]] = []
        for entry in _of_board(entries, game):
            unknown = [word for word in names_in(entry) if not self._centre(entry, word)]
            homes += [entry for word in unknown if word.lower() in HOME]
            others += [(entry, word) for word in unknown if word.lower() not in HOME]
        for entry in homes:
            self._home_centres(entry.power)
        for entry, word in others:
            self._end_of_code(entry, word)
        for code in self.unsure:
            self.owners.pop(code, None)

    def _centre(self, entry: PowerEntry, word: str) -> bool:
        """Take in one centre of a power; False for a word that is no place."""
        place = self.game.places.get(word.rstrip("?!"))
        if place is None:
            return False
        code = place.province
        power = entry.power
        if word.endswith("?"):
            self.unsure.setdefault(code, []).append(power)
        elif power:
            other = self.owners.setdefault(code, power)
            if other != power:
                self.unsure.setdefault(code, [other]).append(power)
                self.game.remark(entry.line, f"{code} is listed under {other} and {power}")
        return True

    def _home_centres(self, power: Power) -> None:
        for code in self.game.setting.homes.get(power, ()):
            self.owners.setdefault(code, power)

    def _end_of_code(self, entry: PowerEntry, word: str) -> None:
        """Take in a word that may be the end of the code of the only centre without an owner."""
        centres = [centre.code for centre in self.game.setting.board.centres]
        free = [code for code in centres if code not in self.owners]
        meant = [code for code in free if code.lower().endswith(word.lower())]
        if len(meant) != 1:
            self.game.remark(entry.line, f"not a centre: {word!r}")
            return
        if entry.power:
            self.owners[meant[0]] = entry.power
        self.game.remark(entry.line, f"read as {meant[0]}: {word!r}")

    def settled(self, stands: Mapping[Code, Power], before: Mapping[Code, Power]) -> Owners | None:
        """The owners after the retreats: an unsure centre goes to that of its powers that `stands`
        there, or else had it `before`. None if they stay open."""
        owners = dict(self.owners)
        for code, claimants in self.unsure.items():
            power = stands.get(code) or before.get(code)
            if power not in claimants:
                return None
            owners[code] = power
        return owners

    def changes(self, first: "ZineChart") -> str:
        """The centres that had another owner in an earlier chart: `Bul Turkey, Gre nobody`."""
        listed = sorted({*first.owners, *self.owners})
        changed = [code for code in listed if first.owners.get(code) != self.owners.get(code)]
        return ", ".join(f"{code} {first.owners.get(code, 'nobody')}" for code in changed)


def _of_board(entries: Iterable[PowerEntry], game: ForeignGame) -> Iterator[PowerEntry]:
    """The entries, without those that list the centres of another board in the same chart."""
    for entry in entries:
        names = [name.rstrip("?!") for name in names_in(entry)]
        unknown = [n for n in names if not game.places.get(n) and n.lower() not in HOME]
        if len(names) > FEWEST and 2 * len(unknown) > len(names):
            game.remark(entry.line, "centres of another board left out", entry.text)
        else:
            yield entry


def names_in(entry: PowerEntry) -> Iterator[str]:
    """The names of centres in an entry, without totals, comments and lost centres (`-Lon`)."""
    for cell in _cells(entry.text):
        for word in re.split(r"[,.\s]+", cell):
            name = word.strip("+")
            is_name = any(map(str.isalpha, name)) and name.lower() not in WORDS
            if is_name and word[0] != "-":
                yield name


def _cells(row: str) -> Iterator[str]:
    """The cells of a chart's row, without totals and comments in brackets. A bracket that is still
    open at the end of a cell does not reach over the next one: *The Abyssinian Prince* breaks
    `(has 3 or 4, bld 3(r:otb) | rum,swe | or 2)` over cells."""
    is_open = False
    for cell in row.split(CELL):
        bare = RE.bracketed.sub(" ", cell)
        if is_open and ")" in bare:  # the rest of a comment
            bare = bare[bare.rindex(")") + 1 :]
            is_open = False
        centres, opening, _ = bare.partition("(")
        is_open = is_open or bool(opening)
        yield RE.behind_total.sub("", centres)
