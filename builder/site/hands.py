"""Work shared among processes, this one among them: nobody waits while there is something to do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def at_hand() -> int:
    """How many processes can work at once."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


class Hands:
    """So many processes, this one counted, until the `with` block ends.

    Each of the others begins with `begin(*given)`, which this one must have done itself.
    """

    def __init__(self, count: int, begin: Callable[..., None], *given: Any) -> None:
        self._others = (
            ProcessPoolExecutor(count - 1, get_context("spawn"), initializer=begin, initargs=given)
            if count > 1
            else None
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._others is not None:
            self._others.shutdown(cancel_futures=True)

    def share(
        self, work: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """Every task with what came of it, as they are finished.

        The others begin with the first task, this process with the last.
        """
        if self._others is None:
            yield from ((task, work(task)) for task in tasks)
            return
        open_: dict[Future[Result], Task] = {self._others.submit(work, t): t for t in tasks}
        for future in reversed(list(open_)):
            if future.cancel():
                task = open_.pop(future)
                yield task, work(task)
            yield from _finished(open_)
        while open_:
            wait(open_, return_when="FIRST_COMPLETED")
            yield from _finished(open_)


def _finished(open_: dict[Future[Result], Task]) -> Iterator[tuple[Task, Result]]:
    for future in [f for f in open_ if f.done()]:
        yield open_.pop(future), future.result()
