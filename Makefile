# make play: set up and play. make test: set up, check, and run all tests. See CONTRIBUTING.md.
BIN := .venv/bin
WORKERS ?= 2
LOCKED := pyproject.toml uv.lock scripts/setup

.PHONY: play test check bench format playthroughs clean

play: .venv/.ready-play
	@$(BIN)/cubarium play quixo || [ $$? -eq 130 ]

test: check
	$(BIN)/pytest -n $(WORKERS) -m "not once"
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -n $(WORKERS) -m "not compiled"
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

check: .venv/.ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.ready-bench
	$(BIN)/python -m bench.playouts
	$(BIN)/python -m bench.puzzles
	$(BIN)/python -m bench.exact
	$(BIN)/python -m bench.search
	$(BIN)/python -m bench.suites
	$(BIN)/python -m bench.exactness
	$(BIN)/python -m bench.server --tables 50,500 --seconds 5

format: .venv/.ready-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

playthroughs: .venv/.ready-dev
	$(BIN)/python -m scripts.playthroughs

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*

.venv/.ready-play: $(LOCKED)
	@scripts/setup play

.venv/.ready-bench: $(LOCKED)
	@scripts/setup bench

.venv/.ready-dev: $(LOCKED)
	@scripts/setup dev
	@touch .venv/.ready-play
