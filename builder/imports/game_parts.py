"""Puts together the parts of one game that are in several files."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain, count
from typing import NamedTuple, TypeVar

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.imports.importer import Imported, Remark, Settings, TextFile, Unopened
from builder.imports.registry import import_document, importer_of, refusal
from builder.imports.streams import FilePart
from builder.imports.zine.house import adopt
from builder.model.calendar import Calendar, Phase
from builder.model.grouping import grouped
from builder.record import PhaseRecord, Record
from builder.variant import Variant

Other = TypeVar("Other")


class GameParts(NamedTuple):
    """The documents of one game, usually one; a document may also hold several games."""

    documents: tuple[TextFile, ...]


def bundled(
    sources: Iterable[Other | TextFile], form: str | None = None
) -> Iterator[Other | GameParts]:
    """The documents, with those of one folder that are parts of one game put together at the end
    of the folder; anything else passes through at once. Raises UnknownWordError for the format."""
    parts_of: dict[str, list[TextFile]] = {}
    folder = ""
    for source in chain(sources, [None]):
        if source is None or (isinstance(source, TextFile) and source.folder != folder):
            yield from (GameParts(tuple(documents)) for documents in parts_of.values())
            parts_of = {}
            folder = source.folder if source else ""
        if isinstance(source, TextFile):
            importer = importer_of(source, form)
            game = importer.part_of(source) if importer else ""
            if game:
                parts_of.setdefault(game, []).append(source)
            else:
                yield GameParts((source,))
        elif source is not None:
            yield source


def games(
    source: GameParts | Unopened | FilePart,
    archive: Archive,
    form: str | None = None,
    press: bool = False,
    variant: str | None = None,
) -> Iterator[Imported | Unopened]:
    """The games of foreign documents, or why there are none; the parts of one are put together."""
    if isinstance(source, Unopened):
        yield source
        return
    if isinstance(source, FilePart):
        for document in source.documents():
            if isinstance(document, Unopened):
                yield document
            else:
                yield from _read(document, archive, form, press, variant)
        return
    yield from _games_of_documents(source.documents, archive, form, press, variant)


def _games_of_documents(
    documents: tuple[TextFile, ...],
    archive: Archive,
    form: str | None,
    press: bool,
    variant: str | None,
) -> Iterator[Imported | Unopened]:
    """The games of a document, or the one game of several. A page of a game without any phase, as
    one on which nobody had to retreat, adds nothing to the others."""
    importer = importer_of(documents[0], form)
    of_one_game = bool(importer and importer.part_of(documents[0]))
    order: list[TextFile] = []  # of parts that must be read as one text
    if importer and importer.joined and len(documents) > 1:
        order = sorted(documents, key=lambda d: [*map(int, re.findall(r"\d+", d.base))])
        lines = chain.from_iterable(document.text.splitlines() for document in order)
        documents = (order[0]._replace(text="\n".join(lines)),)
    parts: list[Imported] = []
    empty: list[Imported] = []
    readings = (_read(document, archive, form, press, variant) for document in documents)
    for game in chain.from_iterable(readings):
        if isinstance(game, Unopened):
            yield game
        elif of_one_game and not game.record.phases:
            empty.append(game)
        elif len(documents) > 1:
            parts.append(game)
        else:
            yield _in_files(game, order) if order else game
    if empty and not parts:
        yield Unopened(empty[0].record.path, "there are no orders in it")
    yield from merged(parts, lambda name: archive.variant(name).setting.calendar)


def _read(
    document: TextFile, archive: Archive, form: str | None, press: bool, variant: str | None = None
) -> Iterator[Imported | Unopened]:
    """The games of one document, or why there are none. The variant is the named one, else that of
    the document, else the one that begins with the units with which the game begins."""
    has_a_game = False
    try:
        adopt(sorted(archive.root.glob("docs/zines/*.yaml")))
        for game in import_document(document, _settings(archive, variant), press, form):
            has_a_game = True
            if isinstance(game, ArchiveError):
                yield Unopened(document.place, str(game))
            else:
                yield _of_variant(game, document, archive, form, press, variant)
        if not has_a_game:
            readable = importer_of(document, form) is not None
            why = "there is no game in it that we can read" if readable else refusal(document)
            yield Unopened(document.place, why)
    except ArchiveError as error:
        yield Unopened(document.place, str(error))


def _settings(archive: Archive, variant: str | None) -> Settings:
    """The setting of a variant by its name; of the chosen variant whatever the name."""
    return lambda name: archive.variant(variant or name).setting


def _of_variant(
    game: Imported,
    document: TextFile,
    archive: Archive,
    form: str | None,
    press: bool,
    variant: str | None,
) -> Imported:
    """A game under the chosen variant; without one, read again under the variant that begins with
    its units, if that is another one."""
    if variant is not None:
        return game._replace(record=game.record._replace(variant=archive.variant(variant).name))
    name = variant_by_start(game.record, archive)
    if name is None or name == game.record.variant:
        return game
    for again in import_document(document, _settings(archive, name), press, form):
        if isinstance(again, Imported) and again.record.id == game.record.id:
            title = archive.variant(name).about.title
            why = Remark(1, f"taken for the variant {title}, which begins with these units")
            record = again.record._replace(variant=name)
            return again._replace(record=record, remarks=(why, *again.remarks))
    return game


def variant_by_start(record: Record, archive: Archive) -> str | None:
    """The variant that begins in the first phase and with the units of a record, if only one does;
    None for a game that begins later, or as its own variant does."""
    if record.start is None or not record.phases:
        return None
    names = archive.variant_names
    if record.variant in names and _begins(record, archive.variant(record.variant)):
        return None  # the other variants need not be read
    fitting = [name for name in names if _begins(record, archive.variant(name))]
    return fitting[0] if len(fitting) == 1 else None


def _begins(record: Record, variant: Variant) -> bool:
    """Does a variant begin in the first phase and with the units of a record?"""
    start = variant.setting.start
    if record.start is None or start.phase != record.phases[0].phase:
        return False
    units = {(u.power, u.kind, u.at.province) for u in record.start}
    return units == {(u.power, u.kind, u.at.province) for u in start.units}


def _says_nothing(phase: PhaseRecord) -> bool:
    """Has a phase neither orders nor anything that was printed of it?"""
    printed = (phase.after, phase.dislodged, phase.owners, phase.counts)
    listed = phase.orders or phase.results or phase.notes
    return not listed and all(part is None for part in printed)


def _in_files(game: Imported, order: list[TextFile]) -> Imported:
    """A game read from joined parts, with its remarks at the lines of the original files."""
    starts = [*accumulate((len(d.text.splitlines()) for d in order), initial=0)]
    remarks = []
    for remark in game.remarks:
        at = min(max(bisect_left(starts, remark.line) - 1, 0), len(order) - 1)
        remarks.append(remark._replace(line=remark.line - starts[at], file=order[at].base))
    return game._replace(remarks=tuple(remarks))


class ContinuousParts:
    """The parts of a game that continue one another without a gap."""

    def __init__(self, part: Imported, calendar: Calendar) -> None:
        self.calendar = calendar
        self.parts = [part]
        self.phases: dict[Phase, PhaseRecord] = {p.phase: p for p in part.record.phases}

    @property
    def last(self) -> Phase:
        """The last phase so far."""
        return max(self.phases, key=self.calendar.rank)

    def leads_to(self, part: Imported) -> bool:
        """Does the part follow without a missing movement, and agree where the two overlap?"""
        if not self.phases or not part.record.phases:
            return False
        rank = self.calendar.rank
        last = self.last
        both = [p for p in part.all_phases if p.phase in self.phases]
        fresh = [p for p in part.all_phases if p.phase not in self.phases]
        if both and any(rank(p.phase) < rank(last) for p in fresh):
            return False
        same = all(_orders(p) == _orders(self.phases[p.phase]) for p in both)
        due = self.calendar.movement_after(last)
        return same and rank(part.all_phases[0].phase) <= rank(due)

    def append(self, part: Imported) -> None:
        """Add the phases of the next part. Its opening position is the one after the last phase so
        far, unless it begins with retreats or with early phases, or with adjustments that alone
        say where units stood. So are its owners, if a year was counted between."""
        first = part.all_phases[0].phase
        last = self.last
        opens = first == part.record.phases[0].phase and first.step != "retreats"
        later = opens and self.calendar.rank(first) > self.calendar.rank(last)
        is_sure = first.step == "movement" or bool(part.record.start_owners)
        printed = is_sure and part.guessed_start is None
        if later and printed and part.record.start and self.phases[last].after is None:
            self.phases[last] = self.phases[last]._replace(after=part.record.start)
        counted = first.step == "adjustments" or first.year > last.year
        if later and counted and part.record.start_owners and self.phases[last].owners is None:
            self.phases[last] = self.phases[last]._replace(owners=part.record.start_owners)
        for phase in part.all_phases:
            earlier = self.phases.get(phase.phase)
            if earlier is None or (earlier.after is None and phase.after is not None):
                self.phases[phase.phase] = phase
        self.parts.append(part)

    def game(self, name: str) -> Imported:
        """All the parts as one game, without remarks on phases that an earlier part explains, and
        without a last phase that only shows where the game stopped."""
        first = self.parts[0]
        last = self.parts[-1]
        phases = [self.phases[p] for p in sorted(self.phases, key=self.calendar.rank)]
        if len(phases) > 1 and _says_nothing(phases[-1]):
            del phases[-1]
        record = first.record._replace(
            id=name,
            phases=tuple(phases),
            rulings=tuple(chain.from_iterable(part.record.rulings for part in self.parts)),
            result=last.record.result,
        )
        if first is last:
            return Imported(record, first.remarks)
        remarks: list[Remark] = []
        for part in self.parts:
            file = TextFile(part.record.path, "").base
            needless: set[Remark | None] = set()
            if part is not first:
                needless = {early.remark for early in part.early} | {part.guessed_start}
            needed = [remark for remark in part.remarks if remark not in needless]
            remarks += [remark._replace(file=remark.file or file) for remark in needed]
        return Imported(record, tuple(remarks))


def merged(parts: Iterable[Imported], calendar: Callable[[str], Calendar]) -> list[Imported]:
    """The games of several files. Parts of one game have the same id, no movement is missing
    between them, and no two reports contradict each other. Any other part is its own game."""
    games = grouped(((part.record.id, part.record.variant), part) for part in parts)
    ids = {name for name, _ in games}
    game_of: dict[str, Imported] = {}
    for (name, variant), same_game in games.items():
        for stretch in _stretches(same_game, calendar(variant)):
            chosen = name
            if name in game_of:
                numbered = (f"{name}-{number}" for number in count(2))
                chosen = next(other for other in numbered if other not in ids | game_of.keys())
            game_of[chosen] = stretch.game(chosen)
    return list(game_of.values())


def _stretches(parts: list[Imported], calendar: Calendar) -> list[ContinuousParts]:
    def dates(part: Imported) -> list[tuple[int, int]]:
        return [calendar.rank(phase.phase) for phase in part.record.phases]

    stretches: list[ContinuousParts] = []
    for part in sorted(parts, key=dates):
        leading = [stretch for stretch in stretches if stretch.leads_to(part)]
        if leading:
            max(leading, key=lambda stretch: calendar.rank(stretch.last)).append(part)
        else:
            stretches.append(ContinuousParts(part, calendar))
    return stretches


def _orders(phase: PhaseRecord) -> set[tuple[object, ...]]:
    return {(w.issuer, w.unit, w.order) for w in phase.orders}
