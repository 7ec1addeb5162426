"""Builds an archive as `mkdocs serve` does, once for each line of its input.

python serving_child.py ARCHIVE FOLDER
"""

from __future__ import annotations

import sys

from mkdocs.commands.build import build
from mkdocs.config import load_config

ADDRESS = "http://127.0.0.1:8000/"


def main(root: str, folder: str) -> None:
    """Build whenever a line is read, and answer with one."""
    started = False
    for _ in sys.stdin:
        config = load_config(f"{root}/mkdocs.yml", site_dir=folder, site_url=ADDRESS)
        if not started:
            config.plugins.on_startup(command="serve", dirty=False)
            started = True
        build(config, serve_url=ADDRESS)
        print("built", flush=True)


main(*sys.argv[1:])
