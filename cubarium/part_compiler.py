"""How parts of compiled code are compiled: functions that others take in, and nobody calls alone.

numba optimises every function with all that it calls, and makes machine code of it. For a part both
are in vain: whoever calls it takes it in and optimises it again. So parts are linked, no more, and
entries, which Python calls, are compiled as usual.

Of numba's insides this needs the two steps of a library's end, and how environments are set. `jit`
uses it with versions of numba that were tried.
"""

from typing import Any, Final

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult

_NAME: Final = "part"


class _PartCodegen:
    """What is asked of a code generator when a part is compiled."""

    def set_env(self, name: str, environment: object) -> None:
        """A part does not run by itself: EntryCompiler does this for whoever takes it in."""


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code to be linked into other code."""

    codegen = _PartCodegen()

    def _optimize_final_module(self) -> None:
        """Whoever takes it in does."""

    def _finalize_final_module(self) -> None:
        """It is complete; no machine code is made of it."""
        self._finalize_dynamic_globals()
        self._finalized = True


class PartCompiler(Compiler):  # type: ignore[misc]
    """Compiles into such a library."""

    def __init__(self, typing: object, target: Any, library: object, *rest: object) -> None:
        if library is None:
            library = PartLibrary(target.codegen(), _NAME)
        super().__init__(typing, target, library, *rest)


class EntryCompiler(Compiler):  # type: ignore[misc]
    """Compiles what Python calls, with the parts that it takes in."""

    def compile_extra(self, function: object) -> CompileResult:
        """Numba's name for it."""
        result = super().compile_extra(function)
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)
        return result
