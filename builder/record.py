"""A recorded game: what its source says, kept apart from what is computed."""

from collections.abc import Mapping
from datetime import date
from typing import Literal, NamedTuple

from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.units import Code, Dislodged, KindCode, Location, Power, Unit

NoteKind = Literal["gm", "press", "notice", "statement", "commentary", "not read", "inferred"]


NOT_UNDERSTOOD = "not understood: "  # begins a notice on words that hardly are an order


class Source(NamedTuple):
    """Where a record comes from; every phase may name its own issue."""

    title: str = ""
    issues: str = ""
    url: str = ""
    transcriber: str = ""
    note: str = ""


class Printed(NamedTuple):
    """The printed result of one order, named by its unit's power and place, and by its kind
    where the rules let several units share a place.

    `outcomes` are all that the source states (`bounced` and `dislodged`, say); `options` are
    printed retreat options; `text` is the line as typed.
    """

    power: Power | None
    at: Location
    outcomes: frozenset[Outcome]
    options: tuple[Location, ...] | None = None
    text: str = ""
    line: int = 0
    kind: KindCode | None = None


class Note(NamedTuple):
    """Words printed with a phase; `kind` says whose: the game master's, a player's press.
    Two kinds are our own: `not read` is a line that was not understood (`source` says where),
    `inferred` is what follows only from other phases."""

    kind: NoteKind
    text: str
    author: str = ""
    to: str = ""
    dateline: str = ""
    source: str = ""


class Ruling(NamedTuple):
    """The game master's decision on one order, applied after judging.
    `outcome` is what the ruling makes of the order; `why` and `source` are required."""

    phase: Phase
    power: Power | None
    at: Location
    order: str
    outcome: Outcome
    why: str
    source: str
    line: int = 0


class Published(NamedTuple):
    """The results of a phase as they were first sent out: the day, their hash, the failed orders.
    `corrected` is the day on which the orders were changed afterwards; then `sent` has every result
    as it was sent out."""

    day: str = ""
    results: str = ""
    failed: tuple[str, ...] = ()
    corrected: str = ""
    sent: tuple[str, ...] = ()


class PhaseRecord(NamedTuple):
    """One phase as recorded: orders, and the printed results and positions to be verified.

    `after` is the printed position, None if none was printed; `whole` says that it has the units of
    all powers, so that a power that is not in it has none. `owners` and `counts` are the printed
    supply-centre chart. `silent` says that `results` lists only failures, so that an order without
    a result succeeded. `embargo` is the day before which the phase is not published.
    """

    phase: Phase
    orders: tuple[Written, ...] = ()
    results: tuple[Printed, ...] = ()
    silent: bool = False
    after: tuple[Unit, ...] | None = None
    whole: bool = True
    dislodged: tuple[Unit, ...] | None = None
    owners: Mapping[Code, Power] | None = None
    counts: Mapping[Power, int] | None = None
    notes: tuple[Note, ...] = ()
    source: str = ""
    headline: str = ""
    deadline: str = ""
    nmr: tuple[Power, ...] = ()
    standby: Mapping[Power, str] = {}
    embargo: str = ""
    draft: bool = False
    published: Published = Published()
    line: int = 0

    @property
    def is_empty(self) -> bool:
        """Does the record say nothing about the phase except whether it may be shown?"""
        shown = PhaseRecord(self.phase, silent=self.silent, embargo=self.embargo, draft=self.draft)
        return self == shown._replace(line=self.line)


class Result(NamedTuple):
    """How the game ended, for which powers, and in which phase (`at`)."""

    kind: Literal["won", "draw", "unfinished", "conceded", "unknown"] = "unknown"
    powers: tuple[Power, ...] = ()
    at: Phase | None = None
    text: str = ""


class Vote(NamedTuple):
    """A vote, in a phase, on a draw between `powers` or a concession to them."""

    kind: Literal["draw", "conceded"]
    powers: tuple[Power, ...]
    phase: Phase
    favour: tuple[Power, ...] = ()
    against: tuple[Power, ...] = ()
    line: int = 0


class Record(NamedTuple):
    """One game file: its header, and its phases in the order of the calendar.

    `id` names the game in addresses and comes from the file's name. `status` is shown on every
    page of the game. `house` overrides single choices of the edition. `words` names the vocabulary
    of the printed results (`VOCABULARIES` in `model/outcomes`). `to_come` are the phases that the
    file only announces; if a private file has them, `phases` has them too. In an `anonymous` game
    the players are not named; in a `gunboat` game there is no press either. `depth` says how much
    of the game is published; empty means as much as of the other games of its folder.

    >>> from builder import Archive
    >>> record = Archive.open().game("1998v")
    >>> record.variant, record.players["England"], len(record.phases)
    ('standard', 'Tallman', 42)
    """

    id: str
    name: str
    variant: str
    phases: tuple[PhaseRecord, ...]
    edition: str | None = None
    house: Mapping[str, str] = {}
    options: Mapping[str, str] = {}
    status: Literal["recorded", "exhibition", "reconstruction"] = "recorded"
    source: Source = Source()
    gm: str = ""
    zine: str = ""
    boardman: str = ""
    miller: str = ""
    players: Mapping[Power, str] = {}
    result: Result = Result()
    rulings: tuple[Ruling, ...] = ()
    moments: Mapping[Phase, str] = {}
    start: tuple[Unit, ...] | None = None
    start_owners: Mapping[Code, Power] | None = None
    start_dislodged: tuple[Dislodged, ...] = ()
    start_contested: frozenset[Code] = frozenset()
    tags: tuple[str, ...] = ()
    created: str = ""
    formerly: tuple[str, ...] = ()
    revision: int = 1
    note: str = ""
    path: str = ""
    words: str = ""
    to_come: tuple[PhaseRecord, ...] = ()
    secrecy: Literal["", "anonymous", "gunboat"] = ""
    votes: tuple[Vote, ...] = ()
    depth: Literal["", "phases", "game", "counts"] = ""

    def held_back(self, today: date) -> Mapping[Phase, str]:
        """The phases that may not be shown yet, each with the day from which it may, if known.
        They are drafts, phases under embargo, and all later phases."""
        recorded = {phase.phase for phase in self.phases}
        announced = tuple(phase for phase in self.to_come if phase.phase not in recorded)
        day_of: dict[Phase, str] = {}
        days: list[str] = []
        for phase in (*self.phases, *announced):
            if phase.draft or phase.embargo > today.isoformat() or phase in announced:
                days.append("" if phase.draft else phase.embargo)
            if days:
                day_of[phase.phase] = max(days) if all(days) else ""
        return day_of

    @property
    def is_kept_by_mail(self) -> bool:
        """Has a season of the game been closed here, or is one not published yet?"""
        return any(phase.published.day or phase.draft or phase.embargo for phase in self.phases)

    @property
    def ends_within_its_record(self) -> bool:
        """Is the result's phase one of the recorded years, or of the year after them?"""
        at = self.result.at
        phases = self.phases
        if at is None or not phases or self.result.kind not in ("won", "draw", "conceded"):
            return True
        return phases[0].phase.year <= at.year <= phases[-1].phase.year + 1


def missing_orders(path: str, title: str, phase: PhaseRecord) -> str:
    """The mistake of a phase that is announced, and whose orders are in no file."""
    return (
        f"{path}:{phase.line}: {title} is announced here, but the private file has no orders of it;"
        " restore .chancery from a copy, or take the announcement back with `chancery undo`"
    )
