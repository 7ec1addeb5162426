"""The results that go out when a season is closed, as text, as a page and as a mail."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from markupsafe import Markup

from builder.draw.board_sheet import read_sheet
from builder.draw.phase_map import When, picture, whole
from builder.draw.raster import available, board_png
from builder.errors import ArchiveError
from builder.mails.due_season import DueSeason
from builder.mails.inbox import Inbox
from builder.mails.outgoing import MAP, new_message
from builder.playback.replaying import Replay, Stage
from builder.prose.english import filled, wrapped
from builder.prose.isolation import isolated, isolated_rows
from builder.prose.order_accounts import correction, describe_turn
from builder.prose.zine_report import report, rulings
from builder.provided import map_file
from builder.record import PhaseRecord

RESULTS = "results"  # a folder beside the mails
PAGE = Path(__file__).with_name("results.html").read_text(encoding="utf-8")


def results_text(played: Replay, stage: Stage, due: DueSeason) -> str:
    """The results of a phase with notes and press, and the decisions that are due next."""
    recorded = stage.recorded or PhaseRecord(stage.phase)
    setting = played.variant.setting
    blocks = [f"{played.record.name}\n"]
    if changes := correction(recorded, stage.turn, setting.board):
        blocks.append(filled(changes) + "\n")
    blocks.append(report(stage.turn, setting, stage.recorded, played.record.players))
    blocks += rulings(played.record, stage.phase)
    for note in (note for note in recorded.notes if note.kind == "press"):
        author = f"{note.author}: " if note.author else ""
        blocks.append(filled(f"Press: {author}{note.text}") + "\n")
    return "\n".join((*blocks, *next_decisions(due, recorded.deadline), ""))


def next_decisions(due: DueSeason, deadline: str = "") -> Iterator[str]:
    """Who must retreat, build, remove or move in the next phase, and by when."""
    position = due.position
    book = due.book
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
    setting = played.variant.setting
    name = played.variant.drawing or played.variant.name
    path = map_file(maps, name, "map.svg")
    if not path.is_file():
        raise ArchiveError(f"{played.variant.name} has no board drawn; try: chancery map {name}")
    sheet = read_sheet(path)
    words = describe_turn(stage.turn, setting)
    title = played.record.name
    subtitle = setting.calendar.title(stage.phase)
    drawn = picture(sheet, setting, stage.turn, title=title, subtitle=subtitle, when=when)
    return whole(sheet, setting, drawn, title=f"{title}, {subtitle}", description=words)


def write_results(played: Replay, stage: Stage, due: DueSeason, inbox: Inbox, maps: Path) -> str:
    """Write the results beside the mails: a text, a page and a mail, both with the map. Earlier
    results of the phase stay beside them. Returns why there is no map; empty if there is one, or if
    this machine makes no PNGs."""
    setting = played.variant.setting
    text = results_text(played, stage, due)
    words = describe_turn(stage.turn, setting)
    title = f"{played.record.name}: {setting.calendar.title(stage.phase)}"
    name = _free_name(inbox, setting.calendar.slug(stage.phase), text)
    png = b""
    missing = ""
    try:
        png = board_png(drawing(played, stage, maps)) if available() else b""
    except ArchiveError as error:
        missing = str(error)
    shown = partial(
        Markup(PAGE).format,
        title=title,
        heading=isolated(title),
        words=words,
        text=isolated_rows(text),
    )
    # The subject names the phase that is due and no other, so that each answer is read for it.
    subject = f"{played.record.name}: {due.title}"
    receivers = inbox.senders.receivers()
    mail = new_message(subject, text, receivers, str(shown(image=f"cid:{MAP}")), png)
    inbox.write(f"{RESULTS}/{name}.txt", text.encode())
    inbox.write(f"{RESULTS}/{name}.html", str(shown(image=f"{name}.png")).encode())
    inbox.write(f"{RESULTS}/{name}.eml", mail)
    if png:
        inbox.write(f"{RESULTS}/{name}.png", png)
    return missing


def _free_name(inbox: Inbox, slug: str, text: str) -> str:
    """The name of the files of results: that of the same results, if they were written before, or
    else one that no other results of the phase have."""
    name = slug
    number = 1
    while (place := inbox.folder / RESULTS / f"{name}.txt").is_file():
        if place.read_bytes() == text.encode():
            break
        number += 1
        name = f"{slug}-{number}"
    return name


class UnsentResults:
    """A mark beside the results, from before a phase is written into the game's file until its
    results are complete. If the command ends in between, the next one makes them again."""

    def __init__(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.place = inbox.folder / RESULTS / "unfinished"

    @property
    def phase(self) -> str:
        """The short name of the phase whose results are not complete; empty if all are."""
        with suppress(OSError):
            return self.place.read_text(encoding="utf-8").strip()
        return ""

    def begin(self, slug: str) -> None:
        """The results of a phase are about to be made."""
        self.inbox.write(f"{RESULTS}/{self.place.name}", f"{slug}\n".encode())

    def end(self) -> None:
        """They are complete."""
        self.place.unlink(missing_ok=True)
