"""Wheels that are built, and fresh virtual environments that they are installed into."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).parent / "uv"


def uv(*words: str | Path, more: Mapping[str, str] | None = None) -> str:
    """Run uv; what it prints. What it says besides is in the failure."""
    done = subprocess.run(
        [UV, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **(more or {})},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def built(folder: Path, *kinds: str, source: Path = ROOT) -> Path:
    """The only wheel or sdist that a build from a source tree or an sdist makes."""
    uv("build", *kinds, "--out-dir", folder, source)
    (found,) = (one for one in folder.iterdir() if one.suffix in (".whl", ".gz"))
    return found


class Environment(NamedTuple):
    """A virtual environment away from the sources."""

    folder: Path

    @classmethod
    def locked(cls, folder: Path, wheel: Path, *extras: str) -> "Environment":
        """With what the lock file names for these extras, and the wheel."""
        made = cls(folder)
        uv("venv", "--quiet", "--python", sys.executable, folder)
        wanted = [word for extra in extras for word in ("--extra", extra)]
        place = {"UV_PROJECT_ENVIRONMENT": str(folder)}
        uv("sync", "--locked", "--no-dev", "--no-install-project", *wanted, more=place)
        uv("pip", "install", "--no-deps", "--python", folder, wheel)
        uv("pip", "check", "--python", folder)
        return made

    @classmethod
    def lowest(cls, folder: Path, wheel: Path) -> "Environment":
        """With everything, each direct dependency at the lowest version that it may have."""
        made = cls(folder)
        uv("venv", "--quiet", "--python", sys.executable, folder)
        low = ("--resolution", "lowest-direct", "--python", folder)
        uv("pip", "install", *low, "-r", "pyproject.toml", "--all-extras")
        uv("pip", "install", "--no-deps", "--python", folder, wheel)
        return made

    def program(self, name: str) -> str:
        return str(self.folder / "bin" / name)

    def environ(self, *, jit: bool = False, warnings: str = "error") -> dict[str, str]:
        """Nothing of ours; compiling would take longer than what is asked for."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        away = {"XDG_DATA_HOME": str(self.folder / "data"), "PYTHONWARNINGS": warnings}
        return kept | away | ({} if jit else {"NUMBA_DISABLE_JIT": "1"})

    def run(
        self, program: str, *words: str, typed: str = "", jit: bool = False, warnings: str = "error"
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, away from the sources."""
        return subprocess.run(
            [self.program(program), *words],
            capture_output=True,
            text=True,
            input=typed,
            cwd=self.folder,
            env=self.environ(jit=jit, warnings=warnings),
            check=False,
        )

    def says(self, *words: str, typed: str = "", jit: bool = False) -> str:
        """What `cubarium` prints; it must end well."""
        done = self.run("cubarium", *words, typed=typed, jit=jit)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def refuses(self, *words: str) -> str:
        """The sentence with which `cubarium` refuses; with code 2, and nothing printed."""
        done = self.run("cubarium", *words)
        assert (done.returncode, done.stdout) == (2, ""), (words, done.stdout, done.stderr)
        return done.stderr

    def packages(self) -> dict[str, str]:
        """The packages that are installed, with their versions."""
        listed = subprocess.run(
            [UV, "pip", "list", "--format", "freeze", "--python", self.folder],
            capture_output=True,
            text=True,
            check=True,
        )
        pairs = (line.partition("==") for line in listed.stdout.splitlines())
        return {name: version for name, _, version in pairs}
