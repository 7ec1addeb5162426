"""Issues of a zine: an editor's Markdown, with seasons of games placed in it by one line each.

    !season 1998v Fall 1901 - Winter 1901 : results map chart notes press

The line stands alone. A season's name takes all its phases; what is to be shown follows a colon
and may be left out. In prose `1998v:S1904M` becomes a link to that phase.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from builder.errors import ArchiveError, Mark, RecordError, UnknownWordError
from builder.model.calendar import Calendar, Phase
from builder.replay import Replay, Stage
from builder.site.artifacts import Artifact
from builder.site.lines import lines
from builder.site.phase_page import CAPTIONS, phase_parts
from builder.site.templating import fill
from builder.site.words import rendered

BLOCK = re.compile(r"^!season[ \t]+(?P<game>\S+)(?P<when>[^:\n]*)(?::(?P<what>.*))?$", re.MULTILINE)
REFERENCE = re.compile(r"\b([a-z0-9-]+):([A-Z]\w*?\d{1,4}[MRA])\b")
TITLE = re.compile(r"\A\s*# .*\n")
HEAD = re.compile(r"\A---\n(.*?\n)---\n", re.DOTALL)
ALL = ("results", "why", "map", "dislodged", "chart", "notes", "press")
Find = Mapping[str, Replay]


@dataclass(frozen=True, slots=True)
class Issue:
    """One issue: its name in addresses, its head, and its text without it."""

    name: str
    head: Mapping[str, str]
    text: str
    path: str

    @property
    def title(self) -> str:
        """What stands on its cover."""
        return self.head.get("title") or self.name

    @property
    def games(self) -> set[str]:
        """The games whose seasons it places, or names in prose."""
        return {m["game"] for m in BLOCK.finditer(self.text)} | {
            m[1] for m in REFERENCE.finditer(self.text)
        }

    def published(self, today: date) -> bool:
        """May it be shown?"""
        held = self.head.get("draft", "").lower() in ("true", "yes")
        return not held and self.head.get("embargo", "") <= today.isoformat()


def read_issue(path: Path) -> Issue:
    """Read an issue's file."""
    text = path.read_text(encoding="utf-8")
    found = HEAD.match(text)
    pairs = (line.partition(":") for line in found[1].splitlines()) if found else ()
    head = {key.strip(): value.strip().strip("\"'") for key, _, value in pairs}
    return Issue(path.stem, head, text[found.end() :] if found else text, str(path))


def issue_page(issue: Issue, games: Find, pdf: bool = False) -> Artifact:
    """The page of an issue with its seasons filled in; `pdf` says that it is printed, too.

    Raises RecordError where a line asks for a game or phase that the archive does not have.
    """
    blocks: list[Markup] = []

    def place(found: re.Match[str]) -> str:
        try:
            blocks.append(_apart(_block(found, games), len(blocks)))
        except UnknownWordError as error:
            line = issue.text.count("\n", 0, found.start()) + 1
            raise RecordError(str(error), Mark(issue.path, line, 1, found[0], 7)) from error
        return f"\n\nchanceryblock{len(blocks) - 1}x\n\n"

    html = str(rendered(BLOCK.sub(place, TITLE.sub("", issue.text, count=1))))
    html = REFERENCE.sub(partial(_reference, games), html)
    html = re.sub(r"<p>chanceryblock(\d+)x</p>", lambda m: str(blocks[int(m[1])]), html)
    return Artifact(
        f"zines/{issue.name}/index.html",
        fill("issue.html", issue=issue, body=Markup(html), pdf=pdf),
        title=issue.title,
        kind="listed",
        description=issue.head.get("summary") or f"{issue.title}, an issue of the zine.",
    )


def _apart(block: Markup, number: int) -> Markup:
    """A block whose ids are not those of another block on the page."""
    return Markup(re.sub(r'( id="| href="#)', rf"\1s{number}-", str(block)))


def _reference(games: Find, found: re.Match[str]) -> str:
    replay = games.get(found[1])
    if replay is None:
        return found[0]
    calendar = replay.variant.setting.calendar
    try:
        phase = calendar.read(found[2])
    except UnknownWordError:
        return found[0]
    words = f"{replay.record.name}, {calendar.title(phase)}"
    address = f"../../games/{found[1]}/{calendar.slug(phase)}/"
    return f'<a class="at" href="{address}">{escape(words)}</a>'


def _block(found: re.Match[str], games: Find) -> Markup:
    replay = games.get(found["game"])
    if replay is None:
        raise UnknownWordError("game", found["game"])
    wanted = tuple((found["what"] or " ".join(ALL)).split())
    if unknown := set(wanted) - set(ALL):
        raise UnknownWordError("part of a season", sorted(unknown)[0], ALL)
    return Markup("").join(
        fill("season.html", show=wanted, **_season(replay, at))
        for at in stages_of(replay, found["when"])
    )


def stages_of(replay: Replay, when: str) -> list[int]:
    """The stages that are meant by `Fall 1901`, `F1901M` or `Fall 1901 - Winter 1901`."""
    calendar = replay.variant.setting.calendar
    names = [part.strip() for part in re.split(r" [-–] ", when.strip(), maxsplit=1)]
    first, last = names[0], names[-1]
    begin, end = _span(calendar, first)[0], _span(calendar, last)[1]
    found = [
        at
        for at, stage in enumerate(replay.stages)
        if calendar.rank(begin) <= calendar.rank(stage.phase) <= calendar.rank(end)
    ]
    if not found:
        raise UnknownWordError(f"phase of {replay.record.id}", when.strip())
    return found


def _span(calendar: Calendar, words: str) -> tuple[Phase, Phase]:
    """The first and the last phase that a name may mean: a whole season, or one phase."""
    phase = calendar.read(words)
    if words.strip().lower() != calendar.season_title(phase).lower():
        return phase, phase
    steps = [step for season, step in calendar.year if season == phase.season]
    return phase, phase._replace(step=steps[-1])


def _season(replay: Replay, at: int) -> dict[str, Any]:
    stage: Stage = replay.stages[at]
    calendar = replay.variant.setting.calendar
    return {
        **phase_parts(replay, at, lines(stage.turn, replay.variant.setting)),
        "address": f"../../games/{replay.record.id}/{calendar.slug(stage.phase)}/",
        "caption": CAPTIONS[stage.phase.step].format(calendar.season_title(stage.phase)),
        "deadline": stage.recorded.deadline if stage.recorded else "",
    }


def issues(folder: Path, today: date) -> list[Issue]:
    """The published issues of a folder, the newest first."""
    found = [read_issue(path) for path in sorted(folder.glob("*.md"))]
    shown = [issue for issue in found if issue.published(today)]
    return sorted(shown, key=lambda i: (i.head.get("date", ""), i.name), reverse=True)


def issue_list(found: Sequence[Issue]) -> Artifact:
    """The list of issues."""
    return Artifact(
        "zines/index.html",
        fill("zines.html", issues=found),
        title="Issues",
        kind="listed",
        description="Issues of zines: seasons of several games, with the editor's words.",
    )


def pages(found: Sequence[Issue], games: Find, pdf: bool = False) -> Iterator[Artifact]:
    """The pages of all issues and their list. Raises ArchiveError with all that is wrong."""
    errors: list[str] = []
    for issue in found:
        try:
            yield issue_page(issue, games, pdf)
        except ArchiveError as error:
            errors.append(str(error))
    if errors:
        raise ArchiveError("\n".join(errors))
    yield issue_list(found)
