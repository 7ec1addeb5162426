"""Text files that come with a mail: plain ones are read as they are, tables row by row."""

import csv
import io


def rows_of_table(text: str) -> str:
    """A table with commas, semicolons or tabs as lines of words: `A Mun,- Bur` is `A Mun - Bur`."""
    counts = {sign: text.count(sign) for sign in ",;\t"}
    separator = max(counts, key=lambda sign: counts[sign])
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error:
        return text
    lines = []
    for row in rows:
        cells = (cell.strip() for cell in row)
        lines.append(" ".join(cell for cell in cells if cell))
    return "\n".join(lines)
