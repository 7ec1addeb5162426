"""What commands about games share: arguments that a shell can complete."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from builder.archive import Archive
from builder.errors import ArchiveError

Command = TypeVar("Command", bound=Callable[..., Any])


def complete_game(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The games of the archive whose names begin so, then files."""
    names = [path.stem for path in Archive.near(Path.cwd()).game_paths]
    found = [CompletionItem(name) for name in names if name.startswith(begun.lower())]
    return found or [CompletionItem(begun, type="file")]


def complete_phase(ctx: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The phases of the game named before, as short codes with their names."""
    with suppress(OSError, ArchiveError):
        archive = Archive.near(Path.cwd())
        record = archive.game(str(ctx.params["game"]))
        calendar = archive.variant(record.variant).setting.calendar
        codes = ((calendar.short(p.phase), calendar.title(p.phase)) for p in record.phases)
        return [CompletionItem(c, help=t) for c, t in codes if c.lower().startswith(begun.lower())]
    return []


def game_argument(**options: Any) -> Callable[[Command], Command]:
    """The argument GAME: a game by its name or what it begins with, or by its file."""
    return click.argument("game", shell_complete=complete_game, **options)
