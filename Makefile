check:
	ruff format --check . && ruff check . && mypy && pytest -n auto

format:
	ruff format . && ruff check --fix .

.PHONY: check format
