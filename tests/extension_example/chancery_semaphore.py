"""An example of a package that adds a format: games as a signaller would send them.

    SEMAPHORE Our first game
    PHASE S1901M
    ENGLAND STOP F LON-NTH STOP A LVP-YOR STOP

The reader uses what all of Chancery's own readers use: a game that grows phase by phase, the one
grammar of orders, and remarks for what is not understood.
"""

from collections.abc import Iterator

from builder import write_order
from builder.errors import ArchiveError
from builder.exports.registry import Exporter
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame
from builder.imports.importer import Imported, Importer, Settings, TextFile
from builder.playback.replaying import Replay

HEAD = "SEMAPHORE "
PHASE = "PHASE "
STOP = " STOP"


def recognises(document: TextFile) -> bool:
    """Does the first line say that it is such a text?"""
    return document.text.startswith(HEAD)


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported | ArchiveError]:
    """The one game of a text. The format has no press."""
    yield SemaphoreGame(settings("standard"), press).read(document)


class SemaphoreGame(ForeignGame):
    """A game while its lines are read."""

    def read(self, document: TextFile) -> Imported:
        """Read every line: a season, a power's orders, or a remark."""
        head, *lines = document.text.splitlines()
        sheet = None
        for number, line in enumerate(lines, start=2):
            phase = self.setting.calendar.get(line.removeprefix(PHASE).strip())
            if phase is not None:
                sheet = self.begin(phase, number)
            elif sheet is None:
                self.remark(number, "not understood", line)
            else:
                self._read_orders(sheet, number, line)
        return self.imported(document, self.in_order(), name=head.removeprefix(HEAD))

    def _read_orders(self, sheet, number, line) -> None:
        name, *texts = [part.strip() for part in line.split("STOP")]
        power = self.power_of(name)
        reader = ForeignOrders(self.setting, sheet.phase, power, number)
        for text in filter(None, texts):
            order = reader.parsed(text) if power else None
            if order is None:
                self.unread(sheet, number, text, order=True)
            else:
                self.add(sheet, order)


def write(replay: Replay) -> str:
    """The recorded orders of a game."""
    calendar = replay.variant.setting.calendar
    lines = [f"{HEAD}{replay.record.name}"]
    for phase in replay.record.phases:
        lines.append(f"{PHASE}{calendar.short(phase.phase)}")
        for power in replay.variant.setting.powers:
            orders = [order for order in phase.orders if order.issuer == power]
            texts = [write_order(order, replay.variant.setting) for order in orders]
            if texts:
                lines.append(STOP.join([power.upper(), *(f" {text}" for text in texts), ""]))
    return "\n".join(lines) + "\n"


IMPORTER = Importer("semaphore", "signals by semaphore", recognises, read)
EXPORTER = Exporter("signals by semaphore", write)
