"""A small archive, and every kind of change that people make in one."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from our_archive import ROOT

from builder.draw.sheet_allowlist import stamped

CONFIG = """\
site_name: {title}
site_url: "{address}"
theme: {{name: material, font: false}}
plugins:
  - search
  - chancery: {{png: {png}, svg: {svg}, depth: {depth}, report_to: "{report_to}"}}
"""
GAME = """\
game: {title}
variant: {variant}
gm: {gm}
players: {{England: Ann Archer, France: Bo Barker}}
phases:
  Spring 1901: {{England: A Lon-Par, France: A Par-Lon, Turkey: A Con H}}
"""
FALL = "  Fall 1901: {England: A Lon-Ber, Germany: A Ber H}\n"
DEPTHS = ("phases", "game", "counts")
WORDS = ("north", "south", "east", "west", "amber", "cobalt", "ochre", "umber")
ISSUE = """\
---
title: {title}
date: 2026-05-{day:02}
---
# {title}

Some words.

!season {game} Spring 1901 : results map

![A cat](cat.png)
"""
PNG = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc"
    b"\xf8\xcf\xc0\xf0\x1f\0\5\0\1\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82"
)
VARIANT = "name: {title}\nextends: pure\nboard: pure\nsummary: A variant of {title}.\n"
EXAMPLE = """
```diplomacy
variant: pure
phase: Spring 1901 moves
units: {England: [A Lon], France: [A Par]}
orders: {England: [A Lon-Par], France: [A Par H]}
expect: {after: {England: [A Lon], France: [A Par]}}
```
"""


class ChangingArchive:
    """An archive in a folder; `dice` choose each change. `settings` are those of its mkdocs.yml."""

    def __init__(self, root: Path, dice: Random) -> None:
        self.root = root
        self.dice = dice
        self.number = 0
        self.settings = {
            "title": "Small",
            "address": "https://a.example/",
            "png": "none",
            "svg": "linked",
            "depth": "phases",
            "report_to": "",
        }
        for name in ("pure", "standard"):
            shutil.copytree(ROOT / "maps" / name, root / "maps" / name)
        (root / "maps/standard/map.svg").unlink()
        shutil.copytree(ROOT / "tests/cases/pure", root / "tests/cases/pure")
        (root / "docs/zines").mkdir(parents=True)
        (root / "docs/index.md").write_text("# Home\n\nAn editor's words.\n")
        (root / "docs/guide.md").write_text("# A guide\n\n[Home](index.md)\n")
        (root / "docs/zines/cat.png").write_bytes(PNG)
        self.write_settings()
        self.write_game("one")
        self.write_game("two")
        shutil.copy(ROOT / "games/pure/pure-exhibition.yaml", root / "games/pure")
        self.write_issue("first", "one")

    def write(self, name: str, text: str) -> None:
        """Write a file, with a time of its own."""
        place = self.root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        time.sleep(0.01)

    def read(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    def ours(self, name: str) -> str:
        """A file as our own archive has it."""
        return (ROOT / name).read_text(encoding="utf-8")

    def word(self) -> str:
        """A word that was not there before."""
        self.number += 1
        return f"{self.dice.choice(WORDS)}{self.number}"

    def write_settings(self) -> None:
        self.write("mkdocs.yml", CONFIG.format(**self.settings))

    def write_game(self, name: str, variant: str = "pure") -> None:
        text = GAME.format(title=f"Game {self.word()}", variant=variant, gm=self.word())
        more = FALL if self.dice.random() < 0.5 else ""
        self.write(f"games/pure/{name}.yaml", text + more)

    def write_issue(self, name: str, game: str) -> None:
        day = self.dice.randint(1, 28)
        title = f"Issue {self.word()}"
        self.write(f"docs/zines/{name}.md", ISSUE.format(title=title, game=game, day=day))

    def games(self) -> list[str]:
        names = {path.stem for path in (self.root / "games/pure").glob("*.yaml")}
        return sorted(names - {"collection"})

    def issues(self) -> list[str]:
        return sorted(path.stem for path in (self.root / "docs/zines").glob("*.md"))

    # Changes: each is one thing that a person does.

    def game_written(self) -> None:
        self.write_game(self.dice.choice(["one", "two", "three", "four"]))

    def game_of_new_variant(self) -> None:
        self.write_game("three", self.dice.choice(["pure", "mine"]))

    def game_removed(self) -> None:
        name = self.dice.choice(self.games() or ["none"])
        (self.root / f"games/pure/{name}.yaml").unlink(missing_ok=True)

    def game_broken(self) -> None:
        self.write("games/pure/two.yaml", f"game: {self.word()}\nvariant: pure\nphases: 7\n")

    def game_held_back(self) -> None:
        game = GAME.format(title=self.word(), variant="pure", gm="?")
        fall = "  Fall 1901: {embargo: 2999-01-01, England: A Lon H}\n"
        self.write("games/pure/two.yaml", game + fall)

    def game_deeper_or_shallower(self) -> None:
        text = GAME.format(title=self.word(), variant="pure", gm=self.word())
        depth = f"depth: {self.dice.choice(DEPTHS)}\nsource: {{url: 'https://b.example/'}}\n"
        self.write("games/pure/one.yaml", text.replace("phases:", f"{depth}phases:"))

    def collection_comes_or_goes(self) -> None:
        place = self.root / "games/pure/collection.yaml"
        if place.exists() and self.dice.random() < 0.5:
            place.unlink()
        else:
            self.write("games/pure/collection.yaml", f"depth: {self.dice.choice((*DEPTHS, 'x'))}\n")

    def game_moved(self) -> None:
        source = self.root / "games/pure/two.yaml"
        if source.exists():
            (self.root / "games/other").mkdir(exist_ok=True)
            source.rename(self.root / "games/other/two.yaml")

    def game_twice(self) -> None:
        source = self.root / "games/pure/one.yaml"
        if source.exists():
            (self.root / "games/other").mkdir(exist_ok=True)
            shutil.copy(source, self.root / "games/other/one.yaml")

    def other_games_removed(self) -> None:
        shutil.rmtree(self.root / "games/other", ignore_errors=True)

    def exhibition_renamed(self) -> None:
        name = "games/pure/pure-exhibition.yaml"
        if (self.root / name).exists():
            self.write(name, re.sub("^game: .*", f"game: {self.word()}", self.read(name)))

    def exhibition_returns(self) -> None:
        text = (ROOT / "games/pure/pure-exhibition.yaml").read_text(encoding="utf-8")
        self.write("games/pure/pure-exhibition.yaml", text)

    def issue_written(self) -> None:
        name = self.dice.choice(("first", "second", "sub/third"))
        self.write_issue(name, self.dice.choice([*self.games(), "nowhere"]))

    def issue_retitled(self) -> None:
        for name in self.issues():
            self.write_issue(name, "one")

    def issue_longer(self) -> None:
        for name in self.issues():
            file = f"docs/zines/{name}.md"
            self.write(file, f"{self.read(file)}{self.word()}\n")

    def issue_removed(self) -> None:
        for name in self.issues()[1:]:
            (self.root / f"docs/zines/{name}.md").unlink()

    def issue_renamed(self) -> None:
        text = ISSUE.format(title="Renamed", day=3, game="one")
        self.write("docs/zines/first.md", text.replace("date:", "formerly: [before]\ndate:"))

    def issue_held_back(self) -> None:
        text = ISSUE.format(title=self.word(), day=3, game="one")
        self.write("docs/zines/second.md", text.replace("date:", "embargo: 2999-01-01\ndate:"))

    def issue_broken(self) -> None:
        self.write("docs/zines/second.md", f"---\ntitle: {self.word()}\ndraft: perhaps\n---\nX\n")

    def picture_comes_or_goes(self) -> None:
        place = self.root / "docs/zines/cat.png"
        if place.exists():
            place.unlink()
        else:
            place.write_bytes(PNG)

    def guide_longer(self) -> None:
        self.write("docs/guide.md", f"{self.read('docs/guide.md')}\nMore {self.word()}.\n")

    def guide_retitled(self) -> None:
        self.write("docs/guide.md", f"# A guide to {self.word()}\n\n[Home](index.md)\n{EXAMPLE}")

    def guide_page_comes_or_goes(self) -> None:
        place = self.root / "docs/more.md"
        if place.exists():
            place.unlink()
        else:
            self.write("docs/more.md", f"# More {self.word()}\n\nSee games/two/x/map.svg.\n")

    def words_of_a_list(self) -> None:
        self.write("docs/index.md", f"# Home\n\nWords of {self.word()}.\n")
        self.write("docs/games/index.md", f"# Games\n\nWords of {self.word()}.\n")

    def unknown_file_comes_or_goes(self) -> None:
        place = self.root / "docs/zines/notes.txt"
        if place.exists():
            place.unlink()
        else:
            self.write("docs/zines/notes.txt", self.word())

    def variant_described(self) -> None:
        text = self.read("maps/pure/variant.yaml")
        text = re.sub("^by: .*$", f"by: {self.word()}", text, count=1, flags=re.MULTILINE)
        self.write("maps/pure/variant.yaml", text)

    def variant_comes_or_changes(self) -> None:
        self.write("maps/mine/variant.yaml", VARIANT.format(title=self.word()))

    def variant_goes(self) -> None:
        shutil.rmtree(self.root / "maps/mine", ignore_errors=True)

    def variant_broken(self) -> None:
        self.write("maps/mine/variant.yaml", f"name: {self.word()}\nextends: pure\nvictry: 3\n")

    def sentences_changed(self) -> None:
        place = self.root / "maps/pure/sentences.yaml"
        if self.dice.random() < 0.3:
            place.unlink(missing_ok=True)
        else:
            shutil.copy(ROOT / "maps/pure/sentences.yaml", place)
            self.write("maps/pure/sentences.yaml", f"{place.read_text()}\n# {self.word()}\n")

    def cases_changed(self) -> None:
        name = "tests/cases/pure/worked.yaml"
        self.write(name, re.sub("  title: .*", f"  title: {self.word()}", self.read(name), count=1))

    def board_recoloured(self) -> None:
        place = self.root / "maps/pure/map.svg"
        if place.exists():
            text = place.read_text(encoding="utf-8")
            self.write("maps/pure/map.svg", recoloured(text, f"#{self.dice.randrange(16**6):06x}"))

    def board_edited_by_hand(self) -> None:
        """Its digest is wrong then, and it is not shown."""
        place = self.root / "maps/pure/map.svg"
        if place.exists():
            self.write("maps/pure/map.svg", place.read_text().replace("</svg>", " </svg>"))

    def standard_game_written(self) -> None:
        self.write_game("six", "standard")

    def space_renamed(self) -> None:
        """On the board that others patch, or on one of its own."""
        name = self.dice.choice(["maps/pure/board.yaml", "maps/standard/board.yaml"])
        text = re.sub(r"Lon: \{name: \w+,", f"Lon: {{name: London{self.word()},", self.read(name))
        self.write(name, text)

    def borders_changed(self) -> None:
        """A way comes or goes, or a neighbour is named from one side alone, which is a mistake."""
        name = "maps/pure/board.yaml"
        text = self.read(name)
        without = text.replace("Vie: Ber", "Vie:").replace("Ber: Con Lon Mos Par Rom Vie", "Ber:")
        once = text.replace("Ber: Con Lon Mos Par Rom Vie", "Ber: Con Lon Mos Par Rom")
        self.write(name, self.dice.choice([once, without, self.ours(name)]))

    def start_changed(self) -> None:
        name = "maps/pure/variant.yaml"
        units = self.dice.choice(["A Lon", "", "A Lon, A Rom", "A Xxx"])
        text = re.sub(r"seat: Lon, units: \[.*?\]", f"seat: Lon, units: [{units}]", self.read(name))
        self.write(name, text)

    def victory_changed(self) -> None:
        for name in ("maps/pure/variant.yaml", "maps/standard/variant.yaml"):
            centres = self.dice.randint(2, 18)
            text = re.sub(
                "^victory: .*", f"victory: {centres}", self.read(name), flags=re.MULTILINE
            )
            self.write(name, text)

    def standard_variant_retitled(self) -> None:
        """What others extend."""
        name = "maps/standard/variant.yaml"
        self.write(name, re.sub("^name: .*", f"name: {self.word()}", self.read(name)))

    def calendar_changed(self) -> None:
        name = "maps/standard/variant.yaml"
        start = self.dice.choice(["Spring 1901", "Spring 1902"])
        self.write(name, re.sub("start: Spring .*", f"start: {start}", self.read(name)))

    def place_names_changed(self) -> None:
        """Names in other languages; boards that extend this one have them as well."""
        name = "maps/standard/names.yaml"
        if (self.root / name).exists() and self.dice.random() < 0.3:
            (self.root / name).unlink()
        else:
            text = self.ours(name)
            self.write(name, text.replace("Lon: Lond,", f"Lon: {self.word()}, Lond,"))

    def counts_changed(self) -> None:
        name = "maps/standard/opening-counts.json"
        text = self.dice.choice([self.ours(name).replace("its makers", self.word()), "{"])
        self.write(name, text)

    def patched_board_comes_or_goes(self) -> None:
        """A variant whose board is a patch on another one."""
        if (self.root / "maps/patched").exists() and self.dice.random() < 0.3:
            shutil.rmtree(self.root / "maps/patched")
            return
        board = f"extends: standard\namend:\n  Rom: {{name: Rome{self.word()}}}\n"
        self.write("maps/patched/board.yaml", board)
        self.write("maps/patched/variant.yaml", "name: Patched\nextends: standard\n")
        self.write_game("five", "patched")

    def maps_mended(self) -> None:
        """The boards and variants are again as we have them."""
        for variant in ("pure", "standard"):
            for name in ("board.yaml", "variant.yaml"):
                self.write(f"maps/{variant}/{name}", self.ours(f"maps/{variant}/{name}"))

    def board_comes_or_goes(self) -> None:
        place = self.root / "maps/pure/map.svg"
        if place.exists():
            place.unlink()
        else:
            shutil.copy(ROOT / "maps/pure/map.svg", place)

    def drawing_for_the_new_variant(self) -> None:
        if (self.root / "maps/mine").is_dir():
            shutil.copy(ROOT / "maps/pure/map.svg", self.root / "maps/mine/map.svg")

    def register_changed(self) -> None:
        people = f'{{"people": {{"{self.word()} Archer": ["Ann Archer"]}}, '
        shelf = f'"shelf": {{"{self.dice.choice(self.games() or ["x"])}": "{self.word()}"}}}}'
        self.write("games/register.json", self.dice.choice((people + shelf, people + shelf, "{")))

    def register_removed(self) -> None:
        (self.root / "games/register.json").unlink(missing_ok=True)

    def option_changed(self) -> None:
        name, values = self.dice.choice(
            [
                ("title", ("Small", "Another title")),
                ("address", ("", "https://a.example/", "https://b.example/x/")),
                ("png", ("none", "previews")),
                ("svg", ("linked", "all", "none")),
                ("depth", DEPTHS),
                ("report_to", ("", "gm@a.example")),
            ]
        )
        self.settings[name] = self.dice.choice(values)
        self.write_settings()

    def touched(self) -> None:
        """A new time without a new content."""
        for name in ("games/pure/one.yaml", "docs/zines/first.md", "maps/pure/variant.yaml"):
            if (self.root / name).exists():
                self.write(name, self.read(name))

    def published_file_spoilt(self) -> None:
        for site in ("site", ".cache/chancery/drafts"):
            pages = sorted((self.root / site).rglob("*.html"))
            if pages:
                self.dice.choice(pages).write_text("spoilt")

    def cache_damaged(self) -> None:
        entries = sorted(p for p in (self.root / ".cache").rglob("*") if p.is_file())
        entries = [path for path in entries if "drafts" not in path.parts]
        for path in self.dice.sample(entries, min(3, len(entries))):
            path.write_bytes(path.read_bytes()[:-1] + b"x")


def recoloured(drawing: str, colour: str) -> str:
    """A board whose first coloured shape has another colour, as if it had been drawn so."""
    text = re.sub('fill="#[0-9a-f]{6}"', f'fill="{colour}"', drawing, count=1)
    return stamped(text)


def changes() -> dict[str, Callable[[ChangingArchive], None]]:
    """Every kind of change by its name."""
    members = vars(ChangingArchive)
    names = [*members]
    first = names.index("game_written")
    return {name: members[name] for name in names[first:] if callable(members[name])}
