"""The language of what is read: `?lang=` of rules pages and courses."""

from typing import Annotated, TypeAlias

from fastapi import Query

from cubarium.rulebook.translations import UnknownLanguage, check_language
from cubarium.tables.errors import ApiError

Language: TypeAlias = Annotated[
    str, Query(max_length=20, description="A language that is offered, as BCP 47 names it.")
]


def known_language(language: str) -> str:
    """A language that is offered. Raises ApiError."""
    try:
        return check_language(language)
    except UnknownLanguage as error:
        raise ApiError(404, "no_such_language", f"{str(error).capitalize()}.") from error
