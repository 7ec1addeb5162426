"""Work done elsewhere: in processes, on any executor, on a cluster that loses a worker."""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from changing_archive import ChangingArchive
from click.testing import CliRunner
from our_archive import ROOT

from builder.archive import Archive
from builder.cli import main
from builder.executors import Workers, start_method, using
from builder.site.artifacts import USUAL
from builder.site.publishing.site import Site

GAMES = [ROOT / "games" / name for name in ("cat", "classix", "loeb9")]
FOREIGN = ROOT.parent / "shared/corpus/judge"
MAIN = os.getpid()


def square(number: int) -> int:
    return number * number


def square_or_die(number: int) -> int:
    """As `square`; the process that is given 3 dies, unless it is the caller's."""
    if number == 3 and os.getpid() != MAIN:
        os._exit(1)
    return square(number)


class Forgetful(Executor):
    """Loses every second task, as if its worker had died."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, work: Any, /, *args: Any, **named: Any) -> Future[Any]:
        self.given += 1
        future: Future[Any] = Future()
        if self.given % 2:
            future.set_result(work(*args, **named))
        else:
            future.set_exception(BrokenProcessPool("a worker is gone"))
        return future


@pytest.mark.filterwarnings("ignore")
def test_a_lost_process_costs_its_task_and_no_result_is_doubled() -> None:
    tasks = [1, 2, 3, 4, 5, 6]
    with Workers(2) as workers:
        assert [*workers.map(square_or_die, tasks)] == [1, 4, 9, 16, 25, 36]
    del workers
    gc.collect()  # a broken pool leaves pipes open


def test_any_executor_will_do() -> None:
    forgetful = Forgetful()
    with using(forgetful, 2), Workers(1) as workers:
        assert [*workers.map(square, range(9))] == [n * n for n in range(9)]
    assert forgetful.given == 9
    with ThreadPoolExecutor(2) as threads, using(threads, 2), Workers(1) as workers:
        assert [*workers.map(square, range(9))] == [n * n for n in range(9)]


def opened(archive: Archive, _: int) -> tuple[int, int, Path]:
    """The process of a task, and the archive that it has there."""
    return os.getpid(), id(archive), archive.root


def test_an_archive_is_opened_once_in_each_process() -> None:
    with Workers(2) as workers:
        found = {*workers.map(partial(opened, Archive(ROOT)), range(9))}
    assert len(found) == len({process for process, *_ in found}) <= 2
    assert {root for *_, root in found} == {ROOT}
    assert MAIN not in {process for process, *_ in found}


def has_read(archive: Archive, _: int) -> bool:
    return "loeb9" in archive._variants


def test_a_copy_of_a_process_has_what_that_had_read() -> None:
    archive = Archive(ROOT)
    archive.variant("loeb9")
    with Workers(2) as workers:
        have_read = {*workers.map(partial(has_read, archive), range(9))}
    assert have_read == {start_method() == "fork"}


def test_a_site_is_read_once_in_each_process() -> None:
    site = Site(Archive(ROOT), today=date(2026, 5, 1))
    first, again = (pickle.loads(pickle.dumps(site)) for _ in range(2))
    assert first is again
    assert first is not site
    assert (first.archive.root, first.settings, first.today) == (ROOT, USUAL, site.today)


def test_a_worker_that_stays_opens_an_archive_again_for_the_next_command() -> None:
    """What it read for one command may have changed before the next."""
    first, again = Archive(ROOT), Archive(ROOT)
    received = [pickle.loads(pickle.dumps(archive)) for archive in (first, first, again)]
    assert received[0] is received[1]
    assert received[0] is not received[2]


def run(*words: object) -> str:
    found = CliRunner().invoke(main, [str(word) for word in words])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.output
    return found.output


def test_games_are_verified_alike_by_several_processes() -> None:
    assert run("verify", *GAMES, "--json", "--jobs", 2) == run("verify", *GAMES, "--json")


@pytest.mark.skipif(not FOREIGN.is_dir(), reason="no corpus here")
def test_games_are_imported_alike_by_several_processes(tmp_path: Path) -> None:
    files = sorted(path for path in FOREIGN.iterdir() if path.is_file())[:3]
    texts = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        output = run("import", *files, "-o", folder, "--jobs", jobs).replace(str(folder), "")
        texts.append((output, {p.name: p.read_text() for p in sorted(folder.glob("*.yaml"))}))
    assert texts[0] == texts[1]
    assert texts[0][1]


def test_without_dask_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "chancery[cluster]" in run("verify", GAMES[0], "--executor", "tcp://127.0.0.1:1")


WAIT_FOR_TASKS = """
import sys, time
from distributed import Client
client = Client(sys.argv[1])
given = lambda work, dask_scheduler: [
    any(task.key.startswith(work) for task in worker.processing)
    for worker in dask_scheduler.workers.values()
]
while not all(client.run_on_scheduler(given, sys.argv[2])):
    time.sleep(0.1)
"""


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.started: list[subprocess.Popen[bytes]] = []
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0")
        for _ in range(2):
            self.start("worker", "--nthreads", "1", "--no-nanny")
        self.address = json.loads(self.wait_for_file())["address"]
        waiting = "import sys; from distributed import Client; Client(sys.argv[1])"
        command = [sys.executable, "-c", f"{waiting}.wait_for_workers(2)", self.address]
        subprocess.run(command, check=True, capture_output=True, timeout=600)

    def start(self, what: str, *words: str) -> None:
        script = f"from distributed.cli.dask_{what} import main; main()"
        command = [sys.executable, "-c", script, *words, "--scheduler-file", str(self.file)]
        self.started.append(
            subprocess.Popen(
                [*command, "--no-dashboard"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        )

    def wait_for_file(self) -> str:
        for _ in range(3000):
            if self.file.exists() and (text := self.file.read_text()).endswith("}"):
                return text
            time.sleep(0.1)
        raise TimeoutError("no scheduler")

    def stop(self) -> None:
        for process in reversed(self.started):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("Dask is not installed")
    found = Cluster(tmp_path)
    try:
        yield found
    finally:
        found.stop()


def run_with_a_lost_worker(
    cluster: Cluster, work: str, *words: object, root: Path = ROOT
) -> tuple[str, str]:
    """What a command prints whose worker dies while it is at `work`, and what it reports."""
    command = [sys.executable, "-m", "builder", *map(str, words), "--executor", cluster.address]
    cluster.started[1].send_signal(signal.SIGSTOP)  # what it is given, it cannot finish
    shared = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    waiting = [sys.executable, "-c", WAIT_FOR_TASKS, cluster.address, work]
    subprocess.run(waiting, check=True, capture_output=True, timeout=600)
    assert shared.poll() is None
    cluster.started[1].send_signal(signal.SIGKILL)
    return shared.communicate(timeout=600)


def test_a_cluster_that_loses_a_worker_gives_the_same_result(cluster: Cluster) -> None:
    games = GAMES * 4  # work for both
    alone = run("verify", *games, "--json")
    output, errors = run_with_a_lost_worker(cluster, "", "verify", *games, "--json")
    assert output == alone, errors
    assert "1 worker of 2 lost" in errors


def test_a_worker_that_dies_with_a_part_above_the_games_costs_no_page(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parts that it was making are made again, and the loss is reported."""
    archive = ChangingArchive(tmp_path / "archive", Random(5))
    sites = [tmp_path / "alone", tmp_path / "shared"]
    monkeypatch.chdir(archive.root)
    run("build", "--into", sites[0])
    shutil.rmtree(archive.root / ".cache")
    words = ("build", "--into", sites[1])
    output, errors = run_with_a_lost_worker(cluster, "finished", *words, root=archive.root)
    assert "written" in output, errors
    assert "1 worker of 2 lost" in errors
    alone, shared = map(files_of, sites)
    assert alone == shared


def files_of(site: Path) -> dict[str, bytes]:
    places = [place for place in site.rglob("*") if place.is_file()]
    return {place.relative_to(site).as_posix(): place.read_bytes() for place in places}
