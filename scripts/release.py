"""The files of a release, made and tried: `python -m scripts.release`, or `make release`.

Builds the wheel and the sdist in dist/, and looks at what is inside: notices, licences, the same
bytes each time. Installs the wheel in an empty environment, starts the server from it, and lets two
bots play a whole game through sockets. Asks whether a package of the lock files is known to be
unsafe, and lists them all (CycloneDX). Publishes nothing.
"""

import argparse
import asyncio
import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from scripts.audit import ADVISORIES, REGISTRY, UNSAFE, check
from scripts.sbom import write
from tests.package.environments import ROOT, Environment, uv
from tests.package.test_installed import serving, uses_server
from tests.server.contest import contest

DIST: Final = ROOT / "dist"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    options.add_argument("--advisories", default=ADVISORIES, help="who is asked, in OSV's format")
    options.add_argument("--registry", default=REGISTRY, help="who is asked, as npm asks it")
    given = options.parse_args()
    check_committed()
    step("What is inside, and whether it is the same each time")
    check_contents()
    step("The wheel and the sdist")
    wheel = build()
    step("The wheel in an empty environment: a server, and a game through sockets")
    try_out(wheel)
    step("What is known against the packages of the lock file")
    if check(given.advisories, given.registry) == UNSAFE:
        raise SystemExit("Something is known against a package: see above.")
    step("What it is made of")
    write(DIST / f"{wheel.name.partition('-py3')[0]}.cdx.json", wheel.name.split("-")[1])
    print(f"\nMade and tried, in {DIST}:")
    for file in sorted(DIST.iterdir()):
        print(f"  {hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}")


def step(what: str) -> None:
    print(f"\n== {what}", flush=True)


def check_committed() -> None:
    """What is released can be found again."""
    done = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode or done.stdout:
        raise SystemExit("A release is made from a checkout without changes: commit them first.")


def check_contents() -> None:
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-m", "soak or not soak"]
    if subprocess.run([*tests, "tests/package/test_contents.py"], cwd=ROOT, check=False).returncode:
        raise SystemExit("What is inside is not as it should be: see above.")


def build() -> Path:
    """Both files; the wheel is made from the sdist."""
    shutil.rmtree(DIST, ignore_errors=True)
    uv("build", "--out-dir", DIST, ROOT)
    (DIST / ".gitignore").unlink(missing_ok=True)
    (wheel,) = DIST.glob("*.whl")
    return wheel


def try_out(wheel: Path) -> None:
    """Raises AssertionError if anything goes wrong."""
    with tempfile.TemporaryDirectory(prefix="cubarium-release-") as folder:
        here = Environment.locked(Path(folder) / "environment", wheel, "server")
        print(here.says("--version").strip())
        uses_server(here)
        with serving(here) as address:
            for end in asyncio.run(contest(address, "quixo")):
                assert end["state"]["status"] == "over"
                print(f"Each of two bots was told how the game ended: {end['state']['turn']}")


if __name__ == "__main__":
    main()
