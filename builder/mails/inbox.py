"""What a game receives before it is published, in a folder that git ignores.

.chancery/1998v/senders.txt               jim@example.org: England
.chancery/1998v/1901-fall-movement/       the mails of a phase, as they came
.chancery/1998v/results/                  what was sent when a phase was closed
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from builder.errors import ArchiveError
from builder.mails.messages import Message, read_message
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.names import plain
from builder.model.setting import Setting

PRIVATE = ".chancery"


class KeptMail(NamedTuple):
    """A mail in the inbox; `power` is whose it is, if that is known by its sender."""

    path: Path
    message: Message
    power: Power | None
    received: datetime


class Inbox:
    """The private folder of one game."""

    def __init__(self, root: Path, game: str, setting: Setting) -> None:
        self.top, self.folder, self.setting = root / PRIVATE, root / PRIVATE / game, setting

    @cached_property
    def senders(self) -> Mapping[str, Power]:
        """The power of each address in `senders.txt`; raises UnknownWordError."""
        path = self.folder / "senders.txt"
        rows = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        pairs = (row.partition(":") for row in rows if ":" in row and not row.startswith("#"))
        find = self.setting.power_names.find
        return {address.strip().lower(): Power(find(name.strip())) for address, _, name in pairs}

    def sender(self, message: Message) -> Power | None:
        """Whose mail it is; None for a text without a sender, or if no senders are listed.

        Raises ArchiveError if the sender is not in the list.
        """
        if not message.sender or not self.senders:
            return None
        if message.sender not in self.senders:
            where = self.folder / "senders.txt"
            raise ArchiveError(f"unknown sender {message.sender}; known ones are in {where}")
        return self.senders[message.sender]

    def write(self, name: str, data: bytes) -> Path:
        """Write a file into the folder, which is made so that git ignores it."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        (self.top / ".gitignore").write_text("*\n", encoding="utf-8")
        path.write_bytes(data)
        return path

    def exposed(self, path: Path) -> str:
        """Whether git would take a file with orders that are not published yet, in a sentence."""
        command = ["git", "-C", str(path.parent), "check-ignore", "-q", path.name]
        try:
            asked = subprocess.run(command, capture_output=True, timeout=10)
        except (OSError, subprocess.SubprocessError):
            return ""
        if asked.returncode != 1:  # ignored, or no repository
            return ""
        return f"git takes {path}: keep it out of public repositories till all is published"

    def keep(self, data: bytes, phase: Phase, power: Power | None) -> Path | None:
        """Keep a mail of a phase; None if it was kept before."""
        slug = self.setting.calendar.slug(phase)
        kept = sorted((self.folder / slug).glob("*.eml"))
        if any(path.read_bytes() == data for path in kept):
            return None
        whose = plain(power) if power else "several"
        return self.write(f"{slug}/{len(kept) + 1:03}-{whose}.eml", data)

    def mails(self, phase: Phase) -> list[KeptMail]:
        """The mails of a phase, the latest last."""
        folder = self.folder / self.setting.calendar.slug(phase)
        return sorted(map(self._kept, sorted(folder.glob("*.eml"))), key=lambda m: m.received)

    def _kept(self, path: Path) -> KeptMail:
        message = read_message(path.read_bytes())
        found = self.setting.power_names.get(path.stem.partition("-")[2])
        arrived = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        return KeptMail(path, message, Power(found) if found else None, message.date or arrived)
