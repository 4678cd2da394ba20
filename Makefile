# Everything sets itself up on a machine with Python 3.11 or newer, make and a package index; a release, and so
# `make test`, also needs a C compiler and Python's headers.
#   make play     play at http://localhost:8000, with friends on the same network
#   make check    everyday checks                    make test     everything CI runs
#   make nightly  release counts and long runs       make wheel    what pipx installs: compiled, client included
#   make oldest   the doors' tests with the oldest versions of their libraries
#   make screens  pictures of every screen, in shots/
#   make view-types  the types of views for the check of the client, anew from the games' schemas
#   make release  the wheel, unpacked in build/release: what benches measure and the slow tests serve

PYTHON ?= python3
BIN    := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: play check test nightly oldest screens view-types wheel release lock lint unit client-tests clean

RUN     := .venv/.run
DEV     := .venv/.dev
CLIENT  := static/vendor/vendor.js
RELEASE := build/release/.made
PARTS   := $(shell find server games static -type f -not -path '*/__pycache__/*' -not -path 'static/vendor/*' -not -path 'static/dist/*')

play: $(RUN) $(CLIENT)
	$(BIN)/python tools/open_page.py & PAIJU_DATA=$${PAIJU_DATA:-data} exec $(BIN)/paiju serve

check: lint unit

lint: $(DEV) $(CLIENT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy hatch_build.py
	$(BIN)/mypy examples/crazy-eights/crazy_eights examples/doudizhu/doudizhu
	$(BIN)/lint-imports --no-logo
	tools/npm run --silent types
	tools/npm run --silent lint

# UNO's own doors play at a person's pace, and hidden faults are searched for long: `make test` does both.
unit: $(DEV) $(CLIENT)
	tools/npm test --silent
	$(FEW) $(BIN)/pytest $(MANY) --dist worksteal $(OFTEN) $(LONG:%=--ignore=%)

# Tests that need the machine to themselves (killed processes, browsers, wheels) are not measured for coverage.
SLOW  := tests/faults tests/e2e tests/browser tests/bench tests/docs
LONG  := tests/arena tests/terminal tests/games/kit/test_check_game_finds.py
OFTEN := -m "not nightly and not compiled and not alone" $(SLOW:%=--ignore=%)
# Coverage runs the sources with few games; the release plays the many, and what is marked `compiled`.
FEW   := UNO_GAMES=200 SHANDONG_ROUNDS=40 SHANDONG_POSITIONS=1000
# Tests wait, too: more run at a time than there are cores. Those with processes of their own run file by file, and what
# measures time runs alone.
MANY  := -n $(shell expr $$(nproc) \* 2)
FILES := -n $(shell expr $$(nproc) + 1) --dist loadfile -m "not nightly and not alone"
ALONE := -m "alone and not nightly"
# What the kit finds in games that are not compiled, the sources' run has shown.
OURS  := $(patsubst %,--ignore=tests/games/kit/test_%.py,check_game_finds finds_planted_faults kept)
# As users get it, in the tests' own process; and where they start servers, those are the release, too.
SERVED   = RELEASE=$(CURDIR)/build/release
COMPILED = $(SERVED) PYTHONPATH=$(CURDIR)/build/release
test: lint client-tests $(RELEASE)
	$(BIN)/coverage erase
	$(FEW) $(BIN)/pytest $(MANY) --dist worksteal $(OFTEN) --cov --cov-report=term
	$(COMPILED) $(BIN)/python -P -c "import games.uno.rules.validation as rules; assert rules.__file__.endswith('.so'), rules"
	$(COMPILED) $(BIN)/pytest $(MANY) --dist worksteal -m "not nightly and not alone" $(OURS) tests/games tests/server/rooms tests/server/transport tests/server/protocol tests/arena
	$(COMPILED) $(BIN)/pytest $(FILES) tests/faults tests/e2e
	$(COMPILED) $(BIN)/pytest $(ALONE) tests/faults tests/e2e tests/server
	$(SERVED) $(BIN)/pytest $(FILES) $(filter-out tests/faults tests/e2e,$(SLOW))
	$(SERVED) $(BIN)/pytest $(ALONE) $(filter-out tests/faults tests/e2e,$(SLOW))

client-tests: $(DEV) $(CLIENT)
	tools/npm test --silent

nightly: $(DEV) $(CLIENT) $(RELEASE) oldest
	$(SERVED) NIGHTLY=1 UNO_GAMES=20000 SHANDONG_ROUNDS=5000 $(BIN)/pytest --timeout 7200

oldest: $(DEV) $(CLIENT)
	rm -rf .cache/oldest
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes --target .cache/oldest -r requirements/oldest.lock
	PYTHONPATH=.cache/oldest $(BIN)/pytest tests/server/transport tests/arena

screens: $(DEV) $(CLIENT)
	PYTHONPATH=. $(BIN)/python tools/screens.py

view-types: $(DEV)
	PYTHONPATH=. $(BIN)/python tools/view_types.py

# make wheel PAIJU_COMPILE= : without compiled modules, for any machine.
PAIJU_COMPILE = 1
wheel: $(DEV) $(CLIENT)
	tools/npm run --silent release
	rm -rf dist
	PAIJU_COMPILE=$(PAIJU_COMPILE) $(BIN)/python -m build --no-isolation --wheel

release: $(RELEASE)

$(RELEASE): $(PARTS) hatch_build.py pyproject.toml requirements/dev.lock | $(DEV) $(CLIENT)
	$(MAKE) wheel PAIJU_COMPILE=1
	rm -rf build/release
	$(BIN)/python -m pip install --quiet --no-deps --target build/release dist/*.whl
	touch $@

# The pinned versions with their hashes, from the package index that pip uses; and those of the client.
lock:
	$(PYTHON) -m venv .cache/lock
	.cache/lock/bin/pip install --quiet pip-tools
	PATH="$(CURDIR)/.cache/lock/bin:$$PATH" tools/lock
	tools/npm install --package-lock-only

clean:
	rm -rf .venv node_modules static/vendor static/dist dist build .cache

$(RUN): requirements/run.lock requirements/build.lock pyproject.toml examples/crazy-eights/pyproject.toml examples/doudizhu/pyproject.toml
	tools/environment $(PYTHON) requirements/run.lock
	touch $@

$(DEV): $(RUN) requirements/dev.lock
	tools/environment $(PYTHON) requirements/dev.lock
	touch $@

$(CLIENT): node_modules/.installed tools/build_client.mjs tools/vendor_entry.js tools/socket_entry.js tools/qr_entry.js
	tools/npm run --silent vendor

node_modules/.installed: package-lock.json | $(RUN)
	tools/npm ci --ignore-scripts
	touch $@
