"""What ICU messages ask for: their values and their plurals. Node's own ICU and the library that
compiles them for the page say it."""

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from scripts.node import node

SCRIPT: Final = Path(__file__).parents[2] / "ui" / "message_shapes.mjs"


@dataclass(frozen=True)
class Shape:
    """A message, taken apart; `error`: why it can't be."""

    names: frozenset[str]
    plurals: tuple[frozenset[str], ...]
    error: str = ""


@dataclass(frozen=True)
class Shapes:
    """The messages of a language; the plural categories that its whole numbers need, and all that
    it has."""

    needed: frozenset[str]
    known: frozenset[str]
    messages: Mapping[str, Shape]


def shapes(texts: Mapping[str, Mapping[str, str]]) -> dict[str, Shapes]:
    """The messages of some languages, by language and name."""
    done = subprocess.run(
        [node(), SCRIPT], input=json.dumps(texts), text=True, stdout=subprocess.PIPE, check=True
    )
    return {language: _shapes(found) for language, found in json.loads(done.stdout).items()}


def _shapes(found: Mapping[str, Any]) -> Shapes:
    messages = {
        name: Shape(
            frozenset(one["names"]), tuple(map(frozenset, one["plurals"])), one.get("error", "")
        )
        for name, one in found["messages"].items()
    }
    return Shapes(frozenset(found["needed"]), frozenset(found["known"]), messages)
