"""Compiled templates, kept where Python keeps compiled modules.

To compile the templates of a page takes as long as to fill them in. Those of installed packages are
compiled once, as their modules are: into the same folder (`__pycache__`, or what
`PYTHONPYCACHEPREFIX` says), and not at all if Python may not write there. They are part of the
program; an archive and its cache have none.
"""

import marshal
import sys
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from builder.source.files import write_whole

HERE = Path(__file__)


class TemplateBytecode(BytecodeCache):
    """Keeps the compiled templates below some `folders`. `key` changes with all that a compiled
    template depends on besides its text and the versions of Python and Jinja."""

    def __init__(self, folders: Iterable[str], key: str) -> None:
        self.folders = [Path(folder) for folder in folders]
        self.key = f"{jinja2.__version__} {MAGIC_NUMBER.hex()} {key}"

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The template's file."""
        return filename or name

    def get_source_checksum(self, source: str) -> str:
        """Changes with the text of a template, and with all else that it is compiled from."""
        return _digest(f"{self.key}\0{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take a template that was compiled before, if there is one of the same checksum."""
        with suppress(OSError, EOFError, ValueError, TypeError):
            checksum, _, code = self._place(bucket.key).read_bytes().partition(b"\n")
            if checksum.decode() == bucket.checksum:
                bucket.code = marshal.loads(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template that was compiled now, if Python would keep a module."""
        template = Path(bucket.key)
        if sys.dont_write_bytecode or not any(map(template.is_relative_to, self.folders)):
            return
        place = self._place(bucket.key)
        with suppress(OSError):  # the package is another user's
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place, f"{bucket.checksum}\n".encode() + marshal.dumps(bucket.code))

    def _place(self, template: str) -> Path:
        """The file of a compiled template."""
        name = f"{Path(template).stem}-{_digest(template)}.{sys.implementation.cache_tag}"
        return Path(cache_from_source(str(HERE))).with_name(name)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
