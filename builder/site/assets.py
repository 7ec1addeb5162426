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
    "tokens", "theme", "parts", "home", "game", "phase", "variant", "lists", "boards", "try",
    "narrow", "desk", "plain", "print",
)  # fmt: skip
MOTION = tuple(f"../motion/{part}" for part in ("tracks", "drawing", "matching", "acts", "stage"))
SCRIPTS = {
    "room": ("palette", "ending", "disk_worker", "search_box", "scrolling"),
    "replay": (
        "state", "../common/page_text", "phases", "painting", "loading", *MOTION, "motion", "codes",
        "moments", "highlighting", "steps", "playing", "../common/board_picture", "copying", "keys",
        "start",
    ),
    "embed": ("../common/page_text", "embed"),
    "phase": ("phase",),
    "rules": ("rules",),
    "zoom": ("zoom",),
    "plain": ("find",),
    "reload": ("reload",),
    "tables": ("sorting",),
    "catalogue": ("catalogue",),
    "search": ("../common/page_text", "explorer", "search"),
    "try": (
        "judge", "position", "painting", *MOTION, "playing", "../common/board_picture", "orders",
    ),
    "judge-worker": ("worker",),
}  # fmt: skip
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SPACE = re.compile(r'("[^"]*")|\s*([{};,>])\s*|(?<=:)\s+|(\s)\s+')
DARK = re.compile(r"\[data-md-color-scheme=slate\]{([^}]*)}")
UNCHOSEN = "@media screen and (prefers-color-scheme:dark){:root:not(.js) [data-md-color-scheme]"


def style_sheet() -> str:
    """The whole style sheet, without comments and needless spaces. Without a script, by which
    readers choose, the dark colours follow the system's setting."""
    places = (HERE / "style" / f"{name}.css" for name in STYLES)
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
    """One script, joined from the files of its folder; it defines no global names."""
    places = (HERE / "scripts" / name / f"{part}.js" for part in SCRIPTS[name])
    body = "\n".join(place.read_text(encoding="utf-8").strip() for place in places)
    return f'(() => {{\n"use strict";\n{body}\n}})();\n'


def colours(variants: Iterable[Variant]) -> str:
    """A style sheet with the tint and ink of every power: `.v-standard .p-england`. `.f3` is a part
    of three shares in a bar, `.r105` a board that is 1.05 times as wide as high."""
    rules = [
        f".v-{variant.name} .p-{slug(nation.name)}{{--t:{nation.tint};--i:{nation.ink}}}"
        for variant in variants
        for nation in variant.setting.nations
        if nation.tint
    ]
    rules += [f".f{share}{{flex:{share}}}" for share in range(1, MOST_SHARES + 1)]
    rules += [f".r{ratio}{{--ratio:{ratio / 100}}}" for ratio in range(50, 255, 5)]
    return "\n".join(rules) + "\n"


def assets(variants: Iterable[Variant]) -> Iterator[Artifact]:
    """Everything below `assets/`."""
    sheet = style_sheet()
    yield Artifact("assets/chancery.css", sheet)
    yield Artifact("assets/disk.css", fonts_within(sheet))
    yield Artifact("assets/powers.css", colours(variants))
    yield Artifact("assets/mark.svg", (HERE / "mark.svg").read_bytes())
    for font in sorted((HERE / "fonts").iterdir()):
        yield Artifact(f"assets/fonts/{font.name}", font.read_bytes())
    for name in SCRIPTS:
        yield Artifact(f"assets/{name}.js", script(name))
