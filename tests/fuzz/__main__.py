"""Look for inputs that a reader takes badly: `python tests/fuzz --seconds 60 [--keep] [target]`."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(p) for p in (HERE.parents[1], HERE.parent, HERE)]

from fuzzing import main  # noqa: E402

main()
