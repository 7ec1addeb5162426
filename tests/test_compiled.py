"""The compiled rulebook: it judges as the text does, and is left alone when the text changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder import rules
from builder.cli import main
from builder.cli.compiled import chapters, place, use

ROOT = Path(__file__).parents[1]


def run(*words: str, folder: Path | None = None) -> str:
    found = {k: v for k, v in os.environ.items() if k != "CHANCERY_COMPILED"}
    found |= {"CFLAGS": "-O0"} | ({"CHANCERY_COMPILED": str(folder)} if folder else {})
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=found, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler at hand")
def test_the_compiled_rulebook_judges_every_case_as_the_text_does(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    run("-m", "builder", "compile", str(tmp_path))
    cases = sorted(str(file) for file in (ROOT / "tests/cases").rglob("*.yaml"))
    asked = "import builder.cli, builder.rules.movement as m; print(m.__file__)"
    where = run("-c", asked, folder=tmp_path)
    assert Path(where.strip()).parent == place(tmp_path)
    judge = ("-m", "builder", "cases", *cases, "--json")
    assert run(*judge, folder=tmp_path) == run(*judge)


def test_without_a_compiler_nothing_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("Cython")
    monkeypatch.setenv("CC", "no-such-compiler")
    told = CliRunner().invoke(main, ["compile", str(tmp_path)])
    assert told.exit_code == 1
    assert "Nothing compiled" in told.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_was_compiled_from_another_text_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tmp_path / "text"
    shutil.copytree(ROOT / "builder/rules", text)
    assert place(tmp_path, text) == place(tmp_path)
    chapter = chapters(text)[0]
    chapter.write_text(chapter.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert place(tmp_path, text) != place(tmp_path)
    read = [*rules.__path__]
    monkeypatch.setattr(rules, "__path__", [*read])
    place(tmp_path, text).mkdir()
    with pytest.warns(UserWarning, match="no rulebook compiled from this text"):
        use(str(tmp_path))
    assert rules.__path__ == read
    place(tmp_path).mkdir()
    use(str(tmp_path))
    assert rules.__path__ == [str(place(tmp_path)), *read]
