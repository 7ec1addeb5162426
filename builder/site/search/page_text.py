"""What the theme's search reads of a page."""

from __future__ import annotations

import re

END = re.compile(r"(</(?:t[dhr]|d[dt]|h[1-6]|option|summary|div)>)(?=<)")
UNREAD = re.compile(
    r'<((?:nav|form|figcaption)\b|dl class="people"|i class="ctr[^"]*"'
    r'|h2 id="evidence"|p class="(?:cap|crumbs|onpage|over|pairs)"|table class="(?:games|pl|zsc)"'
    r'|\w+ (?:id|href)="#?games")'
)


def searchable(html: str) -> str:
    """A page whose excerpts can be read: the search takes text as it stands, without its tags.

    The search removes the marks of what it leaves out.
    """
    return END.sub(r"\1 ", UNREAD.sub(r'<\1 data-search-exclude="yes"', html))
