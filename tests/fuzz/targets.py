"""Every reader of what others write: good inputs for it, and how it is asked."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import samples

from builder.archive import Archive
from builder.draw.board_sheet import read_sheet
from builder.errors import ArchiveError
from builder.formats.boards import load_board
from builder.formats.cases import read_cases
from builder.formats.game.reading import read_game
from builder.formats.game.typed_orders import read_typed
from builder.formats.game.writing import write_game
from builder.formats.issues import read_issue
from builder.formats.variants import load_variant
from builder.imports.files import Unopened, documents
from builder.imports.importer import Imported, TextFile
from builder.imports.registry import IMPORTERS, import_document, importer
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.notation.notation import parse_order
from builder.playback.replaying import replay
from builder.site.parts.markdown_text import rendered
from builder.source.documents import decoded

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
SHORT = 6000  # characters of a seed: a mistake shows in short ones as well


class Target(NamedTuple):
    """A reader: `seeds` are good inputs, `run` raises ArchiveError for others and nothing else."""

    name: str
    seeds: Callable[[], list[bytes]]
    run: Callable[[bytes], object]
    structured: bool = False


@cache
def archive() -> Archive:
    return Archive.open(TESTS)


def files(*patterns: str) -> list[bytes]:
    found = [p.read_bytes() for pattern in patterns for p in sorted(ROOT.glob(pattern))]
    assert found, patterns
    return [data if len(data) < SHORT else _shortened(data) for data in found]


def _shortened(data: bytes) -> bytes:
    return data[:SHORT].rpartition(b"\n")[0] + b"\n"


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\0", "")


def game(data: bytes) -> None:
    """Read a game, play it, write it and read it back."""
    record = read_game(decoded(data, "games/standard/fuzz.yaml"), "fuzz.yaml", archive().variant)
    variant = archive().variant(record.variant)
    text = write_game(record, variant)
    read_game(text, "fuzz.yaml", archive().variant)
    if len(record.phases) < 4:
        replay(variant, record)


def board(data: bytes) -> None:
    in_file("board.yaml", data, load_board)


def variant(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        maps = Path(place)
        (maps / "standard").symlink_to(ROOT / "maps/standard")
        (maps / "fuzz").mkdir()
        (maps / "fuzz/variant.yaml").write_bytes(data)
        load_variant(maps, "fuzz")


def in_file(name: str, data: bytes, read: Callable[[Path], object]) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / name
        path.write_bytes(data)
        read(path)


def cases(data: bytes) -> None:
    in_file("cases.yaml", data, lambda path: read_cases(path, archive().variant))


def issue(data: bytes) -> None:
    in_file("issue.md", data, lambda path: rendered(read_issue(path).text))


def sheet(data: bytes) -> None:
    in_file("map.svg", data, read_sheet)


def drawing(data: bytes) -> None:
    from builder.cartography.drawing_file import load

    in_file("drawing.yaml", data, load)


def orders(data: bytes) -> None:
    setting = archive().variant("standard").setting
    for line in text_of(data).splitlines()[:50]:
        try:
            parse_order(line, setting, Phase(1901, "spring", "movement"), Power("France"))
        except ArchiveError as error:
            str(error)


def typed(data: bytes) -> None:
    setting = archive().variant("standard").setting
    read_typed(text_of(data), "typed.txt", setting, Phase(1901, "spring", "movement"))


def foreign(name: str, data: bytes) -> None:
    """Import with a named format, write the game and read it back."""
    document = TextFile("fuzz.txt", text_of(data))
    importer(name).recognises(document)

    def setting(which: str) -> object:
        return archive().variant(which).setting

    for found in import_document(document, setting, True, name):
        if isinstance(found, Imported):
            text = write_game(found.record, archive().variant(found.record.variant))
            read_game(text, f"{found.record.id}.yaml", archive().variant)


def packed(data: bytes) -> None:
    def read(path: Path) -> None:
        for found in documents(path):
            assert isinstance(found, Unopened | TextFile)

    in_file("fuzz.zip", data, read)


def packed_seeds() -> list[bytes]:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("one.txt", samples.REPORT)
        archive.writestr("two.json", json.dumps({"id": 1, "phases": []}))
    return [found.getvalue()]


def foreign_seeds() -> list[bytes]:
    texts = [v for k, v in vars(samples).items() if k.isupper() and isinstance(v, str)]
    return [text.encode() for text in texts] + corpus()


def corpus() -> list[bytes]:
    """A few real files of every kind, where they are at hand."""
    place = ROOT.parent / "shared" / "corpus"
    found: list[bytes] = []
    for kind in ("judge/**/*", "zine/**/*", "other/**/*", "json-diplomacy/**/*", "jdip/**/*"):
        paths = sorted(
            p for p in place.glob(kind) if p.is_file() and p.suffix not in (".xz", ".zip")
        )
        found += [
            _shortened(p.read_bytes()[: SHORT + 1]) for p in paths[:: max(1, len(paths) // 3)][:3]
        ]
    return found


def line_seeds() -> list[bytes]:
    return [
        b"A Par-Bur\nF Stp/sc S A Mun-Ber\nA Lon-Nwy via NTH\nF NTH C A Lon-Nwy\nA Par H",
        b"Fall 1901\nENGLAND: F Edi-NTH, F Lon-ENG\nA Lvp-Yor\nFrance: NMR\n-- \nx",
        b"Build A Par\nRemove F Lon\nWaives\nA Par - Bur (bounced)\nA Ber retreats to Kie",
    ]


def targets() -> Iterator[Target]:
    """All of them."""
    games = partial(files, "games/*/*.yaml", "tests/formats/game/everything.yaml")
    yield Target("game", games, game, structured=True)
    yield Target("board", partial(files, "maps/*/board.yaml"), board, structured=True)
    yield Target("variant", partial(files, "maps/*/variant.yaml"), variant, structured=True)
    yield Target("cases", partial(files, "tests/cases/*/*.yaml"), cases, structured=True)
    yield Target("issue", partial(files, "docs/zines/*.md", "docs/*.md"), issue)
    yield Target("sheet", sheet_seeds, sheet)
    yield Target("drawing", partial(files, "maps/*/drawing.yaml"), drawing, structured=True)
    yield Target("orders", line_seeds, orders)
    yield Target("typed", line_seeds, typed)
    yield Target("packed", packed_seeds, packed)
    for one in IMPORTERS:
        yield Target(f"foreign-{one.name}", foreign_seeds, partial(foreign, one.name))


def sheet_seeds() -> list[bytes]:
    return [p.read_bytes() for p in sorted(ROOT.glob("maps/*/map.svg"))]
