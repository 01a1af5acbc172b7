"""One word per idea, and it is the field's word: retired names stay retired.

Whoever retires a name adds it to RETIRED, with the word that is said now. Identifiers are looked
at, not prose: ordinary English words stay ordinary English.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import KERNELS, RULES, UNCOVERED

PACKAGE = Path(__file__).parents[2] / "cubarium"

RETIRED: dict[str, dict[str, str]] = {
    "": {
        "Caused": "LogEvent",
        "Fault": "ErrorBody",
        "Faulty": "ErrorResponse",
        "Gate": "SecurityMiddleware",
        "Grant": "Applied",
        "Happening": "EventView",
        "Hub": "Registry",
        "Kept": "StoredTable",
        "LiveTable": "Table",
        "Nowhere": "Subscriber",
        "OUTAGES": "DOWNTIMES",
        "Order": "AdminCommand",
        "Outlet": "Subscriber.send",
        "PULSE": "HEARTBEATS",
        "Question": "RequestModel",
        "Refused": "ApiError",
        "ServerSetting": "ServerConfiguration",
        "Setting": "Configuration",
        "Snapshot": "Update",
        "Standing": "TableState",
        "Timekeeper": "Timers",
        "Viewer": "Subscriber",
        "Wish": "Command",
        "granted": "applied",
        "happenings": "events",
        "hub": "registry",
        "obeyed": "carry_out",
        "wishes": "commands",
        "AT_ONCE": "WIN_IN_ONE",
        "BadTable": "BadTablebase",
        "Desk": "EngineCache",
        "Hand": "WorkerHandle",
        "House": "SearchEngine",
        "Judged": "AnnotatedMove",
        "Judgement": "Annotation",
        "Levelled": "SearchEngine",
        "Look": "PositionView",
        "Manner": "MctsParameters",
        "Pace": "TimeUsage",
        "RandomPlayer": "RandomEngine",
        "Situation": "SearchRoot",
        "TableWords": "GameSpec",
        "Tally": "SeatSummary, ValueCounts",
        "Thinker": "SearchEngine",
        "Try": "RootMoveStatistics",
        "AskedRecord": "GameRecord",
        "FAULTS_AS_JSON": "ERRORS_AS_JSON",
        "JsonLines": "NdjsonSchema",
        "JudgedMove": "AnnotatedMove",
        "Lines": "NdjsonResponse",
        "RecordAct": "Act",
        "SeatTally": "SeatSummary",
        "Tallies": "ReviewSummary",
        "Told": "AnswerStream",
        "acts_of": "legal_actions",
        "info_as_json": "game_entry",
        "judged_as_json": "AnnotatedMove.written",
        "thought_as_json": "Thought.written",
        "bell": "stop event",
        "between": "is_turn_boundary",
        "contest": "play_match",
        "desk": "engine cache",
        "foresees": "has_win_in_one",
        "glance": "static_evaluation",
        "gone": "departed",
        "in_a_row": "moves_again",
        "judgement": "annotation",
        "likely": "rollout_policy",
        "onward": "rollout_plies",
        "patterns": "features",
        "pick": "sample",
        "planes": "bitboards",
        "recalled": "probe",
        "redeal": "determinize",
        "remember": "store",
        "remembering": "new_transposition_table",
        "seen_ahead": "look_ahead",
        "situation": "search_root",
        "slips": "opponent_epsilon",
        "tallies": "summaries",
        "tally": "summary, count_values",
        "unending": "draw_outcome",
        "warmth": "temperature",
        "worth": "score",
    },
    "search": {
        "LEAST": "LOWER_BOUND",
        "Line": "PrincipalVariation",
        "MOST": "UPPER_BOUND",
        "Memory": "TranspositionTable",
        "Rules": "AlphaBetaParameters",
        "act": "action",
        "acts": "actions",
        "back": "add_ply",
        "explore": "c_puct",
        "forth": "remove_ply",
        "here": "root",
        "hints": "priors",
        "looks": "static evaluation",
    },
    "solve": {"Table": "Tablebase", "judged": "settled_value", "table": "tablebase"},
    "games": {"Table": "Lookup", "plane": "bitboard", "table": "meta"},
    "engines": {"Kind": "AnswerKind", "Move": "MoveJob", "Warm": "WarmUpJob", "hand": "handle"},
    "analysis": {
        "Agree": "DrawOfferJob",
        "Analyse": "AnalysisJob",
        "drop": "loss",
        "look": "view_position",
        "looked": "reviewed",
        "wanted": "move_numbers",
    },
    "server": {
        "_asked": "_start",
        "_foreign": "_is_foreign",
        "_judged": "_annotated",
        "_studied": "_story",
        "_told": "_step",
        "look": "view",
        "said": "answer, statement",
        "told": "answers, rulebook",
    },
    "records": {"free_tag": "is_free_tag"},
    "store": {"_closing": "_is_closing", "in_use": "is_in_use"},
    "cli": {
        "Keeper": "SaveFiles",
        "Left": "Terminated",
        "Onlooker": "SharedScreen",
        "ProgressLine": "status_line",
        "PuzzleTable": "PuzzleRepl",
        "Rows": "AnnotatedRows",
        "Sign": "CellText",
        "Taken": "FileTaken",
        "Terminal": "MatchRepl",
        "Wanted": "ReviewSelection",
        "asked": "analyst",
        "deed": "command",
        "keeper": "save_files",
        "leaving_politely": "signals_as_exceptions",
        "looked": "viewed",
        "make_way": "hand_over",
        "news": "move_log",
        "onlooker": "screen",
        "said": "text, given",
        "say_judgement": "annotation_text",
        "say_line": "line_text",
        "say_tally": "summary_text",
        "say_value": "value_text",
        "sit_down": "open, prepare",
        "stage": "print_scene",
        "warming": "warm_up",
        "wish": "command",
    },
    "tournament": {"Job": "GamePairJob", "Pair": "GamePair", "Result": "EngineMatchResult"},
}
"""By folder of the package, "" for all of it: names that are not used there, and what is said."""

RETIRED_MODULES = {
    "arena", "caution", "contest", "desk", "hand", "keeper", "knowledge", "levelled", "memory",
    "news", "onlooker", "planes", "planning", "readiness", "situation", "stage", "standings",
    "steps", "thinker", "values", "verdicts", "words", "worth",
}  # fmt: skip

EXCEPTIONS: set[tuple[str, str]] = set()
"""(file, name): to be mended, or a homonym that is right where it stands."""

TYPED = ("analysis", "cli", "match", "records", "rulebook", "schema", "server", "tournament")
"""The folders without `Any`: `AnyGame` says that a game is known by name only."""
MOST_UNTYPED = 100
"""`Any` in all others: compiled code, arrays, rows of the database, pickles."""

GERUNDS = re.compile(r"\w+(ing|ed)")


def modules() -> Iterator[Path]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse((PACKAGE / path).read_text("utf-8"))


def identifiers(path: Path) -> Iterator[str]:
    """All names that a module says: its variables, attributes, parameters, classes, functions."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg | ast.keyword):
            yield node.arg or ""
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.rpartition(".")[2]


@pytest.mark.parametrize("folder", RETIRED)
def test_retired_names_are_not_used(folder: str) -> None:
    retired = RETIRED[folder]
    found = {
        (str(path), name)
        for path in modules()
        if not folder or path.parts[0] == folder
        for name in identifiers(path)
        if name in retired
    }
    said = [f"{path}: {name} → {retired[name]}" for path, name in sorted(found - EXCEPTIONS)]
    assert not said, "\n".join(said)


@pytest.mark.parametrize("folder", TYPED)
def test_nothing_is_of_any_type(folder: str) -> None:
    found = [
        str(path) for path in modules() if path.parts[0] == folder and "Any" in identifiers(path)
    ]
    assert not found, "\n".join(found)


def test_little_is_of_any_type() -> None:
    found = Counter({str(path): list(identifiers(path)).count("Any") for path in modules()})
    assert found.total() - sum(map(bool, found.values())) <= MOST_UNTYPED, found.most_common(10)


def test_modules_are_nouns() -> None:
    found = [
        str(path)
        for path in modules()
        for part in (*path.parent.parts, path.stem)
        if part in RETIRED_MODULES or (GERUNDS.fullmatch(part))
    ]
    assert not found, "\n".join(found)


def test_no_public_class_name_occurs_twice() -> None:
    """Rooms of games share their pattern with one another (State, View, End, Refusal, moves), but
    not with the rest of the package."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in modules():
        room = "/".join(path.parts[:2]) if path.parts[0] == "games" else str(path)
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(room)
    repeated = {
        name: where
        for name, where in found.items()
        if len(where) > 1 and not all(room.startswith("games/") for room in where)
    }
    said = [f"{name}: {', '.join(sorted(where))}" for name, where in sorted(repeated.items())]
    assert not repeated, "\n".join(said)


def test_groups_of_tests_name_files_that_are_there() -> None:
    tests = Path(__file__).parents[1]
    for path in (*KERNELS, *RULES, *UNCOVERED):
        assert (tests / path).exists(), path
