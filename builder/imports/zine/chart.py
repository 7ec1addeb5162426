"""The supply-centre chart as zines print it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.imports.importer import Places, Remark
from builder.imports.zine.house import RE
from builder.imports.zine.seasons import PowerEntry
from builder.model.board import Code
from builder.model.kinds import Power

Owners = dict[Code, Power]
WORDS = frozenset({"none", "out", "wins", "survives", "even", "build", "disband", "remove", "-"})
HOME = frozenset({"home", "homes"})
LEAST = 2


class ZineChart(NamedTuple):
    """Who owns what; `unsure` are centres that hang on a retreat (`kie?`) or stand under two
    powers, and who may own them."""

    owners: Owners
    unsure: dict[Code, list[Power]]

    def settled(self, stands: Mapping[Code, Power], before: Mapping[Code, Power]) -> Owners | None:
        """The chart when the retreats are made; None where it stays open.

        A centre goes to who `stands` there, else it stays with who had it `before`.
        """
        owners = dict(self.owners)
        for code, claimants in self.unsure.items():
            power = stands.get(code) or before.get(code)
            if power not in claimants:
                return None
            owners[code] = power
        return owners

    def changes(self, first: ZineChart) -> str:
        """What an earlier chart had otherwise: `Bul Turkey, Gre nobody`."""
        known = {*first.owners, *self.owners}
        moved = sorted(c for c in known if first.owners.get(c) != self.owners.get(c))
        return ", ".join(f"{c} {first.owners.get(c, 'nobody')}" for c in moved)

    def open_centres(self) -> str:
        """`Kie England or Germany`."""
        return ", ".join(f"{code} {' or '.join(p)}" for code, p in self.unsure.items())


def read_chart(
    entries: Iterable[PowerEntry],
    places: Places,
    remarks: list[Remark],
    homes: Mapping[Power, Iterable[Code]],
) -> ZineChart:
    """The chart under one season; words that are no places are told by line. `Home` are the home
    centres that nobody else has."""
    owners: dict[Code, Power] = {}
    scraps: list[tuple[str, PowerEntry]] = []
    unsure: dict[Code, list[Power]] = {}
    for entry, word in _words(_of_board(entries, places, remarks)):
        at = places.get(word.rstrip("?!"))
        if at is None:
            scraps.append((word, entry))
        elif word.endswith("?"):
            unsure.setdefault(at.province, []).append(entry.power)
        elif entry.power:
            other = owners.setdefault(at.province, entry.power)
            if other != entry.power:
                unsure.setdefault(at.province, [other]).append(entry.power)
                told = f"{at.province} stands under {other} and {entry.power}"
                remarks.append(Remark(entry.line, told))
    at_home = [entry.power for word, entry in scraps if word.lower() in HOME]
    owners |= {c: p for p in at_home for c in homes.get(p, ()) if c not in owners}
    for word, entry in scraps:
        if word.lower() not in HOME:
            _guessed(word, entry, owners, places, remarks)
    return ZineChart({c: p for c, p in owners.items() if c not in unsure}, unsure)


def _guessed(
    word: str, entry: PowerEntry, owners: Owners, places: Places, remarks: list[Remark]
) -> None:
    """Take a word for the one centre that nobody else has whose code ends so."""
    missing = [p.code for p in places.board.centres if p.code not in owners]
    near = [code for code in missing if code.lower().endswith(word.lower())]
    found = near[0] if len(near) == 1 else None
    if found and entry.power:
        owners[found] = entry.power
    told = f"read as {found}" if found else "not a centre"
    remarks.append(Remark(entry.line, f"{told}: {word!r}"))


def _of_board(
    entries: Iterable[PowerEntry], places: Places, remarks: list[Remark]
) -> Iterator[PowerEntry]:
    """The entries without those that list the centres of another board, side by side with ours."""
    for entry in entries:
        names = [word for _, word in _words([entry])]
        strange = [n for n in names if places.get(n.rstrip("?!")) is None and n.lower() not in HOME]
        if len(names) > LEAST and 2 * len(strange) > len(names):
            remarks.append(Remark(entry.line, "centres of another board left out", entry.text))
        else:
            yield entry


def _words(entries: Iterable[PowerEntry]) -> Iterator[tuple[PowerEntry, str]]:
    """The names of centres in a chart, without totals, remarks, and what was lost (`-Lon`)."""
    for entry in entries:
        bare = RE.behind_total.sub("", RE.bracketed.sub(" ", RE.tag.sub("", entry.text)))
        for word in filter(None, re.split(r"[|,.\s]+", bare)):
            name = word.strip("+")
            if name.strip("?!") and not (name.lower() in WORDS or word[0] == "-" or name.isdigit()):
                yield entry, name
