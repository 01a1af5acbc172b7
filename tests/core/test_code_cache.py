"""Compiled code is never stale, and never in anybody's way."""

import ast
import json
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cubarium import catalog, jit
from cubarium.jit import code_cache
from cubarium.jit.source_key import Sources

ROOT = Path(__file__).parents[2]
needs_jit = pytest.mark.skipif(not jit.ENABLED, reason="nothing is compiled")
LEFT_OUT = ("cli", "web", "store", "play", "catalog")

START = """
import json, os
before = dict(os.environ)
import {first}
from cubarium import catalog
from cubarium.search.kernel_calls import seat_to_move
game = catalog.load("quixo", size=3)
seat = seat_to_move(catalog.kernel(game).pack(game.initial()))
hits = sum(seat_to_move.stats.cache_hits.values())
print(json.dumps([int(seat), hits, seat_to_move.stats.cache_path, dict(os.environ) == before]))
"""

PLACE = """
import json, os
from cubarium.jit.code_cache import base_folder
print(json.dumps([str(base_folder()), os.environ.get("NUMBA_CACHE_DIR")]))
"""
OUTSIDE = """
from typing import Any, NamedTuple
from cubarium.core import operations
from cubarium.jit import operation

class Lamp(NamedTuple):
    on: Any

@operation(operations.turn, Lamp)
def turn(state):
    return 3
"""
LIT = """
import json
import numpy as np
from lamps import kernel
from cubarium.search.kernel_calls import seat_to_move
seat = int(seat_to_move(kernel.Lamp(np.uint64(1))))
print(json.dumps([seat, sum(seat_to_move.stats.cache_hits.values())]))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package, to be edited."""
    leave = shutil.ignore_patterns("__pycache__", "pages", "web", "*.table")
    shutil.copytree(ROOT / "cubarium", tmp_path / "cubarium", ignore=leave)
    return tmp_path


def run(folder: Path, code: str, **more: str) -> Any:
    """What code prints as JSON in a fresh process that finds the copy."""
    environment = {"PATH": "", "HOME": str(folder), "PYTHONPATH": str(folder), **more}
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=folder, env=environment
    )
    return json.loads(done.stdout)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@needs_jit
@pytest.mark.parametrize("first", ["numba", "cubarium.jit"])
def test_an_edited_kernel_plays_anew(first: str, copy: Path) -> None:
    seat, hits, place, untouched = run(copy, START.format(first=first))
    assert (seat, hits, untouched) == (0, 0, True)
    assert Path(place).is_relative_to(copy / ".cache" / "cubarium")
    # the next process finds the same code, whatever it imports first
    other = {"numba": "cubarium.jit", "cubarium.jit": "numba"}[first]
    assert run(copy, START.format(first=other)) == [0, 1, place, True]
    # the kernel is in another file than the function that is kept
    edit(
        copy / "cubarium" / "games" / "quixo" / "kernel.py",
        "return np.int64(op.ENDED if lines(state.word, size) else state.seat)",
        "return np.int64(op.ENDED if lines(state.word, size) else state.seat + 7)",
    )
    seat, hits, elsewhere, _ = run(copy, START.format(first=first))
    assert (seat, hits) == (7, 0)
    assert elsewhere != place


def test_a_cache_folder_of_the_user_is_kept_to(copy: Path) -> None:
    mine = str(copy / "mine")
    assert run(copy, PLACE, NUMBA_CACHE_DIR=mine) == [str(copy / "mine" / "cubarium"), mine]
    assert not (copy / ".cache").exists()


@needs_jit
def test_an_edited_kernel_outside_the_package_plays_anew(copy: Path) -> None:
    (copy / "lamps").mkdir()
    (copy / "lamps" / "__init__.py").touch()
    kernel = copy / "lamps" / "kernel.py"
    kernel.write_text(OUTSIDE, "utf-8")
    assert run(copy, LIT) == [3, 0]
    assert run(copy, LIT) == [3, 1]
    edit(kernel, "return 3", "return 4")
    assert run(copy, LIT) == [4, 0]


@needs_jit
@pytest.mark.parametrize("first", ["numba", "cubarium.jit"])
def test_code_of_others_is_kept_where_numba_keeps_it(first: str, copy: Path) -> None:
    (copy / "others.py").write_text(
        "import numba\n\n@numba.njit(cache=True)\ndef twice(x):\n    return 2 * x\n", "utf-8"
    )
    code = f"import {first}, cubarium.jit, others\nothers.twice(1)\nprint('{{}}')"
    run(copy, code)
    assert list((copy / "__pycache__").glob("others.twice*.nbc"))


def test_a_place_that_cannot_be_written_is_replaced_for_all_processes(copy: Path) -> None:
    (copy / ".cache").write_text("a file, not a folder")
    place, numbas = run(copy, PLACE, TMPDIR=str(copy))
    assert Path(place).parent == copy
    assert numbas is None
    assert run(copy, PLACE, TMPDIR=str(copy)) == [place, None]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners here")
def test_a_folder_that_others_may_write_is_not_trusted(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    assert not code_cache._private(tmp_path)
    tmp_path.chmod(0o700)
    assert code_cache._private(tmp_path)
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    assert not code_cache._private(link)


def key_in(folder: Path) -> str:
    sources = Sources(folder, "cubarium")
    return sources.digest(sources.compiled())


def test_the_key_is_made_of_what_counts(copy: Path) -> None:
    counts = [
        "games/quixo/kernel.py",
        "games/quixo/lookup.py",
        "games/cubeo/weights.json",
        "games/cubeo/deck.json",
        "search/mcts_tree.py",
        "core/operations.py",
        "jit/__init__.py",
        "jit/part_compiler.py",
    ]
    others = [
        "cli/main.py",
        "engines/registry.py",
        "database/schema.py",
        "games/cubeo/puzzles/puzzles.json",
    ]
    for path in (*counts, *others):
        before = key_in(copy)
        assert key_in(copy) == before
        with (copy / "cubarium" / path).open("a", encoding="utf-8") as file:
            file.write("\n")
        assert (key_in(copy) != before) is (path in counts), path


def parsed_imports(sources: Sources, module: str) -> set[str]:
    """What Python itself says that a module imports from the package."""
    path = sources.file(module)
    assert path is not None
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if sources.file(name) else str(node.module) for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if sources.file(name)}


def test_no_import_of_compiled_code_is_missed() -> None:
    sources = Sources(ROOT, "cubarium")
    compiled = sources.compiled()
    for module in sources.modules():
        imports = parsed_imports(sources, module)
        assert imports <= sources.imports(module), module
        if module in compiled:
            assert imports <= compiled, module
    assert not [name for name in compiled if name.split(".")[1] in LEFT_OUT]


@needs_jit
def test_all_compiled_functions_are_in_the_key() -> None:
    """Asked of what is really there: every dispatcher that importing the kernels makes."""
    from numba.core.dispatcher import Dispatcher

    for name in catalog.names():
        if name in catalog.ROOMS and catalog.ROOMS[name].startswith("cubarium"):
            catalog.kernel(catalog.load(name))
    compiled = Sources(ROOT, "cubarium").compiled()
    there = [module for name, module in sys.modules.items() if name.startswith("cubarium.")]
    for module in there:
        for value in vars(module).values():
            if isinstance(value, Dispatcher):
                assert value.py_func.__module__ in compiled


def made(factor: int) -> Callable[[int], int]:
    @jit.compiled
    def times(x: int) -> int:
        return factor * x

    return times


@needs_jit
def test_what_a_function_closes_over_counts() -> None:
    assert [made(factor)(5) for factor in (2, 3)] == [10, 15]
    assert [made(factor)(5) for factor in (2, 3)] == [10, 15]


@needs_jit
def test_a_damaged_file_is_compiled_anew(tmp_path: Path) -> None:
    times: Any = made(4)
    times._cache = code_cache.CodeCache(times.py_func, tmp_path)
    assert times(5) == 20
    (file,) = tmp_path.glob("*.code")
    whole = file.read_bytes()
    for damage in (b"", whole[: len(whole) // 2], pickle.dumps("another")):
        file.write_bytes(damage)
        again: Any = made(4)
        again._cache = code_cache.CodeCache(again.py_func, tmp_path)
        assert again(5) == 20
        assert not again.stats.cache_hits
        assert file.read_bytes() != damage


def test_folders_that_nobody_uses_are_removed(tmp_path: Path) -> None:
    ours, recent, old = (tmp_path / (sign * 16) for sign in "0ab")
    other = tmp_path / "notes"
    for folder in (ours, recent, old, other):
        (folder / "module").mkdir(parents=True)
        (folder / "module" / "function.code").write_bytes(b"code")
    long_ago = time.time() - code_cache.UNUSED - 60
    for folder in (ours, old, other):
        os.utime(folder, (long_ago, long_ago))
    code_cache._key_folder(ours)
    code_cache.prune(tmp_path)
    assert {one.name for one in tmp_path.iterdir()} == {ours.name, recent.name, other.name}
