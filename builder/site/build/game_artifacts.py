"""The files of one game: its page, its phases, their pictures and its downloads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from builder.draw.board_sheet import BoardSheet
from builder.draw.phase_map import PhaseMap, picture, whole
from builder.playback.replaying import Replay, Stage
from builder.prose.map_description import describe_turn
from builder.prose.order_accounts import Accounts, accounts
from builder.record import PhaseRecord, Record
from builder.site.addresses import game as game_address
from builder.site.addresses import phase as phase_address
from builder.site.artifacts import Artifact, PngRequest, digest
from builder.site.pages import feeds
from builder.site.pages.embeds import embed
from builder.site.pages.game import game_page
from builder.site.pages.phase import PhasePicture, phase_page
from builder.site.pages.single_file import standalone
from builder.site.parts.downloads import as_json, game_json, game_text, phases_data
from builder.site.parts.game_summary import GameSummary, summarise
from builder.site.parts.order_rows import Told, lines
from builder.site.player.player_data import player

WIDTH = 1400


@dataclass(frozen=True)
class GameArtifacts:
    """One game on its way into the site; `png` says whether pictures are painted as PNG too."""

    replay: Replay
    sheet: BoardSheet | None
    png: bool
    source: bytes

    @cached_property
    def summary(self) -> GameSummary:
        """What the lists say of it."""
        return summarise(self.replay)

    def artifacts(self) -> Iterator[Artifact]:
        """Every file below the game's address."""
        replay, summary = self.replay, self.summary
        address = game_address(replay.record.id)
        phases = [as_json(data) for data in phases_data(replay)]
        for at, stage in enumerate(replay.stages):
            yield from self._phase(at, stage, phases[at])
        image = ""
        if replay.stages and self.png and self.sheet:
            image = f"{self._folder(replay.stages[-1])}map.png"
        page = game_page(
            replay, summary, player(replay, self.sheet, self._pictures, self.told, image)
        )
        text = game_text(replay, self._accounts)
        yield page
        yield standalone(replay, page, text)
        yield Artifact(f"{address}game.yaml", self.source)
        yield Artifact(f"{address}game.json", game_json(summary, phases))
        yield Artifact(f"{address}game.txt", text)
        yield feeds.one_game(replay)

    def _folder(self, stage: Stage) -> str:
        calendar = self.replay.variant.setting.calendar
        return phase_address(self.replay.record.id, calendar.slug(stage.phase))

    def _phase(self, at: int, stage: Stage, data: str) -> Iterator[Artifact]:
        folder = self._folder(stage)
        plate = None
        if self.sheet is not None:
            words = describe_turn(stage.turn, self.replay.variant.setting)
            plate = PhasePicture(
                WIDTH, round(WIDTH * self.sheet.height / self.sheet.width), words, self.png
            )
            art = self._pictures[at]
            drawn = whole(
                self.sheet,
                self.replay.variant.setting,
                art,
                title=f"{self.replay.record.name}, {self._subtitle(stage)}",
                description=words,
            )
            yield Artifact(f"{folder}map.svg", drawn)
            if self.png:
                yield Artifact(
                    f"{folder}map.png", PngRequest(self.replay.variant.name, art, digest(drawn))
                )
            yield embed(self.replay, stage, plate)
        yield phase_page(self.replay, at, plate, self.told[at])
        yield Artifact(f"{folder}state.json", data)

    def _subtitle(self, stage: Stage) -> str:
        calendar = self.replay.variant.setting.calendar
        return f"{calendar.season_title(stage.phase)} · {stage.phase.step}"

    @cached_property
    def told(self) -> list[Told]:
        """Every order with its fate and reason, phase by phase."""
        setting = self.replay.variant.setting
        stages = zip(self.replay.stages, self._accounts, strict=True)
        return [lines(stage.turn, setting, orders) for stage, orders in stages]

    @cached_property
    def _accounts(self) -> list[Accounts]:
        board = self.replay.variant.setting.board
        return [accounts(stage.turn, board) for stage in self.replay.stages]

    @cached_property
    def _pictures(self) -> list[PhaseMap]:
        return [self._picture(stage) for stage in self.replay.stages] if self.sheet else []

    def _picture(self, stage: Stage) -> PhaseMap:
        assert self.sheet is not None
        return picture(
            self.sheet,
            self.replay.variant.setting,
            stage.turn,
            title=self.replay.record.name,
            subtitle=self._subtitle(stage),
        )


def published(record: Record, today: date) -> tuple[PhaseRecord, ...]:
    """The phases that may be shown: no draft, no embargo that lasts, and nothing after one."""
    found: list[PhaseRecord] = []
    for phase in record.phases:
        if phase.draft or (phase.embargo and phase.embargo > today.isoformat()):
            break
        found.append(phase)
    return tuple(found)
