"""Reads the games of a zine, season by season.

Capitals show where units end, and italics, brackets, underlines, strokes or words what failed. Bold
may mark success, failure or nothing: a line of the zine says so, or the next positions show it.
Orders that are printed again, in a later report or one that says `corrected`, are corrections: a
different result becomes a ruling, a different order replaces the first.
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise, zip_longest

from builder.errors import ArchiveError, UnknownWordError
from builder.imports.foreign_game import PhaseSheet
from builder.imports.importer import Imported, Importer, Settings, TextFile, board_of
from builder.imports.plausibility import address
from builder.imports.zine.completion import ZineCompletion, take_out_unordered
from builder.imports.zine.game import ZineGame
from builder.imports.zine.headings import heading
from builder.imports.zine.house import RE
from builder.imports.zine.orders import FAILED, ResultTypeface, ZineOrderReader
from builder.imports.zine.printed_lines import printed_lines
from builder.imports.zine.printed_text import printed_text
from builder.imports.zine.season_text import ZineSeason
from builder.imports.zine.seasons import ZineText
from builder.model.orders import Move
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Power
from builder.record import Note, Result, Ruling, Source

SMALL = frozenset(["a", "an", "and", "as", "at", "by", "for", "in", "of", "on", "or", "the", "to"])
FEWEST = 4  # unknown places or powers that show another board
OTHER = (
    "a game of another variant: there are no {} here; a line `# variant: NAME` at its head names "
    "one that is known"
)
BOLD = (ResultTypeface(frozenset("iub")), ResultTypeface(frozenset("b"), done=True))
ENOUGH = 3
MOST = 10  # moves that can be seen; right ones for each wrong one
FIRST_LETTERS = 8000  # of a text by which its format is recognised
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
    setting = board.setting
    found = ZineText(printed_lines(document.text), setting)
    games = found.games()
    for seasons in games:
        game = _read_game(seasons, setting, document.text)
        if press:
            _keep_prose(game, document.text.splitlines())
        completion = ZineCompletion(game)
        parts = completion.parts()
        _check_board(board.foreign, game, [sheet for part in parts for sheet in part])
        if not parts:
            yield ArchiveError(_without_moves(seasons))
            continue
        name, boardman = _named(found, seasons, document.stem, len(games) == 1)
        zine = RE.zine.search(document.text[:400])
        title, gm = (zine["zine"], zine["gm"] or "") if zine else ("", "")
        numbers = [number for number, _ in found.issues]
        source = Source(title=title, issues=f"#{numbers[0]}–{numbers[-1]}" if numbers else "")
        slug = address(f"{boardman} {name.partition('(')[0].replace(chr(39), '')}")
        for number, sheets in enumerate(parts, start=1):
            start = completion.start(sheets)
            start_owners = completion.start_owners(sheets)
            take_out_unordered(sheets)
            yield game.imported(
                document,
                sheets,
                number,
                id=slug,
                name=name,
                variant=board.variant,
                source=source,
                zine=title,
                gm=gm,
                boardman=boardman,
                players={p: ", ".join(game.players.get(p, ())) or "?" for p in setting.powers},
                result=_result(found.notices if number == len(parts) else [], sheets, setting),
                rulings=tuple(_rulings_in(game, sheets)),
                words="zine",
                start=start,
                start_owners=start_owners,
            )


def _read_game(seasons: list[ZineSeason], setting: Setting, page: str) -> ZineGame:
    """One game with all its reports. If its `page` does not say what bold orders mean, or the next
    phases contradict it for most moves, the reading is taken that fits these, both for units that
    moved and for those that did not."""
    text = "\n".join(entry.text for season in seasons for entry in season.entries)
    faces = {
        sign.face for season in seasons for entry in season.entries for sign in entry.printed.signs
    }
    face = legend(page, faces)
    capitals = _in_capitals(text, setting) > max(2, len(RE.titled_unit.findall(text)))
    unsure = face == FAILED and not capitals and "b" in faces
    tried = BOLD if unsure else () if face == FAILED else (face, FAILED, *BOLD)
    for other in tried:
        game = ZineGame(seasons, ZineOrderReader(setting, capitals, other))
        seen = [*_seen(game.moves())]
        right = [went for went, is_right in seen if is_right]
        most = len(right) >= ENOUGH and len(seen) <= len(right) * (1 + 1 / MOST)
        if most and len({*right}) > 1:
            return game
    game = ZineGame(seasons, ZineOrderReader(setting, capitals, face))
    right = [is_right for _, is_right in _seen(game.moves())]
    if face != FAILED and 2 * sum(right) < len(right):
        game = ZineGame(seasons, ZineOrderReader(setting, capitals, FAILED))
        unsure = not capitals
    game.unsure = unsure
    return game


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


def _seen(moves: Sequence[PhaseSheet]) -> Iterator[tuple[bool, bool]]:
    """For each move whose end the next phase shows: did it succeed as read, and is that right?"""
    for sheet, then in zip_longest(moves, moves[1:]):
        stand = {(w.issuer, w.home) for w in (then.orders if then else ())}
        if sheet.after is not None:
            stand = {(unit.power, unit.at.province) for unit in sheet.after}
        for w, to in [(w, w.order.to) for w in sheet.orders if isinstance(w.order, Move)]:
            outcomes = sheet.said(w)
            start, end = ((w.issuer, at) in stand for at in (w.home, to.province))
            if start != end and outcomes & {Outcome.MOVED, Outcome.FAILED}:
                went = Outcome.MOVED in outcomes
                yield went, went == end


def _in_capitals(text: str, setting: Setting) -> int:
    """The number of moves with one place in capitals, apart from codes of seas."""
    names = setting.board.names
    pairs = [pair for pair in RE.capitals.findall(text) if pair[0].isupper() != pair[1].isupper()]
    known = [[(word, names.get(word)) for word in pair] for pair in pairs]
    return sum(any(code and w.isupper() != code.isupper() for w, code in pair) for pair in known)


def legend(text: str, used: Set[str]) -> ResultTypeface:
    """The meaning of typefaces by a line of the zine that explains one of those `used` in orders;
    else the usual meaning, failure."""
    shapes = (RE.legend_star, RE.legend_did_face, RE.legend_face_did, RE.legend_such_did)
    for found in (m for shape in shapes for m in shape.finditer(text)):
        tag = found["face"][0].lower().replace("*", "b")
        if tag not in used:
            continue
        did = found["did"].lower()
        done = "succ" in did and not did.startswith(("un", "no", "do", "did"))
        return ResultTypeface(frozenset(tag) if done else FAILED.faces | {tag}, done)
    return FAILED


def _named(found: ZineText, seasons: list[ZineSeason], stem: str, alone: bool) -> tuple[str, str]:
    """The name of a game and its Boardman number, from its headings, from the title over it, or
    from the name of the file if it is alone there."""
    if seasons and seasons[-1].game:
        return _title(seasons[-1].game), next((s.number for s in seasons if s.number), "")
    titles = [title for _, title in found.issues if title]
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
        raise ArchiveError(OTHER.format(", ".join(map(str.capitalize, names))))
    powers = Counter(led[1] for r in game.remarks if (led := RE.stranger.match(r.excerpt)))
    if len(powers) >= FEWEST and 2 * powers.total() > orders:
        raise ArchiveError(OTHER.format(f"powers called {', '.join(list(powers)[:FEWEST])}"))


def _title(shouted: str) -> str:
    """`A GAME OF WORDS` as `A Game of Words`; other names as they are."""
    if not (shown := shouted.partition(" (")[0]).isupper() and shown != shown.upper():
        return shouted
    words = [w.capitalize() if w.isupper() and w[0] != "(" else w for w in shouted.split()]
    return " ".join(w.lower() if i and w.lower() in SMALL else w for i, w in enumerate(words))


def _result(notices: list[str], sheets: Sequence[PhaseSheet], setting: Setting) -> Result:
    end = next((s.phase for s in reversed(sheets) if s.orders), None)
    for text in notices:
        for won in (m for pattern in (RE.wins_as, RE.wins) for m in pattern.finditer(text)):
            if power := setting.power_names.get(won[1]):
                return Result("won", (Power(power),), end)
    last = setting.calendar.season_title(end) if end else "no season"
    return Result(text=f"Not known: the source ends with {last}.")


def part_of(document: TextFile) -> str:
    """The game in an issue, by the title over it; empty if the issue has several."""
    heads = (RE.issue.match(line) for line in document.text.splitlines() if line.startswith("="))
    names = {RE.year_in_title.split(head["title"])[0] for head in heads if head and head["title"]}
    return names.pop() if len(names) == 1 else ""


ZINE_REPORTS = Importer("zine", "reports of a zine", recognises, read, part_of, joined=True)
