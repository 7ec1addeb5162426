"""The elements and attributes allowed in a map.svg, and the digest that shows edits made by hand.

Pieces of the file go into pages as they are. So the whole file is parsed first: only shapes,
groups and titles are allowed, with attributes that cannot load or run anything.
"""

import re
from hashlib import blake2b
from itertools import count
from xml.parsers import expat

PAINT = "fill stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin"
SHAPE = f"id transform clip-path {PAINT}"
ATTRIBUTES = {
    "svg": "xmlns xmlns:xlink viewBox width height data-digest",
    "title": "",
    "metadata": "id",
    "defs": "",
    "clipPath": "id",
    "g": f"data-home {SHAPE}",
    "path": f"d data-kind data-islets data-strait {SHAPE}",
    "circle": f"cx cy r {SHAPE}",
    "ellipse": f"cx cy rx ry {SHAPE}",
    "rect": f"x y width height {SHAPE}",
    "use": f"x y xlink:href {SHAPE}",
}
ALLOWED = {name: frozenset(attributes.split()) for name, attributes in ATTRIBUTES.items()}
NAMESPACES = {
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
}
DECLARATION = re.compile("<[!?]")
REFERENCE = re.compile(r"url\(#[\w./-]+\)")  # to a shape within the file
PLAIN = re.compile(r"[^<>\"&:;\\{}@\x00-\x1f]*")
DEEPEST = 20
MOST_ELEMENTS = 50_000
DIGEST = re.compile(r' data-digest="([0-9a-f]*)"')


def stamped(text: str) -> str:
    """The drawing with its digest in its first element."""
    stamp = f'<svg data-digest="{digest(text)}" '
    return DIGEST.sub("", text, count=1).replace("<svg ", stamp, 1)


def digest(text: str) -> str:
    """The digest of a drawing, without the digest in it and with line ends as `\\n`."""
    bare = DIGEST.sub("", text.replace("\r\n", "\n"), count=1)
    return blake2b(bare.encode(), digest_size=16).hexdigest()


def fault_in(text: str) -> str:
    """What is wrong with the text of a map.svg, with its line; empty if nothing is."""
    declaration = DECLARATION.search(text)
    if declaration is not None:
        line = text.count("\n", 0, declaration.start()) + 1
        return f"line {line}: declarations, comments and instructions are not allowed"
    try:
        _check_elements(text)
    except (ValueError, expat.ExpatError) as error:
        return str(error)
    stamp = DIGEST.search(text)
    if stamp is None or stamp[1] != digest(text):
        return "the file was changed after it was drawn: its digest does not match; draw it again"
    return ""


def _check_elements(text: str) -> None:
    """Raises ValueError at the first element or attribute that is not allowed."""
    parser = expat.ParserCreate()
    within: list[str] = []
    number = count(1)

    def start(name: str, attributes: dict[str, str]) -> None:
        within.append(name)
        allowed = ALLOWED.get(name, frozenset())
        faults = []
        is_root = len(within) == 1
        if name not in ALLOWED or is_root != (name == "svg"):
            faults.append(f"the element {name!r} is not allowed here")
        if len(within) > DEEPEST or next(number) > MOST_ELEMENTS:
            faults.append("too many elements, or nested too deep")
        for key, value in attributes.items():
            if key not in allowed or not _is_harmless(key, value):
                faults.append(f"the attribute {key}={value[:40]!r} of {name!r} is not allowed")
        if faults:
            raise ValueError(f"line {parser.CurrentLineNumber}: {faults[0]}")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: within.pop()
    parser.Parse(text.encode("utf-8", "replace"), True)


def _is_harmless(key: str, value: str) -> bool:
    if key in NAMESPACES:
        return value == NAMESPACES[key]
    if key == "xlink:href" and not value.startswith("#"):
        return False
    calls_nothing = "(" not in value or key == "transform" or REFERENCE.fullmatch(value)
    return bool(calls_nothing) and PLAIN.fullmatch(value) is not None
