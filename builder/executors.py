"""The one place that runs work in parallel: in processes of this machine, or on any `Executor`.

    with using(client.get_executor(), 8):       # Dask, or any other; left out: processes here
        with Workers(2) as workers:
            for result in workers.map(partial(build_game, site), tasks): ...

Work is a module's function and a task; both can be pickled, and the result depends on nothing
else, so a task may run anywhere, in any order, and more than once. Workers elsewhere have the same
program and see the same files. An `Archive` is sent as its folder, and opened there once.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:  # slow to import; and one process alone does without
    from concurrent.futures import Executor, Future

Task = TypeVar("Task")
TaskResult = TypeVar("TaskResult")
TaskName = TypeVar("TaskName")
ReportProgress = Callable[
    [str, int, int], None
]  # gets what is made, how many are done, of how many
WAITING = 3  # tasks that each worker is given in advance
TASKS_FOR_A_WORKER = 6  # at least, before another process is started
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
    """That number of processes, or the chosen executor, for a `with` block. One is this process."""

    def __init__(self, count: int) -> None:
        chosen: tuple[Executor | None, int] = _chosen.get() or (None, count)
        self._executor, self.count = chosen
        self._own = self._executor is None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None and self._own:
            self._executor.shutdown(cancel_futures=True)

    def map(
        self, work: Callable[[Task], TaskResult], tasks: Iterable[Task]
    ) -> Iterator[TaskResult]:
        """The result of every task, in the order of the tasks, of which few are read ahead."""
        if self.count <= 1 and self._own:
            yield from map(work, tasks)
            return
        waiting: deque[tuple[Task, Future[TaskResult] | None]] = deque()
        for task in tasks:
            waiting.append((task, self._submit(work, task)))
            if len(waiting) > WAITING * self.count:
                first, future = waiting.popleft()
                yield _result(work, first, future)
        for task, future in waiting:
            yield _result(work, task, future)

    def _submit(self, work: Callable[[Task], TaskResult], task: Task) -> Future[TaskResult] | None:
        """The future of a task; None if no worker is left."""
        from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
        from multiprocessing import get_context

        if self._executor is None:
            self._executor = ProcessPoolExecutor(self.count, get_context(start_method()))
        with suppress(BrokenExecutor):
            return self._executor.submit(work, task)
        return None


def in_parallel(
    what: str,
    work: Callable[[Task], TaskResult],
    tasks: Mapping[TaskName, Task],
    progress: ReportProgress,
) -> Iterator[tuple[TaskName, TaskResult]]:
    """The result of each task by its name; several processes work if there are many."""
    with Workers(min(usable_cores(), len(tasks) // TASKS_FOR_A_WORKER + 1)) as workers:
        results = workers.map(work, tasks.values())
        for done, named_result in enumerate(zip(tasks, results, strict=True), start=1):
            yield named_result
            progress(what, done, len(tasks))


def _result(
    work: Callable[[Task], TaskResult], task: Task, future: Future[TaskResult] | None
) -> TaskResult:
    """The result of a task, which is done here if its worker was lost."""
    from concurrent.futures import BrokenExecutor, CancelledError

    with suppress(BrokenExecutor, CancelledError):
        if future is not None:
            return future.result()
    return work(task)
