"""Typed orders, as in an e-mail, added to a game file as its next phase.

    Fall 1901
    ENGLAND: F Edi-NTH, F Lon-ENG
    A Lvp-Yor
    France: NMR

A line that begins with a power's name (`France:`, `FRANCE (Smith)`, `France - A Par H`) begins
that power's orders; orders stand on lines of their own or are parted by commas and semicolons.
Dropped are marks of quotation (`>`), a mail's head, what is said before the first power and is no
order, and what follows a signature's `--`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from builder.errors import (
    Mistakes,
    NotationError,
    RecordError,
    SourceError,
    SourceMark,
    UnknownWordError,
)
from builder.model.calendar import Calendar, Phase
from builder.model.kinds import Power
from builder.model.setting import Setting
from builder.notation.notation import parse_order

HEAD = re.compile(
    r"(?P<name>[A-Za-z][A-Za-z .'-]*?)\s*(?:\([^)]*\)\s*)?(?:[:–]|\s-\s|$)\s*(?P<rest>.*)"
)
MAIL = re.compile(r"(?:From|To|Cc|Bcc|Subject|Date|Reply-To|Sent|[A-Z][\w-]*-[\w-]+): |.* wrote:$")
SIGNATURE = re.compile(r"--|__+")
EMPTY = re.compile(r"^phases: *\{ *\}", re.MULTILINE)
PARTS = re.compile(r"\s*[;,]\s*")
NOTHING_CAME = {"nmr", "no orders", "no moves received"}


@dataclass(frozen=True)
class TypedOrders:
    """Orders by power as they were typed; `phase` where the text itself names one."""

    phase: Phase | None
    orders: Mapping[Power, tuple[str, ...]]
    nmr: tuple[Power, ...] = ()


def read_typed(text: str, path: str, setting: Setting, phase: Phase) -> TypedOrders:
    """Read a season of typed orders for a phase, or for the phase the text names.

    Raises Mistakes with every line that says nothing.
    """
    reader = TypedOrderReader(path, setting, phase)
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = raw.lstrip("> \t").strip()
        if SIGNATURE.fullmatch(line):
            break
        if line and not MAIL.match(line):
            reader.line(number, raw, line)
    if reader.errors:
        raise Mistakes(reader.errors)
    orders = {power: tuple(told) for power, told in reader.orders.items() if told}
    return TypedOrders(reader.named, orders, tuple(reader.late))


class TypedOrderReader:
    """Reads line after line; remembers whose orders they are."""

    def __init__(self, path: str, setting: Setting, phase: Phase) -> None:
        self.path, self.setting, self.phase = path, setting, phase
        self.named: Phase | None = None
        self.power: Power | None = None
        self.orders: dict[Power, list[str]] = {}
        self.late: list[Power] = []
        self.errors: list[SourceError] = []

    def line(self, number: int, raw: str, line: str) -> None:
        """One line that is not empty."""
        if self.power is None and (found := _phase(line, self.setting.calendar)):
            self.named = self.phase = found
            return
        head = HEAD.fullmatch(line)
        name = head and self.setting.power_names.get(head["name"])
        if head and name:
            self.power, line = Power(name), head["rest"]
        if self.power is None:
            self._before_any_power(number, raw, line)
        elif line.lower().strip(". ") in NOTHING_CAME:
            self.late.append(self.power)
        else:
            self._orders(number, raw, line, self.power)

    def _before_any_power(self, number: int, raw: str, line: str) -> None:
        """Words of the letter, unless a power's name may be misspelt, or missing."""
        try:
            parse_order(PARTS.split(line)[0], self.setting, self.phase, Power(""))
        except NotationError:
            if not line.endswith(":"):
                return
        mark = SourceMark(self.path, number, 1, raw, len(raw))
        self.errors.append(RecordError("whose orders? No power is named before", mark))

    def _orders(self, number: int, raw: str, line: str, power: Power) -> None:
        for part in filter(None, PARTS.split(line.rstrip("."))):
            try:
                parse_order(part, self.setting, self.phase, power)
            except NotationError as error:
                column = max(raw.find(part), 0) + max(error.mark.column, 1)
                mark = SourceMark(self.path, number, column, raw, error.mark.width)
                self.errors.append(NotationError(error.message, mark))
            self.orders.setdefault(power, []).append(part)


def _phase(line: str, calendar: Calendar) -> Phase | None:
    try:
        return calendar.read(line.rstrip(":"))
    except UnknownWordError:
        return None


def with_season(
    text: str, phase: Phase, typed: TypedOrders, calendar: Calendar, more: Mapping[str, str]
) -> str:
    """A game file's text with one phase added behind its others; `more` are further keys."""
    block = [f"  {calendar.title(phase)}:"]
    block += [f"    {key}: {value}" for key, value in more.items()]
    for power, orders in typed.orders.items():
        block += [f"    {power}: |", *(f"      {order}" for order in orders)]
    block += [f"    {power}: NMR" for power in typed.nmr if power not in typed.orders]
    lines = EMPTY.sub("phases:", text).rstrip().splitlines()
    at = _end_of_phases(lines)
    if at is None:
        return "\n".join([*lines, "phases:", *block]) + "\n"
    return "\n".join([*lines[:at], *block, *lines[at:]]) + "\n"


def _end_of_phases(lines: list[str]) -> int | None:
    """The line behind the last phase: where `phases:` ends."""
    start = next((i for i, line in enumerate(lines) if re.match(r"phases:\s*(#.*)?$", line)), None)
    if start is None:
        return None
    end = start + 1
    for at in range(start + 1, len(lines)):
        if re.match(r"[^\s#]", lines[at]):
            break
        if lines[at].strip():
            end = at + 1
    return end
