"""Rules of Quixo to break."""

from tests.mutants import Broken, Edit

RULES = "cubarium/games/quixo/rules.py"
KERNEL = "cubarium/games/quixo/kernel.py"
BITBOARDS = "cubarium/games/quixo/bitboard.py"

BROKEN: Broken = {
    "own line wins although the opponent's was made too": {
        "rules": [Edit(RULES, "if mover in lines:", "if mover in lines and len(lines) == 1:")],
        "kernel": [
            Edit(
                KERNEL,
                "mover_wins = (lines(state.word, size) & LOW) != 0",
                "mover_wins = (lines(state.word, size) >> HALF) == 0",
            ),
            Edit(
                KERNEL,
                "mover_wins = (lines(teams(state), 5) & LOW) != 0",
                "mover_wins = (lines(teams(state), 5) >> HALF) == 0",
            ),
        ],
    },
    "a pushed row moves one step short": {
        "rules": [Edit(RULES, "in pairwise(path):", "in pairwise(path[:-1]):")],
        "kernel": [
            Edit(
                BITBOARDS,
                "slid = ((word & SLID[size, push])",
                "slid = ((word & SLID[size, push] & ~(INTO[size, push] * (ONE + (ONE << HALF))))",
            )
        ],
    },
    "the dot is ignored": {
        "rules": [
            Edit(RULES, "if cube != s.to_move:", "if cube != s.to_move and not self.dotted:")
        ],
        "kernel": [
            Edit(
                KERNEL,
                "(EDGE[5] & state.ours & LOW)",
                "(EDGE[5] & (state.ours | state.ours >> HALF) & LOW)",
            )
        ],
    },
    "the first round is ignored": {
        "rules": [Edit(RULES, "if self.first_round(s):", "if self.first_round(s) and False:")],
        "kernel": [Edit(KERNEL, "return blank if first_round else", "return blank if False else")],
    },
    "a seat that could move may pass": {
        "rules": [Edit(RULES, "if able else None", "if able and not self.dotted else None")],
    },
}
