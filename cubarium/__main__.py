"""`python -m cubarium` is `cubarium`."""

from cubarium.cli.main import main

main()
