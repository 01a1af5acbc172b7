"""Where compiled code is kept between runs.

numba's own cache looks at a function's own file alone, and in one place for all programs. Ours is
apart from it, whatever was imported first and wherever numba keeps the code of others: a folder
named by all that compiled code depends on (see source_key), with one file for each function and
signature. Whoever changes a source gets another folder, and never meets what the old one compiled.
Folders that nobody has used for a month are removed when something new is kept.

The folder is `cubarium` in NUMBA_CACHE_DIR where somebody has set it, and the user's cache folder
otherwise. Where that can't be written, or others can write there (what is kept is code that will
run), it is a private one among the temporary files; a process that is started by this one finds the
same folder in each case. If there is none, nothing is kept.

Of numba's insides this needs a dispatcher's `_cache`, the two halves of a CompileResult's pickle,
`has_dynamic_globals` and `magic_tuple`.
"""

import hashlib
import os
import pickle
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import llvmlite
import numba
import numpy as np
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from platformdirs import user_cache_path

from cubarium.jit.source_key import Sources

PACKAGE: Final = "cubarium"
KEY: Final = re.compile(r"[0-9a-f]{16}")
UNUSED: Final = 30 * 24 * 60 * 60
"""Seconds after which a folder of compiled code is removed, if nobody has used it."""
SETTINGS: Final = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT")
"""Settings of numba that make other code from the same sources."""


class CodeCache(_Cache):  # type: ignore[misc]
    """Keeps the compiled code of one function, a file for each signature.

    There is no index of files, as numba has one: two processes that compile for different games at
    once can't mix up each other's entries.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._function = function
        self._folder = folder
        self._name = function.__qualname__.replace("<locals>", "")
        self._enabled = True

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code; None: there is none, or none that can be read."""
        if not self._enabled:
            return None
        target_context.refresh()
        wanted = self._key(sig, target_context.codegen())
        try:
            with self._path(wanted).open("rb") as file:
                if pickle.load(file) != wanted:
                    return None
                return CompileResult._rebuild(target_context, *pickle.load(file))
        except FileNotFoundError:
            return None
        except Exception:  # noqa: BLE001  (whatever a damaged file raises: it is made anew)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep it, if the disk allows: next time it would only be compiled again."""
        if not self._enabled or data.library.has_dynamic_globals:
            return
        key = self._key(sig, data.codegen)
        code = dumps(key) + dumps(data._reduce())
        path = self._path(key)
        written = path.with_suffix(f".{uuid4().hex[:16]}")
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            prune(self._folder.parents[1])
            try:
                written.write_bytes(code)
                written.replace(path)  # whole, or not at all
            finally:
                written.unlink(missing_ok=True)

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        for path in self._folder.glob(f"{self._name}-*.code"):
            path.unlink(missing_ok=True)

    def _key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        arguments = sig if isinstance(sig, tuple) else sig.args
        classes = [made for made in map(_class_of, arguments) if made is not None]
        classes += [type(cell.cell_contents) for cell in self._function.__closure__ or ()]
        kernels = [sorted(_OUTER_KERNELS.get(made, ())) for made in classes]
        return sig, classes, kernels, codegen.magic_tuple(), self._identity()

    def _identity(self) -> tuple[int, str]:
        """Functions of one name are told apart by their line and by what they close over."""
        cells = self._function.__closure__ or ()
        closed = dumps(tuple(cell.cell_contents for cell in cells)) if cells else b""
        return self._function.__code__.co_firstlineno, hashlib.sha256(closed).hexdigest()

    def _path(self, key: tuple[Any, ...]) -> Path:
        name = hashlib.sha256(repr((str(key[0]), *key[1:])).encode()).hexdigest()[:24]
        return self._folder / f"{self._name}-{name}.code"


_OUTER_KERNELS: dict[type, set[str]] = {}
"""The keys of operations outside this package, by their class of packed states."""


def depends(packed: type, function: Callable[..., Any]) -> None:
    """Compiled code that gets such packed states depends on this operation."""
    key = key_of(function)
    if key != package_key():
        _OUTER_KERNELS.setdefault(packed, set()).add(key)


def attach(dispatcher: Any) -> None:
    """Keep what a dispatcher compiles in a place of ours."""
    base = base_folder()
    if base is not None:
        function = dispatcher.py_func
        folder = _key_folder(base / key_of(function)) / function.__module__
        dispatcher._cache = CodeCache(function, folder)


@cache
def _key_folder(folder: Path) -> Path:
    """The folder of a key, marked as used today."""
    with suppress(OSError):
        os.utime(folder)
    return folder


@cache
def prune(base: Path) -> None:
    """Remove what other versions have compiled, once in a process. Whoever still needs it compiles
    it again."""
    used = {one: one.stat().st_mtime for one in base.iterdir() if KEY.fullmatch(one.name)}
    for folder, last in used.items():
        if last < max(used.values()) - UNUSED:  # the newest is in use now
            shutil.rmtree(folder, ignore_errors=True)


def key_of(function: Callable[..., Any]) -> str:
    """What the code of a function depends on: of a function elsewhere, its own package too."""
    package, _, inner = function.__module__.partition(".")
    if package == PACKAGE:
        return package_key()
    file = Path(function.__code__.co_filename)
    depth = function.__module__.count(".") + (file.name == "__init__.py")
    if not inner or len(file.parents) <= depth:
        return _digest_of(file)
    return _outer_key(file.parents[depth], function.__module__)


@cache
def package_key() -> str:
    """One key for all compiled code of this package."""
    sources = Sources(Path(__file__).parents[2], PACKAGE)
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    settings = tuple(getattr(numba.config, name, None) for name in SETTINGS)
    return sources.digest(sources.compiled(), versions, settings)


@cache
def _outer_key(folder: Path, module: str) -> str:
    sources = _outer_sources(folder, module.partition(".")[0])
    return sources.digest(sources.closure([module]), package_key())


@cache
def _outer_sources(folder: Path, package: str) -> Sources:
    return Sources(folder, package)


@cache
def _digest_of(file: Path) -> str:
    text = file.read_bytes() if file.is_file() else uuid4().bytes  # typed in: no two are the same
    return hashlib.sha256(package_key().encode() + text).hexdigest()[:16]


@cache
def base_folder() -> Path | None:
    """The folder for all keys; None: nowhere can be written."""
    chosen = numba.config.CACHE_DIR
    usual = Path(chosen) / PACKAGE if chosen else user_cache_path(PACKAGE) / "numba"
    for folder in (usual, Path(tempfile.gettempdir()) / f"{PACKAGE}-{_user()}"):
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK) and _private(folder):
                return folder
    return None


def _private(folder: Path) -> bool:
    """Ours alone? Whoever writes there decides what runs here."""
    about = folder.lstat()
    ours = not hasattr(os, "getuid") or (
        about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    )
    return ours and stat.S_ISDIR(about.st_mode)


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def _class_of(argument: Any) -> type | None:
    """The class of a packed state: numba's names for types leave out where a class is from."""
    made: type | None = getattr(argument, "instance_class", None)
    return made
