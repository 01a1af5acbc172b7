"""Board, and the calls around it."""

import copy
import re
from random import Random
from xml.etree import ElementTree as ET

import pytest

import cubarium
from cubarium import (
    Board,
    CubariumError,
    Ended,
    Limits,
    action,
    action_id,
    action_mask,
    best,
    catalog,
    legal_ids,
    load,
    probe,
    records,
    returns,
)
from cubarium.core.game import AnyGame
from tests.tables import for_tables, walk


def test_moves_are_made_and_taken_back() -> None:
    board = Board("quixo", size=3)
    assert board.seat == 0
    assert len(board.legal_moves) == len(board.legal_ids) == 20
    assert board.push("a1a3") == "a1a3"
    assert board.push(board.game.read(board.state, "a1a3")) == "a1a3"
    assert board.push(board.legal_ids[0]) == board.acts[-1]
    before = board.copy()
    assert board.pop() == before.acts[-1]
    assert board.text == "O../X../... X"
    assert board.acts == ["a1a3", "a1a3"]
    assert Board("quixo", board.text, size=3).legal_moves == board.legal_moves
    assert before != board
    board.push(before.acts[-1])
    assert before == board
    assert copy.deepcopy(board) == board
    while board.acts:
        board.pop()
    with pytest.raises(CubariumError, match="nothing to take back"):
        board.pop()


def test_a_game_ends_on_it() -> None:
    board = Board(load("quixo", size=3), "XX./OO./... X")
    board.push("c1c3")
    assert board.is_over
    assert board.seat is None
    assert board.outcome is not None
    assert board.outcome.winners == {0}
    assert board.returns == (1.0, -1.0)
    assert not board.legal_moves
    assert not board.legal_ids
    with pytest.raises(CubariumError, match="over"):
        board.best()
    (record,) = records.read(records.write(board.record({"Seat0": "Ann"}), "json"))
    assert record.acts[0].text == "c1c3"


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        ("e1a1", "opponents_cube"),
        ("z9", "not a move"),
        (99, "action ids are 0 to 43 here; not 99"),
        (True, "whole number"),
    ],
)
def test_what_is_wrong_is_refused_and_changes_nothing(act: object, sentence: str) -> None:
    board = Board("quixo")
    board.push("a1e1")
    with pytest.raises(CubariumError, match=sentence):
        board.push(act)
    assert board.acts == ["a1e1"]


def test_wrong_options_are_refused() -> None:
    with pytest.raises(CubariumError, match="has its players and options already"):
        Board(load("quixo"), players=4)
    with pytest.raises(CubariumError, match="column"):
        Board("quixo", "nothing")
    with pytest.raises(CubariumError, match="numbered from 0 to 1"):
        Board("quixo").view(2)
    with pytest.raises(CubariumError, match="records are written as"):
        records.write(Board("quixo").record(), "pgn")
    with pytest.raises(CubariumError, match="no record"):
        records.write([])


def test_repetitions_end_it_unless_they_may_not() -> None:
    rounds = ["a1a3", "c1c3", "a3a1", "c3c1"] * 20
    board, endless = Board("quixo", size=3), Board("quixo", size=3, limits=Limits(None, None))
    for text in rounds:
        if text in board.legal_moves:
            board.push(text)
        if text in endless.legal_moves:
            endless.push(text)
    assert len(endless.acts) >= len(board.acts)


def test_chance_draws_and_secrets_stay_secret() -> None:
    board = Board("cubeo", players=2)
    assert board.seat is None
    drawn = board.draw(Random(3))
    assert len(drawn) == len(board.acts) == 7
    assert board.draw(Random(3)) == []
    with pytest.raises(CubariumError, match="chance is to act"):
        best(board.game, board.game.initial())
    ours = {item.symbol for item in board.scene(0).items if item.kind == "card"} - {""}
    theirs = {item.symbol for item in board.scene(1).items if item.kind == "card"} - {""}
    assert len(ours) == len(theirs) == 3
    assert not ours & theirs
    shown = board.svg(0)
    assert all(name in shown for name in ours)
    assert not any(name in shown for name in theirs)
    assert not any(name in repr(board) for name in theirs)
    assert not any(name in board.svg(seat=1) for name in ours)


@for_tables()
def test_every_table_is_drawn(game: AnyGame) -> None:
    board = Board(game, limits=Limits(None, None))
    for visit in list(walk(game, 5))[:12]:
        board.push(visit.act)
    picture = ET.fromstring(board._repr_svg_())
    assert picture.tag.endswith("svg")
    assert len(list(picture)) > 5
    title = picture.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text is not None
    assert title.text.startswith(game.spec.info.title)
    assert len(repr(board).splitlines()) > 3


@for_tables()
def test_ids_go_both_ways(game: AnyGame) -> None:
    for visit in list(walk(game, 8))[:30]:
        ids = legal_ids(game, visit.before)
        number = action_id(game, visit.act)
        assert ids == sorted(set(ids))
        assert number in ids
        assert action(game, visit.before, number) == visit.act
        mask = action_mask(game, visit.before)
        assert list(mask.nonzero()[0]) == ids
        assert returns(game, visit.before) == (0.0,) * game.players
    (illegal, *_) = {*range(len(game.actions()))} - {*ids}
    with pytest.raises(CubariumError, match="is not legal now"):
        action(game, visit.before, illegal)
    with pytest.raises(CubariumError, match="whole number"):
        action(game, visit.before, "a1")  # type: ignore[arg-type]


@for_tables(every=True)
def test_rewards_add_up_to_nothing(game: AnyGame) -> None:
    for seed in range(2):
        visits = list(walk(game, seed, most=900))
        turn = game.turn(visits[-1].after)
        if isinstance(turn, Ended):
            rewards = returns(game, visits[-1].after)
            assert sum(rewards) == pytest.approx(0)
            winners = turn.outcome.winners
            if winners:
                assert {seat for seat, one in enumerate(rewards) if one > 0} == winners
            assert max(map(abs, rewards)) <= 1


def test_the_best_move_is_found_in_one_line() -> None:
    game = load("quixo", size=3)
    state = game.whole_position("XX./OO./... X")
    thought = best(game, state, nodes=500)
    assert isinstance(game.turn(game.play(state, thought.best)), Ended)
    assert Board(game, "XX./OO./... X").best(nodes=500).best == game.write(thought.best)
    assert best(game, state, engine="random", seed=1).nodes == 1
    for wrong, sentence in (({"seconds": 0}, "seconds must be"), ({"nodes": -1}, "nodes must be")):
        with pytest.raises(CubariumError, match=sentence):
            best(game, state, **wrong)  # type: ignore[arg-type]
    with pytest.raises(CubariumError, match="there is no engine"):
        best(game, state, engine="level9")
    with pytest.raises(CubariumError, match="the game is over: X wins"):
        best(game, game.play(state, thought.best))


def test_solved_positions_are_probed() -> None:
    game = load("quixo")
    known = probe(game, game.initial())
    assert known.value == "draw"
    assert len(known.moves) == 44
    with pytest.raises(CubariumError, match="there is no solver for cage"):
        probe(load("cage"), load("cage").initial())
    with pytest.raises(CubariumError, match="no tablebase of Quixo is at hand"):
        probe(load("quixo", players=4), load("quixo", players=4).initial())


def test_packages_are_found_by_their_names() -> None:
    assert cubarium.records.read is cubarium.read_records
    assert re.match(r"\d+\.\d+", cubarium.__version__)
    assert catalog.names()
