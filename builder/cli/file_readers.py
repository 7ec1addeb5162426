"""The kinds of files in an archive, and how each is read when it is checked."""

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from builder.archive import REGISTER, Archive
from builder.errors import ArchiveError
from builder.formats.boards import check_drawn
from builder.formats.cases import read_cases
from builder.formats.sentences import read_sentences
from builder.source.files import check_inside

GAME = re.compile(r"games/(?:[\w-]+/)*[^/]+\.yaml")
CASES = re.compile(r"tests/cases/(?:[\w-]+/)*[\w-]+\.yaml")


def read(file: Path, archive: Archive) -> None:
    """Read one file by its name; raises ArchiveError for a file with mistakes."""
    if not (file.exists() or file.is_symlink()):
        raise ArchiveError(f"{file}: no such file or folder")
    if archive.root in file.absolute().parents:
        check_inside(archive.root, file)
    if "zines" in file.parts[:-1]:
        _read_issue(file, archive)
    elif file.name in READERS:
        module, name = READERS[file.name].split(":")
        getattr(import_module(f"builder.{module}"), name)(file)
    elif file.suffix == ".yaml":
        archive.game(file)
    else:
        raise ArchiveError(f"{file}: not read; games are NAME.yaml, boards {', '.join(READERS)}")


def read_variant(file: Path) -> None:
    """Read a variant with the sentences of its rules and its worked examples."""
    from builder.site.parts.worked_examples import blocks, read_example
    from builder.source.documents import text_of

    maps = Archive(file.parents[2])
    variant = maps.variant(file.parent.name)
    check_drawn(file.parents[1], variant.drawing, variant.setting.board)
    if (sentences := file.with_name("sentences.yaml")).exists():
        cases = file.parents[2] / "tests" / "cases" / file.parent.name
        found = (case for path in cases.glob("*.yaml") for case in read_cases(path, maps.variant))
        read_sentences(sentences, {case.id for case in found} if cases.is_dir() else None)
    for start, text in blocks(text_of(file)):
        read_example(str(file), start, text, maps.variant, file.parent.name)


def _read_issue(file: Path, archive: Archive) -> None:
    """Read an issue and the seasons that it places; pictures beside issues are not read."""
    from builder.formats.issues import issue_files, read_issue
    from builder.site.artifacts import SiteSettings
    from builder.site.build.site import Site
    from builder.site.pages.issues import issue_page

    zines = next(folder for folder in file.parents if folder.name == "zines")
    issues, strange = issue_files(zines)
    if file in strange:
        raise ArchiveError(f"{file}: not published; only issues (NAME.md) and pictures belong here")
    if file in issues.values():
        issue = read_issue(file)
        placed = Site(archive, SiteSettings(drafts=True)).placed([issue])
        issue_page(issue, {name: replace(game, sheet=None) for name, game in placed.items()})


READERS = {
    "board.yaml": "formats.boards:load_board",
    "names.yaml": "formats.language_lists:check_language_lists",
    "variant.yaml": "cli.file_readers:read_variant",
    "sentences.yaml": "formats.sentences:read_sentences",
    "drawing.yaml": "formats.forms:read_drawing",
    "map.svg": "draw.board_sheet:read_sheet",
    "opening-counts.json": "site.parts.openings:read_counts",
    REGISTER: "site.parts.register:read_register",
}  # each is loaded when it is first used
