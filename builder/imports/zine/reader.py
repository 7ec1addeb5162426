"""Games as a zine prints them, season by season.

Capitals show where units end and italics what failed, or brackets, underlines, strokes and
words do. Orders that are printed again, in a later report or one that says `corrected`, are
corrections: another result becomes a ruling, another order takes the place of the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from builder.errors import ArchiveError, UnknownWordError
from builder.imports.importer import (
    STANDARD,
    Imported,
    Importer,
    PhaseSheet,
    Settings,
    TextFile,
    board_of,
)
from builder.imports.plausibility import address
from builder.imports.zine.completion import finish, start, start_owners
from builder.imports.zine.game import STEPS, ZineGame, relabelled
from builder.imports.zine.headings import heading, spelled_out
from builder.imports.zine.house import normalised
from builder.imports.zine.patterns import RE
from builder.imports.zine.seasons import (
    ZineText,
    by_game,
    cut,
    in_order,
)
from builder.imports.zine.typefaces import BOLD, FAILED, ResultTypeface, agrees, denies, legend
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.setting import Setting
from builder.record import Note, Record, Result, Source

SMALL = frozenset(["a", "an", "and", "as", "at", "by", "for", "in", "of", "on", "or", "the", "to"])
FEWEST = 4  # places or powers that another game has and ours has not
OTHER = (
    "a game of another variant: there are no {} here; a line `# variant: NAME` at its head names "
    "one that is known"
)
LONGEST = 300  # signs in which a power's entry shows what it is


def recognises(document: TextFile) -> bool:
    """Is there a season's heading, and soon after it what a power ordered?"""
    text = normalised(document.text[:8000])
    lines = [line.strip()[:LONGEST] for line in text.splitlines() if line.strip()]
    seasons = [i for i, line in enumerate(lines) if heading(line)]
    return any(
        RE.entry.match(line)
        or RE.broken_power.match(line)
        or (
            (RE.power_and_player.match(line) or RE.power_alone.match(line))
            and RE.orders.match(RE.tag.sub("", then))
        )
        for i in seasons
        for line, then in pairwise([*lines[i + 1 : i + 30], ""])
    )


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported]:
    """The games of one file, each by itself."""
    setting, variant, foreign = board_of(document.text, settings)
    text = spelled_out(normalised(document.text), setting)
    parts = by_game(in_order(cut(text, setting.power_names)))
    for part in parts:
        for found in _game(part, document, setting, press, alone=len(parts) == 1, foreign=foreign):
            yield found._replace(record=found.record._replace(variant=variant))


def _game(
    found: ZineText, document: TextFile, setting: Setting, press: bool, alone: bool, foreign: str
) -> Iterator[Imported]:
    """One game of a file, in as many records as its reports have stretches; `foreign` is its
    variant where that is not known here."""
    game = _taken(found, setting, document.text)
    parts = finish(game)
    _check_board(foreign, game, [sheet for part in parts for sheet in part])
    for season in found.seasons if press else ():
        where, step = STEPS[season.name]
        phase = game.latest(Phase(season.year, where, "movement"), step)
        if phase is not None and season.prose:
            game.sheets[phase].notes.append(Note("commentary", "\n".join(season.prose)))
    name, boardman = _named(found, document, alone)
    zine = RE.zine.search(document.text[:400])
    title, gm = (zine["zine"], zine["gm"] or "") if zine else ("", "")
    numbers = [issue.number for issue in found.issues]
    source = Source(title=title, issues=f"#{numbers[0]}–{numbers[-1]}" if numbers else "")
    slug = address(f"{boardman} {name.partition('(')[0].replace(chr(39), '')}")
    for number, sheets in enumerate(parts, start=1):
        record = Record(
            id=slug if number == 1 else f"{slug}-{number}",
            name=name,
            variant=STANDARD,
            phases=tuple(sheet.finish() for sheet in sheets),
            source=source,
            zine=title,
            gm=gm,
            boardman=boardman,
            players={p: ", ".join(game.players.get(p, ())) or "?" for p in setting.powers},
            result=_result(found, sheets, setting),
            rulings=tuple(r for r in game.rulings if r.phase in {s.phase for s in sheets}),
            words="zine",
            start=start(game, sheets),
            start_owners=start_owners(game, sheets),
            path=document.name,
        )
        yield Imported(record, tuple(game.remarks) if number == 1 else ())


def _taken(found: ZineText, setting: Setting, page: str) -> ZineGame:
    """One game with all its reports; where its `page` does not say why some of its orders are
    bold, or where they went speaks against it, as where its units stand next tells."""
    text = "\n".join(entry.text for season in found.seasons for entry in season.entries)
    face = legend(page, text)
    capitals = _in_capitals(text, setting) > max(2, len(RE.titled_unit.findall(text)))
    unsure = face == FAILED and not capitals and "<b>" in text.lower()
    tried = BOLD if unsure else () if face == FAILED else (face, FAILED, *BOLD)
    for other in tried:
        game = _laid(found, setting, capitals, other)
        if agrees(game.sheets.values()):
            return game
    game = _laid(found, setting, capitals, face)
    if face != FAILED and denies(game.sheets.values()):
        game, unsure = _laid(found, setting, capitals, FAILED), not capitals
    game.unsure = unsure
    return game


def _in_capitals(text: str, setting: Setting) -> int:
    """How many moves show by capitals where their units end: not only as our codes of seas do."""
    names = setting.board.names
    pairs = [pair for pair in RE.capitals.findall(text) if pair[0].isupper() != pair[1].isupper()]
    known = [[(word, names.get(word)) for word in pair] for pair in pairs]
    return sum(any(code and w.isupper() != code.isupper() for w, code in pair) for pair in known)


def _laid(found: ZineText, setting: Setting, capitals: bool, face: ResultTypeface) -> ZineGame:
    game = ZineGame(setting, capitals, face)
    for season in relabelled(found.seasons, game.remarks):
        game.add(season)
    return game


def _named(found: ZineText, document: TextFile, alone: bool) -> tuple[str, str]:
    """The name of a game and its Boardman number: as its headings tell, as the title over it
    does, or, where it is alone in its file, as the file is called."""
    last = found.seasons[-1] if found.seasons else None
    if last and last.game:
        return _title(last.game), next((s.number for s in found.seasons if s.number), "")
    titles = [issue.title for issue in found.issues if issue.title]
    title = RE.title.match(titles[-1] if titles else document.stem)
    if title is None:
        return document.stem, ""
    name = title["name"] if titles or alone else f"{title['name']}-1"
    return _title(name), (title["number"] or "").replace(" ", "")


def _check_board(variant: str, game: ZineGame, sheets: Sequence[PhaseSheet]) -> None:
    """Raise UnknownWordError where the game is of a variant that is not known here, and its orders
    are not such as the standard board could have; ArchiveError where it only shows by its units
    that it is of another variant."""
    lost = sum("not understood" in remark.message for remark in game.remarks)
    orders = sum(len(sheet.orders) for sheet in sheets)
    if variant and 10 * lost > orders:
        raise UnknownWordError("variant", variant)
    names = [name for name, _ in game.strange.most_common(FEWEST)]
    if len(names) == FEWEST and 10 * game.strange.total() > orders:
        raise ArchiveError(OTHER.format(", ".join(map(str.capitalize, names))))
    powers = Counter(led[1] for r in game.remarks if (led := RE.stranger.match(r.excerpt)))
    if len(powers) >= FEWEST and 2 * powers.total() > orders:
        raise ArchiveError(OTHER.format(f"powers called {', '.join(list(powers)[:FEWEST])}"))


def _title(shouted: str) -> str:
    if not shouted.isupper() and shouted.partition(" (")[0] != shouted.partition(" (")[0].upper():
        return shouted
    words = shouted.split()
    return " ".join(
        w
        if w[0] in "(" or (not w.isupper() and i)
        else w.lower()
        if w.lower() in SMALL and i
        else w.capitalize()
        for i, w in enumerate(words)
    )


def _result(found: ZineText, sheets: Sequence[PhaseSheet], setting: Setting) -> Result:
    end = next((s.phase for s in reversed(sheets) if s.orders), None)
    for text in found.notices:
        for won in (m for pattern in (RE.wins_as, RE.wins) for m in pattern.finditer(text)):
            if power := setting.power_names.get(won[1]):
                return Result("won", (Power(power),), end)
    last = setting.calendar.season_title(end) if end else "no season"
    return Result(text=f"Not known: the source ends with {last}.")


def part_of(document: TextFile) -> str:
    """The game that an issue tells of, by the title over it; nothing where it tells of several."""
    heads = (RE.issue.match(line) for line in document.text.splitlines() if line.startswith("="))
    names = {RE.year_in_title.split(head["title"])[0] for head in heads if head and head["title"]}
    return names.pop() if len(names) == 1 else ""


ZINE_REPORTS = Importer("zine", "reports of a zine", recognises, read, part_of, joined=True)
