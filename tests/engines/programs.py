"""Foreign programs for tests: small scripts that speak UGI, well or badly."""

import sys
from pathlib import Path

HEAD = """\
import random, sys, time
moves = {moves!r}
def say(line):
    print(line, flush=True)
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "ugi":
        say("id name scripted")
        for name in {options!r}:
            say(f"option name {{name}} type string default x")
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "go":
        {go}
"""
OPTIONS = ("Game", "Players", "size", "Seed", "Skill")
FIRST = "say('info depth 3 nodes 70 score cp 100 pv x'); say(f'bestmove {moves[0]}')"
BADLY = {
    "crashed": "sys.exit('out of ideas')",
    "hung": "time.sleep(1000)",
    "cheated": "say('bestmove a1a1')",
    "flooded": "\n        while True: say('info string ' + 'x' * 100)",
}


def script(folder: Path, go: str, *, options: tuple[str, ...] = OPTIONS, name: str = "p") -> str:
    """A program that does this when it is to move; its name as a seat."""
    path = folder / f"{name}.py"
    path.write_text(HEAD.format(moves=["a1a3"], options=options, go=go), "utf-8")
    return f"ugi:{sys.executable} -S {path}"


def ours(*options: str) -> str:
    """Our own engine as a foreign program."""
    return " ".join((f"ugi:{sys.executable} -m cubarium engine", *options))


def hosted(folder: Path, **programs: str) -> Path:
    """A file that names programs for a server: what each does when it is to move."""
    path = folder / "engines.toml"
    entries = [
        f'[{name}]\ncommand = "{script(folder, go, name=name).removeprefix("ugi:")}"\n'
        f'title = "{name.capitalize()} of the tests"\nseconds = 0.5\n'
        for name, go in programs.items()
    ]
    path.write_text("\n".join(entries), "utf-8")
    return path
