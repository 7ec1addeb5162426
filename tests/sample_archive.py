"""A small game made by hand, and an archive that holds only it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from our_archive import ARCHIVE, ROOT

from builder.model.calendar import Phase
from builder.model.outcomes import Outcome
from builder.model.units import Location, Power
from builder.notation.notation import parse_order
from builder.playback.replaying import replay
from builder.record import Note, PhaseRecord, Printed, Record, Result, Source
from builder.site.artifacts import Artifact, PartData, SitePart, SiteSettings, digest
from builder.site.compression import compressed
from builder.site.pages.explorer import began
from builder.site.pages.puzzles import puzzle_rows
from builder.site.pages.statistics import tally
from builder.site.parts.feed_entry import FeedEntry
from builder.site.parts.game_summary import GameFigures, GameSummary
from builder.site.publishing.block_files import volume
from builder.site.publishing.fixed_parts import fixed_parts, leading_parts, variant_parts
from builder.site.publishing.site import Site
from builder.site.publishing.summary_parts import SummaryParts
from builder.site.search.order_index import IndexEntry, block, index_of, shards
from builder.variant import Variant

NO_PICTURES, ALL_PICTURES = SiteSettings("none", "none"), SiteSettings("all", "all")
SPRING = {
    "Austria": "A Bud-Ser; A Vie-Gal; F Tri-Alb",
    "England": "F Edi-NTH; F Lon-ENG; A Lvp-Yor",
    "France": "F Bre-ENG; A Mar S A Par-Bur; A Par-Bur",
    "Germany": "A Ber-Kie; F Kie-Den; A Mun-Bur",
    "Italy": "F Nap-ION; A Rom-Apu; A Ven H",
    "Russia": "A Mos-Ukr; F Sev-BLA; F Stp/sc-BOT; A War-Gal",
    "Turkey": "F Ank-BLA; A Con-Bul; A Smy-Con",
}
FALL = {
    "Austria": "A Ser-Bul; A Vie-Gal; F Alb S A Ser-Gre",
    "England": "F NTH C A Yor-Nwy; F Lon-ENG; A Yor-Nwy",
    "France": "F Bre-MAO; A Mar-Spa; A Bur-Mun",
    "Germany": "A Kie-Mun; F Den-Swe; A Mun-Bur",
    "Italy": "F ION C A Apu-Tun; A Apu-Tun; A Ven-Tri",
    "Russia": "A Ukr-Rum; F Sev S A Ukr-Rum; F BOT-Swe; A War-Gal",
    "Turkey": "F Ank-BLA; A Bul-Gre; A Con-Bul",
}
WINTER = {
    "England": "Build F Lon",
    "France": "Build A Par",
    "Germany": "Build F Kie",
    "Italy": "Build F Nap",
    "Turkey": "Build A Con",
}


def standard() -> Variant:
    """The standard game."""
    return ARCHIVE.variant("standard")


def phase_record(
    variant: Variant, phase: Phase, orders: dict[str, str], notes: tuple[Note, ...] = ()
) -> PhaseRecord:
    """A phase with typed orders."""
    written = [
        parse_order(text.strip(), variant.setting, phase, Power(power))
        for power, texts in orders.items()
        for text in texts.split(";")
    ]
    return PhaseRecord(phase, tuple(written), notes=notes, headline="Three stand-offs")


def misprinted(variant: Variant) -> Record:
    """The same year, in whose Spring a stand-off is printed as a move, from which play went on."""
    record = sample(variant)
    spring, *rest = record.phases
    ours = replay(variant, record).stages[0].turn.after.units
    swapped = {"Mun": Location("Bur"), "Bur": Location("Par")}
    after = [u._replace(at=swapped.get(u.at, u.at)) for u in ours]
    said = Printed(Power("Germany"), Location("Mun"), frozenset({Outcome.MOVED}))
    phase = spring._replace(results=(said,), after=tuple(u for u in after))
    return record._replace(id="misprinted", phases=(phase, *rest))


def sample(variant: Variant, name: str = "sample") -> Record:
    """A first year of standard Diplomacy, with a stand-off, a cut support and hostile words."""
    calendar = variant.setting.calendar
    words = (
        Note("gm", "Adjustments are due <script>alert(1)</script> with **Spring**."),
        Note("press", "All is [well](javascript:alert(2)).", author="A<b>", to="All"),
    )
    phases = (
        phase_record(variant, calendar.read("S1901M"), SPRING, words),
        phase_record(variant, calendar.read("F1901M"), FALL),
        phase_record(variant, calendar.read("W1901A"), WINTER),
    )
    return Record(
        id=name,
        name="Sample & Co",
        variant=variant.name,
        phases=phases,
        gm="G. Master <i>",
        zine="The Sample Gazette",
        source=Source(title="The Sample Gazette", issues="12-14", url="javascript:alert(3)"),
        players=dict.fromkeys(variant.setting.powers, "?"),
        result=Result("unfinished"),
        moments={calendar.read("S1901M"): "Three stand-offs open the game."},
    )


@dataclass
class StubArchive:
    """As much of an archive as the site asks for."""

    root: Path
    variants: dict[str, Variant]
    records: dict[Path, Record]
    errors: dict[Path, Exception] = field(default_factory=dict)
    namesakes: dict[Path, Exception] = field(default_factory=dict)
    faulty_collections: dict[Path, Exception] = field(default_factory=dict)
    unread_files: dict[Path, Exception] = field(default_factory=dict)

    @property
    def variant_names(self) -> tuple[str, ...]:
        return tuple(self.variants)

    @property
    def maps_folder(self) -> Path:
        return self.root / "maps"

    @property
    def games_folder(self) -> Path:
        return self.root / "games"

    def collection_depth(self, _: Path) -> None:
        return None

    @property
    def docs_folder(self) -> Path:
        return self.root / "docs"

    @property
    def game_paths(self) -> tuple[Path, ...]:
        return tuple(self.records)

    @property
    def games(self) -> dict[str, Record]:
        return {r.id: r for r in self.records.values()}

    def held(self, path: Path) -> Path:
        return self.root / ".chancery" / path.stem / "held.yaml"

    def game_files(self, name: str) -> list[Path]:
        return [path for path in self.records if path.stem == name]

    def game_state(self, name: str) -> str:
        return str(self.game_files(name))

    def variant(self, name: str) -> Variant:
        return self.variants[name]

    def game_path(self, which: str) -> Path:
        return next(path for path in self.records if path.stem == which)

    def game(self, which: Path) -> Record:
        return self.records[which]


def archive(tmp: Path, *records: Record) -> StubArchive:
    """An archive of some records, with the real maps."""
    variant = standard()
    found = {}
    for record in records or (sample(variant),):
        path = tmp / f"{record.id}.yaml"
        path.write_text("game: sample\n", encoding="utf-8")
        found[path] = record
    if not (tmp / "maps").exists():
        (tmp / "maps").symlink_to(ROOT / "maps")
    return StubArchive(tmp, {"standard": variant}, found)


def artifacts(shown: StubArchive, settings: SiteSettings) -> Iterator[Artifact]:
    """Every file of a site, made one after another."""
    site = Site(shown, settings)  # type: ignore[arg-type]
    games: list[tuple[GameSummary, GameFigures]] = []
    finds, texts = list[IndexEntry](), dict[str, str]()
    news: dict[str, list[FeedEntry]] = {}
    for path in shown.game_paths:
        work = site.work(path)
        assert work is not None
        games.append((work.summary, work.figures))
        news[work.summary.id] = work.news
        finds.append(index_of(work.replay, work.order_rows))
        for artifact in work.artifacts():
            texts[artifact.path] = str(artifact.content)
            yield artifact
    summaries = [summary for summary, _ in games]
    found, entry = block(0, 1, zip(summaries, finds, strict=True))
    yield from (*found, *shards([entry], 1, len(games), shown.variant))
    yield from made(site, leading_parts(site))
    yield from made(site, fixed_parts(site))
    yield from made(site, variant_parts(site))
    data = (compressed(texts[f"games/{summary.id}/game.json"]) for summary in summaries)
    yield volume(0, 1, settings.title, data)
    yield from made(site, SummaryParts(site, summaries, OneBlock(games, news)))


def made(site: Site, parts: Iterable[SitePart[Any]]) -> Iterator[Artifact]:
    """The files of some parts; what they make for other parts is given to the site."""
    for part in parts:
        for artifact in part.make(part.inputs):
            if isinstance(artifact, PartData):
                site.data.put(artifact.name, artifact.value)
            else:
                yield artifact


class OneBlock:
    """All games in one block."""

    def __init__(
        self,
        games: list[tuple[GameSummary, GameFigures]],
        news: Mapping[str, list[FeedEntry]] = MappingProxyType({}),
    ) -> None:
        added = {"tally": tally(games), "began": began(games), "puzzles": puzzle_rows(games)}
        self.added = json.loads(json.dumps(added))
        self.by_id = {summary.id: figures for summary, figures in games}
        self.summaries = {summary.id: summary for summary, _ in games}
        self.entries = news

    def digests(self, kind: str) -> list[str]:
        return [digest(str(self.added[kind]))]

    def read(self, kind: str) -> Iterator[Any]:
        yield self.added[kind]

    def together(self, kind: str, join: Callable[[Iterable[Any]], Any]) -> Iterator[Any]:
        yield json.loads(json.dumps(join([self.added[kind]])))

    def made_of(self, kind: str, name: str, inputs: str, make: Callable[[Any], Any]) -> Any:
        return json.loads(json.dumps(make(None)))

    def figures(self, game: str) -> GameFigures:
        return self.by_id[game]

    def news(self, game: str) -> list[FeedEntry]:
        return self.entries[game]

    def name(self, game: str) -> str:
        return self.summaries[game].name

    def way(self, game: str, slug: str, root: str) -> str:
        return self.summaries[game].way(slug, root)

    def where(self, game: str) -> str:
        return self.summaries[game].where
