"""The one place that runs work in parallel: in processes of this machine, or on any `Executor`.

    with using(client.get_executor()):          # Dask, or any other; left out: processes here
        with Workers(2, start_worker, setup) as workers:
            for task, result in workers.share(build_game, tasks): ...

Work is a function of a module and a task that can be pickled, and its result depends on nothing
else; so it does not matter where, in which order or how often a task is run. Workers elsewhere
have the same program and see the same files.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from multiprocessing import get_context
from multiprocessing.context import BaseContext
from types import TracebackType
from typing import Any, Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
WAITING = 3  # tasks given out for each worker, if they come one after another
_chosen: ContextVar[tuple[Executor, int] | None] = ContextVar("executor", default=None)


@contextmanager
def using(executor: Executor, workers: int) -> Iterator[None]:
    """Runs all work of the block on an executor with that number of workers."""
    token = _chosen.set((executor, workers))
    try:
        yield
    finally:
        _chosen.reset(token)


def elsewhere() -> bool:
    """Has an executor been chosen?"""
    return _chosen.get() is not None


def usable_cores() -> int:
    """How many processes can work at once."""
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
        gc.enable()
        gc.unfreeze()


def collect_young_garbage() -> None:
    """Collects the youngest generation; called after each large piece of work."""
    gc.collect(0)


def processes() -> BaseContext:
    """How another process is begun: as a copy of this one where it can be copied."""
    alone = sys.platform == "linux" and threading.active_count() == 1
    return get_context("fork" if alone else "spawn")


def pool(
    count: int, begin: Callable[..., None], given: tuple[Any, ...] = ()
) -> ProcessPoolExecutor:
    """So many other processes, begun with `begin(*given)`, which this one must have done itself.

    They are copies of this one where it can be copied: where no other thread runs in it.
    """
    if (context := processes()).get_start_method() == "fork":
        return ProcessPoolExecutor(count, context)
    return ProcessPoolExecutor(count, context, initializer=begin, initargs=given)


class Workers:
    """So many processes, this one counted, or the chosen executor, until the `with` block ends.

    Each of the others begins with `begin(*given)`, which this one must have done itself.
    """

    def __init__(self, count: int, begin: Callable[..., None] | None = None, *given: Any) -> None:
        self.count = count
        self._executor: Executor | None = None
        self._setup = pickle.dumps((begin, given)) if begin is not None else b""
        self._own = not elsewhere()
        self._pool = partial(pool, begin=begin or _no_setup, given=given)
        if found := _chosen.get():
            self._executor, self.count = found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._executor is not None and self._own:
            self._executor.shutdown(cancel_futures=True)

    def share(
        self, work: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """Every task with what came of it, as they are finished.

        The others begin with the first task, this process with the last.
        """
        if self.count <= 1 or not self._own:
            several = list(tasks)
            yield from zip(several, self.map(work, several), strict=True)
            return
        self._executor = self._executor or self._pool(self.count - 1)
        open_ = {self._submit(work, task): task for task in tasks}
        for future in reversed(list(open_)):
            if future.cancel():
                task = open_.pop(future)
                yield task, work(task)
            yield from _finished(open_, work)
        while open_:
            wait(open_, return_when="FIRST_COMPLETED")
            yield from _finished(open_, work)

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """What came of every task, in their order; few tasks are taken ahead."""
        if self.count <= 1 and self._own:
            yield from map(work, tasks)
            return
        self._executor = self._executor or self._pool(self.count)
        waiting: deque[tuple[Future[Result], Task]] = deque()
        for task in tasks:
            waiting.append((self._submit(work, task), task))
            if len(waiting) > WAITING * self.count:
                yield _result(*waiting.popleft(), work)
        while waiting:
            yield _result(*waiting.popleft(), work)

    def _submit(self, work: Callable[[Task], Result], task: Task) -> Future[Result]:
        assert self._executor is not None
        try:
            if self._own:
                return self._executor.submit(work, task)
            return self._executor.submit(_work_elsewhere, self._setup, work, task)
        except BrokenExecutor as error:
            lost: Future[Result] = Future()
            lost.set_exception(error)
            return lost


def _no_setup() -> None:
    """Nothing is needed."""


@lru_cache(maxsize=1)
def _begin(setup: bytes) -> None:
    if setup:
        begin, given = pickle.loads(setup)
        begin(*given)


def _work_elsewhere(setup: bytes, work: Callable[[Task], Result], task: Task) -> Result:
    _begin(setup)
    return work(task)


def _result(future: Future[Result], task: Task, work: Callable[[Task], Result]) -> Result:
    """The result of a task; one that was lost with its worker is done here."""
    try:
        return future.result()
    except (BrokenExecutor, CancelledError):
        return work(task)


def _finished(
    open_: dict[Future[Result], Task], work: Callable[[Task], Result]
) -> Iterator[tuple[Task, Result]]:
    for future in [f for f in open_ if f.done()]:
        task = open_.pop(future)
        yield task, _result(future, task, work)
