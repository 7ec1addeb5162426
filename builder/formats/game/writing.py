"""Writes a Record as game.yaml, which reads as the same record."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from builder.formats.game.phases import NOTHING
from builder.formats.game.printed_results import write_marks
from builder.formats.positions import PositionWriter
from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.setting import Setting
from builder.model.units import Power
from builder.notation.notation import OrderWriter
from builder.record import Note, PhaseRecord, Printed, Record, Result, Ruling, Vote
from builder.source.writing import entry, indented, items, scalar, table
from builder.variant import Variant

ENDINGS = {"won": "winner", "draw": "draw", "conceded": "conceded to"}
HEADLINES = ("headline", "source", "deadline", "embargo")


def write_game(record: Record, variant: Variant) -> str:
    """The game file of a record: read again, it is the same record. Orders and results are written
    in canonical form, not as they were typed."""
    return "\n".join(GameWriter(record, variant.setting).lines()) + "\n"


class GameWriter:
    """Writes one record."""

    def __init__(self, record: Record, setting: Setting) -> None:
        self.record = record
        self.setting = setting
        self.notation = OrderWriter(setting)
        self.places = PositionWriter(setting)
        self.printed = PositionWriter(setting, as_text=True)
        self.silent = bool(record.phases) and all(p.silent for p in record.phases)

    def lines(self) -> Iterator[str]:
        """The whole file."""
        yield from self._header()
        yield from self._game()
        given = {phase.phase for phase in self.record.phases}
        later = (phase for phase in self.record.to_come if phase.phase not in given)
        phases = (*self.record.phases, *later)
        yield "phases:" if phases else "phases: {}"
        for phase in phases:
            yield f"  {self._title(phase.phase)}:"
            yield from indented(indented(self._phase(phase)))
        yield from self._at_phases("rulings", self.record.rulings, _ruling)
        yield from self._at_phases("votes", self.record.votes, _vote)

    def _at_phases(
        self, key: str, things: Sequence[Any], write: Callable[[Any], dict[str, str]]
    ) -> Iterator[str]:
        """Rulings or votes, under the names of their phases."""
        if things:
            yield f"{key}:"
        for at, group in groupby(things, key=lambda thing: thing.phase):
            yield from indented(items(self._title(at), map(write, group)))

    def _title(self, phase: Phase) -> str:
        return self.setting.calendar.title(phase).replace(",", "")

    def _header(self) -> Iterator[str]:
        r = self.record
        yield from ("format: 1", f"game: {scalar(r.name)}", f"variant: {r.variant}")
        yield from entry("edition", r.edition)
        yield from table("house", r.house)
        yield from table("options", r.options)
        yield from entry("status", "" if r.status == "recorded" else r.status)
        for key in ("gm", "zine", "boardman", "miller"):
            yield from entry(key, getattr(r, key))
        yield from table("source", r.source._asdict())
        players = {power: r.players[power] for power in self.places.order if power in r.players}
        yield from table("players", players)

    def _game(self) -> Iterator[str]:
        r = self.record
        yield from self._result(r.result)
        plain = {
            "secrecy": r.secrecy,
            "depth": r.depth,
            "tags": ", ".join(r.tags),
            "created": r.created,
            "formerly": ", ".join(r.formerly),
            "revision": "" if r.revision == 1 else str(r.revision),
            "note": r.note,
            "unmarked": "done" if self.silent else "",
            "words": r.words,
        }
        for key, text in plain.items():
            yield from entry(key, text)
        if r.start is not None or r.start_owners is not None:
            yield "start:"
            yield from indented(self.places.units("units", r.start))
            yield from indented(self.places.chart("owners", r.start_owners))
            yield from indented(self.places.dislodged(r.start_dislodged))
            yield from indented(entry("contested", ", ".join(sorted(r.start_contested))))
        yield from table("moments", {self._title(p): text for p, text in r.moments.items()})

    def _result(self, result: Result) -> Iterator[str]:
        if result == Result():
            return
        yield "result:"
        if result.kind in ENDINGS:
            yield f"  {ENDINGS[result.kind]}: {_list(result.powers)}"
        elif result.kind == "unfinished":
            yield "  unfinished: yes"
        if result.at:
            yield f"  at: {self._title(result.at)}"
        yield from indented(entry("text", result.text))

    def _phase(self, phase: PhaseRecord) -> Iterator[str]:
        for key in HEADLINES:
            yield from entry(key, getattr(phase, key))
        if phase.nmr:
            yield f"nmr: {_list(phase.nmr)}"
        yield from table("standby", phase.standby)
        if phase.draft:
            yield "draft: yes"
        if phase.published.day:
            yield "published:"
            for key, said in phase.published._asdict().items():
                text = said if isinstance(said, str) else "\n".join(said)
                yield from indented(entry(key, text, block=key in ("failed", "sent")))
        inline = self._inline(phase)
        if not self.silent and phase.silent != bool(inline):
            yield f"unmarked: {'done' if phase.silent else 'unknown'}"
        yield from self._orders(phase.orders, inline)
        alone = [_printed(p) for p in phase.results if p not in inline.values()]
        yield from entry("results", "\n".join(alone), block=True)
        if phase.after is not None:
            there = {unit.power for unit in phase.after}
            gone = [p for p in self.setting.powers if phase.whole and p not in there]
            standing = [(unit.power, str(unit)) for unit in phase.after]
            yield from self.printed.by_power("after", [*standing, *((p, NOTHING) for p in gone)])
        yield from self.printed.units("dislodged", phase.dislodged)
        yield from self.printed.chart("owners", phase.owners)
        yield from table("counts", {p: str(n) for p, n in (phase.counts or {}).items()})
        yield from _notes(phase.notes)

    def _inline(self, phase: PhaseRecord) -> dict[Written, Printed]:
        """The printed results that can stand behind the orders that they belong to."""
        places = [w.home for w in phase.orders if w.home]
        waiting = {(p.power, p.at, p.kind): p for p in phase.results}
        printed_of: dict[Written, Printed] = {}
        for written in phase.orders:
            unit = written.unit
            if unit and places.count(unit.at.province) == 1:
                owner = unit.power or written.issuer
                for kind in (unit.kind, None):
                    if printed := waiting.pop((owner, unit.at, kind), None):
                        printed_of[written] = printed
                        break
        return printed_of

    def _orders(self, orders: Sequence[Written], marks: Mapping[Written, Printed]) -> Iterator[str]:
        ranked = sorted(orders, key=lambda written: self.places.order[written.issuer])
        for issuer, group in groupby(ranked, key=lambda written: written.issuer):
            yield f"{scalar(issuer)}: |"
            for written in group:
                mark = marks.get(written)
                behind = f" ({write_marks(mark.outcomes, mark.options)})" if mark else ""
                yield f"  {self.notation.written(written)}{behind}"


def _printed(printed: Printed) -> str:
    kind = f"{printed.kind} " if printed.kind else ""
    owner = f" ({printed.power})" if printed.power else ""
    return f"{kind}{printed.at}{owner}: {write_marks(printed.outcomes, printed.options)}"


def _list(powers: Sequence[Power]) -> str:
    names = ", ".join(map(scalar, powers))
    return names if len(powers) == 1 else f"[{names}]"


def _vote(vote: Vote) -> dict[str, str]:
    what = "draw" if vote.kind == "draw" else "conceded to"
    votes = {what: vote.powers, "for": vote.favour, "against": vote.against}
    return {key: ", ".join(powers) for key, powers in votes.items()}


def _ruling(ruling: Ruling) -> dict[str, str]:
    of = {"order": ruling.order, "power": ruling.power or "", "outcome": ruling.outcome.value}
    return {**of, "why": ruling.why, "source": ruling.source}


def _notes(notes: Sequence[Note]) -> Iterator[str]:
    if len(notes) == 1 and notes[0] == Note("gm", notes[0].text):
        yield from entry("note", notes[0].text)
        return
    keys = ("kind", "from", "to", "dateline", "source", "text")
    listed = ((n.kind, n.author, n.to, n.dateline, n.source, n.text) for n in notes)
    yield from items("notes", (dict(zip(keys, said, strict=True)) for said in listed))
