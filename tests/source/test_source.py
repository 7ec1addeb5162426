"""YAML with places: what is read, and what is said of files that are wrong."""

import pickle
from pathlib import Path

import pytest

from builder.errors import (
    ArchiveError,
    Mistakes,
    NotationError,
    SourceError,
    SourceMark,
    UnknownWordError,
)
from builder.model.names import Names
from builder.source.documents import decoded, parse, read
from builder.source.files import LARGEST

TABLE = """\
name: Norway: no
count: 12
flag: yes
list: [A Mun, 'F Bul(sc)']
block: |
  A Mun-Bur   # by land

  # nothing
  F Tri-Alb, F Nap
plain:
  A Ber-Kie
  A Kie-Hol
below: {one: 1, two: 2}
"""


def fields(text: str):
    return parse(text, "f.yaml").fields()


def mistakes(text: str, ask=lambda top: None) -> list[str]:
    document = parse(text, "f.yaml")
    ask(document.fields())
    with pytest.raises(Mistakes) as caught:
        document.finish()
    return str(caught.value).splitlines()


def test_every_scalar_is_a_text():
    top = fields("a: no\nb: 1901\nc: 1.50\nd: 'null'\ne: 2001-01-01\n")
    assert [top.text(key) for key in "abcde"] == ["no", "1901", "1.50", "null", "2001-01-01"]


@pytest.mark.parametrize("nothing", ["", "null", "~", "NULL"])
def test_a_bare_null_is_nothing(nothing: str):
    top = fields(f"a: {nothing}\n")
    assert not top.take("a").given
    assert top.text("a", "else") == "else"


def test_typed_readings():
    top = fields(TABLE.replace("Norway: no", "Norway"))
    assert top.text("name") == "Norway"
    assert top.integer("count") == 12
    assert top.flag("flag") is True
    assert top.texts("list") == ("A Mun", "F Bul(sc)")
    assert top.table("below") == {"one": "1", "two": "2"}
    assert top.text("missing", "default") == "default"
    assert top.integer("missing", 7) == 7


def test_every_line_stands_where_it_stands_in_the_file():
    text = TABLE.replace("Norway: no", "Norway")
    top = fields(text)
    for key in ("list", "block", "plain", "name"):
        for line in top.take(key).lines():
            quoted = text.splitlines()[line.line - 1][line.column - 1 :]
            assert quoted.startswith(line.text)
    assert [line.text for line in top.take("block").lines()] == ["A Mun-Bur", "F Tri-Alb, F Nap"]
    assert [line.line for line in top.take("plain").lines()] == [11, 12]
    assert [w.text for w in top.take("block").words()] == ["A Mun-Bur", "F Tri-Alb", "F Nap"]


@pytest.mark.parametrize("sign", ["'", '"'])
def test_quotes_around_several_lines_are_no_part_of_them(sign: str):
    text = f"a: {sign}A Par-Bur\n\n   F Bre-ENG{sign}\n"
    found = fields(text).take("a").lines()
    assert [(line.text, line.line, line.column) for line in found] == [
        ("A Par-Bur", 1, 5),
        ("F Bre-ENG", 3, 4),
    ]
    (first, _) = fields("a: 'it''s\n  so'\n").take("a").lines()
    assert first.text == "it's"


@pytest.mark.parametrize("plain", ["F Kie,  F Ber ;A Mun,", "F Kie, F Ber; A Mun (cut), ,"])
def test_every_piece_knows_its_place(plain: str):
    text = f"orders: {plain}\n"
    (line,) = fields(text).take("orders").lines()
    for piece in line.words():
        assert text[piece.column - 1 :].startswith(piece.text)
    assert [p.text[:5] for p in line.words()] == ["F Kie", "F Ber", "A Mun"]


def test_commas_in_brackets_do_not_split():
    line = fields("a: A Mun H (d r:ber,sil), F Kie; F Ber").take("a").lines()[0]
    assert [p.text for p in line.words()] == ["A Mun H (d r:ber,sil)", "F Kie", "F Ber"]
    assert [p.column for p in line.words()] == [4, 27, 34]


def test_all_mistakes_at_once_in_the_order_of_lines():
    def ask(top):
        top.integer("count")
        top.need("gone")
        top.choice("flag", ["on", "off"])

    found = mistakes("count: dozen\nflag: yess\nname: x\nname: y\ncoutn: 1\n", ask)
    heads = [line for line in found if line.startswith("f.yaml:")]
    assert heads == [
        "f.yaml:1:1: the key 'gone' is missing",
        "f.yaml:1:8: 'dozen' is not a whole number",
        "f.yaml:2:7: unknown flag 'yess'",
        "f.yaml:3:1: unknown key 'name'",
        "f.yaml:4:1: the key 'name' is here twice (first in line 3)",
        "f.yaml:5:1: unknown key 'coutn' (count?)",
    ]
    assert found[found.index("f.yaml:1:8: 'dozen' is not a whole number") + 2] == "         ^^^^^"


def test_what_a_reader_raises_is_noted_in_place():
    names = Names("province", [("Bur", "Bur"), ("Ber", "Ber")])
    found = mistakes("at: Brr\n", lambda top: top.take("at").read(names.find))
    assert found[0] == "f.yaml:1:5: unknown province 'Brr' (Bur or Ber?)"
    assert found[2] == "      ^^^"


def test_an_error_of_a_text_moves_to_its_place_in_the_file():
    def reader(text: str) -> None:
        raise NotationError("wrong", SourceMark("", 0, 3, text, 2))

    document = parse("key:\n  - 'A Mun'\n", "f.yaml")
    document.fields().take("key").items()[0].read(reader)
    (error,) = document.mistakes
    assert (error.mark.line, error.mark.column, error.mark.width) == (2, 8, 2)
    assert isinstance(error, NotationError)


def test_wrong_kinds_of_value():
    assert mistakes("a: [1]\n", lambda top: top.text("a"))[0].startswith(
        "f.yaml:1:4: expected text, not a list"
    )
    assert "a mapping" in mistakes("a: b\n", lambda top: top.mapping("a"))[0]
    assert "one word or name" in mistakes("[a, b]: c\n")[0]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "the file is empty"),
        ("# only words\n", "1:1", "the file is empty"),
        ("a: b: c\n", "1:5", "one ':' too many"),
        ("a: [1, 2\nb: 3\n", "1:4", "this '[' is never closed; a ']' is missing"),
        ("a: {b: 2\nc: 3\n", "1:4", "this '{' is never closed; a '}' is missing"),
        ("a: [1, 2,\n  3\n\nb: 3\n", "1:4", "perhaps at the end of line 2"),
        ("a:\n  b: {c: {d: 1}\n  e: {f: 2}\n", "2:6", "perhaps at the end of line 2"),
        ("a: 1\nb: [\n", "2:4", "perhaps at the end of line 2"),
        ("a: {\n", "1:4", "this '{' is never closed"),
        ("a: {b: [1, 2}\nc: 3\n", "1:8", "this '[' is never closed"),
        ("a: {b: 1\n  c: 2}\nd: [3]\n", "2:4", "a comma is missing"),
        ("a: [1: 2: 3]\n", "1:9", "a comma is missing"),
        ("a: [1,, 2]\n", "1:7", "a value is missing"),
        ("a: 'xx\nb: c\n", "1:4", "the quotation mark is never closed"),
        ("a: {b: 'xx}\nc: d\n", "1:8", "the quotation mark is never closed"),
        ("a: 'xx\nb: 'c'\n", "1:4", "ends in line 2; a quotation mark is missing"),
        ("a: 'xx' b\n", "1:9", "indentation"),
        ("a:\n - x\n b: c\n", "3:2", "does not belong to the list"),
        ("a:\n  b: 1\n c: 2\n", "3:2", "indentation"),
        ("a: |\n  x\n y\nb: 1\n", "3:2", "indentation"),
        ("a: 1\n---\nb: 2\n", "2:1", "a second document"),
        ("a: @x\n", "1:4", "cannot begin with this character"),
        ("a: &x 1\nb: *x\n", "1:4", "anchors"),
        ("b: *x\n", "1:4", "anchors"),
        ("a: !!int 3\n", "1:4", "tags"),
        ("a: !bounced\n", "1:4", "tags"),
        ("a: x\x07y\n", "1:5", "U+0007"),
        ("a: x\ufffey\n", "1:5", "U+FFFE"),
        ("[" * 5000, "1:41", "deep"),
        ("- " * 5000, "1:81", "deep"),
        ("\n".join(" " * n + "a:" for n in range(200)), "41:41", "deep"),
    ],
)
def test_bad_yaml(text, place, message):
    with pytest.raises(SourceError) as caught:
        parse(text, "f.yaml")
    assert str(caught.value).startswith(f"f.yaml:{place}: ")
    assert message in caught.value.message


def test_an_open_bracket_is_shown():
    with pytest.raises(SourceError) as caught:
        parse("phases: {Spring 1901: {England: A Lon H}\nrulings: 1\n", "f.yaml")
    assert str(caught.value) == (
        "f.yaml:1:9: this '{' is never closed; a '}' is missing, perhaps at the end of line 1\n"
        "  phases: {Spring 1901: {England: A Lon H}\n"
        "          ^"
    )


def test_every_tab_is_named():
    with pytest.raises(Mistakes) as caught:
        parse("a:\n\tb: 1\n  \tc: 2\nd: e\tf\n", "f.yaml")
    assert [(e.mark.line, e.mark.column) for e in caught.value.errors] == [(2, 1), (3, 3), (4, 5)]


def test_a_bomb_of_aliases_is_refused(tmp_path: Path):
    bomb = tmp_path / "bomb.yaml"
    level = "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40))
    bomb.write_text("a0: &a0 [x]\n" + level)
    with pytest.raises(SourceError, match="aliases"):
        read(bomb)


def test_a_file_that_is_too_big(tmp_path: Path):
    big = tmp_path / "big.yaml"
    big.write_text("a: é\n" * 900_000)
    with pytest.raises(SourceError, match="too big"):
        read(big)


def test_a_bad_byte_at_the_end_of_the_largest_file_is_reported():
    bad = b"a: 1\n" + b"#" * (LARGEST - 6) + b"\xfc"
    assert len(bad) == LARGEST
    with pytest.raises(SourceError, match="not UTF-8"):
        decoded(bad, "f.yaml")


def test_bytes(tmp_path: Path):
    file = tmp_path / "f.yaml"
    file.write_bytes("a: 1\nb: Mün\n".encode("latin-1"))
    with pytest.raises(SourceError) as caught:
        read(file)
    assert f"{file}:2:5: not UTF-8 (byte 0xfc)" in str(caught.value)
    file.write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read(file).fields().text("a") == "1"
    with pytest.raises(SourceError, match="no such file"):
        read(tmp_path / "none.yaml")


def test_harmless_signs_are_no_references():
    text = "a: |\n  F Lon & Edi * !x\nb: Tom & Jerry\nc: 'x *y'\nd: - & nothing\n"
    assert fields(text.replace("d: - & nothing\n", "")).text("b") == "Tom & Jerry"


MARK = SourceMark("a.yaml", 2, 5, "b: Mün", 3)


@pytest.mark.parametrize(
    "error",
    [
        ArchiveError("no"),
        UnknownWordError("power", "Engeland", ["England"]),
        SourceError("no", MARK),
        Mistakes([NotationError("no", MARK), SourceError("nor this", MARK)]),
    ],
    ids=lambda error: type(error).__name__,
)
def test_one_process_tells_another_of_a_mistake(error: ArchiveError):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))
    assert vars(again).keys() == vars(error).keys()
