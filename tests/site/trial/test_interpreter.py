"""The packed interpreter: the files that `engine.json` lists, the standard library as bytecode."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from zipfile import ZipFile

from our_archive import ROOT

INTERPRETER = ROOT / "builder/site/trial/interpreter"
MAGIC_NUMBER = (3571).to_bytes(2, "little") + b"\r\n"  # of the bytecode of Python 3.13
NOT_LOOKED_AT = (1).to_bytes(4, "little")  # by hash, and the hash is not compared with a source


def library() -> ZipFile:
    packed = (INTERPRETER / "python_stdlib.zip.gz").read_bytes()
    return ZipFile(io.BytesIO(gzip.decompress(packed)))


def test_the_files_are_the_listed_ones() -> None:
    listed = json.loads((INTERPRETER / "engine.json").read_text())["files"]
    assert len(listed) == 4
    for name, digest in listed.items():
        found = hashlib.sha256((INTERPRETER / name).read_bytes()).hexdigest()
        assert found.startswith(digest), name


def test_each_module_of_the_library_is_bytecode() -> None:
    names = (INTERPRETER / "modules.txt").read_text(encoding="utf-8").split()
    with library() as held:
        assert held.namelist() == [f"{name}c" for name in names]
        for name in held.namelist():
            head = held.read(name)[:8]
            assert head == MAGIC_NUMBER + NOT_LOOKED_AT, name
