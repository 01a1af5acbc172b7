"""What every schema is made of."""

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from cubarium.core import turn
from cubarium.core.scene import Motion

Turn: TypeAlias = Annotated[turn.Turn, Field(discriminator="kind")]
Steps: TypeAlias = Sequence[Sequence[Motion]]
"""The phases of an animation; the motions of one phase go together."""


COMPLETE: Final = ConfigDict(
    frozen=True,
    from_attributes=True,
    use_attribute_docstrings=True,
    json_schema_serialization_defaults_required=True,
)
"""What is sent has every field, whatever its default."""


class ResponseModel(BaseModel):
    """A part of an answer."""

    model_config = COMPLETE


class RequestModel(BaseModel):
    """The body of a request. What it does not know is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
