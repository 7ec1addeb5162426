"""The command `chancery`: each subcommand lives in its own module and is loaded when called."""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import sys
from typing import Any, TextIO, cast

gc.set_threshold(100_000, 10, 10)  # few rings of things are made, and a command soon ends
atexit.register(gc.freeze)  # nor is there any need to look for them when it does

import click  # noqa: E402  -- loading it makes no rings either

from builder.errors import printable  # noqa: E402

COMMANDS: dict[str, str] = {
    "add": "season",
    "receive": "mailbox",
    "close": "season",
    "status": "mailbox",
    "undo": "season",
    "new": "new",
    "build": "build",
    "verify": "verify",
    "replay": "replay",
    "explain": "explain",
    "cases": "cases",
    "check": "check",
    "draw": "draw",
    "export": "export_command",
    "import": "import_command",
    "exhibit": "selfplay",
    "judge": "judge",
    "map": "map",
}


class PrintableStream:
    """A text stream that writes what people wrote without its control characters."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; a carriage return at its beginning is ours, to count in place."""
        ours = text[: text.startswith("\r")]
        return self._stream.write(ours + printable(text[len(ours) :]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class LazyGroup(click.Group):
    """Loads a subcommand's module only when that subcommand is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Name the commands in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the module of one command and hand the command out."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"builder.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="chancery")
def main() -> None:
    """Keep, check, judge, draw and publish recorded games of Diplomacy.

    Results go to standard output, errors to standard error.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that it lacks stops no command
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", PrintableStream(stream)) for stream in streams)

    @click.get_current_context().call_on_close
    def restored() -> None:
        sys.stdout, sys.stderr = streams
