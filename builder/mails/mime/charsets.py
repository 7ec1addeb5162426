"""Texts in the character sets that mails name, right or wrong."""

import codecs

from builder.imports.files import decoded

# Codecs of Python that are no character sets: they fail always, run for ever, or make another
# text of ASCII.
NO_CHARSETS = frozenset(
    ("undefined", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "mbcs", "oem")
)


def text_in(data: bytes, charset: str) -> str:
    """A text in a character set. If that is unknown or wrong, UTF-8, or else Latin 1."""
    name = _codec(charset)
    if name:
        try:
            return data.decode(name)
        except (UnicodeError, ValueError):
            pass
    return decoded(data)


def _codec(charset: str) -> str:
    """Python's name of a character set; empty if there is none of that name."""
    try:
        codec = codecs.lookup(charset.strip("\"' "))
    except (LookupError, ValueError, UnicodeError):
        return ""
    # Codecs such as `hex` and `rot13` change bytes to bytes or text to text.
    is_charset = getattr(codec, "_is_text_encoding", True) and codec.name not in NO_CHARSETS
    return codec.name if is_charset else ""
