"""Rules broken on purpose: in the readable reading, or in the kernel, some test notices.

Each mutant is a fork of this process that forgets our modules and loads them anew, one rule of
their sources changed on the way; the proofs that guard the rules run there, and must fail.
"""

import gc
import importlib
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NoReturn

import numba
import pytest

from tests.mutants import Broken, Edit
from tests.tables import REAL

ROOT = Path(__file__).parents[2]
KERNEL = "tests/laws/test_kernel.py::test_kernel_and_rules_agree"
PROOFS = {
    "rules": ("tests/rulebook", "tests/laws/test_twins.py"),
    "kernel": (f"{KERNEL}_in_the_rulebook", f"{KERNEL}_along_random_games"),
    "laws": tuple(
        f"tests/laws/test_{name}.py"
        for name in ("kernel", "determinize", "evaluation", "rollout_policy")
    ),
    "secrets": tuple(
        path for name in REAL if (ROOT / (path := f"tests/games/{name}/test_secrets.py")).is_file()
    ),
}
"""The proofs that must notice; the quickest first."""
PASSED, FAILED = 0, 1
"""Exit codes of pytest."""


def mutants() -> Iterator[tuple[str, str, str, list[Edit]]]:
    for name in REAL:
        broken: Broken = import_module(f"tests.mutants.{name}").BROKEN
        for rule, places in broken.items():
            for where, edits in places.items():
                yield name, rule, where, edits


def edited(edits: Iterable[Edit]) -> dict[str, str]:
    """The sources after these edits, by their paths."""
    sources: dict[str, str] = {}
    for edit in edits:
        path = str(ROOT / edit.file)
        source = sources.get(path) or Path(path).read_text("utf-8")
        assert source.count(edit.old) == 1, f"{edit.file} has changed: mend the mutant"
        sources[path] = source.replace(edit.old, edit.new)
    return sources


def run_proofs(game: str, proofs: Iterable[str], sources: dict[str, str], out: Path) -> int:
    """The proofs in a fork that loads these sources; pytest's exit code."""
    gc.freeze()  # or else the first collection of the fork copies all the memory
    child = os.fork()
    if not child:
        _prove(game, proofs, sources, out)
    gc.unfreeze()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _prove(game: str, proofs: Iterable[str], sources: dict[str, str], out: Path) -> NoReturn:
    code = 99
    try:
        gc.disable()
        sys.settrace(None)  # who measures coverage measures the honest sources
        threading.settrace(None)
        handle = os.open(out, os.O_WRONLY | os.O_CREAT, 0o600)
        for stream in (1, 2):
            os.dup2(handle, stream)
        sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
        _load_instead(sources, out.parent)
        os.environ["HYPOTHESIS_PROFILE"] = "unshrunk"  # that they fail is enough
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        code = pytest.main([*options, "--rootdir", str(ROOT), "-k", game, *proofs])
        sys.stdout.flush()
    finally:
        os._exit(int(code))


def _load_instead(sources: dict[str, str], folder: Path) -> None:
    """Forget our modules, and load them with these sources from now on. What is compiled of broken
    ones is kept in a folder of its own: the honest code goes by the same key."""
    if sources:
        numba.config.CACHE_DIR = str(folder / "numba")
    for name in [*sys.modules]:
        if name.partition(".")[0] in ("cubarium", "tests"):
            del sys.modules[name]
    usual = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        path = self.get_filename(name)
        if path not in sources:
            return usual(self, name)
        return self.source_to_code(sources[path], path)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]
    importlib.invalidate_caches()


@pytest.mark.parametrize(
    "game", [REAL[0], *(pytest.param(name, marks=pytest.mark.soak) for name in REAL[1:])]
)
def test_the_proofs_pass_on_the_honest_sources(tmp_path: Path, game: str) -> None:
    proofs = [proof for some in PROOFS.values() for proof in some]
    out = tmp_path / "out"
    assert run_proofs(game, proofs, {}, out) == PASSED, out.read_text()


def test_what_is_compiled_of_a_mutant_is_kept_apart(tmp_path: Path) -> None:
    child = os.fork()
    if not child:
        try:
            _load_instead({"broken.py": ""}, tmp_path)
            found = import_module("cubarium.jit.code_cache").base_folder()
            (tmp_path / "found").write_text(str(found))
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert (tmp_path / "found").read_text() == str(tmp_path / "numba" / "cubarium")


@pytest.mark.parametrize(
    ("game", "rule", "where", "edits"),
    list(mutants()),
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_broken_rule_is_noticed(
    tmp_path: Path, game: str, rule: str, where: str, edits: list[Edit]
) -> None:
    out = tmp_path / "out"
    code = run_proofs(game, PROOFS[where], edited(edits), out)
    told = out.read_text()
    assert code == FAILED, f"nobody noticed ({game}, {where}): {rule}\n{told}"
    assert "failed" in told
