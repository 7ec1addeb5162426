"""Edits of game files as people typed them: a phase is added, changed, taken out or published.

    game = GameText(text, setting)
    text = game.with_phase(phase, PhaseChange(orders, nmr, keys))
    text = game.without_phase(phase)

Every letter outside of the phase stays as it is: comments, blank lines, line ends, the style of
quotes, and whether phases are in lines of their own or between brackets.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from builder.errors import ArchiveError
from builder.formats.game.phases import ABOUT, KEYS
from builder.model.calendar import Phase
from builder.model.setting import Setting
from builder.model.units import Power
from builder.source.documents import parse
from builder.source.editing import (
    BREAKS,
    Edit,
    EditableMapping,
    NewEntry,
    edited,
    end_of,
    indented_by,
    inserted_lines,
    line_end,
    replaced_value,
    source_of,
)
from builder.source.fields import YamlNode
from builder.source.writing import quoted, scalar

FIRST_LEVEL = 2  # blanks by which a phase is further in than `phases`
SECOND_LEVEL = 2  # blanks by which its keys are further in


class PhaseChange(NamedTuple):
    """What is written into a phase: the orders of some powers, as they typed them, the powers that
    sent none, and other keys with their values in YAML on one line. A key without a value is taken
    away."""

    orders: Mapping[Power, Iterable[str]] = {}
    nmr: Iterable[Power] = ()
    keys: Mapping[str, str] = {}

    def entries(self) -> list[NewEntry]:
        """Every entry of a new phase: keys, then orders, then the powers without."""
        return [*self.key_entries(), *self.power_entries()]

    def key_entries(self) -> list[NewEntry]:
        """The entries of keys other than powers."""
        return [_short_entry(key, value) for key, value in self.keys.items() if value]

    def power_entries(self) -> list[NewEntry]:
        """The entries of powers."""
        orders = [_orders_entry(scalar(power), [*lines]) for power, lines in self.orders.items()]
        return [
            *orders,
            *(
                NewEntry([f"{scalar(power)}: NMR"], f'{_in_flow(power)}: "NMR"')
                for power in self.nmr
            ),
        ]


class GameText:
    """A game file, or the private file of one, whose phases can be edited."""

    def __init__(self, text: str, setting: Setting, path: str = "") -> None:
        self.text = text
        self.setting = setting
        self.path = path
        self.top = EditableMapping(text, parse(text, path).root)
        self._place = _index_of(self.top, "phases")

    @property
    def _value(self) -> YamlNode:
        assert self._place is not None
        return self.top.entries[self._place][1]

    @property
    def phases(self) -> EditableMapping | None:
        """The mapping of the phases; None if there is none yet."""
        if self._place is None or self._value.id != "mapping":
            return None
        return EditableMapping(self.text, self._value)

    @property
    def listed(self) -> list[Phase]:
        """Every phase of the file, recorded or announced."""
        names = (name for _, name in _names(self.phases)) if self.phases else ()
        phases = map(self.setting.calendar.get, names)
        return [phase for phase in phases if phase]

    def phase_text(self, phase: Phase) -> str:
        """A phase as it was typed, its name included."""
        phases, index = self._phase(phase)
        start, end = phases.span(index)
        return self.text[start:end]

    def with_phase(self, phase: Phase, change: PhaseChange) -> str:
        """The text with one more phase, after all others."""
        title = self.setting.calendar.title(phase)
        fields = change.entries()
        lines: list[str] = []
        for field in fields:
            lines += indented_by(self._step, field.lines)
        flow = ", ".join(field.flow for field in fields)
        return self._with_entry(NewEntry([f"{title}:", *lines], f"{json.dumps(title)}: {{{flow}}}"))

    def without_phase(self, phase: Phase) -> str:
        """The text without one phase."""
        phases, index = self._phase(phase)
        edits = phases.removal(index)
        if len(phases.entries) == 1 and not phases.in_flow:
            assert self._place is not None
            key = self.top.entries[self._place][0]
            colon = self.text.index(":", key.end_mark.index) + 1
            edits = [Edit(colon, colon, " {}"), *edits]
        return edited(self.text, edits)

    def with_changed(self, phase: Phase, change: PhaseChange) -> str:
        """The text with a phase in which the keys and powers of a change have other values."""
        phases, index = self._phase(phase)
        key, value = phases.entries[index]
        if value.id != "mapping":
            return self._with_first_fields(phases, key, value, change)
        fields = EditableMapping(self.text, value)
        changed = {number for number, name in _names(fields) if self._is_changed(name, change)}
        edits, nmr = self._without_nmr(fields, change)
        if fields.in_flow:
            typed = {number: self._typed(fields, number) for number, _ in _names(fields)} | nmr
            kept = {number: text for number, text in typed.items() if number not in changed}
            return edited(self.text, [self._rebuilt(fields, kept, change)])
        for number in changed:
            edits += fields.removal(number)
        below = line_end(self.text, key.end_mark.index)
        lines = [*chain.from_iterable(entry.lines for entry in change.key_entries())]
        edits.append(inserted_lines(self.text, below, indented_by(fields.column, lines)))
        lines = [*chain.from_iterable(entry.lines for entry in change.power_entries())]
        end = phases.span(index).end
        edits.append(inserted_lines(self.text, end, indented_by(fields.column, lines)))
        return edited(self.text, edits)

    def with_phase_of(self, other: "GameText", phase: Phase) -> str:
        """The text with a phase of another file in place of its announcement here, or as the last
        one if it is not announced."""
        entry = other._entry_of(phase)
        index = self._find(phase)
        phases = self.phases
        if index is None or phases is None:
            return self._with_entry(entry)
        start, end = phases.span(index)
        if phases.in_flow:
            return edited(self.text, [Edit(start, end, entry.flow)])
        lines = indented_by(phases.column, entry.lines)
        edit = inserted_lines(self.text, start, lines)
        if end == len(self.text) and self.text[end - 1] not in BREAKS:
            edit = edit._replace(text=edit.text.rstrip(BREAKS))
        return edited(self.text, [edit._replace(end=end)])

    def with_player(self, power: Power, name: str) -> str:
        """The text with another player of a power; raises ArchiveError if it has no line for it."""
        index = _index_of(self.top, "players")
        value = self.top.entries[index][1] if index is not None else None
        if value is not None and value.id == "mapping":
            players = EditableMapping(self.text, value)
            for number, word in _names(players):
                if self.setting.power_names.get(word) == power:
                    player = players.entries[number][1]
                    return edited(self.text, [replaced_value(self.text, player, quoted(name))])
        raise ArchiveError(f"{self.path}: there is no line for {power} below `players:`")

    def _with_entry(self, entry: NewEntry) -> str:
        phases = self.phases
        if phases is not None and (phases.entries or self.top.in_flow):
            return edited(self.text, [phases.addition(entry)])
        if self._place is None:
            lines = ["phases:", *indented_by(FIRST_LEVEL, entry.lines)]
            whole = NewEntry(lines, f'"phases": {{{entry.flow}}}')
            return edited(self.text, [self.top.addition(whole)])
        key, value = self.top.entries[self._place]
        if self.top.in_flow:  # `phases:` without a value
            return edited(self.text, [replaced_value(self.text, value, f"{{{entry.flow}}}")])
        below = line_end(self.text, end_of(self.text, value))
        lines = indented_by(self.top.column + FIRST_LEVEL, entry.lines)
        addition = inserted_lines(self.text, below, lines)
        behind_colon = self.text.index(":", key.end_mark.index) + 1
        return edited(self.text, [self._emptied(behind_colon, value), addition])

    def _emptied(self, behind_colon: int, value: YamlNode) -> Edit:
        """Takes `{}` away, and the blanks between it and the colon."""
        start = value.start_mark.index
        end = end_of(self.text, value)
        if not self.text[behind_colon:start].strip(" "):
            start = behind_colon
        return Edit(start, max(start, end), "")

    @property
    def _step(self) -> int:
        """By how much the fields of phases are further in than their names."""
        phases = self.phases
        if phases is None or phases.in_flow:
            return SECOND_LEVEL
        for key, value in reversed(phases.entries):
            if value.id == "mapping" and not value.flow_style:
                return int(value.start_mark.column - key.start_mark.column)
        return SECOND_LEVEL

    def _find(self, phase: Phase) -> int | None:
        phases = self.phases
        if phases is not None:
            for index, name in _names(phases):
                if self.setting.calendar.get(name) == phase:
                    return index
        return None

    def _phase(self, phase: Phase) -> tuple[EditableMapping, int]:
        phases = self.phases
        index = self._find(phase)
        assert phases is not None, "only a phase that was read is edited"
        assert index is not None, "only a phase that was read is edited"
        return phases, index

    def _is_changed(self, name: str, change: PhaseChange) -> bool:
        if name.lower() in KEYS:
            return name.lower() in change.keys
        power = self.setting.power_names.get(name)
        return power in {*change.orders, *change.nmr}

    def _without_nmr(
        self, fields: EditableMapping, change: PhaseChange
    ) -> tuple[list[Edit], dict[int, str]]:
        """The list of powers without orders, without those that have some now: as edits of a phase
        in block style, and as another source of the entry."""
        for number, name in _names(fields):
            if name.lower() != "nmr":
                continue
            value = fields.entries[number][1]
            items = (
                value.value.split(",") if value.id == "scalar" else [n.value for n in value.value]
            )
            named = [item.strip() for item in items]
            gone = {*change.orders, *change.nmr}
            left = [word for word in named if self.setting.power_names.get(word) not in gone]
            if len(left) == len(named):
                break
            written = f"[{', '.join(map(scalar, left))}]"
            if left:
                return [replaced_value(self.text, value, written)], {number: f"nmr: {written}"}
            return fields.removal(number) if not fields.in_flow else [], {number: ""}
        return [], {}

    def _typed(self, fields: EditableMapping, number: int) -> str:
        start, end = fields.span(number)
        return self.text[start:end]

    def _rebuilt(self, fields: EditableMapping, kept: Mapping[int, str], new: PhaseChange) -> Edit:
        """The fields of a phase in flow style: those that stay as they were typed, and new ones."""
        pieces = [typed for typed in kept.values() if typed]
        pieces += [entry.flow for entry in new.entries()]
        node = fields.node
        return Edit(node.start_mark.index, node.end_mark.index, f"{{{', '.join(pieces)}}}")

    def _with_first_fields(
        self, phases: EditableMapping, key: YamlNode, value: YamlNode, change: PhaseChange
    ) -> str:
        """The text with the fields of a phase that has none, not even `{}`."""
        fields = change.entries()
        if phases.in_flow:
            colon = "" if ":" in self.text[key.end_mark.index : value.end_mark.index] else ": "
            flow = f"{colon}{{{', '.join(field.flow for field in fields)}}}"
            return edited(self.text, [replaced_value(self.text, value, flow)])
        lines = [*chain.from_iterable(field.lines for field in fields)]
        below = line_end(self.text, max(key.end_mark.index, end_of(self.text, value)))
        lines = indented_by(phases.column + self._step, lines)
        empty = Edit(value.start_mark.index, end_of(self.text, value), "")
        return edited(self.text, [empty, inserted_lines(self.text, below, lines)])

    def _entry_of(self, phase: Phase) -> NewEntry:
        """A phase as an entry for another file."""
        phases, index = self._phase(phase)
        key, value = phases.entries[index]
        start, end = phases.span(index)
        column = 0 if phases.in_flow else phases.column
        rows = self.text[start:end].splitlines()
        lines = [_moved_out(row, column) for row in rows]
        if phases.in_flow:
            lines = [rows[0], *(" " * 4 + row.lstrip() for row in rows[1:])]
        title = source_of(self.text, key) if phases.in_flow else json.dumps(key.value)
        return NewEntry(lines, f"{title}: {self._flow(value, below_phase=True)}")

    def _flow(self, node: YamlNode, below_phase: bool = False) -> str:
        """A value in flow style, as JSON. The lines of a power's orders become a list, since a
        text between quotes is one line to the reader."""
        if node.id == "scalar":
            bare = not node.style and not node.value
            return "null" if bare else json.dumps(node.value, ensure_ascii=False)
        if node.id == "sequence":
            return f"[{', '.join(map(self._flow, node.value))}]"
        return f"{{{', '.join(self._flow_pairs(node, below_phase))}}}"

    def _flow_pairs(self, node: YamlNode, below_phase: bool) -> Iterator[str]:
        for key, value in node.value:
            written = self._flow(value)
            in_lines = value.id == "scalar" and value.style == "|"
            if below_phase and in_lines and key.value.lower() not in ABOUT:
                written = json.dumps(value.value.splitlines(), ensure_ascii=False)
            yield f"{json.dumps(key.value, ensure_ascii=False)}: {written}"


def _index_of(mapping: EditableMapping, key: str) -> int | None:
    return next((index for index, name in _names(mapping) if name == key), None)


def _names(mapping: EditableMapping) -> Iterator[tuple[int, str]]:
    """The number and the text of each key."""
    for index, (key, _) in enumerate(mapping.entries):
        yield index, key.value.strip()


def _short_entry(key: str, value: str) -> NewEntry:
    return NewEntry([f"{key}: {value}"], f"{_in_flow(key)}: {value}")


def _orders_entry(power: str, lines: list[str]) -> NewEntry:
    block = [f"{power}: |", *(f"  {line}" for line in lines)]
    return NewEntry(block, f"{_in_flow(power)}: {json.dumps(lines, ensure_ascii=False)}")


def _in_flow(key: str) -> str:
    """A key between brackets: quoted, so that a file of JSON stays JSON."""
    return key if key.startswith('"') else json.dumps(key, ensure_ascii=False)


def _moved_out(row: str, column: int) -> str:
    """A line further out, as far as it has blanks."""
    blanks = len(row) - len(row.lstrip(" "))
    return row[min(blanks, column) :]
