"""Is anything known against a package of the lock files? `python -m scripts.audit`; `make audit`.

Asks uv for the packages of Python and npm for those of the page. Ends with 0 where nothing is
known, with 1 where something is, and with 3 where one of the sources could not be reached and the
others know nothing.
"""

import argparse
import subprocess
import sys
from typing import Final

from scripts.node import json_of, run
from tests.package.environments import ROOT, UV

ADVISORIES: Final = "https://api.osv.dev/"
REGISTRY: Final = "https://registry.npmjs.org/"
CLEAN: Final = 0
UNSAFE: Final = 1
"""Also how `uv audit` ends there."""
UNREACHED: Final = 3
NO_ANSWER: Final = "error sending request"
"""What uv says where nobody answers."""
PATIENCE: Final = 120.0
"""Seconds for a source to answer."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    options.add_argument("--advisories", default=ADVISORIES, help="who is asked, in OSV's format")
    options.add_argument("--registry", default=REGISTRY, help="who is asked, as npm asks it")
    given = options.parse_args()
    sys.exit(check(given.advisories, given.registry))


def check(advisories: str, registry: str) -> int:
    """Ask both, and print what they say; how to end."""
    found = {audit_python(advisories), audit_page(registry)}
    return UNSAFE if UNSAFE in found else max(found)


def audit_python(advisories: str) -> int:
    """What is known against the packages of uv.lock. Raises SystemExit if that can't be told."""
    words = ["audit", "--locked", "--no-dev", "--no-default-groups", "--service-url", advisories]
    done = subprocess.run(
        [UV, *words, "--preview-features", "audit-command"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    if done.returncode == UNSAFE:
        return _say(UNSAFE, "Python", f"{done.stdout}{done.stderr}".rstrip())
    if done.returncode and NO_ANSWER not in done.stderr:
        raise SystemExit(f"{done.stderr}The packages could not be looked at.")
    return _say(UNREACHED if done.returncode else CLEAN, "Python", advisories)


def audit_page(registry: str) -> int:
    """The same for ui/package-lock.json."""
    words = ["--json", "--package-lock-only", "--registry", registry, "--fetch-retries", "0"]
    report = json_of(run("npm", "audit", *words).stdout)
    if "vulnerabilities" not in report:
        return _say(UNREACHED, "the page", registry)
    known = sorted(
        f"{one['name']}: {one['severity']}" for one in report["vulnerabilities"].values()
    )
    return (
        _say(UNSAFE, "the page", ", ".join(known)) if known else _say(CLEAN, "the page", registry)
    )


def _say(end: int, which: str, told: str) -> int:
    sentences = {
        CLEAN: "nothing is known against them",
        UNSAFE: f"something is known:\n{told}",
        UNREACHED: f"NOT ASKED, {told} does not answer here: ask from a machine that reaches it",
    }
    print(f"Packages of {which}: {sentences[end]}.")
    return end


if __name__ == "__main__":
    main()
