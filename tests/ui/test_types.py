"""The sources of the page: its types are those of the server, and its own tests pass."""

import json
from pathlib import Path

from scripts.node import UI, run
from scripts.openapi import describe_shapes


def test_types_are_those_of_the_server(tmp_path: Path) -> None:
    asked, made = tmp_path / "openapi.json", tmp_path / "schema.d.ts"
    asked.write_text(json.dumps(describe_shapes()), "utf-8")
    done = run("openapi-typescript", str(asked), "--default-non-nullable", "false", "-o", str(made))
    assert done.returncode == 0, done.stdout
    kept = UI / "src" / "net" / "schema.d.ts"
    assert made.read_text("utf-8") == kept.read_text("utf-8"), "run `make types`"


def test_vitest() -> None:
    done = run("vitest", "run")
    assert done.returncode == 0, done.stdout
