"""A game whose files a command reads and writes: its own file, the private one, its mails.

with open_game("2026a") as opened:                  # other commands wait until the block ends
    texts = opened.extended(phase, PhaseChange(orders))
    opened.write(texts, gains=opened.private)
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import click

from builder.archive import Archive
from builder.errors import ArchiveError, UnknownWordError
from builder.formats.game.editing import GameText, PhaseChange
from builder.formats.game.phases import read_phase
from builder.mails.due_season import due_season
from builder.mails.inbox import Inbox, exposed
from builder.mails.undone import UndonePhases
from builder.model.calendar import Phase
from builder.record import PhaseRecord, missing_orders
from builder.source.files import hide_from_git
from builder.source.owned_file import OwnedFile


class GameTexts(NamedTuple):
    """The text of a game's own file, and that of the private file with the phases held back."""

    public: str
    private: str


@contextmanager
def open_game(game: str, replacing: str | None = None) -> Iterator["OpenGame"]:
    """A game that no other command reads or writes until the block ends. Raises ArchiveError if
    another command is at work on it for a minute."""
    archive = Archive.open()
    with archive.locked(game):
        yield OpenGame(game, replacing, archive)


class OpenGame:
    """A game with the season that is due. `public` is the game's own file, `private` the one with
    the phases held back. If a phase is to be `replaced`, it is the one that is due."""

    def __init__(
        self, game: str, replacing: str | None = None, archive: Archive | None = None
    ) -> None:
        self.game = game
        self.replacing = replacing
        self.archive = archive or Archive.open()
        path = self.archive.game_path(game)
        self.public = OwnedFile(path)
        self.private = OwnedFile(self.archive.held(path))
        self.record = self.archive.game(game)
        variant = self.archive.variant(self.record.variant)
        earlier = self.record
        self.replaced: PhaseRecord | None = None
        if replacing is not None:
            self.replaced = self._recorded(read_phase(variant.setting.calendar, replacing))
            before = self.record.phases[: self.record.phases.index(self.replaced)]
            earlier = self.record._replace(phases=before)
        self.due = due_season(variant, earlier)
        self.setting = self.due.setting
        self.inbox = Inbox(self.archive.root, self.record.id, variant.setting)
        self.undone = UndonePhases(self.inbox.folder / "undone", self.setting.calendar)

    def reopened(self) -> "OpenGame":
        """The same game as its files are now."""
        return OpenGame(self.game, self.replacing, Archive(self.archive.root))

    def announced(self, phase: Phase) -> PhaseRecord | None:
        """The announcement in the game's file of a phase that is held back."""
        return next((p for p in self.record.to_come if p.phase == phase), None)

    @property
    def missing(self) -> tuple[PhaseRecord, ...]:
        """The phases that the game's file announces, and that the private file lacks."""
        recorded = {phase.phase for phase in self.record.phases}
        return tuple(phase for phase in self.record.to_come if phase.phase not in recorded)

    @property
    def left_over(self) -> tuple[Phase, ...]:
        """The phases of the private file that the game's file does not announce. A command that
        ended between two writes left them."""
        if not self.private.text:
            return ()
        announced = {phase.phase for phase in self.record.to_come}
        private = GameText(self.private.text, self.setting, self.private.name)
        return tuple(phase for phase in private.listed if phase not in announced)

    def check_whole(self) -> None:
        """Raises ArchiveError if the orders of an announced phase are in no file."""
        for phase in self.missing:
            raise ArchiveError(missing_orders(self.public.name, self.title(phase.phase), phase))

    def title(self, phase: Phase) -> str:
        """A phase as people write it: `Fall 1901, retreats`."""
        return self.setting.calendar.title(phase)

    def extended(self, phase: Phase, change: PhaseChange) -> GameTexts:
        """The texts with another phase, or with the replaced one as it is now. A new phase is held
        back if its keys say so or if an earlier one is; the game's own file then announces it."""
        public = self._text(self.public)
        if self.replaced is not None:
            if self.announced(phase):
                private = self._text(self.private)
                return GameTexts(public.text, private.with_changed(phase, change))
            return GameTexts(public.with_changed(phase, change), self.private.text)
        announcement = self._announcement(change)
        if not announcement:
            return GameTexts(public.with_phase(phase, change), self.private.text)
        announcing = public.with_phase(phase, PhaseChange(keys=announcement))
        return GameTexts(announcing, self._text(self.private).with_phase(phase, change))

    def without_last(self) -> tuple[GameTexts, str]:
        """The texts without the last phase, recorded or announced, and that phase as typed."""
        public = self._text(self.public)
        private = self._text(self.private)
        if self.missing:
            last = self.missing[-1].phase
            return GameTexts(public.without_phase(last), private.text), public.phase_text(last)
        last = self.record.phases[-1].phase
        if not self.announced(last):
            return GameTexts(public.without_phase(last), private.text), public.phase_text(last)
        left = GameTexts(public.without_phase(last), private.without_phase(last))
        return left, private.phase_text(last)

    def published_until(self, day: str, everything: bool) -> tuple[GameTexts, list[Phase]]:
        """The texts with the phases published whose day has come, or with `everything` published
        that is held back, and these phases."""
        public = self._text(self.public)
        private = self._text(self.private)
        phases: list[Phase] = []
        recorded = {phase.phase: phase for phase in self.record.phases}
        for announced in self.record.to_come:
            phase = recorded.get(announced.phase)
            if phase is None or not (everything or "" < phase.embargo <= day):
                break
            keys = {"draft": "", "embargo": min(phase.embargo or day, day)}
            opened = private.with_changed(phase.phase, PhaseChange(keys=keys))
            source = GameText(opened, self.setting, self.private.name)
            moved = public.with_phase_of(source, phase.phase)
            public = GameText(moved, self.setting, self.public.name)
            left = private.without_phase(phase.phase)
            private = GameText(left, self.setting, self.private.name)
            phases.append(phase.phase)
        return GameTexts(public.text, private.text), phases

    def write(self, texts: GameTexts, gains: OwnedFile | None = None) -> None:
        """Write the texts that changed, each completely or not at all, that of the file that
        `gains` a phase first. Raises OSError, and ArchiveError if another program changed a file
        since it was read; then neither is written.

        The game's own file decides what the game has. So a command that ends between the two
        writes leaves what was before it or what would be after it: a phase of the private file
        counts only if it is announced.
        """
        self.public.check_unchanged()
        self.private.check_unchanged()
        first = (self.public, texts.public)
        second = (self.private, texts.private)
        if gains is self.private:
            first, second = second, first
        for file, text in (first, second):
            if file is self.private and text != file.text:
                hide_from_git(self.inbox.top)
            file.write(text)
        if texts.private and (why := exposed(self.private.path)):
            click.echo(f"warning: {why}", err=True)

    def tidy(self) -> None:
        """Take what an interrupted command left out of the private file; the texts are kept."""
        for phase in self.left_over:
            private = self._text(self.private)
            if all(phase != recorded.phase for recorded in self.record.phases):
                self.undone.keep(phase, private.phase_text(phase), None)
            self.private.write(private.without_phase(phase))

    def _recorded(self, phase: Phase) -> PhaseRecord:
        for recorded in self.record.phases:
            if recorded.phase == phase:
                return recorded
        calendar = self.archive.variant(self.record.variant).setting.calendar
        raise UnknownWordError("phase of this game", calendar.title(phase))

    def _announcement(self, change: PhaseChange) -> dict[str, str]:
        """What the game's own file says of a new phase that is held back; nothing if it is not."""
        asked = {key: change.keys[key] for key in ("draft", "embargo") if change.keys.get(key)}
        if asked or not self.record.to_come:
            return asked
        before = self.record.to_come[-1]
        return {"embargo": before.embargo} if before.embargo else {"draft": "yes"}

    def _text(self, file: OwnedFile) -> GameText:
        return GameText(file.text or "phases: {}\n", self.setting, file.name)
