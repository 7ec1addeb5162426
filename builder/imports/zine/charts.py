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
        owners: Owners = {}
        unknown: list[tuple[PowerEntry, str]] = []
        self.unsure: dict[Code, list[Power]] = {}
        for entry, word in ((e, word) for e in _of_board(entries, game) for word in names_in(e)):
            at = game.places.get(word.rstrip("?!"))
            if at is None:
                unknown.append((entry, word))
            elif word.endswith("?"):
                self.unsure.setdefault(at.province, []).append(entry.power)
            elif entry.power:
                other = owners.setdefault(at.province, entry.power)
                if other != entry.power:
                    self.unsure.setdefault(at.province, [other]).append(entry.power)
                    both = f"{at.province} is listed under {other} and {entry.power}"
                    game.remark(entry.line, both)
        at_home = [entry.power for entry, word in unknown if word.lower() in HOME]
        homes = game.setting.homes
        centres = [p.code for p in game.setting.board.centres]
        owners |= {c: p for p in at_home for c in homes.get(p, ()) if c not in owners}
        for entry, word in ((e, word) for e, word in unknown if word.lower() not in HOME):
            ends = word.lower()
            meant = [c for c in centres if c not in owners and c.lower().endswith(ends)]
            if len(meant) == 1:
                owners |= {meant[0]: entry.power} if entry.power else {}
            guess = f"read as {meant[0]}" if len(meant) == 1 else "not a centre"
            game.remark(entry.line, f"{guess}: {word!r}")
        self.owners = {c: p for c, p in owners.items() if c not in self.unsure}

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
        known = {*first.owners, *self.owners}
        moved = sorted(c for c in known if first.owners.get(c) != self.owners.get(c))
        return ", ".join(f"{c} {first.owners.get(c, 'nobody')}" for c in moved)


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
