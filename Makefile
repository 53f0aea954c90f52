# Everything here sets itself up: a machine needs only Python (3.11 or newer) and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
READY := $(VENV)/.ready
WEB := src/pitboss/web
CLIENT := clients/typescript
# every process of the tests would compile what it imports anew; `make clean` removes what is kept
unexport PYTHONDONTWRITEBYTECODE
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix $(WEB) --no-update-notifier

.DEFAULT_GOAL := help
.PHONY: help run page client browser proxies screenshots test check wheel bench soak golden docs site lock clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' Makefile

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "pitboss needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --require-hashes -r requirements.lock
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	-$(BIN)/python -m pitboss.cli.prebuild # the first call need not compile; without it, it does
	@touch $@

run: page ## Open a practice house at http://127.0.0.1:8021
	$(BIN)/pitboss serve

$(WEB)/node_modules/.ready: $(READY) $(WEB)/package.json $(WEB)/package-lock.json
	$(NPM) ci --ignore-scripts --loglevel=error
	@touch $@

$(WEB)/src/schema.d.ts: $(WEB)/node_modules/.ready $(wildcard src/pitboss/client/*.py src/pitboss/server/*.py src/pitboss/server/routes/*.py src/pitboss/tables/*.py src/pitboss/games/live/*.py src/pitboss/games/*/view.py)
	$(BIN)/python -m pitboss.server.schema > $(WEB)/openapi.json
	$(NPM) run --silent types

$(WEB)/dist/index.html: $(WEB)/src/schema.d.ts $(WEB)/index.html $(WEB)/docs.html $(WEB)/vite.config.ts $(shell find $(WEB)/src -type f) $(CLIENT)/src/fairness.ts $(CLIENT)/src/contribution.ts
	$(NPM) run --silent build

page: $(WEB)/dist/index.html ## Build the page that the server serves

$(CLIENT)/dist/index.js: $(WEB)/src/schema.d.ts $(CLIENT)/tsconfig.json $(filter-out %.d.ts,$(wildcard $(CLIENT)/src/*.ts))
	cp $(WEB)/src/schema.d.ts $(CLIENT)/src/
	$(NPM) exec --offline -- tsc -p $(CURDIR)/$(CLIENT)
	cp $(WEB)/src/schema.d.ts $(CLIENT)/dist/

client: $(CLIENT)/dist/index.js ## Check and build the TypeScript client

browser: ## Install Chromium for the page's tests, where there is no browser
	@for name in chromium chromium-browser google-chrome; do command -v $$name > /dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; \
	else echo "The page is tested in a browser: install Chromium (sudo apt-get install chromium), then make again." >&2; exit 1; fi

proxies: ## Install nginx and Caddy for the tests of deploy/, where they are missing
	@command -v nginx > /dev/null && command -v caddy > /dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light caddy; \
	else echo "Without nginx and Caddy their tests are skipped." >&2; fi

screenshots: page browser ## Take the pictures of docs/screenshots anew
	$(BIN)/python -m tests.web.screenshots

# one more than two cores have: a test that waits for a browser, a server or a clock leaves its core to another; and
# neighbours stay together, for they share servers, while whoever has done takes from the others. In CI what failed is
# repeated alone, by name: a failure that a busy machine explains is printed and lets the rest land, any other fails CI
test: page client browser ## Run the tests
	$(BIN)/python -m pytest -n 3 --dist worksteal --durations 20 --durations-min 5 \
	  $(if $(CI),|| { [ $$? = 1 ] && echo "Repeating alone what failed:" && $(BIN)/python -m pytest -v --last-failed; })

check: $(READY) ## Lint, format, types, layers and drift of the generated docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_layers.py
	$(BIN)/python -m pitboss.docs --check

wheel: page ## Build the wheel, with the page and compiled code
	$(BIN)/python -m pitboss.cli.prebuild --portable
	$(BIN)/python -m build

bench: $(READY) ## Measure the engine, and the simulator against C
	$(BIN)/python bench/engine.py
	$(BIN)/python bench/copies.py
	$(BIN)/python bench/simulate.py
	$(BIN)/python bench/roulette.py

soak: $(READY) ## Run the long tests and record them in bench/soaks.md (SOAKS=tests/simulate runs some)
	$(BIN)/python -m tests.soak $(SOAKS)

golden: $(READY) ## Remake the golden transcripts
	$(BIN)/python -m tests.golden.remake

docs: $(READY) ## Write the generated docs
	$(BIN)/python -m pitboss.docs

site: $(READY) ## Build the docs as a web site with search, in build/site
	$(BIN)/python -m pitboss.docs.site

lock: ## Remake requirements.lock (UPGRADE=1 takes newer versions)
	rm -rf .lock-venv
	$(PYTHON) -m venv .lock-venv
	.lock-venv/bin/python -m pip --disable-pip-version-check install --quiet pip-tools
	CUSTOM_COMPILE_COMMAND="make lock" .lock-venv/bin/pip-compile --quiet --generate-hashes --strip-extras \
	  --extra dev --build-deps-for editable --allow-unsafe $(if $(UPGRADE),--upgrade) \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options \
	  --output-file requirements.lock pyproject.toml
	rm -rf .lock-venv
	@! grep -nE '://|^--|^ *# .* /' requirements.lock || { echo "requirements.lock names a place" >&2; exit 1; }

clean: ## Remove the virtual environment and every cache
	rm -rf $(VENV) $(WEB)/node_modules $(WEB)/dist $(CLIENT)/dist src/pitboss/compiled/prebuilt .lock-venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
	find src tests bench examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
