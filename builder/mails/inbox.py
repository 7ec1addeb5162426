"""The private folder of a game, which git ignores, and the mails in it.

.chancery/1998v/senders.txt                        jim@example.org: England
.chancery/1998v/1901-fall-movement/003-england.eml the third mail of a phase, as it came
.chancery/1998v/envelopes/                         when each was kept, and --power
.chancery/1998v/acknowledgements/                  answers, ready to be sent
.chancery/1998v/results/                           what was sent when a phase was closed
.chancery/1998v/held.yaml                          phases that are not published yet

A mail is kept before it is read, and nobody reads or writes here without the lock of the game
(`Archive.locked`)."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from hashlib import file_digest, sha256
from pathlib import Path

from builder.archive import PRIVATE
from builder.mails.message import LARGEST, Arrival
from builder.mails.senders import Senders
from builder.model.calendar import Phase
from builder.model.names import plain
from builder.model.setting import Setting
from builder.model.units import Power
from builder.source.files import create_durably, hide_from_git, write_durably

ENVELOPES = "envelopes"  # a folder beside those of the phases
NUMBER = re.compile(r"(\d{1,9})(?:-.*)?")
CLOCK_SLACK = timedelta(hours=1)  # by which the clock of a server may be ahead of ours
MAILDIR_TIME = "the time of the Maildir's file"


def exposed(path: Path) -> str:
    """A warning if git would commit a file whose orders are not published yet; else empty."""
    command = ["git", "-C", str(path.parent), "check-ignore", "-q", path.name]
    with suppress(OSError, subprocess.SubprocessError):
        if subprocess.run(command, capture_output=True, timeout=10).returncode == 1:
            return f"git takes {path}: keep it out of public repositories until all is published"
    return ""  # ignored, or no repository


@dataclass(frozen=True)
class Envelope:
    """What is known of a mail besides its bytes: when it was kept, when it had come into a Maildir,
    whose orders it has by the word of the game master, and whether he accepted its guesses."""

    kept: datetime
    filed: Arrival | None = None
    power: Power | None = None
    guesses_accepted: bool = False

    def arrival(self, by_headers: Arrival | None) -> Arrival:
        """When the mail arrived: as its topmost `Received:` line or its mbox says, else the time of
        the Maildir's file, else the moment in which it was kept. A later time is none of these: a
        forged line must not make a mail the last one for ever."""
        latest = self.kept + CLOCK_SLACK
        for arrival in (by_headers, self.filed):
            if arrival is not None and arrival.time <= latest:
                return arrival
        return Arrival(self.kept, "the moment of receive")


@dataclass(frozen=True)
class KeptMail:
    """A mail in the folder of a phase."""

    path: Path
    number: int
    envelope: Envelope

    @property
    def data(self) -> bytes:
        """The mail as it came."""
        return self.path.read_bytes()

    @property
    def is_too_large(self) -> bool:
        """Is it kept as it came, and not read?"""
        return self.path.stat().st_size > LARGEST

    @property
    def reference(self) -> str:
        """Its number as people write it: `003`."""
        return f"{self.number:03}"


class Inbox:
    """The private folder of one game."""

    def __init__(self, root: Path, game: str, setting: Setting) -> None:
        self.top = root / PRIVATE
        self.folder = self.top / game
        self.game = game
        self.setting = setting

    @property
    def senders_file(self) -> Path:
        """The list of the players' addresses."""
        return self.folder / "senders.txt"

    @cached_property
    def senders(self) -> Senders:
        """The players' addresses; raises SourceError."""
        path = self.senders_file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        return Senders(text, str(path), self.setting)

    def write(self, name: str, data: bytes) -> Path:
        """Write a file into the folder, which is made so that git ignores it."""
        path = self.folder / name
        hide_from_git(self.top)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_durably(path, data)
        return path

    def phase_folder(self, phase: Phase) -> Path:
        """The folder with the mails of a phase."""
        return self.folder / self.setting.calendar.slug(phase)

    def mails(self, phase: Phase) -> list[KeptMail]:
        """The mails of a phase by their numbers."""
        return [self._opened(path) for path in self._paths(phase)]

    def later_phases(self, phase: Phase) -> list[Phase]:
        """The phases after this one for which mails wait."""
        calendar = self.setting.calendar
        named = (calendar.get(path.name) for path in self.folder.glob("*-*") if path.is_dir())
        phases = {each for each in named if each is not None}
        later = [each for each in phases if calendar.rank(each) > calendar.rank(phase)]
        return sorted((each for each in later if self._paths(each)), key=calendar.rank)

    def holds(self, data: bytes) -> bool:
        """Was a mail with these bytes kept before, for any phase?"""
        return _unmarked(data) in self._contents

    @cached_property
    def _contents(self) -> set[bytes]:
        """The bytes of all mails that are kept and were read."""
        paths = [path for path in self._kept_files() if path.stat().st_size <= LARGEST]
        return {_unmarked(path.read_bytes()) for path in paths}

    def _kept_files(self) -> Iterator[Path]:
        """The files of all mails of all phases."""
        return self.folder.glob("*-*/*.eml")

    def holds_pieces(self, size: int, pieces: Callable[[], Iterator[bytes]]) -> bool:
        """Was a mail that is too large to be read kept before, for any phase?"""
        digest = ""
        for path in self._kept_files():
            if path.stat().st_size != size:
                continue
            digest = digest or _digest(pieces())
            with path.open("rb") as file:
                kept_digest = file_digest(file, "sha256").hexdigest()
            if kept_digest == digest:
                return True
        return False

    def keep(self, data: bytes, phase: Phase, envelope: Envelope) -> KeptMail:
        """Keep a mail under the next number of a phase, before it is read."""
        mail = self.keep_pieces(lambda: data, phase, envelope)
        self._contents.add(_unmarked(data))
        return mail

    def keep_pieces(
        self, content: Callable[[], bytes | Iterator[bytes]], phase: Phase, envelope: Envelope
    ) -> KeptMail:
        """Keep a mail of any size under the next number of a phase; `content` may be asked for more
        than once, as a number may be taken."""
        folder = self.phase_folder(phase)
        hide_from_git(self.top)
        folder.mkdir(parents=True, exist_ok=True)
        number = self._next_number(folder)
        while True:
            path = folder / f"{number:03}.eml"
            try:
                create_durably(path, content())
                break
            except FileExistsError:
                number += 1
        mail = KeptMail(path, number, envelope)
        self._write_envelope(mail)
        return mail

    def settle(self, mail: KeptMail, phase: Phase, power: str) -> KeptMail:
        """Put a mail that was read into the folder of its phase, under the name of its power."""
        folder = self.phase_folder(phase)
        settled = mail
        if folder != mail.path.parent:
            settled = self.keep(mail.data, phase, mail.envelope)
            mail.path.unlink()
            _envelope_path(mail).unlink(missing_ok=True)
        if power:
            named = folder / f"{settled.reference}-{plain(power)}.eml"
            settled.path.rename(named)
            settled = replace(settled, path=named)
        return settled

    def _paths(self, phase: Phase) -> list[Path]:
        paths = self.phase_folder(phase).glob("*.eml")
        return sorted(path for path in paths if NUMBER.fullmatch(path.stem))

    def _next_number(self, folder: Path) -> int:
        numbers = [0]
        for path in folder.iterdir():
            number = NUMBER.fullmatch(path.stem)
            if number:
                numbers.append(int(number[1]))
        return max(numbers) + 1

    def _opened(self, path: Path) -> KeptMail:
        name = NUMBER.fullmatch(path.stem)
        number = int(name[1]) if name else 0
        mail = KeptMail(path, number, self._envelope_without_file(path))
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            words = json.loads(_envelope_path(mail).read_text(encoding="utf-8"))
            return replace(mail, envelope=self._envelope(words))
        return mail

    def _envelope(self, words: dict[str, str]) -> Envelope:
        power = self.setting.power_names.get(words.get("power", ""))
        filed = None
        if "filed" in words:
            filed = Arrival(datetime.fromisoformat(words["filed"]), MAILDIR_TIME)
        return Envelope(
            kept=datetime.fromisoformat(words["kept"]).astimezone(UTC),
            filed=filed,
            power=Power(power) if power else None,
            guesses_accepted=words.get("guesses") == "accepted",
        )

    def _envelope_without_file(self, path: Path) -> Envelope:
        """What is known of a mail that an earlier version kept, or that was put here by hand."""
        named = self.setting.power_names.get(path.stem.partition("-")[2])
        time = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        return Envelope(time, power=Power(named) if named else None)

    def _write_envelope(self, mail: KeptMail) -> None:
        envelope = mail.envelope
        words = {"kept": envelope.kept.isoformat()}
        if envelope.filed:
            words["filed"] = envelope.filed.time.isoformat()
        if envelope.power:
            words["power"] = envelope.power
        if envelope.guesses_accepted:
            words["guesses"] = "accepted"
        text = json.dumps(words, ensure_ascii=False, indent=1) + "\n"
        path = _envelope_path(mail)
        path.parent.mkdir(exist_ok=True)
        write_durably(path, text.encode())


def _envelope_path(mail: KeptMail) -> Path:
    phase_folder = mail.path.parent
    return phase_folder.parent / ENVELOPES / f"{phase_folder.name}-{mail.reference}.json"


def _digest(pieces: Iterator[bytes]) -> str:
    """The SHA-256 of bytes that come in pieces."""
    digest = sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def _unmarked(data: bytes) -> bytes:
    """A mail without what differs between copies of it: the `From ` line of an mbox and the ends
    of its lines."""
    data = data.replace(b"\r\n", b"\n")
    if data.startswith(b"From "):
        data = data.partition(b"\n")[2].replace(b"\n>From ", b"\nFrom ")
    return data.strip()
