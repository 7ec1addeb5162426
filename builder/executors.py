"""The one place that runs work in parallel: in processes of this machine, or on any `Executor`.

    with using(client.get_executor()):          # Dask, or any other; left out: processes here
        with Workers(2, start_worker, setup) as workers:
            for task, result in workers.share(build_game, tasks): ...

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
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Self, TypeVar

if TYPE_CHECKING:  # slow to import; and one process alone does without
    from concurrent.futures import Executor, Future, ProcessPoolExecutor

Task = TypeVar("Task")
Result = TypeVar("Result")
WAITING = 3  # tasks of `map` that each worker is given in advance
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


Setup = Callable[..., None] | None


def pool(count: int, begin: Setup, given: tuple[Any, ...] = ()) -> ProcessPoolExecutor:
    """That number of other processes; each first calls `begin(*given)`.

    Copies of this process do not: the caller must have called it here.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context(start_method())
    if context.get_start_method() == "fork":
        return ProcessPoolExecutor(count, context)
    return ProcessPoolExecutor(count, context, initializer=begin, initargs=given)


class Workers:
    """That number of processes, this one included, or the chosen executor, for a `with` block.

    Each of the others first calls `begin(*given)`; the caller must have called it in this one.
    """

    def __init__(self, count: int, begin: Setup = None, *given: Any) -> None:
        self._own = not elsewhere()
        self._executor: Executor | None = None
        self.count = count
        if found := _chosen.get():
            import pickle

            self._executor, self.count = found
            self._setup = pickle.dumps((begin, given))
        self._pool = partial(pool, begin=begin, given=given)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None and self._own:
            self._executor.shutdown(cancel_futures=True)

    def share(
        self, work: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """Every task with its result, in the order in which they are finished.

        The other processes begin with the first task, this one with the last.
        """
        if self.count <= 1 or not self._own:
            several = list(tasks)
            yield from zip(several, self.map(work, several), strict=True)
            return
        from concurrent.futures import wait

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
        """The result of every task, in the order of the tasks, of which few are read ahead."""
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
        from concurrent.futures import BrokenExecutor, Future

        assert self._executor is not None
        try:
            if self._own:
                return self._executor.submit(work, task)
            return self._executor.submit(_work_elsewhere, self._setup, work, task)
        except BrokenExecutor as error:
            lost: Future[Result] = Future()
            lost.set_exception(error)
            return lost


@lru_cache(maxsize=1)
def _begin(setup: bytes) -> None:
    import pickle

    begin, given = pickle.loads(setup)
    if begin is not None:
        begin(*given)


def _work_elsewhere(setup: bytes, work: Callable[[Task], Result], task: Task) -> Result:
    _begin(setup)
    return work(task)


def _result(future: Future[Result], task: Task, work: Callable[[Task], Result]) -> Result:
    """The result of a task, which is done here if its worker was lost."""
    from concurrent.futures import BrokenExecutor, CancelledError

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
