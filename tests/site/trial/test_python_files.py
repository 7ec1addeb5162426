"""What judges in a browser has all the files that it opens there."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from our_archive import ARCHIVE, ROOT

from builder.formats.variant_data import read_variant, write_variant
from builder.site.trial.pages import python_files

BESIDE = re.compile(r'with_name\("(\w+\.\w+)"\)')


def test_data_beside_a_packed_module_is_packed() -> None:
    files = python_files()
    named = [
        (PurePosixPath(path), data) for path, text in files.items() for data in BESIDE.findall(text)
    ]
    assert len(named) > 2
    assert {str(path.with_name(data)) for path, data in named} <= files.keys()


def test_a_published_variant_names_no_file_of_this_machine() -> None:
    text = write_variant(ARCHIVE.variant("standard"))
    assert str(ROOT) not in text
    assert read_variant(text).setting.board.name_lists == ()
