"""The kinds of files in an archive, and how each is read when it is checked."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from importlib import import_module
from pathlib import Path

from builder.archive import PRIVATE, Archive
from builder.archive_files import (
    COLLECTION,
    MAP_FILES,
    PICTURES,
    REGISTER,
    is_issue,
    issue_misplaced,
)
from builder.errors import ArchiveError
from builder.formats.boards import check_drawn
from builder.formats.cases import read_cases
from builder.formats.sentences import SentenceNames, read_sentences
from builder.record import Record, missing_orders
from builder.source.files import check_inside, read_bytes, shown_path
from builder.source.pictures import picture_fault

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
        raise ArchiveError(f"{file}: not read; games are NAME.yaml, boards {', '.join(MAP_FILES)}")


def read_variant(file: Path) -> None:
    """Read a variant with the sentences of its rules and its worked examples."""
    from builder.site.parts.worked_examples import blocks, read_example
    from builder.source.documents import text_of

    maps = Archive(file.parents[2])
    variant = maps.variant(file.parent.name)
    check_drawn(file.parents[1], variant.drawing, variant.setting.board)
    if (sentences := file.with_name("sentences.yaml")).exists():
        read_sentences_beside(sentences)
    for start, text in blocks(text_of(file)):
        read_example(str(file), start, text, maps.variant, file.parent.name)


def read_sentences_beside(file: Path) -> None:
    """Read the sentences of the rules of a variant, whose variant.yaml must be beside them."""
    from builder.selfplay.rule_appearances import words_of

    archive = Archive(file.parents[2])
    variant = archive.variant(file.parent.name)
    cases = file.parents[2] / "tests" / "cases" / file.parent.name
    names = SentenceNames(
        cases=_case_ids(cases, archive) if cases.is_dir() else None,
        rulings={ruling.id for ruling in variant.about.rulings},
        rules={number for number, _, _ in variant.about.rules},
        places={*variant.setting.board.provinces, *variant.setting.board.spare},
        words=words_of(variant.setting),
    )
    read_sentences(file, names)


def _case_ids(folder: Path, archive: Archive) -> set[str]:
    """The ids of all worked cases in a folder."""
    ids: set[str] = set()
    for path in folder.glob("*.yaml"):
        ids.update(case.id for case in read_cases(path, archive.variant))
    return ids


def _read_issue(file: Path, archive: Archive) -> None:
    """Read an issue and the seasons that it places; of a picture only how it begins."""
    from builder.formats.issues import read_issue
    from builder.site.artifacts import SiteSettings
    from builder.site.pages.issues import issue_page
    from builder.site.publishing.site import Site

    zines = next(folder for folder in file.parents if folder.name == "zines")
    name = file.relative_to(zines).as_posix()
    if why := issue_misplaced(name):
        raise ArchiveError(f"{file}: {why}")
    if file.suffix.lower() in PICTURES:
        if why := picture_fault(name, read_bytes(file)):
            raise ArchiveError(f"{file}: {why}")
    elif is_issue(name):
        issue = read_issue(file)
        placed = Site(archive, SiteSettings(drafts=True)).placed(issue)
        issue_page(issue, {name: replace(game, sheet=None) for name, game in placed.items()})


def is_game(file: Path) -> bool:
    """Is a file a game, by its name and place?"""
    return file.suffix == ".yaml" and file.name not in READERS and "zines" not in file.parts


def warnings(file: Path, archive: Archive) -> Iterator[str]:
    """What the keeper of a game should know of its file; nothing of other files. Raises
    ArchiveError for an ending or a vote that does not fit the course of the game, and for a phase
    whose orders are in no file."""
    if is_game(file):
        record = archive.game(file)
        _check_announced(record, archive)
        yield from _warnings(record, archive)


def _check_announced(record: Record, archive: Archive) -> None:
    """Raises ArchiveError if the orders of an announced phase are in no file. They are private, so
    that only the game master's computer has them: that with a private folder for the game."""
    if not (archive.root / PRIVATE / record.id).is_dir():
        return
    recorded = {phase.phase for phase in record.phases}
    title = archive.variant(record.variant).setting.calendar.title
    mistakes: list[str] = []
    for phase in record.to_come:
        if phase.phase not in recorded:
            path = shown_path(record.path)
            mistakes.append(missing_orders(path, title(phase.phase), phase))
    if mistakes:
        raise ArchiveError("\n".join(mistakes))


def _warnings(record: Record, archive: Archive) -> Iterator[str]:
    """Warnings for the keeper of a game. Git would publish the file with orders that are held back;
    or the results of a closed season differ from those sent out, because an order was changed or
    became impossible. Raises ArchiveError if the ending or a vote does not fit the course of the
    game."""
    if not (record.votes or record.is_kept_by_mail):
        return
    from builder.mails.inbox import exposed
    from builder.playback.endings import check_ending
    from builder.playback.replaying import replay
    from builder.prose.order_accounts import correction

    held = {*record._replace(to_come=()).held_back(date.today())}
    if held - {p.phase for p in record.to_come} and (why := exposed(Path(record.path))):
        yield why
    played = replay(archive.variant(record.variant), record)
    setting = played.variant.setting
    for stage in played.stages if record.is_kept_by_mail else ():
        if stage.recorded and (text := correction(stage.recorded, stage.turn, setting.board)):
            title = setting.calendar.title(stage.phase)
            yield f"{record.path}:{stage.recorded.line}: {title}: {text}"
    check_ending(record, archive.variant(record.variant))


READERS = {
    "board.yaml": "formats.boards:load_board",
    "names.yaml": "formats.language_lists:check_language_lists",
    "variant.yaml": "cli.file_readers:read_variant",
    "sentences.yaml": "cli.file_readers:read_sentences_beside",
    "drawing.yaml": "formats.forms:read_drawing",
    "map.svg": "draw.board_sheet:read_sheet",
    "opening-counts.json": "site.parts.openings:read_counts",
    COLLECTION: "formats.game_collections:read_collection",
    REGISTER: "site.parts.register:read_register",
}  # each is loaded when it is first used
