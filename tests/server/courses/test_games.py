"""The catalog, the rules pages and their lessons."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner

from cubarium import catalog
from cubarium.cli.main import cli
from cubarium.engines import registry
from cubarium.games.cubeo.cards import CARDS
from cubarium.rulebook.pages import rules_page
from tests.server.app import APP, fault, get
from tests.tables import REAL


def test_all_games_are_told() -> None:
    told = get("/games").json()
    games = {game["name"]: game for game in told["games"]}
    assert set(games) >= set(REAL)
    assert [one["name"] for one in told["engines"]] == [*registry.NAMES]
    assert set(told["ends"]) == {
        "repetition",
        "ply_limit",
        "agreement",
        "resignation",
        "time_out",
    }
    quixo = games["quixo"]
    assert set(quixo["options"][0]["choices"]["2"]) == {"3", "4", "5"}
    seats = {table["players"]: table["seats"] for table in quixo["tables"]}
    assert [seat["name"] for seat in seats[2]] == ["X", "O"]
    assert [seat["team"] for seat in seats[4]] == [0, 1, 0, 1]
    assert quixo["sentences"]["line"] == "made a line"
    assert games["cubeo"]["secrets"]
    assert set(games["cubeo"]["remarks"]) == {"last_round", "tie", "has_left"}
    listed = CliRunner().invoke(cli, ["games", "--json"])
    assert json.loads(listed.stdout) == told["games"]


@pytest.mark.parametrize("name", REAL)
def test_the_rules_are_told(name: str) -> None:
    told = get(f"/games/{name}/rules").json()
    assert told == {
        "name": name,
        "title": catalog.info(name).title,
        "markdown": rules_page(name),
    }


@pytest.mark.parametrize("what", ["rules", "lessons"])
@pytest.mark.parametrize("name", ["chess", "QUIXO", "..", "%00", "x" * 5000])
def test_other_games_are_not_there(name: str, what: str) -> None:
    assert fault(get(f"/games/{name}/{what}"), 404)[0] in ("no_such_game", "not_found")


@pytest.mark.parametrize("what", ["rules", "lessons"])
def test_a_game_without_a_page_is_refused(what: str) -> None:
    assert fault(get(f"/games/stones/{what}"), 422) == ("invalid_option", "")


def steps(name: str) -> list[dict[str, Any]]:
    told = get(f"/games/{name}/lessons").json()
    return [
        step
        for section in told["sections"]
        for part in section["parts"]
        if part["kind"] == "example"
        for step in part["steps"]
    ]


@pytest.mark.parametrize("name", REAL)
def test_lessons_are_the_whole_page(name: str) -> None:
    """But for what it says about its drawings in text."""
    told = get(f"/games/{name}/lessons").json()
    assert told["sections"][0]["level"] == 1
    page = rules_page(name)
    headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    assert headings.count("Drawings") == 1
    headings.remove("Drawings")
    assert [section["heading"] for section in told["sections"]] == headings
    for section in told["sections"]:
        assert f"# {section['heading']}\n" in page
        for part in section["parts"]:
            if part["kind"] == "text":
                assert part["markdown"] in page
            else:
                assert part["scene"]["places"]
                game = catalog.load(name, part["players"], **part["options"])
                assert game.text(game.whole_position(part["text"])) == part["text"]
    assert page.count("\nplay ") <= sum(step["kind"] == "play" for step in steps(name))


@pytest.mark.parametrize("name", REAL)
def test_steps_of_lessons_are_drawn(name: str) -> None:
    assert any(step.get("steps") for step in steps(name))
    for step in steps(name):
        if step["kind"] == "play":
            assert step["scene"]["items"]
        elif step["kind"] in ("refused", "wins"):
            assert step["sentence"].endswith(".")
            assert "{" not in step["sentence"]


def test_our_rulings_are_marked() -> None:
    for name in REAL:
        told = get(f"/games/{name}/lessons").json()["sections"]
        parts = [part for one in told for part in one["parts"] if part["kind"] == "text"]
        marked = [part["markdown"] for part in parts if part["is_ruling"]]
        assert any("third" in text for text in marked), "endless games"
        assert any("**Who begins.**" in text for text in marked), name
        assert len(marked) < len(parts) / 2


def test_nothing_is_hidden_on_a_page() -> None:
    shown = [
        card["id"] for step in steps("cubeo") if "scene" in step for card in step["scene"]["cards"]
    ]
    assert set(shown) <= {f"card {card}" for card in CARDS}
    assert "card c08" in shown


def test_the_description_is_complete() -> None:
    told = APP.openapi()
    operations = [one for path in told["paths"].values() for one in path.values()]
    names = [one["operationId"] for one in operations]
    assert len(set(names)) == len(names) > 20
    for one in operations:
        if {"tables", "server", "pictures"}.intersection(one["tags"]):
            continue
        (content,) = one["responses"]["200"]["content"].values()
        assert set(content["schema"]) == {"$ref"}
        assert set(one["responses"]["409"]["content"]) == {"application/json"}
    parts = {"Scene", "Item", "Place", "Touch", "Mark", "Note", "Holder", "Sight", "Card", "Square"}
    assert parts | {"Near", "Motion", "Outcome"} <= set(told["components"]["schemas"])
    assert not [name for name in told["components"]["schemas"] if "__" in name or "-" in name]
