"""What parts of the package need beyond its base: extras, and the command that installs one."""

from importlib.util import find_spec
from typing import Final

from cubarium.core.errors import MissingExtra

MODULES: Final = {
    "engines": ("numba", "numpy"),
    "ray": ("ray",),
    "server": (
        "PIL",
        "alembic",
        "fastapi",
        "itsdangerous",
        "prometheus_client",
        "segno",
        "sqlalchemy",
        "starlette",
        "structlog",
        "uvicorn",
    ),
    "postgres": ("psycopg",),
    "research": ("PIL", "gymnasium", "numba", "numpy", "pettingzoo"),
    "parquet": ("pyarrow",),
}
"""Extra -> the modules that it brings and that we import."""
PURPOSES: Final = {
    "engines": "engines, analyses and exact answers",
    "ray": "matches and self-play on several machines",
    "server": "the table server and its tools",
    "postgres": "tables in PostgreSQL",
    "research": "environments for programs that learn",
    "parquet": "tables of games as Parquet",
}


def is_installed(extra: str) -> bool:
    """Is everything there that this extra brings? Imports nothing."""
    return all(find_spec(module) is not None for module in MODULES[extra])


def require(extra: str) -> None:
    """Raises MissingExtra, with the command that installs it."""
    if not is_installed(extra):
        raise missing(extra)


def missing(extra: str) -> MissingExtra:
    """The error, which is a sentence: what is missing, and the command that installs it."""
    return MissingExtra(extra, PURPOSES[extra])


def missing_for(error: ModuleNotFoundError) -> MissingExtra | None:
    """The extra that would have brought a module that was not found."""
    root = (error.name or "").partition(".")[0]
    for extra, modules in MODULES.items():
        if root in modules:
            return missing(extra)
    return None
