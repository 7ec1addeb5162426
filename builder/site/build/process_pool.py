"""A process pool in which the calling process works as well."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def usable_cores() -> int:
    """How many processes can work at once."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Make much without looking for rings of things that are no longer needed; `tidy` does."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def collect_young_garbage() -> None:
    """Throw rings away that nothing needs any more: after each of the large pieces of a work."""
    gc.collect(0)


def pool(count: int, begin: Callable[..., None], *given: Any) -> ProcessPoolExecutor:
    """So many other processes, begun with `begin(*given)`, which this one must have done itself.

    They are copies of this one where it can be copied: where nothing else runs in it.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        return ProcessPoolExecutor(count, get_context("fork"))
    return ProcessPoolExecutor(count, get_context("spawn"), initializer=begin, initargs=given)


class ProcessPool:
    """So many processes, this one counted, until the `with` block ends.

    Each of the others begins with `begin(*given)`, which this one must have done itself.
    """

    def __init__(self, count: int, begin: Callable[..., None], *given: Any) -> None:
        self._others = pool(count - 1, begin, *given) if count > 1 else None

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
