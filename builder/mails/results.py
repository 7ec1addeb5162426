"""The results that go out when a season is closed, as text, as a page and as a mail."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from markupsafe import Markup

from builder.draw.board_sheet import read_sheet
from builder.draw.phase_map import When, picture, whole
from builder.draw.raster import available, board_png
from builder.errors import ArchiveError
from builder.mails.due_season import DueSeason
from builder.mails.inbox import MAP, Inbox, new_message
from builder.playback.replaying import Replay, Stage
from builder.prose.english import filled, wrapped
from builder.prose.order_accounts import describe_turn
from builder.prose.zine_report import report, rulings
from builder.provided import map_file
from builder.record import PhaseRecord

PAGE = Path(__file__).with_name("results.html").read_text(encoding="utf-8")


def results_text(played: Replay, stage: Stage, due: DueSeason) -> str:
    """The results of a phase with notes and press, and the decisions that are due next."""
    recorded = stage.recorded or PhaseRecord(stage.phase)
    results = report(stage.turn, played.variant.setting, stage.recorded, played.record.players)
    blocks = [f"{played.record.name}\n", results, *rulings(played.record, stage.phase)]
    for note in (note for note in recorded.notes if note.kind == "press"):
        author = f"{note.author}: " if note.author else ""
        blocks.append(filled(f"Press: {author}{note.text}") + "\n")
    return "\n".join((*blocks, *next_decisions(due, recorded.deadline), ""))


def next_decisions(due: DueSeason, deadline: str = "") -> Iterator[str]:
    """Who must retreat, build, remove or move in the next phase, and by when."""
    position, book = due.position, due.book
    yield f"Next: {due.title}" + (f", by {deadline}" if deadline else "")
    if position.phase.step == "retreats":
        for lost in position.dislodged:
            where = ", ".join(map(str, lost.refuges)) or "nowhere"
            yield from wrapped(f"  {lost.unit.power}: {lost.unit} to {where}, or disband")
    elif position.phase.step == "adjustments":
        for power, count in book.dues(position).items():
            if count < 0:
                yield f"  {power}: remove {-count}"
            elif power in due.owing:
                yield from wrapped(f"  {power}: build {count} in {', '.join(book.sites(power))}")
    else:
        yield from wrapped(f"  {', '.join(due.owing)}: orders for every unit")


def drawing(played: Replay, stage: Stage, maps: Path, when: When = "orders") -> str:
    """The whole picture of a phase, or of a moment of it; raises ArchiveError without a board."""
    setting, name = played.variant.setting, played.variant.drawing or played.variant.name
    path = map_file(maps, name, "map.svg")
    if not path.is_file():
        raise ArchiveError(f"{played.variant.name} has no board drawn; try: chancery map {name}")
    sheet, words = read_sheet(path), describe_turn(stage.turn, setting)
    title, subtitle = played.record.name, setting.calendar.title(stage.phase)
    drawn = picture(sheet, setting, stage.turn, title=title, subtitle=subtitle, when=when)
    return whole(sheet, setting, drawn, title=f"{title}, {subtitle}", description=words)


def write_results(played: Replay, stage: Stage, due: DueSeason, inbox: Inbox, maps: Path) -> str:
    """Write the results beside the mails: a text, a page and a mail, both with the map. Returns
    why there is none; empty if there is one, or if this machine makes no PNGs."""
    setting, png, missing = played.variant.setting, b"", ""
    name = setting.calendar.slug(stage.phase)
    title = f"{played.record.name}: {setting.calendar.title(stage.phase)}"
    text, words = results_text(played, stage, due), describe_turn(stage.turn, setting)
    try:
        png = board_png(drawing(played, stage, maps)) if available() else b""
    except ArchiveError as error:
        missing = str(error)
    shown = partial(Markup(PAGE).format, title=title, words=words, text=text)
    mail = new_message(title, text, inbox.senders, str(shown(image=f"cid:{MAP}")), png)
    inbox.write(f"results/{name}.txt", text.encode())
    inbox.write(f"results/{name}.html", str(shown(image=f"{name}.png")).encode())
    inbox.write(f"results/{name}.eml", mail)
    if png:
        inbox.write(f"results/{name}.png", png)
    return missing
