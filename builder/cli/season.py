"""A game master's season: `chancery add`, `close` and `undo`."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import BinaryIO, NamedTuple, TextIO

import click

from builder.cli import command
from builder.cli.open_game import GameTexts, OpenGame, open_game
from builder.cli.options import flag, game_argument
from builder.errors import ArchiveError, Mistakes
from builder.formats.game import read_game
from builder.formats.game.editing import PhaseChange
from builder.formats.game.phases import read_phase
from builder.formats.game.typed_orders import TypedOrders, unread, with_guesses
from builder.mails.acknowledgement import guess_lines
from builder.mails.due_season import DueSeason, due_season
from builder.mails.gathering import gathered
from builder.mails.message import Message, read_message
from builder.mails.press import Press, press_entry
from builder.mails.reading import typed_text
from builder.mails.results import UnsentResults, results_text, write_results
from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.units import Power
from builder.playback.replaying import Replay, Stage, replay
from builder.prose.order_accounts import published, published_in_full
from builder.record import Published, Record
from builder.source.writing import flow

TODAY = datetime.now(UTC).date().isoformat()
dry_run_option = flag("--dry-run", help="Show it, and write nothing.")
HOW_TO_CLOSE = "--accept NUMBER takes one mail as it was read, --force all"
force_option = flag("--force", help="Take what is refused otherwise.")


@dataclass(frozen=True)
class NewPhase:
    """A phase to be written into a game: the orders of each power, the powers that sent none, and
    further keys with their values: deadline, embargo, draft, note, press, published."""

    phase: Phase
    orders: Mapping[Power, Iterable[Written]]
    nmr: Iterable[Power]
    keys: Mapping[str, object] = field(default_factory=dict)

    def change(self, published: Published | None) -> PhaseChange:
        """The phase as it is written, with what is sent out of it."""
        keys = {key: flow(value) for key, value in self.keys.items() if value}
        if published is not None:
            keys["published"] = _sent(published)
        orders: dict[Power, list[str]] = {}
        for power, mine in self.orders.items():
            orders[power] = [written.text for written in mine]
        return PhaseChange(orders, tuple(self.nmr), keys)


@dataclass(frozen=True)
class Taken:
    """What the game master takes though there are questions: everything, some mails, guesses."""

    force: bool
    accepted: tuple[int, ...]
    guesses: bool


@dataclass(frozen=True)
class JudgedPhase:
    """A phase in the texts of its game, judged, and the season that is due after it."""

    texts: GameTexts
    stage: Stage
    due: DueSeason

    @property
    def results(self) -> str:
        """The results as text."""
        return results_text(self.due.played, self.stage, self.due)


def publishing(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a phase that is written: deadline, embargo, draft."""
    draft = flag("--draft", help="Keep it off the site until you say so.")
    embargo = click.option("--embargo", default="", help="Keep it off the site until that day.")
    deadline = click.option("--deadline", default="", help="When the next orders are due.")
    return deadline(embargo(draft(command)))


@command("add", "chancery add 1998v fall.txt --deadline 'Friday, 3 May'", status=1)
@game_argument()
@click.argument("orders", type=click.File("rb"))
@click.option("--phase", help="The phase, if it is neither the next nor named in the text.")
@click.option(
    "--replace", "replacing", help="Correct a phase: new orders of a power replace its old ones.",
)  # fmt: skip
@flag("--accept-guesses", "guesses", help="Take unclear lines as meant if one meaning is likely.")
@publishing
@dry_run_option
@force_option
def add_command(
    game: str,
    orders: BinaryIO,
    phase: str | None,
    replacing: str | None,
    guesses: bool,
    dry_run: bool,
    force: bool,
    **keys: str | bool,
) -> None:
    """Add typed orders (a file or a mail, or - for standard input) as the next phase of GAME.

    The file is written only if every order can be read and the orders fit the phase that is due.
    Every line that is no order is reported. The results are printed, ready to be mailed. If the
    results of a phase that is corrected were sent out, new ones are written beside them. Press is
    written into the phase as well.
    """
    message = read_message(orders.read())
    with open_game(game, replacing) as opened:
        opened.check_whole()
        named = read_phase(opened.setting.calendar, phase) if phase else None
        name = getattr(orders, "name", "-")
        typed, press = typed_text(opened.due, message, name, named)
        typed = with_guesses(typed) if guesses else typed._replace(guesses=())
        _check_typed(opened, typed, name, force)
        phase_of_orders = _phase_of(opened, typed)
        letters = _letters(opened, press, _author(opened, message, typed))
        every_key = {**keys, "press": letters.entries}
        new = NewPhase(phase_of_orders, typed.orders, typed.nmr, every_key)
        results = _corrected(opened, new, dry_run) if replacing else _added(opened, new, dry_run)
        remarks = [*unread(typed), *letters.remarks, *guess_lines(typed.guesses)]
        earlier = opened.replaced.orders if opened.replaced else ()
        powers = [*typed.orders, *typed.nmr, *(written.issuer for written in earlier)]
        remarks.append(opened.due.count(powers))
    click.echo("\n".join(remarks), err=True)
    click.echo(results)


def _phase_of(opened: OpenGame, typed: TypedOrders) -> Phase:
    return typed.phase or opened.due.position.phase


class Letters(NamedTuple):
    """The press of a text as it is written into a phase, and what is said of each piece."""

    entries: list[object]
    remarks: list[str]


def _author(opened: OpenGame, message: Message, typed: TypedOrders) -> Power | None:
    """The power that signs the press of a text: that of the mail's sender, else the only one whose
    orders are in it. Press in a text of several powers may be anyone's."""
    if message.sender:
        sender = opened.inbox.senders.power_of(message.sender, _phase_of(opened, typed))
        if sender is not None:
            return sender
    powers = dict.fromkeys((*typed.orders, *typed.nmr))
    return next(iter(powers)) if len(powers) == 1 else None


def _letters(opened: OpenGame, press: Collection[Press], author: Power | None) -> Letters:
    """The press that is written. A phase that is corrected keeps the press that it has."""
    letters = Letters([], [])
    has_press = opened.replaced is not None and any(
        note.kind == "press" for note in opened.replaced.notes
    )
    for piece in press:
        if has_press:
            manner = "not written: the phase has press already, change it in the game's file"
        elif opened.record.secrecy == "gunboat":
            manner = f"not printed: {piece.doubt}"
        elif piece.is_public and not piece.anonymous and author is None:
            manner = "without a name: whose it is cannot be known"
        else:
            manner = piece.manner(author or "")
        letters.remarks.append(f"line {piece.line}: press, {manner}")
        if piece.is_public and not has_press:
            signed_by = "" if piece.anonymous else author or ""
            letters.entries.append(press_entry(signed_by, piece.text))
    return letters


def _check_typed(opened: OpenGame, typed: TypedOrders, name: str, force: bool) -> None:
    """Raises ArchiveError if typed orders cannot be added to a game."""
    if typed.mistakes:
        raise Mistakes(typed.mistakes)
    if not typed.orders and not typed.nmr:
        raise ArchiveError(f"{name}: there are no orders in it")
    phase = _phase_of(opened, typed)
    if opened.replaced is None and any(p.phase == phase for p in opened.record.phases):
        there = f"{opened.public.name} has {opened.title(phase)} already"
        raise ArchiveError(f"{there}; --replace takes it again")
    why = opened.due.mismatch(typed) or opened.due.repeats(typed)
    if why and not force:
        raise ArchiveError(f"{name}: {why}; --force takes them all the same")


def _added(opened: OpenGame, new: NewPhase, dry_run: bool) -> str:
    """Write a phase into a game; returns the results as text."""
    judged = _judged(opened, new, None)
    if not dry_run:
        _write(opened, judged, "")
    return judged.results


def _corrected(opened: OpenGame, new: NewPhase, dry_run: bool) -> str:
    """Write other orders of a phase into a game; returns the results as text. If results were sent
    out before, new ones are written."""
    assert opened.replaced is not None
    variant = opened.archive.variant(opened.record.variant)
    before = replay(variant, opened.record)
    sent = opened.replaced.published
    if not sent.day:
        judged = _judged(opened, new, None)
    else:
        turn = _stage_of(before, new.phase).turn
        sent = published_in_full(sent, turn, before.variant.setting.board)
        judged = _judged(opened, new, sent._replace(corrected=TODAY))
    for line in now_impossible(before, judged.due.played):
        click.echo(line, err=True)
    if not dry_run:
        _write(opened, judged, opened.setting.calendar.slug(new.phase) if sent.day else "")
    return judged.results


def _closed(opened: OpenGame, new: NewPhase, dry_run: bool) -> str:
    """Write a phase into a game, and its results beside its mails; returns the results as text. If
    the phase was taken back after its results were sent out, it is a correction of them."""
    first = _judged(opened, new, None)
    board = first.due.setting.board
    now = published(first.stage.turn, board, TODAY)
    sent = opened.undone.sent(new.phase)
    if sent.day and sent.results == now.results:
        now = sent if sent.corrected else sent._replace(sent=())
    elif sent.day:
        now = sent._replace(corrected=TODAY)
    judged = _judged(opened, new, now)
    if not dry_run:
        _write(opened, judged, opened.setting.calendar.slug(new.phase))
    return judged.results


def _judged(opened: OpenGame, new: NewPhase, published: Published | None) -> JudgedPhase:
    """A phase in its game, which is read and judged as it would be written."""
    record = opened.record
    texts = opened.extended(new.phase, new.change(published))
    longer = read_game(texts.public, record.path, opened.archive.variant, texts.private)
    _check_others(record, longer, new.phase)
    due = due_season(opened.archive.variant(record.variant), longer)
    return JudgedPhase(texts, _stage_of(due.played, new.phase), due)


def _check_others(before: Record, after: Record, edited: Phase) -> None:
    """Raises ArchiveError if a phase that is not edited would be read in another way."""
    was = [(p.phase, len(p.orders), p.notes) for p in before.phases if p.phase != edited]
    now = [(p.phase, len(p.orders), p.notes) for p in after.phases if p.phase != edited]
    if was != now:
        raise ArchiveError(
            f"{before.path}: this file cannot be edited by the program, so nothing was written; "
            "put each phase on lines of its own"
        )


def _stage_of(played: Replay, phase: Phase) -> Stage:
    return next(stage for stage in played.stages if stage.phase == phase)


def _write(opened: OpenGame, judged: JudgedPhase, slug: str) -> None:
    """Write a judged phase, and its results under a name if there is one."""
    unsent = UnsentResults(opened.inbox)
    if slug:
        unsent.begin(slug)
    opened.write(judged.texts, gains=opened.private)
    if slug:
        _write_results(opened, judged.stage, judged.due)
        unsent.end()


def _write_results(opened: OpenGame, stage: Stage, due: DueSeason) -> None:
    why = write_results(due.played, stage, due, opened.inbox, opened.archive.maps_folder)
    if why:
        click.echo(f"warning: the results have no map: {why}", err=True)


def _sent(sent: Published) -> str:
    """The results that were sent out, as a game file keeps them."""
    words = {**sent._asdict(), "failed": "\n".join(sent.failed), "sent": "\n".join(sent.sent)}
    return flow({key: word for key, word in words.items() if word})


def now_impossible(before: Replay, after: Replay) -> Iterator[str]:
    """The orders of later phases that a correction made impossible."""
    title = after.variant.setting.calendar.title
    already = _refused(before)
    for phase, power, order in _refused(after):
        if (phase, power, order) not in already:
            yield f"warning: {title(phase)}: now impossible: {power} {order}"


def _refused(played: Replay) -> dict[tuple[Phase, Power, str], None]:
    """The orders that were not accepted, in order."""
    orders: dict[tuple[Phase, Power, str], None] = {}
    for stage in played.stages:
        for result in stage.turn.refused:
            if result.written is not None:
                written = result.written
                orders[stage.phase, written.issuer, written.text] = None
    return orders


@command("close", "chancery close 2026a --deadline 'Friday, 3 May'", status=1)
@game_argument()
@publishing
@click.option("--note", default="", help="A note of the game master's.")
@click.option("--press", type=click.File("r", encoding="utf-8"), help="A file with press.")
@dry_run_option
@force_option
@flag("--publish", "opening", help="Publish what is held back, no more.")
@click.option(
    "--accept",
    "accepted",
    type=int,
    multiple=True,
    metavar="NUMBER",
    help="Take one mail as it was read: 003 is that of 003-england.eml.",
)
@flag("--accept-guesses", "guesses", help="Take unclear lines as meant if one meaning is likely.")
def close_command(
    game: str,
    press: TextIO | None,
    dry_run: bool,
    opening: bool,
    force: bool,
    accepted: tuple[int, ...],
    guesses: bool,
    **keys: str | bool,
) -> None:
    """Add the season that is due to GAME's file, with the latest orders of each power.

    Powers without orders are marked NMR. The results are printed, and written as text, page and
    mail with the map into .chancery/GAME/results. A mail that cannot be read in full keeps the
    season open unless it is accepted, or --force is given; what could be read in it counts in both
    cases. Seasons whose embargo is over are moved from .chancery into the game's file; --publish
    moves all. If a close was interrupted, the next one completes
    it, and closes no other season.
    """
    with open_game(game) as opened:
        if not dry_run:
            opened.tidy()
            opened = opened.reopened()
        opened.check_whole()
        if not dry_run and (results := _completed(opened)):
            click.echo(results)
            return
        if not dry_run:
            opened = _published(opened, opening)
        if opening:
            return
        taken = Taken(force, accepted, guesses)
        _close(opened, press.read() if press else "", dry_run, taken, keys)


def _completed(opened: OpenGame) -> str:
    """Complete the results of a phase if a command was interrupted that had written it; returns
    them as text."""
    unsent = UnsentResults(opened.inbox)
    slug = opened.setting.calendar.slug
    results = ""
    for number, recorded in enumerate(opened.record.phases, 1):
        if slug(recorded.phase) != unsent.phase:
            continue
        until = opened.record._replace(phases=opened.record.phases[:number])
        due = due_season(opened.archive.variant(until.variant), until)
        stage = _stage_of(due.played, recorded.phase)
        _write_results(opened, stage, due)
        title = opened.title(recorded.phase)
        click.echo(f"{title} was written before; its results are complete now", err=True)
        results = results_text(due.played, stage, due)
    unsent.end()
    return results


def _published(opened: OpenGame, everything: bool) -> OpenGame:
    """Publish the phases whose day has come, or `everything` that is held back; returns the game as
    it is then."""
    texts, phases = opened.published_until(TODAY, everything)
    if not phases:
        return opened
    opened.write(texts, gains=opened.public)
    for phase in phases:
        click.echo(f"{opened.title(phase)}: published", err=True)
    return opened.reopened()


def _close(
    opened: OpenGame, press: str, dry_run: bool, taken: "Taken", keys: Mapping[str, str | bool]
) -> None:
    due = opened.due
    force = taken.force
    mails = gathered(due, opened.inbox, taken.accepted, taken.guesses)
    if mails.mistakes and not force:
        raise ArchiveError("\n".join((*mails.mistakes, HOW_TO_CLOSE)))
    if not mails.orders and not mails.nmr and not force:
        raise ArchiveError(f"{due.title}: no mail with orders was received")
    if opened.record.secrecy == "gunboat" and press:
        raise ArchiveError("there is no press in a gunboat game")
    letters = [press_entry(power, text) for power, text in mails.press]
    if press:
        letters.append(press)
    missing = [power for power in due.owing if power not in mails.orders]
    new = NewPhase(due.position.phase, mails.orders, missing, {**keys, "press": letters})
    results = _closed(opened, new, dry_run)
    notes = (*mails.mistakes, *mails.guesses, *mails.ignored, *mails.doubts, *mails.votes)
    remarks = (*notes, due.count(mails.orders))
    click.echo("\n".join(remarks), err=True)
    click.echo(results)


@command("undo", "chancery undo 2026a", status=1)
@game_argument()
@dry_run_option
def undo_command(game: str, dry_run: bool) -> None:
    """Remove the last phase from GAME's file.

    Its text is kept in .chancery/GAME/undone, and so are results that were sent out; the mails that
    were received for it count again.
    """
    with open_game(game) as opened:
        if not dry_run:
            opened.tidy()
            opened = opened.reopened()
        if not opened.record.phases and not opened.missing:
            raise ArchiveError(f"{opened.public.name} has no phase to be taken back")
        texts, typed = opened.without_last()
        read_game(texts.public, opened.record.path, opened.archive.variant, texts.private)
        if not dry_run:
            _keep_last(opened, typed)
            opened.write(texts, gains=opened.public)
    click.echo(typed.rstrip())


def _keep_last(opened: OpenGame, typed: str) -> None:
    """Keep the phase that is taken back, with the results that were sent out of it."""
    if opened.missing:
        opened.undone.keep(opened.missing[-1].phase, typed, None)
        return
    last = opened.record.phases[-1]
    played = opened.due.played
    turn = _stage_of(played, last.phase).turn
    sent = published_in_full(last.published, turn, played.variant.setting.board)
    opened.undone.keep(last.phase, typed, sent)
