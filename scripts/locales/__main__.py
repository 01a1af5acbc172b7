"""`python -m scripts.locales`: says what is wrong with the languages in locales/.
`python -m scripts.locales draft TAG`: begins one, or adds to it what is missing, in English."""

import sys

from scripts.locales.check import check
from scripts.locales.draft import draft


def main(words: list[str]) -> int:
    if words[:1] == ["draft"] and len(words) == 2:
        try:
            written = draft(words[1])
        except ValueError as error:
            print(error, file=sys.stderr)
            return 2
        print(*written, sep="\n")
        return 0
    if words:
        print(__doc__, file=sys.stderr)
        return 2
    found = list(check())
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
