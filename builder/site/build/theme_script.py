"""What the theme repeats in each page, in one script: `assets/frame.js`.

Daylight and lamplight, the search box and the settings of the theme's script work only with
scripts. So a script puts them into the header while the page is read, where they stood.
"""

from __future__ import annotations

import json
import re

FRAME = "assets/frame.js"
SCOPE = re.compile(r"<script>(__md_scope=)new URL\(.*?,location\)(.*?)</script>", re.DOTALL)
CLASSES = re.compile(
    r"<script>(document\.documentElement\.classList\.replace.*?)</script>\s*", re.DOTALL
)
TOOLS = re.compile(
    r'(<form class="md-header__option" data-md-component="palette">.*?</form>\s*)'
    r"<script>(.*?)</script>\s*(.*?)(?=</nav>\s*</header>)",
    re.DOTALL,
)
TABBED = re.compile(r"<script>var target=document\.getElementById.*?</script>\s*", re.DOTALL)
SETTINGS = re.compile(
    r'<script id="__config" type="application/json">(.*?)</script>\s*'
    r'<script type="text/later" data-src="(?:\.\./|\./)*([^"]*)"></script>\s*',
    re.DOTALL,
)
BLANK = re.compile(r">\s+<")


def shortened(page: str) -> tuple[str, str]:
    """A page of the theme without what it repeats, and the script that puts it there.

    A page of another shape stays as it is, with no script.
    """
    parts = [pattern.search(page) for pattern in (SCOPE, CLASSES, TOOLS, SETTINGS)]
    scope, classes, tools, settings = parts
    if not (scope and classes and tools and settings):
        return page, ""
    markup = BLANK.sub("><", tools[1] + tools[3]).strip()
    if " href=" in markup or " src=" in markup:
        return page, ""
    known = json.loads(settings[1])
    root = known["base"].rstrip("/") + "/"
    known["base"], known["search"] = "", known["search"].removeprefix(root)
    script = _script(f"{scope[1]}ROOT{scope[2]}", classes[1], tools[2], markup, known, settings[2])
    page = SCOPE.sub(f'<script src="{root}{FRAME}"></script>', page, count=1)
    page = TOOLS.sub("<page-tools></page-tools>", CLASSES.sub("", page, count=1), count=1)
    return TABBED.sub("", SETTINGS.sub("", page, count=1), count=1), script


def _script(
    scope: str, classes: str, palette: str, markup: str, settings: dict[str, object], later: str
) -> str:
    return f"""const ROOT = new URL("../", document.currentScript.src);
{scope};
customElements.define("page-tools", class extends HTMLElement {{
  connectedCallback() {{
    {classes}
    this.outerHTML = {json.dumps(markup)};
    {palette}
    const settings = {json.dumps(settings)};
    settings.base = ROOT.href;
    settings.search = new URL(settings.search, ROOT).href;
    const kept = Object.assign(document.createElement("script"), {{
      id: "__config", type: "application/json", textContent: JSON.stringify(settings),
    }});
    const later = Object.assign(document.createElement("script"), {{ type: "text/later" }});
    later.dataset.src = new URL({json.dumps(later)}, ROOT).href;
    document.head.append(kept, later);
  }}
}});
"""
