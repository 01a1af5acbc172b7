"""Writes what the fixed searches of tests/search find: `python -m scripts.fixed_searches`.

Run it where a search is changed on purpose, and say so: what is only made faster finds the same.
"""

from tests.search.fixed_searches import GOLDEN, all_searches, libm_digest

HEAD = "# What fixed searches find, by scripts/fixed_searches.py: see fixed_searches.py."


def main() -> None:
    """Write them all."""
    lines = [HEAD, f"libm: {libm_digest()}"]
    lines += [f"{one.name}: {one.find()}" for one in all_searches()]
    GOLDEN.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
