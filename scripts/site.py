"""The documentation as a site that needs no internet: `python -m scripts.site`, or `make docs`. The
notebooks are executed; what they show becomes pages. `--quick` leaves them as they are written."""

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS, BUILD = ROOT / "docs", ROOT / "build"
SECONDS = 900
"""A cell may take: the first time engines are compiled, which takes longer than all the rest."""


def copy_pages() -> None:
    """A fresh copy of docs/, which the notebooks' pages are added to."""
    shutil.rmtree(BUILD / "docs", ignore_errors=True)
    shutil.copytree(DOCS, BUILD / "docs", ignore=shutil.ignore_patterns("*.ipynb"))


def write_notebooks(*, quick: bool) -> None:
    """Every notebook as a page, executed unless it must be quick."""
    for path in sorted((DOCS / "notebooks").glob("*.ipynb")):
        began = time.monotonic()
        out = BUILD / "docs" / "notebooks"
        words = ["--log-level=WARN", "--to", "markdown", "--output-dir", str(out), str(path)]
        if not quick:
            words[:0] = [
                "--execute",
                f"--ExecutePreprocessor.timeout={SECONDS}",
                "--ExecutePreprocessor.extra_arguments=--log-level=ERROR",  # of the kernel
            ]
        run("nbconvert", *words, cwd=ROOT)
        print(f"{path.stem}: {time.monotonic() - began:.0f} s")


def run(module: str, *words: str, cwd: Path) -> None:
    """Run a tool; whatever it complains of ends this program."""
    known = {**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run([sys.executable, "-m", module, *words], cwd=cwd, env=known, check=False)
    if done.returncode:
        raise SystemExit(f"{module} failed")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="do not execute the notebooks")
    given = options.parse_args()
    copy_pages()
    write_notebooks(quick=given.quick)
    run("mkdocs", "build", "--quiet", cwd=ROOT)
    print(f"The site: {BUILD / 'site' / 'index.html'}")


if __name__ == "__main__":
    main()
