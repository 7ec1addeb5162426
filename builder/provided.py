"""The files that come with the program: boards, guide pages and demonstration games.

They are beside the package in a checkout, and inside it when installed. An archive's own files
come first.
"""

from pathlib import Path

from builder.source.files import check_inside
from builder.source.recording import is_there

_PACKAGE = Path(__file__).resolve().parent
PROVIDED = _PACKAGE if (_PACKAGE / "maps").is_dir() else _PACKAGE.parent
OURS_ALONE = ("changelog.md", "contributing.md", "architecture.md", "benchmarks.md", "index.md")


def map_file(maps: Path, *parts: str) -> Path:
    """A file below the folder `maps` of an archive, or the provided one if it has none.
    The path may not exist. Raises ArchiveError for a link that leads out of `maps`."""
    own = maps.joinpath(*parts)
    check_inside(maps, own)
    provided = PROVIDED.joinpath("maps", *parts)
    return own if is_there(own) or not is_there(provided) else provided


def guide_pages() -> dict[str, str]:
    """The Markdown pages that explain the site to readers and editors, by file name."""
    return {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted((PROVIDED / "docs").glob("*.md"))
        if path.name not in OURS_ALONE
    }
