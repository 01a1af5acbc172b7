"""Nothing that arrives is unpickled: the writer of a pickle decides what runs."""

import ast
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[2] / "cubarium"
LOADERS: Final = {"pickle", "_pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle"}
OWN: Final = {
    "jit/code_cache.py": "compiled code, in a folder that its owner alone may write",
    "engines/pool.py": "jobs for the server's own workers, through a pipe that no one else holds",
    "engines/wire.py": "the same",
    "engines/worker.py": "the same, at the other end",
    "engines/process_executor.py": "the same for matches",
}
"""Where pickles are used, and who may write them."""
OUTSIDE: Final = {"psycopg", "sqlalchemy", "socket", "websockets", "fastapi", "starlette"}
"""What brings things from elsewhere."""


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module.partition(".")[0]}
    return names


def test_pickles_come_from_our_own_processes_alone() -> None:
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if imported(path) & LOADERS
    }
    assert users == {*OWN}
    for name in OWN:
        assert not imported(PACKAGE / name) & OUTSIDE, name


def test_nothing_is_evaluated() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"eval", "exec", "compile"}, path
            if isinstance(node, ast.keyword) and node.arg == "shell":
                assert isinstance(node.value, ast.Constant), path
                assert node.value.value is False, path
            if isinstance(node, ast.keyword) and node.arg == "allow_pickle":
                assert isinstance(node.value, ast.Constant), path
                assert node.value.value is False, path
