"""Rules broken on purpose: in the readable reading, in the kernel, or in both, some test notices.

Each mutant is a copy of the repository with one rule changed; the proofs that guard the rules run
on the copy and must fail.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.mutants import Broken, Edit
from tests.tables import REAL

ROOT = Path(__file__).parents[2]
READABLE = ("tests/rulebook", "tests/laws/test_twins.py")
SECRET = tuple(
    path for name in REAL if (ROOT / (path := f"tests/{name}/test_secrets.py")).is_file()
)
PROOFS = {
    "rules": READABLE,
    "kernel": ("tests/laws/test_kernel.py",),
    "both": READABLE,
    "secrets": SECRET,
}
"""The proofs that must notice; the quickest first."""


WHERE = ("rules", "kernel", "both", "secrets")


def mutants() -> Iterator[tuple[str, str, str, list[Edit]]]:
    for name in REAL:
        broken: Broken = import_module(f"tests.mutants.{name}").BROKEN
        for rule, edits in broken.items():
            for where in WHERE:
                parts = ("rules", "kernel") if where == "both" else (where,)
                chosen = [edit for part in parts if part in edits for edit in edits[part]]
                if chosen and (where != "both" or len(edits) > 1):
                    yield name, rule, where, chosen


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the sources and their tests; the mutants themselves stay out."""
    target = tmp_path / "copy"
    ignored = shutil.ignore_patterns("__pycache__", "mutants", "cli", "play")
    shutil.copytree(
        ROOT / "cubarium", target / "cubarium", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copytree(ROOT / "tests", target / "tests", ignore=ignored)
    shutil.copytree(ROOT / "scripts", target / "scripts")
    shutil.copytree(ROOT / "docs" / "rules", target / "docs" / "rules")
    shutil.copy(ROOT / "pyproject.toml", target)
    return target


def run_proofs(copy: Path, game: str, proofs: Iterable[str]) -> subprocess.CompletedProcess[str]:
    """The proofs on the copy, without the JIT: quick to start, and the sources are what runs."""
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": str(copy),
        "HYPOTHESIS_PROFILE": "unshrunk",  # that they fail is enough
    }
    for name in ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG", "PYTEST_XDIST_WORKER"):
        environment.pop(name, None)
    only = ["-m", "not compiled", "-k", game]
    command = [sys.executable, "-m", "pytest", "-x", "-q", *only, *proofs]
    return subprocess.run(
        [*command, "-p", "no:cacheprovider"],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.compiled
@pytest.mark.parametrize("game", REAL)
def test_the_proofs_pass_on_an_honest_copy(copy: Path, game: str) -> None:
    done = run_proofs(copy, game, {proof for some in PROOFS.values() for proof in some})
    assert done.returncode == 0, done.stdout


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "rule", "where", "edits"),
    list(mutants()),
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_broken_rule_is_noticed(
    copy: Path, game: str, rule: str, where: str, edits: list[Edit]
) -> None:
    for edit in edits:
        source = (copy / edit.file).read_text("utf-8")
        assert source.count(edit.old) == 1, f"{edit.file} has changed: mend the mutant {rule!r}"
        (copy / edit.file).write_text(source.replace(edit.old, edit.new), "utf-8")
    done = run_proofs(copy, game, PROOFS[where])
    assert done.returncode == 1, f"nobody noticed ({game}, {where}): {rule}\n{done.stdout}"
    assert "failed" in done.stdout
