"""The content security policy of pages: only the site's own scripts and styles run.

Each page states its policy in a meta element; `headers` states it for a whole site in the form of a
`_headers` file, which several hosts understand. Scripts and styles inside pages are allowed by
their hashes.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

INLINE = re.compile(r"<(script|style)\b(?![^>]* src=)([^>]*)>(.*?)</\1>", re.DOTALL)
DATA = re.compile(r'type="(?!text/javascript|module)')  # scripts that are data and never run
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
CHARSET = re.compile(r'<meta charset="?utf-8"?\s*/?>', re.IGNORECASE)
SOURCE = re.compile(r"(?:script|style) 'sha256-[A-Za-z0-9+/]{43}='")
MAIN = re.compile(r"<main\b.*</main>", re.DOTALL)


def protected(html: str, body: str = "") -> tuple[str, frozenset[str]]:
    """A page with its policy, and the sources of its scripts and styles as `script 'sha256-…'`.
    Scripts in its `body`, or else in its main element, are not allowed: they do not run. A page
    that has a policy stays as it is."""
    head, _, _ = html.partition("</head>")  # nobody's text can end it
    if POLICY.search(head):
        return html, frozenset()
    frame = html.replace(body, "") if body else MAIN.sub("", html)
    allowed = frozenset(
        f"{kind} 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
        for kind, how, text in INLINE.findall(frame)
        if text and not DATA.search(how)
    )
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(allowed)}">'
    found = CHARSET.search(head)
    before = found[0] if found else "<head>"
    return html.replace(before, before + meta, 1), allowed


def policy(allowed: Iterable[str]) -> str:
    """The policy under which the scripts and styles with these hashes run."""
    more = {"script": "", "style": ""}
    for kind, source in sorted(one.split(" ") for one in filter(SOURCE.fullmatch, allowed)):
        more[kind] += f" {source}"
    return (
        "default-src 'none'; base-uri 'none'; form-action 'self'; img-src 'self' data:;"
        " font-src 'self' data:; connect-src 'self'; frame-src 'self'; worker-src 'self';"
        " manifest-src 'self';"
        f" script-src 'self' 'wasm-unsafe-eval'{more['script']}; style-src 'self'{more['style']}"
    )


def headers(allowed: Iterable[str]) -> str:
    """The `_headers` file of a site whose pages have these scripts and styles."""
    return (
        f"/*\n  Content-Security-Policy: {policy(allowed)}\n"
        "  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n"
    )
