"""The one place that runs work in parallel: in processes of this machine, or on any `Executor`.

    with using(client.get_executor(), 8):       # Dask, or any other; left out: processes here
        with Workers(2, start_worker, setup) as workers:
            for result in workers.map(build_game, tasks): ...

Work is a module's function and a task; both can be pickled, and the result depends on nothing
else, so a task may run anywhere, in any order, and more than once. Workers elsewhere have the same
program and see the same files.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self, TypeVar

if TYPE_CHECKING:  # slow to import; and one process alone does without
    from concurrent.futures import Executor, Future

Task = TypeVar("Task")
Result = TypeVar("Result")
WAITING = 3  # tasks that each worker is given in advance
_chosen: ContextVar[tuple[Executor, int] | None] = ContextVar("executor", default=None)


@contextmanager
def using(executor: Executor, workers: int) -> Iterator[None]:
    """Runs all work of the block on an executor with that number of workers."""
    token = _chosen.set((executor, workers))
    try:
        yield
    finally:
        _chosen.reset(token)


def usable_cores() -> int:
    """How many processes can run at once."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Runs a block with the garbage collector paused."""
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # what is new counts as old: it is not looked through at once
        gc.unfreeze()
        gc.enable()


def start_method() -> str:
    """How other processes begin: as copies of this one, if no other thread runs in it."""
    alone = sys.platform == "linux" and threading.active_count() == 1
    return "fork" if alone else "spawn"


class Workers:
    """That number of processes, or the chosen executor, for a `with` block. Each first calls
    `begin(*given)`. One alone is this process, in which the caller has done so."""

    def __init__(self, count: int, begin: Callable[..., None] | None = None, *given: Any) -> None:
        chosen: tuple[Executor | None, int] = _chosen.get() or (None, count)
        self._executor, self.count = chosen
        self._own = self._executor is None
        self._setup, self._packed = (begin, given), b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None and self._own:
            self._executor.shutdown(cancel_futures=True)

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The result of every task, in the order of the tasks, of which few are read ahead."""
        if self.count <= 1 and self._own:
            yield from map(work, tasks)
            return
        waiting: deque[tuple[Task, Future[Result] | None]] = deque()
        for task in tasks:
            waiting.append((task, self._submit(work, task)))
            if len(waiting) > WAITING * self.count:
                yield _result(work, *waiting.popleft())
        for given in waiting:
            yield _result(work, *given)

    def _submit(self, work: Callable[[Task], Result], task: Task) -> Future[Result] | None:
        """The future of a task; None if no worker is left."""
        from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
        from multiprocessing import get_context
        from pickle import dumps

        if self._executor is None:
            self._executor = ProcessPoolExecutor(self.count, get_context(start_method()))
        self._packed = self._packed or dumps(self._setup)
        with suppress(BrokenExecutor):
            return self._executor.submit(_work, self._packed, work, task)
        return None


def _result(work: Callable[[Task], Result], task: Task, future: Future[Result] | None) -> Result:
    """The result of a task, which is done here if its worker was lost."""
    from concurrent.futures import BrokenExecutor, CancelledError

    with suppress(BrokenExecutor, CancelledError):
        if future is not None:
            return future.result()
    return work(task)


@lru_cache(maxsize=1)
def _begin(setup: bytes) -> None:
    from pickle import loads

    begin, given = loads(setup)
    if begin is not None:
        begin(*given)


def _work(setup: bytes, work: Callable[[Task], Result], task: Task) -> Result:
    _begin(setup)
    return work(task)
