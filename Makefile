# make play: set up and play. make test: set up, check, and run all tests. See CONTRIBUTING.md.
BIN := .venv/bin
WORKERS ?= 2
WORKING := -n $(WORKERS) --dist worksteal
# tests that often wait for a server, a disk or a browser leave a core to one more
WAITING := -n $(shell expr $(WORKERS) + 1) --dist worksteal
PYTEST := $(BIN)/pytest $(WORKING)
CACHED := tests/core/test_code_cache.py
NAMES := tests/core/test_names.py
PAGE := $(shell find ui/src ui/public locales) hatch_build.py \
	$(addprefix ui/,index.html locales.ts package.json package-lock.json tsconfig.json vite.config.ts)
LOCKED := pyproject.toml uv.lock scripts/setup $(PAGE)

# hundreds of processes start here: none should compile again what another one has
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test soak check warm-up cached bench docs release audit format types playthroughs clean

play: .venv/.ready-play
	@$(BIN)/cubarium serve --open || [ $$? -eq 130 ]

test: .venv/.ready-dev
	$(MAKE) --no-print-directory -j2 check cached
	$(PYTEST) -m "(kernel or compiled) and not soak" --ignore=$(CACHED) --ignore=tests/ui
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest $(WAITING) -m "not compiled and not uncovered and not soak" \
		--ignore=tests/ui --ignore=$(CACHED) --ignore=$(NAMES)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest $(WAITING) -m "uncovered and not compiled and not soak" --ignore=tests/ui
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest $(WAITING) tests/ui

# everything that is only wanted long, with examples that are new each time
soak: .venv/.ready-dev warm-up
	HYPOTHESIS_PROFILE=soak $(PYTEST) -m "kernel or compiled"
	HYPOTHESIS_PROFILE=soak NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not compiled and not kernel"
	HYPOTHESIS_PROFILE=soak NUMBA_DISABLE_JIT=1 $(PYTEST) -m "kernel and not compiled" tests/laws

check: .venv/.ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q $(NAMES)
	$(BIN)/python -m scripts.locales
	$(BIN)/python -m scripts.node tsc --noEmit

warm-up: .venv/.ready-dev
	$(BIN)/python -m scripts.warm_up

# what is measured of the compiled half
cached: warm-up
	$(BIN)/coverage run -m pytest -q $(WORKING) $(CACHED)

bench: .venv/.ready-bench
	$(BIN)/python -m bench.playouts
	$(BIN)/python -m bench.batch
	$(BIN)/python -m bench.puzzles
	$(BIN)/python -m bench.exact
	$(BIN)/python -m bench.search
	$(BIN)/python -m bench.suites
	$(BIN)/python -m bench.exactness
	$(BIN)/python -m bench.server --tables 50,500 --seconds 5
	$(BIN)/python -m bench.loads
	$(BIN)/python -m bench.fanout
	$(BIN)/python -m bench.page
	$(BIN)/python -m bench.review

# the documentation as a site in build/site, its notebooks executed
docs: .venv/.ready-docs
	$(BIN)/python -m scripts.site

# the files of a release in dist/, made and tried; nothing is published
release: .venv/.ready-dev
	$(BIN)/python -m scripts.release

# 0: nothing is known against a package of the lock files, 1: something is, 3: a source is not reached
audit: .venv/.ready-dev
	$(BIN)/python -m scripts.audit

format: .venv/.ready-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# a set-up that is there is good enough: a new one would build the page, which may wait for these types
types:
	@[ -e .venv/.ready-dev ] || scripts/setup dev
	$(BIN)/python -m scripts.openapi ui/openapi.json
	$(BIN)/python -m scripts.node npm run types

playthroughs: .venv/.ready-dev
	$(BIN)/python -m scripts.playthroughs

clean:
	rm -rf build dist ui/node_modules cubarium/server/page .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*

.venv/.ready-play: $(LOCKED)
	@scripts/setup play

.venv/.ready-bench: $(LOCKED)
	@scripts/setup bench

.venv/.ready-docs: $(LOCKED)
	@scripts/setup docs

.venv/.ready-dev: $(LOCKED)
	@scripts/setup dev
	@touch .venv/.ready-play
