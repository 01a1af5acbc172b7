"""Who is served next."""

from typing import NamedTuple

from cubarium.engines.fair_queue import FairQueue, Urgency


class Wish(NamedTuple):
    owner: str
    what: int = 0
    urgency: Urgency = Urgency.STUDY
    address: str = ""


def queue(*wishes: Wish) -> FairQueue[Wish]:
    made: FairQueue[Wish] = FairQueue()
    for wish in wishes:
        made.put(wish)
    return made


def served(waiting: FairQueue[Wish], *, long: bool = True) -> list[Wish]:
    found = []
    while (wish := waiting.take(long=long)) is not None:
        found.append(wish)
    return found


A1, A2, A3, B1, B2, C1 = (Wish(*wish) for wish in zip("aaabbc", (1, 2, 3, 1, 2, 1), strict=True))


def test_owners_are_served_in_turn() -> None:
    assert served(queue(A1, A2, A3, B1, B2, C1)) == [A1, B1, C1, A2, B2, A3]


def test_an_address_with_many_names_has_one_turn() -> None:
    crowd = [Wish(f"name{number}", address="1.1.1.1") for number in range(50)]
    one, other = Wish("x", 1, address="2.2.2.2"), Wish("x", 2, address="2.2.2.2")
    waiting = queue(*crowd, one, other)
    assert served(waiting)[:4] == [crowd[0], one, crowd[1], other]
    assert len(waiting) == 0


def test_who_asks_again_goes_to_the_end() -> None:
    waiting = queue(A1, B1)
    assert waiting.take(long=True) == A1
    waiting.put(A2)
    assert served(waiting) == [B1, A2]


def test_the_most_urgent_come_first() -> None:
    wishes = [Wish("a", urgency=urgency) for urgency in reversed(Urgency)]
    assert [wish.urgency for wish in served(queue(*wishes))] == list(Urgency)
    quick = [wish.urgency for wish in served(queue(*wishes), long=False)]
    assert quick == [Urgency.MOVE, Urgency.HINT]


def test_what_begins_anew_comes_before_the_others() -> None:
    waiting = queue(A1, B1, B2)
    waiting.put_first(C1)
    waiting.put_first(B2._replace(what=0))
    assert served(waiting) == [B2._replace(what=0), C1, A1, B1, B2]


def test_who_leaves_is_not_served() -> None:
    waiting = queue(A1, A2, B1)
    waiting.remove(A1)
    waiting.remove(B1)
    assert A1 not in waiting
    assert B1 not in waiting
    assert A2 in waiting
    assert len(waiting) == 1
    assert served(waiting) == [A2]


def test_counting() -> None:
    waiting = queue(A1, B1, Wish("a", urgency=Urgency.MOVE), Wish("a", urgency=Urgency.HINT))
    assert len(waiting) == 4
    assert waiting.count(Urgency.HINT) == 1
    assert waiting.count(Urgency.HINT, Urgency.STUDY) == 3
