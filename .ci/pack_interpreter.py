"""Packs the Python interpreter for browsers from the npm package `pyodide`.

    npm pack pyodide@0.29.5
    pip install zopfli
    python .ci/pack_interpreter.py pyodide-0.29.5.tgz

Kept are the loader, the interpreter and the modules of the standard library that `modules.txt`
names, as bytecode: node compiles them once with the packed interpreter, so no phone does. Of the
interpreter and its script the names are dropped under which other WebAssembly libraries would
find its functions: nothing of it uses them, and none are loaded. Zopfli packs smaller than gzip.
`engine.json` then tells the version, the package's checksum, the licence and the SHA-256 of each
file. The site's build only copies these files, so it needs neither npm nor node.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import zopfli.gzip

COMPILER = Path(__file__).with_name("bytecode.mjs")
HERE = Path(__file__).parents[1] / "builder/site/trial/interpreter"
ALIAS = re.compile(r'var (_[\w$]+)=Module\["\1"\]=wasmExports\["[\w$]+"\](?:\.value>>>0)?;')
LIBRARY = re.compile(r'Module\["(_(?:emscripten_)?gl\w+|_SDL\w+|_emscripten_webgl\w+)"\]=\1;')
NAME = re.compile(r"[\w$]{2,}")
EXPORTS = 7  # the numbers of sections of a WebAssembly module
IMPORTS = 2
LONG_AGO = (1980, 1, 1, 0, 0, 0)
COMMAND = "npm pack pyodide@{} && pip install zopfli && python .ci/pack_interpreter.py <the file>"
LICENCE = "MPL-2.0 (Pyodide), PSF-2.0 (Python); see LICENSE.txt"


def pack(package: bytes) -> dict[str, bytes]:
    """The files of the engine, by their names, from an npm package."""
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        held = {
            Path(m.name).name: found.read()
            for m in archive
            if m.name.count("/") == 1 and (found := archive.extractfile(m))
        }
    script = pruned(held["pyodide.asm.js"].decode()).encode()
    wasm = with_exports(held["pyodide.asm.wasm"], script.decode())
    files = {
        "pyodide.js": held["pyodide.js"].replace(b"\n//# sourceMappingURL=pyodide.js.map", b""),
        "pyodide.asm.js.gz": packed(script),
        "pyodide.asm.wasm.gz": packed(wasm),
        "python_stdlib.zip.gz": packed(compiled(held)),
    }
    version = json.loads(held["package.json"])["version"]
    told = {
        "version": version,
        "python": json.loads(held["pyodide-lock.json"])["info"]["python"],
        "lock": json.loads(held["pyodide-lock.json"])["info"],
        "licence": LICENCE,
        "command": COMMAND.format(version),
        "package": f"sha512-{b64encode(hashlib.sha512(package).digest()).decode()}",
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    }
    return {**files, "engine.json": json.dumps(told, indent=2).encode() + b"\n"}


def pruned(script: str) -> str:
    """The interpreter's script without names that nothing in it uses."""
    uses = Counter(re.findall(r"[\w$]+", script))
    script = ALIAS.sub(lambda found: found[0] if uses[found[1]] > 2 else "", script)
    return LIBRARY.sub("", script)


def cut(library: bytes) -> bytes:
    """The standard library with the modules of `modules.txt` only, not compressed by itself."""
    kept = io.BytesIO()
    with ZipFile(io.BytesIO(library)) as whole, ZipFile(kept, "w", ZIP_STORED) as part:
        for name in (HERE / "modules.txt").read_text(encoding="utf-8").split():
            part.writestr(ZipInfo(name, LONG_AGO), whole.read(name))
    return kept.getvalue()


def compiled(held: dict[str, bytes]) -> bytes:
    """The modules of the standard library as bytecode of the package's own interpreter."""
    with tempfile.TemporaryDirectory() as away:
        folder = Path(away)
        for name, content in held.items():
            (folder / name).write_bytes(content)
        (folder / "cut.zip").write_bytes(cut(held["python_stdlib.zip"]))
        command = ["node", str(COMPILER), away, str(folder / "cut.zip"), str(folder / "out.zip")]
        subprocess.run(command, check=True)
        return (folder / "out.zip").read_bytes()


def packed(content: bytes) -> bytes:
    """Bytes as a gzip file, which any browser unpacks."""
    found: bytes = zopfli.gzip.compress(content, numiterations=15)
    assert gzip.decompress(found) == content
    return found


def with_exports(module: bytes, script: str) -> bytes:
    """A WebAssembly module that exports only what its script or its own imports name."""
    sections = [*parts_of(module)]
    words = {*NAME.findall(script)}
    words |= {word[1:] for word in words if word.startswith("_")}
    for kind, content in sections:
        if kind == IMPORTS:
            words.update(NAME.findall(content.decode("latin-1")))
    out = bytearray(module[:8])
    for kind, content in sections:
        body = exported(content, words) if kind == EXPORTS else content
        out += bytes([kind]) + written(len(body)) + body
    return bytes(out)


def parts_of(module: bytes) -> Iterator[tuple[int, bytes]]:
    """The sections of a WebAssembly module: the number of their kind, and their bytes."""
    at = 8
    while at < len(module):
        kind = module[at]
        size, start = number(module, at + 1)
        at = start + size
        yield kind, module[start:at]


def exported(section: bytes, words: set[str]) -> bytes:
    """A section of exports with those of some names only."""
    count, at = number(section, 0)
    kept = []
    for _ in range(count):
        size, start = number(section, at)
        _, end = number(section, start + size + 1)
        if section[start : start + size].decode() in words:
            kept.append(section[at:end])
        at = end
    return written(len(kept)) + b"".join(kept)


def number(content: bytes, at: int) -> tuple[int, int]:
    """A number as WebAssembly writes it, seven bits in a byte, and where it ends."""
    found = shift = 0
    while content[at] & 128:
        found |= (content[at] & 127) << shift
        shift += 7
        at += 1
    return found | content[at] << shift, at + 1


def written(value: int) -> bytes:
    """A number as WebAssembly writes it."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


if __name__ == "__main__":
    for name, data in pack(Path(sys.argv[1]).read_bytes()).items():
        (HERE / name).write_bytes(data)
