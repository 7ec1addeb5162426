"""Every reader of what others write: good inputs for it, and how it is asked."""

from __future__ import annotations

import io
import json
import random
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import month_of_mails
import samples
import strange_mails
import yaml

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
from builder.mails.acknowledgement import account_without_orders, acknowledgement
from builder.mails.answers import read_answer
from builder.mails.due_season import DueSeason, due_season
from builder.mails.gathering import AnsweredMail, ReadMail, sheet_of
from builder.mails.inbox import Envelope, KeptMail
from builder.mails.mail_files import mails_in
from builder.mails.message import read_message
from builder.mails.outgoing import new_message
from builder.mails.passages import passages
from builder.mails.press import take_press
from builder.mails.reading import read_mail
from builder.mails.subjects import is_forwarded, phase_of_subject
from builder.mails.votes import take_votes
from builder.model.calendar import Phase
from builder.model.units import Power
from builder.notation.notation import parse_order
from builder.playback.replaying import replay
from builder.record import Record
from builder.site.parts.markdown_text import rendered
from builder.source.documents import decoded

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
SHORT = 900  # characters of a seed: a mistake shows in short ones as well, and many more are tried
ALIKE = 3  # short seeds of one long file


class Target(NamedTuple):
    """A reader: `seeds` are good inputs, `run` raises ArchiveError for others and nothing else."""

    name: str
    seeds: Callable[[], list[bytes]]
    run: Callable[[bytes], object]
    structured: bool = False


@cache
def archive() -> Archive:
    return Archive.open(TESTS)


@cache
def files(*patterns: str) -> list[bytes]:
    found = [p.read_bytes() for pattern in patterns for p in sorted(ROOT.glob(pattern))]
    assert found, patterns
    return [short for data in found for short in shortened(data)]


@cache
def structures(*patterns: str) -> list[bytes]:
    """Files in YAML with a few entries of each list and mapping: short, and good throughout."""
    trees = [
        yaml.load(path.read_bytes(), yaml.CBaseLoader)
        for pattern in patterns
        for path in sorted(ROOT.glob(pattern))
    ]
    return [
        yaml.dump(_pruned(tree, random.Random(n)), allow_unicode=True, sort_keys=False).encode()
        for tree in trees
        for n in range(ALIKE)
    ]


def _pruned(tree: Any, chance: random.Random, depth: int = 0) -> Any:
    """Of each list two entries, of each mapping four, of the outermost all, of each text four
    lines."""
    if not isinstance(tree, dict | list):
        return "\n".join(tree.split("\n")[:4]) if isinstance(tree, str) else tree
    pairs = [*tree.items()] if isinstance(tree, dict) else [*enumerate(tree)]
    most = min(4 if isinstance(tree, dict) else 2, len(pairs)) if depth else len(pairs)
    kept = {key for key, _ in chance.sample(pairs, most)}
    chosen = [(key, _pruned(below, chance, depth + 1)) for key, below in pairs if key in kept]
    return dict(chosen) if isinstance(tree, dict) else [below for _, below in chosen]


def shortened(data: bytes) -> list[bytes]:
    """A long text as short ones: its head, with a stretch from further on; JSON stays whole."""
    if len(data) < 2 * SHORT:
        return [data]
    try:
        tree = json.loads(data)
        return [json.dumps(_pruned(tree, random.Random(n))).encode() for n in range(ALIKE)]
    except ValueError:
        pass
    head, rest = data[: SHORT // 3].rpartition(b"\n")[0] + b"\n", data[SHORT // 3 :]
    steps = range(0, len(rest) - SHORT, max(1, (len(rest) - SHORT) // ALIKE))
    return [head + rest[at : at + SHORT].partition(b"\n")[2] for at in [*steps][:ALIKE]]


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\0", "")


def game(data: bytes) -> str:
    """Read a game, play it, write it and read it back; what was written."""
    record = read_game(decoded(data, "games/standard/fuzz.yaml"), "fuzz.yaml", archive().variant)
    variant = archive().variant(record.variant)
    text = write_game(record, variant)
    read_game(text, "fuzz.yaml", archive().variant)
    if len(record.phases) < 4:
        replay(variant, record)
    return text


def board(data: bytes) -> object:
    return in_file("board.yaml", data, load_board)


def variant(data: bytes) -> object:
    with tempfile.TemporaryDirectory() as place:
        maps = Path(place)
        (maps / "fuzz").mkdir()
        (maps / "fuzz/variant.yaml").write_bytes(data)
        return load_variant(maps, "fuzz")


def in_file(name: str, data: bytes, read: Callable[[Path], object]) -> object:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / name
        path.write_bytes(data)
        return read(path)


def cases(data: bytes) -> object:
    return in_file("cases.yaml", data, lambda path: read_cases(path, archive().variant))


def issue(data: bytes) -> object:
    return in_file("issue.md", data, lambda path: rendered(read_issue(path).text))


def sheet(data: bytes) -> object:
    return in_file("map.svg", data, read_sheet)


def drawing(data: bytes) -> object:
    from builder.formats.forms import read_drawing

    return in_file("drawing.yaml", data, read_drawing)


def orders(data: bytes) -> None:
    setting = archive().variant("standard").setting
    for line in text_of(data).splitlines()[:50]:
        try:
            parse_order(line, setting, Phase(1901, "spring", "movement"), Power("France"))
        except ArchiveError as error:
            str(error)


def typed(data: bytes) -> object:
    setting = archive().variant("standard").setting
    return read_typed(text_of(data), "typed.txt", setting, Phase(1901, "spring", "movement"))


@cache
def due() -> DueSeason:
    """The first season of a game."""
    return due_season(archive().variant("standard"), Record("", "Fuzz", "standard", ()))


def mail(data: bytes) -> object:
    """Open a mail and take it apart, as far as its orders."""
    message = read_message(data)
    found = passages(message.text, message.sender, is_forwarded(message.subject), is_short)
    rows = [*found.own, *found.forwarded]
    names = due().setting.power_names
    without_press = take_press(rows, names, is_short)
    others, votes = take_votes(without_press.rows)
    return read_answer(others), votes, phase_of_subject(message.subject, due().setting.calendar)


def is_short(row: str) -> bool:
    """Is a line an order? That is asked of another reader here."""
    return len(row) < 12


def answer(data: bytes) -> object:
    """Read a mail of a player with its orders, answer it, and read the answer."""
    message = read_message(data)
    power = Power("France")
    reading = read_mail(due(), message, "fuzz.eml", power)
    kept = KeptMail(Path("001-france.eml"), 1, Envelope(datetime(2026, 11, 27, tzinfo=UTC)))
    found = ReadMail(kept, message, power, reading)
    answered = AnsweredMail(found, sheet_of(reading, guesses=True))
    text = acknowledgement(due(), power, answered) + account_without_orders(due(), answered)
    sent = new_message(f"Re: {message.subject}", text, [message.sender], answered=message.id)
    head, _, _ = sent.partition(b"\r\n\r\n")
    assert b"\nBcc:" not in head
    assert not read_message(sent).fault
    return text


def mbox(data: bytes) -> int:
    """Take an mbox apart; no byte is lost."""
    mails = [*mails_in(io.BytesIO(data), len(data))]
    assert b"".join(mail.data for mail in mails) == data
    return len(mails)


def mail_seeds() -> list[bytes]:
    """Sound, odd and hostile mails, and those of the game master's months."""
    found = [*strange_mails.SOUND.values(), *strange_mails.FORGED.values()]
    found += [data for data in strange_mails.UNREAD.values() if len(data) < 60_000]
    for season in month_of_mails.SEASONS:
        found += [one.data(day) for day, one in enumerate(season.mails)]
    for folder in ("findings/mails/hostile", "findings/mails/players", "writing/open/mails"):
        paths = sorted((ROOT.parent / "shared" / folder).glob("*.eml"))
        found += [path.read_bytes() for path in paths]
    return found


def mbox_seeds() -> list[bytes]:
    """A few mails in one file."""
    mark = b"From a@b.c Thu Nov 26 20:00:00 2026\n"
    mails = [data for data in mail_seeds() if len(data) < 3000]
    return [mark + mark.join(mails[at : at + 3]) for at in range(0, len(mails), 3)]


def foreign(name: str, data: bytes) -> list[str]:
    """Import with a named format, write the games and read them back; what was written."""
    document = TextFile("fuzz.txt", text_of(data))
    texts = []
    importer(name).recognises(document)

    def setting(which: str) -> object:
        return archive().variant(which).setting

    for found in import_document(document, setting, True, name):
        if isinstance(found, Imported):
            text = write_game(found.record, archive().variant(found.record.variant))
            read_game(text, f"{found.record.id}.yaml", archive().variant)
            texts.append(text)
    return texts


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


TABLE = """game,phase,power,order,as typed,recorded
fuzz,S1901M,France,A Par-Bur,A Par-Bur,bounced
fuzz,S1901M,Germany,A Mun-Bur,Mun to Burgundy,bounced
fuzz,W1901A,France,Build F Bre,,
"""
ORDER = {
    "countryID": 2, "terrID": 46, "unitType": "Army", "type": "Move", "toTerrID": 48,
    "fromTerrID": 0, "viaConvoy": "No", "success": "No", "dislodged": "No",
}  # fmt: skip
UNIT = {"unitType": "Army", "retreating": "No", "terrID": 46, "countryID": 2}
PHASE = {"turn": 0, "phase": "Diplomacy", "units": [UNIT], "orders": [ORDER],
         "centers": [{"terrID": 46, "countryID": 2}]}  # fmt: skip
WEBDIPLOMACY = json.dumps(
    {"gameID": 1, "variantID": 1, "gameOver": "Won", "phases": [PHASE, PHASE | {"turn": 1}]}
)


@cache
def foreign_seeds(name: str) -> list[bytes]:
    """Texts of every foreign format; those that the importer recognises are there five times."""
    texts = [v.encode() for k, v in vars(samples).items() if k.isupper() and isinstance(v, str)]
    every = [
        short
        for text in (*texts, TABLE.encode(), WEBDIPLOMACY.encode(), *corpus())
        for short in shortened(text)
    ]
    own = [t for t in every if importer(name).recognises(TextFile("seed.txt", text_of(t)))]
    return own * 4 + every


@cache
def corpus() -> list[bytes]:
    """A few real files of every kind, where they are at hand."""
    place = ROOT.parent / "shared" / "corpus"
    found: list[bytes] = []
    for kind in (
        "judge/**/*",
        "zine/**/*",
        "other/**/*",
        "json-diplomacy/**/*",
        "json-diplomacy/webdip-network/*",
        "jdip/**/*",
    ):
        paths = sorted(
            p for p in place.glob(kind) if p.is_file() and p.suffix not in (".xz", ".zip")
        )
        found += [path.read_bytes() for path in paths[:: max(1, len(paths) // 9)][:9]]
    return [data for data in found if len(data) < 400_000]


def line_seeds() -> list[bytes]:
    return [
        b"A Par-Bur\nF Stp/sc S A Mun-Ber\nA Lon-Nwy via NTH\nF NTH C A Lon-Nwy\nA Par H",
        b"Fall 1901\nENGLAND: F Edi-NTH, F Lon-ENG\nA Lvp-Yor\nFrance: NMR\n-- \nx",
        b"Build A Par\nRemove F Lon\nWaives\nA Par - Bur (bounced)\nA Ber retreats to Kie",
    ]


def targets() -> Iterator[Target]:
    """All of them."""
    games = partial(structures, "games/*/*.yaml", "tests/formats/game/everything.yaml")
    yield Target("game", games, game, structured=True)
    yield Target("board", partial(structures, "maps/*/board.yaml"), board, structured=True)
    yield Target("variant", partial(structures, "maps/*/variant.yaml"), variant, structured=True)
    yield Target("cases", partial(structures, "tests/cases/*/*.yaml"), cases, structured=True)
    yield Target("issue", partial(files, "docs/zines/*.md", "docs/*.md"), issue)
    yield Target("sheet", sheet_seeds, sheet)
    yield Target("drawing", partial(structures, "maps/*/drawing.yaml"), drawing, structured=True)
    yield Target("orders", line_seeds, orders)
    yield Target("typed", line_seeds, typed)
    yield Target("mail", mail_seeds, mail)
    yield Target("answer", mail_seeds, answer)
    yield Target("mbox", mbox_seeds, mbox)
    yield Target("packed", packed_seeds, packed)
    for one in IMPORTERS:
        yield Target(
            f"foreign-{one.name}",
            partial(foreign_seeds, one.name),
            partial(foreign, one.name),
            structured=one.name in ("webdiplomacy", "saved-game"),
        )


def sheet_seeds() -> list[bytes]:
    """Drawings of boards with a few elements in each of their groups."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    found = []
    for path in sorted(ROOT.glob("maps/*/map.svg")):
        tree = ElementTree.parse(path).getroot()
        for group in tree.iter():
            del group[3 if group is not tree and len(group) > 8 else 60 :]
        found.append(ElementTree.tostring(tree))
    return found
