"""What is wrong with a translation."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from scripts.locales.messages import Shapes
from scripts.locales.reference import INTERFACE

CODE: Final = re.compile(r"`[^`]+`")
LISTED: Final = re.compile(r"^(?:[-*]|\d+\.) ", re.MULTILINE)
SIMPLE: Final = re.compile(r"\{+\w+\}+")
EITHER: Final = frozenset({"cube", "colour"})
"""Names of the same thing in two forms: a message takes the one that its language can use."""


@dataclass(frozen=True)
class Term:
    """A word of the games: how English texts have it, and in which files (or with which beginnings
    of names: `interface/error.`)."""

    pattern: str
    files: tuple[str, ...] = ()

    def is_in(self, name: str, text: str) -> bool:
        if self.files and not name.startswith(self.files):
            return False
        words = SIMPLE.sub("", text)
        return re.search(rf"\b(?:{self.pattern})\b", words, re.IGNORECASE) is not None


@dataclass(frozen=True)
class Rendering:
    """A term in a language: what every text has that has the term in English; `without`: the texts
    that say it otherwise."""

    words: tuple[str, ...]
    without: frozenset[str] = field(default_factory=frozenset)

    def is_in(self, text: str) -> bool:
        return re.search("|".join(self.words), text, re.IGNORECASE) is not None


def is_message(name: str) -> bool:
    """Is a text filled in by the page? Those of courses and rules pages are taken as they are."""
    return name.startswith(f"{INTERFACE}/") or "/page." in name or "/said." in name


def missing(english: Mapping[str, str], own: Mapping[str, str]) -> Iterator[str]:
    for name in english.keys() - own.keys():
        yield f"{name} is missing"
    for name, text in own.items():
        if name in english and not text.strip():
            yield f"{name} is empty"


def unused(english: Mapping[str, str], own: Mapping[str, str]) -> Iterator[str]:
    for name in own.keys() - english.keys():
        yield f"{name} is not used: there is no such text in English"


def same(
    english: Mapping[str, str], own: Mapping[str, str], allowed: Iterable[str]
) -> Iterator[str]:
    """Texts that are still English, unless that is right."""
    patterns = [re.compile(one) for one in allowed]
    for name, text in own.items():
        words = SIMPLE.sub("", text)
        is_same = text == english.get(name) and any(sign.isalpha() for sign in words)
        if is_same and not any(one.fullmatch(name) for one in patterns):
            yield f"{name} is the same as in English: {text!r}"


def values(english: Shapes, own: Shapes) -> Iterator[str]:
    """Messages that can't be read, or whose values are not those of English."""
    for name, shape in own.messages.items():
        wanted = english.messages.get(name)
        if shape.error:
            yield f"{name} can't be read: {shape.error}"
        elif wanted is not None and _plain(shape.names) != _plain(wanted.names):
            yield f"{name} takes {_named(shape.names)}, and English {_named(wanted.names)}"


def plurals(english: Shapes, own: Shapes) -> Iterator[str]:
    """Plurals without a category that the language needs, or with one that it has not."""
    for name, shape in own.messages.items():
        wanted = english.messages.get(name)
        if wanted is not None and bool(wanted.plurals) and not shape.plurals and not shape.error:
            yield f"{name} has a plural in English, and none here"
        for categories in shape.plurals:
            if lacking := own.needed - categories:
                yield f"{name} lacks the plural {_named(lacking)}"
            if strange := categories - own.known:
                yield f"{name} has a plural {_named(strange)}, which this language has not"


def forms(english: Mapping[str, str], own: Mapping[str, str]) -> Iterator[str]:
    """Paragraphs of rules pages whose lists, codes or examples are not those of English."""
    for name, text in own.items():
        wanted = english.get(name)
        if wanted is None or "/rules." not in name:
            continue
        if len(LISTED.findall(text)) != len(LISTED.findall(wanted)):
            yield f"{name} is a list of another length than in English"
        if sorted(CODE.findall(text)) != sorted(CODE.findall(wanted)):
            yield f"{name} has other `code` than English"
        if ("{{" in text or "{{" in wanted) and text != wanted:
            yield f"{name}: examples stand where they are in English, as {{{{example}}}}"


def terms(
    english: Mapping[str, str],
    own: Mapping[str, str],
    glossary: Mapping[str, Term],
    renderings: Mapping[str, Rendering],
) -> Iterator[str]:
    """Terms of the games that are not said as the glossary of the language says them. A value of
    the same name says it too: {cube} is "a red cube"."""
    for word, term in glossary.items():
        if word not in renderings:
            yield f"the glossary lacks {word!r}"
            continue
        rendering = renderings[word]
        for name, text in own.items():
            wanted = name in english and term.is_in(name, english[name])
            is_said = rendering.is_in(text) or f"{{{word}}}" in text
            if wanted and name not in rendering.without and not is_said:
                yield f"{name} does not say {word!r} as {' or '.join(rendering.words)}: {text!r}"
        for name in rendering.without:
            if name not in own or not term.is_in(name, english.get(name, "")):
                yield f"the glossary excepts {name} from {word!r}, where it is not"
    for word in renderings.keys() - glossary.keys():
        yield f"the glossary has {word!r}, which is no term"


def _plain(names: frozenset[str]) -> frozenset[str]:
    return frozenset("cube" if name in EITHER else name for name in names)


def _named(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"
