"""Parts of compiled code are compiled within whoever calls them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.errors import NumbaError

from cubarium import jit
from cubarium.jit import code_cache
from cubarium.jit.part_compiler import PartLibrary

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


def entry(function: Callable[..., Any], folder: Path) -> Any:
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


def _first(row: Any) -> Any:
    return row[1:]


first: Any = jit.helper(_first)


def _sum_of_views(numbers: Any, pair: Any) -> Any:
    total = 0
    for at in range(len(numbers)):
        row = numbers[at]
        total += first(row)[0] + pair[1][at]
    return total


def test_borrowed_arrays_are_not_counted(tmp_path: Path) -> None:
    """Neither those that are arguments, nor those within, nor views of them."""
    made = entry(_sum_of_views, tmp_path)
    numbers = np.arange(6).reshape(2, 3)
    assert made(numbers, (1, numbers[:, 0])) == 1 + 0 + 4 + 3
    (result,) = made.overloads.values()
    names = {function.name for function in result.library._final_module.functions}
    assert "NRT_incref" not in names
    assert "atomicrmw" not in str(result.library._final_module)
    assert sys.getrefcount(numbers) == 2


def _returned(numbers: Any) -> Any:
    return numbers[1:]


def _returned_within(numbers: Any) -> Any:
    return 1, numbers


def _kept(numbers: Any) -> Any:
    kept = [numbers]
    return len(kept)


def _counted(numbers: Any) -> Any:
    numbers[0:2] = numbers[1:3]  # they overlap: a copy is made
    return numbers[0]


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (_returned, "returns an array"),
        (_returned_within, "returns an array"),
        (_kept, "might keep one in a .*list"),
        (_counted, "counts references"),
    ],
)
def test_an_entry_neither_returns_nor_keeps_an_array(
    tmp_path: Path, function: Callable[[Any], Any], why: str
) -> None:
    with pytest.raises(NumbaError, match=why):
        entry(function, tmp_path)(np.arange(3))


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
