"""A game master's season: `chancery status`, `add`, `close` and `undo`."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, TextIO

import click

from builder.archive import PRIVATE, Archive
from builder.cli import command
from builder.cli.options import flag, game_argument
from builder.errors import ArchiveError, Mistakes, UnknownWordError
from builder.formats.game import read_game
from builder.formats.game.phases import read_phase
from builder.formats.game.typed_orders import unread
from builder.formats.game.writing import Cut, with_phase, without_phase
from builder.mails.due_season import due_season, gathered
from builder.mails.inbox import Inbox, exposed, read_message
from builder.mails.results import results_text, write_results
from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.units import Power
from builder.playback.replaying import Replay, replay
from builder.prose.order_accounts import published
from builder.record import PhaseRecord, Published
from builder.source.documents import text_of
from builder.source.files import write_whole

Given = tuple[Phase, Mapping[Power, Iterable[Written]], Iterable[Power]]  # orders, who sent none
TODAY = datetime.now(UTC).date().isoformat()
dry_run_option = flag("--dry-run", help="Show it, and write nothing.")
force_option = flag("--force", help="Take what is refused otherwise.")


class OpenGame:
    """A game with the season that is due, its private folder, and the texts of its two files.
    `text` is that of the game's own file, `held` that of the private file with the phases held
    back. If a phase is to be `replaced`, it is the one that is due."""

    def __init__(self, game: str, replacing: str | None = None) -> None:
        self.archive = Archive.open()
        self.record = earlier = self.archive.game(game)
        variant = self.archive.variant(self.record.variant)
        private, self.text = self.archive.held(Path(self.record.path)), text_of(self.record.path)
        self.held = text_of(private) if private.is_file() else ""
        self.replaced: PhaseRecord | None = None
        if replacing is not None:
            calendar, phases = variant.setting.calendar, self.record.phases
            phase = read_phase(calendar, replacing)
            at = next((i for i, p in enumerate(phases) if p.phase == phase), None)
            if at is None:
                raise UnknownWordError("phase of this game", calendar.title(phase))
            self.replaced, earlier = phases[at], self.record._replace(phases=phases[:at])
        self.due = due_season(variant, earlier)
        self.inbox = Inbox(self.archive.root, self.record.id, variant.setting)

    def announced(self, phase: Phase) -> PhaseRecord | None:
        """The announcement in the game's file of a phase that is held back."""
        return next((p for p in self.record.to_come if p.phase == phase), None)

    def without(self, phase: PhaseRecord) -> Cut:
        """The text that has a phase, without it."""
        return without_phase(self.held if self.announced(phase.phase) else self.text, phase.line)

    def texts(self, given: Given, keys: Mapping[str, str]) -> tuple[str, str]:
        """The texts of the game's file and of the private file, with another phase. It is held back
        if its `keys` say so or if an earlier one is; then the game's file only announces it."""
        calendar, (phase, orders, nmr) = self.due.setting.calendar, given
        if self.replaced is not None:
            cut = self.without(self.replaced)
            text = with_phase(cut.text, phase, calendar, orders, nmr, keys, cut)
            return (self.text, text) if self.announced(phase) else (text, self.held)
        waits = {key: keys[key] for key in ("draft", "embargo") if key in keys}
        for before in self.record.to_come[-1:]:
            waits = waits or ({"embargo": before.embargo} if before.embargo else {"draft": "yes"})
        if not waits:
            return with_phase(self.text, phase, calendar, orders, nmr, keys), self.held
        held = with_phase(self.held or "phases: {}\n", phase, calendar, orders, nmr, keys)
        return with_phase(self.text, phase, calendar, {}, (), waits), held

    def write(self, text: str, held: str) -> None:
        """Write the texts that changed, each completely or not at all; raises OSError.

        A season that moves from one file to the other is written where it arrives before it is
        taken out where it was: if the second write fails, it is in both files, never in none.
        """
        season_leaves_private_file = len(held) < len(self.held)
        if season_leaves_private_file:
            self._write_public(text)
            self._write_private(held)
        else:
            self._write_private(held)
            self._write_public(text)

    def _write_private(self, held: str) -> None:
        if held == self.held:
            return
        name = self.archive.held(Path(self.record.path)).name
        private = self.inbox.write(name, held.encode())
        if why := exposed(private):
            click.echo(f"warning: {why}", err=True)

    def _write_public(self, text: str) -> None:
        if text != self.text:
            write_whole(Path(self.record.path).resolve(), text.encode())


@command("status", "chancery status 2026a", status=1)
@game_argument(required=False)
def status_command(game: str | None) -> None:
    """Print which phase is due, how many powers have sent orders, and what was not understood.

    Without GAME, for each game that has received mails.
    """
    folder = Archive.open(Path.cwd()).root / PRIVATE
    games = [game] if game else sorted(p.name for p in folder.glob("*") if p.is_dir())
    errors = []
    for name in games:
        try:
            of = OpenGame(name)
        except ArchiveError as error:
            errors.append(error)
            continue
        found = gathered(of.due, of.inbox)
        count = of.due.count((*found.orders, *found.nmr))
        by = f" by {of.due.deadline}" if of.due.deadline else ""
        click.echo(f"{of.record.name}: {of.due.title} is due{by}; {count}")
        held = {p.phase: p.embargo for p in of.record.to_come}
        for phase, day in held.items():
            title = of.due.setting.calendar.title(phase)
            click.echo(f"  {title}: held back{f' until {day}' if day else ''}")
        if held and min(held.values()) <= TODAY:
            click.echo(f"  to publish: chancery close {name} --publish")
        for problem in (*found.mistakes, *found.ignored):
            click.echo(f"  {problem}")
    if errors:
        raise ArchiveError("\n".join(map(str, errors)))


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
@publishing
@dry_run_option
@force_option
def add_command(
    game: str,
    orders: BinaryIO,
    phase: str | None,
    replacing: str | None,
    dry_run: bool,
    force: bool,
    **more: str | bool,
) -> None:
    """Add typed orders (a file or a mail, or - for standard input) as the next phase of GAME.

    The file is written only if every order can be read and the orders fit the phase that is due.
    Every line that is no order is reported. The results are printed, ready to be mailed.
    """
    of = OpenGame(game, replacing)
    calendar = of.due.setting.calendar
    named = read_phase(calendar, phase) if phase else None
    name = getattr(orders, "name", "-")
    typed = of.due.read(read_message(orders.read()), name, phase=named)
    if typed.mistakes:
        raise Mistakes(typed.mistakes)
    if not typed.orders and not typed.nmr:
        raise ArchiveError(f"{name}: there are no orders in it")
    now = typed.phase or of.due.position.phase
    if of.replaced is None and any(p.phase == now for p in of.record.phases):
        title = calendar.title(now)
        raise ArchiveError(f"{of.record.path} has {title} already; --replace takes it again")
    if not force and (why := of.due.mismatch(typed)):
        raise ArchiveError(f"{name}: {why}; --force takes them all the same")
    remarks = [*unread(typed), of.due.count((*typed.orders, *typed.nmr))]
    results = _extended(of, (now, typed.orders, typed.nmr), more, dry_run)
    click.echo("\n".join(remarks), err=True)
    click.echo(results)


def _extended(
    of: OpenGame, given: Given, more: Mapping[str, object], dry_run: bool, page: bool = False
) -> str:
    """Write a phase of a game, and return the results as text; `page` also writes them to files.
    `more` are further keys of the phase: deadline, embargo, draft, note, press. A phase with an
    embargo or draft, and all after it, are written into the private file; the game's own file
    announces them."""
    record, archive = of.record, of.archive
    keys = {key: json.dumps(word, ensure_ascii=False) for key, word in more.items() if word}
    if of.replaced and of.replaced.published.day:
        keys["published"] = _kept(of.replaced.published._replace(corrected=TODAY))
    text, held = of.texts(given, keys)
    longer = read_game(text, record.path, archive.variant, held)
    variant = archive.variant(record.variant)
    following = due_season(variant, longer)
    played = following.played
    stage = next(stage for stage in played.stages if stage.phase == given[0])
    results = results_text(played, stage, following)
    if page:
        keys["published"] = _kept(published(stage.turn, variant.setting.board, TODAY))
        text, held = of.texts(given, keys)
    if of.replaced:
        for line in now_impossible(replay(variant, record), played):
            click.echo(line, err=True)
    if not dry_run:
        of.write(text, held)
        if page and (why := write_results(played, stage, following, of.inbox, archive.maps_folder)):
            click.echo(f"warning: the results have no map: {why}", err=True)
    return results


def _publish(game: str, everything: bool) -> Iterator[str]:
    """Publish the phases whose day has come, or `everything` held back; yields their titles."""
    while (of := OpenGame(game)).record.to_come:
        record, calendar = of.record, of.due.setting.calendar
        first = record.to_come[0]
        phase = next((p for p in record.phases if p.phase == first.phase), None)
        if phase is None or not (everything or "" < phase.embargo <= TODAY):
            return
        private, public = of.without(phase), without_phase(of.text, first.line)
        keys = {"draft": "", "embargo": min(phase.embargo or TODAY, TODAY)}
        cut = public._replace(phase=private.phase)
        of.write(with_phase(public.text, phase.phase, calendar, {}, (), keys, cut), private.text)
        yield calendar.title(phase.phase)


def _kept(sent: Published) -> str:
    """The results that were sent out, as a game file keeps them."""
    words = {**sent._asdict(), "failed": "\n".join(sent.failed)}
    return json.dumps({key: word for key, word in words.items() if word}, ensure_ascii=False)


def now_impossible(before: Replay, after: Replay) -> Iterator[str]:
    """The orders of later phases that a correction made impossible."""

    def refused(played: Replay) -> dict[tuple[Phase, Power, str], None]:
        faults = ((s.phase, w, f) for s in played.stages for w, f in s.turn.faults.items())
        return {(phase, w.issuer, w.text): None for phase, w, finding in faults if not finding}

    title, known = after.variant.setting.calendar.title, refused(before)
    for phase, power, order in refused(after):
        if (phase, power, order) not in known:
            yield f"warning: {title(phase)}: now impossible: {power} {order}"


@command("close", "chancery close 2026a --deadline 'Friday, 3 May'", status=1)
@game_argument()
@publishing
@click.option("--note", default="", help="A note of the game master's.")
@click.option("--press", type=click.File("r", encoding="utf-8"), help="A file with press.")
@dry_run_option
@force_option
@flag("--publish", "opening", help="Publish what is held back, no more.")
def close_command(
    game: str, press: TextIO | None, dry_run: bool, force: bool, opening: bool, **more: str | bool
) -> None:
    """Add the season that is due to GAME's file, with the latest orders of each power.

    Powers without orders are marked NMR. The results are printed, and written as text, page and
    mail with the map into .chancery/GAME/results. A mail that cannot be read in full keeps the
    season open unless --force is given. Seasons whose embargo is over are moved from .chancery
    into the game's file; --publish moves all.
    """
    for title in [] if dry_run else _publish(game, opening):
        click.echo(f"{title}: published", err=True)
    if opening:
        return
    of = OpenGame(game)
    found = gathered(of.due, of.inbox)
    if found.mistakes and not force:
        raise ArchiveError("\n".join((*found.mistakes, "--force closes without these")))
    if not found.orders and not found.nmr and not force:
        raise ArchiveError(f"{of.due.title}: no mail with orders was received")
    missing = [p for p in of.due.owing if p not in found.orders]
    if of.record.secrecy == "gunboat" and (found.press or press):
        raise ArchiveError("there is no press in a gunboat game")
    letters = [{"from": power, "text": text} if power else text for power, text in found.press]
    keys = more | {"press": [*letters, *([press.read()] if press else [])]}
    given = of.due.position.phase, found.orders, missing
    results = _extended(of, given, keys, dry_run, page=True)
    remarks = (*found.mistakes, *found.ignored, of.due.count(found.orders))
    click.echo("\n".join(remarks), err=True)
    click.echo(results)


@command("undo", "chancery undo 2026a", status=1)
@game_argument()
@dry_run_option
def undo_command(game: str, dry_run: bool) -> None:
    """Remove the last phase from GAME's file.

    Its text is kept in .chancery/GAME/undone; the mails that were received for it count again.
    """
    of = OpenGame(game)
    if not of.record.phases:
        raise ArchiveError(f"{of.record.path} has no phase to be taken back")
    last = of.record.phases[-1]
    cut, announced = of.without(last), of.announced(last.phase)
    public = without_phase(of.text, announced.line).text if announced else cut.text
    read_game(public, of.record.path, of.archive.variant)
    if not dry_run:
        slug = of.due.setting.calendar.slug(last.phase)
        of.inbox.write(f"undone/{slug}.yaml", cut.phase.encode())
        of.write(public, cut.text if announced else of.held)
    click.echo(cut.phase.rstrip())
