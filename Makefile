# Every target sets up what it needs: a private venv, and for `test` the real engines and GUIs.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test check fuzz bench lock clean

demo: $(STAMP) ## a real game through two wrappers to a ruling; ENDING=stalemate leads it there
	$(BIN)/uci-arbiter demo $(if $(ENDING),--ending $(ENDING))

test: $(STAMP) check ## everything, with the real engines and GUIs where they can be had
	sh .ci/real-programs
	$(BIN)/python -m pytest

check: $(STAMP) ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fuzz: $(STAMP) ## the properties, on inputs that no run has tried yet; PROPERTY=words chooses some
	$(BIN)/python -m pytest --hypothesis-profile=fuzz -m hypothesis $(if $(PROPERTY),-k "$(PROPERTY)")

bench: $(STAMP) ## speed beside a C relay; writes bench/RESULTS.md
	$(BIN)/python -m bench.run

lock: $(STAMP) ## pin what is installed now
	{ sed -n '/^#/p' constraints.txt; $(BIN)/pip freeze --exclude-editable; } > constraints.new
	mv constraints.new constraints.txt

$(STAMP): pyproject.toml constraints.txt .ci/venv
	sh .ci/venv "$(PYTHON)" "$(VENV)"
	touch $@

clean:
	rm -rf $(VENV) build dist bench/build .mypy_cache .ruff_cache .hypothesis
