"""How compiled code is compiled: entries, which Python calls, and parts, which others take in.

numba optimises every function with all that it calls, and makes machine code of it. For a part both
are in vain: its caller takes it in and optimises it again. So parts are linked, no more, and
entries are compiled as usual.

Arrays are **borrowed**: the caller in Python holds those that it hands to an entry until the entry
returns, and entries neither return nor keep an array. So nothing counts references to them. numba
would, atomically, whenever a view is made: that took most of the time of searches. All that an
entry takes in is internal to it, so that LLVM inlines it where that pays.

Of numba's insides this needs the steps of a library's end, how environments are set, how a function
gets its arguments, and the pass that lowers it. `jit` uses it with versions of numba that were
tried.
"""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.errors import UnsupportedError
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering

Untyped: TypeAlias = Any
"""What numba and llvmlite have no types for."""

_PART: Final = "part"
_ENTRY: Final = "entry"
_COUNTING: Final = "NRT_incref"
"""What is left of an entry that makes views of arrays of its own."""


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """An entry with all that it takes in, which nothing else calls."""

    def _optimize_final_module(self) -> None:
        """Numba's name for it."""
        for function in self.taken_in():
            function.linkage = "internal"
        super()._optimize_final_module()
        if any(function.name == _COUNTING for function in self._final_module.functions):
            raise UnsupportedError(
                "an entry counts references to an array that it makes itself: fill it one by one, "
                "or let Python make it"
            )

    def taken_in(self) -> Iterator[Untyped]:
        """The functions of others."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name.startswith("linkonce"):
                yield function


class BorrowingLower(Lower):  # type: ignore[misc]
    """Lowers a function whose callers hold its arrays. One that returns a view of an array counts
    references, as numba does, so that the view may outlive what it was made of."""

    def extract_function_arguments(self) -> list[Untyped]:
        """Numba's name for it. Arrays have no owner here."""
        values: list[Untyped] = super().extract_function_arguments()
        name, kinds = self.fndesc.qualname, self.fndesc.argtypes
        for kind in self.fndesc.typemap.values():
            if may_keep_arrays(kind):
                raise UnsupportedError(f"{name} borrows its arrays, and might keep one in a {kind}")
        if not has_arrays(self.fndesc.restype):
            values = [self._borrowed(*pair) for pair in zip(kinds, values, strict=True)]
        elif isinstance(self.library, EntryLibrary):
            raise UnsupportedError(f"{name} is an entry: it returns an array, which it may not")
        self.fnargs = values
        return values

    def _borrowed(self, kind: types.Type, value: Untyped) -> Untyped:
        if isinstance(kind, types.Array):
            array = self.context.make_array(kind)(self.context, self.builder, value)
            array.meminfo = array.meminfo.type(None)
            return array._getvalue()
        if isinstance(kind, types.BaseTuple):
            for at, part in enumerate(kind.types):
                if has_arrays(part):
                    held = self._borrowed(part, self.builder.extract_value(value, at))
                    value = self.builder.insert_value(value, held, at)
        return value


def may_keep_arrays(kind: types.Type) -> bool:
    """Could it keep an array for longer than its lender holds it?"""
    if isinstance(kind, types.ClassInstanceType | types.Generator):
        return True
    if not isinstance(kind, types.List | types.Set | types.ListType | types.DictType):
        return False
    parts = (getattr(kind, name, types.none) for name in ("dtype", "item_type", "value_type"))
    return any(map(has_arrays, parts))


def has_arrays(kind: types.Type) -> bool:
    """Is it an array, or does it hold one?"""
    if isinstance(kind, types.BaseTuple):
        return any(map(has_arrays, kind.types))
    return isinstance(kind.type if isinstance(kind, types.Optional) else kind, types.Array)


@register_pass(mutates_CFG=True, analysis_only=False)
class BorrowingLowering(NativeLowering):  # type: ignore[misc]
    """The pass that lowers functions so."""

    _name = "borrowing_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        return BorrowingLower


class BorrowingCompiler(Compiler):  # type: ignore[misc]
    """Compiles functions that borrow their arrays."""

    def define_pipelines(self) -> list[PassManager]:
        """Numba's name for it."""
        pipelines: list[PassManager] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [
                (BorrowingLowering if one is NativeLowering else one, why)
                for one, why in pipeline.passes
            ]
            pipeline.finalize()
        return pipelines


class _PartCodegen:
    """What is asked of a code generator when a part is compiled."""

    def set_env(self, name: str, environment: object) -> None:
        """A part does not run by itself: EntryCompiler does this for its callers."""


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code to be linked into other code."""

    codegen = _PartCodegen()

    def _optimize_final_module(self) -> None:
        """Its callers do."""

    def _finalize_final_module(self) -> None:
        """It is complete; no machine code is made of it."""
        self._finalize_dynamic_globals()
        self._finalized = True


class PartCompiler(BorrowingCompiler):
    """Compiles into such a library."""

    def __init__(self, typing: object, target: Untyped, library: object, *rest: object) -> None:
        if library is None:
            library = PartLibrary(target.codegen(), _PART)
        super().__init__(typing, target, library, *rest)


class EntryCompiler(BorrowingCompiler):
    """Compiles what Python calls, with the parts that it takes in."""

    def __init__(self, typing: object, target: Untyped, library: object, *rest: object) -> None:
        if library is None:
            library = EntryLibrary(target.codegen(), _ENTRY)
            library.enable_object_caching()
        super().__init__(typing, target, library, *rest)

    def compile_extra(self, function: object) -> CompileResult:
        """Numba's name for it."""
        result = super().compile_extra(function)
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)
        return result
