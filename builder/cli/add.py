"""`chancery add`: adds typed orders to a game as its next phase."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import click

from builder.archive import Archive
from builder.errors import ArchiveError, plainly
from builder.formats.game import read_game
from builder.formats.game.phases import read_phase
from builder.formats.game.typed_orders import read_typed, with_season
from builder.model.calendar import Phase
from builder.playback.replaying import replay
from builder.prose.zine_report import report
from builder.record import Record
from builder.source.documents import decoded, text_of


@click.command(
    "add",
    epilog="Example:  chancery add 1998v fall.txt --deadline 'Friday, 3 May'",
    short_help="Add a season of typed orders to a game.",
)
@click.argument("game")
@click.argument("orders", type=click.File("rb"))
@click.option("--phase", help="The phase, where it is neither the next nor named in the text.")
@click.option("--deadline", default="", help="When the next orders are due; printed on the page.")
@click.option("--embargo", default="", help="Keep the phase off the site until that day.")
@click.option("--draft", is_flag=True, help="Keep the phase off the site until you say otherwise.")
def add_command(
    game: str, orders: BinaryIO, phase: str | None, deadline: str, embargo: str, draft: bool
) -> None:
    """Add typed orders (a file, or - for standard input) as the next phase of GAME.

    The file is written only if every order can be read. What came of them is printed, ready to
    be mailed.
    """
    more = {
        "deadline": json.dumps(deadline, ensure_ascii=False) if deadline else "",
        "embargo": embargo,
        "draft": "yes" if draft else "",
    }
    try:
        archive = Archive.open(Path.cwd())
        record = archive.game(game)
        due, text = extended(archive, record, orders, phase, {k: v for k, v in more.items() if v})
        longer = read_game(text, record.path, archive.variant)
        rewrite(Path(record.path), text)
    except (OSError, ArchiveError) as error:
        click.echo(plainly(error), err=True)
        sys.exit(1)
    played = replay(archive.variant(record.variant), longer)
    stage = next(s for s in played.stages if s.phase == due)
    click.echo(f"{longer.name}\n")
    click.echo(report(stage.turn, played.variant.setting, stage.recorded, longer.players))


def extended(
    archive: Archive, record: Record, orders: BinaryIO, phase: str | None, more: Mapping[str, str]
) -> tuple[Phase, str]:
    """The phase that is added, and the game file's text with it."""
    played = replay(archive.variant(record.variant), record)
    setting = played.variant.setting
    due = read_phase(setting.calendar, phase) if phase else played.final.phase
    typed = read_typed(decoded(orders.read(), orders.name), orders.name, setting, due)
    if not typed.orders and not typed.nmr:
        raise ArchiveError(f"{orders.name}: there are no orders in it")
    if phase is None and typed.phase is not None:
        due = typed.phase
    if any(p.phase == due for p in record.phases):
        raise ArchiveError(f"{record.path} has {setting.calendar.title(due)} already")
    text = text_of(record.path)
    return due, with_season(text, due, typed, setting.calendar, more)


def rewrite(place: Path, text: str) -> None:
    """Put a text in a file's place, whole or not at all; raises OSError."""
    draft = place.resolve().with_suffix(".draft")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.chmod(place.stat().st_mode)
        draft.replace(place.resolve())
    finally:
        draft.unlink(missing_ok=True)
