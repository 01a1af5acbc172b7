"""Draws which rooms of a package import which, as SVG: `python -m scripts.import_graph`.

Rooms stand in the rows of their layers, if they have some: arrows that point up are red.
"""

import argparse
import tomllib
from collections import Counter
from html import escape
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[1]
PICTURE: Final = ROOT / "docs" / "images" / "server-imports.svg"
BOX, GAP, ROW, EDGE = (142, 34), 16, 84, 20
STYLE: Final = (
    "text{font:13px system-ui,sans-serif;text-anchor:middle;fill:#222}"
    "rect{fill:#f3efe6;stroke:#8a7f6a;rx:6px}"
    "path{fill:none;stroke:#5b7fa6;opacity:.55}.up{stroke:#c0392b;opacity:.9}"
)


def count_imports(package: str) -> Counter[tuple[str, str]]:
    """How many imports lead from one room to another; those for types alone are left out."""
    root = package.split(".", maxsplit=1)[0]
    graph = grimp.build_graph(root, exclude_type_checking_imports=True)
    start = f"{package}."
    found: Counter[tuple[str, str]] = Counter()
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            if module.startswith(start) and imported.startswith(start):
                one, other = (name.removeprefix(start).split(".")[0] for name in (module, imported))
                found[one, other] += one != other
    return +found


def layers_of(package: str) -> list[list[str]]:
    """The rooms of each layer, from above, as import-linter knows them."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    rows = next(one["layers"] for one in contracts if one.get("containers") == [package])
    return [[name.strip() for name in row.split("|")] for row in rows]


def draw(rows: list[list[str]], imports: Counter[tuple[str, str]]) -> str:
    """The picture."""
    width = max(len(row) for row in rows) * (BOX[0] + GAP) - GAP + 2 * EDGE
    height = len(rows) * ROW - ROW + BOX[1] + 2 * EDGE
    places: dict[str, tuple[float, float]] = {}
    for number, row in enumerate(rows):
        left = (width - len(row) * (BOX[0] + GAP) + GAP) / 2
        for at, name in enumerate(row):
            places[name] = left + at * (BOX[0] + GAP), EDGE + number * ROW
    parts = []
    for (one, other), count in sorted(imports.items()):
        (x1, y1), (x2, y2) = places[one], places[other]
        is_up = y2 <= y1
        start, end = (y1, y2 + BOX[1]) if is_up else (y1 + BOX[1], y2)
        middle = (start + end) / 2
        x1, x2 = x1 + BOX[0] / 2, x2 + BOX[0] / 2
        style = f'stroke-width="{1 + min(5, count / 3):.1f}"' + (' class="up"' if is_up else "")
        curve = (
            f"M{x1:.0f} {start:.0f}C{x1:.0f} {middle:.0f} {x2:.0f} {middle:.0f} {x2:.0f} {end:.0f}"
        )
        title = f"<title>{escape(f'{one} imports {other}: {count}')}</title>"
        parts.append(f'<path d="{curve}" {style}>{title}</path>')
    for name, (x, y) in places.items():
        parts.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{BOX[0]}" height="{BOX[1]}"/>')
        parts.append(f'<text x="{x + BOX[0] / 2:.0f}" y="{y + 22:.0f}">{escape(name)}</text>')
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>\n{body}\n</svg>\n'
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--package", default="cubarium.server")
    options.add_argument("--to", type=Path, default=PICTURE, help="the file that is written")
    given = options.parse_args()
    imports = count_imports(given.package)
    rows = layers_of(given.package)
    named = {name for row in rows for name in row}
    rows.append(sorted({name for pair in imports for name in pair} - named))
    given.to.write_text(draw([row for row in rows if row], imports), "utf-8")


if __name__ == "__main__":
    main()
