# make example: train the bucketed LSTM with BatchNorm. make test: lint and all tests.
# Each makes a virtual environment in .venv and installs everything that it needs.
PYTHON ?= python3
VENV ?= .venv
RUN = $(VENV)/bin/python

.PHONY: example test plain lint build sanitize clean

example: $(VENV)/installed
	$(RUN) examples/rnn/lstm_bucketing.py --batch-norm per-step

test: $(VENV)/installed lint
	$(RUN) -m pytest

lint: $(VENV)/installed
	$(RUN) -m ruff check .

# All tests once more, of programs whose graphs are as users made them.
plain: $(VENV)/installed
	SYMGRAPH_PASSES=none $(RUN) -m pytest

# The tests of kernels once more, with every read and write of C code checked.
sanitize: $(VENV)/installed
	$(RUN) tests/sanitize.py

build: $(VENV)/installed
	$(RUN) symgraph/native/build.py

$(VENV)/installed: pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --upgrade pip
	@echo "installing, and compiling the kernels, which takes some minutes ..."
	$(RUN) -m pip install --quiet --editable '.[test,plot]'
	touch $@

clean:
	rm -rf $(VENV) build symgraph/native/_symgraph*
