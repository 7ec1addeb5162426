"""The title of a board and the key to its signs: their words and their places."""

from collections.abc import Iterable, Sequence

from builder.cartography.drawing import DrawingPlan
from builder.cartography.letters.names import Name, Rect, Style
from builder.draw.outlined_text import face

MARGIN, ROW = 28, 17.0
TITLE, TEXT = Style("caps", 0.07), Style("italic", 0.015)
LINE_SIZE, KEY_SIZE = 13.5, 12.5


def signs(plan: DrawingPlan) -> dict[str, str]:
    """The signs that a board uses, each with its meaning; `parts.svg` draws them by name."""
    narrow = any(border.kind == "straits" for border in plan.borders)
    plain = {crossing.units for crossing in plan.crossings if not crossing.meets}
    sites = plan.sites.values()
    centres = sum(site.centre is not None for site in sites)
    used = (
        ("centre", True, f"supply centre ({centres})"),
        ("build", any(s.build for s in sites), "units are built here; no centre"),
        ("canal", bool(plan.canals), "canal for fleets"),
        ("bar", narrow, "strait that fleets do not pass"),
        ("strait", "A" in plain, "strait: only supports count"),
        ("passage", "AF" in plain, "passage, which nothing collides with"),
        ("meeting", any(c.meets for c in plan.crossings), "passage, and what it collides with"),
        ("sailing", "F" in plain, "passage for fleets"),
        ("ice", "ice" in plan.raw, "closed in Fall"),
        ("closed", bool(plan.points("closed")), "closed water"),
        ("impassable", any(s.impassable for s in sites), "impassable land"),
    )
    return {sign: words for sign, shown, words in used if shown}


def panels(plan: DrawingPlan) -> list[Rect]:
    """The panels for the title and, if the drawing has one, for the key: x, y, width, height."""
    x, y, w, h = plan.raw["cartouche"]
    found = [(MARGIN + x, MARGIN + y, w, h)]
    if "key" in plan.raw:
        x, y, w = plan.raw["key"]
        found.append((MARGIN + x, MARGIN + y, w, ROW * len(signs(plan)) + 12))
    return found


def key(plan: DrawingPlan) -> Rect | None:
    """The panel for the key to the board's signs, if the drawing has one."""
    return panels(plan)[1] if "key" in plan.raw else None


def line(text: str, style: Style, x: float, y: float, size: float) -> Name:
    """A line of words about its middle."""
    return Name(text, style, x, y, size, 0.0, (x, y), style.tracking)


def title(plan: DrawingPlan) -> list[Name]:
    """The board's own words in the cartouche."""
    return title_lines(panels(plan)[0], plan.title, size=25.0, down=10.0, gap=20.0)


def title_lines(
    room: Rect, words: Sequence[str], *, size: float, down: float, gap: float
) -> list[Name]:
    """A title and the lines below it; the title is `size` high or as large as it fits.

    `down` is how far it lies below the middle, `gap` its distance from the next line.
    """
    x, y, w, h = room
    head, *rest = words
    top = y + h / 2 + down - 8 * len(rest)
    wide = face(TITLE.face).width(head, size, TITLE.tracking)
    lines = [line(head, TITLE, x + w / 2, top, min(size, size * (w - 36) / wide))]
    for i, text in enumerate(rest):
        lines.append(line(text, TEXT, x + w / 2, top + gap + 16 * i, LINE_SIZE))
    return lines


def key_lines(plan: DrawingPlan) -> list[Name]:
    """The words of the key, a line for each sign."""
    room = key(plan)
    return sign_lines(room, signs(plan).values()) if room else []


def sign_lines(room: Rect, meanings: Iterable[str]) -> list[Name]:
    """The meanings of signs as the lines of a key."""
    x, y, _, _ = room
    lines = []
    for i, words in enumerate(meanings):
        wide = face(TEXT.face).width(words, KEY_SIZE, TEXT.tracking)
        lines.append(line(words, TEXT, x + 52 + wide / 2, y + 10 + ROW * (i + 0.5), KEY_SIZE))
    return lines
