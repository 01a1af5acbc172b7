"""Cubarium: Quixo, Rubik's Cage, Cubulus and Cube O' as software.

>>> from cubarium import catalog
>>> game = catalog.load("quixo", players=2)
>>> state = game.play(game.initial(), game.read(game.initial(), "a1e1"))
"""

__version__ = "0.1.0"
