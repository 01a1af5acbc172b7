"""How a bench reports: a table for people, JSON for programs."""

import json
import platform
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results"


def report(
    name: str, title: str, rows: list[dict[str, Any]], data: list[dict[str, Any]] | None = None
) -> None:
    """Print rows as a table, and write them, or the data behind them, to results/NAME.json."""
    table = Table(title=title)
    for column in rows[0]:
        table.add_column(column, justify="left" if column == "what" else "right", overflow="fold")
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    written = {
        "bench": name,
        "title": title,
        "python": platform.python_version(),
        "rows": rows if data is None else data,
    }
    path.write_text(json.dumps(written, indent=1) + "\n", "utf-8")
    print(f"Written to {path.relative_to(RESULTS.parents[1])}.")


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:,.{2 if value >= 0.1 else 4}f}" if isinstance(value, float) else str(value)
