"""What the box at the head of every page finds, and the words it shows of it."""

from __future__ import annotations

import pytest

from builder.site.search.page_text import LEAD, condense, searchable


@pytest.mark.parametrize(
    ("html", "read"),
    [
        ("<dt>Year</dt><dd>1974</dd>", "<dt>Year</dt> <dd>1974</dd>"),
        ("<td>a</td><td>b</td></tr><tr>", "<td>a</td> <td>b</td> </tr> <tr>"),
        ("<p>a <b>b</b><i>c</i></p>", "<p>a <b>b</b><i>c</i></p>"),
        ("<nav>a</nav>", '<nav data-search-exclude="yes">a</nav>'),
        ('<i class="ctr p-x">A</i>', '<i class="ctr p-x" data-search-exclude="yes">A</i>'),
        ('<a href="#games">', '<a href="#games" data-search-exclude="yes">'),
        ('<h2 id="evidence">', '<h2 id="evidence" data-search-exclude="yes">'),
        ('<table class="sums">', '<table class="sums">'),
    ],
)
def test_words_stand_apart(html: str, read: str) -> None:
    assert searchable(html) == read


def test_a_long_section_keeps_its_beginning_and_every_word() -> None:
    long = f"<p>One sentence ends here. {'The same again. ' * 60}A last word, &lt;rare&gt;.</p>"
    first = {"title": "Long", "text": long}
    second = {"title": "Short", "text": "<p>A <code>rare</code> case</p>"}
    condense([first, second])
    assert second["text"] == "A rare case"
    assert first["text"].startswith("<p>One sentence ends here. The same again.")
    assert first["text"].endswith("again.</p><p>… last word, &lt;rare&gt;.</p>")
    assert len(first["text"]) < LEAD + 50
