"""Phases that were taken back: their texts, and what had been sent out of them.

.chancery/1998v/undone/1901-fall-movement-001.yaml     the phase as it was typed
.chancery/1998v/undone/1901-fall-movement-001.json     its results as they were sent out, if any
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from builder.model.calendar import Calendar, Phase
from builder.record import Published
from builder.source.files import create_durably


@dataclass(frozen=True)
class UndonePhases:
    """The folder of a game's undone phases. Nothing in it is ever overwritten."""

    folder: Path
    calendar: Calendar

    def keep(self, phase: Phase, text: str, sent: Published | None) -> Path:
        """Keep the text of a phase under the next number, unless it is the last one kept, and what
        was sent out of it."""
        name = self.calendar.slug(phase)
        number = max(self._numbers(name), default=0)
        kept = self.folder / f"{name}-{number:03}.yaml"
        if kept.is_file() and kept.read_bytes() == text.encode():
            return kept
        self.folder.mkdir(parents=True, exist_ok=True)
        place = self.folder / f"{name}-{number + 1:03}.yaml"
        if sent is not None and sent.day:
            words = json.dumps(sent._asdict(), ensure_ascii=False, indent=1)
            create_durably(place.with_suffix(".json"), words.encode())
        create_durably(place, text.encode())
        return place

    def sent(self, phase: Phase) -> Published:
        """What was last sent out of a phase before it was taken back; empty if nothing was."""
        name = self.calendar.slug(phase)
        for number in sorted(self._numbers(name), reverse=True):
            place = self.folder / f"{name}-{number:03}.json"
            with suppress(OSError, ValueError, TypeError):
                words = json.loads(place.read_text(encoding="utf-8"))
                sent = Published(**words)
                return sent._replace(failed=tuple(sent.failed), sent=tuple(sent.sent))
        return Published()

    def _numbers(self, name: str) -> set[int]:
        """The numbers under which something of a phase is kept."""
        ends = (path.stem.removeprefix(f"{name}-") for path in self.folder.glob(f"{name}-*"))
        return {int(end) for end in ends if end.isdecimal()}
