"""A server that builds again after each save keeps no old boards, variants and drawings."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from our_archive import ROOT

SAVES = 20  # by which each cache is full that has the last sixteen of something
GAME = "game: One\nvariant: pure\nphases: {Spring 1901: {England: A Lon H}}\n"
SETTINGS = "site_name: Saved often\nplugins:\n- chancery: {png: none}\n"
CHILD = """
import gc, json, sys
from collections import Counter
from pathlib import Path
from mkdocs.commands.build import build
from mkdocs.config import load_config

started = False
rules = Path("maps/pure/variant.yaml")
for number in range(int(sys.argv[1])):
    with rules.open("a") as file:
        file.write(f"\\n# {number}\\n")
    config = load_config("mkdocs.yml", site_dir=sys.argv[2], site_url="http://127.0.0.1:8000/")
    if not started:
        config.plugins.on_startup(command="serve", dirty=False)
        started = True
    build(config, serve_url="http://127.0.0.1:8000/")
    gc.collect()
    print(json.dumps(Counter(type(one).__name__ for one in gc.get_objects())))
"""


def test_what_was_read_for_earlier_builds_goes(tmp_path: Path) -> None:
    root = tmp_path / "archive"
    shutil.copytree(ROOT / "maps/pure", root / "maps/pure")
    (root / "docs").mkdir()
    (root / "games").mkdir()
    (root / "games/one.yaml").write_text(GAME)
    (root / "mkdocs.yml").write_text(SETTINGS)
    ran = subprocess.run(
        [sys.executable, "-c", CHILD, str(SAVES + 4), str(tmp_path / "served")],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    counts = [json.loads(line) for line in ran.stdout.splitlines()]
    ours = ("Board", "BoardSheet", "Calendar", "Geography", "Setting", "Variant")
    assert all(counts[0][name] for name in ours), "the game was built"
    for name in ours:
        assert counts[-1][name] == counts[SAVES][name], name
    assert counts[-1]["Board"] <= SAVES, "each of the last saves, but not two of each"
