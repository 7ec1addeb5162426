"""Reads a game.yaml into a Record. `docs/writing-a-game.md` describes the file.

    game: Example
    variant: standard
    players: {England: "?", France: "?"}
    result: {draw: [England, France], at: Fall 1908}
    phases:
      Spring 1901:
        England: |
          F Lon-NTH
          A Lvp-Yor (bounced)
        after: |
          England: F NTH, A Lvp

The record keeps what the source says. An impossible order is not a mistake of the file: the rules
judge it when the game is replayed.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, cast

from builder.errors import SourceError
from builder.formats.game.phases import PhaseReader, done_unmarked
from builder.formats.variants import changed
from builder.model.calendar import LONGEST_GAP, Phase
from builder.model.outcomes import VOCABULARIES, Outcome
from builder.model.units import Power
from builder.record import PhaseRecord, Record, Result, Ruling, Source, Vote
from builder.rules.editions import amend, edition
from builder.source.documents import parse, read
from builder.source.fields import Document, Fields, Value
from builder.source.recording import is_file
from builder.source.scalars import identifier
from builder.variant import Variant

FORMAT = "1"
UNKNOWN = "?"
SOURCES = tuple(filter(None, VOCABULARIES))
SECRECY = ("anonymous", "gunboat")
DEPTHS = ("phases", "game", "counts")
STATUSES = ("recorded", "exhibition", "reconstruction")
FindVariant = Callable[[str], Variant]
READERS = lru_cache(maxsize=16)(PhaseReader)  # a reader remembers what it has read
MOST_PHASES = 1000  # each has a page; the longest recorded games have 130
PLAIN = ("gm", "zine", "boardman", "miller", "tags", "revision", "note")
Phases = tuple[PhaseRecord, ...]
Ending = Literal["won", "draw", "conceded", "unfinished", "unknown"]
ENDINGS: dict[str, Ending] = {
    "winner": "won", "draw": "draw", "conceded to": "conceded", "unfinished": "unfinished",
}  # fmt: skip
ALL = (Power("all who are left"),)
BARE: dict[str, Ending] = {"unfinished": "unfinished", "unknown": "unknown"}


def load_game(path: Path | str, variant: FindVariant, held: Path | None = None) -> Record:
    """Read a game file; `variant` finds a variant by its name, `held` is a file with the phases
    that are not published yet. Raises SourceError or Mistakes with every mistake of the file."""
    more = read(held) if held is not None and is_file(held) else None
    return GameReader(read(path), variant).game(more)


def read_game(text: str, path: str, variant: FindVariant, held: str = "") -> Record:
    """Reads a game from a text, and the phases not published yet from `held`; its id comes from
    `path`."""
    more = parse(held, path) if held else None
    return GameReader(parse(text, path), variant).game(more)


class GameReader:
    """Reads one game file under the variant that it names."""

    def __init__(self, document: Document, find: FindVariant) -> None:
        self.document = document
        self.top = document.fields()
        variant = self.top.need("variant").read(find)
        if variant is None:
            self.top.rest()
            document.finish()
            raise SourceError("the variant is not known", document.mark(1))
        self.variant = changed(variant, self.top.take("options").mapping(), Variant.playing)
        self.setting = self.variant.setting
        rules = self.variant.rulebook
        self.phases = READERS(self.setting, rules.sharing, rules.boarding)
        self.positions = self.phases.positions
        self.phase = self.phases.named

    def game(self, held: Document | None = None) -> Record:
        """The record of the whole file, and of the phases in `held`; raises Mistakes."""
        top = self.top
        variant = self.variant.name
        if top.text("format", FORMAT) != FORMAT:
            top.take("format").fail(f"a format that this program does not read; it reads {FORMAT}")
        name = top.text("game")
        silent = done_unmarked(top.take("unmarked"))
        phases, to_come = _announced(self._phases(top.need("phases"), silent))
        if held:
            phases += self._held_back(held, silent, to_come)
            held.finish()
        start = top.take("start")
        source = top.take("source")
        booklet = top.take("edition")
        if booklet.given:
            booklet.read(edition)
        house = [*top.mapping("house")]
        changed(self.setting.choices, house, amend)
        players = self.positions.by_power(top.take("players"))
        named = {p: text for p, name in players if (text := name.text()) not in ("", UNKNOWN)}
        text = source.text() if source.kind == "scalar" else ""
        about = Source(text) if text else source.mapping().over(Source(), *Source._fields)
        game = Record(self._id(), name, variant, phases, to_come=to_come, path=self.document.path)
        game = top.over(game, *PLAIN)._replace(
            edition=booklet.text() or None,
            house={key.text(): choice.text() for key, choice in house},
            options={k.text(): ", ".join(v.texts()) for k, v in top.mapping("options")},
            status=cast("Any", top.choice("status", STATUSES, "recorded")),
            source=about,
            players=dict.fromkeys(self.setting.powers, UNKNOWN) | named,
            result=self._result(top.take("result")),
            rulings=tuple(self._rulings(top.take("rulings"), phases)),
            secrecy=cast("Any", top.choice("secrecy", SECRECY, "")),
            votes=tuple(self._votes(top.take("votes"), phases)),
            moments={p.phase: v.text() for p, v in self._of_phases(top.take("moments"), phases)},
            created=top.take("created").day(),
            words=top.choice("words", SOURCES, ""),
            formerly=tuple(top.take("formerly").each(identifier)),
            depth=cast("Any", top.choice("depth", DEPTHS, "")),
        )
        if game.secrecy and named and game.result.kind in ("unknown", "unfinished"):
            top.take("players").fail("a secret game names its players only when it is over")
        if not game.ends_within_its_record:
            last = self.setting.calendar.title(phases[-1].phase)
            problem = f"the record ends with {last}; say in `text` what is known of a later end"
            top.take("result").fail(problem)
        game = self._started(game, start.mapping()) if start.given else game
        self.document.finish()
        return game

    def _result(self, value: Value) -> Result:
        """How the game ended; mistakes are noted, also a draw that the rules forbid."""
        if value.kind == "scalar":
            kind = BARE.get(value.text().lower())
            return Result(kind) if kind else Result(text=value.text())
        fields = value.mapping()
        at = fields.take("at")
        year = fields.take("year")
        when = self._when(at if at.given else year)
        text = fields.text("text", "")
        endings = [(v, kind) for key, kind in ENDINGS.items() if (v := fields.take(key)).given]
        for another, _ in endings[1:]:
            another.fail("a game has one ending, and another is given before this")
        if not endings:
            return Result("unknown", (), when, text)
        below, kind = endings[0]
        if kind == "unfinished":
            dated = below.text().lower() not in ("yes", "true")
            return Result(kind, (), when or (self._when(below) if dated else None), text)
        powers = self.positions.powers(below)
        rules = self.variant.open(self.setting.start)
        if kind == "draw" and not rules.may_draw(powers or ALL):
            below.fail(f"{' and '.join(powers)} cannot share a draw by the rules of this variant")
        return Result(kind, powers, when, text)

    def _when(self, value: Value) -> Phase | None:
        """A phase, or a year: then its last season with moves."""
        calendar = self.setting.calendar
        if not value.given:
            return None
        if turn := calendar.get(value.text()):
            return turn
        last = [season for season, step in calendar.year if step == "movement"][-1]
        return calendar.get(f"{last} {value.text()}") or value.read(self.phase)

    def _id(self) -> str:
        name = Path(self.document.path).stem
        try:
            identifier(name)
        except ValueError as error:
            self.document.note(SourceError(f"the file's name {error}", self.document.mark(1)))
        return name

    def _started(self, game: Record, fields: Fields) -> Record:
        units = fields.take("units")
        owners = fields.take("owners")
        lost = fields.take("dislodged")
        dislodged = tuple(self.positions.dislodged(lost))
        begun = bool(game.phases) and game.phases[0].phase.step == "retreats"
        if dislodged and not (begun and units.given):
            lost.fail("only a game that begins with retreats, and gives `units`, has these")
        return game._replace(
            start=tuple(self.positions.start(units)) if units.given else None,
            start_owners=self.positions.chart(owners) if owners.given else None,
            start_dislodged=dislodged,
            start_contested=self.positions.provinces(fields.take("contested")),
        )

    def _phases(self, value: Value, silent: bool | None) -> Phases:
        phases = list[PhaseRecord]()
        rank = self.setting.calendar.rank
        title = self.setting.calendar.title
        for key, below in value.mapping():
            phase = key.read(self.phase)
            if phase is None:
                continue
            if len(phases) == MOST_PHASES:
                key.fail(f"a game has up to {MOST_PHASES:,} phases")
                break
            last = phases[-1].phase if phases else phase
            if phases and rank(phase) <= rank(last):
                key.fail(self._misplaced(phase, phases))
            if phase.year - last.year > LONGEST_GAP:
                key.fail(f"more than {LONGEST_GAP} years after {title(last)}")
            phases.append(self.phases.phase(phase, below, key.line, silent))
        return tuple(phases)

    def _held_back(self, held: Document, silent: bool | None, to_come: Phases) -> Phases:
        """The phases of the private file that the game's own file announces. Another one is what a
        command left that ended between its two writes; the game's own file decides."""
        announced = {phase.phase for phase in to_come}
        private = self._phases(held.fields().need("phases"), silent)
        return tuple(phase for phase in private if phase.phase in announced)

    def _misplaced(self, phase: Phase, before: list[PhaseRecord]) -> str:
        title = self.setting.calendar.title
        if (same := next((p for p in before if p.phase == phase), None)) is not None:
            also = f"; its retreats are {title(phase)} retreats" if phase.step == "movement" else ""
            return f"{title(phase)} is here twice (first in line {same.line}){also}"
        after = f"{title(phase)} comes after {title(before[-1].phase)}"
        return f"{after}; phases go in the order of the calendar"

    def _rulings(self, value: Value, phases: Phases) -> Iterator[Ruling]:
        for phase, item in self._items(value, phases):
            fields = item.mapping()
            order = fields.need("order")
            issuer = fields.take("power").read(self.setting.power_names.find)
            outcome = fields.choice("outcome", [o.value for o in Outcome])
            why = fields.text("why")
            source = fields.text("source")
            subject = self.phases.subject(order.as_line(), phase.orders) if order.given else None
            if subject is not None and outcome:
                power = Power(issuer) if issuer else subject[0]
                named = order.text()
                at = subject[1]
                ruled = Outcome(outcome)
                yield Ruling(phase.phase, power, at, named, ruled, why, source, item.line)

    def _votes(self, value: Value, phases: Phases) -> Iterator[Vote]:
        for phase, item in self._items(value, phases):
            fields = item.mapping()
            keys = ("draw", "conceded to", "for", "against")
            powers = self.positions.powers
            draw, conceded, favour, against = (powers(fields.take(key)) for key in keys)
            if bool(draw) == bool(conceded):
                item.fail("a vote is on a `draw` of some powers or on a game `conceded to` one")
            kind: Literal["draw", "conceded"] = "draw" if draw else "conceded"
            yield Vote(kind, draw or conceded, phase.phase, favour, against, item.line)

    def _items(self, value: Value, phases: Phases) -> Iterator[tuple[PhaseRecord, Value]]:
        below = self._of_phases(value, phases)
        for phase, listed in below:
            for item in listed.items():
                yield phase, item

    def _of_phases(self, value: Value, phases: Phases) -> Iterator[tuple[PhaseRecord, Value]]:
        """The value under the name of each phase of the game; other names are noted."""
        by_phase = {p.phase: p for p in phases}
        for key, below in value.mapping():
            phase = key.read(self.phase)
            if phase in by_phase:
                yield by_phase[phase], below
            elif phase is not None:
                key.fail(f"the game has no phase {self.setting.calendar.title(phase)}")


def _announced(phases: Phases) -> tuple[Phases, Phases]:
    """The phases that are recorded, and those at the end that are only announced: a draft or an
    embargo, and no orders yet."""
    recorded = len(phases)
    while recorded and _is_announced(phases[recorded - 1]):
        recorded -= 1
    return phases[:recorded], phases[recorded:]


def _is_announced(phase: PhaseRecord) -> bool:
    return phase.is_empty and (phase.draft or bool(phase.embargo))
