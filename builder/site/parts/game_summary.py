"""The summary of a game that the pages above the games read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol, Self

from builder.formats.game_collections import Depth
from builder.model.calendar import Phase
from builder.model.units import Power, held
from builder.playback.replaying import Replay, Stage, UnitAfter, edition_shifts
from builder.playback.season_facts import attacks
from builder.prose.comparisons import doubt_text, results_compared
from builder.prose.english import listed, plural, verb
from builder.prose.moments import told_moments
from builder.prose.order_accounts import OrderRows
from builder.prose.puzzles import told_puzzles
from builder.prose.stories import headlines, story
from builder.record import PhaseRecord, Record
from builder.site import addresses
from builder.site.parts.centre_table import years
from builder.site.parts.feed_entry import FeedEntry
from builder.site.parts.openings import FirstOrders, first_orders, openings
from builder.site.parts.owner_letters import owner_letters

SECONDS = 6  # of a moment
VERDICTS = ("differs", "unread", "ruled", "agrees")
Shift = tuple[str, str, str, str, str]
Dispute = tuple[str, str, str, tuple[str, ...]]


class GameFigures(NamedTuple):
    """What statistics and pictures need of a game: plain values, kept apart from the summary.

    `course` are the counts of centres, a row for each year, in the order of the summary's
    `powers`; `began` is how each power began; `owned` are the centres of each power at the end;
    `attacks` counts the orders of one power to move to where another had a unit or a centre.
    `puzzles` are its puzzles for the list of all: the name, the question, the power, the
    difficulty, and whether it tells the ending.
    """

    course: Sequence[tuple[str, Sequence[int]]] = ()
    began: Sequence[FirstOrders] = ()
    owned: Sequence[tuple[str, Sequence[str]]] = ()
    attacks: Sequence[tuple[str, str, int]] = ()
    puzzles: Sequence[tuple[str, str, str, str, bool]] = ()


class GameBlocks(Protocol):
    """What blocks of games add to the pages above them, by kind. What is used of it is noted."""

    def digests(self, kind: str) -> Sequence[str]:
        """What changes with what each block adds."""

    def read(self, kind: str) -> Iterator[Any]:
        """What each block adds, as plain data."""

    def together(self, kind: str, join: Callable[[Iterable[Any]], Any]) -> Iterator[Any]:
        """What some blocks after another add together, as plain data that `join` makes of what
        each of them adds."""

    def made_of(self, kind: str, name: str, inputs: str, make: Callable[[Any], Any]) -> Any:
        """Plain data made of what each block adds and of `inputs`, kept until either changes;
        `make` gets what it made before of the same inputs, or None."""

    def figures(self, game: str) -> GameFigures:
        """The figures of a game, by its id."""

    def news(self, game: str) -> Sequence[FeedEntry]:
        """The entries of a game's feed, by its id, the latest first."""

    def name(self, game: str) -> str:
        """The name of a game, by its id."""

    def way(self, game: str, slug: str, root: str) -> str:
        """The address of a phase of a game, by its id, seen from a page from which `root` leads to
        the root of the site."""

    def where(self, game: str) -> str:
        """Where a game is, for scripts, by its id."""


class DisputeRow(NamedTuple):
    """A phase that is not as printed or was not read, on a page: its title, the address where the
    reasons are, its verdict, and what differs or could not be read."""

    title: str
    address: str
    verdict: str
    subjects: Sequence[str]


class GameSummary(NamedTuple):
    """A game on a list: plain values, so that it can be kept from one build to the next.

    `published` is the day of the last season, `dated` says that seasons have days of their own;
    `newest` is the title, slug and headline of the last phase; `positions_only` counts the phases
    that agree without a printed result; `moments` counts the moments of the game; `owners` are the
    owners of the centres at the end, as `owner_letters` writes them. `depth` says how much of the
    game is published, `source` is the address where the record comes from. `key` changes with
    anything but the name, and with the game's `GameFigures`.
    """

    id: str
    name: str
    variant: str
    variant_title: str
    edition: str
    status: str
    gm: str
    zine: str
    number: str
    players: Mapping[str, str]
    tags: tuple[str, ...]
    published: str
    dated: bool
    result: str
    kind: str
    winners: tuple[str, ...]
    first: str
    last: str
    phases: int
    agreed: int
    ruled: int
    differing: int
    powers: tuple[str, ...]
    newest: tuple[str, str, str]
    note: str = ""
    openings: tuple[tuple[str, str], ...] = ()
    edition_shifts: tuple[Shift, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    not_read: int = 0
    positions_only: int = 0
    story: str = ""
    moments: int = 0
    owners: str = ""
    depth: Depth = "phases"
    source: str = ""
    key: str = ""

    @classmethod
    def of(cls, plain: Iterable[Any], shared: dict[Any, Any] | None = None) -> Self:
        """A summary from its values as JSON has them, whose lists were tuples. What is in `shared`
        is taken from there, and new values enter it: most of thousands of games have the same
        powers, years, results and openings, which are half of what their summaries take."""
        seen = {} if shared is None else shared
        values: list[Any] = []
        for value, is_own in zip(plain, OWN_VALUES, strict=True):
            if type(value) is list:
                values.append(_as_tuple(value, seen))
            elif type(value) is str and not is_own:
                values.append(seen.setdefault(value, value))
            else:
                values.append(value)
        return cls(*values)

    @property
    def where(self) -> str:
        """Where it is, for scripts."""
        return addresses.where(self.depth, self.source)

    def way(self, slug: str = "", root: str = "", part: str = "") -> str:
        """The address of the game, or of one of its phases, seen from a page from which `root`
        leads to the root of the site. A game without a page has that of its source, if any."""
        return addresses.way(self.id, self.depth, self.source, slug, root, part)

    def dispute_rows(self, root: str) -> list[DisputeRow]:
        """Its disputes for a page from which `root` leads to the root of the site."""
        rows: list[DisputeRow] = []
        for title, slug, verdict, subjects in self.disputes:
            address = self.way(slug, root, "compare")
            rows.append(DisputeRow(title, address, verdict, subjects))
        return rows

    @property
    def compared(self) -> int:
        """How many phases could be laid beside a printed result."""
        return self.agreed + self.ruled + self.differing

    @property
    def span(self) -> str:
        """`1901–1910`."""
        return self.first if self.first == self.last else f"{self.first}–{self.last}"

    @property
    def played_by(self) -> str:
        """Who played: `people` or `programs`."""
        return "programs" if self.status == "exhibition" else "people"

    @property
    def badge(self) -> str:
        """The badge of a game that is not a recorded game of people; empty for others."""
        words = {"recorded": "", "exhibition": "played by programs"}
        return words.get(self.status, self.status)

    @property
    def minute(self) -> int:
        """How many seconds its moments take when they are watched, 60 at most."""
        return min(60, SECONDS * self.moments)

    @property
    def verdict(self) -> str:
        """The worst of `VERDICTS` on its phases; empty if there is none."""
        counts = (self.differing, self.not_read, self.ruled, self.agreed)
        return next((word for word, n in zip(VERDICTS, counts, strict=True) if n), "")

    @property
    def verdict_text(self) -> str:
        """The verdict in words, for a list: `2 differ`."""
        words = {
            "differs": f"{self.differing} {verb(self.differing, 'differ')}",
            "unread": f"{self.not_read} not read",
            "ruled": plural(self.ruled, "ruling"),
            "agrees": "agrees",
        }
        return words.get(self.verdict, "nothing printed")

    def keyed(self, figures: GameFigures) -> GameSummary:
        """The same with the key of all but the name."""
        keyed = json.dumps([self._replace(name="", key=""), figures]).encode()
        return self._replace(key=blake2b(keyed, digest_size=12).hexdigest())


# Of each value of a summary: does nearly every game have another one?
OWN_VALUES = [name in ("id", "name", "story", "owners", "key") for name in GameSummary._fields]


def _as_tuple(values: list[Any], shared: dict[Any, Any]) -> tuple[Any, ...]:
    items: list[Any] = []
    for value in values:
        if type(value) is list:
            items.append(_as_tuple(value, shared))
        else:
            items.append(shared.setdefault(value, value))
    made = tuple(items)
    alike: tuple[Any, ...] = shared.setdefault(made, made)
    return alike


def summarise(replay: Replay, figures: GameFigures | None = None) -> GameSummary:
    """What the lists say of a replayed game. `figures` are its own, if there are any yet."""
    began = first_orders(replay) if figures is None else figures.began
    record = replay.record
    variant = replay.variant
    calendar = variant.setting.calendar
    stages = replay.stages
    url = record.source.url
    verdicts = [stage.verdict for stage in stages]
    names = [calendar.year_of(stage.phase) for stage in stages] or ["?"]
    return GameSummary(
        id=record.id,
        name=record.name,
        variant=variant.name,
        variant_title=variant.about.title,
        edition=record.edition or variant.edition,
        status=record.status,
        gm=record.gm,
        zine=record.zine,
        number=record.boardman or record.miller,
        players={str(p): who for p, who in record.players.items() if who and who != "?"},
        tags=record.tags,
        published=max((publication_day(record, stage) for stage in stages), default=record.created),
        dated=any(publication_day(record, stage) != record.created for stage in stages),
        result=result_line(replay),
        kind=result_kind(replay),
        winners=tuple(map(str, winners(replay))),
        first=names[0],
        last=names[-1],
        phases=len(stages),
        agreed=verdicts.count("agrees"),
        ruled=verdicts.count("ruled"),
        differing=verdicts.count("differs"),
        powers=tuple(map(str, variant.setting.powers)),
        newest=_newest(replay),
        note=record.note,
        openings=tuple(openings(began, variant.name)),
        edition_shifts=tuple(_shifts(replay)) if is_whole(replay) else (),
        disputes=tuple(_disputes(replay)),
        not_read=verdicts.count("not read"),
        positions_only=sum(s.verdict == "agrees" and not results_compared(s) for s in stages),
        story=story(replay),
        moments=len(told_moments(replay)),
        owners=owner_letters(replay.final.owners, variant.setting) if stages else "",
        depth=record.depth or "phases",
        source=url if url.startswith(("http://", "https://")) else "",
    )


def figures_of(replay: Replay, order_rows: Sequence[OrderRows] | None = None) -> GameFigures:
    """What statistics and pictures need of a replayed game. `order_rows` are the orders of all
    phases, if there are any yet."""
    setting = replay.variant.setting
    centres = held(replay.final.owners, setting.centres) if replay.stages else {}
    attack_counts: Counter[tuple[Power, Power]] = Counter()
    for stage in replay.stages:
        attack_counts.update(attacks(stage.turn))
    course: list[tuple[str, Sequence[int]]] = []
    for year in years(replay):
        course.append((year.name, [year.counts[power] for power in setting.powers]))
    return GameFigures(
        course=course,
        began=list(first_orders(replay, order_rows)),
        owned=[(str(p), sorted(map(str, centres[p]))) for p in setting.powers if p in centres],
        attacks=[(str(one), str(other), n) for (one, other), n in sorted(attack_counts.items())],
        puzzles=list(_puzzles(replay)) if is_whole(replay) else [],
    )


def is_whole(replay: Replay) -> bool:
    """Has a game a page for each phase? What takes long to find is looked for only in such games:
    puzzles, and phases that other editions change."""
    return replay.record.depth in ("", "phases")


def _puzzles(replay: Replay) -> Iterator[tuple[str, str, str, str, bool]]:
    for told in told_puzzles(replay):
        puzzle = told.puzzle
        yield told.name, told.question, str(puzzle.power), puzzle.difficulty, puzzle.is_last


def publication_day(record: Record, stage: Stage) -> str:
    """When a phase was published: its own day, or that of the whole game."""
    recorded = stage.recorded or PhaseRecord(stage.phase)
    return max(recorded.published.day, recorded.embargo) or record.created


def _named(replay: Replay, phase: Phase) -> tuple[str, str]:
    """The title and the slug of a phase."""
    calendar = replay.variant.setting.calendar
    return calendar.title(phase), calendar.slug(phase)


def _newest(replay: Replay) -> tuple[str, str, str]:
    """The last season in which units moved: its title, slug and headline."""
    if not replay.stages:
        return "", "", ""
    phases = [stage.phase for stage in replay.stages]
    phase = ([phase for phase in phases if phase.step == "movement"] or phases)[-1]
    return *_named(replay, phase), headlines(replay).get(phase, "")


def winners(replay: Replay) -> tuple[Power, ...]:
    """Who won or shared the game, by the record, else by the board."""
    if replay.record.result.powers:
        return replay.record.result.powers
    return replay.stages[-1].turn.winners if replay.stages else ()


def result_kind(replay: Replay) -> str:
    """`won`, `draw`, `conceded`, `unfinished` or `unknown`."""
    kind: str = replay.record.result.kind
    if kind != "unknown":
        return kind
    powers = winners(replay)
    if not powers:
        return "unfinished"
    return "won" if len(powers) == 1 else "draw"


def result_line(replay: Replay) -> str:
    """How it ended, in a sentence: `England wins with 18.`"""
    powers = winners(replay)
    kind = result_kind(replay)
    played = years(replay)
    if kind in ("won", "conceded") and powers:
        how = "wins" if kind == "won" else "wins by concession"
        count = played[-1].counts.get(powers[0], 0) if played else 0
        return f"{powers[0]} {how}" + (f" with {count}." if count else ".")
    if kind == "draw":
        return f"Draw: {listed(powers)}." if powers else "A draw."
    if replay.record.result.text and replay.record.result.kind == "unknown":
        return "The end is not known."  # as the file states; it may have been a draw
    return "Unfinished." if kind == "unfinished" else ""


def votes(replay: Replay) -> Iterator[tuple[str, str]]:
    """Each vote on the ending: its season, and what was proposed with who was for and against."""
    for vote in replay.record.votes:
        what = "a draw of" if vote.kind == "draw" else "a concession to"
        sides = [("for", vote.favour), ("against", vote.against)]
        voters = "; ".join(f"{side} it {listed(powers)}" for side, powers in sides if powers)
        title = replay.variant.setting.calendar.season_title(vote.phase)
        yield title, f"{what} {listed(vote.powers)}: {voters or 'no votes are recorded'}"


def _shifts(replay: Replay) -> Iterator[Shift]:
    """The phases of a game that would have ended otherwise: title, slug, edition, units."""
    for shift in edition_shifts(replay):
        title, slug = _named(replay, shift.phase)
        yield title, slug, shift.edition, _listed(shift.played), _listed(shift.otherwise)


def _listed(units: Iterable[UnitAfter]) -> str:
    """`France A Bur, Germany A Mun`."""
    return ", ".join(f"{after.unit.power} {after.unit._replace(size=1)}" for after in units)


def _disputes(replay: Replay) -> Iterator[Dispute]:
    """Every phase that is not as printed or was not read: its title, slug and verdict, and what
    differs or could not be read. The page of the phase says why."""
    for stage in replay.stages:
        subjects = [c.subject for c in stage.comparisons if c.verdict in ("differs", "ruled")]
        subjects += map(doubt_text, stage.doubts)
        if subjects:
            title, slug = _named(replay, stage.phase)
            yield title, slug, stage.verdict, tuple(subjects)
