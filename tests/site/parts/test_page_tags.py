"""Tags are found by a parser: text of people in attributes and scripts is no tag."""

from __future__ import annotations

from builder.site.parts.page_tags import changed_tags, page_tags
from builder.site.publishing.printing.issue_printer import shown_files, sized

PAGE = """<!doctype html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="x"><script>"</p><a href='no'>"</script></head>
<p title="<script> 1 > 0 </script><a href='x'>">Text\u2028\r\n<a title="a > b" href="../x/?q=1&amp;r">out</a>
<a href="#in">in</a><!-- <a href="comment"> -->
<svg class="board b-x"><svg><image href="../../../a.svg"/></svg><text>&lt;/svg></text></svg><img src="a%20b.png">
<img src="https://x.org/y.png"></p>
"""  # noqa: E501


def hrefs(page: str) -> list[str]:
    return [tag.attributes["href"] for tag in page_tags(page) if "href" in tag.attributes]


def test_tags_are_where_the_page_has_them() -> None:
    for tag in page_tags(PAGE):
        assert PAGE[tag.start :].startswith(tag.text)
    assert hrefs(PAGE) == ["../x/?q=1&r", "#in", "../../../a.svg"]


def test_what_is_not_changed_stays_as_it_is() -> None:
    assert changed_tags(PAGE, lambda _: None) == PAGE
    assert changed_tags(PAGE, lambda tag: tag.text) == PAGE
    bare = changed_tags(PAGE, lambda tag: "" if tag.name == "script" else None)
    assert bare == PAGE.replace("""<script>"</p><a href='no'>"</script>""", "")


def test_a_page_on_paper_has_links_that_can_be_followed_and_no_scripts() -> None:
    paper = sized(PAGE, "A4", "https://example.org/zines/one/")
    assert hrefs(paper) == ["https://example.org/zines/x/?q=1&r", "#in", "../../../a.svg"]
    assert "1 > 0 </script>" in paper, "a title of somebody's link is no script"
    assert [tag.name for tag in page_tags(paper)].count("script") == 0
    assert 'content="x"' not in paper
    assert "@page{size:A4}" in paper
    assert hrefs(sized(PAGE, "A4", "")) == ["#in", "../../../a.svg"]
    assert shown_files(PAGE) == ["../../../a.svg", "a b.png"]
