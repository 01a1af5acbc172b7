"""`cubarium` on a machine whose clock is wrong, and may jump at any time: by as many seconds as the
file says that WRONG_CLOCK names."""

import os
import time
from pathlib import Path

_FILE = Path(os.environ["WRONG_CLOCK"])
_right_time = time.time_ns


def _wrong_time() -> int:
    return _right_time() + int(float(_FILE.read_text()) * 1_000_000_000)


def main() -> None:
    time.time_ns = _wrong_time
    time.time = lambda: _wrong_time() / 1_000_000_000
    from cubarium.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
