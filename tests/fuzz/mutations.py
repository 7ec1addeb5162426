"""Ways to spoil an input: bytes, lines, words, the structure of YAML or JSON, pumped strings."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import yaml

LARGEST = 60_000  # bytes of a spoilt input; pumped ones may be longer
NASTY = [
    "", " ", "\t", "\n", "\r", "\0", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u202e", "\ufeff", "é",
    "😀", "\ud7ff", '"', "'", "<", ">", "&", "<!--", "-->", "]]>", "<![CDATA[", "</script>",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "javascript:alert(1)", "{{", "{%",
    "%s", "%n", "{0}", "\\", "\\x1b", '"\\x1b[2J"', "../", "/dev/zero", "CON", "nul.txt", "a" * 300,
    "-1", "0", "1e9", "30000000", "9" * 30, "1" * 5000, "٣", "²", "NaN", "Infinity", "true", "null",
    "[]", "{}", "[[[[", "}}}", "- - -", "? ", "&a", "*a", "!!python/object:x", "|", ">", "#",
    "---", "...", "%YAML 9", ":", ": ", "-", "->", "=>", ",", ";", "(", ")", "*", "**", "_", "~",
    "1901", "0000", "99999", "Spring 1901", "Fall 0", "Winter 9999", "A Par-Bur", "F Stp/nc S A",
    "S A Par - Bur", "(bounced)", "(", "NMR", "2026-02-30", "0001-01-01", "10000-01-01", "W1901A",
    "#fff", "url(http://x/)", "expression(1)", "-" * 40, "=" * 40, "." * 40, "x:" * 40,
]  # fmt: skip


class Mutator:
    """Makes spoilt inputs from good ones; the same seed makes the same inputs."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def spoil(self, data: bytes, others: list[bytes], structured: bool) -> bytes:
        """One spoilt input: up to four changes, one after another."""
        ways: list[Callable[[bytes, list[bytes]], bytes]] = [
            self._bytes, self._lines, self._words, self._words, self._splice, self._pump,
        ]  # fmt: skip
        if structured:
            ways += [self._yaml, self._yaml, self._yaml]
        for _ in range(self.random.randint(1, 4)):
            data = self.random.choice(ways)(data, others)
        return data[: 40 * LARGEST]

    def _bytes(self, data: bytes, _: list[bytes]) -> bytes:
        found = bytearray(data)
        for _ in range(self.random.randint(1, 6)):
            at = self.random.randrange(len(found) + 1)
            match self.random.randrange(4):
                case 0:
                    found[at:at] = bytes([self.random.randrange(256)])
                case 1:
                    del found[at : at + self.random.choice((1, 2, 40, 1000))]
                case 2 if at < len(found):
                    found[at] ^= 1 << self.random.randrange(8)
                case _:
                    found[at:at] = self.random.choice(NASTY).encode("utf-8", "surrogatepass")
        return bytes(found)

    def _lines(self, data: bytes, _: list[bytes]) -> bytes:
        lines = data.split(b"\n")
        i, j = self.random.randrange(len(lines)), self.random.randrange(len(lines))
        match self.random.randrange(4):
            case 0:
                lines[i], lines[j] = lines[j], lines[i]
            case 1:
                lines[i:i] = lines[j : j + self.random.choice((1, 3, 20))]
            case 2:
                del lines[i : i + self.random.choice((1, 3, 20))]
            case _:
                blanks = b" " * self.random.randrange(9)
                lines[i] = blanks + lines[i].lstrip()
        return b"\n".join(lines)[:LARGEST]

    def _words(self, data: bytes, _: list[bytes]) -> bytes:
        words = data.split(b" ")
        for _ in range(self.random.randint(1, 4)):
            i = self.random.randrange(len(words))
            if self.random.random() < 0.5:
                words[i] = self.random.choice(NASTY).encode("utf-8", "surrogatepass")
            else:
                words[i] = self.random.choice(words)
        return b" ".join(words)

    def _splice(self, data: bytes, others: list[bytes]) -> bytes:
        other = self.random.choice(others)
        i, j = self.random.randrange(len(data) + 1), self.random.randrange(len(other) + 1)
        return (data[:i] + other[j : j + self.random.choice((10, 100, 5000))] + data[i:])[:LARGEST]

    def _pump(self, data: bytes, _: list[bytes]) -> bytes:
        """One stretch, up to three characters more often than not, many times over."""
        at = self.random.randrange(len(data) + 1)
        width = self.random.choice((1, 1, 2, 3, 12, 60))
        times = self.random.choices((3, 40, 1500, 12_000), (600, 300, 8, 1))[0]
        stretch = data[at : at + width]
        if self.random.random() < 0.4:
            stretch = self.random.choice(NASTY).encode("utf-8", "surrogatepass")[:width]
        return data[:at] + stretch * min(times, LARGEST // (len(stretch) or 1)) + data[at:]

    def _yaml(self, data: bytes, others: list[bytes]) -> bytes:
        in_json = data.lstrip()[:1] in (b"{", b"[")
        try:
            tree = json.loads(data) if in_json else yaml.load(data, yaml.CBaseLoader)
        except (ValueError, yaml.YAMLError, RecursionError):
            return self._words(data, others)
        self._change(tree)
        if in_json:
            return json.dumps(tree).encode()
        try:
            text: str = yaml.dump(
                tree, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False
            )
            return text.encode("utf-8", "surrogatepass")
        except (yaml.YAMLError, RecursionError):
            return data

    def _change(self, tree: Any) -> None:  # noqa: C901
        """Go down at random and change what is there."""
        for _ in range(12):
            if not isinstance(tree, dict | list) or not tree:
                return
            keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
            key = self.random.choice(keys)
            if isinstance(tree[key], dict | list) and tree[key] and self.random.random() < 0.8:
                tree = tree[key]
                continue
            match self.random.randrange(5):
                case 0:
                    tree[key] = self.random.choice(NASTY)
                case 1:
                    tree[key] = tree[self.random.choice(keys)]
                case 2:
                    del tree[key]
                case 3:
                    tree[key] = self.random.choice(([], {}, [[]], {"": ""}, [{}], None))
                case _ if isinstance(tree, dict):
                    tree[self.random.choice(NASTY)] = tree.pop(key)
                case _:
                    tree[key] = [tree[key]] * self.random.choice((2, 2, 2, 5, 30))
            return
