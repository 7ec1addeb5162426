"""Parts of one game in several files, as judges' pages are, put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from builder.formats.foreign.reading import Document, Imported, Remark
from builder.formats.foreign.registry import IMPORTERS, recognise
from builder.model.calendar import Calendar
from builder.record import PhaseRecord, Record

Other = TypeVar("Other")


class Parts(NamedTuple):
    """The documents of one game, mostly one; a document may hold several games, too."""

    documents: tuple[Document, ...]


def bundled(found: Iterable[Other | Document], form: str | None = None) -> Iterator[Other | Parts]:
    """Documents that lie in one folder and tell of one game, put together where the folder ends;
    all else as it comes."""
    held: dict[str, list[Document]] = {}
    folder = ""
    for one in found:
        if not isinstance(one, Document):
            yield one
            continue
        if one.folder != folder:
            yield from (Parts(tuple(documents)) for documents in held.values())
            held, folder = {}, one.folder
        game = _told_of(one, form)
        if game:
            held.setdefault(game, []).append(one)
        else:
            yield Parts((one,))
    yield from (Parts(tuple(documents)) for documents in held.values())


def _told_of(document: Document, form: str | None) -> str:
    """The game that a document is a part of; nothing where it stands alone."""
    known = {i.name: i for i in IMPORTERS}.get(form) if form else recognise(document)
    return known.part_of(document) if known is not None else ""


def merged(parts: Iterable[Imported], calendar: Calendar) -> list[Imported]:
    """The games of several files: parts with the same id, where no movement is missing between
    one and the next. What does not follow is a game of its own."""
    games: dict[str, list[list[Imported]]] = {}
    for part in sorted(parts, key=lambda part: _span(part.record, calendar)):
        told = games.setdefault(part.record.id, [])
        held = next((h for h in told if _follows(h[-1].record, part.record, calendar)), None)
        if held is not None:
            held.append(part)
        else:
            told.append([part])
    return [
        _joined(held, "" if number == 1 else f"-{number}")
        for told in games.values()
        for number, held in enumerate(told, start=1)
    ]


def _follows(before: Record, after: Record, calendar: Calendar) -> bool:
    if not before.phases or not after.phases:
        return False
    due = calendar.next(before.phases[-1].phase)
    while due.step != "movement":
        due = calendar.next(due)
    last, first = _span(before, calendar)[-1], _span(after, calendar)[0]
    return last < first <= calendar.rank(due)


def _joined(parts: list[Imported], suffix: str) -> Imported:
    first, last = parts[0].record, parts[-1].record
    phases: list[PhaseRecord] = []
    for part in parts:
        if phases and part.record.start and phases[-1].after is None:
            phases[-1] = phases[-1]._replace(after=part.record.start)
        phases += part.record.phases
    record = first._replace(
        id=first.id + suffix,
        phases=tuple(phases),
        rulings=tuple(ruling for part in parts for ruling in part.record.rulings),
        result=last.result,
    )
    return Imported(record, tuple(remark for part in parts for remark in _placed(part, parts)))


def _placed(part: Imported, parts: list[Imported]) -> Iterable[Remark]:
    if len(parts) == 1:
        return part.remarks
    file = Document(part.record.path, "").stem
    return [remark._replace(file=remark.file or file) for remark in part.remarks]


def _span(record: Record, calendar: Calendar) -> list[tuple[int, int]]:
    return [calendar.rank(phase.phase) for phase in record.phases]
