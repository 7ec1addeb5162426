"""Templates, and the filters and functions that every template may use."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from builder import __version__
from builder.draw.board_sheet import BoardSheet
from builder.prose.english import in_words, listed, noun, plural, spelled_out, verb
from builder.prose.goals import goal_of
from builder.prose.isolation import isolated, isolated_lines
from builder.prose.names import slug
from builder.site import isolating_templates
from builder.site.addresses import board_style
from builder.site.artifacts import (
    SCRIPTED,
    Artifact,
    ArtifactKind,
    feed_link,
    scripts,
    style_sheets,
)
from builder.site.isolating_templates import IsolatingExtension
from builder.site.template_bytecode import TemplateBytecode

TEMPLATES = str(Path(__file__).parent / "templates")
COMPILED_BY = (__file__, isolating_templates.__file__)  # what compiled templates depend on
JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
HEAD = ("title", "description", "head", "image", "words")  # of an artifact, by its template


def signed(number: int) -> str:
    """`+2`, `−1` with a real minus, `0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def size(sheet: BoardSheet, height: float = 0) -> Markup:
    """The width and height of a board's picture as attributes of an image; as in a small map if no
    height is given."""
    return Markup(f'width="{sheet.width:.0f}" height="{height or sheet.small_height:.0f}"')


def with_code(text: str) -> Markup:
    """Plain text with what stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def compilation_key() -> str:
    """Changes with the modules that say how templates are compiled."""
    return " ".join(Path(file).read_text(encoding="utf-8") for file in COMPILED_BY)


ENVIRONMENT = Environment(
    extensions=[IsolatingExtension],
    loader=FileSystemLoader(TEMPLATES),
    bytecode_cache=TemplateBytecode((TEMPLATES,), compilation_key()),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
    optimized=False,  # few templates are used often enough to win back what it takes
)
ENVIRONMENT.filters.update(slug=slug, words=in_words, signed=signed, listed=listed)
ENVIRONMENT.filters.update(with_code=with_code)
ENVIRONMENT.filters.update(isolated=isolated, isolated_lines=isolated_lines)
# Words and functions that format. What a page shows of a game, its own module prepares.
ENVIRONMENT.globals.update(version=__version__, scripted=SCRIPTED)
ENVIRONMENT.globals.update(plural=plural, noun=noun, spelled_out=spelled_out, verb=verb)
ENVIRONMENT.globals.update(scripts=scripts, style_sheets=style_sheets, feed_link=feed_link)
ENVIRONMENT.globals.update(board_style=board_style, goal_of=goal_of, size=size)


PARTS = (
    ("Games", "games/"),
    ("Variants", "variants/"),
    ("Boards", "boards/"),
    ("Editions", "editions/"),
    ("Zines", "zines/"),
    ("Openings", "openings/"),
    ("Search", "search/"),
    ("Statistics", "statistics/"),
    ("Puzzles", "puzzles/"),
    ("People", "people/"),
    ("Checked", "checked/"),
    ("Try", "try/"),
    ("Guide", "reading-a-page/"),
)
ENVIRONMENT.globals["parts_of_the_archive"] = PARTS


def script_safe(value: object) -> Markup:
    """Plain data as JSON that is safe inside a script element."""
    return Markup(JSON.encode(value).replace("<", "\\u003c"))


def data_file(path: str, name: str, data: object) -> Artifact:
    """Plain data as a script that calls `chanceryData(name, data)`, which loads from a server and
    from disk. A text that is marked as safe is JSON already."""
    text = data if isinstance(data, Markup) else script_safe(data)
    return Artifact(path, f"chanceryData({json.dumps(name)},{text});\n")


def fill(template: str, **values: Any) -> Markup:
    """A template filled in."""
    return Markup(ENVIRONMENT.get_template(template).render(**values))


def filled_in(html: str, **contents: Callable[[str], str]) -> str:
    """HTML with what changes often put into its places: `<name 1998v>` gets `name("1998v")`."""
    places = re.compile(rf"<({'|'.join(contents)}) ([^>]+)>")
    return places.sub(lambda place: contents[place[1]](place[2]), html)


def page(path: str, template: str, **values: Any) -> Artifact:
    """A page made by a template from some values.
    The template sets the page's `title` and `description`. It or the values may also set `head`,
    `image`, `words`, and `listed` for a page in the navigation."""
    filled = ENVIRONMENT.get_template(template).make_module(values)
    names = values | vars(filled)
    head = {field: str(names.get(field, "")) for field in HEAD}
    kind: ArtifactKind = "listed" if names.get("listed") else "page"
    return Artifact(path, Markup(filled), kind=kind, **head)
