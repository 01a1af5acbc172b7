"""Rules broken on purpose. Each game lists its own: what is broken, and by which edits of the
readable rules and of the kernel."""

from typing import NamedTuple


class Edit(NamedTuple):
    """Replaces one text, which must stand just once in its file, by another."""

    file: str
    old: str
    new: str


Broken = dict[str, dict[str, list[Edit]]]
"""What is broken -> `rules`, `kernel`, `secrets`, or `laws` for what of a kernel only random games
show -> the edits that break it there."""
