"""Compresses files of the site: the same bytes with every version of Python."""

import gzip
import struct
import zlib

DEFLATE = 8
NO_TIME = 0
STRONGEST = 2  # as the header says of level 9
UNIX = 3


def gzipped(content: bytes, level: int = 9) -> bytes:
    """A gzip file without a name or time (RFC 1952). The module `gzip` writes another sign for the
    operating system since Python 3.13."""
    strength = STRONGEST if level == 9 else 0
    head = struct.pack("<BBBBLBB", 0x1F, 0x8B, DEFLATE, 0, NO_TIME, strength, UNIX)
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = packer.compress(content) + packer.flush()
    return head + body + struct.pack("<LL", zlib.crc32(content), len(content) % 2**32)


def compressed(text: str) -> bytes:
    """Some lines of data, as they can be joined with others."""
    return gzipped(text.encode(), 6)


def expanded(packed: bytes) -> bytes:
    """What was compressed; raises ValueError if it is damaged."""
    try:
        return gzip.decompress(packed)
    except (EOFError, zlib.error) as error:
        raise ValueError("not compressed data") from error
