"""Writes the OpenAPI description of the server to a file: `python -m scripts.openapi FILE`."""

import json
import sys
import tempfile
from pathlib import Path

from cubarium.database.database import prepared
from cubarium.server.app import make_app
from cubarium.server.server_configuration import ServerConfiguration


def main() -> None:
    (file,) = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        engine = prepared(Path(folder))
        app = make_app(ServerConfiguration(), engine)
        engine.dispose()
        Path(file).write_text(json.dumps(app.openapi(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
