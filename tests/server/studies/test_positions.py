"""Positions: for every game, and whatever is sent."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from cubarium.cli.main import cli
from cubarium.core.game import AnyGame
from cubarium.core.info import as_text
from cubarium.core.scene import Scene
from cubarium.core.turn import ToMove
from tests.server.app import fault, post
from tests.tables import for_tables, walk

CORNERS = "Y..G|....|....|..../....|....|....|..../....|....|....|..../R..B|....|....|...."


def question(game: AnyGame, **said: Any) -> dict[str, Any]:
    options = {name: as_text(value) for name, value in game.spec.options.items()}
    return {"game": game.name, "players": game.players, "options": options, **said}


def visit_mover(game: AnyGame, state: object) -> int | None:
    turn = game.turn(state)
    return turn.seat if isinstance(turn, ToMove) else None


@for_tables()
def test_a_game_is_followed(game: AnyGame) -> None:
    visits = list(walk(game, 3, 60))
    moves = [game.write(visit.act) for visit in visits]
    for count in {0, 1, len(moves) // 2, len(moves)}:
        told = post("/position", question(game, moves=moves[:count])).json()
        state = visits[count].before if count < len(visits) else visits[-1].after
        assert told["text"] == game.text(state)
        assert told["legal"] == [game.write(move) for move in game.moves(state)]
        draws = {game.write(act): weight for act, weight in game.draws(state).items()}
        assert told["draws"] == draws
        assert told["movers"] == [visit_mover(game, visit.before) for visit in visits[:count]]
        assert told["turn"] == told["scene"]["turn"]
        again = post("/position", question(game, position=told["text"])).json()
        assert (again["text"], again["legal"]) == (told["text"], told["legal"])
        assert again["steps"] == []


@for_tables()
def test_somebody_leaves(game: AnyGame) -> None:
    visits = list(walk(game, 3, 30))
    moves = [game.write(visit.act) for visit in visits[: len(visits) // 2]]
    told = post("/position", question(game, moves=[*moves, f"!{game.players - 1}"]))
    assert told.status_code == 200, told.text
    assert told.json()["steps"] == []


@for_tables()
def test_who_leaves_ends_no_answer(game: AnyGame) -> None:
    told = post("/position", question(game, moves=["!1"])).json()
    assert (told["movers"], told["steps"]) == ([1], [])
    is_over = told["turn"]["kind"] == "end"
    assert is_over == (game.sides == 2 or game.players == 2)
    assert not (is_over and told["legal"])
    assert fault(post("/position", question(game, moves=["!1", "!1"])), 409)[1] == "1"
    assert fault(post("/position", question(game, moves=["!8"])), 409)[1] == "0"


def test_cards_that_may_be_dealt_are_drawn() -> None:
    told = post("/position", {"game": "cubeo", "moves": ["=BGRY"]}).json()
    assert set(told["cards"]) == set(told["draws"])
    dealt = post("/position", {"game": "cubeo", "moves": ["=BGRY", "=c01", "=c02", "=c03"]}).json()
    assert "=c01" not in dealt["cards"]
    assert dealt["movers"] == [None] * 4
    assert told["cards"]["=c01"]["id"] == "card c01"
    assert told["cards"]["=c01"]["squares"]
    corners = post("/position", {"game": "cubeo"}).json()
    assert (len(corners["draws"]), corners["cards"]) == (24, {})


@for_tables()
def test_the_command_line_says_the_same(game: AnyGame) -> None:
    *_, (state, _, _) = walk(game, 3, 30)
    text = game.text(state)
    table = question(game)
    flags = [f"--{name}={value}" for name, value in table["options"].items()]
    words = ["show", game.name, text, f"--players={game.players}", *flags, "--json"]
    shown = CliRunner().invoke(cli, words)
    assert shown.exit_code == 0, shown.output
    told = post("/position", question(game, position=text)).json()
    assert json.loads(shown.stdout) == table | told


@for_tables()
def test_the_end_is_told(game: AnyGame) -> None:
    for seed in range(20):
        visits = list(walk(game, seed, 1000))
        if not game.moves(visits[-1].after) and not game.draws(visits[-1].after):
            break
    else:
        pytest.skip("no game came to its end")
    *_, last = visits
    position = game.text(last.before)
    told = post("/position", question(game, position=position, moves=[game.write(last.act)])).json()
    assert told["turn"]["kind"] == "end"
    assert told["result"]["sentence"].endswith(".")
    assert told["legal"] == []
    more = question(game, position=position, moves=[game.write(last.act), game.write(last.act)])
    assert fault(post("/position", more), 409) == ("match_over", "1")


@for_tables()
def test_scenes_are_written_as_they_are(game: AnyGame) -> None:
    for visit in list(walk(game, 5, 40))[::7]:
        view = game.view(visit.after, 0)
        drawn = game.scene(view, visit.act)
        told = TypeAdapter(Scene).dump_python(drawn, mode="json")
        assert [item["id"] for item in told["items"]] == [item.id for item in drawn.items]
        assert told["blocked"] == {**drawn.blocked}
        assert told["stocks"] == {name: {**stock} for name, stock in drawn.stocks.items()}


def test_the_last_move_is_animated() -> None:
    told = post("/position", {"game": "quixo", "moves": ["a1e1"]}).json()
    assert [motion["phase"] for motions in told["steps"] for motion in motions] == [
        "leave",
        *["slide"] * 4,
        "enter",
    ]
    assert told["turn"] == {"kind": "move", "seat": 1}
    assert {mark["kind"] for mark in told["scene"]["marks"]} == {"trail", "last"}


def test_who_looks_sees_no_more() -> None:
    whole = {"game": "cubeo", "position": f"{CORNERS} B hands=c01,c02/c04,c05"}
    told = post("/position", whole).json()
    assert (told["scene"]["viewer"], "c01" in told["text"]) == (1, True)
    seen = post("/position", whole | {"seat": 0}).json()
    assert "c04" not in str(seen)
    assert seen["scene"]["viewer"] == 0
    again = post("/position", {"game": "cubeo", "position": seen["text"]}).json()
    assert again["scene"] == seen["scene"]
    assert fault(post("/position", whole | {"position": seen["text"], "seat": 0}), 422)
    moved = {"game": "cubeo", "position": seen["text"], "moves": ["draw"]}
    assert fault(post("/position", moved), 422)[0] == "invalid_position"
    dealt = {"game": "cubeo", "moves": ["=RBYG", "=c01"]}
    assert post("/position", dealt | {"seat": 1}).json()["steps"] == []
    assert post("/position", dealt).json()["turn"] == {"kind": "draw", "to": 0}


@pytest.mark.parametrize(
    ("said", "status", "code", "where"),
    [
        ({"moves": ["a1e1", "b2b5"]}, 409, "not_on_edge", "1"),
        ({"moves": ["a1e1", "b1b5", "nonsense"]}, 422, "invalid_move", "2"),
        ({"moves": [""]}, 422, "invalid_move", "0"),
        ({"position": "nonsense"}, 422, "invalid_position", None),
        ({"position": ""}, 422, "invalid_position", None),
        ({"game": "chess"}, 422, "invalid_option", ""),
        ({"game": "quixo\u0000"}, 422, "invalid_option", ""),
        ({"players": 3}, 422, "invalid_option", ""),
        ({"players": 0}, 422, "invalid_input", "body.players"),
        ({"options": {"size": "6"}}, 422, "invalid_option", ""),
        ({"options": {"colour": "red"}}, 422, "invalid_option", ""),
        ({"options": {"size": 5}}, 422, "invalid_input", "body.options.size"),
        ({"options": {f"o{n}": "" for n in range(21)}}, 422, "invalid_input", "body.options"),
        ({"options": {"size": "5" * 201}}, 422, "invalid_input", "body.options.size"),
        ({"seat": 2}, 422, "invalid_input", ""),
        ({"seat": -1}, 422, "invalid_input", "body.seat"),
        ({"position": "x" * 2001}, 422, "invalid_input", "body.position"),
        ({"moves": ["a1e1"] * 1001}, 422, "invalid_input", "body.moves"),
        ({"moves": ["x" * 41]}, 422, "invalid_input", "body.moves.0"),
        ({"moves": "a1e1"}, 422, "invalid_input", "body.moves"),
        ({"extra": 1}, 422, "invalid_input", "body.extra"),
        ({"\ud800": 1}, 422, "invalid_input", "body"),
        ({"x" * 5000: 1}, 422, "invalid_input", None),
        ({"position": "\ud800"}, 422, "invalid_input", "body.position"),
        ({"options": {"\ud800": "5"}}, 422, "invalid_input", None),
    ],
)
def test_what_is_wrong_is_named(
    said: dict[str, Any], status: int, code: str, where: str | None
) -> None:
    found, place = fault(post("/position", {"game": "quixo"} | said), status)
    assert found == code
    assert where is None or place == where
    assert len(place) < 300


def test_the_sentence_of_the_game_is_said() -> None:
    said = post("/position", {"game": "quixo", "moves": ["b2b5"]}).json()["error"]
    assert said["message"].startswith("b2 is inside the board")


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b"[]", b"\xff", b"[" * 100_000, b'{"game": NaN}', b"1" * 5000, b'"quixo"'],
)
def test_what_is_no_question_is_refused(body: bytes) -> None:
    told = post("/position", body)
    assert told.status_code in (400, 422), told.text
    assert told.json()["error"]["message"]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.text(max_size=8) | st.floats(),
    lambda some: (
        st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=4), some, max_size=3)
    ),
    max_leaves=5,
)
SIGNS = st.text("abcRBYGXO.|/ 0123=@+-TF,", max_size=60)


@given(
    said=st.fixed_dictionaries(
        {"game": st.sampled_from(["quixo", "cage", "cubulus", "cubeo", "stones"])},
        optional={
            "players": st.integers(1, 5) | JUNK,
            "options": st.dictionaries(
                st.sampled_from(["size", "colours", "one_colour", "neutrals", "twins"]), SIGNS
            )
            | JUNK,
            "position": SIGNS | JUNK,
            "moves": st.lists(SIGNS.map(lambda text: text[:6]), max_size=3) | JUNK,
            "seat": st.integers(0, 4) | JUNK,
        },
    )
)
def test_nothing_breaks_it(said: dict[str, Any]) -> None:
    told = post("/position", said)
    assert told.status_code in (200, 409, 422), (said, told.text)


@pytest.mark.parametrize(
    ("name", "text", "code", "place"),
    [
        ("cage", "RRR|RR.|.../.#.|.#.|.#./...|...|... RBY", "too_many", "R"),
        ("cubulus", "R..|...|.../...|...|.../...|...|... B", "neutrals_first", ""),
        ("cubulus", "...|...|.../...|...|.../...|...|... R", "setter_first", "B"),
        ("cubeo", f"{CORNERS.replace('R', 'B')} R first", "corners_first", ""),
    ],
)
def test_what_no_game_comes_to_has_a_code_of_the_game(
    name: str, text: str, code: str, place: str
) -> None:
    answer = post("/position", {"game": name, "players": 2, "position": text})
    assert fault(answer, 422) == (code, place)
    error = answer.json()["error"]
    assert (error["game"], error["place"]) == (name, place)
    assert "column" not in error["message"]
