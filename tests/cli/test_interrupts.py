"""Ctrl-C at the table of `cubarium play`, in a process of its own."""

import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cubarium.cli.terminal import warm_up
from tests.cli.test_commands import spawn
from tests.cli.test_play import kept


def until(process: Any, text: str) -> str:
    seen = ""
    while text not in seen:
        sign = process.stdout.read(1)
        assert sign, seen
        seen += sign
    return seen


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ("person,level2", "X> "),
        pytest.param(
            "level2,person",
            warm_up.GETTING_READY,
            marks=pytest.mark.compiled,
        ),
    ],
)
def test_ctrl_c_while_the_engine_is_made_ready(
    seats: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cold"))
    with spawn("play", "quixo", "--plain", f"--seats={seats}") as game:
        until(game, said)
        time.sleep(0.2)
        game.send_signal(signal.SIGINT)
        begun = time.monotonic()
        output, _ = game.communicate(timeout=20)
    assert time.monotonic() - begun < 5
    assert game.returncode == 130
    assert output.strip(" .\n") == ""


def pressed(game: "subprocess.Popen[str]") -> str:
    """Press Ctrl-C, and again if it is not heard: Python passes over one that comes while it cleans
    up, or while coverage looks on. What was printed since."""
    for _ in range(3):
        game.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return game.communicate(timeout=10)[0]
    raise AssertionError("Ctrl-C is not heard")


def test_ctrl_c_while_an_engine_thinks(tmp_path: Path) -> None:
    words = ["play", "quixo", "--plain", "--seats=level1,engine", "--seconds=100"]
    with spawn(*words) as game:
        until(game, "X (Level 1) plays")
        time.sleep(0.5)
        output = pressed(game)
    assert game.returncode == 130
    assert "Traceback" not in output
    assert "play --resume" in output
    assert '[Seat1Engine "engine"]' in kept(tmp_path).read_text("utf-8")
