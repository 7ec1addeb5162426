"""The modules that `browser_judge` needs to judge in a browser."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from builder.rules.amendments import AMENDMENTS

ENTRY = "builder.site.trial.browser_judge"
PROGRAM = Path(__file__).parents[2]
OUTSIDE = ("yaml",)
FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:    .*\n|\n)+", re.MULTILINE)
IMPORT = re.compile(
    r"^ *(?:from ([a-z][\w.]*) import (\([^)]*\)|.*)|import ([a-z][\w.]*))", re.MULTILINE
)
WORD = re.compile(r"\w+")
DATA = (
    "draw/fonts/sans-bold.json", "draw/fonts/sans-sc.json", "draw/legend.json",
    "draw/small_map.css", "draw/symbols.json", "prose/reasons.json", "source/yaml_errors.yaml",
)  # fmt: skip


def python_files() -> dict[str, str]:
    """The text of every file by its path: our modules, others that they import, and their data.

    All amendments are included, because the rulebook loads them by name.
    """
    found: dict[str, str] = {}
    modules = {path.partition(".")[0] for path in AMENDMENTS.values()}
    waiting = ["builder.site.trial", ENTRY, *(f"builder.rules.amendments.{m}" for m in modules)]
    while waiting:
        for path in _files(waiting.pop()):
            name = path.relative_to(PROGRAM.parent).as_posix()
            if name not in found:
                found[name] = path.read_text(encoding="utf-8")
                waiting += imported(found[name])
    for package in OUTSIDE:
        home = Path(import_module(package).__file__ or "").parent
        for path in sorted(home.glob("*.py")):
            found[f"{package}/{path.name}"] = path.read_text(encoding="utf-8")
    for name in DATA:
        found[f"builder/{name}"] = (PROGRAM / name).read_text(encoding="utf-8")
    return dict(sorted(found.items()))


@cache
def packed_text() -> str:
    """All these files as JSON."""
    return json.dumps(python_files(), ensure_ascii=False, separators=(",", ":"))


def imported(text: str) -> Iterator[str]:
    """Every name that a module imports when it runs, and its parent packages."""
    for module, names, alone in IMPORT.findall(FOR_TYPES.sub("", text)):
        for name in (alone, module, *(f"{module}.{word}" for word in WORD.findall(names))):
            parts = name.split(".")
            yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _files(dotted: str) -> list[Path]:
    """The file of a module of ours; none if the name is not that of one."""
    place = PROGRAM.parent.joinpath(*dotted.split("."))
    found = (place.with_suffix(".py"), place / "__init__.py")
    return [path for path in found if place.is_relative_to(PROGRAM) and path.is_file()]
