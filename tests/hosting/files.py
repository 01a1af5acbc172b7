"""The files of docs/hosting, read as those who use them read them."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

HOSTING: Final = Path(__file__).parents[2] / "docs" / "hosting"
VARIABLE: Final = re.compile(r"\$\{(\w+)([^}]*)\}")


class Variable(NamedTuple):
    """What compose takes from its environment."""

    name: str
    otherwise: str
    """What happens where it is not set: `:?` refuses, `:-` has a default."""


def read(name: str) -> str:
    return (HOSTING / name).read_text("utf-8")


def variables() -> Iterator[Variable]:
    for found in VARIABLE.finditer(read("compose.yaml")):
        yield Variable(*found.groups())


def compose(environment: Mapping[str, str]) -> dict[str, Any]:
    """The services in an environment."""
    text = VARIABLE.sub(lambda found: environment[found[1]], read("compose.yaml"))
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def entry_point() -> list[str]:
    """What the image runs, before the words of compose."""
    found: list[str] = json.loads(_instruction("ENTRYPOINT"))
    return found


def exposed() -> int:
    """The port of the image."""
    return int(_instruction("EXPOSE"))


def _instruction(name: str) -> str:
    (line,) = re.findall(rf"^{name} (.*)", read("Containerfile"), re.MULTILINE)
    return str(line)
