"""Reads the charts of centres that a zine prints after a year."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.imports.foreign_game import ForeignGame
from builder.imports.zine.house import RE
from builder.imports.zine.seasons import PowerEntry
from builder.model.units import Code, Location, Power

Owners = dict[Code, Power]
WORDS = frozenset({"none", "out", "wins", "survives", "even", "build", "disband", "remove", "-"})
HOME = frozenset({"home", "homes"})
FEWEST = 2  # names of another board in a chart's row


class ZineChart(NamedTuple):
    """The owners of centres; `unsure` are centres that depend on a retreat (`kie?`) or are listed
    under two powers, with the powers that may own them."""

    owners: Owners
    unsure: dict[Code, list[Power]]

    def settled(self, stands: Mapping[Code, Power], before: Mapping[Code, Power]) -> Owners | None:
        """The owners after the retreats; None if they stay open.

        An unsure centre goes to the power that `stands` there, else to the one that had it
        `before`; that power must be one of those in the chart.
        """
        owners = dict(self.owners)
        for code, claimants in self.unsure.items():
            power = stands.get(code) or before.get(code)
            if power not in claimants:
                return None
            owners[code] = power
        return owners

    def changes(self, first: ZineChart) -> str:
        """The centres that had another owner in an earlier chart: `Bul Turkey, Gre nobody`."""
        known = {*first.owners, *self.owners}
        moved = sorted(c for c in known if first.owners.get(c) != self.owners.get(c))
        return ", ".join(f"{c} {first.owners.get(c, 'nobody')}" for c in moved)


class ChartReader:
    """Reads the charts of one game; each word that is not a place is reported."""

    def __init__(self, game: ForeignGame) -> None:
        self.game = game

    def read(self, entries: Iterable[PowerEntry]) -> ZineChart:
        """The chart under one season. `Home` stands for the power's home centres that no other
        power has."""
        owners: Owners = {}
        unknown: list[tuple[PowerEntry, str]] = []
        unsure: dict[Code, list[Power]] = {}
        for entry, word in ((e, word) for e in self._of_board(entries) for word in names_in(e)):
            at = self._place(word)
            if at is None:
                unknown.append((entry, word))
            elif word.endswith("?"):
                unsure.setdefault(at.province, []).append(entry.power)
            elif entry.power:
                other = owners.setdefault(at.province, entry.power)
                if other != entry.power:
                    unsure.setdefault(at.province, [other]).append(entry.power)
                    both = f"{at.province} is listed under {other} and {entry.power}"
                    self.game.remark(entry.line, both)
        at_home = [entry.power for entry, word in unknown if word.lower() in HOME]
        homes = self.game.setting.homes
        owners |= {c: p for p in at_home for c in homes.get(p, ()) if c not in owners}
        for entry, word in unknown:
            if word.lower() not in HOME:
                self._guess(entry, word, owners)
        return ZineChart({c: p for c, p in owners.items() if c not in unsure}, unsure)

    def _place(self, word: str) -> Location | None:
        return self.game.places.get(word.rstrip("?!"))

    def _guess(self, entry: PowerEntry, word: str, owners: Owners) -> None:
        """Take a word for the only unowned centre whose code ends with it."""
        missing = [p.code for p in self.game.setting.board.centres if p.code not in owners]
        near = [code for code in missing if code.lower().endswith(word.lower())]
        found = near[0] if len(near) == 1 else None
        if found and entry.power:
            owners[found] = entry.power
        guess = f"read as {found}" if found else "not a centre"
        self.game.remark(entry.line, f"{guess}: {word!r}")

    def _of_board(self, entries: Iterable[PowerEntry]) -> Iterator[PowerEntry]:
        """The entries, without those that list the centres of another board in the same chart."""
        for entry in entries:
            names = [*names_in(entry)]
            unknown = [n for n in names if self._place(n) is None and n.lower() not in HOME]
            if len(names) > FEWEST and 2 * len(unknown) > len(names):
                self.game.remark(entry.line, "centres of another board left out", entry.text)
            else:
                yield entry


def names_in(entry: PowerEntry) -> Iterator[str]:
    """The names of centres in an entry, without totals, comments and lost centres (`-Lon`)."""
    bare = RE.behind_total.sub("", RE.bracketed.sub(" ", RE.tag.sub("", entry.text)))
    for word in filter(None, re.split(r"[|,.\s]+", bare)):
        name = word.strip("+")
        if name.strip("?!") and not (name.lower() in WORDS or word[0] == "-" or name.isdigit()):
            yield name
