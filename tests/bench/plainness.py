"""Counts, in a tree of Python code, what makes it hard to read.

    python tests/bench/plainness.py                      # builder/, and each of its folders
    python tests/bench/plainness.py chess sqlite_utils   # packages that are installed

For each 1,000 lines of code: assignments of several unrelated values in one statement,
comprehensions in a comprehension or with two `for`, all comprehensions, lines that hold a comment
alone; the tokens a line of code; and how often the name `found` stands in the whole tree. A figure
can be met by worse code: it says where to look, a reader decides.
"""

from __future__ import annotations

import ast
import importlib.util
import io
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENCODING, tokenize.ENDMARKER,
}  # fmt: skip
MOST_UNPACKED = 3.0  # assignments of unrelated values, for each 1,000 lines of code
MOST_NESTED = 2.0  # nested or double comprehensions, for each 1,000 lines of code
MOST_FOUND = 200  # uses of the name `found` in all of builder/


@dataclass
class Count:
    """What was counted in one or several modules."""

    code_lines: int = 0
    comment_lines: int = 0
    tokens: int = 0
    unpacked: int = 0
    nested: int = 0
    comprehensions: int = 0
    found: int = 0

    def add(self, other: Count) -> None:
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def per_thousand(self, number: int) -> float:
        """A number for each 1,000 lines of code."""
        return 1000 * number / max(self.code_lines, 1)

    @property
    def passes(self) -> bool:
        """Whether the two rates of this count are within their gates."""
        unpacked = self.per_thousand(self.unpacked)
        nested = self.per_thousand(self.nested)
        return unpacked <= MOST_UNPACKED and nested <= MOST_NESTED


def count_in(path: Path) -> Count:
    """What one module holds."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    count = Count()
    _count_tokens(text, _docstring_lines(tree), count)
    for node in ast.walk(tree):
        _count_node(node, count)
    return count


def _docstring_lines(tree: ast.Module) -> set[int]:
    """The numbers of the lines that docstrings take."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            text = node.body[0]
            lines.update(range(text.lineno, (text.end_lineno or text.lineno) + 1))
    return lines


def _count_tokens(text: str, docstrings: set[int], count: Count) -> None:
    code_lines: set[int] = set()
    comment_lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comment_lines.add(token.start[0])
        if token.type in LAYOUT or token.start[0] in docstrings:
            continue
        count.tokens += 1
        count.found += token.string == "found"
        code_lines.update(range(token.start[0], token.end[0] + 1))
    count.code_lines = len(code_lines)
    count.comment_lines = len(comment_lines - code_lines)


def _count_node(node: ast.AST, count: Count) -> None:
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
        count.unpacked += any(isinstance(target, ast.Tuple) for target in node.targets)
    if isinstance(node, COMPREHENSIONS):
        count.comprehensions += 1
        inner = [other for other in ast.walk(node) if other is not node]
        has_inner = any(isinstance(other, COMPREHENSIONS) for other in inner)
        count.nested += has_inner or len(node.generators) > 1


def total(paths: Iterator[Path]) -> Count:
    """The sum of several modules."""
    count = Count()
    for path in paths:
        count.add(count_in(path))
    return count


def place_of(name: str) -> Path:
    """The folder of a path or of a package that is installed."""
    if Path(name).exists():
        return Path(name)
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{name} is neither a folder nor a package that is installed")
    return Path(spec.origin).parent


def row(name: str, count: Count) -> str:
    """One line of the table."""
    rates = (count.unpacked, count.nested, count.comprehensions, count.comment_lines)
    cells = "".join(f"{count.per_thousand(number):9.1f}" for number in rates)
    mark = "" if count.passes else "  above a gate"
    tokens = count.tokens / max(count.code_lines, 1)
    return f"{name:24}{count.code_lines:7}{cells}{tokens:8.2f}{count.found:7}{count.tokens:9}{mark}"


def main() -> int:
    print(
        f"{'':24}{'lines':>7}{'a, b =':>9}{'nested':>9}{'compr.':>9}{'comments':>9}"
        f"{'tokens':>8}{'found':>7}{'all':>9}"
    )
    if len(sys.argv) > 1:
        for name in sys.argv[1:]:
            print(row(name, total(place_of(name).rglob("*.py"))))
        return 0
    builder = ROOT / "builder"
    folders = sorted(path for path in builder.iterdir() if any(path.glob("*.py")))
    counts = {folder.name: total(folder.rglob("*.py")) for folder in folders}
    counts["(modules beside them)"] = total(builder.glob("*.py"))
    for name, count in counts.items():
        print(row(name, count))
    everything = total(builder.rglob("*.py"))
    print(row("builder", everything))
    return int(not everything.passes or everything.found > MOST_FOUND)


if __name__ == "__main__":
    sys.exit(main())
