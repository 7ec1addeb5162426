"""The pages of a zine's issues: an editor's Markdown with seasons of games placed in it.

    !season 1998v Fall 1901 - Winter 1901 : results map chart notes press

The line stands alone. A season's name means all its phases. The parts to show follow a colon; by
default all are shown. In prose `1998v:S1904M` becomes a link to that phase.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from secrets import token_hex
from types import MappingProxyType

from markupsafe import Markup

from builder.errors import ArchiveError, Mistakes, SourceError, SourceMark, UnknownWordError
from builder.formats.issues import Issue, issue_files, read_issue
from builder.model.calendar import Calendar, Phase
from builder.model.names import Names
from builder.site import addresses
from builder.site.artifacts import Artifact
from builder.site.pages.game import GameArtifacts, Held
from builder.site.parts.markdown_text import (
    PHASE,
    NestedTooDeepError,
    Target,
    TextPlace,
    rendered_if_shallow,
)
from builder.site.parts.nesting import DEEPEST, too_deep_line
from builder.site.templating import fill, page
from builder.source.files import check_inside
from builder.source.recording import is_file

BLOCK = re.compile(
    r"^!season\b[ \t]*(?P<game>[^\s:]*)(?P<when>[^:\n]*)(?::(?P<what>.*))?$", re.MULTILINE
)
REFERENCE = re.compile(rf"\b([a-z0-9-]+):{PHASE}\b")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|[/#]|$", re.I)
TITLE = re.compile(r"\A\s*# .*\n")
LARGEST = 1_000_000  # characters of an issue
MOST_PHASES = 60  # of an issue: each is about 100 kB of its page
ALL = ("results", "why", "map", "dislodged", "chart", "notes", "press")
Find = Mapping[str, GameArtifacts]


def games_in(issue: Issue) -> set[str]:
    """The games whose seasons an issue places, or names in prose."""
    placed = {m["game"] for m in BLOCK.finditer(issue.text)}
    return placed | {m[1] for m in REFERENCE.finditer(issue.text)}


def issue_page(
    issue: Issue,
    games: Find,
    pdf: bool = False,
    held: Mapping[str, Held] = MappingProxyType({}),
    unpublished: str = "",
) -> Artifact:
    """The page of an issue with its seasons filled in; `pdf` says that there are PDFs of it.
    `held` are the phases of games that are not published yet, `unpublished` is why the issue is
    not. Raises Mistakes if lines ask for games or phases that the archive does not have, or if the
    text is too long or its HTML too deep."""
    _check_length(issue)
    path = f"zines/{issue.name}/index.html"
    root = addresses.root_of(path)
    seasons = PlacedSeasons(issue, games, held, root)
    title_left_out = TITLE.sub(lambda m: "\n" * m[0].count("\n"), issue.text, count=1)
    text = BLOCK.sub(seasons.place, title_left_out)
    if seasons.errors:
        raise Mistakes(seasons.errors)
    place = TextPlace(
        refer=partial(_reference, games, root),
        address=_from_the_page,
        shows=partial(_is_beside, Path(issue.path).parent),
    )
    body = seasons.put_into(_html(issue, text, place))
    shown = {line["game"] for line in BLOCK.finditer(issue.text)}
    placed = [games[name].replay for name in sorted(shown & games.keys())]
    variants = sorted({replay.variant.name for replay in placed})
    return page(
        path,
        "issue.html",
        held=unpublished,
        variants=variants,
        issue=issue,
        body=Markup(body),
        pdf=pdf,
        root=root,
        games=[f"{replay.record.name} (Diplomacy)" for replay in placed],
    )


def _check_length(issue: Issue) -> None:
    """Raises Mistakes for a text that is too long, with the line in which it becomes so."""
    if len(issue.text) > LARGEST:
        line = issue.line + issue.text.count("\n", 0, LARGEST)
        mark = SourceMark(issue.path, line, 1)
        raise Mistakes([SourceError("an issue may have 1 MB of text; it is longer", mark)])


def _html(issue: Issue, text: str, place: TextPlace) -> str:
    """The HTML of an issue's text, in which each season has a mark instead of its lines. Raises
    Mistakes if it lies too deep."""
    try:
        return str(rendered_if_shallow(text, place))
    except NestedTooDeepError:
        line = too_deep_line(issue.text) or 1
        row = issue.text.splitlines()[line - 1]
        mark = SourceMark(issue.path, issue.line + line - 1, 1, row, len(row))
        why = f"the HTML of an issue may lie {DEEPEST} elements deep; here it lies deeper"
        raise Mistakes([SourceError(why, mark)]) from None


class PlacedSeasons:
    """The seasons that an issue places. While its words are made HTML, a mark that nobody can have
    typed stands for each."""

    def __init__(self, issue: Issue, games: Find, held: Mapping[str, Held], root: str) -> None:
        self.issue = issue
        self.games = games
        self.held = held
        self.root = root
        self.errors: list[SourceError] = []
        self._mark = f"season{token_hex(16)}n"
        self._blocks: list[Markup] = []
        self._phases = 0

    def place(self, season_line: re.Match[str]) -> str:
        """The mark of a line `!season`; its mistake is noted."""
        number = len(self._blocks)
        try:
            self._blocks.append(Markup("").join(self._block(season_line, f"s{number}-")))
        except ArchiveError as error:
            line = self.issue.line + season_line.string.count("\n", 0, season_line.start())
            mark = SourceMark(self.issue.path, line, 1, season_line[0], len("!season"))
            self.errors.append(SourceError(str(error), mark))
        return f"\n\n{self._mark}{number}.\n\n"

    def _block(self, season_line: re.Match[str], prefix: str) -> list[Markup]:
        """The phases of a line `!season`, and the placeholder of those not published yet."""
        name = season_line["game"]
        if not name or not season_line["when"].strip():
            raise ArchiveError("a game and a phase belong here: !season 1998v Fall 1901")
        waiting = self.held.get(name, {})
        if name not in self.games and waiting:
            return [_to_come(season_line, max(waiting.values()))]
        if name not in self.games:
            raise _unknown_game(name, self.games)
        phases = [stage.phase for stage in self.games[name].replay.stages]
        calendar = self.games[name].replay.variant.setting.calendar
        placed = phases_in(calendar, season_line["when"], phases)
        later = phases_in(calendar, season_line["when"], waiting)
        if not placed and not later:
            raise UnknownWordError(f"phase of {name}", season_line["when"].strip())
        self._phases += len(placed)
        if self._phases > MOST_PHASES:
            raise ArchiveError(f"an issue places up to {MOST_PHASES} phases; these are more")
        shown = self._filled(season_line, [phases.index(phase) for phase in placed], prefix)
        if missing := [waiting[phase] for phase in later if phase not in placed]:
            shown.append(_to_come(season_line, min(missing)))
        return shown

    def _filled(
        self, season_line: re.Match[str], places: Iterable[int], prefix: str
    ) -> list[Markup]:
        """Some phases of a game, given by their numbers."""
        name = season_line["game"]
        work = self.games[name]
        base = f"{self.root}games/{name}/"
        wanted = _wanted_parts(season_line)
        shown: list[Markup] = []
        for at in places:
            ids = f"{prefix}{at}-"
            view = work.phase_view(at, base, ids)
            season = fill(
                "season.html",
                phase=view,
                address=view.address if work.depth != "counts" else "",
                show=wanted,
                board=work.map(at, self.root, ids) if "map" in wanted else "",
            )
            shown.append(season)
        return shown

    def put_into(self, html: str) -> str:
        """The HTML of the issue's words with the seasons in their places."""
        for number, block in enumerate(self._blocks):
            mark = f"{self._mark}{number}."
            html = html.replace(f"<p>{mark}</p>", block).replace(mark, block)
        return html


def _from_the_page(address: str) -> str:
    """An address beside an issue's file, seen from its page, which is one folder further down."""
    if ELSEWHERE.match(address):
        return address
    path, sign, part = address.partition("#")
    if path.endswith(".md"):
        path = path.removesuffix(".md") + "/"
    return f"../{path}{sign}{part}"


def _is_beside(folder: Path, source: str) -> bool:
    """Is a picture there, if it is one beside the issue?"""
    return any(sign in source for sign in "/:?#") or is_file(folder / source)


def _reference(games: Find, root: str, game: str, name: str) -> Target | None:
    """The page of a phase, `1998v:S1904M`, and its title."""
    with suppress(KeyError, UnknownWordError):
        replay = games[game].replay
        calendar = replay.variant.setting.calendar
        phase = calendar.read(name)
        has_page = games[game].depth != "counts"
        if has_page and any(stage.phase == phase for stage in replay.stages):
            words = f"{replay.record.name}, {calendar.title(phase)}"
            from_the_file = root.removeprefix("../")  # as its other links
            place = addresses.phase(game, calendar.slug(phase), games[game].depth)
            return f"{from_the_file}{place}", words
    return None


def _unknown_game(game: str, games: Find) -> UnknownWordError:
    """The mistake of a game that the archive does not have, with guesses."""
    longer = [name for name in games if name.startswith(f"{game}-")]
    guesses = longer or Names("game", [(name, name) for name in games]).guesses(game)
    return UnknownWordError("game", game, guesses)


def _wanted_parts(season_line: re.Match[str]) -> tuple[str, ...]:
    """The parts of each season to show."""
    wanted = tuple((season_line["what"] or " ".join(ALL)).split())
    for part in wanted:
        if part not in ALL:
            raise UnknownWordError("part of a season", part, ALL)
    return wanted


def _to_come(season_line: re.Match[str], day: str) -> Markup:
    """The placeholder of a season that is not published yet."""
    when = f"will be published on {day}" if day else "is not published yet"
    text = Markup('<p class="banner to-come"><b>{} of {}</b> {}.</p>')
    return text.format(season_line["when"].strip(), season_line["game"], when)


def phases_in(calendar: Calendar, when: str, phases: Iterable[Phase]) -> list[Phase]:
    """The phases that `Fall 1901`, `F1901M` or `Fall 1901 - Winter 1901` means."""
    names = [part.strip() for part in re.split(r" [-–] ", when.strip(), maxsplit=1)]
    begin = _span(calendar, names[0])[0]
    end = _span(calendar, names[-1])[1]
    return [p for p in phases if calendar.rank(begin) <= calendar.rank(p) <= calendar.rank(end)]


def _span(calendar: Calendar, words: str) -> tuple[Phase, Phase]:
    """The first and the last phase that a name may mean: a whole season, or one phase."""
    phase = calendar.read(words)
    title = calendar.season_title(phase)
    if words.strip().lower() != title.lower():
        return phase, phase
    last = phase
    while calendar.season_title(calendar.next(last)) == title:
        last = calendar.next(last)
    return phase, last


def issues(
    folder: Path, today: date, drafts: bool = False
) -> tuple[list[Issue], dict[str, ArchiveError]]:
    """The published issues of a folder, the newest first, and the errors of the others by name."""
    shown: list[Issue] = []
    errors: dict[str, ArchiveError] = {}
    for name, path in issue_files(folder).items():
        try:
            check_inside(folder, path)
            issue = read_issue(path, name)
        except ArchiveError as error:
            errors[name] = error
        else:
            if drafts or issue.published(today):
                shown.append(issue)
    shown.sort(key=lambda issue: (issue.head["date"], issue.name), reverse=True)
    return shown, errors
