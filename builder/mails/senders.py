"""`senders.txt`: the address of each player, and the addresses of those who have left.

    Élodie Roux <elodie@example.org>: France
    "Ash, Bob" <bob@example.org>: Turkey before Fall 1902
    cleo@example.org: Turkey

An address with `before` counts for earlier phases only: it neither orders nor receives results from
that phase on. Lines that begin with `#` are remarks.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from builder.errors import ArchiveError, SourceError, SourceMark
from builder.mails.mime.headers import address_in, name_in
from builder.model.calendar import Phase
from builder.model.setting import Setting
from builder.model.units import Power

BEFORE = re.compile(r"\sbefore\s", re.IGNORECASE)
SPECIAL = re.compile(r'[,:;<>@"()\[\]\\]')


class Sender(NamedTuple):
    """A line of `senders.txt`: who plays a power, and before which phase."""

    address: str
    power: Power
    name: str = ""
    before: Phase | None = None


class Senders:
    """The players of a game and their addresses. Raises SourceError for a line with a mistake."""

    def __init__(self, text: str, path: str, setting: Setting) -> None:
        self.text = text
        self.path = path
        self.setting = setting
        self.listed = tuple(self._read())

    def _read(self) -> Iterator[Sender]:
        for number, row in enumerate(self.text.splitlines(), start=1):
            who, colon, what = row.rpartition(":")
            if not colon or row.lstrip().startswith("#"):
                continue
            mark = SourceMark(self.path, number, 1, row, len(row))
            name, *end = BEFORE.split(what.strip(), maxsplit=1)
            try:
                power = Power(self.setting.power_names.find(name.strip()))
                phase = self.setting.calendar.read(end[0].strip()) if end else None
            except ArchiveError as error:
                raise SourceError(str(error), mark) from error
            address = address_in(who)
            if not address:
                raise SourceError("no address; write `jim@example.org: England`", mark)
            yield Sender(address, power, name_in(who), phase)

    def power_of(self, address: str, phase: Phase) -> Power | None:
        """The power that an address may order in a phase; None if it may order none."""
        for sender in self.listed:
            if sender.address == address and self._plays(sender, phase):
                return sender.power
        return None

    def has_left(self, address: str) -> bool:
        """Is it the address of a player who has left?"""
        return any(sender.address == address for sender in self.listed)

    def receivers(self) -> tuple[str, ...]:
        """The addresses of those who play now, each once."""
        playing = (sender.address for sender in self.listed if sender.before is None)
        return tuple(dict.fromkeys(playing))

    def receivers_of(self, power: Power) -> tuple[str, ...]:
        """The addresses of a power's present player."""
        playing = (s.address for s in self.listed if s.before is None and s.power == power)
        return tuple(dict.fromkeys(playing))

    def _plays(self, sender: Sender, phase: Phase) -> bool:
        rank = self.setting.calendar.rank
        return sender.before is None or rank(phase) < rank(sender.before)

    def with_player(self, player: Sender, present_name: str, phase: Phase) -> str:
        """The text with a player who orders from a phase on.

        A player of another name is a successor: the addresses of the predecessor count before
        that phase only. A further address of the same player is added. `present_name` is the name
        of the power's player, where the list has none.
        """
        rows = []
        listed = iter(self.listed)
        for row in self.text.splitlines():
            if ":" not in row or row.lstrip().startswith("#"):
                rows.append(row)
                continue
            sender = next(listed)
            name = sender.name or present_name
            is_predecessor = sender.power == player.power and name != player.name
            if sender.before is None and sender.address == player.address:
                if sender.power == player.power:
                    continue  # written again, perhaps with another name
                is_predecessor = True
            if sender.before is None and is_predecessor:
                sender = sender._replace(before=phase)
                row = self.row(sender)
            rows.append(row)
        rows.append(self.row(player))
        return "\n".join([*rows, ""])

    def row(self, sender: Sender) -> str:
        """A line of the file; names are in it as people write them."""
        name = sender.name
        if SPECIAL.search(name):
            name = '"' + re.sub(r'["\\]', "", name) + '"'
        who = f"{name} <{sender.address}>" if name else sender.address
        if sender.before is None:
            return f"{who}: {sender.power}"
        return f"{who}: {sender.power} before {self.setting.calendar.title(sender.before)}"
