"""What mkdocs does not know of our pages: links out of docs/ lead to files of the repository, which
are no pages of the site, and become their paths."""

import re

OUTSIDE = re.compile(r"\[([^\]]*)\]\(((?:\.\./)+[^)]*)\)")
FOLDER = re.compile(r"\[([^\]]*)\]\(([\w./-]+/)\)")


def on_page_markdown(markdown: str, **_: object) -> str:
    """A page as the site shows it."""
    markdown = OUTSIDE.sub(_outside, markdown)
    return FOLDER.sub(r"\1", markdown)


def _outside(found: re.Match[str]) -> str:
    words, target = found[1], found[2]
    if target.split("#")[0].endswith(".md") and not _leaves(target):
        return found[0]
    path = target.replace("../", "")
    return words if words.strip("`") == path else f"{words} (`{path}`)"


def _leaves(target: str) -> bool:
    """Does a link leave docs/? From its folders one step up does not."""
    return target.count("../") > 1 or target.removeprefix("../").startswith(
        ("README", "CONTRIBUTING", "CHANGELOG", "examples", "bench", "scripts", "tests", "ui")
    )
