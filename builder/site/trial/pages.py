"""The pages on which readers try other orders, and the files that their worker loads."""

import ast
import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.draw.phase_map import PhaseMap
from builder.draw.shared_board import pressable_provinces
from builder.formats.cases import write_case
from builder.formats.variant_data import write_variant
from builder.rules.amendments import AMENDMENTS
from builder.rules.editions import EDITIONS
from builder.site.addresses import report_address
from builder.site.artifacts import Artifact, digest
from builder.site.compression import gzipped
from builder.site.parts.player import map_beside_list
from builder.site.templating import page
from builder.site.trial.start_answers import start_answers
from builder.source.files import read_whole
from builder.variant import Variant

HERE = Path(__file__).with_name("interpreter")
PLACE = "assets/engine/"
COPIED = ("pyodide.js", "engine.json", "LICENSE.txt")
PACKED = ("pyodide.asm.wasm", "python_stdlib.zip")
OUTLINE = re.compile(r' d="[^"]*"')
METADATA = re.compile(r'<metadata id="chancery">.*?</metadata>', re.DOTALL)
PROVINCES = re.compile(r'^<g id="provinces".*?(?=^<g id=)', re.DOTALL | re.MULTILINE)
ENTRY = "builder.site.trial.browser_judge"
PROGRAM = Path(__file__).parents[2]
OUTSIDE = ("yaml",)
READS_ONLY = {  # the half of it that writes is left out, and a binding to a library in C
    "yaml/cyaml.py": None,
    "yaml/dumper.py": "BaseDumper = SafeDumper = Dumper = None\n",
    "yaml/emitter.py": None,
    "yaml/representer.py": None,
    "yaml/serializer.py": None,
}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:    .*\n|\n)+", re.MULTILINE)
IMPORT = re.compile(
    r"^ *(?:from ([a-z][\w.]*) import (\([^)]*\)|.*)|import ([a-z][\w.]*))", re.MULTILINE
)
WORD = re.compile(r"\w+")
DATA = (
    "draw/fonts/sans-bold.json", "draw/fonts/sans-sc.json", "draw/legend.json",
    "draw/small_map.css", "draw/symbols.json", "notation/words.yaml", "prose/reasons.json",
    "source/yaml_errors.yaml",
)  # fmt: skip


def list_of_trials(variants: Sequence[Variant]) -> Artifact:
    """The page that lists the variants."""
    return page("try/index.html", "tries.html", variants=variants)


def trial_page(
    variant: Variant,
    sheet: BoardSheet | None,
    variants: Sequence[str],
    engine: Mapping[str, object],
    report_to: str = "",
) -> Iterator[Artifact]:
    """The page of a variant, `try/<variant>/`, and its data. `variants` are the names of all,
    `engine` is the `engine_data`, `report_to` is the address for reports of mistakes, as in
    `SiteSettings`."""
    data = {**engine, "base": f"../../{PLACE}", "variants": [*variants]}
    yield _page(variant, sheet, json.dumps(data), report_to)
    yield Artifact(f"try/{variant.name}/variant.json", write_variant(variant))
    yield Artifact(f"try/{variant.name}/start.json", start_answers(variant, sheet))


def places_on_sheet(name: str, drawing: Path) -> Artifact:
    """What the worker reads of a board's drawing."""
    drawn = read_whole(drawing).decode("utf-8")
    return Artifact(f"try/{name}/sheet.svg", _places(drawn))


def engine_files() -> Iterator[Artifact]:
    """The interpreter, for the pages of all variants."""
    for name, content in _engine().items():
        yield Artifact(PLACE + name, content)


def _page(variant: Variant, sheet: BoardSheet | None, engine: str, report_to: str) -> Artifact:
    drawn = ""
    if sheet is not None:
        empty_phase = PhaseMap((), (), (), {}, {})
        pressable = pressable_provinces(sheet)
        drawn = map_beside_list(variant, sheet, empty_phase, variant.about.title, pressable)
    return page(
        f"try/{variant.name}/index.html",
        "try.html",
        variant=variant,
        board=Markup(drawn),
        engine=engine,
        case=write_case(variant, variant.setting.start),
        report=report_address(
            f"Judged orders of {variant.about.title}", "Page: THIS-PAGE\n", report_to
        ),
        editions=EDITIONS,
    )


def _places(drawn: str) -> str:
    """A map.svg without its outlines: where things stand, and which shapes can be tinted."""
    metadata = METADATA.search(drawn)
    provinces = PROVINCES.search(drawn)
    assert metadata is not None, "the sheet was read before"
    assert provinces is not None, "it has provinces"
    return f"<svg>{metadata[0]}\n{OUTLINE.sub('', provinces[0])}</svg>"


def engine_data() -> dict[str, object]:
    """What a page tells its worker about the engine; the name changes with any of its files."""
    files = _engine()
    packed = {name: len(content) for name, content in files.items() if name.endswith(".pack")}
    made = json.loads(files["engine.json"])
    key = digest(f"{made['files']} {packed_text()}")[:12]
    return {
        "name": f"chancery-engine-{made['version']}-{key}",
        "sizes": {name.removesuffix(".pack"): size for name, size in packed.items()},
        "lock": made["lock"],
    }


@cache
def _engine() -> dict[str, bytes]:
    """The interpreter's files for the site; files that the worker unpacks end in `.pack`."""
    files = {f"{name}.pack": (HERE / f"{name}.gz").read_bytes() for name in PACKED}
    files["chancery.json.pack"] = gzipped(packed_text().encode())
    files["pyodide.asm.js"] = gzip.decompress((HERE / "pyodide.asm.js.gz").read_bytes())
    return files | {name: (HERE / name).read_bytes() for name in COPIED}


def python_files() -> dict[str, str]:
    """The text of every file by its path: our modules, others that they import, and their data. All
    amendments are included, because the rulebook loads them by name."""
    texts: dict[str, str] = {}
    modules = {path.partition(".")[0] for path in AMENDMENTS.values()}
    waiting = ["builder.site.trial", ENTRY, *(f"builder.rules.amendments.{m}" for m in modules)]
    while waiting:
        for path in _files(waiting.pop()):
            name = path.relative_to(PROGRAM.parent).as_posix()
            if name not in texts:
                text = path.read_text(encoding="utf-8")
                texts[name] = without_docstrings(text) if path.suffix == ".py" else text
                waiting += imported(texts[name])
    for package in OUTSIDE:
        home = Path(import_module(package).__file__ or "").parent
        for path in sorted(home.glob("*.py")):
            name = f"{package}/{path.name}"
            part = READS_ONLY.get(name, path.read_text(encoding="utf-8"))
            if part is not None:
                texts[name] = part
    for name in DATA:
        texts[f"builder/{name}"] = (PROGRAM / name).read_text(encoding="utf-8")
    return dict(sorted(texts.items()))


def without_docstrings(text: str) -> str:
    """A module without its docstrings, which nobody reads in a browser. Its lines keep their
    numbers. The text is cut where the parser finds them; writing the parsed module again would give
    other bytes with other versions of Python."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, DOCUMENTED) or ast.get_docstring(node, clean=False) is None:
            continue
        docstring = node.body[0]
        first = docstring.lineno - 1
        last = docstring.end_lineno or docstring.lineno
        alone = len(node.body) == 1
        lines[first:last] = [""] * (last - first)
        lines[first] = " " * docstring.col_offset + "pass" if alone else ""
    return "\n".join(lines)


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
    possible = (place.with_suffix(".py"), place / "__init__.py")
    return [path for path in possible if place.is_relative_to(PROGRAM) and path.is_file()]
