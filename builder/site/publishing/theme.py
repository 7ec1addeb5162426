"""The theme's pages and style sheets without what they repeat and what this site does not use.

Daylight and lamplight work only with scripts. So one script, `assets/frame.js`, puts their buttons
into the header while a page is read. Half of the style sheets dresses what the theme's script
makes, which no page loads, and what Markdown extensions, plugins and colours bring:
`theme_rules.json` lists it.
"""

import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from string import Template
from typing import Any

FRAME = "assets/frame.js"
SCOPE = re.compile(r'<script>(__md_scope=)new URL\("([^"]*)",location\)(.*?)</script>', re.DOTALL)
CLASSES = re.compile(
    r"<script>(document\.documentElement\.classList\.replace.*?)</script>\s*", re.DOTALL
)
TOOLS = re.compile(
    r'(<form class="md-header__option" data-md-component="palette">.*?</form>\s*)'
    r"<script>(.*?)</script>\s*(.*?)(?=</nav>\s*</header>)",
    re.DOTALL,
)
TABBED = re.compile(r"<script>var target=document\.getElementById.*?</script>\s*", re.DOTALL)
BLANK = re.compile(r">\s+<")
SHEETS = "assets/stylesheets/"
RULES = json.loads(Path(__file__).with_name("theme_rules.json").read_text(encoding="utf-8"))
SCRIPT = Template(Path(__file__).with_name("theme_frame.js").read_text(encoding="utf-8"))
ASLEEP, BROUGHT_BY, USUAL = RULES["asleep"], RULES["brought_by"], RULES["usual"]
COLOUR = re.compile(r"data-md-color-(?:scheme|primary|accent)=([a-z-]+)")
INSIDE = r'(?:[^{}"\']|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\')*+'
RULE = re.compile(rf"({INSIDE})\{{({INSIDE})\}}")  # without rules in it
EMPTY = re.compile(r"@(?:media|supports)[^{}]*\{\s*\}")
COMMENT = re.compile(r"/\*#.*?\*/")  # that names the source
SELECTOR = re.compile(r",(?![^(]*\))")
ICON = re.compile(r'(--[\w-]+):url\((?:"[^"]*"|\'[^\']*\'|[^)]*)\);?')


def shortened(page: str) -> tuple[str, str]:
    """A page of the theme without what it repeats, and the script that puts it there. A page of
    another shape stays as it is, with no script."""
    scope = SCOPE.search(page)
    classes = CLASSES.search(page)
    tools = TOOLS.search(page)
    if not (scope and classes and tools):
        return page, ""
    markup = BLANK.sub("><", tools[1] + tools[3]).strip()
    if " href=" in markup or " src=" in markup:
        return page, ""
    code = {"scope": f"{scope[1]}ROOT{scope[3]}", "classes": classes[1], "palette": tools[2]}
    script = SCRIPT.substitute(code | {"markup": json.dumps(markup)})
    root = scope[2].rstrip("/") + "/"
    page = SCOPE.sub(f'<script src="{root}{FRAME}"></script>', page, count=1)
    page = TOOLS.sub("<page-tools></page-tools>", CLASSES.sub("", page, count=1), count=1)
    return TABBED.sub("", page, count=1), script


def lightened(sheet: str, named: Collection[str]) -> str:
    """A minified style sheet of the theme, without the rules for what is not in use. `named` are
    the extensions, features, plugins, settings and colours that the site uses."""

    def rule(found: re.Match[str]) -> str:
        head = found[1].rpartition(";")[2].strip()
        shown = [one for one in SELECTOR.split(head) if head[0] == "@" or _shown(one, named)]
        return f"{','.join(shown)}{{{found[2]}}}" if shown else ""

    kept = EMPTY.sub("", RULE.sub(rule, COMMENT.sub("", sheet)))
    return ICON.sub(lambda m: m[0] if f"var({m[1]})" in kept else "", kept)


def _shown(selector: str, named: Collection[str]) -> bool:
    return (
        not any(word in selector for word in ASLEEP)
        and all(by in named for word, by in BROUGHT_BY.items() if word in selector)
        and all(colour in named for colour in COLOUR.findall(selector))
    )


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
