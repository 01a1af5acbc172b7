"""Parts of compiled code are compiled within whoever calls them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cubarium import code_cache, jit
from cubarium.part_compiler import PartLibrary

pytestmark = pytest.mark.compiled


def _double(number: Any) -> Any:
    return 2 * number


double: Any = jit.helper(_double)


def _quadruple(number: Any) -> Any:
    return double(double(number))


quadruple: Any = jit.helper(_quadruple)


def _eightfold(number: Any) -> Any:
    return double(quadruple(number))


def _tell(number: Any) -> Any:
    print("told", number)  # which needs the environment of the function
    return number


tell: Any = jit.helper(_tell)


def _tell_twice(number: Any) -> Any:
    return tell(tell(number))


def entry(function: Callable[[Any], Any], folder: Path) -> Any:
    """Compiled, and kept in a folder of the test's own."""
    made: Any = jit.compiled(function)
    made._cache = code_cache.CodeCache(function, folder)
    return made


def test_parts_have_no_code_of_their_own(tmp_path: Path) -> None:
    eightfold = entry(_eightfold, tmp_path)
    assert eightfold(5) == 40
    for part in (double, quadruple):
        (made,) = part.compiled.overloads.values()
        assert isinstance(made.library, PartLibrary)
        assert not made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
    (made,) = eightfold.overloads.values()
    assert made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
    assert " call " not in str(made.library.get_function(made.fndesc.llvm_func_name))


def test_parts_run_in_the_interpreter_too() -> None:
    assert quadruple(3) == 12


def test_parts_have_their_environments(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Where they are compiled, and where the code of whoever took them in is read again."""
    for hits in (0, 1):
        twice = entry(_tell_twice, tmp_path)
        assert twice(7) == 7
        assert capsys.readouterr().out == "told 7\ntold 7\n"
        assert sum(twice.stats.cache_hits.values()) == hits


NEWER = """\
import numba
numba.__version__ = "0.999.0"
from cubarium import jit
from cubarium.cli.main import main
assert jit.PART["pipeline_class"] is numba.core.compiler.Compiler
main()
"""


def test_a_numba_that_nobody_has_tried_compiles_in_its_own_way(tmp_path: Path) -> None:
    count = ["perft", "quixo", "3", "--size", "3", "--reading", "kernel"]
    told = subprocess.run(
        [sys.executable, "-c", NEWER, *count],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        check=False,
    )
    assert (told.returncode, told.stdout) == (0, "6332\n"), told.stderr
