"""Compiles the modules of `/library.zip` into `/compiled.zip`, in the interpreter that loads them.

Most of an interpreter's start in a browser was compiling its standard library. Docstrings and the
tables of line numbers, which only tracebacks need, are left out: the compiled modules are then
smaller than their sources.
"""

import importlib._bootstrap_external as bootstrap
import types
from zipfile import ZIP_STORED, ZipFile, ZipInfo

LONG_AGO = (1980, 1, 1, 0, 0, 0)
NO_SOURCE = bytes(8)  # a module's hash is not looked at without its source


def without_lines(code: types.CodeType) -> types.CodeType:
    """A code object, and those within it, without line numbers."""
    parts = [without_lines(c) if isinstance(c, types.CodeType) else c for c in code.co_consts]
    return code.replace(co_linetable=b"", co_consts=tuple(parts))


with ZipFile("/library.zip") as library, ZipFile("/compiled.zip", "w", ZIP_STORED) as compiled:
    for name in library.namelist():
        code = compile(library.read(name), name, "exec", dont_inherit=True, optimize=2)
        content = bootstrap._code_to_hash_pyc(without_lines(code), NO_SOURCE, checked=False)
        compiled.writestr(ZipInfo(f"{name}c", LONG_AGO), content)
