"""The OpenAPI description, with the messages of the WebSocket among its schemas."""

from typing import Any, Final

from fastapi import FastAPI
from pydantic import TypeAdapter

from cubarium.server.api.messages import MESSAGES, AnyRequest

REFERENCE: Final = "#/components/schemas/{model}"
REQUEST, MESSAGE = "SocketRequest", "SocketMessage"
"""What a client sends, what the server sends."""


def describe(app: FastAPI) -> None:
    """Let an app describe itself whole."""
    described = app.openapi

    def whole() -> dict[str, Any]:
        if app.openapi_schema is None:
            schemas = described()["components"]["schemas"]
            asked: TypeAdapter[Any] = TypeAdapter(AnyRequest)
            _add(schemas, REQUEST, asked.json_schema(ref_template=REFERENCE))
            told = MESSAGES.json_schema(mode="serialization", ref_template=REFERENCE)
            _add(schemas, MESSAGE, told)
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = whole  # type: ignore[method-assign]


def _add(schemas: dict[str, Any], name: str, schema: dict[str, Any]) -> None:
    for part, described in schema.pop("$defs", {}).items():
        schemas.setdefault(part, described)
    schemas[name] = schema
