"""Commands in processes of their own: killed before one of their steps, or several at once.

Needs `os.fork`: a copy of this process begins at once, with all modules loaded.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from builder.cli import main

TOUCHED = ("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.link", "os.chmod")
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


class Outcome(NamedTuple):
    """How a command ended, and what it printed on both streams."""

    status: int
    output: str


def steps_until_killed(act: Callable[[], object], most: int) -> int:
    """How often something touches a file in a process of its own; it is killed before one more."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        count = 0

        def touched(event: str, _: object) -> None:
            nonlocal count
            if event in TOUCHED:
                count += 1
                if count > most:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(touched)
        try:
            act()
            os.write(write, str(count).encode())
        finally:
            os._exit(0)
    os.close(write)
    os.waitpid(child, 0)
    answer = os.read(read, 99)
    os.close(read)
    return int(answer or most)


def command(folder: Path, words: Sequence[str], text: str = "") -> Outcome:
    """Run a command of ours in a folder."""
    os.chdir(folder)
    done = CliRunner().invoke(main, [*words], input=text)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return Outcome(99, repr(done.exception))
    return Outcome(done.exit_code, done.output)


def at_once(folder: Path, commands: Sequence[tuple[Sequence[str], str]]) -> list[Outcome]:
    """Run several commands in a folder, which begin at the same time."""
    gate_read, gate_write = os.pipe()
    answers: list[int] = []
    children: list[int] = []
    for words, text in commands:
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.close(gate_write)
            os.read(gate_read, 1)  # until the gate is closed
            try:
                outcome = command(folder, words, text)
                os.write(write, json.dumps(outcome).encode()[:60_000])
            finally:
                os._exit(0)
        os.close(write)
        answers.append(read)
        children.append(child)
    os.close(gate_read)
    os.close(gate_write)
    outcomes: list[Outcome] = []
    for child, read in zip(children, answers, strict=True):
        with os.fdopen(read, "rb") as pipe:
            outcomes.append(Outcome(*json.loads(pipe.read())))
        os.waitpid(child, 0)
    return outcomes
