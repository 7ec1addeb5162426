"""How a game ended, in a sentence."""

from our_archive import ARCHIVE

from builder.playback.replaying import replay
from builder.record import Result
from builder.site.parts.game_summary import result_line


def test_an_end_that_the_source_does_not_tell_is_not_called_unfinished() -> None:
    record = ARCHIVE.game("droidippy-3737")
    variant = ARCHIVE.variant(record.variant)
    assert record.result.text == "Not known: the source ends with Winter 1905."
    assert result_line(replay(variant, record)) == "The end is not known."
    left_off = record._replace(result=Result())
    assert result_line(replay(variant, left_off)) == "Unfinished."
