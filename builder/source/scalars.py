"""The meaning of single words: numbers, days, colours, names."""

import re
from datetime import date

from builder.source.files import RESERVED

FLAGS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
LONGEST_NUMBER = 9  # digits of a number
LARGEST_NUMBER = 9999
DECIMAL = re.compile(r"[+-]?[0-9]{1,7}(?:\.[0-9]{0,9})?|[+-]?\.[0-9]{1,9}")
COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_ID = 100


def small(text: str) -> int:
    """A whole number from 0 to 9999; raises ValueError."""
    if not text.removeprefix("-").isdecimal():
        raise ValueError(f"{text!r} is not a whole number")
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(text)} digits is too large")
    if not 0 <= int(text) <= LARGEST_NUMBER:
        raise ValueError(f"{text} is not between 0 and {LARGEST_NUMBER}")
    return int(text)


def decimal(text: str) -> float:
    """A number, with or without a decimal point; raises ValueError."""
    if not DECIMAL.fullmatch(text):
        raise ValueError(f"{text!r} is not a number")
    return float(text)


def pair(text: str) -> tuple[str, str]:
    """Two names joined by a hyphen, as in `Bre-Gas`; raises ValueError."""
    one, hyphen, other = text.partition("-")
    if not (one and hyphen and other):
        raise ValueError(f"{text!r} is not a pair; write it as Bre-Gas")
    return one, other


def colour(text: str) -> str:
    """A colour as `#2d3d84`, also where it is written `#234`; raises ValueError."""
    if not COLOUR.fullmatch(text):
        raise ValueError(f"{text!r} is not a colour; write it as #2d3d84")
    return text if len(text) == 7 else "#" + "".join(2 * figure for figure in text[1:])


def identifier(text: str) -> str:
    """A name for addresses and files: a-z, 0-9 and hyphens. Raises ValueError.
    Names that Windows keeps for devices (`con`, `nul`, `lpt1`) are refused."""
    if not ID.fullmatch(text) or len(text) > LONGEST_ID:
        raise ValueError(f"{text!r} becomes an address: use a-z, 0-9 and -")
    if text in RESERVED:
        raise ValueError(f"{text!r} is a device on Windows; choose another name")
    return text


def address(text: str) -> str:
    """Identifiers with slashes between them, as in `2019/spring`; raises ValueError."""
    for part in text.split("/"):
        identifier(part)
    return text


def power_name(text: str) -> str:
    """The name of a power, of which an address is made; raises ValueError."""
    if not re.search("[A-Za-z0-9]", text) or text.lower() in RESERVED or len(text) > LONGEST_ID:
        raise ValueError(f"{text!r} becomes an address: choose another name, with letters a-z")
    return text


def yes_or_no(text: str) -> bool:
    """Yes, true, on; no, false, off; raises ValueError."""
    value = FLAGS.get(text.lower())
    if value is None:
        raise ValueError(f"{text!r} is neither yes nor no")
    return value


def day(text: str) -> str:
    """A day, as 2026-05-31; raises ValueError."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError(f"{text!r} is not a date; write it as 2026-05-31") from None
