"""The theme's style sheets without the rules that this site does not use.

Half of them dresses what the theme's script makes, which sleeps here until somebody looks for
something, and what Markdown extensions, plugins and colours bring that a site does not use.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

SHEETS = "assets/stylesheets/"
ASLEEP = (
    "annotation", "clipboard", "columnheader", "gslide", "md-code_", "md-consent", "md-feedback",
    "md-progress", "md-select", "md-top", "md-version", "tooltip",
)  # fmt: skip
BROUGHT_BY = {
    "dir=rtl": "rtl",
    "arithmatex": "pymdownx.arithmatex",
    "critic": "pymdownx.critic",
    "emojione": "pymdownx.emoji",
    "gemoji": "pymdownx.emoji",
    "twemoji": "pymdownx.emoji",
    "highlight": "pymdownx.highlight",
    ".key": "pymdownx.keys",
    "linenodiv": "pymdownx.highlight",
    "mermaid": "pymdownx.superfences",
    "tabbed": "pymdownx.tabbed",
    "task-list": "pymdownx.tasklist",
    "md-author": "material/blog",
    "md-pagination": "material/blog",
    "md-post": "material/blog",
    "md-path": "navigation.path",
    "md-source": "repo_url",
    "md-status": "status",
    "md-pin": "material/blog",
    "md-meta": "material/blog",
    "md-tag": "material/tags",
}
USUAL = {"scheme": "default", "primary": "indigo", "accent": "indigo"}
COLOUR = re.compile(r"data-md-color-(?:scheme|primary|accent)=([a-z-]+)")
SELECTOR = re.compile(r",(?![^(]*\))")
ICON = re.compile(r'(--[\w-]+):url\((?:"[^"]*"|\'[^\']*\'|[^)]*)\);?')


def lightened(sheet: str, named: Collection[str]) -> str:
    """A minified style sheet of the theme, without the rules for what is not in use.

    `named` are the extensions, features, plugins, settings and colours that the site uses.
    """
    kept = "".join(_kept(sheet, named))
    return ICON.sub(lambda m: m[0] if f"var({m[1]})" in kept else "", kept)


def _kept(sheet: str, named: Collection[str]) -> Iterator[str]:
    for head, body in _rules(sheet):
        if head.startswith(("@media", "@supports")):
            inside = "".join(_kept(body, named))
            if inside:
                yield f"{head}{{{inside}}}"
        elif head.startswith("@"):
            yield f"{head}{{{body}}}"
        else:
            shown = [one for one in SELECTOR.split(head) if _shown(one, named)]
            if shown:
                yield f"{','.join(shown)}{{{body}}}"


def _shown(selector: str, named: Collection[str]) -> bool:
    return (
        not any(word in selector for word in ASLEEP)
        and all(by in named for word, by in BROUGHT_BY.items() if word in selector)
        and all(colour in named for colour in COLOUR.findall(selector))
    )


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """What stands before each block of a sheet, and what stands in it."""
    start = depth = opened = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|[{}]', sheet):
        if found[0] == "{":
            depth += 1
            opened = opened if depth > 1 else found.start()
        elif found[0] == "}":
            depth -= 1
            if not depth:
                yield (
                    sheet[start:opened].rpartition(";")[2].strip(),
                    sheet[opened + 1 : found.start()],
                )
                start = found.end()


def in_use(config: Mapping[str, Any]) -> frozenset[str]:
    """The names of all that a site's settings for MkDocs and its theme turn on."""
    theme, palette = config["theme"], config["theme"].get("palette") or {}
    schemes = [palette] if isinstance(palette, Mapping) else palette
    settings = (*config.items(), *config["extra"].items())
    return frozenset(
        {
            *config["markdown_extensions"],
            *config["plugins"],
            *theme.get("features", ()),
            *(name for name, value in settings if value),
            *(scheme.get(part, usual) for scheme in schemes for part, usual in USUAL.items()),
            *(("rtl",) if theme.get("language", "en") != "en" else ()),
        }
    )
