"""Records: lossless in every form, and a bad file is told where and why it is bad."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubarium import catalog, records
from cubarium.core import Act, CubariumError, GameRecord, InvalidRecord, Result, ToMove
from cubarium.core.game import AnyGame
from cubarium.match.events import Resigned, TimedOut
from cubarium.match.match import Limits, Match
from cubarium.records import json_format, text_format
from cubarium.records.abstract_play import as_abstract_play
from cubarium.records.replay import is_free_tag
from cubarium.schema.record import record_schema
from tests.tables import for_tables

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
TAG_NAMES = st.from_regex(r"[A-Z][a-z]{1,8}[0-9]?", fullmatch=True).filter(is_free_tag)

GAME = """\
[Game "quixo"]
[Rules "1"]
[Players "2"]
[Options "size=5"]
[Seat0 "Ann \\"A\\" \\\\"]
[Result "#1"]
[Reason "resignation"]

{First.} 1. a1e1 b5b1 {Bold \\} and\\nnew.} 2. c5c1
#1
"""


def random_match(game: AnyGame, seed: int, most: int = 60) -> Match:
    rng = Random(seed)
    match = Match.open(game, Limits(None, None))
    match = match.after(match.draw(rng))
    while isinstance(match.turn, ToMove) and len(match.steps) < most:
        move = game.write(rng.choice(game.moves(match.state)))
        match = match.after(match.move(match.turn.seat, move, rng))
    return match


@for_tables()
@given(
    seed=st.integers(0, 10**6),
    tags=st.dictionaries(TAG_NAMES, TEXTS, max_size=3),
    comments=st.lists(TEXTS, max_size=3),
)
def test_records_go_both_ways(
    game: AnyGame, seed: int, tags: dict[str, str], comments: list[str]
) -> None:
    match = random_match(game, seed)
    record = records.record_of(match, tags, comments.pop() if comments else "")
    acts = list(record.acts)
    for at, comment in enumerate(comments[: len(acts)]):
        acts[at] = Act(acts[at].text, acts[at].seat, comment)
    record = GameRecord(**{**vars(record), "acts": tuple(acts)})
    text = text_format.write(record)
    assert records.read(text) == [record]
    assert text_format.write(records.read(text)[0]) == text
    assert records.read(json_format.write_all([record])) == [record]
    assert records.read(record_schema().dump_json(record).decode()) == [record]
    again = records.replayed(record)
    assert (again.state, again.outcome) == (match.state, match.outcome)


@for_tables()
def test_several_games_in_a_file(game: AnyGame) -> None:
    games = [records.record_of(random_match(game, seed, most=9)) for seed in range(3)]
    assert records.read(text_format.write_all(games)) == games
    assert records.read(json_format.write_all(games)) == games


def test_a_game_reads_as_it_looks() -> None:
    (record,) = records.read(GAME)
    assert record.tags == {"Seat0": 'Ann "A" \\'}
    assert record.comment == "First."
    assert [act.text for act in record.acts] == ["a1e1", "b5b1", "c5c1"]
    assert [act.seat for act in record.acts] == [0, 1, 0]
    assert record.acts[1].comment == "Bold } and\nnew."
    assert record.result == Result(frozenset({1}), "resignation")
    assert text_format.write(record) == GAME


def test_four_seats_are_numbered_by_rounds() -> None:
    game = catalog.load("quixo", players=4)
    text = text_format.write(records.record_of(random_match(game, 3, most=9)))
    rounds = text.split("\n\n")[1].split()
    assert [word for word in rounds if word.endswith(".")] == ["1.", "2.", "3."]
    assert rounds.index("2.") == 5


def test_numbers_may_touch_moves_or_be_left_out() -> None:
    loose = GAME.replace("1. a1e1", "1.a1e1").replace("2. ", "")
    assert records.read(loose) == records.read(GAME)
    assert records.read("\ufeff" + GAME.replace("\n", "\r\n")) == records.read(GAME)


def test_a_start_position_is_part_of_the_record() -> None:
    game = catalog.load("quixo", size=3)
    match = Match.open(game, start=game.position("X../.../..O O"))
    match = match.after(match.move(1, "c1a1", Random(0)))
    record = records.record_of(match)
    assert record.start == "X../.../..O O"
    (again,) = records.read(text_format.write(record))
    assert again == record
    assert records.replayed(again).state == match.state


def test_seats_that_leave_are_acts_where_others_play_on() -> None:
    game = catalog.load("stones", players=3)
    match = random_match(game, 1, most=5).after([TimedOut(1)])
    record = records.record_of(match)
    assert record.acts[-1] == Act("!1t", 1)
    ended = records.record_of(match.after([Resigned(0)]))
    assert ended.acts[-1].text == "!0"
    for one in (record, ended):
        assert records.read(text_format.write(one)) == [one]
        assert records.read(json_format.write_all([one])) == [one]


WRONG: list[tuple[str, str, int, int, str]] = [
    ('[Game "quixo"]', "", 8, 1, 'expected a tag [Game "…"]'),
    ('[Game "quixo"]', '[Game "chess"]', 1, 1, "there is no game 'chess'; the games: quixo"),
    ('[Game "quixo"]', "[Game quixo]", 1, 1, "not of the form"),
    ('[Rules "1"]', '[Rules "2"]', 2, 1, "rules version 2 of Quixo is not known; expected 1"),
    ('[Rules "1"]', '[Rules "one"]', 2, 1, "expected a number of up to nine digits, found 'one'"),
    ('[Players "2"]', '[Players "3"]', 3, 1, "played by 2 or 4 players; not 3"),
    ('[Players "2"]', '[Players "²"]', 3, 1, "expected a number"),
    ("size=5", "size=6", 4, 1, "may be 3, 4, 5; not 6"),
    ("size=5", "size", 4, 1, "expected name=value"),
    ("size=5", "colour=5", 4, 1, "no option 'colour'"),
    ('[Reason "resignation"]', '[Result "#1"]', 7, 1, "second time"),
    ('[Reason "resignation"]\n', "", 9, 1, "expected a tag [Reason"),
    ('[Reason "resignation"]', '[Reason "boredom"]', 10, 1, "the rules do not end this game"),
    ("b5b1", "b5b2", 9, 18, "b2 is not an end of the row or column"),
    ("b5b1", "e1a1", 9, 18, "The cube on e1 is your opponent's."),
    ("b5b1", "hello", 9, 18, "'hello' is not a move: expected the cell"),
    ("b5b1", '"', 9, 18, "expected a tag, a move, a comment or a result"),
    (" 2. ", " 3. ", 9, 43, "expected round 2., found 3."),
    ("{Bold", "Bold", 9, 23, "not a move"),
    ("new.}", "new.", 9, 23, "no closing brace"),
    ("\n#1\n", "\n#0\n", 10, 1, "expected #1, as in the tag Result"),
    ("\n#1\n", "\n", 10, 1, "expected a result"),
    ("\n#1\n", '\n[Game "quixo"]\n', 10, 1, "expected a result"),
    ('#1"]', '#x"]', 10, 1, "expected #x"),
    ("2. c5c1", "=R", 9, 43, "not a move"),
    ("2. c5c1", "!7", 9, 43, "seats are numbered"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "message"), WRONG)
def test_a_bad_text_is_told_where_and_why(
    old: str, new: str, line: int, column: int, message: str
) -> None:
    assert GAME.count(old) == 1
    bad = GAME.replace(old, new).lstrip("\n")
    with pytest.raises(InvalidRecord) as refused:
        records.read(bad)
    assert message in str(refused.value)
    assert refused.value.line == line
    assert refused.value.column == column


def test_a_long_comment_that_does_not_end_is_refused_at_once() -> None:
    with pytest.raises(InvalidRecord, match="no closing brace"):
        records.read(GAME.lstrip("\n").replace("Bold", "Bold" * 10_000).replace("}", ""))


def test_no_more_is_read_than_is_wanted() -> None:
    text = GAME.lstrip("\n")
    tokens = [found for found in text_format.TOKEN.finditer(text) if not found["space"]]
    found = records.read(text, len(tokens))
    assert found == records.read(text)
    written = json_format.write_all(found)
    for form, most in ((text, len(tokens) - 1), (written, written.count("{") - 1)):
        with pytest.raises(InvalidRecord, match="more in this text"):
            records.read(form, most)
    assert records.read(written, written.count("{")) == found


def test_a_result_must_be_that_of_the_rules() -> None:
    game = catalog.load("quixo", size=3)
    won = text_format.write(records.record_of(random_match(game, 4, most=200)))
    assert records.read(won)[0].result is not None
    for wrong in ("*", "#draw", "#0+1"):
        bad = won.replace("#0", wrong).replace("#1", wrong)
        with pytest.raises(InvalidRecord, match="the rules end this game"):
            records.read(bad)
    with pytest.raises(InvalidRecord, match="not seats of this game"):
        records.read(GAME.replace("#1", "#5"))
    with pytest.raises(InvalidRecord, match="expected a result such as"):
        records.read(GAME.replace("#1", "#first"))


def good_json() -> dict[str, Any]:
    plain: dict[str, Any] = record_schema().dump_python(records.read(GAME)[0], mode="json")
    return plain


def test_json_has_the_seats_and_the_result() -> None:
    data = good_json()
    assert data["acts"][1] == {"text": "b5b1", "seat": 1, "comment": "Bold } and\nnew."}
    assert data["result"] == {"winners": [1], "reason": "resignation", "scores": None}


WRONG_JSON: list[tuple[list[str | int], Any, str, str]] = [
    (["format"], "pgn", "expected the format", '"format"'),
    (["game"], 5, "expected a text", '"game"'),
    (["game"], "chess", "there is no game", '"chess"'),
    (["rules"], "1", "expected a whole number", '"rules"'),
    (["players"], True, "expected a whole number", '"players"'),
    (["players"], 3, "played by 2 or 4 players", '"players"'),
    (["options"], [], "expected an object", '"options"'),
    (["options"], {"size": 5}, "expected a text", '"size"'),
    (["options"], {"size": "6"}, "may be 3, 4, 5", '"options"'),
    (["acts"], {}, "expected a list", '"acts"'),
    (["acts", 1], "b5b1", "expected an object", '"b5b1"'),
    (["acts", 1, "text"], "b5b2", "not an end of the row", '"b5b2"'),
    (["acts", 1, "seat"], 0, "expected seat 1", '"seat": 0'),
    (["acts", 1, "comment"], None, "expected a text", '"comment": null'),
    (["start"], "X", "column 1: expected 5 cubes", '"start"'),
    (["result", "winners"], [7], "not seats", '"result"'),
    (["result", "winners"], "1", "expected a list", '"winners"'),
    (["result", "reason"], "line", "the rules do not end this game", '"result"'),
    (["result", "scores"], ["a"], "expected a whole number", '"a"'),
    (["tags"], {"Seat0": None}, "expected a text", '"Seat0"'),
    (["tags"], {"My tag": "x"}, "can't be the name of a free tag", '"My tag"'),
    (["comment"], "\ud800", "not JSON: unexpected end of hex escape", '"comment"'),
    (["result", "scores"], [1], "expected 2 scores", '"result"'),
    (["result", "reason"], "agreement", "nobody wins by agreement", '"result"'),
    (["result", "winners"], [], "expected a side that wins by resignation", '"result"'),
]


@pytest.mark.parametrize(("path", "value", "message", "there"), WRONG_JSON)
def test_bad_json_is_told_where_and_why(
    path: list[str | int], value: Any, message: str, there: str
) -> None:
    data = good_json()
    part: Any = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    text = json.dumps([good_json(), data], indent=1)
    with pytest.raises(InvalidRecord) as refused:
        records.read(text)
    assert message in str(refused.value)
    line = text.splitlines()[refused.value.line - 1]
    assert refused.value.line > len(json.dumps(good_json(), indent=1).splitlines())
    assert there in line
    assert refused.value.column <= len(line)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("{}", "expected a member 'game'"),
        ("[{}]", "expected a member 'game'"),
        ('[{"a": 1}, 2]', "expected a member"),
        ("[" + "{" * 3, "not JSON"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "not JSON: number out of range"),
    ],
)
def test_what_is_no_record_at_all(text: str, message: str) -> None:
    with pytest.raises(InvalidRecord, match=message):
        records.read(text)


def test_an_empty_text_holds_no_games() -> None:
    assert records.read(" \n") == []


@given(TEXTS)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InvalidRecord):
        records.read(text)


@given(st.integers(0, len(GAME)), st.integers(0, 3), TEXTS)
def test_a_damaged_text_is_read_or_refused(at: int, cut: int, put: str) -> None:
    with suppress(InvalidRecord):
        records.read(GAME[:at] + put + GAME[at + cut :])


def test_a_four_player_resignation_is_won_by_both_partners() -> None:
    match = random_match(catalog.load("quixo", 4), 1, most=3).after([Resigned(1)])
    text = text_format.write(records.record_of(match))
    assert records.read(text)[0].result == Result(frozenset({0, 2}), "resignation")
    with pytest.raises(InvalidRecord, match="expected a side that wins by resignation"):
        records.read(text.replace("#0+2", "#0"))


def test_a_round_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="line 9, column 10"):
        records.read(GAME.replace("1. a1e1", "1" * 5000 + ". a1e1"))


def test_a_tag_of_ours_cannot_be_a_free_tag() -> None:
    record = records.read(GAME)[0]
    for name in ("Result", "two words", ""):
        with pytest.raises(CubariumError, match="can't be the name"):
            text_format.write(GameRecord(**{**vars(record), "tags": {name: ""}}))


# Abstract Play

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def exported(game: AnyGame, seed: int, **tags: str) -> dict[str, Any]:
    match = random_match(game, seed, most=400)
    tags = {"Date": "2026.11.15", **tags}
    return as_abstract_play(records.record_of(match, tags), NOW)


def test_export_to_abstract_play() -> None:
    game = catalog.load("quixo", size=4)
    data = exported(game, 5, Seat0="Ann", Seat1="random", Seat1Engine="random")
    assert set(data) == {"header", "moves"}
    header = data["header"]
    assert header["game"] == {"name": "Quixo", "variants": ["size-4"]}
    cage = exported(catalog.load("cage", 4), 5)
    assert cage["header"]["game"] == {"name": "Rubik's Cage", "variants": []}
    assert header["site"] == {"name": "Cubarium"}
    assert header["date-start"] == header["date-end"] == "2026-11-15T00:00:00+00:00"
    assert header["date-generated"] == "2026-11-15T12:00:00+00:00"
    assert [player["name"] for player in header["players"]] == ["Ann", "random"]
    assert [player["is_ai"] for player in header["players"]] == [False, True]
    assert sorted(player["result"] for player in header["players"]) == [0, 1]
    assert all(len(one) == 2 for one in data["moves"])
    assert data["moves"][0][0] in game.actions()


def test_export_of_four_seats_and_of_chance() -> None:
    four = exported(catalog.load("quixo", players=4), 2, Event="Cup", Round="1", GameId="g7")
    assert all(len(one) == 4 for one in four["moves"])
    assert sum(player["result"] for player in four["header"]["players"]) == 2
    assert four["header"]["event"] == "Cup"
    assert four["header"]["site"]["gameid"] == "g7"
    stones = exported(catalog.load("stones", players=3), 2)
    assert stones["moves"][0][0].startswith("=")
    assert {"score"} <= set(stones["header"]["players"][0])
    uniform = [json.dumps(player) for player in four["header"]["players"]]
    assert len(set(uniform)) == 4


def test_export_keeps_comments_and_the_start() -> None:
    (record,) = records.read(GAME.replace('[Seat0 "Ann \\"A\\" \\\\"]', '[Date "2026.01.02"]'))
    data: Any = as_abstract_play(GameRecord(**{**vars(record), "start": "x"}), NOW)
    assert data["moves"][0][1] == {"move": "b5b1", "result": "Bold } and\nnew."}
    assert data["moves"][1] == ["c5c1", None]
    assert data["header"]["startingPosition"] == "x"


def test_export_says_what_it_needs() -> None:
    (record,) = records.read(GAME)
    with pytest.raises(CubariumError, match="expected a tag Started or Date"):
        as_abstract_play(record, NOW)
    with pytest.raises(CubariumError, match="'soon' is not a date"):
        as_abstract_play(GameRecord(**{**vars(record), "tags": {"Date": "soon"}}), NOW)
    with pytest.raises(CubariumError, match="unfinished"):
        as_abstract_play(GameRecord(**{**vars(record), "result": None}), NOW)
