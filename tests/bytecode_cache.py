"""What Python compiles, and pytest of the tests, is kept for other processes and later runs.

The folder is one of pytest's own: so nothing is written beside the sources, and much is saved where
the environment forbids bytecode there. It counts for this process and for those that it starts.
"""

import os
import sys
from pathlib import Path

sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache/bytecode")
sys.dont_write_bytecode = False
os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
