"""`chancery add`, `close` and `undo`: write, judge and take back a season of a game."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import BinaryIO, TextIO

import click

from builder.cli import command
from builder.cli.mailbox import OpenGame, opened
from builder.cli.options import game_argument
from builder.errors import ArchiveError, Mistakes
from builder.formats.game import read_game
from builder.formats.game.phase_text import with_phase, without_phase
from builder.formats.game.phases import read_phase
from builder.formats.game.typed_orders import unread
from builder.mails.due_season import due_season, gathered
from builder.mails.inbox import read_message
from builder.mails.results import results_text, write_results
from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.units import Power
from builder.playback.replaying import Replay, Stage, replay
from builder.prose.order_accounts import published
from builder.record import Published

ALL_THE_SAME = "; --force takes them all the same"
dry_run_option = click.option("--dry-run", is_flag=True, help="Show it, and write nothing.")
force_option = click.option("--force", is_flag=True, help="Take what is refused otherwise.")


def publishing(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a phase that is written: deadline, embargo, draft."""
    for option in (
        click.option("--draft", is_flag=True, help="Keep it off the site until you say so."),
        click.option("--embargo", default="", help="Keep it off the site until that day."),
        click.option("--deadline", default="", help="When the next orders are due."),
    ):
        command = option(command)
    return command


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
    of = opened(game, replacing)
    calendar = of.due.setting.calendar
    named = read_phase(calendar, phase) if phase else None
    name = getattr(orders, "name", "-")
    typed = of.due.read(read_message(orders.read()), name, phase=named)
    if typed.mistakes:
        raise Mistakes(typed.mistakes)
    if not typed.orders and not typed.nmr:
        raise ArchiveError(f"{name}: there are no orders in it")
    now = typed.phase or of.due.position.phase
    if of.cut is None and any(p.phase == now for p in of.record.phases):
        title = calendar.title(now)
        raise ArchiveError(f"{of.record.path} has {title} already; --replace takes it again")
    if not force and (why := of.due.mismatch(typed)):
        raise ArchiveError(f"{name}: {why}{ALL_THE_SAME}")
    remarks = [*unread(typed), of.due.count((*typed.orders, *typed.nmr))]
    results = extended(of, now, typed.orders, typed.nmr, more, dry_run)
    click.echo("\n".join(remarks), err=True)
    click.echo(results)


def extended(
    of: OpenGame,
    phase: Phase,
    orders: Mapping[Power, Iterable[Written]],
    nmr: Iterable[Power],
    more: Mapping[str, object],
    dry_run: bool,
    page: bool = False,
) -> str:
    """Write a phase of a game, and return the results as text; `page` also writes them to files.

    `more` are further keys of the phase: deadline, embargo, draft, note, press. A phase with an
    embargo or draft, and all after it, are written into the private file; the game's own file
    announces them.
    """
    record, archive = of.record, of.archive
    keys = {key: json.dumps(word, ensure_ascii=False) for key, word in more.items() if word}
    day = today()
    if of.replaced and of.replaced.published.day:
        keys["published"] = _kept(of.replaced.published._replace(corrected=day))
    text, held = of.texts(phase, orders, nmr, keys)
    longer = read_game(text, record.path, archive.variant, held)
    variant = archive.variant(record.variant)
    played, following = replay(variant, longer), due_season(variant, longer)
    stage = next(stage for stage in played.stages if stage.phase == phase)
    results = results_text(played, stage, following)
    if page:
        keys["published"] = _kept(published(stage.turn, variant.setting.board, day))
        text, held = of.texts(phase, orders, nmr, keys)
    if of.cut:
        for line in now_impossible(replay(variant, record), played):
            click.echo(line, err=True)
    if not dry_run:
        of.write(text, held)
        if page:
            write_results(played, stage, following, of.inbox, archive.maps_folder)
    return results


def today() -> str:
    """Today's date in UTC, as `2026-05-31`."""
    return datetime.now(UTC).date().isoformat()


def publish(game: str, everything: bool = False) -> list[str]:
    """Move phases from a game's private file into its own: those whose day has come, or
    `everything`. Returns their titles."""
    titles: list[str] = []
    while (of := opened(game)).record.to_come:
        record, calendar = of.record, of.due.setting.calendar
        first = record.to_come[0]
        phase = next((p for p in record.phases if p.phase == first.phase), None)
        if phase is None or not (everything or "" < phase.embargo <= today()):
            break
        private, public = of.without(phase), without_phase(of.text, first.line)
        keys = {"draft": "", "embargo": min(phase.embargo or today(), today())}
        cut = public._replace(phase=private.phase)
        of.write(with_phase(public.text, phase.phase, calendar, {}, (), keys, cut), private.text)
        titles.append(calendar.title(phase.phase))
    return titles


def _kept(sent: Published) -> str:
    """The results that were sent out, as a game file keeps them."""
    words = {**sent._asdict(), "failed": "\n".join(sent.failed)}
    return json.dumps({key: word for key, word in words.items() if word}, ensure_ascii=False)


def now_impossible(before: Replay, after: Replay) -> Iterator[str]:
    """The orders of later phases that a correction made impossible."""
    calendar = after.variant.setting.calendar
    known = {found for stage in before.stages for found in _refused(stage)}
    for stage in after.stages:
        for phase, power, order in _refused(stage):
            if (phase, power, order) not in known:
                yield f"warning: {calendar.title(phase)}: now impossible: {power} {order}"


def _refused(stage: Stage) -> Iterator[tuple[Phase, Power, str]]:
    faults = stage.turn.faults.items()
    return ((stage.phase, w.issuer, w.text) for w, finding in faults if not finding)


@command("close", "chancery close 2026a --deadline 'Friday, 3 May'", status=1)
@game_argument()
@publishing
@click.option("--note", default="", help="A note of the game master's.")
@click.option("--press", type=click.File("r", encoding="utf-8"), help="A file with press.")
@dry_run_option
@force_option
@click.option("--publish", "opening", is_flag=True, help="Publish what is held back, no more.")
def close_command(
    game: str, press: TextIO | None, dry_run: bool, force: bool, opening: bool, **more: str | bool
) -> None:
    """Add the season that is due to GAME's file, with the latest orders of each power.

    Powers without orders are marked NMR. The results are printed, and written as text, page and
    mail with the map into .chancery/GAME/results. A mail that cannot be read in full keeps the
    season open unless --force is given. Seasons whose embargo is over are moved from .chancery
    into the game's file; --publish moves all.
    """
    for title in [] if dry_run else publish(game, opening):
        click.echo(f"{title}: published", err=True)
    if opening:
        return
    of = opened(game)
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
    phase = of.due.position.phase
    results = extended(of, phase, found.orders, missing, keys, dry_run, page=True)
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
    of = opened(game)
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
