"""A refusal says on the page what the server means by it.

The server's own sentence stands where it refuses, so it is about what happened there. The English
text of its code is what other languages translate: it is that sentence, or names the same things.
"""

import re
from typing import Final

import pytest

from scripts.locales.reference import english
from tests.locales.refusals import sentences

PREFIX: Final = "interface/error."

ALIKE: Final = {
    "banned": r"server|site",
    "between_people": r"no hints .*between people",
    "busy": r"server is (busy|full)",
    "internal": r"Something went wrong",
    "invalid_input": r"you entered|say status|game has",
    "live_game": r"playing (this game|right now)|game is still being played",
    "no_chat": r"chat|write",
    "no_cookie": r"cookie",
    "no_moves": r"moves|moved",
    "no_offer": r"offer",
    "no_such_game": r"no such game",
    "no_such_puzzle": r"puzzle|wins to find",
    "no_such_seat": r"no such (other )?seat|seats are numbered",
    "no_team": r"alone",
    "not_agreed": r"[Nn]ot (all have|everybody has) agreed",
    "not_chances_turn": r"draw",
    "not_over": r"over|going on",
    "not_seated": r"no seat|not sit|Nobody sits",
    "not_your_turn": r"turn",
    "nothing_to_take_back": r"take back|has not moved",
    "offer_open": r"offer",
    "offered_already": r"offered .*already: not again before the next move",
    "position_tells_secrets": r"secret|cards of the others",
    "rematched": r"rematch|next game",
    "left": r"left",
    "match_over": r"over|called off",
    "seated_already": r"a seat|You play here",
    "stale": r"board has changed",
    "still_here": r"still here",
    "storage": r"write|database|at once",
    "too_hard": r"in time",
    "too_large": r"too large|more than",
    "too_late": r"late|too long|under way",
    "too_many_connections": r"connections",
    "too_many_engines": r"games (with engines|against the computer) at .*: finish one",
    "too_many_open": r"your tables (wait|are waiting) for (people|players)",
    "too_many_tables": r"tables (open )?at once",
    "too_many_tokens": r"private links|keys",
    "too_often": r"wait|fast",
    "which_seat": r"several seats",
    "wrong_token": r"link",
    "drawn_since": r"drawn",
}
"""What the text of a code and all sentences of the server with that code have in common."""

UNSEEN: Final = frozenset({"Others have played here too: it is theirs as well."})
"""Sentences that the page never meets: it deletes no tables."""

SAID: Final = {
    code: (english()[PREFIX + code], said - UNSEEN)
    for code, said in sentences().items()
    if PREFIX + code in english()
}


def test_the_sentences_of_the_server_are_found() -> None:
    found = sentences()
    assert len(found) > 50
    assert found["too_many_tables"] == {"No more than … tables at once."}
    assert "You have no seat at this table." in found["not_seated"]
    assert sorted(ALIKE.keys() - SAID.keys()) == []


@pytest.mark.parametrize("code", sorted(SAID))
def test_the_text_of_a_code_is_about_what_the_server_refuses(code: str) -> None:
    text, said = SAID[code]
    if code not in ALIKE:
        assert said <= {text, "….", "……."}, "say in ALIKE what they have in common"
        return
    assert [one for one in (text, *said) if not re.search(ALIKE[code], one)] == []
