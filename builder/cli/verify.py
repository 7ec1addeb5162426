"""`chancery verify`: replay games and compare them with what was printed, under each edition."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import chain, product
from pathlib import Path
from typing import Any, Self

import click

from builder import __version__
from builder.archive import Archive
from builder.cli import command
from builder.cli.game_sources import GameSource, files_at, read_source, sources
from builder.cli.options import (
    executor_option,
    flag,
    jobs_option,
    json_option,
    variant_option,
    work_on,
)  # fmt: skip
from builder.cli.progress import ProgressLine
from builder.errors import ArchiveError, plainly
from builder.executors import Workers
from builder.model.calendar import Phase
from builder.model.grouping import grouped
from builder.model.setting import Choices
from builder.playback.comparison import Verdict
from builder.playback.replaying import Stage, ending_faults, replay, under
from builder.prose.editions import choice_in_words
from builder.prose.english import listed, plural
from builder.record import Record
from builder.rules.editions import EDITIONS, choice_text
from builder.variant import Variant

BY_SEA = ("own_fleet_or_via", "via", "opposite_only")  # rules on an army that could also walk
FALLBACK = ("no", "yes", "if_none_ordered")  # rules on an army that no convoy carries
PARADOXES = ("szykman", "needed_fleet then szykman")  # rules of programs on convoy paradoxes
PREFERRED = ("1971", "1982", "2000", "2023", "1961")
Verdicts = Mapping[Phase, Verdict]  # on each phase of a game under one edition
LINE = re.compile(r"(?:(.*), )?line (\d+)")  # how a doubt names its place


@dataclass
class VerifyCounts:
    """The result for some games: counts of phases, all differences, and a line on each game.

    The phases are counted where they are found: two games may have the same name.
    """

    games: int = 0
    phases: int = 0
    compared: int = 0
    agreed: int = 0
    ruled: int = 0
    phases_differing: int = 0
    phases_not_read: int = 0
    differing: list[dict[str, str]] = field(default_factory=list)
    habits: list[dict[str, str]] = field(default_factory=list)
    not_read: list[dict[str, str | int]] = field(default_factory=list)
    editions: list[dict[str, Any]] = field(default_factory=list)
    unreadable: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    each: list[str] = field(default_factory=list)

    def __iadd__(self, other: VerifyCounts) -> Self:
        for name, more in vars(other).items():
            setattr(self, name, getattr(self, name) + more)
        return self


@command("verify", "chancery verify games/standard/1998v-come-and-have-a-go.yaml --json")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--from", "form", help="The format of foreign files, where it is not recognised.")
@variant_option
@json_option
@flag("--each", help="Also print a line on each game.")
@flag("--editions", help="Replay under each edition, and name the best.")
@flag("--strict", help="Also end with 1 if something was not read.")
@jobs_option
@executor_option
def verify_command(
    paths: tuple[Path, ...], form: str | None, variant: str | None, as_json: bool, each: bool,
    editions: bool, strict: bool, jobs: int, executor: str | None,
) -> int:  # fmt: skip
    """Replay games under the edition they were played by and compare every phase.

    Reads our own files and foreign ones, also inside .tar.xz and .zip; without a path, the games of
    the archive. Phases of which something was not read are counted apart. Ends with 0 if nothing
    differs, 1 if something does, 2 if a file cannot be read.
    """
    total = VerifyCounts()
    try:
        archive = Archive.near(Path.cwd())
        with work_on(executor):
            expected = 0 if paths else len(archive.game_paths)
            with ProgressLine("game", expected) as progress:
                progress.files.expect(chain.from_iterable(map(files_at, paths)))
                listed_sources = sources(paths, archive, form, progress.files)
                for part in counted(listed_sources, archive, form, jobs, editions, variant):
                    for line in part.each if each else ():
                        progress.clear()
                        click.echo(line, err=as_json)
                    part.each.clear()
                    total += part
                    progress.add(part.games + len(part.unreadable))
    except (OSError, ArchiveError) as error:
        total.unreadable.append({"path": "", "errors": [plainly(error)]})
    unread = (["{path}: cannot be read".format(**f), *f["errors"]] for f in total.unreadable)
    for line in (*total.warnings, *map("\n    ".join, unread)):
        click.echo(line, err=True)
    if as_json:
        import json

        left_out = {"warnings", "each"} if editions else {"warnings", "each", "editions"}
        rows = {key: rows for key, rows in asdict(total).items() if key not in left_out}
        document = {"chancery": __version__, **rows}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(_lines(total)))
    failed = total.differing or (strict and total.not_read)
    return 2 if total.unreadable else 1 if failed else 0


def counted(
    listed_sources: Iterator[GameSource],
    archive: Archive,
    form: str | None,
    jobs: int,
    editions: bool = False,
    variant: str | None = None,
) -> Iterator[VerifyCounts]:
    """The counts for each source, in order, made by `jobs` processes or an executor."""
    work = partial(verify, archive=archive, form=form, editions=editions, variant=variant)
    with Workers(jobs) as workers:
        yield from workers.map(work, listed_sources)


def verify(
    source: GameSource,
    archive: Archive,
    form: str | None,
    editions: bool,
    variant: str | None = None,
) -> VerifyCounts:
    """Read, replay and compare the games of a source. A foreign game that names no edition is
    judged under the one that its results fit best."""
    total = VerifyCounts()
    for path, record, errors in read_source(source, archive, form, variant):
        if record is not None:
            total.warnings += [f"{path}: {text}" for text in errors]
            try:
                one = count(record, archive, fit=not isinstance(source, Path))
                if editions:
                    one.editions.append(trial_row(archive.variant(record.variant), record))
                one.each.append(summary(record.id, one))
                total += one
                continue
            except Exception as error:
                errors = (plainly(error),)
        total.unreadable.append({"path": path, "errors": list(errors)})
    return total


def count(record: Record, archive: Archive, fit: bool = False) -> VerifyCounts:
    """Replay one game and count its phases; with `fit`, if some differ, under the edition that its
    results fit best, which is then a warning."""
    base = archive.variant(record.variant)
    played = replay(base, record)
    variant = played.variant
    stages = played.stages
    total = VerifyCounts(games=1)
    if fit and any(stage.verdict == "differs" for stage in stages):
        again, why = fitted(base, record)
        if why:
            total = count(again, archive)
            total.warnings.insert(0, f"{record.path}: {why}")
            return total
    faults = ending_faults(record, stages) if record.path.endswith(".yaml") else ()
    total.warnings += [f"{record.path}:{line}: {fault}" for line, fault in faults]
    verdicts = Counter(stage.verdict for stage in stages)
    total.phases = len(stages)
    total.agreed = verdicts["agrees"]
    total.ruled = verdicts["ruled"]
    total.phases_differing = verdicts["differs"]
    total.phases_not_read = verdicts["not read"]
    total.compared = total.agreed + total.ruled + verdicts["differs"]
    if played.unmarked_cuts:
        from builder.prose.comparisons import habit_text

        total.habits.append({"game": record.id, "habit": habit_text(played.unmarked_cuts)})
    for stage in stages:
        if stage.verdict not in ("differs", "not read"):
            continue
        about = {"game": record.id, "phase": variant.setting.calendar.short(stage.phase)}
        for doubt in stage.doubts if stage.verdict == "not read" else ():
            from builder.prose.comparisons import doubt_text

            source_line = LINE.fullmatch(doubt.source)
            file, line = source_line.groups() if source_line else ("", 0)
            place = {"line": int(line), "file": file} if file else {"line": int(line)}
            total.not_read.append({**about, **place, "reason": doubt_text(doubt)})
        if stage.verdict == "differs":
            total.differing += [about | row for row in _differences(stage, variant, record)]
    return total


def _differences(stage: Stage, variant: Variant, record: Record) -> Iterator[dict[str, str]]:
    """What differs in a phase, a row for each subject."""
    from builder.playback.repairs import repair
    from builder.prose.comparisons import repair_text, why_different

    then = {"then": "play went on from the printed position"} if stage.followed else {}
    if slip := repair(variant, record, stage):
        then["repair"] = f"a guess: {repair_text(slip, variant.setting)}"
    for c in stage.comparisons:
        if c.verdict == "differs":
            why = why_different(c, stage, variant.setting)
            row = {"subject": c.subject, "recorded": c.recorded, "computed": c.computed}
            yield {**row, "why": why, **then}


def _lines(total: VerifyCounts) -> Iterator[str]:
    last = {(row["game"], row["phase"]): row for row in total.differing}
    for doubt in total.not_read:
        place = f", line {doubt['line']}" if doubt["line"] else ""
        head = f"{doubt['game']} {doubt['phase']}: not read{place}"
        yield f"{click.style(head, fg='yellow')}\n    {doubt['reason']}"
    for row in total.differing:
        yield f"{row['game']} {row['phase']}: {row['subject']}"
        yield f"    printed {row['recorded']}; judged {row['computed']}"
        if row["why"]:
            yield f"    {row['why']}"
        if row is last[row["game"], row["phase"]]:
            yield from (f"    {row[key]}" for key in ("then", "repair") if key in row)
    for row in total.habits:
        yield f"{row['game']}: {row['habit']}"
    for row in total.editions:
        yield from _trial_lines(row)
    yield f"{summary(plural(total.games, 'game'), total)}; judged by Chancery {__version__}"


def summary(name: str, total: VerifyCounts) -> str:
    """The verdict on a game, or on many, in one line."""
    counts = (
        (f"{total.agreed:,} agree", "green"),
        (f"{total.ruled} ruled", "blue"),
        (f"{total.phases_differing} differ", "red"),
        (f"{total.phases_not_read} not read", "yellow"),
    )
    parts = [click.style(text, fg=colour if text[0] != "0" else None) for text, colour in counts]
    done = f"{plural(total.phases, 'phase')}, {total.compared:,} compared"
    return f"{name}, {done}: {', '.join(parts)}"


def trial(variant: Variant, record: Record, name: str) -> Verdicts:
    """A game replayed under one edition, with its own house rules and options."""
    return verdicts_of(variant, record._replace(edition=name))


def _best(tried: Mapping[str, Verdicts], own: str) -> str:
    """The edition under which the fewest phases differ; among equals the game's own, else the one
    by which most games were played."""
    ranks = (own, *PREFERRED)
    return min(tried, key=lambda name: (_count(tried[name], "differs"), ranks.index(name)))


def _count(verdicts: Verdicts, wanted: Verdict) -> int:
    return [*verdicts.values()].count(wanted)


def fitted(variant: Variant, record: Record) -> tuple[Record, str]:
    """A game of which phases differ, under the rules that its results fit best, and why: another
    edition, if it names none and no house rules; or other convoy rules. The same game and no text
    if no others fit better."""
    base = verdicts_of(variant, record)
    if not _count(base, "differs"):
        return record, ""
    best = record
    fewest = _count(base, "differs")
    gained = list[Phase]()
    for others in (_other_rules, _other_paradox_rules):  # the second begins with the best so far
        for other in others(variant, best):
            tried = verdicts_of(variant, other)
            if (differing := _count(tried, "differs")) < fewest:
                best = other
                fewest = differing
                gained = [p for p, v in base.items() if v == "differs" != tried.get(p)]
    if best is record:
        return record, ""
    titles = listed([variant.setting.calendar.title(phase) for phase in gained])
    agree = f"{titles} agree{'s' * (len(gained) == 1)}"
    counted = f"inferred from {len(gained)} of {plural(len(base), 'phase')}"
    if best.edition != record.edition:
        why = (
            f"edition of {best.edition}, {counted}: by it {agree}, by that of {variant.edition} not"
        )
        return best, why
    changed = {k: v for k, v in best.house.items() if record.house.get(k) != v}
    rules = listed([f"{key}: {value}" for key, value in changed.items()])
    own = under(variant, record).setting.choices
    asked = [
        choice_in_words(key, value, choice_text(getattr(own, key)))
        for key, value in changed.items()
    ]
    why = f"house rules {rules}, {counted}: by them {agree}, by those assumed not"
    return best, f"{why}. {' '.join(asked)}".rstrip(".")


def verdicts_of(variant: Variant, record: Record) -> Verdicts:
    """The verdict on each phase of a game under its own rules."""
    return {stage.phase: stage.verdict for stage in replay(variant, record).stages}


def _other_rules(variant: Variant, record: Record) -> Iterator[Record]:
    """The game under each edition, the likelier first, and under each pair of convoy rules, those
    that change fewest rules first."""
    if record.edition is None and not record.house:
        for name in PREFERRED:
            if name != variant.edition:
                yield record._replace(edition=name)
    for changed in _other_convoy_rules(under(variant, record).setting.choices):
        yield record._replace(house={**record.house, **changed})


def _other_paradox_rules(variant: Variant, record: Record) -> Iterator[Record]:
    """The game under the other rules that programs have on convoy paradoxes."""
    own = under(variant, record).setting.choices
    for rule in PARADOXES:
        if rule != choice_text(own.paradox_rule):
            yield record._replace(house={**record.house, "paradox_rule": rule})


def _other_convoy_rules(own: Choices) -> list[dict[str, str]]:
    """The house rules on convoys that differ from a game's own, the smallest changes first."""
    changes: list[dict[str, str]] = []
    for by_sea, fallback in product(BY_SEA, FALLBACK):
        changed = {}
        if by_sea != own.adjacent_convoy:
            changed["adjacent_convoy"] = by_sea
        if fallback != own.via_fallback_to_land:
            changed["via_fallback_to_land"] = fallback
        if changed:
            changes.append(changed)
    return sorted(changes, key=len)


def trial_row(variant: Variant, record: Record) -> dict[str, Any]:
    """How many phases of a game agree under each edition, which phases decide, and the best one.
    Those phases decide on which the editions do not all give the same verdict."""
    tried = {name: trial(variant, record, name) for name in EDITIONS}
    own = record.edition or variant.edition
    deciding: list[dict[str, Any]] = []
    for phase in dict.fromkeys(chain.from_iterable(tried.values())):
        verdicts = [(str(tried[name].get(phase, "not recorded")), name) for name in tried]
        editions = grouped(verdicts)
        if len(editions) > 1:
            deciding.append({"phase": variant.setting.calendar.short(phase), **editions})
    return {
        "game": record.id,
        "edition": own,
        "best": _best(tried, own),
        "editions": {
            name: {"agreed": _count(v, "agrees"), "differing": _count(v, "differs")}
            for name, v in tried.items()
        },
        "deciding": deciding,
    }


def _trial_lines(row: dict[str, Any]) -> Iterator[str]:
    """The row of a game as lines to read."""
    counts = (
        f"{name}: {n['agreed']} agree, {n['differing']} differ"
        for name, n in row["editions"].items()
    )
    yield f"{row['game']}, edition of {row['edition']}; by each: {'; '.join(counts)}"
    for decision in row["deciding"]:
        verdicts = [f"{key} by {listed(by)}" for key, by in decision.items() if key != "phase"]
        yield f"    {decision['phase']}: {', '.join(verdicts)}"
    if row["best"] != row["edition"]:
        yield f"    fits best: {row['best']}"
