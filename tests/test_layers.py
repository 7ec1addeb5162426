"""Imports go one way only, and each outside package has its one place."""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from our_archive import ROOT

MODULES = sorted((ROOT / "builder").rglob("*.py"))
TESTS = sorted(path for path in (ROOT / "tests").rglob("*.py") if "node_modules" not in path.parts)
LAYERS = (
    "errors", "model extensions", "rules", "variant", "record", "playback", "source",
    "provided notation",
    "archive_files", "formats", "archive executors", "imports", "cases selfplay", "draw prose",
    "cartography exports judging mails", "site", "plugin", "cli",
)  # fmt: skip
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names.split()}
HOMES = {
    "shapely": "cartography/",
    "fontTools": "cartography/",
    "cairocffi": "draw/canvas.py",
    "mkdocs": "plugin.py",
    "yaml": "source/documents.py",
    "jinja2": ("cartography/map_sheet.py", "site/"),
    "click": "cli/",
    "filelock": "source/locks.py",
    "diplomacy": "nowhere: it is compared with in tests only",
}
FULLEST = 20  # modules in a folder
WIDEST = 140  # characters of a line in a template

LATE = {
    "__init__.py": "the public names, for type checkers",
    "executors.py": "one process alone needs no pipes to others",
    "model/names.py": "a text without mistakes needs no guesses",
    "site/publishing/printing/issue_printer.py": "a build that prints nothing needs no web server",
    "site/trial/browser_judge.py": "a page's first answer needs no replays",
}


def name(path: Path) -> str:
    return path.relative_to(ROOT / "builder").as_posix()


def imported(node: ast.AST) -> Iterator[str]:
    """The dotted names that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports name their module in full"
        yield node.module or ""
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def nodes(path: Path) -> list[ast.AST]:
    """A module and all that it says; each is read once."""
    return [*ast.walk(ast.parse(path.read_text()))]


@cache
def imports(path: Path) -> frozenset[str]:
    return frozenset(found for node in nodes(path) for found in imported(node))


def layer(dotted: str) -> str:
    parts = dotted.split(".")
    return parts[1] if parts[0] == "builder" and len(parts) > 1 else ""


def test_imports_go_left() -> None:
    wrong = []
    for path in MODULES:
        own = name(path).split("/")[0].removesuffix(".py")
        others = {layer(found) for found in imports(path)} - {own, "", "__init__", "__version__"}
        if not own.startswith("__"):
            wrong += [f"{name(path)}: {other}" for other in others if RANK[other] >= RANK[own]]
    assert not wrong


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def named(path: Path) -> set[str]:
    """What a module imports, and what it may load later by its name."""
    words = {node.value for node in nodes(path) if isinstance(node, ast.Constant)}
    return imports(path) | {word for word in words if isinstance(word, str)}


def test_no_module_leads_back_to_itself() -> None:
    ours = {dotted(path): path for path in MODULES if path.name != "__init__.py"}
    tied = {own: named(path) & ours.keys() - {own} for own, path in ours.items()}
    assert sum(map(len, tied.values())) > len(ours)
    TopologicalSorter(tied).prepare()


def test_each_package_has_its_place() -> None:
    wrong = []
    for path in MODULES:
        packages = {found.split(".")[0] for found in imports(path)} & HOMES.keys()
        away = [package for package in packages if not name(path).startswith(HOMES[package])]
        wrong += [f"{name(path)}: {package} belongs to {HOMES[package]}" for package in away]
    assert not wrong


def test_imports_stand_at_the_top() -> None:
    late = set()
    for path in MODULES:
        module = nodes(path)[0]
        assert isinstance(module, ast.Module)
        tried = [node for block in module.body if isinstance(block, ast.Try) for node in block.body]
        top = {id(node) for node in (*module.body, *tried)}
        lower = [n for n in nodes(path) if isinstance(n, ast.Import | ast.ImportFrom)]
        if not name(path).startswith("cli/") and any(id(node) not in top for node in lower):
            late.add(name(path))
    assert late == LATE.keys()


def test_no_folder_has_a_name_that_tools_skip(request: pytest.FixtureRequest) -> None:
    skipped = {*request.config.getini("norecursedirs")}
    assert "build" in skipped
    folders = {part for path in (*MODULES, *TESTS) for part in path.relative_to(ROOT).parts[:-1]}
    assert not folders & skipped


def test_folders_are_small() -> None:
    folders = Counter(path.parent for path in MODULES if path.name != "__init__.py")
    folders -= Counter(dict.fromkeys(folders, FULLEST))
    assert not folders, folders


def test_the_readers_of_one_source_do_not_know_those_of_another() -> None:
    for path in (ROOT / "builder/imports").glob("*/*.py"):
        used = {n.split(".")[2] for n in imports(path) if n.startswith("builder.imports.")}
        others = {p.name for p in (ROOT / "builder/imports").iterdir() if p.is_dir()}
        assert not used & others - {path.parent.name}, name(path)


def test_amendments_do_not_know_each_other() -> None:
    prefix = "builder.rules.amendments."
    for path in (ROOT / "builder/rules/amendments").rglob("*.py"):
        own = path.relative_to(ROOT / "builder/rules/amendments").parts[0].removesuffix(".py")
        used = {n.removeprefix(prefix).split(".")[0] for n in imports(path) if n.startswith(prefix)}
        assert own == "__init__" or used <= {own}, name(path)


def test_the_solver_knows_nothing_but_findings() -> None:
    ours = {n for n in imports(ROOT / "builder/rules/solver.py") if n.startswith("builder")}
    assert all(name.startswith("builder.model.findings") for name in ours)


def test_what_comes_after_the_judge_reads_the_list_of_results() -> None:
    """The containers of a turn are the judge's own."""
    raw = re.compile(r"turn\.(findings|written|faults|repeats)\b")
    for path in MODULES:
        if not name(path).startswith(("model/", "rules/")):
            assert not raw.search(path.read_text(encoding="utf-8")), name(path)


def test_nothing_comes_from_the_right_within_the_rules() -> None:
    order = ("solver", "acceptance", "movement", "retreats", "adjustments", "standard")
    for rank, own in enumerate(order):
        found = imports(ROOT / f"builder/rules/{own}.py")
        for later in order[rank + 1 :]:
            assert f"builder.rules.{later}" not in found, f"{own} imports {later}"


ROOMS = {
    "errors": "what can be wrong with a file",
    "extensions": "formats of other packages",
    "provided": "what comes with the program",
    "model": "the nouns of the game",
    "rules": "the rulebook, its amendments, the solver",
    "variant": "a setting and its rulebook",
    "record": "a recorded game",
    "playback": "a record replayed and compared",
    "source": "YAML with line numbers",
    "notation": "orders as people write them",
    "formats": "boards, variants, games, cases",
    "archive": "a folder of games",
    "archive_files": "what belongs in its folders",
    "executors": "work in parallel, here or elsewhere",
    "imports": "games in others' formats",
    "exports": "games for other programs",
    "cases": "worked cases, run",
    "selfplay": "exhibition games",
    "draw": "pictures, SVG and PNG",
    "prose": "the game in English",
    "cartography": "boards drawn from border lines",
    "judging": "one position, judged",
    "mails": "a game by mail",
    "site": "pages, player, search, build",
    "plugin": "the adapter to MkDocs",
    "cli": "the command `chancery`",
}


def picture() -> str:
    """The layers from top to bottom, one box for each room."""
    drawn = []
    for row, names in enumerate(LAYERS):
        for column, room in enumerate(rooms := names.split()):
            x, y, width = 10 + column * 700 // len(rooms), 10 + row * 44, 690 // len(rooms)
            drawn.append(
                f'<rect x="{x}" y="{y}" width="{width}" height="36" rx="4"/>'
                f'<text x="{x + 10}" y="{y + 23}" stroke="none" fill="#4a4538">'
                f'<tspan font-weight="bold" fill="#1d3a5f">{room}</tspan>'
                f'<tspan dx="10">{ROOMS[room]}</tspan></text>'
            )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {16 + 44 * len(LAYERS)}">'
        '<title>The layers of builder</title><rect width="100%" height="100%" fill="#fff"/>'
        '<g fill="#fbf8f0" stroke="#8a7f68" font-family="sans-serif" font-size="14">'
        f"{''.join(drawn)}</g></svg>\n"
    )


def test_the_picture_of_the_layers_is_fresh() -> None:
    place = ROOT / "docs/assets/layers.svg"
    if os.environ.get("CHANCERY_REDRAW"):
        place.write_text(picture(), encoding="utf-8")
    assert place.read_text(encoding="utf-8") == picture()


def test_every_room_is_in_the_picture() -> None:
    rooms = {name(path).split("/")[0].removesuffix(".py") for path in MODULES}
    aside = {"__init__", "__main__", "wheel_contents", "starter"}
    assert rooms - aside <= RANK.keys() == ROOMS.keys()


@pytest.mark.parametrize("page", ["architecture", "contributing"])
def test_what_the_guide_names_is_there(page: str) -> None:
    """Modules and folders in backquotes, as seen from the project, its code or its pages."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:\w+/)+[\w.]*)`", text))
    lost = [
        path
        for path in named
        for tried in [[ROOT / path, ROOT / "builder" / path, ROOT / "builder" / f"{path}.py"]]
        if not any(place.exists() for place in tried)
    ]
    assert named
    assert lost == []


def test_lines_of_templates_fit_a_screen() -> None:
    folder = ROOT / "builder/site"
    templates = [*folder.glob("templates/*.html"), *folder.glob("theme/*.html")]
    assert len(templates) > 20
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert long == []
