"""The one bounded cache, beside a list that is searched from end to end."""

from hypothesis import given
from hypothesis import strategies as st

from cubarium.lru import Lru

LIMIT = 6
USES = st.lists(
    st.tuples(st.sampled_from(["read", "write", "forget"]), st.integers(0, 5), st.integers(0, 8)),
    min_size=30,
)


@given(USES)
def test_what_was_used_last_stays(uses: list[tuple[str, int, int]]) -> None:
    cache: Lru[int, str] = Lru(LIMIT, len)
    kept: list[tuple[int, str]] = []  # what was used last is last
    for use, key, size in uses:
        before = dict(kept)
        rest = [one for one in kept if one[0] != key]
        if use == "write":
            cache[key] = "x" * size
            kept = [*rest, (key, "x" * size)]
            while sum(len(value) for _, value in kept) > LIMIT:
                kept.pop(0)
        elif use == "forget":
            assert cache.pop(key, None) == before.get(key)
            kept = rest
        else:
            assert cache.get(key) == before.get(key)
            kept = [*rest, (key, before[key])] if key in before else kept
        assert list(cache) == [one for one, _ in kept]
        assert len(cache) == len(kept)
        assert cache.total == sum(len(value) for _, value in kept) <= LIMIT


def test_values_count_alike_if_nothing_is_said() -> None:
    cache: Lru[str, None] = Lru(2)
    for name in ("first", "second", "first", "third"):
        cache[name] = None
    assert list(cache) == ["first", "third"]


def test_what_is_larger_than_all_of_it_is_not_kept() -> None:
    cache: Lru[str, bytes] = Lru(2, len)
    cache["small"] = b"1"
    cache["large"] = b"123"
    assert not cache


def test_what_grows_is_counted_when_it_is_set_again() -> None:
    cache: Lru[str, list[int]] = Lru(3, len)
    growing = cache.setdefault("growing", [1])
    cache["other"] = [1]
    growing.extend([2, 3])
    cache["growing"] = growing
    assert list(cache) == ["growing"]
