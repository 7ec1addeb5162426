"""The scripts of the site: parts that are joined share their names, so none has two meanings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.site.assets import HERE, SCRIPTS, script, top_level_names

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
IMPORTS = re.compile(r"^import \{[^}]*\} from [^\n]*\n", re.MULTILINE)
WIDEST = 120  # letters
FOLDERS = sorted(path.name for path in (HERE / "scripts").iterdir())


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_a_script_imports_is_exported_by_a_part_of_it(name: str) -> None:
    files = [(HERE / "scripts" / name / f"{part}.js").resolve() for part in SCRIPTS[name]]
    joined = script(name)
    assert not re.search(r"^(?:import|export)\b", joined, re.MULTILINE)
    imported_names = 0
    for file in files:
        for words, place in IMPORT.findall(file.read_text(encoding="utf-8")):
            source = (file.parent / place).resolve()
            assert source in files, f"{file.name} imports from {place}"
            exported = {*top_level_names(source.read_text(encoding="utf-8").replace("export ", ""))}
            imported = {word.strip() for word in words.split(",") if word.strip()}
            imported_names += len(imported)
            assert imported <= exported, f"{file.name} imports from {place}"
    assert imported_names or len(files) == 1


def test_a_name_that_two_parts_define_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "scripts/replay"
    folder.mkdir(parents=True)
    (folder / "one.js").write_text("export const { board, at: place } = now;\n")
    (folder / "two.js").write_text('import { board } from "./one.js";\nlet place = board;\n')
    monkeypatch.setattr("builder.site.assets.HERE", tmp_path)
    monkeypatch.setitem(SCRIPTS, "replay", ("one", "two"))
    with pytest.raises(ValueError, match=r"two\.js: place is defined in another file too"):
        script("replay")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_part_of_a_script_uses_only_parts_before_it(name: str) -> None:
    files = [(HERE / "scripts" / name / f"{part}.js").resolve() for part in SCRIPTS[name]]
    for number, file in enumerate(files):
        for _, place in IMPORT.findall(file.read_text(encoding="utf-8")):
            source = (file.parent / place).resolve()
            assert source in files[:number], f"{file.name} imports from {place}"


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_comes_without_comments_and_with_all_else(name: str) -> None:
    """Each line of a part is in the script, but for comments, imports and empty lines."""
    joined = script(name)
    assert not re.search(r"^ *(?:/\*|//)", joined, re.MULTILINE)
    for part in SCRIPTS[name]:
        text = (HERE / "scripts" / name / f"{part}.js").read_text(encoding="utf-8")
        within_comment = False
        for line in IMPORTS.sub("", text).splitlines():
            begins = line.lstrip().startswith(("/*", "//"))
            if not within_comment and not begins:
                assert line.removeprefix("export ") in joined, f"{part}: {line}"
            within_comment = (within_comment or line.lstrip().startswith("/*")) and "*/" not in line


@pytest.mark.parametrize("folder", FOLDERS)
def test_lines_of_scripts_fit_a_screen(folder: str) -> None:
    files = sorted((HERE / "scripts" / folder).glob("*.js"))
    assert files
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        long = [number for number, line in enumerate(lines, 1) if len(line) > WIDEST]
        assert long == [], file.name
