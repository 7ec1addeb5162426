"""The pages on which readers try other orders, and the files that their worker loads."""

import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.draw.phase_map import PhaseMap
from builder.draw.shared_board import inline_map, pressable_provinces
from builder.formats.cases import write_case
from builder.formats.variant_data import write_variant
from builder.provided import map_file
from builder.rules.editions import EDITIONS
from builder.site.addresses import board as board_address
from builder.site.artifacts import Artifact, digest
from builder.site.parts.downloads import report_address
from builder.site.parts.player import small_layer
from builder.site.templating import page
from builder.site.trial.python_files import packed_text
from builder.variant import Variant

HERE = Path(__file__).with_name("interpreter")
PLACE = "assets/engine/"
COPIED = ("pyodide.js", "engine.json", "LICENSE.txt")
PACKED = ("pyodide.asm.wasm", "python_stdlib.zip")
OUTLINE = re.compile(r' d="[^"]*"')
METADATA = re.compile(r'<metadata id="chancery">.*?</metadata>', re.DOTALL)


def trial_pages(
    variants: Sequence[Variant],
    sheet: Callable[[Variant], BoardSheet | None],
    maps: Path,
    report_to: str = "",
) -> Iterator[Artifact]:
    """A page for each variant, `try/<variant>/`, its data, and the interpreter for all of them.

    `report_to` is the address for reports of mistakes, as in `SiteSettings`.
    """
    files = _engine()
    engine = {
        **_engine_data(files),
        "base": f"../../{PLACE}",
        "variants": [v.name for v in variants],
    }
    for variant in variants:
        yield _page(variant, sheet(variant), json.dumps(engine), report_to)
        yield Artifact(f"try/{variant.name}/variant.json", write_variant(variant))
    for name in sorted({v.drawing or v.name for v in variants if sheet(v)}):
        drawn = map_file(maps, name, "map.svg").read_text(encoding="utf-8")
        yield Artifact(f"try/{name}/sheet.svg", _places(drawn))
    for name, content in files.items():
        yield Artifact(PLACE + name, content)


def _page(variant: Variant, sheet: BoardSheet | None, engine: str, report_to: str) -> Artifact:
    drawn = ""
    if sheet is not None:
        drawn = inline_map(
            sheet,
            PhaseMap((), (), (), {}, {}),
            f"../../{board_address(variant.name)}",
            title=f"Map: {variant.about.title}",
            description="The list of orders beside this map says the same in words.",
            codes=small_layer(sheet, variant.setting) + pressable_provinces(sheet),
        )
    return page(
        f"try/{variant.name}/index.html",
        "try.html",
        variant=variant,
        board=Markup(drawn),
        engine=engine,
        case=write_case(variant, variant.setting.start),
        editions=list(EDITIONS),
        report=report_address(
            f"Judged orders of {variant.about.title}", "Page: THIS-PAGE\n", report_to
        ),
    )


def _places(drawn: str) -> str:
    """A map.svg without its outlines: where things stand, and which shapes can be tinted."""
    metadata = METADATA.search(drawn)
    found = re.search(r'^<g id="provinces".*?(?=^<g id=)', drawn, re.DOTALL | re.MULTILINE)
    assert metadata is not None, "the sheet was read before"
    assert found is not None, "it has provinces"
    return f"<svg>{metadata[0]}\n{OUTLINE.sub('', found[0])}</svg>"


def _engine() -> dict[str, bytes]:
    """The interpreter's files for the site; files that the worker unpacks end in `.pack`."""
    files = {f"{name}.pack": (HERE / f"{name}.gz").read_bytes() for name in PACKED}
    files["chancery.json.pack"] = gzip.compress(packed_text().encode(), 9, mtime=0)
    files["pyodide.asm.js"] = gzip.decompress((HERE / "pyodide.asm.js.gz").read_bytes())
    return files | {name: (HERE / name).read_bytes() for name in COPIED}


def _engine_data(files: Mapping[str, bytes]) -> dict[str, object]:
    """What a page tells its worker about the engine; the name changes with any of its files."""
    packed = {name: len(content) for name, content in files.items() if name.endswith(".pack")}
    made = json.loads(files["engine.json"])
    key = digest(f"{made['files']} {packed_text()}")[:12]
    return {
        "name": f"chancery-engine-{made['version']}-{key}",
        "sizes": {name.removesuffix(".pack"): size for name, size in packed.items()},
        "lock": made["lock"],
    }
