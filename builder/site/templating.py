"""Templates, and the filters that every template may use."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import blake2b
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from builder.prose.english import in_words, listed, noun, plural, verb
from builder.prose.names import slug

HERE = Path(__file__).parent


def signed(number: int) -> str:
    """`+2`, `−1` with a real minus, `0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


class CompiledTemplates(BytecodeCache):
    """Keeps compiled templates where Python keeps compiled modules of this folder, if it does."""

    made_with = blake2b(jinja2.__version__.encode() + Path(__file__).read_bytes()).digest()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002
        """A template by its name."""
        return name

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill in what an earlier process compiled with the same means."""
        with suppress(OSError):
            kept = _place(bucket).read_bytes()
            if kept.startswith(self.made_with):
                bucket.bytecode_from_string(kept[len(self.made_with) :])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template for later processes."""
        if not sys.dont_write_bytecode:
            draft = _place(bucket).with_suffix(f".{os.getpid()}")
            with suppress(OSError):
                draft.parent.mkdir(parents=True, exist_ok=True)
                draft.write_bytes(self.made_with + bucket.bytecode_to_string())
                draft.replace(_place(bucket))


def _place(bucket: Bucket) -> Path:
    return Path(cache_from_source(str(HERE / "templates" / bucket.key)))


def _environment() -> Environment:
    env = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=CompiledTemplates(),
    )
    env.filters.update(
        slug=slug,
        words=in_words,
        signed=signed,
        listed=listed,
    )
    env.globals.update(plural=plural, noun=noun, verb=verb)
    return env


ENVIRONMENT = _environment()


def fill(template: str, **values: Any) -> Markup:
    """A template filled in."""
    return Markup(ENVIRONMENT.get_template(template).render(**values))
