"""Packs the Python interpreter for browsers from the npm package `pyodide`.

    npm pack pyodide@0.29.5
    python .ci/pack_interpreter.py pyodide-0.29.5.tgz

Kept are the loader, the interpreter and the modules of the standard library that `modules.txt`
names. Of the interpreter's script the names are dropped under which other WebAssembly libraries
would find its functions: nothing of it uses them, and none are loaded. `engine.json` then tells
the version, the package's checksum, the licence and the SHA-256 of each file. The site's build
only copies these files, so it needs no npm.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import sys
import tarfile
from base64 import b64encode
from collections import Counter
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

HERE = Path(__file__).parents[1] / "builder/site/trial/interpreter"
ALIAS = re.compile(r'var (_[\w$]+)=Module\["\1"\]=wasmExports\["[\w$]+"\](?:\.value>>>0)?;')
LIBRARY = re.compile(r'Module\["(_(?:emscripten_)?gl\w+|_SDL\w+|_emscripten_webgl\w+)"\]=\1;')
LONG_AGO = (1980, 1, 1, 0, 0, 0)
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
    files = {
        "pyodide.js": held["pyodide.js"].replace(b"\n//# sourceMappingURL=pyodide.js.map", b""),
        "pyodide.asm.js.gz": gzip.compress(script, 9, mtime=0),
        "pyodide.asm.wasm.gz": gzip.compress(held["pyodide.asm.wasm"], 9, mtime=0),
        "python_stdlib.zip.gz": gzip.compress(cut(held["python_stdlib.zip"]), 9, mtime=0),
    }
    version = json.loads(held["package.json"])["version"]
    told = {
        "version": version,
        "python": json.loads(held["pyodide-lock.json"])["info"]["python"],
        "lock": json.loads(held["pyodide-lock.json"])["info"],
        "licence": LICENCE,
        "command": f"npm pack pyodide@{version} && python .ci/pack_interpreter.py <the file>",
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


if __name__ == "__main__":
    for name, data in pack(Path(sys.argv[1]).read_bytes()).items():
        (HERE / name).write_bytes(data)
