"""Where the work of a command is done: `--jobs` processes here, or an `--executor` elsewhere."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from builder.errors import ArchiveError
from builder.executors import using

RETRIES = 3  # of a task whose worker was lost
ADVICE = "an executor elsewhere needs Dask: pip install 'chancery[cluster]'"


def executor_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--executor` to a command."""
    return click.option(
        "--executor",
        metavar="ADDRESS",
        help="A Dask scheduler (tcp://host:8786) whose workers see the same files.",
    )(command)


def executor_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--jobs` and `--executor` to a command."""
    jobs = click.option("--jobs", default=1, show_default=True, help="Processes to share the work.")
    return jobs(executor_option(command))


@contextmanager
def work_on(address: str | None) -> Iterator[None]:
    """Runs all work of the block on the workers of a scheduler; without an address, here.

    Raises ArchiveError where there is no Dask or no scheduler.
    """
    if address is None:
        yield
        return
    try:
        distributed = importlib.import_module("distributed")
        client = distributed.Client(address)
    except ImportError as error:
        raise ArchiveError(ADVICE) from error
    except (OSError, ValueError) as error:
        raise ArchiveError(f"no scheduler at {address}: {error}") from error
    with client, using(client.get_executor(retries=RETRIES), sum(client.ncores().values()) or 1):
        yield
