"""The check of all languages: nothing is wrong with them, and every kind of fault is found."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cubarium.core.lawful_game import Foreign
from cubarium.match.command_rules import SessionRefusal
from cubarium.match.match import MatchRefusal
from scripts.locales.__main__ import main
from scripts.locales.check import check
from scripts.locales.draft import draft
from scripts.locales.reference import LOCALES, english, translated

TAG = "de"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of English and of one language, which tests may spoil."""
    for tag in ("en", TAG):
        shutil.copytree(LOCALES / tag, tmp_path / tag)
    for name in ("same.json", "glossary.json"):
        shutil.copy(LOCALES / name, tmp_path)
    (tmp_path / "languages.json").write_text(json.dumps({"en": "English", TAG: "Deutsch"}))
    return tmp_path


Change = Callable[[dict[str, Any]], object]


def spoil(folder: Path, file: str, change: Change) -> None:
    path = folder / TAG / file
    texts = json.loads(path.read_text("utf-8"))
    change(texts)
    path.write_text(json.dumps(texts, ensure_ascii=False), "utf-8")


def put(name: str, text: str) -> Change:
    return lambda texts: texts.__setitem__(name, text)


FAULTS: list[tuple[str, Change, str]] = [
    ("interface.json", lambda texts: texts.pop("nav.play"), "interface/nav.play is missing"),
    ("interface.json", put("nav.play", " "), "interface/nav.play is empty"),
    ("interface.json", put("nav.plya", "Spielen"), "interface/nav.plya is not used"),
    ("interface.json", put("nav.play", "Play"), "nav.play is the same as in English"),
    ("interface.json", put("turn.wait", "{nam} ist am Zug."), "takes nam, and English name"),
    ("interface.json", put("turn.wait", "{name ist am Zug."), "turn.wait can't be read"),
    (
        "interface.json",
        put("yours.turns", "{count, plural, other {# Züge}}"),
        "yours.turns lacks the plural one",
    ),
    (
        "interface.json",
        put("yours.turns", "{count, plural, one {# Zug} few {# Züge} other {# Züge}}"),
        "has a plural few, which this language has not",
    ),
    ("interface.json", put("yours.turns", "{count} Züge"), "has a plural in English"),
    (
        "quixo.json",
        lambda texts: texts["page"].update({"do.take": "nimm vom Rand einen Klotz."}),
        "does not say 'cube' as würfel",
    ),
    (
        "interface.json",
        put("error.too_many_tables", "Du hast zu viele Tische: Beende erst einige."),
        "does not say 'window' as fenster",
    ),
    (
        "cubeo.json",
        lambda texts: texts["page"].update({"game.cubeo": "Baue, bis Bilder zu sehen sind."}),
        "does not say 'above' as von oben",
    ),
    ("quixo.json", lambda texts: texts["course"].pop("push"), "course.push.title is missing"),
    ("glossary.json", lambda texts: texts.pop("cube"), "the glossary lacks 'cube'"),
    ("glossary.json", put("klotz", {"words": []}), "'klotz', which is no term"),  # type: ignore[arg-type]
    (
        "glossary.json",
        lambda texts: texts["cube"].update(without=["interface/nav.play"]),
        "excepts interface/nav.play from 'cube', where it is not",
    ),
]


@pytest.mark.parametrize(("file", "change", "fault"), FAULTS, ids=[one[2] for one in FAULTS])
def test_planted_faults_are_found(folder: Path, file: str, change: Change, fault: str) -> None:
    spoil(folder, file, change)
    found = list(check(folder))
    assert any(fault in one for one in found), found
    assert all(one.startswith(f"{TAG}: ") for one in found)


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("`c1a1`", "`c1a2`", "has other `code`"),
        ("{{example}}\n\n## Linien", "## Linien", "is missing"),
        ("- Erzwungenes", "Erzwungenes", "is a list of another length"),
        ("\n{{example}}\n\n**Erste", "\nBeispiel {{example}}\n\n**Erste", "examples stand where"),
    ],
)
def test_faults_of_rules_pages_are_found(folder: Path, before: str, after: str, fault: str) -> None:
    page = folder / TAG / "quixo.md"
    text = page.read_text("utf-8")
    assert before in text
    page.write_text(text.replace(before, after, 1), "utf-8")
    assert any(fault in one for one in check(folder))


@pytest.mark.soak  # `make check` asks for it
def test_nothing_is_wrong_with_what_is_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == ""


def test_what_is_offered_must_be_there(folder: Path) -> None:
    (folder / "languages.json").write_text('{"en": "English", "xx": "Xx", "de": "Deutsch"}')
    assert list(check(folder)) == ["xx: is offered, and not there"]


def test_a_draft_has_every_text_and_is_not_offered(folder: Path) -> None:
    draft("pt-PT", folder)
    assert translated("pt-PT", folder) == english()
    kinds = {one.split(" ", 2)[2] for one in check(folder) if "glossary" not in one}
    assert all("same as in English" in one or "does not say" in one for one in kinds)
    page = folder / "pt-PT" / "quixo.md"
    page.write_text("# Quixo", "utf-8")
    spoken = folder / "pt-PT" / "interface.json"
    spoken.write_text('{"nav.play": "Jogar"}', "utf-8")
    draft("pt-PT", folder)
    assert page.read_text("utf-8") == "# Quixo"
    assert json.loads(spoken.read_text("utf-8"))["nav.play"] == "Jogar"
    assert json.loads(spoken.read_text("utf-8"))["nav.learn"] == "Learn"


def test_wrong_words_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draft", "Deutsch"]) == 2
    assert "is no name of another language" in capsys.readouterr().err
    assert main(["drift"]) == 2
    assert "python -m scripts.locales" in capsys.readouterr().err


def test_every_refusal_can_be_said() -> None:
    codes = {str(code) for code in (*MatchRefusal, *SessionRefusal, *Foreign)}
    assert sorted(code for code in codes if f"interface/error.{code}" not in english()) == []


def test_a_game_that_a_language_does_not_have_is_not_asked_for(folder: Path) -> None:
    """A new game is English first. Half of one is asked for as a whole."""
    page, texts = folder / TAG / "cage.md", folder / TAG / "cage.json"
    texts.unlink()
    assert f"{TAG}: cage/said.line is missing" in check(folder)
    page.unlink()
    assert not any("is missing" in one for one in check(folder))


@pytest.mark.parametrize("language", sorted(json.loads((LOCALES / "languages.json").read_text())))
def test_every_language_has_the_four_games(language: str) -> None:
    kinds = ("json",) if language == "en" else ("json", "md")
    for game in ("quixo", "cage", "cubulus", "cubeo"):
        for kind in kinds:
            assert (LOCALES / language / f"{game}.{kind}").is_file()
