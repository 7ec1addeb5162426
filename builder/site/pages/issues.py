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
from types import MappingProxyType

from markupsafe import Markup, escape

from builder.errors import ArchiveError, Mistakes, SourceError, SourceMark, UnknownWordError
from builder.formats.issues import Issue, issue_files, read_issue
from builder.model.calendar import Calendar, Phase
from builder.model.names import Names
from builder.site.addresses import root_of
from builder.site.artifacts import Artifact
from builder.site.pages.game import GameArtifacts, Held
from builder.site.parts.markdown_text import left_out, rendered
from builder.site.templating import fill, page
from builder.source.files import check_inside

BLOCK = re.compile(
    r"^!season\b[ \t]*(?P<game>[^\s:]*)(?P<when>[^:\n]*)(?::(?P<what>.*))?$", re.MULTILINE
)
REFERENCE = re.compile(r"\b([a-z0-9-]+):([A-Z]\w*?\d{1,4}[MRA])\b")
PICTURE = re.compile(r'<img\b[^>]*? src="([^"/:#?][^":#?]*)"[^>]*>')
BESIDE = re.compile(r'(<(?:img|a)\b[^>]*? (?:src|href)=")(?![a-z][a-z0-9+.-]*:|[/#])([^"#]+)', re.I)
TITLE = re.compile(r"\A\s*# .*\n")
PLACE = re.compile(r"<p>chanceryblock(\d{1,6})x</p>")
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
    not. Raises Mistakes if lines ask for games or phases that the archive does not have."""
    path = f"zines/{issue.name}/index.html"
    root = root_of(path)
    blocks, errors = list[str](), list[SourceError]()

    def place(found: re.Match[str]) -> str:
        try:
            block = str(_block(found, games, root, held))  # with ids that no other has
            blocks.append(re.sub(r'( id="| href="#)', rf"\1s{len(blocks)}-", block))
        except ArchiveError as error:
            line = issue.line + text.count("\n", 0, found.start())
            errors.append(SourceError(str(error), SourceMark(issue.path, line, 1, found[0], 7)))
        return f"\n\nchanceryblock{len(blocks) - 1}x\n\n"

    text = TITLE.sub(lambda m: "\n" * m[0].count("\n"), issue.text, count=1)
    html = str(rendered(BLOCK.sub(place, text)))
    if errors:
        raise Mistakes(errors)
    shown = {found["game"] for found in BLOCK.finditer(issue.text)}
    placed = [games[name].replay for name in sorted(shown & games.keys())]
    names = [f"{replay.record.name} (Diplomacy)" for replay in placed]
    folder = Path(issue.path).parent
    html = PICTURE.sub(lambda m: m[0] if (folder / m[1]).is_file() else left_out(m), html)
    # A picture or an issue beside this one's file is one folder up from its page.
    html = BESIDE.sub(lambda m: f"{m[1]}../{re.sub('[.]md$', '/', m[2])}", html)
    html = REFERENCE.sub(partial(_reference, games, root), html)
    html = PLACE.sub(lambda m: blocks[int(m[1])] if int(m[1]) < len(blocks) else "", html)
    variants = sorted({replay.variant.name for replay in placed})
    known = {"issue": issue, "body": Markup(html), "pdf": pdf, "root": root, "games": names}
    return page(path, "issue.html", held=unpublished, variants=variants, **known)


def _reference(games: Find, root: str, found: re.Match[str]) -> str:
    with suppress(KeyError, UnknownWordError):
        replay = games[found[1]].replay
        calendar = replay.variant.setting.calendar
        phase = calendar.read(found[2])
        if any(stage.phase == phase for stage in replay.stages):
            words = escape(f"{replay.record.name}, {calendar.title(phase)}")
            place = f"{root}games/{found[1]}/{calendar.slug(phase)}/"
            return f'<a class="at" href="{place}">{words}</a>'
    return found[0]


def _block(found: re.Match[str], games: Find, root: str, held: Mapping[str, Held]) -> Markup:
    if not found["game"] or not found["when"].strip():
        raise ArchiveError("a game and a phase belong here: !season 1998v Fall 1901")
    work, waiting = games.get(found["game"]), held.get(found["game"], {})
    if work is None and waiting:
        return _to_come(found, max(waiting.values()))
    if work is None:
        names = [name for name in games if name.startswith(f"{found['game']}-")]
        guesses = names or Names("game", [(name, name) for name in games]).guesses(found["game"])
        raise UnknownWordError("game", found["game"], guesses)
    wanted = tuple((found["what"] or " ".join(ALL)).split())
    if unknown := set(wanted) - set(ALL):
        raise UnknownWordError("part of a season", sorted(unknown)[0], ALL)
    replay = work.replay
    calendar, phases = replay.variant.setting.calendar, [s.phase for s in replay.stages]
    placed, later = (phases_in(calendar, found["when"], these) for these in (phases, waiting))
    if not placed and not later:
        raise UnknownWordError(f"phase of {replay.record.id}", found["when"].strip())
    shown, base = [], f"{root}games/{replay.record.id}/"
    for at in (at for at, phase in enumerate(phases) if phase in placed):
        known = {"work": work, "at": at, "root": root, "base": base, "show": wanted}
        shown.append(fill("season.html", held=waiting.get(phases[at]), **known))
    if missing := [waiting[phase] for phase in later if phase not in placed]:
        shown.append(_to_come(found, min(missing)))
    return Markup("").join(shown)


def _to_come(found: re.Match[str], day: str) -> Markup:
    """The placeholder of a season that is not published yet."""
    when = f"will be published on {day}" if day else "is not published yet"
    text = Markup('<p class="banner to-come"><b>{} of {}</b> {}.</p>')
    return text.format(found["when"].strip(), found["game"], when)


def phases_in(calendar: Calendar, when: str, phases: Iterable[Phase]) -> list[Phase]:
    """The phases that `Fall 1901`, `F1901M` or `Fall 1901 - Winter 1901` means."""
    names = [part.strip() for part in re.split(r" [-–] ", when.strip(), maxsplit=1)]
    begin, end = _span(calendar, names[0])[0], _span(calendar, names[-1])[1]
    return [p for p in phases if calendar.rank(begin) <= calendar.rank(p) <= calendar.rank(end)]


def _span(calendar: Calendar, words: str) -> tuple[Phase, Phase]:
    """The first and the last phase that a name may mean: a whole season, or one phase."""
    phase = calendar.read(words)
    if words.strip().lower() != calendar.season_title(phase).lower():
        return phase, phase
    steps = [step for season, step in calendar.year if season == phase.season]
    return phase, phase._replace(step=steps[-1])


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
