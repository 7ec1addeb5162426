"""`chancery new`: begin an archive, a game, a variant or an issue of a zine."""

import json
import re
import shutil
from contextlib import suppress
from datetime import date
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from string import Template
from uuid import uuid4

import click

from builder import __version__
from builder.archive import Archive
from builder.cli import command
from builder.cli.open_game import GameTexts, OpenGame, open_game
from builder.cli.options import flag, game_argument
from builder.errors import ArchiveError
from builder.formats.game import read_game, write_game
from builder.formats.game.editing import GameText
from builder.mails.mime.headers import address_in, name_in
from builder.mails.senders import Sender
from builder.model.calendar import Phase
from builder.model.units import Power
from builder.provided import PROVIDED
from builder.record import Record
from builder.source.files import create_durably
from builder.source.scalars import identifier
from builder.variant import Variant

STARTER = Path(__file__).parents[1] / "starter"
SAMPLES = Path(__file__).parents[1] / "starter-variant"
NAME = re.compile(r"[\w.-]+")
ELSEWHERE = {"gitignore": ".gitignore", "workflow.yml": ".github/workflows/site.yml"}


@click.group("new", short_help="Begin an archive, a game, a variant or a zine issue.")
def new_command() -> None:
    """Begin an archive, a game, a variant or a zine issue: write files to be filled in."""


_begins = partial(command, status=1, group=new_command)


@_begins("archive", "chancery new archive games")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--title", default="", help="The archive's name, where it is not the folder's.")
@flag("--demo", help="Copy the games that come with the program as well.")
def new_archive(folder: Path, title: str, demo: bool) -> None:
    """Write an archive into the empty or new folder DIR: settings, one small game, an issue."""
    title = title or folder.resolve().name
    if not title.isprintable():
        raise ArchiveError(f"{title!r} cannot be a title: it has characters that do not print")
    if folder.exists() and any(folder.iterdir()):
        raise ArchiveError(f"{folder} is not empty")
    words = {
        "title": title,
        "quoted": json.dumps(title, ensure_ascii=False),
        "numbered": json.dumps(f"{title}, number 1", ensure_ascii=False),
        "today": date.today().isoformat(),
        "uuid": str(uuid4()),
        "pinned": " ".join(pinned_packages()),
    }
    for path in sorted(path for path in STARTER.rglob("*") if path.is_file()):
        name = path.relative_to(STARTER).as_posix()
        place = folder / ELSEWHERE.get(name, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        text = Template(path.read_text(encoding="utf-8")).substitute(words)
        place.write_text(text, encoding="utf-8")
    if demo:
        shutil.copytree(PROVIDED / "games", folder / "games", dirs_exist_ok=True)
    click.echo(f"{folder}: an archive with one game\nBuild it:  cd {folder} && chancery build")


def pinned_packages() -> list[str]:
    """This program and what it needs, each at the version that is installed here."""
    pinned = [f"chancery=={__version__}"]
    with suppress(PackageNotFoundError):  # where the program runs without being installed
        for needed in sorted(requires("chancery") or ()):
            name = NAME.match(needed)
            if name and "extra ==" not in needed:
                pinned.append(f"{name[0]}=={version(name[0])}")
    return pinned


@_begins("game", "chancery new game 2026a --variant standard")
@click.argument("name")
@click.option("--variant", default="standard", show_default=True, help="What is played.")
@click.option("--title", default="", help="The game's name, where it is not its id.")
@click.option("--gm", default="", help="Who runs it.")
def new_game(name: str, variant: str, title: str, gm: str) -> None:
    """Write games/<variant>/NAME.yaml, ready for the first orders."""
    archive = Archive.open(Path.cwd())
    played = archive.variant(variant)
    path_of_game = {path.stem: path for path in archive.game_paths}
    place = path_of_game.get(name) or archive.games_folder / played.name / f"{name}.yaml"
    players = dict.fromkeys(played.setting.powers, "?")
    day = date.today().isoformat()
    record = Record("", title or name, played.name, (), gm=gm or "?", created=day, players=players)
    _write(place, name, write_game(record, played))
    example = f"chancery new player {name} '{played.setting.powers[0]}: Ann <ann@example.org>'"
    click.echo(f"{place}\nName the players:  {example}\nThen:  chancery receive {name} mails/")


@_begins("player", "chancery new player 2026a 'Italy: Ann Bell <ann@example.org>' 'Turkey: Bob'")
@game_argument()
@click.argument("players", nargs=-1, required=True)
def new_player(game: str, players: tuple[str, ...]) -> None:
    """Write who plays a power of GAME from the season that is due, `POWER: NAME <ADDRESS>`.

    The name is written into the game's file, unless the game is anonymous; the address, which
    is private, into .chancery/GAME/senders.txt.
    """
    with open_game(game) as opened:
        for player in players:
            _name_player(opened, player)
            opened = opened.reopened()


def _name_player(opened: OpenGame, player: str) -> None:
    """Write one player's name and address."""
    word, _, who = player.partition(":")
    power = Power(opened.setting.power_names.find(word.strip()))
    address = address_in(who)
    name = name_in(who) if address else who.strip()
    if "@" in who and not address:
        raise ArchiveError(f"no address: {who.strip()}; write 'Italy: Ann Bell <ann@example.org>'")
    if name and not opened.record.secrecy:
        shown = _with_predecessor(opened, power, name)
        text = GameText(opened.public.text, opened.setting, opened.public.name)
        changed = text.with_player(power, shown)
        read_game(changed, opened.record.path, opened.archive.variant, opened.private.text)
        opened.write(GameTexts(changed, opened.private.text))
    if address:
        present = opened.record.players[power].rpartition(", ")[2].partition(" from ")[0]
        new = Sender(address, power, name)
        listed = opened.inbox.senders.with_player(new, present, opened.due.position.phase)
        opened.inbox.write("senders.txt", listed.encode())


def _with_predecessor(opened: OpenGame, power: Power, name: str) -> str:
    """The players of a power: one who joins a game that has begun comes after another."""
    before = opened.record.players[power]
    if before == "?" or not opened.record.phases:
        return name
    return f"{before}, {name} from {opened.due.title.replace(',', '')}"


@_begins("variant", "chancery new variant fleet-rome")
@click.argument("name")
@click.option("--extends", default="standard", show_default=True, help="What it changes.")
@click.option("--title", default="", help="The variant's name, where it is not its id.")
@flag("--board", help="Write a board.yaml as well, a patch on that board.")
def new_variant(name: str, extends: str, title: str, board: bool) -> None:
    """Write maps/NAME/: a variant.yaml with comments, and the sentences of its rule text; and
    tests/cases/NAME/NAME.yaml: a worked case."""
    archive = Archive.open(Path.cwd())
    base = archive.variant(extends)
    folder = archive.maps_folder / name
    cases = archive.root / "tests/cases" / name / f"{name}.yaml"
    files = {
        "variant.yaml": folder / "variant.yaml",
        "sentences.yaml": folder / "sentences.yaml",
        "cases.yaml": cases,
    }
    if board:
        files["board.yaml"] = folder / "board.yaml"
    start = base.setting.start
    unit = start.units[0] if start.units else None
    words = {
        "name": name,
        "title": json.dumps(title or name, ensure_ascii=False),
        "base": base.name,
        "board": base.setting.board.name,
        "power": unit.power if unit else base.setting.powers[0],
        "players": ", ".join(base.setting.powers[:2]),
        "unit": str(unit) if unit else f"A {next(iter(start.owners))}",
        "phase": base.setting.calendar.title(_first_movement(base)),
    }
    for sample, place in files.items():
        template = Template((SAMPLES / sample).read_text(encoding="utf-8"))
        _write(place, name, template.substitute(words))
    click.echo(f"{folder}\nCheck it:  chancery check {folder}\nJudge it:  chancery cases {cases}")


def _first_movement(variant: Variant) -> Phase:
    """The first phase of a game in which units move."""
    calendar = variant.setting.calendar
    phase = calendar.start
    while phase.step != "movement":
        phase = calendar.next(phase)
    return phase


@_begins("issue", "chancery new issue gazette-17 --title 'Gazette 17'")
@click.argument("name")
@click.option("--title", default="", help="The words on the cover.")
def new_issue(name: str, title: str) -> None:
    """Write docs/zines/NAME.md, an issue that places seasons of games among its own words."""
    archive = Archive.open(Path.cwd())
    place = archive.root / "docs" / "zines" / f"{name}.md"
    played = next((record for record in archive if record.phases), None)
    season = "Write `!season GAME Spring 1901` on a line of its own to place a season here."
    if played is not None:
        calendar = archive.variant(played.variant).setting.calendar
        season = f"!season {played.id} {calendar.season_title(played.phases[-1].phase)}"
        season += " : results map chart notes press"
    quoted = json.dumps(title or name, ensure_ascii=False)
    head = f"---\ntitle: {quoted}\ndate: {date.today()}\ndraft: true\n---\n"
    _write(place, name, f"{head}\n# {title or name}\n\nDear reader,\n\n{season}\n")
    click.echo(
        f"{place}\nLook at it:  mkdocs serve\n"
        "It is a draft: only mkdocs serve and chancery build --drafts show it. Remove the line "
        "`draft: true` to publish it."
    )


def _write(place: Path, name: str, text: str) -> None:
    """Write a new file; raises ArchiveError if it exists or its name cannot be an address."""
    try:
        identifier(name)
    except ValueError as error:
        raise ArchiveError(str(error)) from None
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        create_durably(place, text.encode())
    except FileExistsError:
        raise ArchiveError(f"{place} is there already") from None
