"""The files of one game: its page, its phases, their pictures and its downloads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.draw.phase_map import PhaseMap, picture, whole
from builder.draw.shared_board import inline_map, overlay_of
from builder.playback.replaying import Replay, Stage
from builder.prose.order_accounts import Accounts, OrderRows, accounts, describe_turn, lines
from builder.prose.zine_report import report
from builder.site import addresses
from builder.site.artifacts import Artifact, PngRequest, SiteSettings, digest
from builder.site.pages import feeds
from builder.site.pages.game import game_page, years_page
from builder.site.pages.phase import Held, phase_page
from builder.site.parts.downloads import game_json
from builder.site.parts.game_summary import GameFigures, GameSummary, figures_of, summarise
from builder.site.parts.player import player, small_layer

NONE = SiteSettings("none", "none")


@dataclass(frozen=True)
class GameArtifacts:
    """One game on its way into the site. `linked` are its pictures that other pages of the archive
    show, `held` the phases that are shown though they are not published yet, with their days."""

    replay: Replay
    sheet: BoardSheet | None
    settings: SiteSettings = NONE
    source: bytes = b""
    linked: Collection[str] = ()
    held: Held = field(default_factory=dict)

    @cached_property
    def summary(self) -> GameSummary:
        """What the lists say of it."""
        return summarise(self.replay).keyed(self.figures)

    @cached_property
    def figures(self) -> GameFigures:
        """What statistics and pictures need of it."""
        return figures_of(self.replay)

    def artifacts(self) -> Iterator[Artifact]:
        """Every file below the game's address."""
        replay, summary = self.replay, self.summary
        address = addresses.game(replay.record.id)
        for at in range(len(replay.stages)):
            yield from self._phase(at)
        shown = replay.stages and self._has(len(replay.stages) - 1, "png")
        image = f"{self._folder(replay.stages[-1])}map.png" if shown else ""
        played = player(replay, self.sheet, next(iter(self._pictures), None))
        first = next(iter(self.order_rows), {})
        yield game_page(replay, summary, played, first, image, self.settings, self.held, self.sheet)
        yield Artifact(f"{address}game.yaml", self.source)
        yield Artifact(f"{address}game.json", game_json(summary, replay))
        yield Artifact(f"{address}game.txt", "\n".join((f"{replay.record.name}\n", *self._reports)))
        yield feeds.one_game(replay, self.settings, self._reports, partial(self._has, form="png"))
        if self.sheet is not None and replay.stages:
            yield years_page(replay, self.sheet)

    def _folder(self, stage: Stage) -> str:
        calendar = self.replay.variant.setting.calendar
        return addresses.phase(self.replay.record.id, calendar.slug(stage.phase))

    def _has(self, at: int, form: str) -> bool:
        """Does the phase have a picture of its own in that form, `svg` or `png`?"""
        if self.sheet is None:
            return False
        chosen = self.settings.svg if form == "svg" else self.settings.png
        linked = f"{self._folder(self.replay.stages[at])}map.{form}" in self.linked
        last = at == len(self.replay.stages) - 1
        return chosen == "all" or (linked and chosen != "none") or (last and chosen == "previews")

    def _phase(self, at: int) -> Iterator[Artifact]:
        stage = self.replay.stages[at]
        folder, variant = self._folder(stage), self.replay.variant
        forms = tuple(form for form in ("svg", "png") if self._has(at, form))
        if self.sheet is not None and forms:
            art = self._pictures[at]
            drawn = whole(self.sheet, variant.setting, art, **self._words(stage))
            if "svg" in forms:
                yield Artifact(f"{folder}map.svg", drawn)
            if "png" in forms:
                yield Artifact(f"{folder}map.png", PngRequest(variant.name, art, digest(drawn)))
        rows, board = self.order_rows[at], self.map(at, "../../../")
        yield phase_page(self.replay, at, rows, board, forms, self.settings, self.held)

    def map(self, at: int, root: str) -> Markup:
        """The picture of a phase for a page; `root` is the way to the root of the site. Empty where
        its board has no drawing."""
        if self.sheet is None:
            return Markup("")
        folder = f"{root}{addresses.board(self.replay.variant.name)}"
        words = {"codes": self._small, **self._words(self.replay.stages[at])}
        overlay = overlay_of(self.sheet, self._pictures[at])
        return Markup(inline_map(self.sheet, overlay, folder, **words))

    @cached_property
    def _small(self) -> str:
        return small_layer(self.sheet, self.replay.variant.setting) if self.sheet else ""

    def _words(self, stage: Stage) -> dict[str, str]:
        title = f"{self.replay.record.name}, {self._subtitle(stage)}"
        said = describe_turn(stage.turn, self.replay.variant.setting)
        return {"title": title, "description": said}

    def _subtitle(self, stage: Stage) -> str:
        calendar = self.replay.variant.setting.calendar
        return f"{calendar.season_title(stage.phase)} · {stage.phase.step}"

    @cached_property
    def order_rows(self) -> list[OrderRows]:
        """Every order with its fate and reason, phase by phase."""
        setting = self.replay.variant.setting
        stages = zip(self.replay.stages, self._accounts, strict=True)
        return [lines(stage.turn, setting, orders) for stage, orders in stages]

    @cached_property
    def _accounts(self) -> list[Accounts]:
        board = self.replay.variant.setting.board
        return [accounts(stage.turn, board) for stage in self.replay.stages]

    @cached_property
    def _reports(self) -> list[str]:
        """Every phase as a zine prints it."""
        setting, players = self.replay.variant.setting, self.replay.record.players
        stages = zip(self.replay.stages, self._accounts, strict=True)
        return [report(s.turn, setting, s.recorded, players, told=orders) for s, orders in stages]

    @cached_property
    def _pictures(self) -> Sequence[PhaseMap]:
        if self.sheet is None:
            return []
        setting, title = self.replay.variant.setting, self.replay.record.name
        draw = partial(picture, self.sheet, setting, title=title)
        return [draw(s.turn, subtitle=self._subtitle(s)) for s in self.replay.stages]
