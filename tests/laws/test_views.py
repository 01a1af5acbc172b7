"""What a seat may know, and what a board makes of it."""

from random import Random

from hypothesis import given

from cubarium.core import Ended, Hidden, ToMove
from cubarium.core.game import AnyGame
from cubarium.match.match import Match
from tests.tables import CHOICES, REAL, for_tables, states, walk


def viewers(game: AnyGame) -> list[int | None]:
    return [None, *range(game.players)]


@for_tables()
@given(choices=CHOICES)
def test_a_guess_looks_the_same_to_the_viewer(game: AnyGame, choices: bytes) -> None:
    rng = Random(choices)
    for state in states(game, choices)[::3]:
        for viewer in viewers(game):
            view = game.view(state, viewer)
            guess = game.guess(view, rng)
            assert type(view) is not type(state)
            assert game.view(guess, viewer) == view
            assert game.turn(guess) == game.turn(state) or not isinstance(game.turn(state), Ended)


@for_tables()
@given(choices=CHOICES)
def test_what_a_viewer_may_not_know_changes_nothing_for_him(game: AnyGame, choices: bytes) -> None:
    """The same acts from a state that the viewer cannot tell apart look the same."""
    for visit in list(walk(game, choices))[::3]:
        for viewer in viewers(game):
            twin = game.guess(game.view(visit.before, viewer), Random(choices))
            if isinstance(game.turn(visit.before), ToMove):
                assert list(game.moves(twin)) == list(game.moves(visit.before))
            view = game.view(visit.before, viewer)
            assert game.scene(game.view(twin, viewer)) == game.scene(view)
            if isinstance(game.seen(visit.before, visit.act, viewer), Hidden):
                assert str(game.seen(visit.before, visit.act, viewer)) == "=?"
            else:
                assert game.seen(visit.before, visit.act, viewer) == visit.act


@for_tables()
@given(choices=CHOICES)
def test_a_scene_offers_exactly_the_legal_moves(game: AnyGame, choices: bytes) -> None:
    last = None
    for visit in walk(game, choices):
        turn = game.turn(visit.before)
        viewer = turn.seat if isinstance(turn, ToMove) else None
        view = game.view(visit.before, viewer)
        scene = game.scene(view, last)
        assert list(game.known_moves(view)) == [touch.move for touch in scene.touches]
        last = visit.act
        places = {*(place.id for place in scene.places), *(holder.id for holder in scene.holders)}
        items = [item.id for item in scene.items]
        assert len(places) == len(scene.places) + len(scene.holders)
        assert len(items) == len(set(items))
        assert {item.place for item in scene.items} <= places
        assert {card.id for card in scene.cards} <= set(items)
        info = game.spec.info
        assert {note.reason for note in scene.notes} <= {*info.sentences, *info.remarks}
        texts = [game.write(move) for move in game.moves(visit.before)]
        assert [touch.move for touch in scene.touches] == texts
        paths = [touch.path for touch in scene.touches]
        assert len(set(paths)) == len(paths)
        assert not {path[0] for path in paths} & set(scene.blocked)
        assert set(scene.blocked.values()) <= set(game.spec.info.sentences)
        assert all(set(mark.places) <= places for mark in scene.marks)


@for_tables()
@given(choices=CHOICES)
def test_steps_lead_from_one_scene_to_the_next(game: AnyGame, choices: bytes) -> None:
    for visit in walk(game, choices):
        view = game.view(visit.before, None)
        places = {item.id: item.place for item in game.scene(view).items if item.kind != "card"}
        ids = {item: item for item in places}
        for phase in game.steps(view, visit.act):
            for motion in phase:
                places[motion.item] = motion.to
                ids[motion.item] = motion.becomes
        moved = {ids[item]: places[item] for item in places if ids[item]}
        after = game.scene(game.view(visit.after, None))
        assert moved == {item.id: item.place for item in after.items if item.kind != "card"}


@for_tables(*REAL)
@given(choices=CHOICES)
def test_a_won_game_marks_what_won(game: AnyGame, choices: bytes) -> None:
    """And no game that is not won."""
    for state in states(game, choices):
        turn = game.turn(state)
        is_won = isinstance(turn, Ended) and bool(turn.outcome.winners)
        kinds = {mark.kind for mark in game.scene(game.view(state, None)).marks}
        assert ("win" in kinds) == is_won


@for_tables()
@given(choices=CHOICES)
def test_a_story_holds_what_its_seat_saw(game: AnyGame, choices: bytes) -> None:
    rng = Random(choices)
    match = Match.open(game)
    match = match.after(match.draw(rng))
    while isinstance(match.turn, ToMove) and len(match.steps) < 30:
        seat = match.turn.seat
        story = match.story(seat)
        assert story.view == game.view(match.state, seat)
        assert len(story.events) == len(match.steps)
        move = rng.choice(game.moves(game.guess(story.view, rng)))
        match = match.after(match.move(seat, game.write(move), rng))
