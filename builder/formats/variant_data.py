"""A variant as plain data: strings, numbers, lists and objects that JSON can hold, and no code.

    {"name": "standard", "edition": "2023",
     "about": {"title": "Standard Diplomacy", ...},
     "setting": {
       "board": {"provinces": {"Mun": {"code": "Mun", "name": "Munich", "terrain": "land", ...}},
                 "ways": {"Mun": {"Bur": [{"kinds": ["A"]}], ...}}, ...},
       "kinds": {"A": {...}}, "nations": [{"name": "Austria", "units": ...}],
       "calendar": {...}, "start": {"phase": {...}, "units": [...], "owners": {...}}, ...}}

The shape is that of the types in `model`: a value is an object of its fields, and fields with
their usual value are left out. Mappings stay in their order; sets are sorted lists. Amendments
are named, so a reader needs their code but never gets it from the data.
"""

import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from builder.errors import ArchiveError
from builder.variant import Variant

Data = Any


def write_variant(variant: Variant) -> str:
    """The variant as one line of JSON; equal variants give equal texts.

    >>> from builder.archive import Archive
    >>> data = json.loads(write_variant(Archive.open().variant("standard")))
    >>> data["setting"]["board"]["provinces"]["Mun"]["name"]
    'Munich'
    """
    return json.dumps(_dump(variant), ensure_ascii=False, separators=(",", ":"))


def read_variant(data: str) -> Variant:
    """The variant that `write_variant` exported; raises ArchiveError for data of another shape and
    UnknownWordError for an unknown amendment."""
    try:
        variant: Variant = _reader(Variant)(json.loads(data))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ArchiveError(f"this is not an exported variant: {error}") from error
    if variant.amendments:
        _ = variant.rulebook
    return variant


def _dump(value: object) -> Data:
    if isinstance(value, (str, int, float)) or value is None:
        return str(value) if isinstance(value, str) else value
    if isinstance(value, Mapping):
        return {str(key): _dump(item) for key, item in value.items()}
    if isinstance(value, AbstractSet):
        return sorted(map(_dump, value))
    defaults = _fields(type(value))
    if not defaults:
        assert isinstance(value, tuple)
        return [_dump(item) for item in value]
    pairs = ((name, getattr(value, name), usual) for name, usual in defaults.items())
    return {name: _dump(item) for name, item, usual in pairs if item != usual}


def _fields(kind: type) -> dict[str, object]:
    """The fields that make up a type's value, each with its default; caches are left out."""
    if is_dataclass(kind):
        own = [f for f in fields(kind) if f.init and f.repr]
        made = {f.name: f.default_factory() for f in own if f.default_factory is not MISSING}
        return {f.name: f.default for f in own} | made
    defaults = getattr(kind, "_field_defaults", {})
    return {name: defaults.get(name, MISSING) for name in getattr(kind, "_fields", ())}


@cache
def _reader(hint: Any) -> Callable[[Data], Any]:
    """The reader of values of that type; fields that are left out have their default."""
    origin = get_origin(hint)
    inner = get_args(hint)
    if origin in (Union, UnionType):
        (known,) = (_reader(part) for part in inner if part is not type(None))
        return lambda data: None if data is None else known(data)
    if origin is Literal:
        return {word: word for word in inner}.__getitem__
    if origin is tuple and inner[-1] is not Ellipsis:
        parts = [_reader(one) for one in inner]
        return lambda data: tuple(r(d) for r, d in zip(parts, _list(data), strict=True))
    if origin in (tuple, frozenset):
        item = _reader(inner[0])
        return lambda data: origin(map(item, _list(data)))
    if origin is Mapping:
        key, value = map(_reader, inner)
        return lambda data: {key(name): value(item) for name, item in data.items()}
    if defaults := _fields(hint):
        hints = get_type_hints(hint)
        readers = {name: _reader(hints[name]) for name in defaults}
        return lambda data: hint(**{name: readers[name](item) for name, item in data.items()})
    return _scalar(getattr(hint, "__supertype__", hint))


def _scalar(kind: type) -> Callable[[Data], Any]:
    """Reads a string, a number or a boolean; equal strings become one object."""
    made = cache(kind)

    def read(data: Data) -> Any:
        if not isinstance(data, str if issubclass(kind, str) else (int, kind)):
            raise TypeError(f"{data!r} is not a {kind.__name__}")
        return data if kind in (bool, int, float) else made(data)

    return read


def _list(data: Data) -> list[Data]:
    if not isinstance(data, list):
        raise TypeError(f"{data!r} is not a list")
    return data
