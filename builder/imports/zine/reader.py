"""Reads the games of a zine, season by season.

Capitals show where units end, and italics, brackets, underlines, strokes or words what failed. Bold
may mark success, failure or nothing: a line of the zine says so, or the next positions show it.
Orders that are printed again, in a later report or one that says `corrected`, are corrections: a
different result becomes a ruling, a different order replaces the first.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, zip_longest
from typing import Any, NamedTuple

from builder.errors import ArchiveError, UnknownWordError
from builder.imports.foreign_game import PhaseSheet
from builder.imports.importer import Imported, Importer, Settings, TextFile, board_of
from builder.imports.plausibility import address
from builder.imports.zine.completion import ZineCompletion, take_out_unordered
from builder.imports.zine.game import ZineGame
from builder.imports.zine.headings import heading
from builder.imports.zine.house import RE
from builder.imports.zine.orders import ZineOrderReader
from builder.imports.zine.printed_lines import printed_lines
from builder.imports.zine.printed_text import printed_text
from builder.imports.zine.season_text import ZineSeason
from builder.imports.zine.seasons import ZineText
from builder.imports.zine.typefaces import FAILED, ResultTypeface, legend, moves_in_capitals
from builder.model.orders import Move
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Power
from builder.record import Note, Result, Ruling, Source

SMALL_WORDS = frozenset(
    ["a", "an", "and", "as", "at", "by", "for", "in", "of", "on", "or", "the", "to"]
)
FEWEST = 4  # unknown places or powers that show another board
OTHER_VARIANT = (
    "a game of another variant: there are no {} here; a line `# variant: NAME` at its head names "
    "one that is known"
)
BOLD = (ResultTypeface(frozenset("iub")), ResultTypeface(frozenset("b"), done=True))
FEWEST_RIGHT = 3  # moves whose ends the next phases show, read right by a typeface
LARGEST_WRONG_SHARE = 1 / 10  # of those read right
FIRST_LETTERS = 8000  # of a text by which its format is recognised
HEAD = 400  # letters of a text in which the zine is named
NEAR = 30  # lines below a heading
LONGEST = 300  # characters of a line that are enough to recognise a power's entry


def recognises(document: TextFile) -> bool:
    """Is there a heading of a season, and soon after it an entry of a power?"""
    lines = [line.text.strip()[:LONGEST] for line in printed_lines(document.text[:FIRST_LETTERS])]
    for number, line in enumerate(lines):
        if heading(line) is None:
            continue
        for below, then in pairwise([*lines[number + 1 : number + NEAR], ""]):
            if RE.entry.match(below):
                return True
            named = RE.power_and_player.match(below) or RE.power_alone.match(below)
            if named and RE.orders.match(then):
                return True
    return False


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported | ArchiveError]:
    """The games of one file, each by itself, with a record for each part without a gap; or why
    there is none of a game that the file names."""
    board = board_of(document.text, settings)
    text = ZineText(printed_lines(document.text), board.setting)
    games = text.games()
    for seasons in games:
        game = _read_game(seasons, board.setting, document.text)
        page = document.text.splitlines()
        _report_struck_orders(game, seasons, page)
        if press:
            _keep_prose(game, page)
        completion = ZineCompletion(game)
        parts = completion.parts()
        _check_board(board.foreign, game, [*chain.from_iterable(parts)])
        if not parts:
            yield ArchiveError(_without_moves(seasons))
            continue
        name, boardman = _named(text, seasons, document.stem, len(games) == 1)
        values = _values_of_text(document, text)
        values["id"] = address(f"{boardman} {name.partition('(')[0].replace(chr(39), '')}")
        values["players"] = _players(game)
        for number, sheets in enumerate(parts, start=1):
            values["start"] = completion.start(sheets)
            values["start_owners"] = completion.start_owners(sheets)
            take_out_unordered(sheets)
            notices = text.notices if number == len(parts) else []
            yield game.imported(
                document,
                sheets,
                number,
                name=name,
                variant=board.variant,
                boardman=boardman,
                result=_result(notices, sheets, board.setting),
                rulings=tuple(_rulings_in(game, sheets)),
                **values,
            )


def _values_of_text(document: TextFile, text: ZineText) -> dict[str, Any]:
    """The values of a record that all games of a text share."""
    zine = RE.zine.search(document.text[:HEAD])
    title = zine["zine"] if zine else ""
    numbers = [number for number, _ in text.issues]
    issues = f"#{numbers[0]}–{numbers[-1]}" if numbers else ""
    return {
        "source": Source(title=title, issues=issues),
        "zine": title,
        "gm": (zine["gm"] or "") if zine else "",
        "words": "zine",
    }


def _players(game: ZineGame) -> dict[Power, str]:
    """The players of each power, one after another; `?` for those who are not named."""
    players: dict[Power, str] = {}
    for power in game.setting.powers:
        players[power] = ", ".join(game.players.get(power, ())) or "?"
    return players


def _read_game(seasons: list[ZineSeason], setting: Setting, page: str) -> ZineGame:
    """One game with all its reports. If its `page` does not say what bold orders mean, or the next
    phases contradict it for most moves, the reading is taken that fits these, both for units that
    moved and for those that did not."""
    entries = [*chain.from_iterable(season.entries for season in seasons)]
    signs = chain.from_iterable(entry.printed.signs for entry in entries)
    text = "\n".join(entry.text for entry in entries)
    faces = {sign.face for sign in signs}
    face = legend(page, faces)
    capitals = moves_in_capitals(text, setting) > max(2, len(RE.titled_unit.findall(text)))
    unsure = face == FAILED and not capitals and "b" in faces

    tried: tuple[ResultTypeface, ...] = ()
    if unsure:
        tried = BOLD
    elif face != FAILED:
        tried = (face, FAILED, *BOLD)
    for other in tried:
        game = ZineGame(seasons, ZineOrderReader(setting, capitals, other))
        if _is_proved(game.moves()):
            return game

    game = ZineGame(seasons, ZineOrderReader(setting, capitals, face))
    readings = [*_readings_shown(game.moves())]
    if face != FAILED and 2 * sum(reading.is_right for reading in readings) < len(readings):
        game = ZineGame(seasons, ZineOrderReader(setting, capitals, FAILED))
        unsure = not capitals
    game.unsure = unsure
    return game


def _report_struck_orders(
    game: ZineGame, seasons: Sequence[ZineSeason], page: Sequence[str]
) -> None:
    """Report the orders that are struck through in the entries of a `page`: they are left out.
    Centres that a chart strikes through were lost, which it says without them."""
    lines: set[int] = set()
    for entry in chain.from_iterable(season.entries for season in seasons):
        lines.update(line.line for line in entry.lines)
    for number in sorted(lines):
        for struck in RE.struck.finditer(page[number - 1]):
            text = printed_text(struck["tagged"] or struck["plain"] or "").text.strip()
            if game.order_reader.heads(text):
                game.remark(number, "struck through, not read", text)


def _is_proved(moves: Sequence[PhaseSheet]) -> bool:
    """Do the next phases show that nearly all moves were read right, both such that succeeded and
    such that failed?"""
    readings = [*_readings_shown(moves)]
    right = [reading for reading in readings if reading.is_right]
    nearly_all = len(readings) <= len(right) * (1 + LARGEST_WRONG_SHARE)
    both = len({reading.succeeded for reading in right}) > 1
    return len(right) >= FEWEST_RIGHT and nearly_all and both


class ShownMove(NamedTuple):
    """A move whose end the next phase shows: did it succeed as read, and is that right?"""

    succeeded: bool
    is_right: bool


def _readings_shown(moves: Sequence[PhaseSheet]) -> Iterator[ShownMove]:
    """The moves whose ends the next phases show."""
    for sheet, then in zip_longest(moves, moves[1:]):
        stand = {(w.issuer, w.home) for w in (then.orders if then else ())}
        if sheet.after is not None:
            stand = {(unit.power, unit.at.province) for unit in sheet.after}
        for w in sheet.orders:
            outcomes = sheet.said(w)
            if not isinstance(w.order, Move) or not outcomes & {Outcome.MOVED, Outcome.FAILED}:
                continue
            stayed = (w.issuer, w.home) in stand
            arrived = (w.issuer, w.order.to.province) in stand
            if stayed != arrived:
                succeeded = Outcome.MOVED in outcomes
                yield ShownMove(succeeded, is_right=succeeded == arrived)


def _without_moves(seasons: Sequence[ZineSeason]) -> str:
    """Why a game whose reports are only of retreats, builds or positions cannot be read."""
    of_game = next((f" of {season.game}" for season in seasons if season.game), "")
    headings = ", ".join(dict.fromkeys(season.heading for season in seasons)) or "no season"
    lines = [season.line for season in seasons]
    at = f"line {lines[0]}: " if lines else ""
    return f"{at}no orders of a movement{of_game} are known, only {headings}; add the issue before"


def _rulings_in(game: ZineGame, sheets: Sequence[PhaseSheet]) -> list[Ruling]:
    """The rulings of these phases, by date: a late issue may correct an early phase."""
    phases = {sheet.phase for sheet in sheets}
    rulings = [ruling for ruling in game.rulings if ruling.phase in phases]
    return sorted(rulings, key=lambda ruling: game.rank(ruling.phase))


def _keep_prose(game: ZineGame, lines: Sequence[str]) -> None:
    """Keep what a zine says beside orders as a note of the phase that the report is about, else of
    the next one that is known, or of the last. Each line is as it was printed."""
    sheets = game.in_order()
    for season in game.seasons:
        prose = [_as_printed(text, lines[number - 1]) for number, text in season.prose]
        phase = season.phase
        later = [sheet for sheet in sheets if game.rank(sheet.phase) >= game.rank(phase)]
        about = game.latest(season.movement, season.step)
        sheet = about or next(iter(later), None) or next(reversed(sheets), None)
        if sheet is not None and prose:
            sheet.notes.append(Note("commentary", "\n".join(prose)))


def _as_printed(text: str, line: str) -> str:
    """A line as the zine has it, if `text` is the whole of it in our spelling."""
    letters = printed_text(line).text
    same = len(RE.any_word.findall(text)) == len(RE.any_word.findall(letters))
    return line.strip() if same else text


def _named(text: ZineText, seasons: list[ZineSeason], stem: str, alone: bool) -> tuple[str, str]:
    """The name of a game and its Boardman number, from its headings, from the title over it, or
    from the name of the file if it is alone there."""
    if seasons and seasons[-1].game:
        return _title(seasons[-1].game), next((s.number for s in seasons if s.number), "")
    titles = [title for _, title in text.issues if title]
    title = RE.title.match(titles[-1] if titles else stem)
    if title is None:
        return stem, ""
    name = title["name"] if titles or alone else f"{title['name']}-1"
    return _title(name), (title["number"] or "").replace(" ", "")


def _check_board(variant: str, game: ZineGame, sheets: Sequence[PhaseSheet]) -> None:
    """Raise UnknownWordError for an unknown variant if its orders do not fit the standard board,
    ArchiveError if a game without a named variant has units or powers of another board."""
    lost = sum("not understood" in remark.message for remark in game.remarks)
    orders = sum(len(sheet.orders) for sheet in sheets)
    if variant and 10 * lost > orders:
        raise UnknownWordError("variant", variant)
    names = [name for name, _ in game.strange.most_common(FEWEST)]
    if len(names) == FEWEST and 10 * game.strange.total() > orders:
        raise ArchiveError(OTHER_VARIANT.format(", ".join(map(str.capitalize, names))))
    strangers = [RE.stranger.match(remark.excerpt) for remark in game.remarks]
    powers = Counter(stranger[1] for stranger in strangers if stranger)
    if len(powers) >= FEWEST and 2 * powers.total() > orders:
        named = ", ".join(list(powers)[:FEWEST])
        raise ArchiveError(OTHER_VARIANT.format(f"powers called {named}"))


def _title(name: str) -> str:
    """`A GAME OF WORDS` as `A Game of Words`; other names as they are."""
    shown = name.partition(" (")[0]
    if not shown.isupper() and shown != shown.upper():
        return name
    words: list[str] = []
    for word in name.split():
        if words and word.lower() in SMALL_WORDS:
            words.append(word.lower())
        elif word.isupper() and word[0] != "(":
            words.append(word.capitalize())
        else:
            words.append(word)
    return " ".join(words)


def _result(notices: list[str], sheets: Sequence[PhaseSheet], setting: Setting) -> Result:
    """The result of a game, by what is said of its winner; unknown if nothing is."""
    end = next((sheet.phase for sheet in reversed(sheets) if sheet.orders), None)
    for text in notices:
        for won in RE.wins.finditer(text):
            power = setting.power_names.get(won["as"] or won["power"])
            if power:
                return Result("won", (Power(power),), end)
    last = setting.calendar.season_title(end) if end else "no season"
    return Result(text=f"Not known: the source ends with {last}.")


def part_of(document: TextFile) -> str:
    """The game in an issue, by the title over it; empty if the issue has several."""
    names: set[str] = set()
    for line in document.text.splitlines():
        head = RE.issue.match(line)
        if head and head["title"]:
            names.add(RE.year_in_title.split(head["title"])[0])
    return names.pop() if len(names) == 1 else ""


ZINE_REPORTS = Importer("zine", "reports of a zine", recognises, read, part_of, joined=True)
