"""Which sources compiled code depends on, and one short name for what they say.

numba looks at a function's own file alone, while compiled code holds whatever it calls, and the
numbers that it reads. So the key is made of all modules that have compiled functions, of what they
import inside their package, and of the data that those files name. The rest may change as it likes.

Imports are found by a pattern, not by parsing: this runs at every start. tests/core proves that the
pattern finds what the parser does.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+([\w., \t]+))",
    re.MULTILINE,
)
_NAME: Final = re.compile(r"[\w.]+")
_DATA: Final = re.compile(r'"([\w-]+\.json)"')
_JIT: Final = "cubarium.jit"
_NOTHING_COMPILED: Final = "cubarium.jit.ENABLED"


class Sources:
    """The modules of one package, each read once. `folder` is the one that holds the package."""

    def __init__(self, folder: Path, package: str) -> None:
        self._folder = folder
        self._package = package
        self._texts: dict[str, str] = {}
        self._files: dict[str, Path | None] = {}

    def compiled(self) -> set[str]:
        """What the compiled code of the package depends on: one set for all of it, because searches
        find the operations of games by the type of a state, not by an import."""
        return self.closure(name for name in self.modules() if self._has_compiled(name))

    def closure(self, modules: Iterable[str]) -> set[str]:
        """These modules, and all of the package that they import, at first or second hand."""
        found: set[str] = set()
        waiting = list(modules)
        while waiting:
            module = waiting.pop()
            if module not in found:
                found.add(module)
                waiting += self.imports(module)
        return found

    def imports(self, module: str) -> set[str]:
        """What a module imports from its package anywhere, inside functions too."""
        found = set()
        for name in self._imported_names(module):
            for dotted in (name, name.rpartition(".")[0]):
                if dotted and self.file(dotted):
                    found.add(dotted)
                    break
        return found

    def digest(self, modules: Iterable[str], *more: object) -> str:
        """A short name for the modules, the data that they name, and whatever else counts."""
        made = hashlib.sha256(repr(more).encode())
        for module in sorted(modules):
            made.update(f"\n{module}\n{self._text(module)}".encode())
            for name in sorted(set(_DATA.findall(self._text(module)))):
                data = self._path(module).parent / name
                if data.is_file():
                    made.update(data.read_bytes())
        return made.hexdigest()[:16]

    def file(self, module: str) -> Path | None:
        """Where a module of the package is; None: it is none."""
        if module not in self._files:
            self._files[module] = self._found(module)
        return self._files[module]

    def modules(self) -> Iterator[str]:
        """All modules of the package."""
        for path in (self._folder / self._package).rglob("*.py"):
            *above, name = path.relative_to(self._folder).with_suffix("").parts
            module = ".".join(above if name == "__init__" else (*above, name))
            self._files[module] = path
            yield module

    def _found(self, module: str) -> Path | None:
        above, _, name = module.rpartition(".")
        folder = self._folder
        if above:
            package = self.file(above)
            if package is None or package.name != "__init__.py":
                return None  # a name that is made in a module
            folder = package.parent
        elif name != self._package:
            return None
        for file in (folder / name / "__init__.py", folder / f"{name}.py"):
            if file.is_file():
                return file
        return None

    def _path(self, module: str) -> Path:
        path = self.file(module)
        if path is None:
            raise ModuleNotFoundError(f"there is no module {module} in {self._folder}")
        return path

    def _has_compiled(self, module: str) -> bool:
        if "jit" not in self._text(module):
            return False
        names = set(self._imported_names(module)) - {_NOTHING_COMPILED}
        return any(name == _JIT or name.startswith(f"{_JIT}.") for name in names)

    def _imported_names(self, module: str) -> Iterator[str]:
        for source, names, plain in _IMPORT.findall(self._text(module)):
            for name in _NAME.findall(plain or names):
                yield f"{source}.{name}" if source else name

    def _text(self, module: str) -> str:
        if module not in self._texts:
            self._texts[module] = self._path(module).read_text("utf-8")
        return self._texts[module]
