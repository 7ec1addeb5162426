"""Logs of DAIDE, the language in which programs play: one message of tokens a line.

    17,SUB ( FAL #1901 ) ( ( ENG AMY CLY ) CTO NWY VIA ( NWG ) )      sent by a client
    17,,ORD ( SPR #1901 ) ( ( ENG FLT LON ) MTO NTH ) ( SUC )         sent by the server
    17,,SCO ( ENG EDI LON LVP ) ( UNO BEL BUL )
    17,,NOW ( SUM #1902 ) ( ENG FLT NTH ) ( RUS AMY MUN MRT ( BOH BUR ) )

Text before the message, such as the number of a client, is skipped. A server may send each client
its own orders only, and a log repeats what several clients receive. `NSO` marks any order without
effect, so it does not say whether a support was cut.
"""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from builder.errors import ArchiveError
from builder.imports.foreign_game import ForeignGame, PrintedPosition
from builder.imports.importer import ARMY, FLEET, STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.patterns import RE
from builder.imports.phase_reports import DONE_AS
from builder.model.calendar import Phase
from builder.model.orders import Move
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power, Unit
from builder.notation.notation import parse_order
from builder.notation.result_words import dialect
from builder.record import Note, Result, Source

Tree = list[Any]  # of texts and of trees
TABLE = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
TURNS = TABLE["turns"]
WORDS: dict[str, str] = TABLE["words"]
KINDS = {"AMY": ARMY, "FLT": FLEET}
NEUTRAL = "UNO"  # the owner of centres without one


class DaideLog(ForeignGame):
    """One game while its log is read: orders `sent` by clients, by unit; orders `known` already."""

    def __init__(self, setting: Setting, press: bool) -> None:
        super().__init__(setting, press)
        self.powers = {name[:3].upper(): name for name in self.setting.powers}
        self.states: dict[Phase, PrintedPosition] = {}
        self.sent: dict[str, Tree] = {}
        self.known: set[tuple[Phase, str]] = set()
        self.owners: dict[Code, Power] | None = None
        self.result = Result()

    def take(self, message: str, number: int) -> None:
        """Take in one message and the number of its line."""
        try:
            what, *rest = tree(message)
            parts = [part for part in rest if isinstance(part, list)]
            self._take(str(what), parts, number)
        except (ArchiveError, LookupError, ValueError, TypeError) as error:
            self.remark(number, f"not read ({error})", message)

    def _take(self, what: str, parts: Tree, number: int) -> None:
        last = max(self.states, key=self.setting.calendar.rank, default=None)
        if what == "SUB":
            for order in parts[str(parts[0][0]) in TURNS :]:
                self.sent[str(order[0])] = order
        elif what == "SCO":
            self.owners = self._owners(parts)
        elif what == "NOW":
            self._standing(self._phase(parts[0]), parts[1:])
        elif what == "ORD":
            self._order(self._phase(parts[0]), parts[1], parts[-1], number)
        elif what == "FRM" and self.press and last:
            self._message(parts, last)
        elif what in ("DRW", "SLO"):
            powers = [self.powers[p] for p in chain.from_iterable(parts) if p in self.powers]
            self.result = Result("draw" if what == "DRW" else "won", tuple(powers), last)

    def _owners(self, parts: Tree) -> dict[Code, Power]:
        """The owner of each centre; each part is a power with its centres."""
        owners: dict[Code, Power] = {}
        for power, *codes in parts:
            if power != NEUTRAL:
                owned = (self._place(code).province for code in codes)
                owners.update(dict.fromkeys(owned, self.powers[power]))
        return owners

    def _message(self, parts: Tree, phase: Phase) -> None:
        """Press: its author, who received it, and its text."""
        author = parts[0][0]
        receivers = parts[1]
        names = [self.powers.get(str(power), str(power)) for power in (author, *receivers)]
        note = Note("press", _flat(parts[2]), names[0], ", ".join(names[1:]))
        notes = self.sheet_of(phase).notes
        if note not in notes:  # several clients may have received it
            notes.append(note)

    def _phase(self, turn: Tree) -> Phase:
        season, year = map(str, turn)
        return Phase(int(year.lstrip("#")), *TURNS[season])

    def _standing(self, phase: Phase, units: Tree) -> None:
        state = self.states[phase] = PrintedPosition(owners=self.owners)
        for power, kind, at, *more in units:
            unit = Unit(self.powers[str(power)], KINDS[str(kind)], self._place(at))
            (state.dislodged if "MRT" in more else state.units).append(unit)

    def _place(self, written: Any) -> Location:
        return self.setting.board.find(_place(written))

    def _order(self, phase: Phase, order: Tree, results: Tree, number: int) -> None:
        """One order and its result; where the server omits a destination, the client's is taken."""
        unit = order[0]
        if not isinstance(results[0], str):
            raise TypeError("no result")
        if (phase, str(order)) in self.known:
            return
        self.known.add((phase, str(order)))
        sheet = self.sheet_of(phase, number)
        power = self.powers[str(unit[0])]
        if order[1:] == ["MTO", "VIA"] and str(unit) in self.sent:
            order = self.sent[str(unit)]
            missing = "no destination is given; taken from the order that was sent"
            self.remark(number, missing, power)
        text = self._text(order, power)
        written = parse_order(text, self.setting, phase, power, number)
        sheet.orders.append(written)
        if written.unit is None:
            return
        stated = [dialect("daide")[str(word).lower()] for word in results if word != "SUC"]
        if "NSO" in results and not isinstance(written.order, Move):
            sheet.notes.append(Note("notice", f"had no effect (NSO): {text}"))
            return
        outcomes = stated or DONE_AS.get(type(written.order), [])
        sheet.printed(power, written.unit.at, *outcomes, text=str(results[0]), line=number)

    def _text(self, order: Tree, power: Power) -> str:
        """An order as players write it: `F NWG C A Cly - NWY`."""
        via = order.index("VIA") if "VIA" in order else len(order)
        legs = [f"- {_place(leg)}" for leg in (*order, ())[via + 1]] if via < len(order) else []
        unit, *words = [self._words(part, power) for part in order[:via]]
        return " ".join((unit, *legs, *words))

    def _words(self, part: Any, power: Power) -> str:
        if isinstance(part, str):
            return WORDS.get(part, part if part not in self.powers else "")
        if len(part) < 3:
            return _place(part)
        owner, kind, at = part
        other = self.powers[str(owner)]
        return f"{other if other != power else ''} {WORDS[str(kind)]} {_place(at)}".strip()

    def game(self, document: TextFile, variant: str) -> Imported:
        """The game as a record."""
        phases = sorted({*self.sheets, *self.states}, key=self.setting.calendar.rank)
        sheets = [self.sheet_of(phase) for phase in phases]
        late = phases and phases[0] != self.setting.calendar.start
        first = self.states.get(phases[0]) if late else None
        return self.imported(
            document,
            self.linked(sheets, [self.states.get(phase) for phase in phases]),
            variant=variant,
            source=Source(title="DAIDE log"),
            words="pass-fail",
            result=self.result,
            start=tuple(first.units) if first else None,
            start_owners=first.owners if first else None,
        )


def tree(text: str) -> Tree:
    """A message as nested lists: `ORD ( SPR #1901 ) ( SUC )` as [ORD, [SPR, #1901], [SUC]]."""
    levels: list[Tree] = [[]]
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            levels.append([])
        elif token == ")" and len(levels) > 1:
            levels[-2].append(levels.pop())
        else:
            levels[-1].append(token)
    if len(levels) > 1:
        raise ValueError("it breaks off")
    return levels[0]


def _flat(message: Tree) -> str:
    """A message as text again, without the brackets around it."""
    return " ".join(f"( {_flat(part)} )" if isinstance(part, list) else part for part in message)


def _place(written: Any) -> str:
    """`STP/sc` of `( STP SCS )`."""
    if isinstance(written, str):
        return written
    province, coast = map(str, written)
    return f"{province}/{coast[:-1].lower()}"


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported]:
    """The game of a log; raises UnknownWordError for an unknown map."""
    daide_map = RE.daide_map.search(document.text)
    variant = "".join(daide_map["letters"].split()).lower() if daide_map else STANDARD
    log = DaideLog(settings(variant), press)
    for number, line in enumerate(document.text.splitlines(), start=1):
        for message in RE.daide_message.findall(line):
            log.take(message, number)
    yield log.game(document, variant)


DAIDE = Importer(
    "daide", "log of programs that speak DAIDE", lambda one: RE.daide_turn.search(one.text), read
)
