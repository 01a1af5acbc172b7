"""The yardstick for puzzles: the same question, asked OR-tools' CP-SAT on one core."""

from collections.abc import Sequence
from typing import Any

from cubarium.games.cubeo import COLOURS, CUBES
from cubarium.games.cubeo.cards import Card, placements
from cubarium.games.cubeo.geometry import PLACES, SIGHTS, column_and_level, place_at

SECONDS = 60.0


def par_by_cpsat(cards: Sequence[Card]) -> int | None:
    """The least number of cubes; None: OR-tools is not installed, or not in a minute."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return None
    model = cp_model.CpModel()
    cubes = [[model.new_bool_var("") for _ in COLOURS] for _ in range(PLACES)]
    taken = _standing(model, cubes)
    seen = _seen(model, cubes, taken)
    for card in cards:
        options = []
        for view in SIGHTS:
            for placement in placements(card):
                options.append(model.new_bool_var(""))
                for square in placement:
                    model.add_implication(options[-1], seen[view, *square])
        model.add_bool_or(options)
    model.minimize(sum(taken))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    status = solver.solve(model)
    return int(solver.objective_value) if status == cp_model.OPTIMAL else None


def _standing(model: Any, cubes: list[list[Any]]) -> list[Any]:
    """By place, is it taken? Cubes stand on one another, and there are so many of a colour."""
    taken = [model.new_bool_var("") for _ in range(PLACES)]
    for place in range(PLACES):
        model.add(sum(cubes[place]) == taken[place])
        column, level = column_and_level(place)
        if level:
            model.add_implication(taken[place], taken[place_at(column, level - 1)])
    for colour in range(len(COLOURS)):
        model.add(sum(cubes[place][colour] for place in range(PLACES)) <= CUBES)
    return taken


def _seen(model: Any, cubes: list[list[Any]], taken: list[Any]) -> dict[Any, Any]:
    """By view, cell and colour: is it seen there? One cube on the line has it, with none nearer."""
    seen: dict[Any, Any] = {}
    for view, lines in SIGHTS.items():
        for cell, line in enumerate(lines):
            ways: dict[str, list[Any]] = {colour: [] for colour in COLOURS}
            for depth, place in enumerate(line):
                for number, colour in enumerate(COLOURS):
                    way = model.new_bool_var("")
                    model.add_implication(way, cubes[place][number])
                    for nearer in line[:depth]:
                        model.add_implication(way, ~taken[nearer])
                    ways[colour].append(way)
            for colour in COLOURS:
                seen[view, cell, colour] = model.new_bool_var("")
                model.add_bool_or([*ways[colour], ~seen[view, cell, colour]])
    return seen
