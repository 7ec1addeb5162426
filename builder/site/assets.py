"""Style sheet, fonts, scripts and the powers' colours."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path

from builder.prose.names import slug
from builder.site.artifacts import Artifact
from builder.variant import Variant

FONT = re.compile(r"@font-face{[^}]*?url\((fonts/[^)]*)\)[^}]*}")
MOST_SHARES = 120  # of a bar: columns of a year, centres of a power
HERE = Path(__file__).parent / "assets"
STYLES = (
    "tokens", "theme", "parts", "home", "variant", "lists", "boards", "search", "narrow", "plain",
    "print",
)  # fmt: skip
OWN_STYLES = {  # of some kinds of pages: those with boards and orders, the explorer, the trials
    "game": ("game", "phase", "narrow_game", "desk", "print_game"),
    "explorer": ("explorer",),
    "try": ("try", "guessing"),
}
MOTION = tuple(f"../motion/{part}" for part in ("tracks", "drawing", "matching", "acts", "stage"))
SCRIPTS = {
    "room": ("../common/own_script", "palette", "ending", "disk_worker", "search_box", "scrolling"),
    "replay": (
        "state", "../common/page_text", "../common/data_files", "../common/bent_lines",
        "../common/drawn_marks", "../common/listed_orders", "phases", "highlighting", "relations",
        *MOTION, "../motion/view",
        "codes", "painting", "pace", "loading", "moments", "motion", "steps", "playing", "film",
        "../common/board_picture", "copying", "saving", "keys", "controls", "start",
    ),
    "embed": ("../common/own_script", "../common/page_text", "embed"),
    "phase": ("phase",),
    "rules": ("rules",),
    "zoom": ("zoom",),
    "reload": ("reload",),
    "puzzles": ("../common/page_text", "../common/map_of_phase", "solving", "listing"),
    "tables": ("sorting",),
    "catalogue": ("../common/data_files", "../common/words", "catalogue"),
    "search": (
        "../common/own_script", "../common/data_files", "../common/elements", "../common/words",
        "../common/game_addresses", "tables", "game_entry", "reading", "lookup", "nearest",
        "pictures", "seasons", "orders", "answers", "hits", "box", "results",
    ),
    "explorer": (
        "../common/own_script", "../common/data_files", "../common/elements",
        "../common/game_addresses", "../common/page_text", "../common/listed_orders",
        "../search/tables", "../search/game_entry", "../search/seasons", "../motion/tracks",
        "../motion/view", "page",
        "order_text", "rows", "counted", "played", "drawing", "curves", "lists", "explorer",
    ),
    "try": (
        "../common/data_files", "judge", "position", "painting", *MOTION, "playing", "judging",
        "choosing", "rescues", "guessing", "../common/board_picture", "sharing", "start",
    ),
    "judge-worker": ("worker",),
}  # fmt: skip
IMPORT = re.compile(r"^import \{[^}]*\} from \"[^\"]+\";\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=\w)", re.MULTILINE)
TOP_LEVEL = re.compile(
    r"^(?:const|let|class|(?:async )?function\*?)\s+(?:(?P<name>\w+)|[{[](?P<parts>[^}\]=]*))",
    re.MULTILINE,
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
COMMENT_LINES = re.compile(r"^ *(?:/\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
SPACE = re.compile(r'("[^"]*")|\s*([{};,>])\s*|(?<=:)\s+|(\s)\s+')
DARK = re.compile(r"\[data-md-color-scheme=slate\]{([^}]*)}")
UNCHOSEN = "@media screen and (prefers-color-scheme:dark){:root:not(.js) [data-md-color-scheme]"


def packed_styles(names: Iterable[str]) -> str:
    """Some files of styles as one, without comments and needless spaces. Without a script, by which
    readers choose, the dark colours follow the system's setting."""
    places = (HERE / "style" / f"{name}.css" for name in names)
    text = "".join(place.read_text(encoding="utf-8") for place in places)
    packed = SPACE.sub(r"\1\2\3", COMMENT.sub("", text)).strip().replace(";}", "}") + "\n"
    return DARK.sub(rf"\g<0>{UNCHOSEN}{{\1}}}}", packed)


def fonts_within(sheet: str) -> str:
    """The font rules of a style sheet with the fonts inside: from disk browsers load no others."""

    def held(face: re.Match[str]) -> str:
        data = f"data:font/woff2;base64,{b64encode((HERE / face[1]).read_bytes()).decode()}"
        return face[0].replace(face[1], data).replace("optional", "swap")

    return "".join(map(held, FONT.finditer(sheet)))


def script(name: str) -> str:
    """One script, joined from the files of its folder; it defines no global names. The files are
    modules that name what they import from one another; browsers load no modules from disk, so the
    joined script has neither imports nor exports. Comments on lines of their own stay behind: they
    are a seventh of what a page would load. Raises ValueError if two files define one name."""
    places = [HERE / "scripts" / name / f"{part}.js" for part in SCRIPTS[name]]
    texts = [joinable(place.read_text(encoding="utf-8")) for place in places]
    defined: set[str] = set()
    for place, text in zip(places, texts, strict=True):
        names = set(top_level_names(text))
        if twice := names & defined:
            raise ValueError(f"{place}: {', '.join(sorted(twice))} is defined in another file too")
        defined |= names
    body = "\n".join(COMMENT_LINES.sub("", text).strip() for text in texts)
    return f'(() => {{\n"use strict";\n{body}\n}})();\n'


def joinable(module: str) -> str:
    """The text of a module without its imports, and without the word `export`."""
    return EXPORT.sub("", IMPORT.sub("", module))


def top_level_names(text: str) -> Iterator[str]:
    """The names that a script defines outside of its functions, which start a line.

    >>> list(top_level_names("const { at, by: scale } = place;\\nlet board;\\n  const within = 1;"))
    ['at', 'scale', 'board']
    """
    for definition in TOP_LEVEL.finditer(text):
        if definition["name"]:
            yield definition["name"]
            continue
        for part in definition["parts"].split(","):
            name = part.rpartition(":")[2].strip(" .\n")
            if name:
                yield name


def colours(variants: Iterable[Variant]) -> Artifact:
    """A style sheet with the tint and ink of every power: `.v-standard .p-england`. `.f3` is a part
    of three shares in a bar, `.r105` a board that is 1.05 times as wide as high."""
    rules: list[str] = []
    for variant in variants:
        for nation in variant.setting.nations:
            if nation.tint:
                power = f".v-{variant.name} .p-{slug(nation.name)}"
                rules.append(f"{power}{{--t:{nation.tint};--i:{nation.ink}}}")
    rules += [f".f{share}{{flex:{share}}}" for share in range(1, MOST_SHARES + 1)]
    rules += [f".r{ratio}{{--ratio:{ratio / 100}}}" for ratio in range(50, 255, 5)]
    return Artifact("assets/powers.css", "\n".join(rules) + "\n")


def common_assets() -> Iterator[Artifact]:
    """Everything below `assets/` that depends on no variant."""
    sheet = packed_styles(STYLES)
    yield Artifact("assets/chancery.css", sheet)
    for name, styles in OWN_STYLES.items():
        yield Artifact(f"assets/{name}.css", packed_styles(styles))
    yield Artifact("assets/disk.css", fonts_within(sheet))
    yield Artifact("assets/mark.svg", (HERE / "mark.svg").read_bytes())
    for font in sorted((HERE / "fonts").iterdir()):
        yield Artifact(f"assets/fonts/{font.name}", font.read_bytes())
    for name in SCRIPTS:
        yield Artifact(f"assets/{name}.js", script(name))
