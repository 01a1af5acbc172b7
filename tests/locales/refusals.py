"""What the server says with each code when it refuses something, read from its own source."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cubarium.match.command_rules import SessionRefusal
from cubarium.match.match import MatchRefusal

PACKAGE: Final = Path(__file__).parents[2] / "cubarium"
ERRORS: Final = frozenset({"ApiError", "CommandRefused", "_refused"})
REASONS: Final = {
    **{("R", one.name): str(one) for one in SessionRefusal},
    **{
        (kind.__name__, one.name): str(one)
        for kind in (SessionRefusal, MatchRefusal)
        for one in kind
    },
}


def sentences() -> dict[str, set[str]]:
    """Every sentence of the server, by its code; `…` stands for what is filled in."""
    found: dict[str, set[str]] = defaultdict(set)
    for folder in ("server", "match"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            for scope in ast.walk(tree):
                if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
                    for code, sentence in _raised(scope):
                        found[code].add(sentence)
    return dict(found)


def _raised(scope: ast.AST) -> Iterator[tuple[str, str]]:
    known = {
        node.targets[0].id: text
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and (text := _text(node.value))
    }
    for node in ast.walk(scope):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id not in ERRORS:
            continue
        codes = [code for one in node.args[:2] if (code := _code(one))]
        message = node.args[-1]
        sentence = known.get(message.id) if isinstance(message, ast.Name) else _text(message)
        if codes and sentence:
            yield codes[0], sentence


def _code(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return REASONS.get((node.value.id, node.attr))
    return None


def _text(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "…" for part in node.values)
    return None
