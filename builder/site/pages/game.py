"""The files of one game: pages of the game, of its phases and years, pictures, and data."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from markupsafe import Markup

from builder import __version__
from builder.draw import svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.captions import amendment_entries
from builder.draw.marks import OVER, DrawnMark, PaintedPath, Shape, SymbolUse
from builder.draw.phase_map import PhaseMap, picture, whole
from builder.draw.shared_board import inline_map, overlay_of, tinted
from builder.draw.symbols import initials, symbol_set
from builder.formats.game_collections import Depth
from builder.model.calendar import Phase
from builder.model.setting import Setting
from builder.model.units import Power
from builder.playback.relations import relations
from builder.playback.replaying import Replay, Stage
from builder.prose.order_accounts import Accounts, OrderRows, accounts, describe_turn, lines
from builder.prose.phase_documents import FORMAT, stage_documents
from builder.prose.puzzles import told_puzzles
from builder.prose.zine_report import report
from builder.record import Record
from builder.site import addresses
from builder.site.artifacts import (
    Artifact,
    PngRequest,
    SiteSettings,
    as_json,
    digest,
    published_yaml,
)
from builder.site.pages import feeds
from builder.site.pages.game_view import GameView
from builder.site.pages.phase_data import FILE, phase_data
from builder.site.pages.phase_view import PhaseView
from builder.site.parts import centre_table
from builder.site.parts.content_policy import protected
from builder.site.parts.feed_entry import FeedEntry
from builder.site.parts.game_summary import GameFigures, GameSummary, figures_of, summarise
from builder.site.parts.markdown_text import linked
from builder.site.parts.player import player, small_layer
from builder.site.search.order_index import position_name
from builder.site.search.season_orders import season_orders
from builder.site.search.season_owners import season_owners
from builder.site.templating import fill, page

NONE = SiteSettings("none", "none")
HEAD = (  # of a game as JSON
    "id", "name", "variant", "edition", "status", "gm", "zine", "number", "players", "result",
    "phases", "agreed", "ruled", "differing", "not_read",
)  # fmt: skip
ROOM = 4  # powers named beside the chart
Held = Mapping[Phase, str]  # by phase the day of publication, empty for a draft


@dataclass(frozen=True)
class GameArtifacts:
    """One game on its way into the site. `linked` returns the pictures that other pages of the
    archive show; `held` are the phases that are shown though they are not published yet, with their
    days. `others` are other records of the same game."""

    replay: Replay
    sheet: BoardSheet | None
    settings: SiteSettings = NONE
    source: bytes = b""
    linked: Callable[[], Collection[str]] = tuple
    held: Held = field(default_factory=dict)
    others: tuple[Record, ...] = ()

    @cached_property
    def summary(self) -> GameSummary:
        """What the lists say of it."""
        return summarise(self.replay, self.figures).keyed(self.figures)

    @cached_property
    def figures(self) -> GameFigures:
        """What statistics and pictures need of it."""
        return figures_of(self.replay, self.order_rows)

    @cached_property
    def news(self) -> list[FeedEntry]:
        """The entries of its feed, the latest first."""
        report_of = self._reports.__getitem__ if self.depth == "phases" else self._report
        has_feed = self.depth == "phases" or self.summary.dated
        seasons = feeds.SEASONS if has_feed else 1  # the feed of all games takes no more
        return feeds.game_news(self.replay, report_of, partial(self._has, form="png"), seasons)

    @property
    def depth(self) -> Depth:
        """How much of it is published."""
        return self.replay.record.depth or self.settings.depth

    def phase_view(self, at: int, base: str = "", prefix: str = "") -> PhaseView:
        """A phase for the template of a page from which `base` leads to the game's folder. `prefix`
        begins the ids in it."""
        phase = self.replay.stages[at].phase
        slug = self.replay.variant.setting.calendar.slug(phase)
        return PhaseView(
            replay=self.replay,
            at=at,
            rows=self.order_rows[at],
            address=f"{base}{addresses.phase_within(slug, self.depth)}",
            words=linked(self.replay, base, prefix),
            held=self.held.get(phase),
            prefix=prefix,
            misses=self.settings.misses,
        )

    def artifacts(self) -> Iterator[Artifact]:
        """Every file below the game's address."""
        replay = self.replay
        folder = addresses.game(replay.record.id)
        if self.depth == "counts":
            return
        yield self._page(folder)
        if self.depth == "phases":
            yield from self._around(folder)
        elif replay.stages:
            yield phase_data(replay, self.sheet, self._pictures, self.order_rows)

    def _around(self, folder: str) -> Iterator[Artifact]:
        """The files of a game with a page for each phase."""
        replay = self.replay
        yield Artifact(f"{folder}game.yaml", published_yaml(self.source))
        for at in range(len(replay.stages)):
            yield from self._phase(at)
        puzzles = told_puzzles(replay)
        if puzzles:
            path = f"{folder}puzzles/index.html"
            style = addresses.board_style(replay.variant.name) if self.sheet else ""
            yield page(path, "game_puzzles.html", replay=replay, puzzles=puzzles, style=style)
        path = f"{folder}relations/index.html"
        yield page(path, "relations.html", replay=replay, relations=relations(replay))
        yield Artifact(f"{folder}game.json", self._json())
        reports = [f"{replay.record.name}\n", *self._reports]
        yield Artifact(f"{folder}game.txt", "\n".join(reports))
        if replay.stages:
            yield season_owners(replay)
            yield season_orders(replay, self.order_rows)
        yield feeds.one_game(replay.record, self.news, self.settings)
        if self.sheet is not None and replay.stages:
            yield self._years(folder, self.sheet)
            yield self._player_alone(folder)

    def _json(self) -> str:
        """Each phase has its orders with their results, what follows, and the comparison."""
        setting = self.replay.variant.setting
        phases = list(stage_documents(self.replay.stages, setting, self._accounts))
        values = {**self.summary._asdict(), "phases": phases}
        document = {"format": FORMAT, "chancery": __version__}
        for key in HEAD:
            document[key] = values[key]
        return as_json(document)

    def _page(self, folder: str) -> Artifact:
        replay = self.replay
        setting = replay.variant.setting
        image = ""
        if replay.stages and self._has(len(replay.stages) - 1, "png"):
            image = f"{self._folder(replay.stages[-1])}map.png"
        data_file = FILE if self.depth == "game" else ""
        view = GameView(
            replay=replay,
            summary=self.summary,
            settings=self.settings,
            depth=self.depth,
            phases=[self.phase_view(at) for at in range(len(replay.stages))],
            held_back=len(self.held) if self.settings.drafts else 0,
            folder=folder,
            player=player(replay, self.sheet, self._pictures, data_file),
            last_powers=list(_ends(replay)),
            more_signs=list(more_signs(setting, self.sheet)),
            others=self.others,
        )
        return page(f"{folder}index.html", "game.html", view=view, image=image)

    def _player_alone(self, folder: str) -> Artifact:
        """The page for frames on other sites: its script takes the player out of the game's page,
        so it adds few bytes to a game."""
        path = f"{folder}player/index.html"
        html = fill(
            "player.html",
            game=self.replay.record,
            variant=self.replay.variant.name,
            root=addresses.root_of(path),
        )
        return Artifact(path, protected(str(html))[0])

    def _phase(self, at: int) -> Iterator[Artifact]:
        """The page of one phase, and its pictures that are files of their own."""
        record = self.replay.record
        stages = self.replay.stages
        stage = stages[at]
        variant = self.replay.variant
        folder = self._folder(stage)
        forms = self._forms(at)
        if self.sheet is not None and forms:
            art = self._pictures[at]
            drawn = whole(self.sheet, variant.setting, art, **self._words(stage))
            if "svg" in forms:
                yield Artifact(f"{folder}map.svg", drawn)
            if "png" in forms:
                yield Artifact(f"{folder}map.png", PngRequest(variant.name, art, digest(drawn)))
        before = stage.turn.before
        view = self.phase_view(at, base="../")
        yield page(
            f"{folder}index.html",
            "phase.html",
            phase=view,
            previous=stages[at - 1] if at else None,
            following=stages[at + 1] if at + 1 < len(stages) else None,
            board=self.map(at, "../../../"),
            forms=forms,
            image=f"{folder}map.png" if "png" in forms else "",
            position=position_name(before) if before.phase.step == "movement" else "",
            outcome=self.summary.result if self.summary.kind != "unfinished" else "",
            page=self.settings.address + folder if self.settings.address else "",
            report=addresses.report_link(record, view.title, folder, self.settings),
        )

    def _years(self, folder: str, sheet: BoardSheet) -> Artifact:
        """The board at the end of each year as a small map, with who owned how many centres."""
        variant = self.replay.variant
        record = self.replay.record
        turns = {stage.phase: stage.turn for stage in self.replay.stages}
        draw = partial(picture, sheet, variant.setting, when="after", legend=False)
        years = centre_table.years(self.replay)
        pictures = [draw(turns[year.phase]) for year in years]
        signs: dict[str, tuple[PaintedPath, ...]] = {}
        marks: list[DrawnMark] = []
        for drawn in pictures:
            signs.update(drawn.symbols)
            marks += drawn.marks
        defs = f"<defs>{svg.symbols(signs, marks)}</defs>"  # in the first map, for all of them
        board = f"../../../{addresses.board(variant.name)}"
        maps: list[Markup] = []
        for year, drawn in zip(years, pictures, strict=True):
            counters = f'<g class="counters">{svg.layers(drawn.marks, OVER)}</g>'
            overlay = f"{defs}{tinted(drawn)}<!--lines-->{counters}"
            small_map = inline_map(sheet, overlay, board, f"{record.name}, end of {year.name}")
            maps.append(Markup(small_map))
            defs = ""
        path = f"{folder}years/index.html"
        shown = list(zip(years, maps, strict=True))
        return page(path, "years.html", game=record, variant=variant, years=shown)

    def _folder(self, stage: Stage) -> str:
        calendar = self.replay.variant.setting.calendar
        return addresses.phase(self.replay.record.id, calendar.slug(stage.phase), self.depth)

    def _forms(self, at: int) -> list[str]:
        """In which forms the phase has a picture of its own."""
        return [form for form in ("svg", "png") if self._has(at, form)]

    def _has(self, at: int, form: str) -> bool:
        """Does the phase have a picture of its own in that form, `svg` or `png`?"""
        if self.sheet is None or self.depth != "phases":
            return False
        chosen = self.settings.svg if form == "svg" else self.settings.png
        linked = f"{self._folder(self.replay.stages[at])}map.{form}" in self.linked()
        last = at == len(self.replay.stages) - 1
        return chosen == "all" or (linked and chosen != "none") or (last and chosen == "previews")

    def map(self, at: int, root: str, prefix: str = "") -> Markup:
        """The picture of a phase for a page; `root` is the way to the root of the site. Empty where
        its board has no drawing. `prefix` begins the ids in it."""
        if self.sheet is None:
            return Markup("")
        variant = self.replay.variant
        folder = f"{root}{addresses.board(variant.name)}"
        codes = small_layer(self.sheet, variant.setting.board)
        overlay = overlay_of(self.sheet, self._pictures[at].with_prefix(prefix))
        words = self._words(self.replay.stages[at])
        return Markup(inline_map(self.sheet, overlay, folder, codes=codes, **words))

    def _words(self, stage: Stage) -> dict[str, str]:
        title = f"{self.replay.record.name}, {self._subtitle(stage)}"
        description = describe_turn(stage.turn, self.replay.variant.setting)
        return {"title": title, "description": description}

    def _subtitle(self, stage: Stage) -> str:
        calendar = self.replay.variant.setting.calendar
        return f"{calendar.season_title(stage.phase)} · {stage.phase.step}"

    @cached_property
    def order_rows(self) -> list[OrderRows]:
        """Every order with its result and reason, phase by phase."""
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
        return [self._report(at) for at in range(len(self.replay.stages))]

    def _report(self, at: int) -> str:
        """A phase as a zine prints it, by its number."""
        stage = self.replay.stages[at]
        return report(
            stage.turn,
            self.replay.variant.setting,
            stage.recorded,
            self.replay.record.players,
            listed=self._accounts[at],
        )

    @cached_property
    def _pictures(self) -> Sequence[PhaseMap]:
        if self.sheet is None:
            return []
        setting = self.replay.variant.setting
        name = self.replay.record.name
        pictures: list[PhaseMap] = []
        for at, stage in enumerate(self.replay.stages):
            has_file = bool(self._forms(at))  # on a page words explain the signs, not a legend
            is_on_page = at == 0 or self.depth == "phases"  # a script writes the other titles
            drawn = picture(
                self.sheet,
                setting,
                stage.turn,
                title=name if is_on_page else "",
                subtitle=self._subtitle(stage) if is_on_page else "",
                legend=has_file,
            )
            pictures.append(drawn)
        return pictures


def _ends(replay: Replay) -> Iterator[tuple[Power, int]]:
    """The powers with most centres at the end, `ROOM` at most, in the order of the chart."""
    if replay.stages:
        counts = centre_table.counts(replay.final.owners, replay.variant.setting)
        most = sorted(counts.values(), reverse=True)[:ROOM][-1]
        yield from [(power, n) for power, n in counts.items() if n and n >= most][:ROOM]


def more_signs(setting: Setting, sheet: BoardSheet | None) -> Iterator[tuple[Markup, str]]:
    """The counters of a game and the signs of its amendments and board: each as SVG, with words."""
    symbols = symbol_set(setting.nations, tuple(map(str, setting.kinds)))
    for number, (words, shapes) in enumerate(_signs_in_words(setting)):
        marks = [DrawnMark("signs", shape) for shape in shapes]
        prefix = f"sign-{number}-"
        body = svg.symbols(symbols, marks, prefix)
        used = svg.power_group(marks).replace('href="#', f'href="#{prefix}')
        yield Markup(f"<defs>{body}</defs>{used}"), words
    if sheet is None:
        return
    for sign, drawing in sheet.drawn_signs.items():
        if sign != "centre":  # every page explains that one
            yield Markup(f'<g transform="scale(1.5)">{drawing}</g>'), sheet.signs[sign]


def _signs_in_words(setting: Setting) -> Iterator[tuple[str, Sequence[Shape]]]:
    """The words and shapes of the counters of a game, of the signs of its amendments, and of the
    units that no player has."""
    sample = initials(next(n for n in setting.nations if n.playable))
    for sign, words in setting.counter_words.items():
        yield words, [SymbolUse(f"{sign}.{sample}", 0, 0)]
    for _, entry in amendment_entries(setting, sample):
        yield entry.word, [shape._replace(x=shape.x - 15) for shape in entry.shapes]
    for nation in setting.nations:
        if not nation.playable:
            yield f"{nation.adjective} unit", [SymbolUse(f"A.{initials(nation)}", 0, 0)]
