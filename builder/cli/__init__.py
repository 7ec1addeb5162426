"""The command `chancery`: each subcommand has its own module, which is loaded when it is called."""

import atexit
import gc
import importlib
import io
import os
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

gc.set_threshold(100_000, 10, 10)  # a command makes few reference cycles and ends soon
atexit.register(gc.freeze)  # at the end no cycles need be searched for

import click  # noqa: E402  -- loading it makes no cycles either

from builder.errors import ArchiveError, plainly, printable  # noqa: E402

COMMANDS: dict[str, tuple[str, str]] = {  # the module of each command, and its short help
    "add": ("season", "Add a season of typed orders to a game."),
    "build": ("build", "Build the archive's site."),
    "cases": ("cases", "Run worked cases."),
    "check": ("check", "Check boards, variants, games and issues."),
    "close": ("season", "Judge the season that is due, from the mails received."),
    "draw": ("draw", "Draw a phase of a game."),
    "exhibit": ("selfplay", "Play an exhibition game."),
    "explain": ("explain", "State why an order ended as it did."),
    "export": ("replay", "Write a game in a foreign format."),
    "import": ("import_command", "Read games in foreign formats."),
    "judge": ("cases", "Judge a position."),
    "map": ("draw", "Redraw a board."),
    "new": ("new", "Begin an archive, a game, a variant or a zine issue."),
    "receive": ("receive", "Take players' mails for the season that is due."),
    "replay": ("replay", "Print a game's results as a zine does."),
    "status": ("status", "List what a game waits for, and the orders received."),
    "undo": ("season", "Take back the phase that was added last."),
    "verify": ("verify", "Replay games and compare with the record."),
}


PLACE = re.compile(r"^([\w./ -]+:\d+(?::\d+)?:)|^( *\^+|warning:)", re.MULTILINE)


class PrintableStream:
    """A text stream that replaces control characters in what it writes. On a terminal, places in
    files are bold, and marks of mistakes are red."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._coloured = stream.isatty() and not os.environ.get("NO_COLOR")

    def write(self, text: str) -> int:
        """Write a text; only a carriage return at its beginning is kept, for running counts."""
        start = text[: text.startswith("\r")]
        shown = printable(text[len(start) :])
        if self._coloured:
            shown = PLACE.sub(
                lambda m: click.style(m[0], fg="red" if m[2] else None, bold=True), shown
            )
        return self._stream.write(start + shown)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class ArchiveCommand(click.Command):
    """A command whose function returns the status that it ends with, 0 if none; it prints errors in
    the files it reads, and then ends with `status`."""

    def __init__(self, *given: Any, status: int = 2, **named: Any) -> None:
        super().__init__(*given, **named)
        self.status = status

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            ctx.exit(super().invoke(ctx) or 0)
        except BrokenPipeError:
            raise
        except (OSError, ArchiveError) as error:
            click.echo(plainly(error), err=True)
            ctx.exit(self.status)


def command(
    name: str, example: str, status: int = 2, group: Any = click
) -> Callable[[Callable[..., Any]], click.Command]:
    """A decorator that makes a command of a function, also in a group; see `ArchiveCommand`."""
    made: Callable[[Callable[..., Any]], click.Command] = group.command(
        name, cls=ArchiveCommand, status=status, short_help=COMMANDS.get(name, (None, None))[1],
        epilog=f"Example:  {example}",
    )  # fmt: skip
    return made


class LazyGroup(click.Group):
    """Loads a subcommand's module only when that subcommand is asked for."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the module of a command and return the command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"builder.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


@click.group(
    cls=LazyGroup,
    commands=cast("Any", COMMANDS),
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    no_args_is_help=True,
    subcommand_metavar="COMMAND [ARGS]...",
)
@click.version_option(package_name="chancery")
@click.option("--licences", is_flag=True, help="Print the licence of each part and package.")
@click.pass_context
def main(ctx: click.Context, licences: bool) -> None:
    """Keep, check, judge, draw and publish recorded games of Diplomacy.

    Results go to standard output, errors to standard error.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            plain = stream.encoding.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968")
            stream.reconfigure(encoding="utf-8" if plain else None, errors="replace")
    ctx.with_resource(redirect_stdout(cast("TextIO", PrintableStream(sys.stdout))))
    ctx.with_resource(redirect_stderr(cast("TextIO", PrintableStream(sys.stderr))))
    if licences:
        from builder.cli.licences import lines

        click.echo("\n".join(lines()))
        ctx.exit()
