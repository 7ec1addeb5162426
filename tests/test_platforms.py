"""What other systems do, simulated: line ends, code pages, processes, paths, a missing library."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from our_archive import ROOT

from builder import executors
from builder.errors import ArchiveError
from builder.imports.files import documents
from builder.imports.importer import TextFile
from builder.imports.line_ends import WIDE
from builder.source.files import is_portable

sys.path.append(str(ROOT / "tests/fuzz"))
from targets import Target, foreign, in_file, targets

SEEDS = 3  # of each reader
GAME = "games/standard/1998v-come-and-have-a-go.yaml"
WRAPPED = """
import sys, warnings
warnings.filterwarnings("error", category=EncodingWarning, module=r"builder\\\\.")
sys.argv[0] = "chancery"
from builder.cli import main
main()
"""


def outcome(target: Target, data: bytes) -> object:
    """What a reader makes of a file, or says of it."""
    name = target.name.removeprefix("foreign-")

    def each(path: Path) -> object:
        texts = [found for found in documents(path) if isinstance(found, TextFile)]
        return [foreign(name, found.text.encode()) for found in texts]

    run = partial(in_file, "fuzz.txt", read=each) if name != target.name else target.run
    try:
        return re.sub(r" at 0x\w+|/\S*/", "", repr(run(data)))
    except ArchiveError as error:
        return re.sub(r"/\S*/", "", str(error))


def with_line_ends(data: bytes, end: str) -> bytes:
    """A text with other line ends, in the encoding that it has: a sign of UTF-16 is two bytes."""
    encoding = "utf-16" if data.startswith(WIDE) else "latin-1"
    plain = data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    return plain.replace("\n", end).encode(encoding)


@pytest.mark.parametrize(
    "target", [t for t in targets() if t.name != "packed"], ids=lambda t: t.name
)
def test_line_ends_of_other_systems_mean_the_same(target: Target) -> None:
    seeds = target.seeds()
    for seed in seeds[:: max(1, len(seeds) // SEEDS)][:SEEDS]:
        expected = outcome(target, with_line_ends(seed, "\n"))
        for end in ("\r\n", "\r"):
            assert outcome(target, with_line_ends(seed, end)) == expected, (end, seed[:300])


@pytest.mark.parametrize("page", ["cp1252", "cp437", "ascii"])
@pytest.mark.parametrize("words", [["verify", GAME], ["explain", "1998v", "S1901M", "A Par"]])
def test_a_code_page_stops_no_command(page: str, words: list[str]) -> None:
    """Nor is a file read in it: each `open` names its encoding."""
    environment = os.environ | {
        "PYTHONIOENCODING": page, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C",
    }  # fmt: skip
    command = [sys.executable, "-X", "warn_default_encoding", "-c", WRAPPED, *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr, done.stderr.decode(page)
    assert done.stdout
    done.stdout.decode("utf-8" if page == "ascii" else page)


PLAIN = "site_name: X\nplugins: [chancery: {png: none}]\n"
LETTERS_OF_ASCII = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}


def small_archive(folder: Path) -> None:
    """An archive without a game, in a folder."""
    (folder / "games").mkdir(parents=True)
    (folder / "docs").mkdir()
    (folder / "docs/index.md").write_text("# Home\n")
    (folder / "mkdocs.yml").write_text(PLAIN)


def chancery(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    path = {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "builder", *words],
        cwd=folder,
        env=os.environ | path | more,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux only")
@pytest.mark.parametrize("environment", [{"LANG": "C"}, LETTERS_OF_ASCII], ids=["LANG", "all"])
def test_an_accented_path_is_no_hindrance_where_all_is_ascii(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    folder = tmp_path / "été/jeux"
    small_archive(folder)
    assert chancery(folder, "new", "game", "2026a", **environment).returncode == 0
    (folder / "ordres-été.txt").write_text("Spring 1901\nEngland: F Lon-NTH\n")
    added = chancery(folder, "add", "2026a", "ordres-été.txt", **environment)
    assert (added.returncode, added.stderr.count("Traceback")) == (0, 0), added.stderr
    for _ in range(2):
        built = chancery(folder, "build", "--into", "../été", **environment)
        assert built.returncode == 0, built.stderr
        assert "été: " in built.stdout
    (folder / "docs/zines").mkdir()
    (folder / "docs/zines/éa.md").write_text("# A\n")
    checked = chancery(folder, "check", **environment)
    assert (checked.returncode, "docs/zines/éa.md: " in checked.stderr) == (1, True)


@pytest.mark.skipif(os.name == "nt", reason="no such permissions")
@pytest.mark.parametrize(("mask", "named"), [(0o022, False), (0o077, True)])
def test_a_site_that_a_server_may_not_read_is_mentioned(
    tmp_path: Path, mask: int, named: bool
) -> None:
    small_archive(tmp_path)
    before = os.umask(mask)
    try:
        built = chancery(tmp_path, "build", "--into", "plain")
    finally:
        os.umask(before)
    assert built.returncode == 0, built.stderr
    assert ("chmod -R a+rX" in built.stderr) == named


def test_without_cairo_all_but_pictures_works(tmp_path: Path) -> None:
    (tmp_path / "cairocffi.py").write_text("raise OSError('no library called cairo-2 was found')\n")
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    for name, status, said in (("a.svg", 0, ""), ("a.png", 1, "PNG needs the Cairo library")):
        command = [sys.executable, "-m", "builder", "draw", GAME, "-o", str(tmp_path / name)]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert (done.returncode, said in done.stderr) == (status, True), done.stderr
    assert (tmp_path / "a.svg").stat().st_size > 10_000


def multiplied(factor: SimpleNamespace, number: int) -> int:
    return number * factor.value


def test_processes_that_are_no_copies_are_told_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors.sys, "platform", "darwin")
    assert executors.start_method() == "spawn"
    work = partial(multiplied, SimpleNamespace(value=3))
    with executors.Workers(2) as workers:
        assert [*workers.map(work, range(8))] == [3 * number for number in range(8)]


@pytest.mark.parametrize(
    "name",
    ["con", "AUX.yaml", "nul.tar.gz", "a.", "b ", "a\\b", "a:b", "a?", "a*", 'a"', "<a>", "a|b",
     "a\x07", "lpt1.png", "com9", "", "x" * 300],
)  # fmt: skip
def test_a_name_that_another_system_cannot_hold_is_known(name: str) -> None:
    assert not is_portable(name)
    assert not is_portable(f"games/{name}/index.html")


@pytest.mark.parametrize(
    "name", ["index.html", "a.b.c", "console", "Überblick.png", "_headers", "nulls.md"]
)
def test_other_names_are_good(name: str) -> None:
    assert is_portable(name)
