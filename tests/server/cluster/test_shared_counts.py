"""What is counted in several processes: once all have heard everything, each knows the whole."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cubarium.server.cluster.shared_counts import SharedCounts

PROCESSES = ("a", "b", "c")
ACTS = st.lists(
    st.tuples(
        st.sampled_from(PROCESSES),
        st.sampled_from(["add", "remove", "tell", "miss", "restart"]),
        st.sampled_from(["ann", "bea"]),
    ),
    max_size=40,
)


def _tell(all_counts: dict[str, SharedCounts], process: str) -> None:
    news = all_counts[process].news()
    for name, counts in all_counts.items():
        if name != process:
            counts.hear(process, news)


@given(ACTS)
def test_all_know_the_whole(acts: list[tuple[str, str, str]]) -> None:
    found = {name: SharedCounts() for name in PROCESSES}
    truth: dict[str, Counter[str]] = {name: Counter() for name in PROCESSES}
    for process, act, who in acts:
        if act == "add":
            found[process].add(who)
            truth[process][who] += 1
        elif act == "remove" and truth[process][who]:
            found[process].remove(who)
            truth[process][who] -= 1
        elif act == "tell":
            _tell(found, process)
        elif act == "miss":  # told, and nobody hears it: sooner or later all is told again
            found[process].news()
            found[process].tell_again()
        elif act == "restart":  # others have noticed that it was gone, and it asks what they have
            found[process], truth[process] = SharedCounts(), Counter()
            for counts in found.values():
                counts.keep(set(PROCESSES) - {process})
                counts.tell_again()
    for process in PROCESSES:
        _tell(found, process)
    whole = sum(truth.values(), Counter[str]())
    for counts in found.values():
        assert {who: counts.total(who) for who in ("ann", "bea")} == {
            who: whole[who] for who in ("ann", "bea")
        }
        assert all(counts.own.values()), "who has nothing is forgotten"
        assert counts.news() == ({}, False)


def test_what_was_missed_does_not_count_for_ever() -> None:
    one, two = SharedCounts(), SharedCounts()
    one.add("ann")
    two.hear("one", one.news())
    assert two.total("ann") == 1
    one.remove("ann")
    one.news()  # nobody hears it
    one.tell_again()
    two.hear("one", one.news())
    assert two.total("ann") == 0
