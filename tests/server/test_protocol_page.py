"""The page for those who write clients names every refusal, command and message."""

import re
from pathlib import Path

from cubarium.core.lawful_game import Foreign
from cubarium.database.database import prepared
from cubarium.match import commands
from cubarium.match.command_rules import SessionRefusal
from cubarium.match.commands import Command
from cubarium.match.match import MatchRefusal
from cubarium.schema.model import RequestModel, ResponseModel
from cubarium.server.app import make_app
from cubarium.server.server_configuration import ServerConfiguration
from cubarium.tables import messages

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
CODE = re.compile(
    r'ApiError\(\s*\d+,\s*"(\w+)"|code="(\w+)"|: \("(\w+)", "[A-Z]|\d{3}: "(\w+_\w+)"'
)


def test_every_code_is_on_the_page() -> None:
    codes = {str(code) for code in (*MatchRefusal, *SessionRefusal, *Foreign)}
    for path in (ROOT / "cubarium" / "server").rglob("*.py"):
        for found in CODE.findall(path.read_text("utf-8")):
            codes.update(filter(None, found))
    assert len(codes) > 40
    assert sorted(code for code in codes if f"`{code}`" not in PAGE) == []


def test_every_address_on_the_page_is_there(tmp_path: Path) -> None:
    engine = prepared(tmp_path)
    app = make_app(ServerConfiguration(), engine)
    engine.dispose()
    described = app.openapi()
    there = {re.sub(r"{\w+}", "ID", path) for path in described["paths"]} | {app.openapi_url}
    named = set(re.findall(r"/api/[\w./]+", PAGE))
    assert len(named) > 8
    assert sorted(named - there) == []
    schemas = re.findall(r"`(Socket\w+)`", PAGE)
    assert {*schemas} == {"SocketRequest", "SocketMessage"}
    assert {*schemas} <= set(described["components"]["schemas"])


def test_every_command_and_message_is_on_the_page() -> None:
    kinds = {
        str(kind.model_fields["type"].default)
        for kind in (*vars(messages).values(), *vars(commands).values())
        if isinstance(kind, type)
        and issubclass(kind, RequestModel | ResponseModel | Command)
        and "type" in kind.model_fields
    }
    assert {"move", "mute", "join", "ack", "removed"} <= kinds
    named = set(re.findall(r'`(\w+)`|"type": ?"(\w+)"', PAGE))
    words = {word for pair in named for word in pair} | {"removed"}
    assert sorted(kinds - words) == []
