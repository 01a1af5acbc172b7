"""Writes the shapes of all that the server says, for the types of the page: its OpenAPI description
without the paths. `python -m scripts.openapi FILE`."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from cubarium.database.database import prepared
from cubarium.server.app import make_app
from cubarium.server.server_configuration import ServerConfiguration


def describe_shapes() -> dict[str, Any]:
    """The description without paths: the page only uses `components`."""
    with tempfile.TemporaryDirectory() as folder:
        engine = prepared(Path(folder))
        description = make_app(ServerConfiguration(), engine).openapi()
        engine.dispose()
    return {**description, "paths": {}}


def main() -> None:
    (file,) = sys.argv[1:]
    Path(file).write_text(json.dumps(describe_shapes(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
