"""A variant made by the guide's own steps: its files and commands, taken from the page."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder.archive import Archive
from builder.cli import main
from builder.site.parts.variant_differences import changes

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/writing-a-variant.md"


def section(title: str) -> str:
    """A part of the page."""
    return PAGE.read_text(encoding="utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]


BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run(line: str, folder: Path) -> Path:
    """Run one line of a shell block; the folder for the next one."""
    words, _, target = line.partition(" > ")
    program, *arguments = shlex.split(words)
    if program == "cd":
        return folder / arguments[0]
    assert program == "chancery"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        said = CliRunner().invoke(main, arguments)
        assert said.exit_code == 0, said.output + said.stderr
        if target:
            Path(target).write_text(said.stdout, encoding="utf-8")
    return folder


def follow(steps: str, folder: Path) -> Path:
    """Write the files and run the commands of a part of the page; the folder for the next one."""
    for language, text in BLOCK.findall(steps):
        if language == "sh":
            for line in text.splitlines():
                folder = run(line, folder)
        else:
            file = folder / text.splitlines()[0].removeprefix("# ")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return folder


def test_the_ring_board_of_the_guide_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("shapely")
    folder = follow(section("A ring board"), run("cd a", run("chancery new archive a", tmp_path)))
    drawing = folder / "maps/four-corners/drawing.yaml"
    assert "way between two spaces" in drawing.with_name("map.svg").read_text(encoding="utf-8")
    variant = Archive(folder).variant("four-corners")
    assert (len(variant.setting.powers), variant.drawing) == (4, "four-corners")
    drawing.write_text(
        drawing.read_text(encoding="utf-8").replace("cartouche", "# cartouche"), encoding="utf-8"
    )
    with pytest.raises(AssertionError, match="four-corners: the entry 'cartouche' is missing"):
        run("chancery map four-corners", folder)


def test_the_steps_of_the_guide_make_a_variant(tmp_path: Path) -> None:
    folder = follow(section("Step by step"), tmp_path)
    archive = Archive(folder)
    harvest, game = archive.variant("harvest"), archive.game("harvest-exhibition")
    assert harvest.setting.victory == 20
    assert harvest.amendments == ("build-anywhere",)
    assert "F Rom" in [str(u) for u in harvest.setting.start.units]
    assert "Sentence 1.3" in " ".join(game.moments.values())


def test_the_duel_of_the_guide_is_played(tmp_path: Path) -> None:
    folder = follow(section("A duel"), tmp_path)
    duel = Archive(folder).variant("italy-russia")
    assert duel.setting.powers == ("Italy", "Russia")
    assert {unit.power for unit in duel.setting.start.units} == {"Italy", "Russia"}
    assert set(duel.setting.start.owners.values()) == {"Italy", "Russia"}
    said = {c.point: c.says for c in changes(duel, Archive(folder).variant("standard"))}
    assert said["Powers"].startswith("Two of them: Italy and Russia, without Austria, England")
    assert Archive(folder).game("italy-russia-exhibition").variant == "italy-russia"


@pytest.mark.parametrize("base", Archive(ROOT).variant_names)
def test_the_files_of_a_new_variant_have_no_mistakes(tmp_path: Path, base: str) -> None:
    folder = run("cd a", run("chancery new archive a", tmp_path))
    run(f"chancery new variant mine --extends {base} --board", folder)
    run("chancery check maps/mine", folder)
    run("chancery cases tests/cases/mine/mine.yaml", folder)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("plays: [Italy, Rusia]", r"3:16: unknown power 'Rusia' \(Russia or Austria\?\)"),
        (
            "plays: [Italy]\npowers: {Austria: {units: [A Vie]}}",
            "4:10: Austria does not play: `plays` names Italy",
        ),
        ("powers: {Austria: none}", "Vie, Bud, Tri belong to Austria, .*`plays`"),
        ("victory: most", "expected a number of centres, or one of: home country"),
        ("players: [Italy, Russia]", r"unknown key 'players' \(plays or powers\?\)"),
    ],
)
def test_what_a_beginner_writes_wrong_is_explained(
    tmp_path: Path, written: str, message: str
) -> None:
    folder = run("cd a", run("chancery new archive a", tmp_path))
    file = folder / "maps/mine/variant.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(f"name: Mine\nextends: standard\n{written}\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=message):
        run("chancery check maps/mine", folder)


MISTAKES = (
    ("extends: standard", "extends: standart", "unknown variant to extend 'standart' (standard?)"),
    ("extends: standard", "", "there is no board: `extends` or `board` names"),
    ('"3.1"', '"4.1"', "there is no rule 4 in the variant.yaml"),
    ("[IR-03]", "[IR-3]", "there is no case IR-3 in tests/cases/italy-russia"),
    ("[IR-03]", "[IR-03], seen: {is: [abrod]}", "unknown word 'abrod' (abroad or aboard?)"),
    ("[IR-03]", "[IR-03], seen: {at: [Trieste]}", "unknown province 'Trieste' (Tri?)"),
)


def test_a_mistake_in_the_duel_is_reported_once(tmp_path: Path) -> None:
    folder = follow(section("A duel"), tmp_path)
    files = sorted((folder / "maps/italy-russia").iterdir())
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    for old, new, message in MISTAKES:
        for file, text in texts.items():
            file.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            checked = CliRunner().invoke(main, ["check", "maps/italy-russia"])
        assert (checked.exit_code, checked.stderr.count(message)) == (1, 1), message
        assert "1 with mistakes" in checked.output


def test_homes_that_nobody_owns_at_the_start_are_taken_and_built_in(tmp_path: Path) -> None:
    folder = run("cd a", run("chancery new archive a", tmp_path))
    file = folder / "maps/lone/variant.yaml"
    file.parent.mkdir(parents=True)
    power = section("One change").rpartition("```yaml\n")[2].partition("```")[0]
    file.write_text(f"name: Lone\nextends: standard\n{power}", encoding="utf-8")
    lone = Archive(folder).variant("lone")
    said = {c.point: c.says for c in changes(lone, Archive(folder).variant("standard"))}
    assert said["Owned at the start"] == "Nobody owns Constantinople and Smyrna."
    turkey = [code for code, owner in lone.setting.start.owners.items() if owner == "Turkey"]
    assert turkey == ["Ank"]
    case = folder / "tests/cases/lone/lone.yaml"
    case.parent.mkdir(parents=True)
    case.write_text(CASE, encoding="utf-8")
    run(f"chancery cases {case}", folder)


CASE = """
variant: lone
cases:
- id: L-01
  title: Turkey took Smyrna and builds there
  phase: Winter 1901
  units: {Turkey: [A Bul]}
  owners: {Turkey: [Smy, Bul]}
  orders: {Turkey: [Build A Smy]}
  expect: {after: {Turkey: [A Bul, A Smy]}}
- id: L-02
  title: Smyrna is nobody's
  phase: Winter 1901
  units: {Turkey: [F Ank]}
  owners: {Turkey: [Ank, Bul]}
  orders: {Turkey: [Build A Smy]}
  expect: {after: {Turkey: [F Ank]}}
"""


def test_a_changed_board_without_a_drawing_is_reported(tmp_path: Path) -> None:
    folder = run("cd a", run("chancery new archive a", tmp_path))
    run("chancery new variant moved --extends standard", folder)
    board = folder / "maps/moved/board.yaml"
    board.write_text("extends: standard\namend:\n  Ven: {centre: no}\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"board.yaml:3.*does not show this"):
        run("chancery check maps/moved", folder)


def test_a_drawing_that_does_not_show_a_moved_centre_or_border_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("shapely")
    folder = run("cd a", run("chancery new archive a", tmp_path))
    run("chancery new variant moved --extends standard", folder)
    board = folder / "maps/moved/board.yaml"
    patch = "extends: standard\namend:\n  Ven: {centre: no}\nways:\n  A: |\n    Ven: Apu Rom Tri\n"
    board.write_text(patch, encoding="utf-8")
    drawing = board.with_name("drawing.yaml")
    drawing.write_text("extends: standard\ntitle: [Moved]\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="the board has no centre in Ven") as refused:
        run("chancery map moved", folder)
    assert "the board has no way A Tyr-Ven" in str(refused.value)
    assert not board.with_name("map.svg").exists()
    drawing.write_text(
        "extends: standard\ntitle: [Moved]\nprovinces: {land: {Ven: {centre: none}}}\n",
        encoding="utf-8",
    )
    board.write_text("extends: standard\namend:\n  Ven: {centre: no}\n", encoding="utf-8")
    run("chancery map moved", folder)
    run("chancery check maps/moved", folder)
