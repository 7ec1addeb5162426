"""Arguments and options that commands share. Work is done in `--jobs` processes here, or on an
`--executor` elsewhere."""

import importlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.executors import using
from builder.prose.english import plural

ClickCommand = TypeVar("ClickCommand", bound=Callable[..., Any])
RETRIES = 3  # of a task whose worker was lost
ADVICE = "an executor elsewhere needs Dask: pip install 'chancery[cluster]'"
PATH = click.Path(path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
flag = partial(click.option, is_flag=True)
json_option = flag("--json", "as_json", help="Print the result as JSON.")
jobs_option = click.option(
    "--jobs", default=1, show_default=True, help="Processes to share the work."
)
variant_option = click.option(
    "--variant", metavar="NAME", help="The variant of foreign games, where they name none."
)
executor_option = click.option(
    "--executor",
    metavar="ADDRESS",
    help="A Dask scheduler (tcp://host:8786) whose workers see the same files.",
)


def format_option(
    flag_name: str, ours: Collection[str], find: Callable[[str], object], **more: Any
) -> Callable[[ClickCommand], ClickCommand]:
    """An option whose value names a format: one of ours, which help lists, or one of another
    installed package. Other packages are looked for only if a name is none of ours."""

    def checked(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
        if value is not None:
            try:
                find(value)
            except ArchiveError as error:
                raise click.BadParameter(str(error)) from error
        return value

    def completed(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in ours if name.startswith(begun.lower())]

    metavar = f"[{'|'.join(ours)}]"
    return click.option(
        flag_name, "name", metavar=metavar, callback=checked, shell_complete=completed, **more
    )


def complete_game(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The games of the archive whose names begin so, or else files."""
    names = [path.stem for path in Archive.near(Path.cwd()).game_paths]
    items = [CompletionItem(name) for name in names if name.startswith(begun.lower())]
    return items or [CompletionItem(begun, type="file")]


def complete_phase(ctx: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The phases of the game on the command line, as short codes with their names."""
    with suppress(OSError, ArchiveError):
        archive = Archive.near(Path.cwd())
        record = archive.game(str(ctx.params["game"]))
        calendar = archive.variant(record.variant).setting.calendar
        codes = ((calendar.short(p.phase), calendar.title(p.phase)) for p in record.phases)
        return [CompletionItem(c, help=t) for c, t in codes if c.lower().startswith(begun.lower())]
    return []


def game_argument(**options: Any) -> Callable[[ClickCommand], ClickCommand]:
    """The argument GAME: a game by its id, the part before a hyphen, or its file."""
    return click.argument("game", shell_complete=complete_game, **options)


@contextmanager
def work_on(address: str | None) -> Iterator[None]:
    """Run all work of the block on the workers of a scheduler; without an address, here. Raises
    ArchiveError if there is no Dask or no scheduler."""
    if address is None:
        yield
        return
    try:
        client = importlib.import_module("distributed").Client(address)
    except ImportError as error:
        raise ArchiveError(ADVICE) from error
    except (OSError, ValueError) as error:
        raise ArchiveError(f"no scheduler at {address}: {error}") from error
    with client:
        workers = client.ncores()
        # An impure task is named at random. Else Dask names it by a hash of all that it is given,
        # for which it pickles the frames and the options of a site with each game.
        executor = client.get_executor(retries=RETRIES, pure=False)
        with using(executor, sum(workers.values()) or 1):
            yield
        lost = workers.keys() - client.ncores().keys()
        if lost:
            told = f"{plural(len(lost), 'worker')} of {len(workers)} lost"
            click.echo(f"{told}: others did their work. ({', '.join(sorted(lost))})", err=True)
