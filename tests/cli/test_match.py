"""`cubarium match`: who is stronger, in numbers that can be trusted."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from rich.console import Console

from cubarium import records
from cubarium.cli import match_run
from cubarium.engines import ugi_engine
from cubarium.tournament.tournament import PlayedRound, play_rounds
from tests.cli.test_commands import bad, good, run
from tests.engines.programs import BADLY, ours, script

MATCH = ["match", "quixo", "--size=3", "--workers=1", "--plain", "--ply-limit=20"]


def test_two_contenders() -> None:
    text = good(*MATCH, "random", "random", "--pairs=3")
    assert "| random against random' | 6 |" in text
    assert text.isascii()
    assert "6 games of" in text


def test_several_contenders_as_json_with_records_and_a_plot(tmp_path: Path) -> None:
    plot, games = tmp_path / "plot.svg", tmp_path / "games.txt"
    told = good(
        *MATCH, "random", "level1", "random;name=third", "--pairs=2", "--nodes=5", "--json",
        f"--plot={plot}", f"--records={games}",
    )  # fmt: skip
    report = json.loads(told)
    assert [one["name"] for one in report["contenders"]] == ["random", "level1", "third"]
    assert len(report["matches"]) == 3
    assert (report["rounds"], report["games"], report["is_complete"]) == (6, 12, True)
    assert sum(one["score"] for one in report["contenders"]) == pytest.approx(1.5)
    assert len(records.read(games.read_text("utf-8"))) == 12
    assert plot.read_text("utf-8").count("<circle") == 3
    assert "exists already" in bad(2, *MATCH, "random", "random", f"--plot={plot}")
    good(*MATCH, "random", "random", "--pairs=1", f"--plot={plot}", "--force")


def test_on_a_terminal_tables_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Console(force_terminal=True, width=140)
    monkeypatch.setattr(match_run, "console", lambda **_: out)
    words = [word for word in MATCH if word != "--plain"]
    with out.capture() as shown:
        run(*words, "random", "random", "--pairs=1")
    assert "Ratings, against the average" in shown.get()
    assert "━" in shown.get()


def test_a_gauntlet() -> None:
    told = good(*MATCH, "random", "random", "random", "--gauntlet", "--pairs=1", "--json")
    names = [one["names"] for one in json.loads(told)["matches"]]
    assert names == [["random", "random'"], ["random", "random''"]]


def test_three_seats() -> None:
    text = good(
        "match", "cage", "--players=3", "random", "random", "random", "--pairs=1", "--workers=1",
        "--plain", "--ply-limit=6",
    )  # fmt: skip
    assert "Ratings" in text
    assert "against random" not in text


def test_openings_from_a_file(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("a1a3 c1c3\nb1b3\n", "utf-8")
    told = good(*MATCH, "random", "random", f"--openings={book}", "--json")
    assert json.loads(told)["rounds"] == 2
    assert "--plies is for random" in bad(
        2, *MATCH, "random", "random", f"--openings={book}", "--plies=2"
    )


def test_sprt_stops_by_itself() -> None:
    told = good(
        *MATCH, "level3", "random", "--nodes=50", "--pairs=60", "--sprt=0,200", "--json"
    )  # fmt: skip
    report = json.loads(told)
    assert report["sprt"]["verdict"] == "stronger"
    assert report["rounds"] < 60
    text = good(*MATCH, "random", "random", "--pairs=1", "--sprt=0,5")
    assert "undecided" in text


def test_programs_and_their_faults(tmp_path: Path) -> None:
    program = f"{script(tmp_path, BADLY['cheated'])};name=cheat"
    text = good(*MATCH, "random", program, "--pairs=1")
    assert "cheat cheated: cheat made an illegal move" in text
    assert "Game 1.1" in text
    ugi_engine.end_idle()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["random"], "two contenders or more"),
        (["random", "nobody"], "there is no contender 'nobody'"),
        (["random", "random", "random", "--sprt=0,5"], "two contenders, and no more"),
        (["random", "random", "--sprt=5"], "expected two numbers"),
        (["random", "random", "--sprt=5,0"], "expected 5 to be less than 0"),
        (["random", "random", "--plot=x.png"], "draws SVG"),
        (["random", "random", "--log=no/such/folder"], "there is no folder"),
        (["random", "random", "--records=no/such/folder"], "there is no folder"),
        (["random", "random", "--ray=local"], "cubarium[ray]"),
    ],
)
def test_wrong_matches_are_refused(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert said in bad(2, *MATCH, *words)


def test_an_interrupted_match_tells_what_it_knows_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    words = [*MATCH, "random", "random", "--pairs=4", f"--log={log}", "--json"]
    real, left = play_rounds, [1]

    def interrupted(*args: object) -> Generator[PlayedRound, None, None]:
        rounds = real(*args)  # type: ignore[arg-type]
        yield next(rounds)
        rounds.close()
        if left.pop():
            raise KeyboardInterrupt

    monkeypatch.setattr(match_run, "play_rounds", interrupted)
    done = run(*words)
    assert done.exit_code == 130
    assert "goes on from" in done.stderr
    assert json.loads(done.stdout)["is_complete"] is False
    monkeypatch.setattr(match_run, "play_rounds", real)
    finished = log.read_text("utf-8").splitlines()
    assert len(finished) == 1 + 2
    assert json.loads(good(*words))["games"] == 8
    assert log.read_text("utf-8").splitlines()[:3] == finished


def test_a_match_without_a_round_has_nothing_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        def __init__(self, *args: object) -> None:
            del args

        def __iter__(self) -> "Interrupted":
            raise KeyboardInterrupt

        def close(self) -> None: ...

    monkeypatch.setattr(match_run, "play_rounds", Interrupted)
    assert "nothing to tell" in bad(2, *MATCH, "random", "random")


def test_a_killed_match_loses_no_finished_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    words = ["match", "quixo", "random", "random", "--pairs=4000", "--workers=2", f"--log={log}"]
    program = [sys.executable, "-m", "cubarium", *words]
    match = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not log.exists() or log.read_bytes().count(b"\n") < 5:
        assert match.poll() is None
        time.sleep(0.02)
    (worker, *_) = children(match.pid)
    os.kill(worker, signal.SIGKILL)
    before = log.read_bytes().count(b"\n")
    while log.read_bytes().count(b"\n") < before + 4:
        assert match.poll() is None
        time.sleep(0.02)
    match.kill()
    match.wait()
    finished = log.read_bytes()
    whole = finished[: finished.rfind(b"\n") + 1]
    pairs = whole.count(b"\n") // 2 + 2
    told = good(
        "match", "quixo", "random", "random", f"--pairs={pairs}", "--workers=1", f"--log={log}",
        "--json",
    )  # fmt: skip
    assert json.loads(told)["games"] == 2 * pairs
    assert log.read_bytes().startswith(whole)


def children(pid: int) -> list[int]:
    """The workers of a match: its children that are Python's own."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    commands = {int(one): Path(f"/proc/{one}/cmdline").read_text() for one in found}
    return [one for one, command in commands.items() if "spawn_main" in command]


@pytest.mark.parametrize(
    "pairs", [3, pytest.param(100, marks=[pytest.mark.soak, pytest.mark.compiled])]
)
def test_our_engine_against_itself_over_ugi_is_even(pairs: int) -> None:
    nodes = 20 if pairs == 3 else 300
    told = good(
        "match", "quixo", "--size=4", f"{ours()};Engine=level2;name=one",
        f"{ours()};Engine=level2;name=two", f"--pairs={pairs}", "--workers=1", f"--nodes={nodes}",
        "--json",
    )  # fmt: skip
    ugi_engine.end_idle()
    report = json.loads(told)
    (match,) = report["matches"]
    assert report["faults"] == []
    assert report["games"] == 2 * pairs
    low, high = match["interval"]
    assert low <= 0.5 <= high
