"""`python -m tests.toy` is `cubarium` with Stones in the catalog."""

from cubarium import catalog
from cubarium.cli.main import main

catalog.ROOMS["stones"] = "tests.toy"

if __name__ == "__main__":  # engines work in processes that import this module anew
    main()
